#include "control/kinematic_gait.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/rotation.h"
#include "dynamics/ground_share.h"
#include "shot/joint_names.h"

namespace gambol {
namespace {

Mat3 about_x(double a) { return rotation_about(Vec3::UnitX(), a); }
Mat3 about_y(double a) { return rotation_about(Vec3::UnitY(), a); }
Mat3 about_z(double a) { return rotation_about(Vec3::UnitZ(), a); }

// The body's way over the ground: no height, no tilt.
Frame heading_frame(const BodyAhead& b) { return {about_z(b.yaw), Vec3(b.p.x(), b.p.y(), 0)}; }
Vec3 seen_from(const Frame& X, const Vec3& p) { return X.R.transpose() * (p - X.p); }

Quat orientation(const Eigen::VectorXd& q) { return Quat(q[3], q[4], q[5], q[6]); }

// Rates at `now`, half way between two postures 2 dt apart.
void rates(const Eigen::VectorXd& before, const Eigen::VectorXd& now, const Eigen::VectorXd& after,
           double dt, Eigen::VectorXd& v) {
  const Quat R0 = orientation(before), R = orientation(now), R1 = orientation(after);
  v.head<3>() = R.conjugate() * log_rotation(R1 * R0.conjugate()) / (2 * dt);
  v.segment<3>(3) = R.conjugate() * Vec3(after.head<3>() - before.head<3>()) / (2 * dt);
  const Eigen::Index n = now.size() - 7;
  v.tail(n) = (after.tail(n) - before.tail(n)) / (2 * dt);
}

// The body that a leg hangs on: the first from its foot inwards that carries another leg too, or
// the root.
int base_of(const Model& model, int foot, const std::vector<int>& feet) {
  const auto carries = [&](int body, int other) {
    for (int i = other; i >= 0; i = model.bodies[i].parent)
      if (i == body) return true;
    return false;
  };
  for (int body = model.bodies[foot].parent; body > 0; body = model.bodies[body].parent)
    for (int other : feet)
      if (other != foot && carries(body, other)) return body;
  return 0;
}

// The root, the bodies, and where the ways to them part: each then has its own chain.
std::set<int> with_forks(const Model& model, std::set<int> bodies) {
  std::vector<int> ways(model.bodies.size());
  for (int i = static_cast<int>(model.bodies.size()) - 1; i > 0; --i) {
    if (ways[i] > 1) bodies.insert(i);
    if (ways[i] > 0 || bodies.contains(i)) ++ways[model.bodies[i].parent];
  }
  bodies.insert(0);
  return bodies;
}

}  // namespace

KinematicGait::KinematicGait(const KinematicGaitSpec& spec, const FigureSpec& figure,
                             const Model& model, double tick)
    : spec_(spec),
      score_(spec, figure.legs),
      tick_(tick),
      posture_(initial_q(model, {})),
      model_(model),
      scratch_(model),
      still_(Eigen::VectorXd::Zero(model.nv())),
      driven_(model.joints(), 1) {
  for (int j = 0; j < model.joints(); ++j)
    if (figure.bodies[model.joint_body[j]].joint.motion) driven_[j] = 0;
  for (const PoseSpec& pose : figure.poses) {
    if (pose.name != spec.posture) continue;
    for (const JointTarget& t : pose.joints)
      posture_[7 + model.bodies[model.body_index(t.name)].dof] = t.to;
  }
  Workspace& work = scratch_;
  update_kinematics(model, posture_, still_, work);
  const Vec3 com = momentum(model, work).com;
  double sole = 0;
  for (const LegSpec& leg : figure.legs) {
    const Frame& X = work.bodies[model.body_index(leg.feet[0])].X_WB;
    sole += (X.R * leg.tip + X.p).z() / static_cast<double>(figure.legs.size());
  }
  height_ = com.z() - sole;
  find_legs(figure, model, work);
  std::vector<Vec3> feet;
  for (const Leg& leg : legs_) feet.push_back(leg.foot);
  plan_.emplace(spec_, score_, feet, height_);
  for (const char* name : {"x", "y", "z", "yaw", "pitch", "roll", "allowed"})
    outputs_.push_back(name);
  for (const LegSpec& leg : figure.legs) outputs_.push_back("step/" + leg.name);
  for (const LegSpec& leg : figure.legs) outputs_.push_back("missing/" + leg.name);
}

Comfort KinematicGait::comfort_of(const Limb& limb, const FigureSpec& figure,
                                  const Model& model) const {
  Comfort c;
  for (int dof : limb.dofs()) {
    c.centre.push_back(posture_[7 + dof]);
    const std::string& name = model.bodies[model.joint_body[dof]].name;
    double gain = 1;
    for (const GainSpec& g : spec_.gains) {
      const auto named = matching_joints(figure, g.joints);
      if (std::find(named.begin(), named.end(), name) != named.end()) gain = g.gain;
    }
    c.gain.push_back(gain);
  }
  return c;
}

void KinematicGait::find_legs(const FigureSpec& figure, const Model& model, const Workspace& work) {
  const auto limit = [&](Limb& limb) {
    for (int j = 0; j < limb.joints(); ++j) {
      const auto& limits = figure.bodies[model.joint_body[limb.dofs()[j]]].joint.limits;
      if (!limits) continue;
      limb.lower[j] = limits->x();
      limb.upper[j] = limits->y();
    }
  };
  const Vec3 com = momentum(model, work).com;
  const auto in_trunk = [&](int body) {
    const Frame& X = work.bodies[body].X_WB;
    return Frame{X.R, X.p - com};
  };
  std::vector<int> feet, bases;
  for (const LegSpec& leg : figure.legs) feet.push_back(model.body_index(leg.feet[0]));
  for (int foot : feet) bases.push_back(base_of(model, foot, feet));
  const std::set<int> carriers = with_forks(model, {bases.begin(), bases.end()});
  const auto section_of = [&](int body) {  // the nearest inwards, itself included
    while (!carriers.contains(body)) body = model.bodies[body].parent;
    return static_cast<std::size_t>(std::distance(carriers.begin(), carriers.find(body)));
  };
  for (int body : carriers) {
    Section s{body, in_trunk(body), 0, std::nullopt, {}};
    if (body > 0) {
      s.parent = section_of(model.bodies[body].parent);
      s.chain.emplace(model, sections_[s.parent].body, body, Vec3::Zero());
      limit(*s.chain);
      s.comfort = comfort_of(*s.chain, figure, model);
    }
    sections_.push_back(std::move(s));
  }
  for (std::size_t k = 0; k < feet.size(); ++k) {
    Limb limb(model, bases[k], feet[k], figure.legs[k].tip);
    limit(limb);
    Comfort comfort = comfort_of(limb, figure, model);
    const Frame& X = work.bodies[feet[k]].X_WB;
    Vec3 foot = X.R * figure.legs[k].tip + X.p - com;
    foot.z() = 0;
    legs_.push_back({std::move(limb), std::move(comfort), foot,
                     figure.legs[k].side == Side::left ? 1.0 : -1.0, section_of(bases[k])});
  }
}

Frame KinematicGait::trunk(const BodyAhead& b, double gravity, double t) const {
  const double lean = spec_.bank * std::atan2(b.v.head<2>().norm() * b.yaw_rate, gravity);
  const Mat3 R = about_z(b.yaw) * about_y(b.pitch - std::atan(b.slope_x)) *
                 about_x(b.roll + std::atan(b.slope_y) - lean);
  const Vec3 across = about_z(b.yaw) * Vec3(0, b.sway, 0);
  return {R, b.p + across + Vec3(0, 0, height_ + b.lift + spec_.height.at(t))};
}

Vec3 KinematicGait::foothold(const Sense& sense, const LedMemory& m, std::size_t leg,
                             double t) const {
  Vec3 p = heading_frame(m.ring.at(t)).R * legs_[leg].foot + m.ring.at(t).p;
  p.z() = ground_height(sense.ground, p.x(), p.y());
  return p;
}

void KinematicGait::look_ahead(const Sense& sense, LedMemory& m, double t) const {
  double needed = t;
  for (const LegClock& leg : m.clock.legs) needed = std::max(needed, leg.next_mid());
  const double g = sense.work.gravity.norm();
  while (m.ring.begun + static_cast<double>(m.ring.turned - 1) * m.ring.dt < needed)
    plan_->advance(sense.ground, g, m.lead, m.turn, m.ring);
}

// Where the step of a leg leads, and how, seen from the body.
void KinematicGait::lift(const Sense& sense, LedMemory& m, std::size_t leg) const {
  const LegClock& c = m.clock.legs[leg];
  LedMemory::Foot& foot = m.feet[leg];
  foot.stands = false;
  foot.next = foothold(sense, m, leg, c.next_mid());
  const BodyAhead lifts = m.ring.at(c.lift()), places = m.ring.at(c.place());
  const auto ground_rate = [&](const BodyAhead& b, const Vec3& at) {
    const Vec3 v = -(about_z(b.yaw).transpose() * b.v) - b.yaw_rate * Vec3::UnitZ().cross(at);
    return Vec3(c.transfer * Vec3(v.x(), v.y(), 0));
  };
  StepEnds& way = foot.way;
  way.from = seen_from(heading_frame(lifts), foot.at);
  way.to = seen_from(heading_frame(places), foot.next);
  way.from_rate = ground_rate(lifts, way.from);
  way.to_rate = ground_rate(places, way.to);
  way.outwards = legs_[leg].outwards;
  way.raise = 0;
  constexpr int looks = 16;
  for (int i = 1; i < looks && sense.ground.terrain; ++i) {
    const Vec3 over = foot.at + (foot.next - foot.at) * (static_cast<double>(i) / looks);
    way.raise = std::max(way.raise, ground_height(sense.ground, over.x(), over.y()) - over.z());
  }
}

// To the time t of the next posture: who lifts, and who stands again.
void KinematicGait::step_feet(const Sense& sense, LedMemory& m, double t) const {
  const double before = m.clock.time;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegClock& c = m.clock.legs[k];
    LedMemory::Foot& foot = m.feet[k];
    if (before < c.lift() && t >= c.lift()) {
      lift(sense, m, k);
    }
    if (before < c.place() && t >= c.place() && !foot.stands) {
      foot.stands = true;
      foot.at = foot.next;
    }
  }
  score_.advance(m.clock, t, [](std::size_t) {});
}

