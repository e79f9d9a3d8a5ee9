#pragma once

// A figure as an inverted pendulum of constant height upon its centre of pressure (Kajita's linear
// one): its capture point is where the pressure would have to stay for it to come to rest there
// (Hof, Gazendam and Sinke 2005, J. Biomech. 38:1; Hof 2008, Hum. Mov. Sci. 27:112).

#include "base/vec.h"

namespace gambol {

struct Pendulum {
  Vec3 com = Vec3::Zero(), velocity = Vec3::Zero();  // m, m/s, W
  double omega = 0;                                  // 1/s: root of gravity over height

  // Where the capture point is now, on the ground (z = 0).
  Vec3 captured() const;
  // Where it will be after `time`, s, with the pressure at `pivot` all that time.
  Vec3 captured_later(const Vec3& pivot, double time) const;
  // Where it will be as half of the weight has come upon a new foot, which comes down after `time`
  // so that it is then `ahead` of the pressure there. Until the footfall the pressure goes from
  // `pivot` on at the velocity `rolls`, m/s; then it goes over to the new foot evenly, half of the
  // way in `half`, s: a quarter of it on average.
  Vec3 captured_at_transfer(const Vec3& pivot, double time, double half, const Vec3& ahead,
                            const Vec3& rolls = Vec3::Zero()) const;
};

// Of a walk whose steps repeat: how far the capture point is ahead of and inwards of the middle of
// a foot as the weight comes upon it. `length`, `width`: m, of a step; `time`: s, of one.
Vec2 capture_offset(double length, double width, double omega, double time);

// The same on one foot at a time, with a flight between: the weight of a whole step is borne in the
// stance, so that the pendulum falls the faster. Along the ground it passes over its foot in the
// middle of the stance, and leaves it as it came.
struct BouncingPendulum {
  double omega = 0;               // 1/s, in the stance
  double stance = 0, flight = 0;  // s

  // Of a run that repeats itself, `since` s from the footfall: place and velocity, ahead of and
  // inwards of the foot. `speed`: m/s, on the mean; `width`: m, between the feet's lines.
  struct Place {
    Vec2 at = Vec2::Zero(), velocity = Vec2::Zero();  // m, m/s
  };
  Place repeated(double since, double speed, double width) const;
  // s: by how much farther a foot is to come down per velocity that is too high as it does, for
  // what would grow from step to step to vanish.
  double growing() const;
};
// `pendulum`: of the figure; `step`: s, of which it stands for `stance`.
BouncingPendulum bouncing(const Pendulum& pendulum, double stance, double step);

}  // namespace gambol
