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
  for (const Swing& s : swings_)
    q[s.q] = std::clamp(posture_[s.q] + s.offset.at(t), s.lower, s.upper);
  for (const Swing& s : swings_) {
    const double ahead = seen_from(way, foot_at(m, s.leg, t)).x() - legs_[s.leg].foot.x();
    double& joint = q[s.q];
    joint = std::clamp(joint + s.gain.at(t) * std::atan2(ahead, height_), s.lower, s.upper);
  }
}

// How much faster the body's course turns than it would straight on, rad/s: over a whole cycle.
double KinematicGait::turned_over(const LedMemory& m, double t) const {
  const double period = score_.times(t).period;
  return (m.ring.at(t + period / 2).course - m.ring.at(t - period / 2).course) / period;
}

Frame KinematicGait::trunk(const LedMemory& m, const BodyAhead& b, double gravity, double t) const {
  const double speed = b.v.head<2>().norm();
  const double lean = spec_.bank * std::atan2(speed * turned_over(m, t), gravity);
  const Mat3 R_course = about_z(b.course);
  const Mat3 R = R_course * about_x(-lean) * R_course.transpose() * about_z(b.yaw) *
                 about_y(-spec_.pitch.at(t) - std::atan(b.slope_x)) *
                 about_x(spec_.roll.at(t) + std::atan(b.slope_y));
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

// Curvature of the body's way along its own axis, 1/m. A turn on the spot, or nearly so, does not
// bend the figure.
double KinematicGait::curve_of(const LedMemory& m, const BodyAhead& b, double t) const {
  constexpr double slow = 0.1;  // of the design's body speed
  const double v = b.v.head<2>().norm();
  const double square = v * v + std::pow(slow * score_.times(t).body_speed, 2);
  return square > 0 ? turned_over(m, t) * v / square * std::cos(b.yaw - b.course) : 0;
}

// Computes all joints and the root at t, the clock's time; on entry `q` holds the posture before.
void KinematicGait::pose(LedMemory& m, double gravity, double t, const BodyOffset& offset,
                         Pose& q) const {
  const BodyAhead body = m.ring.at(t);
  Frame X_WT = trunk(m, body, gravity, t);
  X_WT.R = exp_rotation(offset.turn) * X_WT.R;
  X_WT.p += offset.by;
  if (!swings_.empty()) swing_joints(m, t, q);
  bend_joints(m, X_WT, curve_of(m, body, t), t, q);
  if (!steady_.empty()) steady(body, X_WT, q);
}

// Requires the sections' frames, by bend_joints().
void KinematicGait::steady(const BodyAhead& body, const Frame& X_WT, Pose& q) const {
  auto joints = joints_of(q);
  const Vec3 nodding = log_rotation(Quat(X_WT.R * about_z(-body.yaw)));
  for (const Steady& s : steady_) {
    const Frame level{exp_rotation(-s.share * nodding) * X_WT.R, X_WT.p};
    const Frame X_WB = level * s.X_TB;
    const Frame& X_WS = at_[s.section];
    const Mat3 R_SB = X_WS.R.transpose() * X_WB.R;
    s.chain.solve({seen_from(X_WS, X_WB.p), &R_SB}, s.comfort, joints);
  }
}

const BodyOffset& KinematicGait::offset_of_posture(const LedMemory& m, long number) const {
  const long last = static_cast<long>(m.offsets.size()) - 1;
  return m.offsets[static_cast<std::size_t>(std::clamp(number - m.first_offset, 0L, last))];
}

// Goes on to the next posture.
void KinematicGait::pose_next(const Sense& sense, LedMemory& m, Pose& q) const {
  const double t = m.ring.begun + static_cast<double>(++m.posed) * tick_;
  look_ahead(sense, m, t);
  step_feet(sense, m, t);
  const BodyOffset offset = offset_of_posture(m, m.posed);
  if (m.posed == 0)
    settle(m, sense.work.gravity.norm(), offset, q);
  else
    pose(m, sense.work.gravity.norm(), t, offset, q);
}

// Solves leg k, which hangs on a body at `base` (in W).
void KinematicGait::bend_leg(LedMemory& m, std::size_t k, const Frame& base, double t,
                             Eigen::Ref<Eigen::VectorXd> joints) const {
  if (legs_[k].roll) return bend_rolling_leg(m, k, base, t, joints);
  const Vec3 up = up_at(m, k, t);
  LimbTarget target{seen_from(base, foot_at(m, k, t) + legs_[k].radius * up)};
  const LimbGround ground{seen_from(base, ground_of(m, k, t)), base.R.transpose() * up};
  target.ground = &ground;
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
    foot.at = flat_near(sense, k, foothold(sense, m, k, mid));
    foot.turned = turned_at(sense, m, mid, foot.at);
    if (!foot.stands) lift(sense, m, k);
  }
  Pose q = sense.q;
  for (const Body& body : model_.bodies)
    if (body.parent >= 0 && body.nv > 0 && driven_[body.v_start])
      q.segment(body.q_start, body.nq) = posture_.segment(body.q_start, body.nq);
  m.q.assign(3, q);
  m.told.assign(3, Eigen::VectorXd::Zero(2 * static_cast<Eigen::Index>(legs_.size())));
  settle(m, sense.work.gravity.norm(), {}, m.q[0]);
}

