// How the legs that stand share what they do together.

#include <algorithm>
#include <array>
#include <cmath>

#include "control/skills/leg_frames.h"
#include "dynamics/momentum.h"

namespace gambol {

// Of the legs of a frame that stand, each takes on its part by degrees from its footfall, and gives
// it away before it lifts. They push alike: if the one that bears more pushed more, the other would
// lose its ground. They turn the frame by what they bear.
void LegFrames::share_loads(Now& now, const LegFramesMemory& memory) const {
  const double least = spec_.firm * weight_ * now.sense.work.gravity.norm();
  const double ramp = spec_.ramp.at(now.wanted.norm());
  for (const LegFrame& frame : frames_) {
    double turns = 0, most_turn = 0;
    for (const std::size_t k : frame.legs) {
      const LegFramesMemory::Leg& m = memory.legs[k];
      LegNow& leg = now.legs[k];
      if (m.swings || !m.touches) continue;
      // A leg stood from the beginning if the gait has asked it to swing and it does not.
      const double left =
          m.asked || leg.duty >= 1 ? ramp : leg.stance_time - leg.state * now.period;
      leg.push =
          std::min(1.0, (now.sense.time - m.since) / ramp) * std::clamp(left / ramp, 0.0, 1.0);
      leg.stands = leg.push * std::min(1.0, m.load / least);
      leg.turn = leg.stands * m.load;
      turns += leg.turn;
      most_turn = std::max(most_turn, leg.stands);
    }
    for (const std::size_t k : frame.legs)
      if (turns > 0) now.legs[k].turn *= most_turn / turns;
  }
}

void LegFrames::weigh(Now& now) const {
  const Momentum m = momentum(now.sense.model, now.sense.work);
  double ground = 0;
  for (const FrameNow& f : now.frames) ground += f.ground / static_cast<double>(now.frames.size());
  constexpr double least = 0.1;  // m: it lies
  now.whole.com = m.com;
  now.whole.velocity = m.linear / weight_;
  now.whole.omega = std::sqrt(now.sense.work.gravity.norm() / std::max(least, m.com.z() - ground));
}

// The share of the stride for which the gait has one leg of the frame at least on the ground: in
// flight none bears. Stances are intervals of a circle, the second round finds what lies open.
double LegFrames::standing_share(const Now& now, std::size_t f) const {
  if (now.stage) return 1;                         // its legs bear as they stand
  std::vector<std::pair<double, double>> stances;  // from, to
  for (const std::size_t k : frames_[f].legs) {
    const LegNow& leg = now.legs[k];
    const double from = now.phase - leg.state - std::floor(now.phase - leg.state);
    stances.emplace_back(from, from + leg.duty);
  }
  std::sort(stances.begin(), stances.end());
  double until = 0, open = 0;
  for (int round = 0; round < 2; ++round)
    for (const auto& [from, to] : stances) {
      if (round == 1) open += std::max(0.0, from + 1 - until);
      until = std::max(until, to + round);
    }
  return 1 - open;
}

// The share of the weight that the legs of a frame bear. In an act feet may be far from where they
// are at rest: there it is the lever's, by which two frames hold the centre of mass between the
// middles of their standing feet.
double LegFrames::bears(const Now& now, std::size_t f) const {
  const double share = frames_[f].bears;
  if (!now.stage || frames_.size() != 2) return share;
  const Vec3 forward = ahead_of(now.heading);
  std::array<double, 2> at = {}, push = {};
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegNow& leg = now.legs[k];
    push[legs_[k].frame] += leg.push;
    at[legs_[k].frame] += leg.push * leg.foot.dot(forward);
  }
  if (push[0] == 0 || push[1] == 0) return share;
  const double other = at[1 - f] / push[1 - f], span = at[f] / push[f] - other;
  constexpr double narrow = 0.05;  // m
  if (std::abs(span) < narrow) return share;
  return std::clamp((now.whole.com.dot(forward) - other) / span, 0.0, 1.0);
}

