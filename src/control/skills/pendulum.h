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

}  // namespace gambol
