#pragma once

// The memory of a controller of leg frames: that of each of its parts.

#include "control/controller_plug.h"
#include "control/skills/act_player.h"
#include "control/skills/course.h"
#include "control/skills/efforts.h"
#include "control/skills/falls.h"
#include "control/skills/gait_choice.h"
#include "control/skills/gaze.h"
#include "control/skills/leaps.h"
#include "control/skills/seen.h"
#include "control/skills/sole_balance.h"
#include "control/skills/sole_servos.h"
#include "control/skills/steps.h"

namespace gambol {

struct LegFramesMemory {
  skills::SensesMemory senses;
  skills::CourseMemory course;
  StrideMemory stride;
  skills::FallsMemory falls;
  skills::LeapsMemory leaps;
  skills::ActMemory act;
  skills::StepsMemory steps;
  skills::SolesMemory soles;
  skills::SoleServosMemory sole_servos;
  skills::EffortsMemory efforts;
  skills::GazeMemory gaze;
};

// The members, for hashing and storing; see simulation/state/state_members.h.
template <class V>
void members(V& v, StrideMemory::Group& g) {
  v(g.group);
  v(g.from);
  v(g.over);
  v(g.shift);
  v.clock(g.since);
}
template <class V>
void members(V& v, StrideMemory::Step& s) {
  v(s.before);
  v(s.lasts);
}
template <class V>
void members(V& v, StrideMemory& m) {
  v(m.phase);
  v.if_any(m.groups);
  v.if_any(m.steps);
}

namespace skills {

template <class V>
void members(V& v, SensesMemory& m) {
  v(m.velocities);
}
template <class V>
void members(V& v, CourseMemory& m) {
  v(m.goal);
  v(m.trim);
  v(m.heading);
  v(m.facing);
}
template <class V>
void members(V& v, FallsMemory::Catching& c) {
  v(c.calm);
  v.clock(c.since);
}
template <class V>
void members(V& v, FallsMemory::Fallen& f) {
  v.clock(f.since);
}
template <class V>
void members(V& v, FallsMemory& m) {
  v.if_any(m.catching);
  v.if_any(m.fallen);
}
template <class V>
void members(V& v, LeapsMemory::Approach& a) {
  v(a.stretch);
  v(a.most_speed);
  v(a.from);
  v.clock(a.since);
  v(a.speed);
}
template <class V>
void members(V& v, LeapsMemory::Target& t) {
  v(t.index);
}
template <class V>
void members(V& v, LeapsMemory& m) {
  v.if_any(m.approach);
  v.if_any(m.target);
}
template <class V>
void members(V& v, ActMemory::Posture& p) {
  v(p.height);
  v(p.pitch);
  v(p.roll);
  v(p.bears);
}
template <class V>
void members(V& v, ActMemory::Held& h) {
  v(h.dof);
  v(h.aim);
}
template <class V>
void members(V& v, ActMemory& a) {
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
void members(V& v, StepsMemory::Leg& l) {
  v(l.begun);
  v(l.asked);
  v(l.swings);
  v(l.touches);
  v.clock(l.since);
  v(l.from);
  v(l.heading);
  v(l.turns_to);
  v(l.aim);
  v(l.drop);
  v(l.load);
  v(l.ground);
}
template <class V>
void members(V& v, StepsMemory& m) {
  v(m.legs);
}
template <class V>
void members(V& v, StandingMemory::Shift& s) {
  v(s.leg);
  v.clock(s.since);
}
template <class V>
void members(V& v, StandingMemory& m) {
  v(m.stands);
  v.if_any(m.shift);
}
template <class V>
void members(V& v, SolesMemory& m) {
  v(m.standing);
  v(m.off);
}
template <class V>
void members(V& v, SoleServosMemory::HandOver& h) {
  v(h.task);
  v.clock(h.since);
  v(h.ahead);
  v(h.rates);
}
template <class V>
void members(V& v, SoleServosMemory& m) {
  v.if_any(m.legs);
  v.if_any(m.swings);
}

template <class V>
void members(V& v, EffortsMemory& m) {
  v.if_any(m.torques);
}
template <class V>
void members(V& v, GazeMemory::Look& l) {
  v(l.yaw);
  v(l.rate);
}
template <class V>
void members(V& v, GazeMemory& m) {
  v.if_any(m.looks);
}

}  // namespace skills

template <class V>
void members(V& v, LegFramesMemory& m) {
  v(m.senses);
  v(m.course);
  v(m.stride);
  v(m.falls);
  v(m.leaps);
  v(m.act);
  v(m.steps);
  v(m.soles);
  v(m.sole_servos);
  v(m.efforts);
  v(m.gaze);
}

struct LegFramesSpec;
template <>
struct ControllerPlug<LegFramesSpec> {
  using Memory = LegFramesMemory;
  static std::unique_ptr<Controller> make(const LegFramesSpec&, const ControllerMakings&);
};

}  // namespace gambol
