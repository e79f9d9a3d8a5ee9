#include <fmt/format.h>

#include "gait/gait_equations.h"

namespace gambol {
namespace gait {
namespace {

// The quantities that `known` determines, whatever their values.
Set closure(Set known) {
  for (Set before; before != known;) {
    before = known;
    for (const Equation& e : all_equations) {
      int count = 0;
      for (Variable q : e.of) count += known[q];
      if (count == 2)
        for (Variable q : e.of) known.set(q);
    }
    if (is_coupled(known)) known.set();
  }
  return known;
}

Set given_set(const GaitDesign& g) {
  Set set;
  set[period] = g.period.has_value();
  set[duty] = g.duty_factor.has_value();
  set[support] = g.support_duration.has_value();
  set[transfer] = g.transfer_duration.has_value();
  set[stroke] = g.stroke.has_value();
  set[body_speed] = g.body_speed.has_value();
  set[leg_speed] = g.leg_speed.has_value();
  return set;
}

// The names of the undetermined quantities; if no `more` are needed, only of those that each
// complete `known` alone.
std::string completing(const Set& known, int more) {
  std::string list;
  for (int q = 0; q < quantities; ++q) {
    if (closure(known)[q]) continue;
    Set with = known;
    with.set(q);
    if (more == 0 && !closure(with).all()) continue;
    if (!list.empty()) list += ", ";
    list += names[q];
  }
  return list;
}

// The first pair that completes `known`, as an example.
std::string example_of_two(const Set& known) {
  for (int a = 0; a < quantities; ++a)
    for (int b = a + 1; b < quantities; ++b) {
      Set with = known;
      with.set(a).set(b);
      if (!known[a] && !known[b] && closure(with).all())
        return fmt::format("{} and {}", names[a], names[b]);
    }
  return "";
}

}  // namespace

}  // namespace gait

std::string missing_quantities(const GaitDesign& given) {
  const gait::Set known = gait::given_set(given);
  if (gait::closure(known).all()) return "";
  if (const std::string one = gait::completing(known, 0); !one.empty())
    return "give one more of: " + one;
  if (const std::string two = gait::example_of_two(known); !two.empty())
    return fmt::format("give two more of: {} (such as {})", gait::completing(known, 1), two);
  return "give three of: " + gait::completing(known, 2) +
         " (such as period, duty_factor and stroke)";
}

}  // namespace gambol
