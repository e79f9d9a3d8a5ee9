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
  bool dormant = false;   // not there: nothing evolves
  bool called = false;    // dormant, and comes in at `enters`
  double enters = 0;      // s
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

// A particle on its arc, which begins at its birth or last bounce.
struct ParticleState {
  long id = -1;               // counted from 0 by its emitter; -1: none has been here
  double born = 0, dies = 0;  // s
  double since = 0;           // s: when the arc began
  double bounce = 0;          // s: when it ends on the ground; infinite if it does not
  bool rests = false;         // lies on the ground
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();  // W, m and m/s at `since`
};

// A place that throws particles for a while: a contact, or a point of a body.
struct EmissionSource {
  bool on = false;
  bool contact = false;
  int figure = -1, body = 0;                // -1: the world
  int other_figure = -1, other_body = 0;    // of a contact; -1: the ground
  Vec3 p = Vec3::Zero(), d = Vec3::Zero();  // of a point, and its direction, in the body's frame
  double begun = 0;                         // s
  double until = 0;                         // s; of a contact: when it was there last
  double next = 0;                          // s: of the next burst
};

struct EmitterState {
  std::uint64_t drawn = 0;               // streams of random numbers
  long born = 0, dropped = 0;            // dropped: before its time, to make room
  std::vector<ParticleState> particles;  // a ring, [capacity]
  std::vector<EmissionSource> sources;   // a fixed number of slots
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
  std::vector<EmitterState> particles;  // [emitter]
};

// Hash of every bit of it.
std::string state_hash(const State& state);

}  // namespace gambol
