#include "contact/answer/collision.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

using Eigen::Vector2d;

// Largest turn (rad) of the direction of sliding and largest relative change of its speed within a
// step, so that the fourth-order method errs by about 1e-7.
constexpr double largest_turn = 0.02;
// A sliding speed below this fraction of the first relative speed is rest.
constexpr double at_rest = 1e-10;
// Eigenvalues below this fraction of the largest are rounding errors of what joints hold.
constexpr double no_response = 1e-10;
// The same of the directions along the surface: to stop so little sliding would take any impulse.
constexpr double no_sliding = 1e-8;
// Where joints nearly hold a direction, a little sliding lasts, and only very short steps can
// follow it: after `usual_steps` more and more of it counts as rest.
constexpr int usual_steps = 3000, most_steps = 20000;

// The state of a collision over the impulse along the normal.
struct Moment {
  Vec3 v;                 // m/s
  Vec3 p = Vec3::Zero();  // N*s
  double stored = 0;      // J, the work of the normal impulse: elastic energy
};
Moment plus(const Moment& m, const Moment& rate, double h) {
  return {m.v + h * rate.v, m.p + h * rate.p, m.stored + h * rate.stored};
}

class Collision {
 public:
  Collision(const Mat3& phi, const Vec3& v, const CollisionLaw& law)
      : phi_(phi), law_(law), first_(v) {
    now_.v = v;
    rest_ = at_rest * v.norm();
  }

  Vec3 impulse() {
    for (int i = 0; i < most_steps && !over_; ++i) {
      if (i > usual_steps) rest_ *= 1.01;
      if (now_.v.head<2>().norm() > rest_ && law_.friction > 0)
        slide();
      else
        go_on(law_.friction > 0 ? lasting_direction() : Vec3(Vec3::UnitZ()));
    }
    return now_.p;
  }

 private:
  // Rates over the variable tau with dp_z = |v_t| dtau, in which the equations stay regular as the
  // bodies come to rest.
  Moment rates(const Moment& m) const {
    const double speed = m.v.head<2>().norm();
    const Vector2d along = m.v.head<2>() / speed;
    const Vec3 push(-law_.friction * along.x(), -law_.friction * along.y(), 1);
    Moment rate;
    rate.v = speed * (phi_ * push);
    rate.p = speed * push;
    rate.stored = -speed * m.v.z();
    return rate;
  }

  Moment stepped(double h) const {
    const Moment k1 = rates(now_), k2 = rates(plus(now_, k1, h / 2)),
                 k3 = rates(plus(now_, k2, h / 2)), k4 = rates(plus(now_, k3, h));
    Moment sum = plus(k1, k2, 2);
    sum = plus(plus(sum, k3, 2), k4, 1);
    return plus(now_, sum, h / 6);
  }

  void slide() {
    const Moment rate = rates(now_);
    const double speed = now_.v.head<2>().norm();
    const double fastest = rate.v.head<2>().norm() / speed;
    double h = fastest > 0 ? largest_turn / fastest : 1;
    // No further than to where the present rates end the phase, or the steps grow endlessly while
    // the sliding hardly changes.
    const Vec3 push = rate.p / speed;
    constexpr double beyond = 1.01;  // so that the end is passed
    h = std::min(h, beyond * std::max(way_left(phi_.row(2).dot(push)) / speed, 0.0));
    const Moment next = stepped(h);
    if (!phase_ends(next)) {
      now_ = next;
      return;
    }
    double low = 0, high = h;  // the end of the phase lies between
    for (int i = 0; i < 100 && high - low > 1e-16 * h; ++i) {
      const double middle = (low + high) / 2;
      (phase_ends(stepped(middle)) ? high : low) = middle;
    }
    now_ = stepped(high);
    end_phase();
  }

  // Impulse per impulse along the normal of bodies that do not slide now: they stick (Eq. 2.29) or
  // begin to slide in a direction that then lasts (Eq. 2.30).
  Vec3 lasting_direction() const {
    // Of a singular matrix the least answer: what joints hold needs no friction.
    const double xx = phi_(0, 0), xy = phi_(0, 1), yy = phi_(1, 1);
    const double trace = xx + yy, rank = xx * yy - xy * xy;
    const double x = -phi_(0, 2), y = -phi_(1, 2);
    Vec3 hold(0, 0, 1);
    if (rank > no_sliding * trace * trace)
      hold = {(yy * x - xy * y) / rank, (xx * y - xy * x) / rank, 1};
    else if (trace > 0)
      hold = {x / trace, y / trace, 1};
    if (std::hypot(hold.x(), hold.y()) <= law_.friction) return hold;
    const Vector2d along = resumed_sliding(phi_, law_.friction);
    return {-law_.friction * along.x(), -law_.friction * along.y(), 1};
  }