Vec3 KinematicGait::foot_at(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  if (foot.stands) return foot.at;
  const LegClock& c = m.clock.legs[leg];
  const Frame X = heading_frame(m.ring.at(t));
  return X.R * step_at(spec_.step, foot.way, (t - c.lift()) / c.transfer) + X.p;
}

// 1/m, of the body's way. A turn on the spot, or nearly, bends nothing.
double KinematicGait::curve_of(const BodyAhead& b, double t) const {
  constexpr double slow = 0.1;  // of the speed that it is designed for
  const double v = b.v.head<2>().norm();
  const double square = v * v + std::pow(slow * score_.times(t).body_speed, 2);
  return square > 0 ? b.yaw_rate * v / square : 0;
}

// How the body turns against its legs: what they and all else that moves in the figure have of
// angular momentum, it has too, the other way. Within a cycle the feet bring it back.
void KinematicGait::recoil(const Sense& sense, LedMemory& m) const {
  const RigidWhole whole = whole_of(model_, sense.work);
  const Momentum all = momentum(model_, sense.work);
  const Vec3 turning = sense.work.bodies[0].X_WB.R * sense.v.head<3>();
  const Vec3 of_limbs = all.angular - all.com.cross(all.linear) - whole.inertia * turning;
  const double period = score_.times(sense.time).period;
  const double begun = std::min((sense.time - m.ring.begun) / period, 1.0);  // it begins at rest
  const double share = spec_.recoil * begun * begun * (3 - 2 * begun);
  const Vec3 rate = -share * whole.inertia.ldlt().solve(of_limbs);
  m.recoil += tick_ * (rate - m.recoil / period);
}

