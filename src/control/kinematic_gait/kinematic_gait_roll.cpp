// Feet of a kinematic gait that roll over their soles (foot_roll.h).

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hermite.h"
#include "base/rotation.h"
#include "control/kinematic_gait/kinematic_gait.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"

namespace gambol {
namespace {

// The contact point of a foot that is hindmost in the body's axes.
const ContactPoint& heel_of(const Body& foot, const Mat3& R_TF) {
  return *std::min_element(foot.contacts.begin(), foot.contacts.end(),
                           [&](const ContactPoint& a, const ContactPoint& b) {
                             return (R_TF * a.p_B).x() < (R_TF * b.p_B).x();
                           });
}

// The point of a joint's axis that is nearest to its parent's origin, in W.
Vec3 joint_place(const Body& body, const Frame& X_WP) {
  const Vec3 axis = body.X_PB.R * body.motion.modes[0].axis, p = body.X_PB.p;
  return X_WP.R * (p - axis.dot(p) * axis) + X_WP.p;
}

// Middle of the stance that t belongs to, or that of the next during a swing.
double mid_of(const LegClock& c, double t) { return t < c.lift() ? c.mid : c.next_mid(); }

// Rises from 0 to 1 over the second quarter of a stance: a heel has come down before it rises.
double leaves_by(const LegClock& c, double t) {
  const double s = 0.5 + (t - mid_of(c, t)) / (2 * c.half_support);
  return smooth_step(std::clamp(4 * s - 1, 0.0, 1.0));
}

// The angle of the foot during a swing: a smooth curve through those of its keys.
class SwingPitch {
 public:
  void add(double u, double pitch) {
    u_[n_] = u;
    pitch_[n_++] = pitch;
  }
  // With the given rate by u at the beginning, and none at the end.
  double at(double u, double first_rate) const {
    std::size_t i = 0;
    while (i + 2 < n_ && u > u_[i + 1]) ++i;
    const double h = u_[i + 1] - u_[i];
    const double in = i == 0 ? first_rate : rate(i), out = i + 2 == n_ ? 0 : rate(i + 1);
    return Hermite((u - u_[i]) / h, h)(pitch_[i], in, pitch_[i + 1], out);
  }

 private:
  double rate(std::size_t i) const {
    const double before = u_[i] - u_[i - 1], after = u_[i + 1] - u_[i];
    return ((pitch_[i] - pitch_[i - 1]) / before * after +
            (pitch_[i + 1] - pitch_[i]) / after * before) /
           (before + after);
  }
  std::array<double, most_step_keys + 2> u_{}, pitch_{};
  std::size_t n_ = 0;
};

}  // namespace

// Requires the kinematics of the posture in scratch_.
void KinematicGait::find_rolls(const FigureSpec& figure) {
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const int toes = model_.body_index(figure.legs[k].feet[0]);
    const Body& end = model_.bodies[static_cast<std::size_t>(toes)];
    const auto& X_WB = [&](int body) -> const Frame& {
      return scratch_.bodies[static_cast<std::size_t>(body)].X_WB;
    };
    const Frame& foot = X_WB(end.parent);
    const Vec3 ball = X_WB(toes).p;
    const ContactPoint& heel = heel_of(model_.bodies[static_cast<std::size_t>(end.parent)], foot.R);
    Vec3 to_heel = foot.R * heel.p_B + foot.p - ball;
    to_heel.y() = 0;  // wherever on it the heel bears
    const Vec3 axis = X_WB(toes).R * end.motion.modes[0].axis;
    const auto& limits = figure.bodies[static_cast<std::size_t>(toes)].joint.limits;
    legs_[k].roll = FootRoll{
        end.parent,
        to_heel,
        heel.radius,
        tip_of(model_, figure.legs[k], scratch_) - ball,
        foot.R,
        limb_of(figure, sections_[legs_[k].section].body, end.parent, seen_from(foot, ball)),
        end.q_start - root_positions,
        posture_[end.q_start],
        axis.y() > 0 ? -1.0 : 1.0,
        limits ? limits->x() : -INFINITY,
        limits ? limits->y() : INFINITY};
    FootRoll& roll = *legs_[k].roll;
    const std::vector<int>& joints = roll.limb.bodies();
    Vec3 last = X_WB(joints[0]).p;
    roll.hip = seen_from(X_WB(sections_[legs_[k].section].body), last);
    for (int body : joints) {
      const Vec3 next = joint_place(model_.bodies[static_cast<std::size_t>(body)],
                                    X_WB(model_.bodies[static_cast<std::size_t>(body)].parent));
      if (body != joints[0]) roll.length += (next - last).norm();
      if (body != joints[0]) last = next;
    }
    roll.ankle = last - ball;
  }
}

// Of a sole that rolls, one point after the other comes to rest, the first within the tick in which
// the heel comes down: a swing's speed there is that of a tick before.
double KinematicGait::most_creep() const {
  constexpr double coming_down = 0.3;
  return spec_.soles ? coming_down : Controller::most_creep();
}

