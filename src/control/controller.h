#pragma once

// The one interface of everything that commands a figure. A controller is const; what it remembers
// is in a ControllerMemory, which is part of the simulator's state.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "control/actuators.h"
#include "control/body_plan.h"
#include "control/command.h"
#include "dynamics/contact.h"
#include "shot/controller_spec.h"
#include "shot/step_path.h"

namespace gambol {

// What cues have asked of a controller: each in place of the field of the same name.
struct Goals {
  std::optional<Ramp> frequency;   // Hz
  std::optional<Ramp> goal_speed;  // m/s
  std::optional<Ramp> gain;
  std::vector<char> reversed;  // [leg] swings the other way; empty: none does
  std::optional<Ramp> turn;    // not of a gait that follows a path
};

// What a controller may know at a tick. Forces and contacts are of this instant only for one that
// feels_forces().
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

// A motor program under way: which, since when, how long, how many of its ramps have begun.
struct Performance {
  int program = -1;  // -1: none
  double begun = 0;
  double duration = 0;
  unsigned started = 0;  // bit per ramp
};

enum class LegPhase { stance, potential_step, step };

// Where a figure that follows a path believes it is.
struct SteeringMemory {
  bool begun = false;
  double heading = 0;   // rad, averaged over the last cycle
  double progress = 0;  // m along the path
};

// What a leg's reflexes remember (control/reflexes.h).
struct ReflexMemory {
  bool touched = true;       // its feet have borne since its last step ended
  bool footing = true;       // its last step found ground in time, or a search did
  double lifted_at = -1;     // s: when the elevator reflex acted in this step; < 0: it has not
  double search_since = -1;  // s; < 0: it does not search
  int half_sweeps = 0;       // begun in this search
  double upper_rest = 0;     // rest position of the upper joint's springs when it began
};

struct OscillatorMemory {
  double phase = 0;  // cycles of the master oscillator
  struct Leg {
    LegPhase phase = LegPhase::stance;
    double since = 0;  // s
    double fired = 0;  // how often its oscillator has, counted with the master's cycles
    Performance performance;
    ReflexMemory reflex;
  };
  std::vector<Leg> legs;
  SteeringMemory steering;
};

struct ScriptMemory {
  std::vector<Performance> performances;
};

// Of a kinematic gait: its plan, its feet, and three postures a tick apart: now, and the next two.
struct LedMemory {
  struct Foot {
    bool stands = true;
    Vec3 at = Vec3::Zero();    // W: where it stands, or stood last
    Vec3 next = Vec3::Zero();  // W: the foothold it swings to
    // How a level foot is turned at both, from the posture: rotation vectors, W.
    Vec3 turned = Vec3::Zero(), next_turned = Vec3::Zero();
    StepEnds way;        // of its swing, as the body sees it
    double missing = 0;  // m to where it should be
  };
  BodyLead lead;
  TurnLead turn;
  BodyRing ring;
  GaitClock clock;  // of the last posture
  std::vector<Foot> feet;
  // What swinging legs do to the body: where it is beside the plan (W, m), at the last posture and
  // the one before, and how it is turned (W, a rotation vector).
  Vec3 shift = Vec3::Zero(), shift_before = Vec3::Zero(), recoil = Vec3::Zero();
  Vec3 steady = Vec3::Zero();  // what recoil's rate would be on the mean, rad/s
  std::vector<Eigen::VectorXd> q, v;
  // Of each posture, [leg] whether it swings, then [leg] how many m it cannot reach.
  std::vector<Eigen::VectorXd> told;
};

using ControllerMemory = std::variant<std::monostate, OscillatorMemory, ScriptMemory, LedMemory>;

class Controller {
 public:
  virtual ~Controller() = default;
  virtual ControllerMemory start() const = 0;
  virtual void tick(const Sense& sense, ControllerMemory& memory, Command& command) const = 0;
  // Whether it moves its figure as it likes, whatever the forces; then where that begins.
  virtual bool leads() const { return false; }
  virtual void place(const Sense&, Eigen::VectorXd& /*q*/, Eigen::VectorXd& /*v*/) const {}
  // Whether a leg of the figure that it leads stands at any time of its last motion.
  virtual bool plants(const ControllerMemory&, std::size_t /*leg*/, const LedMotion&) const {
    return false;
  }
  virtual bool feels_forces() const { return false; }  // else it costs an evaluation less
  // Named recorded channels, and their place in Command::outputs.
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
