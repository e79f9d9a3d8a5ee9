#pragma once

// The memory of a kinematic gait: a struct for each of its parts, which no other part changes.

#include <algorithm>
#include <optional>
#include <vector>

#include "control/command.h"
#include "control/controller_plug.h"
#include "control/kinematic_gait/gait_settings.h"
#include "control/kinematic_gait/planned_body.h"
#include "gait/step_path.h"

namespace gambol {

// A swing whose end has moved as seen from the body, because the body's plan was changed.
struct ChangedWay {
  double since = 0;  // s
  StepEnds from;     // the way until then
};

struct LedFoot {
  bool stands = true;
  Vec3 at = Vec3::Zero();    // W: where the foot stands, or stood last
  Vec3 next = Vec3::Zero();  // W: the foothold that it swings to
  // W: both, from where the plan of a body that balances takes them to be.
  Vec3 off = Vec3::Zero(), next_off = Vec3::Zero();
  // Rotation of a level foot at both footholds, from the posture: rotation vectors, W.
  Vec3 turned = Vec3::Zero(), next_turned = Vec3::Zero();
  StepEnds way;  // of the swing, as seen from the body
  std::optional<ChangedWay> changed;
};

// Of LedFeet.
struct FeetMemory {
  GaitClock clock;  // at the last posture
  std::vector<LedFoot> feet;
};

// Of LedWalk. Postures are counted from the gait's first, 0.
struct WalkMemory {
  PlanMemory plan;
  FeetMemory feet;
  long posed = -1;  // the last
  GaitSettings set;
};

// Where the body is, as seen from where the plan has it, so that its feet can carry it there.
struct BodyOffset {
  Vec3 turn = Vec3::Zero(), by = Vec3::Zero();  // a rotation vector, and a displacement: W
};

// The rotation vector of a body, then its displacement.
inline BodyOffset body_offset(const Vec6& x) { return {x.head<3>(), x.tail<3>()}; }
inline Frame displaced(const Frame& X, const BodyOffset& offset) {
  return {exp_rotation(offset.turn) * X.R, X.p + offset.by};
}

// Of BodyCarry. Offsets are known of the postures from `first` on; those of postures below
// `carried` are final, the others a forecast.
struct CarryMemory {
  long first = 0, carried = 0;
  std::vector<BodyOffset> offsets;
  const BodyOffset& of(long posture) const {
    const long last = static_cast<long>(offsets.size()) - 1;
    return offsets[static_cast<std::size_t>(std::clamp(posture - first, 0L, last))];
  }
};

// Of Gathering.
struct GatherMemory {
  bool waits = false;  // the gait has not begun: `way` leads the figure to its first posture,
  LedMotion way;
  double lift = 0;  // m, lifted over the ground by so much at most
};

// One posture, and what the poses record of it.
struct LedPosture {
  Eigen::VectorXd q;
  Vec3 trunk = Vec3::Zero();            // W, m: its centre
  double yaw = 0, pitch = 0, roll = 0;  // rad: the heading; the trunk's, nose up and left side up
  double allowed = 0;                   // BodyAhead::allowed
  std::vector<char> swings;             // [leg]
  std::vector<double> missing;          // [leg] m between the foot and its target
};

// Of LedPostures: three postures, a tick apart, of which the first is that of now.
struct PosturesMemory {
  std::vector<LedPosture> at;
  Eigen::VectorXd v0, v1;  // of the first two
};

struct LedMemory {
  GatherMemory gather;
  CarryMemory carry;
  WalkMemory walk;
  PosturesMemory postures;
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, LegClock& c) {
  v.clock(c.mid);
  v(c.half_support);
  v(c.transfer);
}

template <class V>
void members(V& v, GaitClock& c) {
  v.clock(c.time);
  v(c.cycles);
  v(c.legs);
}

template <class V>
void members(V& v, BodyAhead& b) {
  v(b.p);
  v(b.v);
  v(b.slope_x);
  v(b.slope_y);
  v(b.lift);
  v(b.nod);
  v(b.aside);
  v(b.course);
  v(b.allowed);
  v(b.yaw);
  v(b.yaw_rate);
}

template <class V>
void members(V& v, BodyLift& l) {
  v(l.heave);
  v(l.slope);
}

template <class V>
void members(V& v, BodyLead& l) {
  v(l.clock);
  v(l.p);
  v(l.v);
  v(l.course);
  v(l.first_course);
  v(l.along);
  v(l.ground);
  v(l.slope_x);
  v(l.slope_y);
  v(l.level);
}

template <class V>
void members(V& v, TurnLead& t) {
  v(t.clock);
  v(t.from);
  v(t.to);
}

template <class V>
void members(V& v, BodyRing& r) {
  v.clock(r.begun);
  v(r.dt);
  v(r.known);
  v(r.turned);
  v(r.lost);
  v(r.ring);
}

template <class V>
void members(V& v, PlanMemory& m) {
  v(m.lead);
  v(m.turn);
  v(m.ring);
  v(m.lead_here);
  v(m.turn_here);
  v(m.here);
}

template <class V>
void members(V& v, StepEnds& e) {
  v(e.from);
  v(e.to);
  v(e.from_rate);
  v(e.to_rate);
  v.clock(e.begins);
  v(e.outwards);
  v(e.raise);
  v(e.lift);
}

template <class V>
void members(V& v, ChangedWay& c) {
  v.clock(c.since);
  v(c.from);
}

template <class V>
void members(V& v, GaitSetting& s) {
  v(s.field);
  v.clock(s.asked);
  v(s.way);
}

template <class V>
void members(V& v, LedFoot& f) {
  v(f.stands);
  v(f.at);
  v(f.next);
  v(f.off);
  v(f.next_off);
  v(f.turned);
  v(f.next_turned);
  v(f.way);
  v.if_any(f.changed);
}

template <class V>
void members(V& v, FeetMemory& m) {
  v(m.clock);
  v(m.feet);
}

template <class V>
void members(V& v, WalkMemory& m) {
  v(m.plan);
  v(m.feet);
  v(m.posed);
  v.if_any(m.set.all);
}

template <class V>
void members(V& v, BodyOffset& o) {
  v(o.turn);
  v(o.by);
}

template <class V>
void members(V& v, CarryMemory& m) {
  v(m.first);
  v(m.carried);
  v(m.offsets);
}

template <class V>
void members(V& v, GatherMemory& m) {
  v(m.waits);
  v(m.way);
  v(m.lift);
}

template <class V>
void members(V& v, LedPosture& p) {
  v(p.q);
  v(p.trunk);
  v(p.yaw);
  v(p.pitch);
  v(p.roll);
  v(p.allowed);
  v(p.swings);
  v(p.missing);
}

template <class V>
void members(V& v, PosturesMemory& m) {
  v(m.at);
  v(m.v0);
  v(m.v1);
}

template <class V>
void members(V& v, LedMemory& m) {
  v(m.gather);
  v(m.carry);
  v(m.walk);
  v(m.postures);
}

struct KinematicGaitSpec;
template <>
struct ControllerPlug<KinematicGaitSpec> {
  using Memory = LedMemory;
  static std::unique_ptr<Controller> make(const KinematicGaitSpec&, const ControllerMakings&);
};

}  // namespace gambol
