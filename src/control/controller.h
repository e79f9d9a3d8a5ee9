#pragma once

// The common interface of all controllers. A controller is const; its memory is a ControllerMemory,
// which is part of the simulator's state.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "contact/answer/ground_reaction.h"
#include "control/actuators.h"
#include "control/body_plan.h"
#include "control/command.h"
#include "gait/step_path.h"
#include "shot/controller_spec.h"

namespace gambol {

// Values that cues have set for a controller; each replaces the spec's field of the same name.
struct Goals {
  std::optional<Ramp> frequency;   // Hz
  std::optional<Ramp> goal_speed;  // m/s
  std::optional<Ramp> gain;
  std::vector<char> reversed;  // [leg] whether it swings the other way; empty: no leg does
  std::optional<Ramp> turn;    // a gait that follows a path ignores it
};

// The inputs of a controller at a tick. Forces and contacts are those of this instant only if the
// controller feels_forces().
struct Sense {
  double time = 0;
  double dt = 0;  // s since this controller's last tick; 0 at its first
  const Model& model;
  const Eigen::VectorXd& q;
  const Eigen::VectorXd& v;
  const Workspace& work;  // kinematics, and joint forces in work.force
  const std::vector<GroundContact>& contacts;
  const std::vector<Actuator>& actuators;
  const Goals& goals;
  GroundSurface ground = {};
};

// A motor program that is being played.
struct Performance {
  int program = -1;      // -1: none
  double begun = 0;      // s
  double duration = 0;   // s
  unsigned started = 0;  // a bit per ramp: whether the ramp has begun
};

enum class LegPhase { stance, potential_step, step };

// Estimated heading and progress of a figure that follows a path.
struct SteeringMemory {
  bool begun = false;
  double heading = 0;   // rad, averaged over the last cycle
  double progress = 0;  // m along the path
};

// The memory of a leg's reflexes (control/reflexes.h).
struct ReflexMemory {
  bool touched = true;       // the leg's feet have borne load since its last step ended
  bool footing = true;       // its last step found ground in time, or a search did
  double lifted_at = -1;     // s: when the elevator reflex acted in this step; < 0: it has not
  double search_since = -1;  // s: when the search began; < 0: the leg does not search
  int half_sweeps = 0;       // number of half sweeps begun in this search
  double upper_rest = 0;     // rest position of the upper joint's springs as the search began
};

struct OscillatorMemory {
  double phase = 0;  // cycles of the master oscillator
  struct Leg {
    LegPhase phase = LegPhase::stance;
    double since = 0;  // s
    double fired = 0;  // number of its oscillator's firings, counted with the master's cycles
    Performance performance;
    ReflexMemory reflex;
  };
  std::vector<Leg> legs;
  SteeringMemory steering;
};

struct ScriptMemory {
  std::vector<Performance> performances;
};

// The memory of a kinematic gait: its plan, its feet, and three postures a tick apart: now, and the
// next two.
struct LedMemory {
  struct Foot {
    bool stands = true;
    Vec3 at = Vec3::Zero();    // W: where the foot stands, or stood last
    Vec3 next = Vec3::Zero();  // W: the foothold that it swings to
    // Rotation of a level foot at both footholds, from the posture: rotation vectors, W.
    Vec3 turned = Vec3::Zero(), next_turned = Vec3::Zero();
    StepEnds way;        // of the swing, as seen from the body
    double missing = 0;  // m between the foot and its target
  };
  BodyLead lead;
  TurnLead turn;
  BodyRing ring;
  GaitClock clock;  // at the last posture
  std::vector<Foot> feet;
  // Effect of the swinging legs on the body: its displacement from the plan (W, m) at the last
  // posture and at the one before, and its rotation from the plan (W, a rotation vector).
  Vec3 shift = Vec3::Zero(), shift_before = Vec3::Zero(), recoil = Vec3::Zero();
  Vec3 steady = Vec3::Zero();  // mean of the recoil's rate before it is subtracted, rad/s
  std::vector<Eigen::VectorXd> q, v;
  // Per posture: [leg] whether it swings, followed by [leg] how far (m) it is from its target.
  std::vector<Eigen::VectorXd> told;
};

using ControllerMemory = std::variant<std::monostate, OscillatorMemory, ScriptMemory, LedMemory>;

class Controller {
 public:
  virtual ~Controller() = default;
  virtual ControllerMemory start() const = 0;
  virtual void tick(const Sense& sense, ControllerMemory& memory, Command& command) const = 0;
  // Whether the controller prescribes its figure's motion, whatever the forces; if so, place() sets
  // q and v to the beginning of that motion.
  virtual bool leads() const { return false; }
  virtual void place(const Sense&, Eigen::VectorXd& /*q*/, Eigen::VectorXd& /*v*/) const {}
  // Whether a leg of the figure that the controller leads stands at the beginning or at the end of
  // `motion`, the last one.
  virtual bool plants(const ControllerMemory&, std::size_t /*leg*/, const LedMotion&) const {
    return false;
  }
  // Whether the controller reads forces and contacts; false saves computing them at every tick.
  virtual bool feels_forces() const { return false; }
  // Names of the recorded channels; place_outputs() sets their position in Command::outputs.
  const std::vector<std::string>& outputs() const { return outputs_; }
  void place_outputs(int first) { first_output_ = first; }

 protected:
  std::vector<std::string> outputs_;
  int first_output_ = 0;
};

std::unique_ptr<Controller> make_controller(const ControllerSpec& spec, const FigureSpec& figure,
                                            const Model& model,
                                            const std::vector<Actuator>& actuators);

}  // namespace gambol
