#include "contact/answer/cone_newton.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Contacts of one rigid sole share six degrees of freedom: their matrix is singular. This fraction
// of its diagonal makes it regular; steps are found again from what they leave, so that it changes
// no answer.
constexpr double softened = 1e-8;

}  // namespace

void ConeNewton::begin(int contacts) {
  count_ = contacts;
  at_.resize(contacts);
  W_.setZero(3 * contacts, 3 * contacts);
  J_.resize(3 * contacts, 3 * contacts);
  for (Eigen::VectorXd* x : {&v_, &p_, &u_, &F_, &best_, &step_}) x->resize(3 * contacts);
}

void ConeNewton::set(int i, const Vec3& v, double friction, const Vec3& guess) {
  at_[i].friction = friction;
  const Mat3 phi = answer(i, i);
  at_[i].scale = phi(2, 2) > 0 ? 3 / phi.trace() : 0;  // 0: impulses move nothing
  v_.segment<3>(3 * i) = v;
  p_.segment<3>(3 * i) = guess;
}

// F is 0 where p_n = max(0, p_n - r u_n) and p_t is the point of the disc of the radius
// mu max(0, p_n - r u_n) that is nearest to p_t - r u_t.
void ConeNewton::row(int i, const Vec3& p, const Vec3& u) {
  const double r = at_[i].scale, mu = at_[i].friction, pressed = p.z() - r * u.z();
  auto F = F_.segment<3>(3 * i);
  auto J = J_.middleRows<3>(3 * i);
  const auto W = W_.middleRows<3>(3 * i);
  if (pressed <= 0) {  // it leaves
    F = p;
    J.setZero();
    J.middleCols<3>(3 * i).setIdentity();
    return;
  }
  F = r * u;
  J = r * W;
  for (int k = 0; k < 3; ++k) J(k, 3 * i + k) += softened * r * W(k, 3 * i + k);
  const Eigen::Vector2d drawn = p.head<2>() - r * u.head<2>();
  const double length = drawn.norm(), most = mu * pressed;
  if (length <= most) return;  // it holds
  const Eigen::Vector2d along = drawn / length;
  Eigen::Matrix2d turned =
      most / length * (Eigen::Matrix2d::Identity() - along * along.transpose());
  F.head<2>() = p.head<2>() - most * along;
  J.topRows<2>() = turned * J.topRows<2>();
  J.topRows<2>() += mu * along * (r * W.row(2));
  J.block<2, 2>(0, 3 * i) += Eigen::Matrix2d::Identity() - turned;
  J.block<2, 1>(0, 3 * i + 2) -= mu * along;
}

double ConeNewton::missed() {
  u_.noalias() = W_ * p_;
  u_ += v_;
  double most = 0;
  for (int i = 0; i < count_; ++i) {
    row(i, p_.segment<3>(3 * i), u_.segment<3>(3 * i));
    if (at_[i].scale > 0)
      most = std::max(most, F_.segment<3>(3 * i).lpNorm<Eigen::Infinity>() / at_[i].scale);
  }
  return most;
}

double ConeNewton::solve(double tolerance, int most_steps) {
  best_ = p_;
  const double guess = missed();
  double least = guess, now = guess;
  for (int k = 0; k < most_steps && now > tolerance; ++k) {
    step_ = J_.partialPivLu().solve(F_);
    if (!step_.allFinite()) break;
    p_ -= step_;
    now = missed();
    if (now < least) {
      least = now;
      best_ = p_;
    }
  }
  return least < guess ? least : -1;
}

}  // namespace gambol