// All joints at t, the time of the clock; `q` holds the posture before.
void KinematicGait::pose(LedMemory& m, double gravity, double t, Pose& q) const {
  const BodyAhead body = m.ring.at(t);
  Frame X_WT = trunk(body, gravity, t);
  X_WT.R = exp_rotation(m.recoil) * X_WT.R;
  const double curve = curve_of(body, t);
  const Vec3 shift = 2 * m.shift - m.shift_before;
  m.shift_before = m.shift;
  m.shift = shift;
  bend_joints(m, {X_WT.R, X_WT.p + shift}, curve, t, q);
  if (spec_.recoil == 0) return;
  update_kinematics(model_, q, still_, scratch_);
  m.shift = spec_.recoil * (X_WT.p + shift - centre_of_mass(model_, scratch_));
  shift_body(m, m.shift - shift, t,
             q);  // by so little that the centre of mass is where it was seen
}

// With all feet where they are.
void KinematicGait::shift_body(LedMemory& m, const Vec3& by, double t, Pose& q) const {
  q.head<3>() += by;
  auto joints = q.tail(q.size() - 7);
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const Leg& leg = legs_[k];
    Frame X_WS = scratch_.bodies[sections_[leg.section].body].X_WB;
    if (leg.limb.nudge(-(X_WS.R.transpose() * by), joints)) continue;
    X_WS.p += by;
    m.feet[k].missing =
        leg.limb.solve({seen_from(X_WS, foot_at(m, k, t))}, leg.comfort, joints).short_by;
  }
}

