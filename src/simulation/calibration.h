#pragma once

// Calibration of a posture (McKenna's PhD thesis, MIT 1994, "seed 003", sections 3.4 and 7.2):
// hybrid dynamics with held joints gives the torques that hold the posture, their mean over a time
// is taken (Eq. 59), and inverse control (Eq. 82) gives the rest positions at which the joints'
// springs exert them. The posture is then an equilibrium of forward dynamics; whether it is a
// stable one is computed too.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulation/simulator.h"
#include "simulation/tangent.h"

namespace gambol {

// One degree of freedom of a joint; rad and N*m, or m and N.
struct CalibratedJoint {
  std::string name;
  double torque = 0;           // that holds the joint, mean over the time
  double position = 0;         // at which it is held
  double springs = 0;          // the part of the torque that springs exert; limits exert the rest
  std::optional<double> rest;  // of all springs of the joint; none without springs
  double deflection() const { return rest ? *rest - position : 0; }
};

struct Calibration {
  std::string figure;
  std::vector<CalibratedJoint> joints;  // in the order of the degrees of freedom
  std::vector<std::string> unheld;      // joints that need a torque and have no springs
  Vec3 com = Vec3::Zero();              // W, m: centre of mass
  double speed = 0;                     // m/s of the fastest body's origin when it had settled
  LeastMode mode;
  std::optional<LeastMode> rigid;  // with the joints held; none if the root is, too
};
using CalibrationReport = std::function<void(const Calibration&)>;

// The hybrid analysis of one figure of a running simulation, in the order of its calls.
class HybridAnalysis {
 public:
  // Holds the dynamic joints of the figure, except those left out, and applies the known forces.
  HybridAnalysis(const CalibrateSpec& spec, Simulator& simulator);
  // Simulates for CalibrateSpec::over and takes the means of the joints' forces.
  void average();
  // Gives the springs their rest positions and lets go of the joints: they are dynamic again. The
  // known forces still act.
  void let_go();
  // Ends the known forces.
  void end_forces();
  // Throws RunError (bad_motion) if the equilibrium is unstable, unless the spec allows that.
  Calibration result();

 private:
  FigureState& figure_state() { return simulator_.state().figures[figure_]; }
  const FigureSim& figure() const { return *simulator_.figures()[figure_]; }
  void hold();
  void add_forces(Eigen::VectorXd& sum, double weight);
  void note(Calibration& calibration) const;

  const CalibrateSpec& spec_;
  Simulator& simulator_;
  std::size_t figure_;
  Ensemble probe_;  // a separate copy: sensing must not affect the simulation
  std::vector<Drive> drives_;
  std::vector<int> held_;   // degrees of freedom
  Eigen::VectorXd forces_;  // [nv] mean forces along the joints' coordinates
  std::vector<CalibratedJoint> joints_;
};

// The figure of that name in the shot's motion.
std::size_t figure_named(const FigureSims& figures, const std::string& name);
// Sets the rest positions of the springs of those joints, from now on.
void set_rests(const FigureSim& figure, const std::vector<JointTarget>& rests, double time,
               FigureState& state);
// m/s, of the origins of all bodies of all figures.
double fastest_body(const Simulator& simulator);

}  // namespace gambol
