#pragma once

// The memory of a controller of leg frames.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/vec.h"
#include "control/controller_plug.h"

namespace gambol {

struct LegFramesMemory {
  double phase = 0;  // of the stride, in [0, 1)
  double trim = 0;   // m/s, added to the goal's speed
  double goal = 0;   // m/s: the speed that follows the goal's with limited acceleration
  struct Leg {
    bool begun = false;
    bool asked = false;  // the gait asked it to swing at the last tick
    bool swings = false;
    bool touches = false;      // its feet bear, with hysteresis
    double since = 0;          // s: of the last footfall or lift
    Vec3 from = Vec3::Zero();  // W, m: where the foot was as it lifted
    Vec3 aim = Vec3::Zero();   // W, m: where it was to be at the last tick
    double drop = 0;           // m by which the foot is lowered, because it finds no ground
    double load = 0;           // N, smoothed
    double ground = 0;         // m: height of the ground where it is to come down
  };
  // What an act wants of a frame.
  struct Posture {
    double height = 0, pitch = 0, roll = 0;  // m, rad
    double bears = 1;                        // factor
  };
  // A joint's angle that a stage of an act has set, rad.
  struct Held {
    int dof = 0;
    double aim = 0;
  };
  // The act that it plays; see control/skills/acts.h.
  struct Act {
    int asked = -1;    // that a cue has run and that has not begun
    int playing = -1;  // -1: gaits
    bool mirrored = false;
    int stage = 0;
    double since = 0;                   // s: of the stage's beginning
    double speed = 0, heading = 0;      // m/s, rad: as the act began
    std::vector<Posture> from, wanted;  // [frame] at the stage's beginning; at the last tick
    std::vector<Held> held_from, held;  // likewise
  };
  Act act;
  // How servos of a leg go over from one task to the next.
  struct HandOver {
    std::int32_t task = -1;  // 0 swing, 1 late to come down, 2 stance; -1: none yet
    double since = 0;        // s
    // As it began, by how much angles and rates were ahead of those that were asked: [joint from
    // the hip to the ankle] rad, rad/s.
    std::vector<double> ahead, rates;
  };
  // Of balance on soles.
  struct Balance {
    std::vector<Vec3> to;        // [leg of a frame] W, m: where it was to come down
    bool stands = false;         // it does not step
    Vec3 off = Vec3::Zero();     // m, W: of the capture point from where the gait has it, smoothed
    std::vector<HandOver> legs;  // [leg of a frame]; empty if servos do not go over by degrees
    // [frame] N*m, W: of swinging hips on their frame, smoothed; empty without `swing_eases`.
    std::vector<Vec3> swings;
  };
  std::vector<Balance> balance;  // one, or none without soles
  // What it does until it plans again, and where it was as it last did; see leap_plan.h.
  struct Approach {
    double stretch = 0;        // share by which strides take longer
    double most_speed = 0;     // m/s
    Vec3 from = Vec3::Zero();  // W, m: the centre of mass
    double since = 0;          // s
    double speed = 0;          // m/s: of the half stride before that
  };
  std::optional<Approach> approach;
  // That a cue has run and that it has not leapt at; of LeapPlanSpec::targets.
  struct Target {
    std::uint32_t index = 0;
  };
  std::optional<Target> target;
  std::vector<Leg> legs;         // [leg of a frame]; empty before the first tick
  std::vector<Vec3> velocities;  // [frame] m/s, W: of the hips, smoothed
  // The group of gaits in use, and the one that it follows; see GaitChoice. Empty: the slowest.
  struct Group {
    std::uint32_t group = 0, from = 0;
    double over = 0;   // s in which the one goes over into the other
    double shift = 0;  // phase by which the strides of `from` are ahead
    double since = 0;  // s
  };
  std::vector<Group> groups;
  // It steps in place because it toppled, or goes back to standing.
  struct Catching {
    bool calm = false;
    double since = 0;  // s: from which it is calm
  };
  std::optional<Catching> catching;
  struct Fallen {
    double since = 0;  // s
  };
  std::optional<Fallen> fallen;  // it is limp
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, LegFramesMemory::Leg& l) {
  v(l.begun);
  v(l.asked);
  v(l.swings);
  v(l.touches);
  v.clock(l.since);
  v(l.from);
  v(l.aim);
  v(l.load);
  v(l.drop);
  v(l.ground);
}
template <class V>
void members(V& v, LegFramesMemory::Posture& p) {
  v(p.height);
  v(p.pitch);
  v(p.roll);
  v(p.bears);
}
template <class V>
void members(V& v, LegFramesMemory::Held& h) {
  v(h.dof);
  v(h.aim);
}
template <class V>
void members(V& v, LegFramesMemory::Act& a) {
  v(a.asked);
  v(a.playing);
  v(a.mirrored);
  v(a.stage);
  v.clock(a.since);
  v(a.speed);
  v(a.heading);
  v(a.from);
  v(a.wanted);
  v(a.held_from);
  v(a.held);
}
template <class V>
void members(V& v, LegFramesMemory::Approach& a) {
  v(a.stretch);
  v(a.most_speed);
  v(a.from);
  v.clock(a.since);
  v(a.speed);
}
template <class V>
void members(V& v, LegFramesMemory::Target& t) {
  v(t.index);
}
template <class V>
void members(V& v, LegFramesMemory::Group& g) {
  v(g.group);
  v(g.from);
  v(g.over);
  v(g.shift);
  v.clock(g.since);
}
template <class V>
void members(V& v, LegFramesMemory::HandOver& h) {
  v(h.task);
  v.clock(h.since);
  v(h.ahead);
  v(h.rates);
}
template <class V>
void members(V& v, LegFramesMemory::Balance& b) {
  v(b.stands);
  v(b.off);
  v(b.to);
  v.if_any(b.legs);
  v.if_any(b.swings);
}
template <class V>
void members(V& v, LegFramesMemory::Catching& c) {
  v(c.calm);
  v.clock(c.since);
}
template <class V>
void members(V& v, LegFramesMemory::Fallen& f) {
  v.clock(f.since);
}
template <class V>
void members(V& v, LegFramesMemory& m) {
  v(m.act);
  v(m.phase);
  v(m.trim);
  v(m.goal);
  v(m.legs);
  v(m.velocities);
  v.if_any(m.groups);
  v.if_any(m.balance);
  v.if_any(m.approach);
  v.if_any(m.catching);
  v.if_any(m.fallen);
  v.if_any(m.target);
}

struct LegFramesSpec;
template <>
struct ControllerPlug<LegFramesSpec> {
  using Memory = LegFramesMemory;
  static std::unique_ptr<Controller> make(const LegFramesSpec&, const ControllerMakings&);
};

}  // namespace gambol
