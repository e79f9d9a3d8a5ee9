#include "control/kinematic_gait/walk_start.h"

#include <cmath>

#include "base/rotation.h"

namespace gambol {
namespace {

double yaw_of(const Mat3& R) { return std::atan2(R(1, 0), R(0, 0)); }

Mat3 root_turned(const Eigen::VectorXd& q) {
  return Quat(q[3], q[4], q[5], q[6]).toRotationMatrix();
}

// The figure where it is, its joints in the posture as far as the gait moves them.
Eigen::VectorXd in_posture(const WalkStart& start, const Eigen::VectorXd& at) {
  Eigen::VectorXd q = at;
  for (const Body& body : start.model.bodies)
    if (body.parent >= 0 && body.nv > 0 && start.driven[static_cast<std::size_t>(body.v_start)])
      q.segment(body.q_start, body.nq) = start.posture.segment(body.q_start, body.nq);
  return q;
}

void begin_moving(const WalkStart& start, const LedWorld& world, Eigen::VectorXd q, LedMemory& m) {
  std::vector<LedPosture> first;
  for (long k = 0; k < 3; ++k) {
    first.push_back(start.walk.run({world, m.carry.of(k), q}, m.walk));
    q = first.back().q;
  }
  m.postures = start.postures.begin(std::move(first));
}

}  // namespace

LedMemory WalkStart::run(const StartIn& in) const {
  // Legs displace the trunk from its plan, and a bent body's root does not point along its way: the
  // plan begins elsewhere by as much. On uneven ground that depends on the place.
  constexpr int most_looks = 10;
  constexpr double there = 1e-9;  // rad, or of the figure's height
  const auto trunk_turned = [&](const Eigen::VectorXd& q) -> Mat3 {
    return root_turned(q) * X_TR.R.transpose();
  };
  const Mat3 R_WT = trunk_turned(in.q);
  double yaw = yaw_of(R_WT);
  Vec3 centre = in.q.head<3>() - R_WT * X_TR.p;
  LedMemory m;
  Eigen::VectorXd q;
  for (int look = 1;; ++look) {
    m.walk = walk.begin({in.world, in.time, centre, yaw, in.set});
    const WalkInstant first = walk.at(in.world, m.walk);
    const std::vector<LedPosture> wanted = {walk.pose(first, {}, in_posture(*this, in.q))};
    // On level ground offsets are the same everywhere.
    if (look == 1 || in.world.ground.terrain) carry.forecast({in.world, wanted, m.walk}, m.carry);
    q = walk.pose(first, m.carry.of(0), wanted[0].q).q;
    Vec3 off = q.head<3>() - in.q.head<3>();
    off.z() = 0;
    const double turn = std::remainder(yaw_of(trunk_turned(q)) - yaw_of(R_WT), 2 * M_PI);
    const bool is_there = off.norm() <= there * height && std::abs(turn) <= there;
    if (is_there || look == most_looks) break;
    centre -= off;
    yaw -= turn;
    const Mat3 R = rotation_about(Vec3::UnitZ(), -turn);
    for (BodyOffset& o : m.carry.offsets) o = {R * o.turn, R * o.by};
  }
  begin_moving(*this, in.world, std::move(q), m);
  return m;
}

}  // namespace gambol