void KinematicGait::bend_joints(LedMemory& m, const Frame& X_WT, double curve, double t,
                                Pose& q) const {
  const auto place = [&](const Section& s) {
    const double bend = sections_.size() > 1 ? spec_.bend * curve * s.X_TS.p.x() : 0;
    return Frame{about_z(bend) * X_WT.R * s.X_TS.R, X_WT.R * s.X_TS.p + X_WT.p};
  };
  const Frame X_WR = place(sections_[0]);
  const Quat R = Quat(X_WR.R).normalized();
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  auto joints = q.tail(q.size() - 7);
  std::array<Frame, 2 * most_leg_bases> at;  // and where chains to them part
  at[0] = X_WR;
  for (std::size_t s = 1; s < sections_.size(); ++s) {
    const Section& section = sections_[s];
    if (section.chain->joints() > 0) {
      const Frame X_WS = place(section);
      const Frame& X_WP = at[section.parent];
      const Mat3 R_PS = X_WP.R.transpose() * X_WS.R;
      section.chain->solve({seen_from(X_WP, X_WS.p), &R_PS}, section.comfort, joints);
    }
    Frame there;
    there.p = section.chain->tip(joints, &there.R);
    at[s] = at[section.parent] * there;
  }
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const Leg& leg = legs_[k];
    const Vec3 foot = foot_at(m, k, t);
    m.feet[k].missing =
        leg.limb.solve({seen_from(at[leg.section], foot)}, leg.comfort, joints).short_by;
  }
}

void KinematicGait::tell(const LedMemory& m, Eigen::VectorXd& told) const {
  const auto n = static_cast<Eigen::Index>(legs_.size());
  for (Eigen::Index k = 0; k < n; ++k) {
    const LedMemory::Foot& foot = m.feet[static_cast<std::size_t>(k)];
    told[k] = foot.stands ? 0 : 1;
    told[n + k] = foot.missing;
  }
}

// The plan and the first posture of a body that is planned to be at `centre`.
void KinematicGait::begin_at(const Sense& sense, const Vec3& centre, double yaw,
                             LedMemory& m) const {
  m = {};
  plan_->begin(sense.ground, sense.work.gravity.norm(), sense.time, centre, yaw, tick_, m.lead,
               m.turn, m.ring);
  m.clock = m.lead.clock;
  m.feet.assign(legs_.size(), {});
  look_ahead(sense, m, sense.time + 2 * tick_);
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const LegClock& c = m.clock.legs[k];
    LedMemory::Foot& foot = m.feet[k];
    foot.stands = c.stands(sense.time);
    foot.at = foothold(sense, m, k, sense.time < c.place() ? c.mid : c.next_mid());
    if (!foot.stands) lift(sense, m, k);
  }
  Pose q = sense.q;
  for (Eigen::Index j = 0; j < posture_.size() - 7; ++j)
    if (driven_[j]) q[7 + j] = posture_[7 + j];
  m.q.assign(3, q);
  m.told.assign(3, Eigen::VectorXd::Zero(2 * static_cast<Eigen::Index>(legs_.size())));
  constexpr int until_settled = 40;  // comfort is reached by and by
  for (int k = 0; k < until_settled; ++k) pose(m, sense.work.gravity.norm(), sense.time, m.q[0]);
  m.shift_before = m.shift;
}

