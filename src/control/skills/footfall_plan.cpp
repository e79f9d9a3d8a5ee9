#include "control/skills/footfall_plan.h"

#include <algorithm>

namespace gambol::skills {
namespace {

// s until a leg comes down next.
double time_left(const LegStep& leg, double period) {
  const bool asked = leg.state >= leg.duty;
  if (leg.swing >= 0) return asked ? (1 - leg.swing) * (1 - leg.duty) * period : 0;
  return (asked ? 2 - leg.state : 1 - leg.state) * period;  // asked: it came down early
}

// The next footfall of each leg, and the one after it.
Footfalls by_time(const FootfallPlan::In& in) {
  Footfalls plan;
  for (std::size_t k = 0; k < in.legs.size(); ++k) {
    const LegStep& leg = in.legs[k];
    const bool late = leg.swing >= 0 && leg.state < leg.duty;
    const double next = time_left(leg, in.wanted.period);
    const double then = late ? (1 - leg.state) * in.wanted.period : next + in.wanted.period;
    if (leg.duty < 1 || leg.swing >= 0) plan.push_back({k, next});
    if (leg.duty < 1) plan.push_back({k, then});
  }
  std::stable_sort(plan.begin(), plan.end(),
                   [](const Footfall& a, const Footfall& b) { return a.after < b.after; });
  const double until = 1.5 * in.wanted.period;
  std::erase_if(plan, [&](const Footfall& f) { return f.after > until; });
  // The way there points along the mean of the headings until then; the foot as its leg is half way
  // through the next step.
  for (Footfall& f : plan) {
    f.way = in.wanted.heading_after(in.seen, f.after / 2);
    f.heading = in.wanted.heading_after(in.seen, f.after + in.wanted.period / 4);
  }
  return plan;
}

}  // namespace

Footfalls FootfallPlan::run(const In& in) const {
  const Stepping unplanned{in.seen, in.wanted, in.legs};
  Footfalls plan = by_time(in);
  if (!soles_ || !soles_->ask(unplanned, plan)) {
    std::vector<const Footfall*> before(in.legs.size());
    for (Footfall& f : plan) {
      f.asked = before[f.leg] ? before[f.leg]->asked + in.wanted.period * in.wanted.velocity
                              : footholds_.at(unplanned, f.leg, f.after);
      before[f.leg] = &f;
    }
  }
  const Stepping now{in.seen, in.wanted, in.legs, plan};
  for (Footfall& f : plan) f.place = f.asked;
  if (soles_)
    for (std::size_t k = 0; k < in.legs.size(); ++k)
      if (in.legs[k].swing >= 0) {
        Footfall& next =
            *std::find_if(plan.begin(), plan.end(), [&](const Footfall& f) { return f.leg == k; });
        next.place = footholds_.at(now, k, next.after);
      }
  return plan;
}

}  // namespace gambol::skills
