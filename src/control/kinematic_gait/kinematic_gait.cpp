#include "control/kinematic_gait/kinematic_gait.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/hermite.h"
#include "base/rotation.h"
#include "control/controller_memory.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

Mat3 about_x(double a) { return rotation_about(Vec3::UnitX(), a); }
Mat3 about_y(double a) { return rotation_about(Vec3::UnitY(), a); }
Mat3 about_z(double a) { return rotation_about(Vec3::UnitZ(), a); }

auto joints_of(Eigen::VectorXd& q) { return q.tail(q.size() - root_positions); }

Quat orientation(const Eigen::VectorXd& q) { return Quat(q[3], q[4], q[5], q[6]); }

}  // namespace

// The comfort of a leg at t: that of its stance, or interpolated between the keys of its step.
const Comfort& KinematicGait::comfort(const LedMemory& m, std::size_t leg, double t) const {
  const Leg& l = legs_[leg];
  if (m.feet[leg].stands || l.keys.empty()) return l.comfort;
  const AmongKeys at = among_keys_at(m, leg, t);
  const Comfort& before = at.after > 0 ? l.keys[at.after - 1] : l.comfort;
  const Comfort& after = at.after < l.keys.size() ? l.keys[at.after] : l.comfort;
  const double share = smooth_step(at.share);
  between_.haste = l.comfort.haste;
  between_.centre.resize(l.comfort.centre.size());
  between_.gain.resize(l.comfort.gain.size());
  for (std::size_t j = 0; j < l.comfort.centre.size(); ++j) {
    between_.centre[j] = before.centre[j] + share * (after.centre[j] - before.centre[j]);
    between_.gain[j] = before.gain[j] + share * (after.gain[j] - before.gain[j]);
  }
  return between_;
}

void KinematicGait::swing_joints(const LedMemory& m, double t, Pose& q) const {
  const Frame way = m.ring.at(t).heading();
  for (const Swing& s : swings_) q[s.q] = posture_[s.q];
  for (const Swing& s : swings_) {
    const double ahead = seen_from(way, foot_at(m, s.leg, t)).x() - legs_[s.leg].foot.x();
    double& joint = q[s.q];
    joint = std::clamp(joint + s.gain * std::atan2(ahead, height_), s.lower, s.upper);
  }
}

Frame KinematicGait::trunk(const BodyAhead& b, double gravity, double t) const {
  const double lean = spec_.bank * std::atan2(b.v.head<2>().norm() * b.yaw_rate, gravity);
  const Mat3 R = about_z(b.yaw) * about_y(b.pitch - std::atan(b.slope_x)) *
                 about_x(b.roll + std::atan(b.slope_y) - lean);
  return {R, b.p + about_z(b.yaw) * b.aside + Vec3(0, 0, height_ + b.lift + spec_.height.at(t))};
}

void KinematicGait::look_ahead(const Sense& sense, LedMemory& m, double t) const {
  double needed = t;
  for (const LegClock& leg : m.clock.legs)
    needed = std::max({needed, leg.next_mid(), t + leg.period() / 2});
  const double g = sense.work.gravity.norm();
  while (m.ring.begun + static_cast<double>(m.ring.turned - 1) * m.ring.dt < needed)
    plan_->advance(sense.ground, g, m.lead, m.turn, m.ring);
}

// Curvature of the body's way, 1/m. A turn on the spot, or nearly so, does not bend the figure.
double KinematicGait::curve_of(const LedMemory& m, const BodyAhead& b, double t) const {
  constexpr double slow = 0.1;  // of the design's body speed
  const double v = b.v.head<2>().norm(), period = score_.times(t).period;
  // Over a whole cycle, because the legs turn the body unevenly within it.
  const double turned = m.ring.at(t + period / 2).yaw - m.ring.at(t - period / 2).yaw;
  const double square = v * v + std::pow(slow * score_.times(t).body_speed, 2);
  return square > 0 ? turned / period * v / square : 0;
}

// Integrates the rotation of the body against its legs: the body takes up the opposite of the
// angular momentum of all parts that move relative to it. Feet that bear load bring the body back.
void KinematicGait::recoil(const Sense& sense, LedMemory& m) const {
  const auto [whole, angular] = turning_whole_of(model_, sense.work);
  const Vec3 turning = sense.work.bodies[0].X_WB.R * sense.v.head<3>();
  const Vec3 of_limbs = angular - whole.inertia * turning;
  const double period = score_.times(sense.time).period;
  const double begun = std::min((sense.time - m.ring.begun) / period, 1.0);  // fades in from rest
  const double share = spec_.recoil * smooth_step(begun);
  const Vec3 against = -whole.inertia.ldlt().solve(of_limbs);
  // A constant angular momentum of the limbs needs no moment and must not make the body lean
  // permanently.
  m.steady += std::min(tick_ / period, 1.0) * (against - m.steady);
  const Vec3 rate = share * (against - m.steady);
  double bearing = 0;
  for (const LegClock& leg : m.clock.legs) bearing += bearing_by(leg, sense.time);
  m.recoil += tick_ * (rate - std::min(3 * bearing, 1.0) / spec_.reaction * m.recoil);
}