SoleAngles KinematicGait::sole_angles(double mid) const {
  const SoleSpec& r = *spec_.soles;
  return {r.heel_strike.at(mid), r.toe_off.at(mid), r.flat_from.at(mid), r.flat_to.at(mid)};
}

// The sole's angle, toes up; sets `toes` to how far the toes are bent up.
double KinematicGait::foot_pitch(const LedMemory& m, std::size_t leg, double t,
                                 double* toes) const {
  const LegClock& c = m.clock.legs[leg];
  const LedMemory::Foot& foot = m.feet[leg];
  if (foot.stands) {
    const double mid = mid_of(c, t);
    const double s = 0.5 + (t - mid) / (2 * c.half_support);
    const double pitch = stance_pitch(sole_angles(mid), std::clamp(s, 0.0, 1.0));
    *toes = std::max(-pitch, 0.0);
    return pitch;
  }
  const SoleAngles before = sole_angles(c.mid), after = sole_angles(c.next_mid());
  const double u = std::clamp((t - c.lift()) / c.transfer, 0.0, 1.0);
  const double first_rate = toe_off_rate(before) * c.transfer / (2 * c.half_support);
  SwingPitch swing;
  swing.add(0, -before.toe_off);
  for (const StepKeySpec& key : legs_[leg].step.keys)
    swing.add(*key.at, key.pitch.at(foot.way.begins));
  swing.add(1, after.heel_strike);
  const double relax = spec_.soles->straighten;
  *toes = u < relax ? Hermite(u / relax, relax)(before.toe_off, -first_rate, 0.0, 0.0) : 0.0;
  return swing.at(u, first_rate);
}

// Of the posture's directions, in W, along the ground where the foot stands or swings to.
Mat3 KinematicGait::sole_turned(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  const Quat from = exp_rotation(foot.turned);
  if (foot.stands) return from.toRotationMatrix();
  const LegClock& c = m.clock.legs[leg];
  const Vec3 turn = log_rotation(from.conjugate() * exp_rotation(foot.next_turned));
  return (from * exp_rotation(smooth_step((t - c.lift()) / c.transfer) * turn)).toRotationMatrix();
}

// Lets a step lead the ball from where it lifts to where it is as the heel comes down.
void KinematicGait::step_by_ball(LedMemory& m, std::size_t leg) const {
  const LegClock& c = m.clock.legs[leg];
  LedMemory::Foot& foot = m.feet[leg];
  const FootRoll& roll = *legs_[leg].roll;
  const Mat3 from = exp_rotation(foot.turned).toRotationMatrix(),
             to = exp_rotation(foot.next_turned).toRotationMatrix();
  const Vec3 strikes = roll.ball(sole_angles(c.next_mid()).heel_strike) - roll.tip;
  foot.way.from = seen_from(m.ring.at(c.lift()).heading(), foot.at - from * roll.tip);
  foot.way.to = seen_from(m.ring.at(c.place()).heading(), foot.next + to * strikes);
}

Vec3 KinematicGait::ball_at(const LedMemory& m, std::size_t leg, double t) const {
  const LedMemory::Foot& foot = m.feet[leg];
  const LegClock& c = m.clock.legs[leg];
  if (foot.stands) {
    double toes;
    const FootRoll& roll = *legs_[leg].roll;
    return foot.at + sole_turned(m, leg, t) * (roll.ball(foot_pitch(m, leg, t, &toes)) - roll.tip);
  }
  const Frame X = m.ring.at(t).heading();
  return X.R * step_at(legs_[leg].step, foot.way, (t - c.lift()) / c.transfer) + X.p;
}

// Where the tip would be if the foot were level.
Vec3 KinematicGait::rolling_foot_at(const LedMemory& m, std::size_t leg, double t) const {
  return ball_at(m, leg, t) + sole_turned(m, leg, t) * legs_[leg].roll->tip;
}

void KinematicGait::bend_rolling_leg(LedMemory& m, std::size_t leg, const Frame& base, double t,
                                     Eigen::Ref<Eigen::VectorXd> joints) const {
  const FootRoll& roll = *legs_[leg].roll;
  double toes, pitch = foot_pitch(m, leg, t, &toes);
  if (m.feet[leg].stands && pitch <= 0) {
    const Vec3 hip = base.R * roll.hip + base.p - ball_at(m, leg, t);
    const double rise =
        roll.rise(pitch, spec_.soles->reach, sole_turned(m, leg, t).transpose() * hip) *
        leaves_by(m.clock.legs[leg], t);
    pitch -= rise;
    toes += rise;
  }
  const Mat3 R = base.R.transpose() * sole_turned(m, leg, t) *
                 rotation_about(Vec3::UnitY(), -pitch) * roll.R_TF;
  LimbTarget target{seen_from(base, ball_at(m, leg, t)), &R, true};
  m.feet[leg].missing = roll.limb.solve(target, comfort(m, leg, t), joints).short_by;
  joints[roll.toes] = std::clamp(roll.toes_rest + roll.toes_sign * toes, roll.lower, roll.upper);
}

}  // namespace gambol
