#pragma once

// The impulses of several lasting contacts together, by the semi-smooth Newton method of Alart and
// Curnier (1991): where rounds over single contacts settle slowly, as when the sole of a light foot
// bears a heavy figure. It converges in few steps from a near guess, or not at all: its caller
// keeps the better answer.
//
// Impulses and velocities are in the axes of each contact: two along the surface, then the normal.

#include <Eigen/LU>
#include <vector>

#include "base/vec.h"

namespace gambol {

class ConeNewton {
 public:
  // For `contacts` contacts; the caller fills what follows, all answers first.
  void begin(int contacts);
  // Velocity at contact i per impulse at contact j, 1/kg.
  void set_answer(int i, int j, const Mat3& phi) { W_.block<3, 3>(3 * i, 3 * j) = phi; }
  Mat3 answer(int i, int j) const { return W_.block<3, 3>(3 * i, 3 * j); }
  // The velocity (m/s) that the contact would have without any of the impulses, less the least
  // normal one that is allowed; the coefficient of friction; and the first guess (N*s).
  void set(int i, const Vec3& v, double friction, const Vec3& guess);

  // Looks for impulses with which no velocity misses its law by more than `tolerance` (m/s), in at
  // most `most_steps` steps. Returns how much the best ones found miss it, if that is less than the
  // guess does; else a negative number, and impulse() is the guess.
  double solve(double tolerance, int most_steps);
  Vec3 impulse(int i) const { return best_.segment<3>(3 * i); }

 private:
  struct At {
    double friction = 0, scale = 0;  // scale: impulse per velocity, kg
  };
  double missed();  // fills F_ and J_ at p_
  void row(int i, const Vec3& p, const Vec3& u);

  int count_ = 0;
  std::vector<At> at_;
  Eigen::MatrixXd W_, J_;
  Eigen::VectorXd v_, p_, u_, F_, best_, step_;
};

}  // namespace gambol
