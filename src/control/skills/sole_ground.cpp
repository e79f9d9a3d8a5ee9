#include "control/skills/sole_ground.h"

#include <algorithm>
#include <cmath>

namespace gambol::skills {

// The mean height of the ground around the hips, as far as a step reaches: it rises evenly on
// slopes and stairs. Less where it is steep along the way, see `lowers`: feet are far apart along
// it, and a narrow step across it.
double ground_around(const PressedSoleSpec& sole, const GroundSurface& ground, const Vec3& hips,
                     const Vec3& ahead) {
  constexpr int samples = 4;  // to each side
  // 40 cm of a man whose sole is 23.9 cm long.
  const double around = 1.6736401673640167 * sole_length(sole);
  double sum = 0;
  Vec2 moment = Vec2::Zero();
  for (int i = -samples; i <= samples; ++i)
    for (int j = -samples; j <= samples; ++j) {
      const double z =
          ground_height(ground, hips.x() + around * i / samples, hips.y() + around * j / samples);
      sum += z;
      moment += z * Vec2(i, j);
    }
  constexpr double all = 2 * samples + 1;
  const double mean = sum / (all * all);
  if (sole.lowers == 0) return mean;
  // The slope is that of the plane that comes nearest to the samples.
  constexpr double squares = all * all * (all * all - 1) / 12;
  const double along = std::abs(moment.dot(ahead.head<2>()));
  return mean - sole.lowers * samples / (squares * around) * along;
}

// How much higher than on the flat sole the foot's point is if the foot stands on its heel with its
// toes up, or on the tips of its toes, which bend only so far.
double heel_rise(const PressedSoleSpec& s, double pitch) {
  if (pitch < 0) {
    // Sets in by degrees: a kink would be a jump of the foot's velocity as its toes come up.
    double up = std::sin(-pitch);
    if (const double over = std::sin(s.heel_from); up < over)
      up *= up * (2 * over - up) / (over * over);
    return up * (s.ball - s.heel);
  }
  return std::sin(std::max(0.0, pitch - most_bend)) * s.toes;
}

}  // namespace gambol::skills