// Computes all joints and the root at t, the clock's time; on entry `q` holds the posture before.
void KinematicGait::pose(LedMemory& m, double gravity, double t, Pose& q) const {
  const BodyAhead body = m.ring.at(t);
  Frame X_WT = trunk(body, gravity, t);
  X_WT.R = exp_rotation(m.recoil) * X_WT.R;
  if (!swings_.empty()) swing_joints(m, t, q);
  const double curve = curve_of(m, body, t);
  const Vec3 shift = 2 * m.shift - m.shift_before;
  m.shift_before = m.shift;
  m.shift = shift;
  bend_joints(m, {X_WT.R, X_WT.p + shift}, curve, t, q);
  if (spec_.recoil == 0) return;
  m.shift = spec_.recoil * (X_WT.p + shift - centre_of_mass_at(model_, q, scratch_));
  // Corrects the extrapolated shift by the small error that the centre of mass shows.
  shift_body(m, m.shift - shift, t, q);
}

// Moves the body by `by` (W, m) while all feet stay where they are.
void KinematicGait::shift_body(LedMemory& m, const Vec3& by, double t, Pose& q) const {
  q.head<3>() += by;
  auto joints = joints_of(q);
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const Leg& leg = legs_[k];
    Frame X_WS = at_[leg.section];
    if (leg.limb.nudge(-(X_WS.R.transpose() * by), joints)) continue;
    X_WS.p += by;
    bend_leg(m, k, X_WS, t, joints);
  }
}

// Solves leg k, which hangs on a body at `base` (in W).
void KinematicGait::bend_leg(LedMemory& m, std::size_t k, const Frame& base, double t,
                             Eigen::Ref<Eigen::VectorXd> joints) const {
  LimbTarget target{seen_from(base, foot_at(m, k, t))};
  Mat3 R;
  if (spec_.level_feet) {
    R = base.R.transpose() * foot_turned(m, k, t);
    target.R_PB = &R;
    target.position_first = true;
  }
  m.feet[k].missing = legs_[k].limb.solve(target, comfort(m, k, t), joints).short_by;
}

void KinematicGait::bend_joints(LedMemory& m, const Frame& X_WT, double curve, double t,
                                Pose& q) const {
  // Places a section along the circle of the way, to which the body's axis is bent.
  const auto place = [&](const Section& s) {
    const double k = sections_.size() > 1 ? spec_.bend * curve : 0, x = s.X_TS.p.x(), a = k * x;
    const Vec3 arc = std::abs(a) < 1e-6 ? Vec3(x, a * x / 2, 0)
                                        : Vec3(std::sin(a) / k, (1 - std::cos(a)) / k, 0);
    const Mat3 R = about_z(a);
    const Frame X_TS{R * s.X_TS.R, arc + R * Vec3(0, s.X_TS.p.y(), s.X_TS.p.z())};
    return X_WT * X_TS;
  };
  const Frame X_WR = place(sections_[0]);
  const Quat R = Quat(X_WR.R).normalized();
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << R.w(), R.x(), R.y(), R.z();
  auto joints = joints_of(q);
  at_[0] = X_WR;
  for (std::size_t s = 1; s < sections_.size(); ++s) {
    const Section& section = sections_[s];
    if (section.chain->joints() > 0) {
      const Frame X_WS = place(section);
      const Frame& X_WP = at_[section.parent];
      const Mat3 R_PS = X_WP.R.transpose() * X_WS.R;
      section.chain->solve({seen_from(X_WP, X_WS.p), &R_PS}, section.comfort, joints);
    }
    Frame there;
    there.p = section.chain->tip(joints, &there.R);
    at_[s] = at_[section.parent] * there;
  }
  for (std::size_t k = 0; k < legs_.size(); ++k) bend_leg(m, k, at_[legs_[k].section], t, joints);
}

void KinematicGait::tell(const LedMemory& m, Eigen::VectorXd& told) const {
  const auto n = static_cast<Eigen::Index>(legs_.size());
  for (Eigen::Index k = 0; k < n; ++k) {
    const LedMemory::Foot& foot = m.feet[static_cast<std::size_t>(k)];
    told[k] = foot.stands ? 0 : 1;
    told[n + k] = foot.missing;
  }
}

// Begins the plan at `centre` with the heading `yaw`, and computes the first posture.
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
    const double mid = sense.time < c.place() ? c.mid : c.next_mid();
    foot.at = flat_near(sense, foothold(sense, m, k, mid));
    foot.turned = turned_at(sense, m, mid, foot.at);
    if (!foot.stands) lift(sense, m, k);
  }
  Pose q = sense.q;
  for (const Body& body : model_.bodies)
    if (body.parent >= 0 && body.nv > 0 && driven_[body.v_start])
      q.segment(body.q_start, body.nq) = posture_.segment(body.q_start, body.nq);
  m.q.assign(3, q);
  m.told.assign(3, Eigen::VectorXd::Zero(2 * static_cast<Eigen::Index>(legs_.size())));
  constexpr int until_settled = 40;  // joints approach their comfort over several calls
  for (int k = 0; k < until_settled; ++k) pose(m, sense.work.gravity.norm(), sense.time, m.q[0]);
  m.shift_before = m.shift;
}

