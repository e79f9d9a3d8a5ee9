#include "figure/joint_load.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "figure/body_measures.h"
#include "figure/joint_motion.h"

namespace gambol {
namespace {

// The velocity field of the part that a joint carries, at unit rate of the joint, in R.
struct UnitMotion {
  Vec3 turn, slide, origin;

  Vec3 velocity(const Vec3& p) const { return turn.cross(p - origin) + slide; }
  // As the joint goes on at that rate.
  Vec3 acceleration(const Vec3& p) const { return turn.cross(velocity(p) - slide); }
};

UnitMotion unit_motion(const BodySpec& body, const Transform& X_RB) {
  const JointMode mode =
      motion_of(body.joint, rotation_of(body.rotate).toRotationMatrix()).modes[0];
  const Vec3 axis = X_RB.R * mode.axis;
  return {mode.turns ? axis : Vec3(Vec3::Zero()), mode.slide * axis, X_RB.p};
}

MassProperties moved(const MassProperties& m, const Transform& X) {
  const Mat3 R = X.R.toRotationMatrix();
  return {m.mass, X * m.com, R * m.I_cm * R.transpose()};
}

JointForce upward(double force, const UnitMotion& motion, const Vec3& at) {
  return {force * motion.velocity(at).z(), force * motion.acceleration(at).z()};
}

JointForce operator+(const JointForce& a, const JointForce& b) {
  return {a.force + b.force, a.by_position + b.by_position};
}

}  // namespace

JointLoads::JointLoads(const FigureSpec& figure, std::vector<Transform> X_RB)
    : figure_(figure), X_RB_(std::move(X_RB)) {
  std::unordered_map<std::string, int> index;
  for (const BodySpec& body : figure.bodies) {
    const auto parent = index.find(body.parent);
    parent_.push_back(parent == index.end() ? -1 : parent->second);
    index.emplace(body.name, static_cast<int>(beyond_.size()));
    beyond_.push_back(moved(mass_of(figure, body), X_RB_[beyond_.size()]));
  }
  for (std::size_t b = beyond_.size(); b-- > 1;)
    if (parent_[b] >= 0) beyond_[parent_[b]] = combine(beyond_[parent_[b]], beyond_[b]);
  for (const LegSpec& leg : figure.legs) {
    const auto foot = leg.feet.empty() ? index.end() : index.find(leg.feet[0]);
    if (foot == index.end()) continue;
    const auto b = static_cast<std::size_t>(foot->second);
    tips_.push_back({b, X_RB_[b] * leg.tip});
  }
}

bool JointLoads::carries(std::size_t body, std::size_t other) const {
  int b = static_cast<int>(other);
  while (b > static_cast<int>(body)) b = parent_[b];
  return b == static_cast<int>(body);
}

JointLoad JointLoads::of(std::size_t b, int legs) const {
  const UnitMotion motion = unit_motion(figure_.bodies[b], X_RB_[b]);
  const MassProperties& part = beyond_[b];
  const Vec3 speed = motion.velocity(part.com);
  JointLoad load;
  load.inertia = motion.turn.dot(part.I_cm * motion.turn) + part.mass * speed.squaredNorm() +
                 figure_.bodies[b].joint.armature;
  load.weight = upward(-part.mass * load_gravity, motion, part.com);
  load.most = part.mass * load_gravity * speed.norm();
  const double moved = load.inertia - figure_.bodies[b].joint.armature;
  load.spread = load_gravity * std::sqrt(part.mass * moved);
  const double mass = beyond_[0].mass, share = mass / std::max(legs, 1);
  bool any = false;
  for (const Tip& tip : tips_) {
    if (!carries(b, tip.foot)) continue;
    any = true;
    const Vec3 v = motion.velocity(tip.at);
    load.stance = load.stance + upward(share * load_gravity, motion, tip.at);
    load.stance_inertia += share * v.z() * v.z();
    load.most_stance = std::max(load.most_stance, mass * load_gravity * v.norm());
  }
  if (!any) return load;
  load.stance = load.stance + load.weight;
  load.stance_inertia += figure_.bodies[b].joint.armature;
  return load;
}

}  // namespace gambol
