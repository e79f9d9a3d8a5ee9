#pragma once

// The shutter's openness over the time that it is open.

#include <vector>

#include "render/lanes.h"
#include "shot/camera_spec.h"

namespace gambol {

class Shutter {
 public:
  explicit Shutter(const CameraSpec& camera);

  double open() const { return open_; }  // fraction of a frame's time
  // Samples a moment of the open time, in [0, 1], in proportion to the openness; u is uniform in
  // [0, 1).
  float moment(float u) const;
  Floats moment(Floats u) const {
    if (!light_.empty())
      for (int k = 0; k < float_lanes; ++k) set_lane(u, k, moment(u[k]));
    return u;
  }
  // The fraction of all light that enters between two moments.
  double share(double from, double to) const;

 private:
  double up_to(double moment) const;

  double open_;
  // Points of the piecewise linear curve of openness. Empty: always fully open.
  std::vector<double> at_, openness_, light_;  // light_: cumulative, from 0 to 1
};

}  // namespace gambol
