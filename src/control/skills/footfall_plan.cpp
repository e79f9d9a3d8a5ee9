#include "control/skills/footfall_plan.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {
namespace {

// s until a leg comes down next.
double time_left(const LegStep& leg, double period) {
  const bool asked = leg.state >= leg.duty;
  if (leg.swing >= 0) return asked ? (1 - leg.swing) * (1 - leg.duty) * period : 0;
  return (asked ? 2 - leg.state : 1 - leg.state) * period;  // asked: it came down early
}

// By the next footfall of each leg that steps, and by one more of as many.
Footfalls by_time(const FootfallPlan::In& in) {
  Footfalls plan;
  for (std::size_t k = 0; k < in.legs.size(); ++k) {
    const LegStep& leg = in.legs[k];
    const double next = time_left(leg, in.wanted.period);
    if (leg.duty < 1 || leg.swing >= 0) plan.push_back({k, next});
    if (leg.duty < 1) plan.push_back({k, next + in.wanted.period});
  }
  std::stable_sort(plan.begin(), plan.end(),
                   [](const Footfall& a, const Footfall& b) { return a.after < b.after; });
  const double until = 1.5 * in.wanted.period;
  std::erase_if(plan, [&](const Footfall& f) { return f.after > until; });
  return plan;
}

}  // namespace

Footfalls FootfallPlan::run(const In& in) const {
  const Stepping unplanned{in.seen, in.wanted, in.legs};
  Footfalls plan = by_time(in);
  std::vector<const Footfall*> before(in.legs.size());
  for (Footfall& f : plan) {
    const double turned = in.wanted.turns * f.after;
    const double left = std::remainder(in.wanted.goal_heading - in.wanted.heading, 2 * M_PI);
    f.heading = in.wanted.heading + std::clamp(turned, std::min(0.0, left), std::max(0.0, left));
    f.asked = before[f.leg] ? before[f.leg]->asked + in.wanted.period * in.wanted.velocity
                            : footholds_.at(unplanned, f.leg, f.after);
    before[f.leg] = &f;
  }
  if (soles_) soles_->ask(unplanned, plan);
  const Stepping now{in.seen, in.wanted, in.legs, plan};
  std::fill(before.begin(), before.end(), nullptr);
  for (Footfall& f : plan) {
    f.place = before[f.leg] ? f.asked : footholds_.at(now, f.leg, f.after);
    before[f.leg] = &f;
  }
  return plan;
}

const Footfall& next_footfall(const Stepping& now, std::size_t k) {
  return *std::find_if(now.footfalls.begin(), now.footfalls.end(),
                       [&](const Footfall& f) { return f.leg == k; });
}

}  // namespace gambol::skills
