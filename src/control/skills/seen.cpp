#include "control/skills/seen.h"

#include <algorithm>
#include <cmath>

#include "contact/find/ground_surface.h"
#include "control/skills/sole_ground.h"
#include "dynamics/momentum.h"

namespace gambol::skills {

double Seen::ground_at(const Vec3& p) const { return ground_height(sense.ground, p.x(), p.y()); }

double Seen::faces_at(double time) const {
  return sense.goals.value("heading", skill->heading, time) +
         sense.goals.value("facing", skill->facing, time);
}

double Seen::heading() const {
  Vec3 forward = Vec3::Zero();
  for (const FrameSeen& f : frames) forward += ahead_of(f.heading);
  return std::atan2(forward.y(), forward.x());
}

Vec3 Seen::velocity() const {
  Vec3 mean = Vec3::Zero();
  for (const FrameSeen& f : frames) mean += f.smooth / static_cast<double>(frames.size());
  return mean;
}

Vec3 hip_of(const Seen& seen, const Anatomy& body, std::size_t k) {
  const FrameSeen& frame = seen.frames[body.legs[k].frame];
  return frame.hips + frame.turn * body.to_hip(k);
}

double fall_time(const Seen& seen, const FrameSeen& frame, double height) {
  const double g = seen.gravity(), rise = frame.velocity.z();
  const double above = std::max(0.0, frame.hips.z() - height);
  return (rise + std::sqrt(rise * rise + 2 * g * above)) / g;
}

Seen Senses::run(const In& in, SensesMemory& memory) const {
  const Sense& sense = in.sense;
  Seen seen{.sense = sense, .forces = VirtualForces(sense.model, sense.work)};
  seen.skill = &spec_;
  seen.asked_speed = sense.goals.value("speed", spec_.speed, sense.time);
  seen.asked_heading = sense.goals.value("heading", spec_.heading, sense.time);
  seen.asked_facing = sense.goals.value("facing", spec_.facing, sense.time);
  seen.first = memory.velocities.size() != body_.frames.size();
  memory.velocities.resize(body_.frames.size());
  const double kept = std::exp(-sense.dt / spec_.smoothing);
  for (std::size_t f = 0; f < body_.frames.size(); ++f) {
    FrameSeen made = frame(in, f);
    Vec3& smooth = memory.velocities[f];
    const Vec3 along = across(made.velocity);
    smooth = seen.first ? along : Vec3(kept * smooth + (1 - kept) * along);
    made.smooth = smooth;
    seen.frames.push_back(made);
  }
  for (std::size_t k = 0; k < body_.legs.size(); ++k) seen.legs.push_back(leg(sense, k));
  seen.whole = pendulum(seen);
  return seen;
}

FrameSeen Senses::frame(const In& in, std::size_t f) const {
  const LegFrame& of = body_.frames[f];
  const BodyWork& b = in.sense.work.bodies[static_cast<std::size_t>(of.body)];
  const Vec3 p_B = body_.rest.of(of.body).R.transpose() * of.hips;
  FrameSeen frame;
  frame.turn = body_.rest.turn(in.sense.work, of.body);
  frame.hips = b.X_WB.R * p_B + b.X_WB.p;
  frame.velocity = point_velocity(b, p_B);
  frame.spin = b.X_WB.R * b.velocity.w;
  frame.heading = yaw_of(frame.turn);
  if (spec_.sole)
    frame.ground = ground_around(*spec_.sole, in.sense.ground, frame.hips, ahead_of(frame.heading));
  else
    frame.ground =
        in.grounds[f].value_or(ground_height(in.sense.ground, frame.hips.x(), frame.hips.y()));
  return frame;
}

LegSeen Senses::leg(const Sense& sense, std::size_t k) const {
  const LegChain& chain = body_.legs[k].chain;
  const BodyWork& b = sense.work.bodies[static_cast<std::size_t>(chain.foot_body)];
  LegSeen leg;
  leg.foot = b.X_WB.R * chain.p_foot + b.X_WB.p;
  leg.velocity = point_velocity(b, chain.p_foot);
  const auto index = static_cast<int>(body_.legs[k].index);
  for (const GroundContact& contact : sense.contacts)
    if (sense.model.bodies[static_cast<std::size_t>(contact.body)].leg == index)
      leg.load += std::max(0.0, contact.force.dot(contact.normal));
  return leg;
}

Pendulum Senses::pendulum(const Seen& seen) const {
  const CentreMotion m = centre_motion(seen.sense.model, seen.sense.work);
  double ground = 0;
  for (const FrameSeen& f : seen.frames)
    ground += f.ground / static_cast<double>(seen.frames.size());
  const double least = 0.1 * body_.height;  // it lies
  return {m.com, m.linear / body_.mass,
          std::sqrt(seen.gravity() / std::max(least, m.com.z() - ground))};
}

}  // namespace gambol::skills
