#pragma once

// When light gets in while the shutter is open.

#include <vector>

#include "render/lanes.h"
#include "shot/camera_spec.h"

namespace gambol {

class Shutter {
 public:
  explicit Shutter(const CameraSpec& camera);

  double open() const { return open_; }  // part of a frame's time
  // Moments of the open time, in [0, 1], as often as much light gets in: u is even in [0, 1).
  float moment(float u) const;
  Floats moment(Floats u) const {
    if (!light_.empty())
      for (int k = 0; k < float_lanes; ++k) set_lane(u, k, moment(u[k]));
    return u;
  }
  // The part of all light that gets in between two moments.
  double share(double from, double to) const;

 private:
  double up_to(double moment) const;

  double open_;
  // Pieces of the curve: its openness is linear in each. None: always fully open.
  std::vector<double> at_, openness_, light_;  // light_: up to there, from 0 to 1
};

}  // namespace gambol