  void go_on(const Vec3& push) {
    const double left = way_left(phi_.row(2).dot(push));
    if (!std::isfinite(left)) {
      over_ = true;  // the normal impulse changes nothing
      return;
    }
    now_.stored -= left * (now_.v.z() + left * phi_.row(2).dot(push) / 2);
    now_.v += left * (phi_ * push);
    now_.p += left * push;
    end_phase();
  }

  // Impulse along the normal until the phase ends if v_z changes at `rate`; infinite if it does not
  // end so. A hair more than that, so that rounding leaves nothing.
  double way_left(double rate) const {
    constexpr double never = std::numeric_limits<double>::infinity();
    const double z = now_.v.z();
    if (!separating_) return rate > 0 ? (1 + 1e-15) * -z / rate : never;
    switch (law_.kind) {
      case RestitutionLaw::poisson:
        return until_ - now_.p.z();
      case RestitutionLaw::newton:
        return rate > 0 ? (until_ - z) / rate : never;
      case RestitutionLaw::stronge:
        break;
    }
    const double root = z * z + 2 * rate * now_.stored;
    if (rate == 0) return z > 0 ? now_.stored / z : never;
    return root >= 0 ? (std::sqrt(root) - z) / rate : never;
  }

  bool phase_ends(const Moment& m) const {
    if (!separating_) return m.v.z() >= 0;
    switch (law_.kind) {
      case RestitutionLaw::poisson:
        return m.p.z() >= until_;
      case RestitutionLaw::newton:
        return m.v.z() >= until_;
      case RestitutionLaw::stronge:
        return m.stored <= 0;
    }
    return true;
  }

  void end_phase() {
    if (separating_ || law_.restitution <= 0) {
      over_ = true;
      return;
    }
    separating_ = true;
    now_.stored *= law_.restitution * law_.restitution;
    if (law_.kind == RestitutionLaw::poisson) until_ = (1 + law_.restitution) * now_.p.z();
    if (law_.kind == RestitutionLaw::newton) until_ = -law_.restitution * first_.z();
  }

  Mat3 phi_;
  CollisionLaw law_;
  Vec3 first_;
  Moment now_;
  double rest_ = 0;
  double until_ = 0;  // of Poisson's law the impulse, N*s, of Newton's the speed, m/s, at the end
  bool separating_ = false, over_ = false;
};

}  // namespace

// Friction f opposes the sliding if A f + pull = -lambda f with lambda >= 0: the condition for the
// point of the disc |f| <= mu that is closest to -A^-1 pull in A's norm. There is one, and |f|
// falls as lambda grows.
Eigen::Vector2d resumed_sliding(const Mat3& phi, double friction) {
  const double px = phi(0, 2), py = phi(1, 2), pull = std::hypot(px, py);
  if (pull == 0) return {1, 0};
  const auto along = [&](double lambda) -> Vec3 {  // -f, and its length
    const double xx = phi(0, 0) + lambda, yy = phi(1, 1) + lambda, xy = phi(0, 1);
    const double determinant = xx * yy - xy * xy;
    const double x = (yy * px - xy * py) / determinant, y = (xx * py - xy * px) / determinant;
    return {x, y, std::hypot(x, y)};
  };
  // |f| <= pull / lambda.
  double low = 0, high = friction > 0 ? pull / friction : 1e12 * (pull + phi.trace());
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = (low + high) / 2;
    (along(middle).z() > friction ? low : high) = middle;
  }
  const Vec3 f = along(high);
  return {f.x() / f.z(), f.y() / f.z()};
}

Vec3 collision_impulse(const Mat3& phi, const Vec3& v, const CollisionLaw& law) {
  if (v.z() >= 0) return Vec3::Zero();
  const double largest = phi.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
  if (!(phi(2, 2) > no_response * largest)) return Vec3::Zero();
  return Collision(phi, v, law).impulse();
}

}  // namespace gambol