void KinematicGait::begin(const Sense& sense, LedMemory& m) const {
  // Where it stands in its posture, or where it has been placed: the same way of the trunk, but for
  // what its legs do to it.
  const Frame& X_TR = sections_[0].X_TS;
  const Mat3 R_WT = orientation(sense.q).toRotationMatrix() * X_TR.R.transpose();
  const double yaw = std::atan2(R_WT(1, 0), R_WT(0, 0));
  Vec3 centre = sense.q.head<3>() - R_WT * X_TR.p, off;
  constexpr int most_looks = 10;  // uneven ground shifts the body elsewhere by other lengths
  for (int look = 0; look < most_looks; ++look) {
    begin_at(sense, centre, yaw, m);
    off = m.q[0].head<3>() - sense.q.head<3>();
    off.z() = 0;
    if (off.norm() <= 1e-9 * height_) break;
    centre -= off;
  }
  m.v.assign(2, sense.v);
  tell(m, m.told[0]);
  for (std::size_t k = 1; k < 3; ++k) {
    const double t = sense.time + static_cast<double>(k) * tick_;
    m.q[k] = m.q[k - 1];
    step_feet(sense, m, t);
    pose(m, sense.work.gravity.norm(), t, m.q[k]);
    tell(m, m.told[k]);
  }
  rates(m.q[0], m.q[0], m.q[1], tick_ / 2, m.v[0]);
}

void KinematicGait::place(const Sense& sense, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  LedMemory m;
  begin(sense, m);
  q = m.q[0];
  v = m.v[0];
}

bool KinematicGait::plants(const ControllerMemory& memory, std::size_t leg,
                           const LedMotion& motion) const {
  const auto& clock = std::get<LedMemory>(memory).clock;
  if (leg >= clock.legs.size()) return false;
  return clock.legs[leg].stands(motion.t0) || clock.legs[leg].stands(motion.t1);
}

void KinematicGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  if (sense.dt == 0) {
    begin(sense, m);
  } else {
    m.q[0].swap(m.q[1]);
    m.q[1].swap(m.q[2]);
    m.v[0].swap(m.v[1]);
    m.q[2] = m.q[1];
    const double t = sense.time + 2 * tick_;
    look_ahead(sense, m, t);
    step_feet(sense, m, t);
    if (spec_.recoil > 0) recoil(sense, m);
    pose(m, sense.work.gravity.norm(), t, m.q[2]);
    m.told[0].swap(m.told[1]);
    m.told[1].swap(m.told[2]);
    tell(m, m.told[2]);
  }
  rates(m.q[0], m.q[1], m.q[2], tick_, m.v[1]);
  LedMotion& motion = command.motion;
  motion.t0 = sense.time;
  motion.t1 = sense.time + tick_;
  motion.q0 = m.q[0], motion.v0 = m.v[0];
  motion.q1 = m.q[1], motion.v1 = m.v[1];
  command.root_held = true;
  for (std::size_t j = 0; j < driven_.size(); ++j)
    if (driven_[j]) command.drives[j] = DofDrive::led;
  const BodyAhead body = m.ring.at(sense.time);
  double* out = command.outputs.data() + first_output_;
  const Frame X_WT = trunk(body, sense.work.gravity.norm(), sense.time);
  for (double x :
       {X_WT.p.x(), X_WT.p.y(), X_WT.p.z(), body.yaw, body.pitch, body.roll, body.allowed})
    *out++ = x;
  std::copy(m.told[0].begin(), m.told[0].end(), out);
}

}  // namespace gambol
