#include "control/skills/bearing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rotation.h"
#include "control/skills/sole_balance.h"

namespace gambol::skills {

Loads Bearers::run(const Stepping& now, SolesMemory& soles) const {
  Loads b{share_loads(now), std::vector<FrameBears>(body_.frames.size()),
          std::vector<double>(body_.spine.size())};
  for (std::size_t f = 0; f < b.frames.size(); ++f) b.frames[f].couple = wanted_couple(now, f);
  for (std::size_t f = 0; f < b.frames.size(); ++f) b.frames[f].up = std::max(0.0, lift(now, b, f));
  if (soles_)
    soles_->press(now, soles, b);
  else
    lean(now, b);
  return b;
}

// Of the legs of a frame that stand, each takes on its part by degrees from its footfall, and gives
// it away before it lifts. They push alike: if the one that bears more pushed more, the other would
// lose its ground. They turn the frame by what they bear.
std::vector<LegBears> Bearers::share_loads(const Stepping& now) const {
  std::vector<LegBears> legs(now.legs.size());
  for (std::size_t k = 0; k < legs.size(); ++k) legs[k].press = now.seen.legs[k].foot;
  // The load from which on a leg turns its frame with all its share; below, its servo holds it.
  constexpr double firm = 0.1;  // weights
  const double least = firm * body_.mass * now.seen.gravity();
  const double ramp = spec_.ramp.at(now.wanted.velocity.norm()), time = now.seen.sense.time;
  for (std::size_t f = 0; f < body_.frames.size(); ++f) {
    const LegFrame& frame = body_.frames[f];
    double turns = 0, most_turn = 0;
    for (const std::size_t k : frame.legs) {
      const LegStep& step = now.legs[k];
      LegBears& leg = legs[k];
      // One that bounces pushes on if it loses the ground, and so finds it again.
      const bool bounces = now.wanted.frames[f].bounces > 0 && step.state < step.duty;
      if (step.swings || (!step.touches && !bounces)) continue;
      // A leg stood from the beginning if the gait has asked it to swing and it does not.
      const double left =
          step.asked || step.duty >= 1 ? ramp : step.stance_time - step.state * now.wanted.period;
      leg.push = std::min(1.0, (time - step.since) / ramp) * std::clamp(left / ramp, 0.0, 1.0);
      leg.stands = leg.push * std::min(1.0, step.load / least);
      leg.turn = leg.stands * step.load;
      turns += leg.turn;
      most_turn = std::max(most_turn, leg.stands);
    }
    for (const std::size_t k : frame.legs)
      if (turns > 0) legs[k].turn *= most_turn / turns;
  }
  return legs;
}

// The couple that turns a frame to the orientation wanted of it.
Vec3 Bearers::wanted_couple(const Stepping& now, std::size_t f) const {
  const Wanted& wanted = now.wanted;
  const FrameWanted& frame = wanted.frames[f];
  const FrameSeen& seen = now.seen.frames[f];
  const Vec3 error = log_rotation(Quat(Mat3(wanted_turn(wanted, frame) * seen.turn.transpose())));
  Vec3 rate = frame.pitch_rate * Vec3(-std::sin(wanted.heading), std::cos(wanted.heading), 0);
  rate.z() += wanted.turns;
  if (soles_) rate += frame.roll_rate * wanted.forward() + frame.yaw_rate * Vec3::UnitZ();
  return gain_of(wanted.gait, &StrideGainsSpec::turn_stiffness) * error -
         gain_of(wanted.gait, &StrideGainsSpec::turn_damping) * (seen.spin - rate);
}

// The share of the stride for which the gait has one leg of the frame at least on the ground: in
// flight none bears. Stances are intervals of a circle, the second round finds what lies open.
double Bearers::standing_share(const Stepping& now, std::size_t f) const {
  if (now.wanted.stage) return 1;                  // its legs bear as they stand
  std::vector<std::pair<double, double>> stances;  // from, to
  for (const std::size_t k : body_.frames[f].legs) {
    const LegStep& step = now.legs[k];
    const double phase = now.wanted.phase;
    const double from = phase - step.state - std::floor(phase - step.state);
    stances.emplace_back(from, from + step.duty);
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
double Bearers::weight_share(const Stepping& now, const Loads& b, std::size_t f) const {
  const double share = body_.frames[f].bears;
  if (!now.wanted.stage || body_.frames.size() != 2) return share;
  const Vec3 forward = now.wanted.forward();
  std::array<double, 2> at = {}, push = {};
  for (std::size_t k = 0; k < b.legs.size(); ++k) {
    push[body_.legs[k].frame] += b.legs[k].push;
    at[body_.legs[k].frame] += b.legs[k].push * now.seen.legs[k].foot.dot(forward);
  }
  if (push[0] == 0 || push[1] == 0) return share;
  const double other = at[1 - f] / push[1 - f], span = at[f] / push[f] - other;
  constexpr double narrow = 0.1;  // of the hips' height
  if (std::abs(span) < narrow * body_.height) return share;
  return std::clamp((now.seen.whole.com.dot(forward) - other) / span, 0.0, 1.0);
}

// m/s2: the acceleration by which a frame that bounces leaves the ground as it is to, at the height
// and the velocity that are wanted then, with the least effort on the way there. Of the velocity it
// is the whole figure's that counts, as in flight.
double Bearers::back_to_bounce(const Stepping& now, std::size_t f) const {
  const FrameWanted& wanted = now.wanted.frames[f];
  double left = 0;
  for (const std::size_t k : body_.frames[f].legs) {
    const LegStep& step = now.legs[k];
    if (step.swing < 0 && step.state < step.duty)
      left = std::max(left, std::max(step.duty / 4, step.duty - step.state) * now.wanted.period);
  }
  if (left == 0) return 0;
  return 6 / (left * left) * (wanted.height - now.seen.frames[f].height()) -
         4 / left * (now.seen.whole.velocity.z() - wanted.rise);
}

// F_h of seed 002, with the frame's part of the weight.
double Bearers::lift(const Stepping& now, const Loads& b, std::size_t f) const {
  const FrameSeen& seen = now.seen.frames[f];
  const FrameWanted& wanted = now.wanted.frames[f];
  const StrideMix& gait = now.wanted.gait;
  const double error = wanted.height - seen.height();
  const double faster = gain_of(gait, &StrideGainsSpec::height_ahead) * wanted.rise_faster;
  const double mass = weight_share(now, b, f) * body_.mass, gravity = now.seen.gravity();
  const double up =
      mass * ((1 - wanted.bounces) * gravity + faster) / standing_share(now, f) +
      (wanted.bounces > 0
           ? mass * (gravity * wanted.weights + wanted.bounces * back_to_bounce(now, f))
           : 0) +
      gain_of(gait, &StrideGainsSpec::height_stiffness) * error -
      gain_of(gait, &StrideGainsSpec::height_damping) * (seen.velocity.z() - wanted.rise);
  // Legs that bounce always push: hips that are too high come down by their weight.
  constexpr double least = 0.2;  // of what bouncing asks for
  return std::max(wanted.bears * up + wanted.lift, least * mass * gravity * wanted.weights);
}

// Where along the way to the side all feet together would have to press for the frames' couples
// about the way, m.
double Bearers::pressure_aside(const Stepping& now, Loads& b) const {
  const Vec3 forward = now.wanted.forward(), aside = Vec3::UnitZ().cross(forward);
  double wanted = 0, fixed = 0, free = 0;
  for (std::size_t f = 0; f < b.frames.size(); ++f) {
    FrameBears& frame = b.frames[f];
    wanted += frame.couple.dot(forward);
    for (const std::size_t k : body_.frames[f].legs) {
      LegBears& leg = b.legs[k];
      leg.aside = (now.seen.legs[k].foot - now.seen.frames[f].hips).dot(aside);
      if (leg.push > 0) frame.feet.add(leg.push, leg.aside);
    }
    if (frame.feet.apart(narrow()))
      free += frame.up;
    else
      fixed += frame.up * frame.feet.middle() * frame.feet.most_push;
  }
  return free > 0 ? (wanted - fixed) / free : 0;
}

// Shares the force upwards among the legs that stand, so that together they turn the whole figure
// about its long axis as the frames want to be turned, as far as the feet allow. What is then left
// at one frame and lacking at another goes through the back; the hips do the rest.
void Bearers::lean(const Stepping& now, Loads& b) const {
  const Vec3 forward = now.wanted.forward();
  const double centre = pressure_aside(now, b);
  std::vector<double> lacking(b.frames.size());
  double all = 0, standing = 0;
  for (std::size_t f = 0; f < b.frames.size(); ++f) {
    FrameBears& frame = b.frames[f];
    const double moment = share_push(now, f, centre, b);
    frame.couple -= moment * forward;
    lacking[f] = frame.couple.dot(forward);
    all += lacking[f];
    standing += frame.feet.n > 0 ? 1 : 0;
  }
  if (standing == 0) return;
  double through = 0;  // couple of the back on the frame behind
  for (std::size_t f = 0; f < b.back.size(); ++f) {
    through += (b.frames[f].feet.n > 0 ? all / standing : 0) - lacking[f];
    b.back[f] = through;
  }
}

// Each leg's part is in proportion to how far it pushes, and linear in its distance aside. Returns
// the moment of the forces about the middle of the hips, N*m.
double Bearers::share_push(const Stepping& now, std::size_t f, double centre, Loads& b) const {
  const Feet& feet = b.frames[f].feet;
  const std::vector<std::size_t>& legs = body_.frames[f].legs;
  if (feet.n == 0) return 0;
  double even = 1 / feet.n, slope = 0;
  if (feet.apart(narrow())) {
    double least_push = feet.most_push;
    for (const std::size_t k : legs)
      if (b.legs[k].push > 0) least_push = std::min(least_push, b.legs[k].push);
    const double kept = gain_of(now.wanted.gait, &StrideGainsSpec::least_share) * least_push /
                        feet.most_push * (feet.most - feet.least);
    const double at = std::clamp(centre, feet.least + kept, feet.most - kept);
    slope = (at - feet.middle()) / (feet.yy - feet.y * feet.middle());
    even = (1 - slope * feet.y) / feet.n;
  }
  double sum = 0, moment = 0;
  for (const std::size_t k : legs) {
    LegBears& leg = b.legs[k];
    leg.push *= std::max(0.0, even + slope * leg.aside);
    sum += leg.push;
  }
  for (const std::size_t k : legs) {
    LegBears& leg = b.legs[k];
    leg.push *= feet.most_push / sum;
    moment += leg.push * leg.aside * b.frames[f].up;
  }
  return moment;
}

}  // namespace gambol::skills
