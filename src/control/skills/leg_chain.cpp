#include "control/skills/leg_chain.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace gambol {
namespace {

// The orthonormal frame of a direction and of the part of another across it.
Mat3 triad(const Vec3& along, const Vec3& aside) {
  const Vec3 a = along.normalized();
  const Vec3 b = (aside - aside.dot(a) * a).normalized();
  Mat3 E;
  E << a, b, a.cross(b);
  return E;
}

// The length that a leg of length `most` takes for one of length `r` that is wanted, m: r itself as
// far as most (1 - soft), and then ever less more. The angle of the knee, which goes with the root
// of what lacks of the full length, then changes at a bounded rate.
double softly(double r, double most, double soft) {
  const double left = 1 - r / most;
  if (soft == 0 || left >= soft) return r;
  return most * (1 - soft * std::exp(left / soft - 1));
}

}  // namespace

// |a + R b|^2 = |a|^2 + |b|^2 + 2 a.R b, and a.R b = c + A cos q + B sin q.
LegChain::Pose LegChain::reach(const Vec3& to, const Vec3& aside) const {
  const Vec3& k = knee.axes[0];
  const Vec3 &a = hip_to_knee, &b = knee_to_ankle;
  const double c = a.dot(k) * b.dot(k);
  const double A = a.dot(b) - c, B = k.dot(b.cross(a));
  const double size = std::hypot(A, B);
  const double most = std::sqrt(a.squaredNorm() + b.squaredNorm() + 2 * (c + size));
  const double r = to.norm(), soft_r = softly(r, most, soft);
  const double square = soft_r == r ? to.squaredNorm() : soft_r * soft_r;
  const double wanted = (square - a.squaredNorm() - b.squaredNorm()) / 2 - c;
  constexpr double almost = 0.9995;  // of the straight leg: a straight knee could bend either way
  const double cosine = std::clamp(wanted / size, -1.0, almost);
  Pose pose;
  pose.reached = cosine == wanted / size;
  pose.knee = std::atan2(B, A) + bend * std::acos(cosine);
  pose.knee = std::remainder(pose.knee, 2 * M_PI);
  const Mat3 R_knee = rotation_about(k, pose.knee);
  const Mat3 R_hip = triad(to, aside) * triad(a + R_knee * b, k).transpose();
  pose.hip = hip.coordinates(R_hip);
  pose.shank = R_hip * R_knee;
  return pose;
}

LegChain make_leg_chain(const Model& model, const AtRest& rest, const LegSpec& leg, int frame) {
  std::vector<int> bodies;
  for (int b = model.body_index(leg.feet.front()); b != frame; b = model.bodies[b].parent)
    if (model.bodies[b].nv > 0) bodies.insert(bodies.begin(), b);
  LegChain chain;
  chain.frame = frame;
  chain.hip = rest.turns(model, bodies[0]);
  chain.knee = rest.turns(model, bodies[1]);
  chain.ankle = rest.turns(model, bodies[2]);
  if (bodies.size() > 3) chain.toe = rest.turns(model, bodies[3]);
  const auto at = [&](std::size_t k) { return rest.of(bodies[k]).p; };
  const Frame& last = rest.of(model.body_index(leg.feet.front()));
  const Vec3 tip = last.R * leg.tip + last.p;
  const Vec3 foot = chain.toe ? at(3) : tip;
  chain.foot_body = bodies[2];
  chain.p_foot = seen_from(rest.of(bodies[2]), foot);
  chain.hip_to_knee = at(1) - at(0);
  chain.knee_to_ankle = at(2) - at(1);
  chain.ankle_to_foot = foot - at(2);
  chain.frame_to_hip = at(0) - rest.of(frame).p;
  chain.foot = foot - rest.of(frame).p;
  chain.foot_height = foot.z() - tip.z();
  const Vec3 along = (foot - at(0)).normalized();
  const auto twist = std::max_element(chain.hip.axes.begin(), chain.hip.axes.end(),
                                      [&](const Vec3& a, const Vec3& b) {
                                        return std::abs(a.dot(along)) < std::abs(b.dot(along));
                                      });
  for (std::size_t i = 0; i < chain.hip.axes.size(); ++i)
    if (chain.hip.axes.begin() + static_cast<std::ptrdiff_t>(i) != twist)
      chain.hip_swings.push_back(chain.hip.dof + static_cast<int>(i));
  chain.hip_twist = chain.hip.dof + static_cast<int>(twist - chain.hip.axes.begin());
  // The knee bends to the side to which it is bent at the start; if it is not, at rest.
  const Vec3 &a = chain.hip_to_knee, &b = chain.knee_to_ankle;
  chain.bend = chain.knee.axes[0].dot(a.cross(b)) >= 0 ? 1 : -1;
  const double initial = model.dofs[static_cast<std::size_t>(chain.knee.dof)].initial;
  if (initial != 0) chain.bend = initial > 0 ? 1 : -1;
  return chain;
}

}  // namespace gambol
