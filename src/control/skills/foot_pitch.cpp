#include "control/skills/foot_pitch.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {
namespace {

double number_of_leg(const Stepping& now, std::size_t k, double StrideLeg::*f) {
  return now.wanted.gait.of([&](const StridePlan& s) { return s.legs[k].*f; });
}

// The phase of a leg's swing `later` s from now.
double swing_at(const Stepping& now, const LegStep& leg, double later) {
  const bool late = leg.state < leg.duty;
  return late ? leg.swing : std::min(1.0, leg.swing + later / ((1 - leg.duty) * now.wanted.period));
}

// Whether neither gait of a mix writes the curve.
bool by_toe_off_and_strike(const StrideMix& gait, std::size_t k, Curve StrideLeg::*curve) {
  return (gait.slow->legs[k].*curve).keys.empty() && (gait.fast->legs[k].*curve).keys.empty();
}

}  // namespace

double foot_inversion(const Stepping& now, std::size_t k, double later) {
  const LegStep& leg = now.legs[k];
  if (leg.duty >= 1 || now.wanted.stage) return 0;
  const bool swings = leg.swing >= 0;
  const double state = leg.state < leg.duty ? leg.state : 0;  // 0: it came down early
  const double at = swings ? swing_at(now, leg, later)
                           : std::min(1.0, state / leg.duty + later / leg.stance_time);
  return now.wanted.gait.of([&](const StridePlan& s) {
    return (swings ? s.legs[k].inversion : s.legs[k].stance_inversion).at(at);
  });
}

double swing_pitch(const Stepping& now, std::size_t k, double pitch, double later) {
  const LegStep& leg = now.legs[k];
  const StrideMix& gait = now.wanted.gait;
  const double swing = swing_at(now, leg, later);
  const double toe_off = number_of_leg(now, k, &StrideLeg::toe_off);
  const double strike = number_of_leg(now, k, &StrideLeg::strike);
  const double even = pitch + toe_off + swing * (strike - toe_off);
  if (by_toe_off_and_strike(gait, k, &StrideLeg::pitch)) return even;
  return gait.of([&](const StridePlan& s) {
    const Curve& curve = s.legs[k].pitch;
    return curve.keys.empty() ? even : pitch + curve.at(swing);
  });
}

double FootPitch::at(const Stepping& now, std::size_t k, const Vec3& to_foot, double later) const {
  if (now.wanted.stage && now.wanted.stage->legs[k].pitch)
    return now.wanted.stage->legs[k].pitch->at(now.wanted.phase);
  const LegStep& leg = now.legs[k];
  const LegChain& chain = body_.legs[k].chain;
  const FrameSeen& frame = now.seen.frames[body_.legs[k].frame];
  const Vec3 rest = chain.foot - chain.frame_to_hip;
  const Vec3 r = turn_to(frame.heading, 0).transpose() * to_foot;
  const double leaned = std::atan2(-r.x(), -r.z()) - std::atan2(-rest.x(), -rest.z());
  const double pitch = gain_of(now.wanted.gait, &StrideGainsSpec::foot_follows) * leaned;
  if (leg.swing >= 0) return swing_pitch(now, k, pitch, later);
  if (leg.duty >= 1) return pitch;  // it stands
  const double asked = stance(now, k, pitch, later);
  return soles_ ? soles_->heel_lifted(now, k, to_foot, asked) : asked;
}

// As the stance asks, added to `pitch`.
double FootPitch::stance(const Stepping& now, std::size_t k, double pitch, double later) const {
  const LegStep& leg = now.legs[k];
  const StrideMix& gait = now.wanted.gait;
  const double toe_off = number_of_leg(now, k, &StrideLeg::toe_off);
  const double strike = number_of_leg(now, k, &StrideLeg::strike);
  // A foot that came down early stands from the beginning.
  const double state = soles_ && leg.state >= leg.duty ? 0 : leg.state;
  const double since = state * now.wanted.period + later, left = leg.stance_time - since;
  const double landed = soles_ ? leg.stood + later : since;
  double by_times =
      pitch + strike * std::max(0.0, 1 - landed / number_of_leg(now, k, &StrideLeg::strike_time));
  by_times +=
      toe_off * std::clamp(1 - left / number_of_leg(now, k, &StrideLeg::toe_off_time), 0.0, 1.0);
  if (by_toe_off_and_strike(gait, k, &StrideLeg::stance_pitch)) return by_times;
  // One that came down late begins with its heel, too, and catches up. Only soles know of it.
  const double late = std::max(0.0, since - landed);
  constexpr double catches_up = 0.25;  // of the stance
  const double in_time = soles_ ? landed / catches_up / leg.stance_time : 1;
  const double at = since - late * std::max(0.0, 1 - in_time);
  return gait.of([&](const StridePlan& s) {
    const Curve& curve = s.legs[k].stance_pitch;
    return curve.keys.empty() ? by_times : pitch + curve.at(std::min(1.0, at / leg.stance_time));
  });
}

}  // namespace gambol::skills
