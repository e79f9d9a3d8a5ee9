#include "control/kinematic_gait/led_sections.h"

#include <cmath>

namespace gambol {

std::vector<Frame> bent_sections(const std::vector<SectionPlace>& sections,
                                 const std::vector<SectionTurn>& turns) {
  constexpr double straight = 1e-6;  // rad: below it an arc is as long as its chord to all digits
  std::vector<Frame> at(sections.size());
  Vec3 moved = Vec3::Zero();
  for (std::size_t k = 0; k < at.size(); ++k) {
    const SectionPlace& s = sections[k];
    const Mat3 R = turns[k].R();
    at[k] = {R * s.X_TS.R, s.X_TS.p};
    if (k > 0) {
      const SectionPlace& parent = sections[s.parent];
      const SectionTurn &from = turns[s.parent], &to = turns[k];
      const double half = std::hypot(to.yaw - from.yaw, to.pitch - from.pitch) / 2;
      const double chord = half < straight ? 1 : std::sin(half) / half;
      const SectionTurn between{(from.yaw + to.yaw) / 2, (from.pitch + to.pitch) / 2};
      at[k].p = at[s.parent].p + from.R() * (s.begins - parent.X_TS.p) +
                chord * (between.R() * (s.X_TS.p - s.begins));
    }
    moved += (at[k].p - s.X_TS.p) / static_cast<double>(at.size());
  }
  for (Frame& X : at) X.p -= moved;
  return at;
}

std::vector<Frame> bends_along(double curve, const std::vector<SectionPlace>& sections) {
  std::vector<Frame> moved(sections.size());
  if (sections.size() < 2 || curve == 0) return moved;
  std::vector<SectionTurn> turns;
  for (const SectionPlace& s : sections) turns.push_back({curve * s.X_TS.p.x(), 0});
  const std::vector<Frame> at = bent_sections(sections, turns);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Mat3 R = at[k].R * sections[k].X_TS.R.transpose();
    moved[k] = {R, at[k].p - R * sections[k].X_TS.p};
  }
  return moved;
}

}  // namespace gambol
