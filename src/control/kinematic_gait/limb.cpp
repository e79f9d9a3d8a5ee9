#include "control/kinematic_gait/limb.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/rotation.h"

namespace gambol {

Limb::Link Limb::link_of(const Body& body) {
  const Mat3& R = body.X_PB.R;
  const bool moves = body.nv > 0;
  const Vec3 axis = moves ? body.motion.modes[0].axis : Vec3(Vec3::UnitZ());
  const JointType type = moves ? body.type : JointType::fixed;
  Link link{body.X_PB, axis, type, -1, 0, R * axis, R, Mat3::Zero(), Mat3::Zero()};
  if (type != JointType::rotary) return link;
  link.turn_1 = link.axis_P * axis.transpose();
  link.turn_cos = R - link.turn_1;
  link.turn_sin = R * skew(axis);
  return link;
}

Limb::Limb(const Model& model, int base, int end, const Vec3& tip) : tip_(tip) {
  std::vector<int> bodies;
  for (int i = end; i != base; i = model.bodies[i].parent) {
    assert(i > 0 && "the tip hangs on the base");
    bodies.push_back(i);
  }
  std::reverse(bodies.begin(), bodies.end());
  length_ = tip.norm();
  for (int i : bodies) {
    const Body& b = model.bodies[i];
    Link link = link_of(b);
    link.body = i;
    if (b.nv > 0) {
      link.joint = joints();
      if (link.joint % lanes == 0) turns_.push_back(WideMask{});
      turns_.back()[link.joint % lanes] = link.type == JointType::rotary ? -1 : 0;
      bodies_.push_back(i);
      at_.push_back(b.q_start - root_positions);
    }
    if (!links_.empty()) length_ += b.X_PB.p.norm();
    if (b.nv > 0 && b.type == JointType::prismatic)
      length_ += std::abs(model.dofs[b.v_start].initial);
    links_.push_back(link);
  }
  assert(joints() <= most_limb_joints);
  if (length_ > 0) scale_ = length_;
  lower.assign(at_.size(), -INFINITY);
  upper.assign(at_.size(), INFINITY);
}

void Limb::add_pad(int body, const ContactPoint& ball, double rest) {
  const auto link =
      std::find_if(links_.begin(), links_.end(), [body](const Link& l) { return l.body == body; });
  assert(link != links_.end() && "the body is one of the limb's");
  pads_.push_back({static_cast<int>(link - links_.begin()), ball, rest});
}

Vec3 Limb::tip(const Eigen::Ref<const Eigen::VectorXd>& q, Mat3* R_out) const {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
  for (const Link& link : links_) {
    p += R * link.X_PB.p;
    R *= link.X_PB.R;
    if (link.type == JointType::rotary) R *= rotation_about(link.axis, q[at_[link.joint]]);
    if (link.type == JointType::prismatic) p += R * (link.axis * q[at_[link.joint]]);
  }
  if (R_out) *R_out = R;
  return p + R * tip_;
}

LimbReach Limb::solve(const LimbTarget& target, const Comfort& comfort,
                      Eigen::Ref<Eigen::VectorXd> q) const {
  return target.R_PB ? solve_for<6>(target, comfort, q) : solve_for<3>(target, comfort, q);
}

}  // namespace gambol
