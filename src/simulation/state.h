#pragma once

// Everything that evolves, in one value that can be copied, hashed and stored.

#include <string>
#include <vector>

#include "control/controller.h"

namespace gambol {

struct ControllerState {
  bool active = false;
  double last_tick = -1;  // s; < 0: never
  double next_tick = 0;   // s
  long ticks = 0;         // since it was started
  double started = 0;     // s
  ControllerMemory memory;
};

struct Push {
  int body = 0;
  Vec3 force = Vec3::Zero();  // W, N at the centre of mass
  double until = 0;           // s
};

struct FigureState {
  Eigen::VectorXd q, v;  // see Model
  Command command;
  std::vector<ControllerState> controllers;
  std::vector<Push> pushes;
};

struct State {
  double time = 0;       // s
  double next_step = 0;  // s: what an adaptive method would try next; 0: its first step
  std::size_t cue = 0;   // the next one to happen
  std::vector<FigureState> figures;
};

// Hash of every bit of it.
std::string state_hash(const State& state);

}  // namespace gambol