// Joints approach their comfort over several calls.
void KinematicGait::settle(LedMemory& m, double gravity, const BodyOffset& offset, Pose& q) const {
  constexpr int calls = 40;
  for (int k = 0; k < calls; ++k) pose(m, gravity, m.clock.time, offset, q);
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
  std::vector<BodyOffset> offsets;
  long carried = 0;
  constexpr int most_looks = 10;  // on uneven ground the displacement depends on the place
  for (int look = 0; look < most_looks; ++look) {
    begin_at(sense, centre, yaw, m);
    m.offsets = offsets;  // on level ground they are the same everywhere
    m.v.assign(2, sense.v);
    if (look == 0 || sense.ground.terrain) {
      carry_body(sense, m);
      offsets = m.offsets;
      carried = m.carried;
    }
    m.carried = carried;
    settle(m, sense.work.gravity.norm(), offsets[0], m.q[0]);
    off = m.q[0].head<3>() - sense.q.head<3>();
    off.z() = 0;
    // A bent body's root does not point along its way.
    const double turn = std::remainder(yaw_of(trunk_turned(m.q[0])) - yaw_of(R_WT), 2 * M_PI);
    if (off.norm() <= 1e-9 * height_ && std::abs(turn) <= 1e-9) break;
    centre -= off;
    yaw -= turn;
    const Mat3 R = about_z(-turn);
    for (BodyOffset& o : offsets) o = {R * o.turn, R * o.by};
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (k > 0) m.q[k] = m.q[k - 1];
    pose_next(sense, m, m.q[k]);
    tell(m, m.told[k]);
  }
  first_rates(m.q, m.v[0]);
}

void KinematicGait::place(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  begin(sense, m);
  lead_now(sense, m, command);
}

// Leads the figure until the next tick.
void KinematicGait::lead_now(const Sense& sense, LedMemory& m, Command& command) const {
  m.waits = false;
  mean_rates(model_, m.q[0], m.q[1], m.q[2], tick_, m.v[1]);
  lead(sense.time, sense.time + tick_, m.q[0], m.v[0], m.q[1], m.v[1], command);
  tell_outputs(sense, m, sense.time, command);
}

// Whether place() has begun the motion, and the figure is still there.
bool KinematicGait::has_begun(const Sense& sense, const LedMemory& m) const {
  return !m.q.empty() && std::abs(m.ring.begun - sense.time) < clock_slack && m.q[0] == sense.q;
}

double KinematicGait::plants(const ControllerMemory& memory, std::size_t leg,
                             const LedMotion& motion) const {
  const auto& m = std::get<LedMemory>(memory);
  const GaitClock& clock = m.clock;
  if (m.waits || leg >= clock.legs.size()) return 0;
  const LegClock& c = clock.legs[leg];
  const auto bears = [&](double t) { return c.stands(t) && holds(leg, t); };
  return bears(motion.t0) || bears(motion.t1) ? legs_[leg].push : 0;
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
  const BodyOffset& offset = offset_of_posture(m, std::lround((t - m.ring.begun) / tick_));
  const Frame wanted = trunk(m, body, sense.work.gravity.norm(), t);
  const Vec3 p = wanted.p + offset.by;
  const Mat3 R = exp_rotation(offset.turn) * wanted.R;
  const double pitch = -std::asin(std::clamp(R(2, 0), -1.0, 1.0)),
               roll = std::atan2(R(2, 1), R(2, 2));
  for (double x : {p.x(), p.y(), p.z(), body.yaw, pitch, roll, body.allowed}) *out++ = x;
  std::copy(m.told[0].begin(), m.told[0].end(), out);
}

void KinematicGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  if (sense.dt == 0) {
    if (gather_up(sense, m, command)) return;
  } else if (m.waits && sense.time < m.begins - clock_slack) {
    return lead_gathered(sense, m, command);
  } else if (!m.waits) {
    if (m.posed + 1 >= m.carried) carry_body(sense, m);
    m.q[0].swap(m.q[1]);
    m.q[1].swap(m.q[2]);
    m.v[0].swap(m.v[1]);
    m.q[2] = m.q[1];
    pose_next(sense, m, m.q[2]);
    m.told[0].swap(m.told[1]);
    m.told[1].swap(m.told[2]);
    tell(m, m.told[2]);
  }
  lead_now(sense, m, command);
}

std::unique_ptr<Controller> ControllerPlug<KinematicGaitSpec>::make(const KinematicGaitSpec& gait,
                                                                    const ControllerMakings& m) {
  return std::make_unique<KinematicGait>(gait, m.figure, m.model, m.spec.tick);
}

ControllerMemory KinematicGait::start() const { return LedMemory{}; }

}  // namespace gambol
