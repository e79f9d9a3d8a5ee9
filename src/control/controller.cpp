#include "control/controller.h"

namespace gambol {

void change_goals(const Order& order, double time, Goals& goals) {
  if (const auto* set = std::get_if<SetField>(&order)) {
    const Ramp* before = goals.find(set->field);
    const Ramp ramp{time, time + set->over, before ? before->at(time) : set->now, set->to,
                    set->ease};
    std::erase_if(goals.set, [&](const Goal& goal) { return goal.field == set->field; });
    goals.set.push_back({set->field, ramp});
  }
  if (const auto* reverse = std::get_if<ReverseLegs>(&order)) {
    goals.reversed.resize(reverse->legs.size(), 0);
    for (std::size_t leg = 0; leg < reverse->legs.size(); ++leg)
      if (reverse->legs[leg]) goals.reversed[leg] = !goals.reversed[leg];
  }
}

}  // namespace gambol
