#pragma once

// The common interface of all controllers. A controller is const; its memory is a ControllerMemory,
// which is part of the simulator's state.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "contact/answer/ground_reaction.h"
#include "control/actuators.h"
#include "control/command.h"
#include "control/controller_plug.h"
#include "figure/figure_spec.h"

namespace gambol {

// A field of a controller that cues have set; the value replaces the spec's.
struct Goal {
  std::string field;
  Ramp value;
};

// Everything that cues have changed of a controller.
struct Goals {
  std::vector<Goal> set;
  std::vector<char> reversed;  // [leg] whether it swings the other way; empty: no leg does

  // The value of a field; nullptr if no cue has set it.
  const Ramp* find(std::string_view field) const {
    for (const Goal& goal : set)
      if (goal.field == field) return &goal.value;
    return nullptr;
  }
  // At a time: as a cue has set it, else as the author's curve says.
  double value(std::string_view field, const Curve& said, double time) const {
    const Ramp* found = find(field);
    return found ? found->at(time) : said.at(time);
  }
};

// The orders that reach a controller from cues.
struct RunProgram {
  std::string program;
  double over = 0;  // s
};
struct SetField {
  std::string field;
  double now = 0, to = 0;  // the spec's value, if no cue has set it before; the new value
  double over = 0;         // s
  bool ease = false;       // begins and ends slowly
};
struct ReverseLegs {
  std::vector<char> legs;  // [leg] whether it reverses
};
using Order = std::variant<RunProgram, SetField, ReverseLegs>;

// Which forces a controller reads. The fewer it reads, the less is computed at every tick.
enum class Feels { nothing, contacts, contacts_and_joints };

// The inputs of a controller at a tick. Contacts and joint forces are those of this instant only if
// the controller feels() them.
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
  double friction = 0;  // coefficient of the ground; 0 without ground
};

// Carries out what an order at `time`, s, changes of goals: SetField and ReverseLegs.
void change_goals(const Order& order, double time, Goals& goals);

// Memory: that of a controller of any kind in a list of kinds.
template <class Memory>
class ControllerOf {
 public:
  virtual ~ControllerOf() = default;
  virtual Memory start() const = 0;
  virtual void tick(const Sense& sense, Memory& memory, Command& command) const = 0;
  // Whether the controller prescribes its figure's motion, whatever the forces; if so, place()
  // begins that motion: the command leads from where the figure has to be put (Command::motion).
  virtual bool leads() const { return false; }
  virtual void place(const Sense&, Memory&, Command&) const {}
  // The share of the weight, relative to those of other legs, that a leg of the figure that the
  // controller leads is to carry if it stands at the beginning or at the end of `motion`, the last
  // one; else 0.
  virtual double plants(const Memory&, std::size_t /*leg*/, const LedMotion&) const { return 0; }
  // m/s: points of such a leg that move faster roll off or slide, and exert no force.
  virtual double most_creep() const { return 0.02; }
  // Whether the controller plays the motor program on a RunProgram.
  virtual bool plays(const std::string& /*program*/) const { return false; }
  // Carries out an order at `time`, s.
  virtual void obey(const Order& order, double time, Memory& /*memory*/, Goals& goals) const {
    change_goals(order, time, goals);
  }
  // Whether it writes Command::joints.
  virtual bool commands_joints() const { return false; }
  // When a cue stops the controller: takes back commands that must not outlast it.
  virtual void release(Command& /*command*/) const {}
  virtual Feels feels() const { return Feels::nothing; }
  // Names of the recorded channels; place_outputs() sets their position in Command::outputs.
  const std::vector<std::string>& outputs() const { return outputs_; }
  void place_outputs(int first) { first_output_ = first; }

 protected:
  std::vector<std::string> outputs_;
  int first_output_ = 0;
};

// `seed`: of the figure's random numbers.
std::unique_ptr<Controller> make_controller(const ControllerSpec& spec, const FigureSpec& figure,
                                            const Model& model,
                                            const std::vector<Actuator>& actuators,
                                            std::uint64_t seed = 0);

}  // namespace gambol
