#pragma once

// The curves that degrees of freedom follow: a joint's `motion`, and the shot's `motions`, which
// also reach the root and joints of several degrees of freedom.

#include <optional>
#include <vector>

#include "dynamics/model.h"
#include "shot/cast_spec.h"

namespace gambol {

class GivenMotion {
 public:
  GivenMotion(const Model& model, const CastSpec& cast);

  // Whether the degree of freedom has a curve, and may be driven by Drive::follow. The three turns
  // of a ball have curves together, and so have its three translations: what has none written stays
  // as it is at the start.
  bool has(int dof) const { return curves_[dof].has_value(); }

  // Sets v, where `drives` follow, to the velocity of the curves at time t (s). `q` gives the
  // orientation of a ball that slides along curves but turns freely.
  void velocities(double t, const std::vector<Drive>& drives, const Eigen::VectorXd& q,
                  Eigen::VectorXd& v) const;
  // The same for accelerations; v gives the spin of such a ball.
  void accelerations(double t, const std::vector<Drive>& drives, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& v, Eigen::VectorXd& a) const;
  // Sets q and v, where `drives` follow, to the curves at time t.
  void place(double t, const std::vector<Drive>& drives, Eigen::VectorXd& q,
             Eigen::VectorXd& v) const;

 private:
  Vec3 values(int first, const Vec3& signs, double t, int derivative) const;
  Quat turned(const Ball& ball, double t, const std::vector<Drive>& drives,
              const Eigen::VectorXd& q) const;
  void ball_velocities(const Ball& ball, double t, const std::vector<Drive>& drives,
                       const Eigen::VectorXd& q, Eigen::VectorXd& v) const;

  const Model& model_;
  std::vector<std::optional<Curve>> curves_;  // [degree of freedom] over simulated time
};

}  // namespace gambol
