#pragma once

// One figure of a simulation: its const parts, its scratch, and one step of its motion.

#include <memory>
#include <vector>

#include "control/motor_script.h"
#include "dynamics/contact.h"
#include "dynamics/ground_share.h"
#include "shot/shot_spec.h"
#include "simulation/state.h"

namespace gambol {

class FigureSim {
 public:
  // `ahead`: the longest implicit step, s (ground_search.h); 0 without any.
  FigureSim(const CastSpec& cast, const WorldSpec& world, double ahead);

  // As the simulation starts at the time `start`, s.
  FigureState initial_state(double start) const;

  // Kinematics at q and v; at once if they are there already.
  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  // The same by way of another of the same figure, which is placed there too, and what touches is
  // found: a copy costs less than finding them twice.
  void place_with(FigureSim& other, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  // An evaluation of the dynamics, in two parts: other figures add their forces to work() between
  // them. With h > 0 the forces are those at the end of a linearly implicit step of length h
  // from time t, else of the instant t. O(n).
  void prepare(const FigureState& s, const WorldSettings& settings, const Eigen::VectorXd& q,
               const Eigen::VectorXd& v, double t, double h);
  void solve() { forward_dynamics(model_, work_, vdot_); }
  // Instead of both, of the instant t, for a figure that a controller leads: its planted feet share
  // what its motion asks of the ground (dynamics/ground_share.h); other forces may be added between
  // the two. The rest is root_force_about().
  void prepare_carried(const FigureState& s, const WorldSettings& settings,
                       const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  void solve_carried(const FigureState& s, const WorldSettings& settings, double t);
  // Instead of all three, for a figure that is not there.
  void sleep(const FigureState& s);

  // After prepare(): whether a joint's or the root's motion is given, so that solve() finds a
  // force.
  bool has_given_motion() const;

  bool is_led() const;  // by a controller, once that is active
  // The only leg that a body carries, or is part of; -1: none, or several.
  int limb(int body) const { return limb_[body]; }

  // After either: what a held or led root gets from nowhere, about p (W) in world axes.
  SpatialForce root_force_about(const Vec3& p) const;

  const Eigen::VectorXd& vdot() const { return vdot_; }
  void advance(FigureState& s, double h) const;  // semi-implicit Euler with vdot()
  // After any step to time t: joints that follow a curve are put exactly on it; spent pushes go;
  // pads stick, break and let go.
  void settle(FigureState& s, double t);

  void tick(FigureState& s, std::size_t controller, const WorldSettings& settings, double t);
  // Stops or frees joints as their command says; stopping one is an impulse through the tree.
  void switch_drives(FigureState& s, const std::vector<DofDrive>& wanted,
                     const WorldSettings& settings, double t);

  bool dormant() const { return dormant_; }  // at the last evaluation
  const CastSpec& cast() const { return cast_; }
  const Model& model() const { return model_; }
  const std::vector<Actuator>& actuators() const { return actuators_; }
  const std::vector<std::unique_ptr<Controller>>& controllers() const { return controllers_; }
  const Workspace& work() const { return work_; }
  Workspace& work() { return work_; }
  // After an implicit step: as it began to reckon with them.
  const std::vector<GroundContact>& contacts() const { return contacts_; }
  // What of it touches the ground at the present kinematics, or is about to (ground_search.h).
  const std::vector<BodyTouch>& touches();
  // A contact that was answered by an impulse; known until the next forces are found.
  void note(const GroundContact& contact) { contacts_.push_back(contact); }
  // Of a body's lowest point at the present kinematics, above the ground there (without ground:
  // above z = 0), m.
  double height_above(int body) const;

 private:
  void apply_forces(const FigureState& s, const WorldSettings& settings, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, double t, double h);
  void push_off_ground(const FigureState& s, const WorldSettings& settings, double t, double h);
  void find_planted(const FigureState& s, const WorldSettings& settings, double t);
  void prescribe(const FigureState& s, const Eigen::VectorXd& v, double t, double h);

  GroundSurface surface() const;

  CastSpec cast_;
  WorldSpec world_;
  Model model_;
  std::vector<Actuator> actuators_;
  std::vector<std::unique_ptr<Controller>> controllers_;
  std::vector<ActuatorTorque> torques_;  // scratch
  Eigen::VectorXd led_q_, led_v_;        // scratch
  std::vector<int> limb_;             // [body] the only leg that it carries; -1: none, or several
  std::vector<PlantedFoot> planted_;  // scratch
  std::vector<DofDrive> drives_before_;  // scratch
  Workspace work_;
  Eigen::VectorXd placed_q_, placed_v_;  // what the kinematics are of
  double ahead_ = 0;
  GroundSearch ground_search_;
  const std::vector<BodyTouch>* touches_ = nullptr;  // null: not found yet
  std::vector<GroundContact> contacts_;
  Eigen::VectorXd vdot_;
  bool dormant_ = false;
  bool ground_pushes_ = false;  // else there is none, or impulses keep the figure off it
};

// Moves q by v over h: joints linearly, the root along v's rotation and translation, both in the
// root's frame at the end of the step.
void advance_q(Eigen::VectorXd& q, const Eigen::VectorXd& v, double h);

}  // namespace gambol
