#pragma once

// The pitch of feet, rad, heel up: toe-off and foot strike (seed 002, "Foot control"), besides the
// share that a foot takes of its leg's own pitch; and their inversion.

#include "control/skills/soles.h"
#include "control/skills/wanted.h"

namespace gambol::skills {

// As the swing asks, `later` s from now, added to `pitch`.
double swing_pitch(const Stepping& now, std::size_t leg, double pitch, double later);

// As the gait asks `later` s from now; rad, inner edge up.
double foot_inversion(const Stepping& now, std::size_t leg, double later);

class FootPitch {
 public:
  // `soles`: none if forces act at the feet's points.
  FootPitch(const LegFramesSpec& spec, const Anatomy& body, const Soles* soles)
      : spec_(spec), body_(body), soles_(soles) {}

  // Of a foot at `to_foot` from its hip, m, W, `later` s from now.
  double at(const Stepping& now, std::size_t leg, const Vec3& to_foot, double later = 0) const;

 private:
  double stance(const Stepping& now, std::size_t leg, double pitch, double later) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const Soles* soles_;
};

}  // namespace gambol::skills
