#pragma once

// How fast the torques of joints change: muscles need time.

#include <vector>

#include "control/controller.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol::skills {

struct EffortsMemory {
  std::vector<double> torques;  // [nv] N*m, as commanded at the last tick; empty: none was
};

class Efforts {
 public:
  // `tick`: s between two ticks.
  Efforts(const LegFramesSpec& spec, double tick) : spec_(spec), tick_(tick) {}

  // `speed`: m/s, wanted at once. Changes feed-forward torques so that what a joint is asked to
  // exert as the tick begins differs by no more from what it was asked at the last tick than
  // `torque_rise` allows. Joints without a limit of torque may change at once.
  void limit(const Sense& sense, double speed, EffortsMemory& memory, Command& command) const;

 private:
  const LegFramesSpec& spec_;
  double tick_ = 0;
};

}  // namespace gambol::skills