// F_h, with the frame's part of the weight.
double LegFrames::lift(const Now& now, std::size_t f) const {
  const FrameNow& frame = now.frames[f];
  const double error = frame.height - (frame.hips.z() - frame.ground);
  const double faster = gain_of(now.gait, &StrideGainsSpec::height_ahead) * frame.rise_faster;
  const double up =
      bears(now, f) * weight_ * (now.sense.work.gravity.norm() + faster) / standing_share(now, f) +
      gain_of(now.gait, &StrideGainsSpec::height_stiffness) * error -
      gain_of(now.gait, &StrideGainsSpec::height_damping) * (frame.velocity.z() - frame.rise);
  return frame.bears * up + frame.lift;
}

// Shares the force upwards among the legs that stand, so that together they turn the whole figure
// about its long axis as the frames want to be turned, as far as the feet allow. What is then left
// at one frame and lacking at another goes through the back; the hips do the rest.
void LegFrames::lean(Now& now) const {
  const Vec3 forward = ahead_of(now.heading);
  const Vec3 aside = Vec3::UnitZ().cross(forward);
  double wanted = 0, fixed = 0, free = 0;
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    FrameNow& frame = now.frames[f];
    wanted += frame.couple.dot(forward);
    for (const std::size_t k : frames_[f].legs) {
      LegNow& leg = now.legs[k];
      leg.aside = (leg.foot - frame.hips).dot(aside);
      if (leg.push > 0) frame.feet.add(leg.push, leg.aside);
    }
    if (frame.feet.two())
      free += frame.up;
    else
      fixed += frame.up * frame.feet.middle() * frame.feet.most_push;
  }
  const double centre = free > 0 ? (wanted - fixed) / free : 0;
  std::vector<double> lacking(frames_.size());
  double all = 0, standing = 0;
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    FrameNow& frame = now.frames[f];
    const double moment = share_push(now, f, centre);
    frame.couple -= moment * forward;
    lacking[f] = frame.couple.dot(forward);
    all += lacking[f];
    standing += frame.feet.n > 0 ? 1 : 0;
  }
  if (standing == 0) return;
  double through = 0;  // couple of the back on the frame behind
  for (std::size_t f = 0; f < spine_.size(); ++f) {
    through += (now.frames[f].feet.n > 0 ? all / standing : 0) - lacking[f];
    now.forces.add_couple(frames_[f].body, frames_[f + 1].body, through * forward, now.Q);
  }
}

// Each leg's part is in proportion to how far it pushes, and linear in its distance aside. Returns
// the moment of the forces about the middle of the hips, N*m.
double LegFrames::share_push(Now& now, std::size_t f, double centre) const {
  FrameNow& frame = now.frames[f];
  const Feet& feet = frame.feet;
  if (feet.n == 0) return 0;
  double a = 1 / feet.n, b = 0;
  if (feet.two()) {
    double least_push = feet.most_push;
    for (const std::size_t k : frames_[f].legs)
      if (now.legs[k].push > 0) least_push = std::min(least_push, now.legs[k].push);
    const double kept = gain_of(now.gait, &StrideGainsSpec::least_share) * least_push /
                        feet.most_push * (feet.most - feet.least);
    const double at = std::clamp(centre, feet.least + kept, feet.most - kept);
    b = (at - feet.middle()) / (feet.yy - feet.y * feet.middle());
    a = (1 - b * feet.y) / feet.n;
  }
  double sum = 0, moment = 0;
  for (const std::size_t k : frames_[f].legs) {
    LegNow& leg = now.legs[k];
    leg.push *= std::max(0.0, a + b * leg.aside);
    sum += leg.push;
  }
  for (const std::size_t k : frames_[f].legs) {
    LegNow& leg = now.legs[k];
    leg.push *= feet.most_push / sum;
    moment += leg.push * leg.aside * frame.up;
  }
  return moment;
}

}  // namespace gambol
