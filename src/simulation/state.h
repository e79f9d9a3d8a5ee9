#pragma once

// Everything that evolves, in one value that can be copied, hashed and stored.

#include <string>
#include <vector>

#include "control/controller.h"

namespace gambol {

struct ControllerState {
  bool active = false;
  double last_tick = -1;  // s; means nothing before the first of its ticks
  double next_tick = 0;   // s
  long ticks = 0;         // since it was started
  double started = 0;     // s
  ControllerMemory memory;
  Goals goals;
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
  std::vector<Pad> pads;  // [pad of the model]; none where nothing sticks
};

// What cues have changed of the world.
struct WorldSettings {
  Vec3 gravity = Vec3::Zero();
  std::optional<Ramp> friction, elasticity;  // of every contact, in place of the spec's

  void override_law(double t, ContactLaw& law) const {
    if (friction) law.friction = friction->at(t);
    if (elasticity) law.restitution = elasticity->at(t);
  }
};

struct AttachmentState {
  bool on = false;
  bool broken = false;
};

struct CueState {
  bool triggered = false, happened = false;
  double due = 0;  // s, once triggered
};

struct State {
  double time = 0;       // s
  double next_step = 0;  // s: what an adaptive method would try next; 0: its first step
  WorldSettings world;
  std::vector<CueState> cues;                // [cue]
  std::vector<AttachmentState> attachments;  // [attachment]
  std::vector<FigureState> figures;
};

// Hash of every bit of it.
std::string state_hash(const State& state);

}  // namespace gambol
