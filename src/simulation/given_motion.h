#pragma once

// The curves that degrees of freedom go along: a joint's `motion` and the shot's `motions`, which
// also reach the root and joints of several degrees of freedom; and the ways on which controllers
// lead some by themselves (JointCommand).

#include <optional>
#include <vector>

#include "control/command.h"
#include "dynamics/model.h"
#include "shot/cast_spec.h"

namespace gambol {

// Whether the degree of freedom goes along such a curve.
inline bool goes_along(const Command& command, int dof) {
  return command.drives[dof] == Drive::follow || command.goes_its_way(dof);
}
// Whether a controller leads the degree of freedom at time t (s), or would if its drive were led.
bool can_be_led(const Model& model, const Command& command, int dof, double t);

// Makes controllers lead a degree of freedom from where it is at time t (s): shifts its way there.
void lead_from(const Model& model, const Eigen::VectorXd& q, int dof, double t, Command& command);

class GivenMotion {
 public:
  GivenMotion(const Model& model, const CastSpec& cast);

  // Whether the degree of freedom has a curve, and may be driven by Drive::follow. The three turns
  // of a ball have curves together, and so have its three translations: what has none written stays
  // as it is at the start.
  bool has(int dof) const { return curves_[dof].has_value(); }

  // Sets v of what goes along curves to the velocities of the curves at time t (s). `q` gives the
  // orientation of a ball that slides along curves but turns freely.
  void velocities(double t, const Command& command, const Eigen::VectorXd& q,
                  Eigen::VectorXd& v) const;
  // The same for accelerations; v gives the spin of such a ball.
  void accelerations(double t, const Command& command, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& v, Eigen::VectorXd& a) const;
  // Sets q and v of what goes along curves to them at time t.
  void place(double t, const Command& command, Eigen::VectorXd& q, Eigen::VectorXd& v) const;

 private:
  double value(const Command& command, int dof, double t, int derivative) const;
  Vec3 values(const Command& command, int first, const Vec3& signs, double t, int derivative) const;
  Quat turned(const Ball& ball, double t, const Command& command, const Eigen::VectorXd& q) const;
  void ball_velocities(const Ball& ball, double t, const Command& command, const Eigen::VectorXd& q,
                       Eigen::VectorXd& v) const;

  const Model& model_;
  std::vector<std::optional<Curve>> curves_;  // [degree of freedom] over simulated time
};

}  // namespace gambol
