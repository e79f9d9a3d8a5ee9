#pragma once

// Everything that evolves during a simulation, in one value that can be copied, hashed and stored.

#include <string>
#include <vector>

#include "contact/answer/held_contact.h"
#include "contact/answer/pads.h"
#include "control/controller.h"
#include "control/controller_memory.h"

namespace gambol {

struct ControllerState {
  bool active = false;
  double last_tick = -1;  // s; undefined before the first tick
  double next_tick = 0;   // s
  long ticks = 0;         // since the controller was started
  double started = 0;     // s
  ControllerMemory memory;
  Goals goals;
};

struct Push {
  int body = 0;
  Vec3 force = Vec3::Zero();  // W, N
  Vec3 at = Vec3::Zero();     // B, m: where it acts
  double until = 0;           // s
};

struct FigureState {
  Eigen::VectorXd q, v;  // see Model
  Command command;
  std::vector<ControllerState> controllers;
  std::vector<Push> pushes;
  std::vector<Pad> pads;          // [point of the model]; as many as needs_pads() says
  std::vector<HeldContact> held;  // of the last step, where impulses answer contacts
  double touched = 0;             // s: when contacts or attachments last acted
  bool dormant = false;           // absent: nothing evolves
  bool called = false;            // dormant, and enters at `enters`
  double enters = 0;              // s
};

// Settings of the world that cues can change.
struct WorldSettings {
  Vec3 gravity = Vec3::Zero();
  std::optional<Ramp> friction, elasticity;  // of every contact, replacing the spec's

  void override_law(double t, ContactLaw& law) const {
    if (friction) law.friction = friction->at(t);
    if (elasticity) law.restitution = elasticity->at(t);
  }
};

struct AttachmentState {
  bool on = false;
  bool broken = false;
};

// A particle on its arc, which began at its birth, at its last bounce or when gravity changed.
struct ParticleState {
  long id = -1;               // counted from 0 by its emitter; -1: an unused slot
  double born = 0, dies = 0;  // s
  double since = 0;           // s: when the arc began
  double bounce = 0;          // s: when the arc meets the ground; infinite if it does not
  bool rests = false;         // lies on the ground
  Vec3 p = Vec3::Zero(), v = Vec3::Zero();  // W, m and m/s at `since`
};

// A place that emits particles for a limited time: a contact, or a point of a body.
struct EmissionSource {
  bool on = false;
  bool contact = false;
  int figure = -1, body = 0;                // -1: the world
  int other_figure = -1, other_body = 0;    // of a contact; -1: the ground
  Vec3 p = Vec3::Zero(), d = Vec3::Zero();  // of a point, and its direction, in the body's frame
  double begun = 0;                         // s
  double until = 0;                         // s: end; for a contact, when it last touched
  double next = 0;                          // s: time of the next burst
};

struct EmitterState {
  std::uint64_t drawn = 0;               // number of random streams used so far
  long born = 0, dropped = 0;            // dropped: removed before it died, to make room
  std::vector<ParticleState> particles;  // ring buffer, [capacity]
  std::vector<EmissionSource> sources;   // a fixed number of slots
};

struct CueState {
  bool triggered = false, happened = false;
  double due = 0;     // s, once triggered
  bool armed = true;  // of a cue that repeats: its condition has been false since it happened
  long times = 0;     // how often it has happened
  long followed = 0;  // how often the cue of its `after` had happened when it was triggered
};

struct State {
  double time = 0;       // s
  double next_step = 0;  // s: length that an adaptive method tries next; 0: the first step
  WorldSettings world;
  std::vector<CueState> cues;                // [cue]
  std::vector<AttachmentState> attachments;  // [attachment]
  std::vector<FigureState> figures;
  std::vector<EmitterState> particles;  // [emitter]
  // Of the last step, where impulses answer contacts; in the order of their bodies.
  std::vector<HeldTouch> touches;
};

// Hash of every bit of `state`.
std::string state_hash(const State& state);

}  // namespace gambol