void KinematicGait::begin(const Sense& sense, LedMemory& m) const {
  // The plan begins so that the first posture has its root where the figure stands or has been
  // placed, with the trunk's heading, despite the displacement by its legs.
  const Frame& X_TR = sections_[0].X_TS;
  const auto trunk_turned = [&](const Pose& q) -> Mat3 {
    return orientation(q).toRotationMatrix() * X_TR.R.transpose();
  };
  const auto yaw_of = [](const Mat3& R) { return std::atan2(R(1, 0), R(0, 0)); };
  const Mat3 R_WT = trunk_turned(sense.q);
  double yaw = yaw_of(R_WT);
  Vec3 centre = sense.q.head<3>() - R_WT * X_TR.p, off;
  constexpr int most_looks = 10;  // on uneven ground the displacement depends on the place
  for (int look = 0; look < most_looks; ++look) {
    begin_at(sense, centre, yaw, m);
    off = m.q[0].head<3>() - sense.q.head<3>();
    off.z() = 0;
    // A bent body's root does not point along its way.
    const double turn = std::remainder(yaw_of(trunk_turned(m.q[0])) - yaw_of(R_WT), 2 * M_PI);
    if (off.norm() <= 1e-9 * height_ && std::abs(turn) <= 1e-9) break;
    centre -= off;
    yaw -= turn;
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
  mean_rates(model_, m.q[0], m.q[0], m.q[1], tick_ / 2, m.v[0]);
}

void KinematicGait::place(const Sense& sense, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  LedMemory m;
  begin(sense, m);
  q = m.q[0];
  v = m.v[0];
}

bool KinematicGait::plants(const ControllerMemory& memory, std::size_t leg,
                           const LedMotion& motion) const {
  const auto& m = std::get<LedMemory>(memory);
  const GaitClock& clock = m.clock;
  if (m.waits || leg >= clock.legs.size()) return false;
  return clock.legs[leg].stands(motion.t0) || clock.legs[leg].stands(motion.t1);
}

// Leads the figure from q0 and v0 at t0 (s) to q1 and v1 at t1.
void KinematicGait::lead(double t0, double t1, const Pose& q0, const Eigen::VectorXd& v0,
                         const Pose& q1, const Eigen::VectorXd& v1, Command& command) const {
  LedMotion& motion = command.motion;
  motion.t0 = t0, motion.q0 = q0, motion.v0 = v0;
  motion.t1 = t1, motion.q1 = q1, motion.v1 = v1;
  for (std::size_t i = 0; i < driven_.size(); ++i)
    if (driven_[i] && command.drives[i] != Drive::follow) command.drives[i] = Drive::led;
}

// Writes the recorded channels of the time t (s).
void KinematicGait::tell_outputs(const Sense& sense, const LedMemory& m, double t,
                                 Command& command) const {
  const BodyAhead body = m.ring.at(t);
  double* out = command.outputs.data() + first_output_;
  const Frame X_WT = trunk(body, sense.work.gravity.norm(), t);
  for (double x :
       {X_WT.p.x(), X_WT.p.y(), X_WT.p.z(), body.yaw, body.pitch, body.roll, body.allowed})
    *out++ = x;
  std::copy(m.told[0].begin(), m.told[0].end(), out);
}

// Begins the gait, or, if the figure is not in its first posture and is to be gathered up, leads it
// there. Returns whether it does.
bool KinematicGait::gather_up(const Sense& sense, LedMemory& m, Command& command) const {
  constexpr double apart = 1e-6;  // rad or m: more than a figure differs that was placed
  begin(sense, m);
  if (spec_.gather == 0 || (m.q[0] - sense.q).lpNorm<Eigen::Infinity>() < apart) return false;
  Sense later = sense;
  later.time += std::ceil(spec_.gather / tick_ - clock_slack) * tick_;
  begin(later, m);
  m.begins = later.time;
  m.waits = true;
  lead(sense.time, later.time, sense.q, sense.v, m.q[0], m.v[0], command);
  tell_outputs(sense, m, later.time, command);  // not those of the gait before it fell
  return true;
}

void KinematicGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  if (sense.dt == 0) {
    if (gather_up(sense, m, command)) return;
  } else if (m.waits && sense.time < m.begins - clock_slack) {
    return;
  } else if (!m.waits) {
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
  m.waits = false;
  mean_rates(model_, m.q[0], m.q[1], m.q[2], tick_, m.v[1]);
  lead(sense.time, sense.time + tick_, m.q[0], m.v[0], m.q[1], m.v[1], command);
  tell_outputs(sense, m, sense.time, command);
}

std::unique_ptr<Controller> ControllerPlug<KinematicGaitSpec>::make(const KinematicGaitSpec& gait,
                                                                    const ControllerMakings& m) {
  return std::make_unique<KinematicGait>(gait, m.figure, m.model, m.spec.tick);
}

ControllerMemory KinematicGait::start() const { return LedMemory{}; }

}  // namespace gambol
