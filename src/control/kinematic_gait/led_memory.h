#pragma once

#include <vector>

#include "control/command.h"
#include "control/controller_plug.h"
#include "control/kinematic_gait/planned_body.h"
#include "gait/step_path.h"

namespace gambol {

// Where the body is, as seen from where the plan has it, so that its feet can carry it there.
struct BodyOffset {
  Vec3 turn = Vec3::Zero(), by = Vec3::Zero();  // a rotation vector, and a displacement: W
};

// The memory of a kinematic gait: its plan, its feet, and three postures a tick apart: now, and the
// next two.
struct LedMemory {
  struct Foot {
    bool stands = true;
    Vec3 at = Vec3::Zero();    // W: where the foot stands, or stood last
    Vec3 next = Vec3::Zero();  // W: the foothold that it swings to
    // Rotation of a level foot at both footholds, from the posture: rotation vectors, W.
    Vec3 turned = Vec3::Zero(), next_turned = Vec3::Zero();
    StepEnds way;        // of the swing, as seen from the body
    double missing = 0;  // m between the foot and its target
  };
  BodyLead lead;
  TurnLead turn;
  BodyRing ring;
  GaitClock clock;  // at the last posture
  std::vector<Foot> feet;
  // Postures are counted from the gait's first, 0. Offsets are known of those from `first_offset`
  // on; those below `carried` are final, the others a forecast.
  long posed = -1;  // the last
  long first_offset = 0, carried = 0;
  std::vector<BodyOffset> offsets;
  // The gait begins at this time (s); until then, the figure is gathered up to its first posture,
  // by this motion and lifted over the ground by so much (m) at most.
  double begins = 0;
  bool waits = false;
  LedMotion gather;
  double lift = 0;
  std::vector<Eigen::VectorXd> q, v;
  // Per posture: [leg] whether it swings, followed by [leg] how far (m) it is from its target.
  std::vector<Eigen::VectorXd> told;
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
  v(b.aside);
  v(b.course);
  v(b.allowed);
  v(b.yaw);
  v(b.yaw_rate);
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
  v(r.ring);
}

template <class V>
void members(V& v, StepEnds& e) {
  v(e.from);
  v(e.to);
  v(e.from_rate);
  v(e.to_rate);
  v(e.begins);
  v(e.outwards);
  v(e.raise);
}

template <class V>
void members(V& v, LedMemory::Foot& f) {
  v(f.stands);
  v(f.at);
  v(f.next);
  v(f.turned);
  v(f.next_turned);
  v(f.way);
  v(f.missing);
}

template <class V>
void members(V& v, BodyOffset& o) {
  v(o.turn);
  v(o.by);
}

template <class V>
void members(V& v, LedMemory& m) {
  v.clock(m.begins);
  v(m.waits);
  v(m.gather);
  v(m.lift);
  v(m.lead);
  v(m.turn);
  v(m.ring);
  v(m.clock);
  v(m.feet);
  v(m.posed);
  v(m.first_offset);
  v(m.carried);
  v(m.offsets);
  v(m.q);
  v(m.v);
  v(m.told);
}

struct KinematicGaitSpec;
template <>
struct ControllerPlug<KinematicGaitSpec> {
  using Memory = LedMemory;
  static std::unique_ptr<Controller> make(const KinematicGaitSpec&, const ControllerMakings&);
};

}  // namespace gambol
