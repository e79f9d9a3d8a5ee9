#include "control/kinematic_gait/body_carry.h"

#include <cmath>
#include <limits>

namespace gambol {
namespace {

// A body's fall is decided within a few of the times in which a pendulum of its height falls: what
// comes later than the forecast does not matter to what is kept.
constexpr double kept_falls = 4, forecast_falls = 4;

// Of the figure's height: derivatives by offsets are good for so much.
constexpr double most_shift = 0.3;

Vec6 vector_of(const BodyOffset& o) { return stacked(o.turn, o.by); }

// Lets offsets fade beyond the last that is known.
void continue_offsets(double fade, std::size_t size, std::vector<BodyOffset>& offsets) {
  BodyOffset last = offsets.empty() ? BodyOffset{} : offsets.back();
  while (offsets.size() < size) {
    last.turn *= fade;
    last.by *= fade;
    offsets.push_back(last);
  }
  offsets.resize(size);
}

// Forgets the offsets of postures before `first`.
void forget_before(long first, CarryMemory& m) {
  const long known = static_cast<long>(m.offsets.size());
  m.offsets.erase(m.offsets.begin(), m.offsets.begin() + std::min(first - m.first, known));
  m.first = first;
}

}  // namespace

void fit_offsets(CarriedMotion& motion, const SeeAhead& see) {
  constexpr int most_rounds = 20;
  constexpr double enough = 2e-3;  // of the weight, left without support: root mean square
  constexpr double least_share = 0.1;
  const auto offsets = [&] {
    std::vector<Vec6> all;
    for (const CarriedInstant& at : motion.at) all.push_back(at.offset);
    return all;
  };
  // Better rounds bring ever less: the search ends if `together` of them brought less than a tenth.
  constexpr std::size_t together = 3;
  constexpr double worth_it = 0.9 * 0.9;  // of the squares
  std::vector<double> better;             // [round that was better] what was left
  const auto is_worth_it = [&] {
    const std::size_t n = better.size();
    return n <= together || better[n - 1] < worth_it * better[n - 1 - together];
  };
  std::vector<Vec6> best = offsets(), there = best;
  double least = INFINITY, share = 1;
  for (int round = 0; round < most_rounds && share > least_share && is_worth_it(); ++round) {
    const double worse = see(motion) + unsupported(motion);
    if (worse < least) {
      best = offsets();
      least = worse;
      better.push_back(least);
      if (least < enough * enough) break;
      carry(motion);
      there = offsets();
      share = 1;
    } else {
      share /= 2;
    }
    for (std::size_t k = motion.fixed; k < motion.at.size(); ++k)
      motion.at[k].offset = best[k] + share * (there[k] - best[k]);
  }
  for (std::size_t k = 0; k < motion.at.size(); ++k) motion.at[k].offset = best[k];
}

BodyOffset BodyCarry::run(const AheadIn& in, CarryMemory& m) const {
  const long next = in.walk.posed + 1;
  if (next >= m.carried) forecast(in, m);
  return m.of(next);
}

void BodyCarry::forecast(const AheadIn& in, CarryMemory& m) const {
  const double tick = ahead_.tick(), fall = std::sqrt(height_ / in.world.gravity.norm());
  const auto ticks = [&](double falls) {
    return static_cast<long>(std::ceil(falls * fall / tick));
  };
  const long next = in.walk.posed + 1;
  if (!spec_.recoil || !std::isfinite(fall)) {  // nothing has a weight: the plan can be kept
    m = {next, std::numeric_limits<long>::max(), {BodyOffset{}}};
    return;
  }
  CarriedMotion motion;
  motion.dt = tick;
  motion.mass = mass_;
  motion.gravity = in.world.gravity;
  motion.hold = spec_.hold_place / fall;
  motion.hold_turn = spec_.hold_attitude / fall;
  motion.most_shift = most_shift * height_;
  motion.fixed = in.walk.posed < 0 ? 0 : in.last.size();
  motion.at.resize(motion.fixed + static_cast<std::size_t>(ticks(kept_falls + forecast_falls)));
  forget_before(next - static_cast<long>(motion.fixed), m);
  continue_offsets(std::exp(-motion.hold * motion.dt), motion.at.size(), m.offsets);
  for (std::size_t k = 0; k < motion.at.size(); ++k) motion.at[k].offset = vector_of(m.offsets[k]);
  fit_offsets(motion, [&](CarriedMotion& ahead) { return ahead_.run(in, ahead); });
  for (std::size_t k = 0; k < motion.at.size(); ++k)
    m.offsets[k] = body_offset(motion.at[k].offset);
  m.carried = next + ticks(kept_falls);
}

}  // namespace gambol
