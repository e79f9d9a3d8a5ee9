#pragma once

// Lists every member of State once. Hashing, storing and shifting in time are visitors V with
//
//     v(x)        any member: a number, a flag, an enum, a text, a vector of any of these or of
//                 structs, an optional, a ControllerMemory, or a struct with its own members()
//     v.clock(t)  an absolute simulated time, s
//     v.if_any(x) a vector or an optional; hashes do not depend on whether an empty one is a member
//
// A new member of State, or of a struct within State, needs one line here; one of a kind of
// controller's memory, beside that memory.

#include "simulation/state/state.h"

namespace gambol {

template <class V>
void members(V& v, Ramp& r) {
  v.clock(r.t0);
  v.clock(r.t1);
  v(r.from);
  v(r.to);
  v(r.ease);
}

template <class V>
void members(V& v, ActuatorCommand& a) {
  v(a.has_rest);
  v(a.rest);
  v(a.stiffness_scale);
  v(a.damping_scale);
  v(a.bias);
  v(a.on);
  v.if_any(a.strength);
}

template <class V>
void members(V& v, LedMotion& m) {
  v.clock(m.t0);
  v.clock(m.t1);
  v(m.q0);
  v(m.v0);
  v(m.q1);
  v(m.v1);
}

template <class V>
void members(V& v, JointCommand& j) {
  v(j.commanded);
  v(j.torque);
  v(j.stiffness);
  v(j.damping);
  v.clock(j.way.t0);
  v.clock(j.way.t1);
  v(j.way.q0);
  v(j.way.v0);
  v(j.way.q1);
  v(j.way.v1);
  v.if_any(j.most);
}

template <class V>
void members(V& v, Command& c) {
  v(c.actuators);
  v(c.drives);
  v(c.motion);
  v(c.adhesion);
  v(c.outputs);
  v.if_any(c.joints);
  v.if_any(c.layers);
}

template <class V>
void members(V& v, Performance& p) {
  v(p.program);
  v.clock(p.begun);
  v(p.duration);
  v(p.started);
}

template <class V>
void members(V&, std::monostate&) {}

template <class V>
void members(V& v, Goal& g) {
  v(g.field);
  v(g.value);
}

template <class V>
void members(V& v, ControllerMemory& m) {
  v(static_cast<ControllerMemoryKinds&>(m));
}

template <class V>
void members(V& v, ControllerState& c) {
  v(c.active);
  v.clock(c.last_tick);
  v.clock(c.next_tick);
  v(c.ticks);
  v.clock(c.started);
  v(c.memory);
  v(c.goals.set);
  v(c.goals.reversed);
}

template <class V>
void members(V& v, WorldSettings& w) {
  v(w.gravity);
  v(w.friction);
  v(w.elasticity);
}

template <class V>
void members(V& v, AttachmentState& a) {
  v(a.on);
  v(a.broken);
}

template <class V>
void members(V& v, CueState& c) {
  v(c.triggered);
  v(c.happened);
  v.clock(c.due);
  v(c.armed);
  v(c.times);
  v(c.followed);
}

template <class V>
void members(V& v, Push& p) {
  v(p.body);
  v(p.force);
  v(p.at);
  v.clock(p.until);
}

template <class V>
void members(V& v, Pad& p) {
  v(p.grip);
  v(p.p_B);
  v(p.p_W);
  v(p.normal);
  v(p.breaks);
}

template <class V>
void members(V& v, HeldContact& c) {
  v(c.body);
  v(c.point);
  v(c.p_B);
  v(c.normal);
  v(c.depth);
  v(c.force);
}

template <class V>
void members(V& v, HeldTouch& c) {
  v(c.a_figure);
  v(c.a_body);
  v(c.b_figure);
  v(c.b_body);
  v(c.p_A);
  v(c.force);
}

template <class V>
void members(V& v, FigureState& f) {
  v(f.q);
  v(f.v);
  v(f.command);
  v(f.controllers);
  v(f.pushes);
  v(f.pads);
  v.if_any(f.held);
  v.clock(f.touched);
  v(f.dormant);
  v(f.called);
  v.clock(f.enters);
}

template <class V>
void members(V& v, ParticleState& p) {
  v(p.id);
  v.clock(p.born);
  v.clock(p.dies);
  v.clock(p.since);
  v.clock(p.bounce);
  v(p.rests);
  v(p.p);
  v(p.v);
}

template <class V>
void members(V& v, EmissionSource& s) {
  v(s.on);
  v(s.contact);
  v(s.figure);
  v(s.body);
  v(s.other_figure);
  v(s.other_body);
  v(s.p);
  v(s.d);
  v.clock(s.begun);
  v.clock(s.until);
  v.clock(s.next);
}

template <class V>
void members(V& v, EmitterState& e) {
  v(e.drawn);
  v(e.born);
  v(e.dropped);
  v(e.particles);
  v(e.sources);
}

template <class V>
void members(V& v, State& s) {
  v.clock(s.time);
  v(s.next_step);
  v(s.world);
  v(s.cues);
  v(s.attachments);
  v(s.figures);
  v(s.particles);
  v.if_any(s.touches);
}

}  // namespace gambol
