#pragma once

// One figure of a simulation: the scratch of its motion. What stays the same is in FigureParts,
// what evolves in FigureState.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "contact/answer/ground_reaction.h"
#include "contact/answer/ground_share.h"
#include "control/script/motor_script.h"
#include "simulation/figure_parts.h"
#include "simulation/inertial_drift.h"
#include "simulation/joint_control.h"
#include "simulation/point_springs.h"
#include "simulation/state/state.h"

namespace gambol {

class FigureSim {
 public:
  // `parts` must outlive it.
  explicit FigureSim(const FigureParts& parts);

  // State in which the simulation starts at time `start`, s. It is kept, as a figure that is led
  // looks seconds ahead for it.
  const FigureState& initial_state(double start) const;

  // Computes the kinematics at q and v, unless they are those of the last call.
  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  // Places `other`, a FigureSim of the same figure, at q and v and copies its kinematics and ground
  // touches: copying costs less than computing them twice.
  void place_with(FigureSim& other, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  // An evaluation of the dynamics in two parts; between them, other figures add their forces to
  // work(). With h > 0 the forces are those at the end of a linearly implicit step of length h (s)
  // from time t, else those at the instant t. O(n).
  void prepare(const FigureState& s, const WorldSettings& settings, const Eigen::VectorXd& q,
               const Eigen::VectorXd& v, double t, double h);
  // The step length of second-order dynamics with the implicit terms of a step of length h (s).
  double implicit_length(double h) const;
  void solve();
  // After solve() in an implicit step of length h (s), where impulses answer contacts
  // (contact_impulses.h): the velocity of a body at the step's end if nothing touched, in W about
  // its origin at the step's begin, angular part first.
  // Requires Workspace::show_accelerations.
  Vec6 velocity_after(int body, double h) const;
  // Changes vdot() by impulses on the bodies, [body] about Bo in B; they act through the step.
  void add_impulses(const std::vector<SpatialForce>& impulses, double h);
  // Fixes and frees torques by the present vdot(), as solve() does; true if any, which
  // solve_within_limits() then applies.
  bool limit() { return control_.limit(work_); }
  // solve() with torques that are at their limit as limit() left them, without impulses.
  void solve_within_limits();
  // Moves bodies by `pushes` as impulses would if a displacement were a velocity.
  void displace(const std::vector<SpatialForce>& pushes, FigureState& s);
  // Replace prepare() and solve() for a figure that a controller leads, at the instant t: its
  // planted feet share the force that its motion requires from the ground
  // (contact/answer/ground_share.h). Other forces may be added between the two calls.
  // root_force_about() returns the remainder.
  void prepare_carried(const FigureState& s, const WorldSettings& settings,
                       const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  void solve_carried(const FigureState& s, const WorldSettings& settings, double t);
  // Replaces an evaluation for a dormant figure.
  void sleep(const FigureState& s);

  // Whether accelerations of bodies (Workspace::show_accelerations) are needed by solve() itself.
  bool has_point_springs() const { return springs_.any(); }
  // For a figure that only observes: from now on, torques of controllers are those that `stepped`
  // applied in the step that it has just made; nullptr: those at the instant.
  void show_control(const FigureSim* stepped) {
    control_.show(stepped ? &stepped->control_ : nullptr);
  }

  // After prepare(): whether a joint or the root is kinematic, so that solve() computes the force
  // that its motion requires.
  bool has_given_motion() const;

  // After solve(): what forces change of accelerations. push() adds a force (N, W) at a point of a
  // body; respond() computes the response to all of them and forgets them; response() is that of a
  // point, m/s2 in W. Overwrites the bodies' accelerations, but not vdot().
  void push(int body, const Vec3& p_B, const Vec3& force);
  void respond();
  Vec3 response(int body, const Vec3& p_B) const;

  bool is_led() const;  // has a controller that leads it while active
  // Index of the one leg that a body belongs to or carries; -1: none, or several.
  int limb(int body) const { return parts_.limb[body]; }

  // After solve() or solve_carried(): force and moment, about p (W) in world axes, that the motion
  // of a held or led root requires beyond all applied forces; zero for a dynamic root. A root that
  // is held in some of its degrees of freedom is pushed along those alone.
  SpatialForce root_force_about(const Vec3& p) const;

  const Eigen::VectorXd& vdot() const { return work_.vdot; }
  // Semi-implicit Euler with vdot(), which first-order dynamics takes for the velocity.
  void advance(FigureState& s, double h) const;
  // The same after add_impulses(), where the root is dynamic: its velocity is corrected so that the
  // figure's momentum changes by its forces and impulses alone, linear and, about the centre of
  // mass, angular. A semi-implicit step errs by the square of its length there, as joints turn.
  void advance_keeping_momentum(FigureState& s, double h);
  // In an implicit step of length h (s) from time t: if bodies that nothing brakes turn fast,
  // advances by work().vdot so that energy and momentum change by the forces alone
  // (inertial_drift.h). Else moves nothing and returns false.
  bool advance_drifting(FigureState& s, double t, double h);
  // rad/s: the fastest turn of a limp joint or, of a figure that has some, of the root. 0 if
  // controllers command joints, or if it is dormant.
  double fastest_turn(const FigureState& s) const;
  // After every step, to time t: puts led and follow joints and a led root exactly on their motion,
  // removes pushes that have ended, and lets pads stick, break, rub and release.
  void settle(FigureState& s, const WorldSettings& settings, double t);

  void tick(FigureState& s, std::size_t controller, const WorldSettings& settings, double t);
  // A cue stops the controller: takes back commands that must not outlast it.
  void release(FigureState& s, std::size_t controller, double t) const;
  // Sets the drives of the joints to `wanted`. Stopping a joint is an impulse through the tree.
  void switch_drives(FigureState& s, const std::vector<Drive>& wanted,
                     const WorldSettings& settings, double t);

  // Changes the velocity of a body by an impulse through the tree: see dynamics/strike.h.
  void strike(FigureState& s, int body, const std::optional<Vec3>& velocity,
              const std::optional<Vec3>& spin, const WorldSettings& settings, double t);

  bool first_order() const { return parts_.time_constant > 0; }
  bool dormant() const { return dormant_; }  // at the last evaluation
  const FigureParts& parts() const { return parts_; }
  const CastSpec& cast() const { return parts_.cast; }
  const Model& model() const { return parts_.model; }
  const std::vector<Actuator>& actuators() const { return parts_.actuators; }
  const std::vector<std::unique_ptr<Controller>>& controllers() const { return controllers_; }
  const Workspace& work() const { return work_; }
  Workspace& work() { return work_; }
  // After an implicit step: with the forces predicted before the step's accelerations were known.
  const std::vector<GroundContact>& contacts() const { return contacts_; }
  // Touches with the ground at the present kinematics or within `ahead` (ground_search.h).
  const std::vector<BodyTouch>& touches();
  // Replaces the contacts by those that impulses held in the step to the present state.
  void note_held(const FigureState& s);
  // Height of a body's lowest point at the present kinematics above the ground below it (without
  // ground: above z = 0), m.
  double height_above(int body) const;

 private:
  FigureState begin(double start) const;
  // Lets a controller write commands of joints, which count by its weight where others share them.
  template <class Act>
  void in_its_layer(FigureState& s, std::size_t controller, double t, const Act& act) const;
  // As the pose of the shot and its slack joints have them.
  void begin_springs(Command& command) const;
  void apply_forces(const FigureState& s, const WorldSettings& settings, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& v, double t, double h);
  GroundLaw ground_at(const WorldSettings& settings, double t) const;
  void push_off_ground(const FigureState& s, const WorldSettings& settings, double t, double h);
  // Computes what a controller is about to read.
  void feel(Feels feels, const FigureState& s, const WorldSettings& settings, double t);
  void find_planted(const FigureState& s, const WorldSettings& settings, double t);
  void prescribe(const FigureState& s, const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t,
                 double h);
  void take_led(FigureState& s) const;
  bool is_touched() const;          // by a contact or an attachment, in an implicit step
  double friction(double t) const;  // the ground's; 0 without ground

  const FigureParts& parts_;
  mutable std::optional<std::pair<double, FigureState>> initial_;  // s, and the state then
  // A simulation's own: a controller may keep scratch.
  std::vector<std::unique_ptr<Controller>> controllers_;
  std::vector<ActuatorTorque> torques_;  // scratch
  Eigen::VectorXd coordinates_;          // scratch
  Eigen::VectorXd led_q_, led_v_;        // scratch
  JointControl control_;
  PointSprings springs_;
  InertialDrift drift_;
  Eigen::VectorXd given_v_;           // scratch
  Eigen::VectorXd no_rates_, rates_;  // scratch; the first is 0
  std::vector<SpatialForce> pushes_;  // [body] scratch; 0 between calls
  SpatialForce impulse_;  // W, about Wo, N*s: the step's, of forces too; f is NaN before impulses
  std::vector<PlantedFoot> planted_;     // scratch
  std::vector<Drive> drives_before_;     // scratch
  mutable std::vector<double> weights_;  // likewise
  Workspace work_;
  Eigen::VectorXd placed_q_, placed_v_;  // q and v of the present kinematics
  GroundSearch ground_search_;
  const std::vector<BodyTouch>* touches_ = nullptr;  // null: not searched yet
  std::vector<GroundContact> contacts_;
  bool dormant_ = false;
};

}  // namespace gambol
