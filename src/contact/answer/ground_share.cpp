#include "contact/answer/ground_share.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

using Mat36 = Eigen::Matrix<double, 3, 6>;

// Weight of a foot's force relative to a residual of the same size: large enough to select the
// smallest forces, too small to leave a residual for their sake.
constexpr double dearness = 1e-6;

// The projection of v onto the friction cone and, if `change` is not null, its derivative in v.
Vec3 allowed(const PlantedFoot& foot, const Vec3& v, Mat3* change) {
  const double up = foot.normal.dot(v), mu = foot.friction;
  const Vec3 across = v - up * foot.normal;
  const double size = across.norm();
  if (size <= mu * up) {
    if (change) change->setIdentity();
    return v;
  }
  if (mu * size <= -up) {
    if (change) change->setZero();
    return Vec3::Zero();
  }
  const double s = (up + mu * size) / (1 + mu * mu);
  const Vec3 along = size > 0 ? Vec3(across / size) : Vec3(Vec3::Zero());
  const Vec3 edge = foot.normal + mu * along;
  if (change) {
    *change = edge * edge.transpose() / (1 + mu * mu);
    if (size > 0)
      *change +=
          mu * s / size *
          (Mat3::Identity() - foot.normal * foot.normal.transpose() - along * along.transpose());
  }
  return s * edge;
}

// The Jacobian from the motion [w, v] of the whole to the velocity of the foot's point.
Mat36 motion_at(const RigidWhole& whole, const PlantedFoot& foot) {
  Mat36 J;
  J << -skew(foot.p - whole.com), Mat3::Identity();
  return J;
}

// The dual function, which is concave: its value at y, its gradient and its curvature (the negative
// Hessian).
struct Dual {
  const RigidWhole& whole;
  const std::vector<PlantedFoot>& feet;
  const Mat6& M;
  const Vec6& b;
  double epsilon;  // 1/kg

  double value(const Vec6& y) const {
    double v = b.dot(y) - y.dot(M * y) / 2;
    for (const PlantedFoot& foot : feet)
      v -= foot.share * allowed(foot, motion_at(whole, foot) * y, nullptr).squaredNorm() /
           (2 * epsilon);
    return v;
  }
  void slopes(const Vec6& y, Vec6& gradient, Mat6& curvature) const {
    gradient = b - M * y;
    curvature = M;
    for (const PlantedFoot& foot : feet) {
      const Mat36 J = motion_at(whole, foot);
      Mat3 change;
      gradient -= foot.share / epsilon * (J.transpose() * allowed(foot, J * y, &change));
      curvature += foot.share / epsilon * (J.transpose() * change * J);
    }
  }
};

// Newton's method with backtracking, to the dual's maximum.
void climb(const Dual& dual, Vec6& y) {
  constexpr int most_rounds = 50;
  constexpr double exact = 1e-9;  // relative to the needed force
  const auto metric = dual.M.ldlt();
  const double enough = exact * exact * dual.b.dot(metric.solve(dual.b));
  double value = dual.value(y);
  Vec6 gradient;
  Mat6 curvature;
  for (int round = 0; round < most_rounds; ++round) {
    dual.slopes(y, gradient, curvature);
    if (gradient.dot(metric.solve(gradient)) <= enough) return;
    const Vec6 step = curvature.ldlt().solve(gradient);
    const double rounding = 1e-12 * std::abs(value);
    double share = 1, next = dual.value(y + step);
    for (; next < value + 1e-4 * share * gradient.dot(step) - rounding && share > 1e-9;
         next = dual.value(y + share * step))
      share /= 2;
    y += share * step;
    value = next;
  }
}

}  // namespace

SpatialForce share_ground_force(const RigidWhole& whole, const SpatialForce& needed,
                                std::vector<PlantedFoot>& feet) {
  Vec6 b;
  b << needed.n, needed.f;
  Mat6 M = Mat6::Zero();
  M.topLeftCorner<3, 3>() = whole.inertia;
  M.bottomRightCorner<3, 3>() = whole.mass * Mat3::Identity();
  // Continuation: the sets of feet that stick, slip or bear no load are found with a large weight
  // on the forces and tracked as the weight falls. Starting at the final weight would take hundreds
  // of rounds.
  constexpr double cheaper = 0.01;
  Vec6 y = Vec6::Zero();
  for (double dear = 1;; dear = std::max(cheaper * dear, dearness)) {
    const Dual dual{whole, feet, M, b, dear / whole.mass};
    climb(dual, y);
    if (dear > dearness) continue;
    SpatialForce rest = needed;
    for (PlantedFoot& foot : feet) {
      foot.force = foot.share / dual.epsilon * allowed(foot, motion_at(whole, foot) * y, nullptr);
      rest.f -= foot.force;
      rest.n -= (foot.p - whole.com).cross(foot.force);
    }
    return rest;
  }
}

}  // namespace gambol
