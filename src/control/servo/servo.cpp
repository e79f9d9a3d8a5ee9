#include "control/servo/servo.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "control/controller_memory.h"
#include "dynamics/coordinates.h"
#include "figure/find.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

// What is left at the fraction s of a way of `over` seconds on which a position x with the rate v
// goes to 0 and comes to rest: of fifth degree, so that the acceleration begins and ends at 0.
struct Left {
  double x = 0, v = 0;
};
Left left_at(double s, double over, double x, double v) {
  if (s >= 1) return {};
  const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
  return {x * (1 - 10 * s3 + 15 * s4 - 6 * s5) + v * over * (s - 6 * s3 + 8 * s4 - 3 * s5),
          x / over * (-30 * s2 + 60 * s3 - 30 * s4) + v * (1 - 18 * s2 + 32 * s3 - 15 * s4)};
}

}  // namespace

std::unique_ptr<Controller> ControllerPlug<ServoSpec>::make(const ServoSpec& spec,
                                                            const ControllerMakings& m) {
  return std::make_unique<Servo>(spec, m.spec.tick, m.figure, m.model);
}

Servo::Servo(const ServoSpec& spec, double tick, const FigureSpec& figure, const Model& model)
    : feedback_(spec.feedback, figure, model), drive_(spec.drive), tick_(tick), over_(spec.over) {
  if (!feedback_.empty()) outputs_ = {std::string(outputs::beyond)};
  const PoseSpec* pose = find_pose(figure, spec.pose);
  for (const std::string& name : ControllerTrait<ServoSpec>::commands(spec, figure).drives)
    joints_.push_back(joint_of(spec, pose, model, model.dof_of(name)));
}

Servo::Joint Servo::joint_of(const ServoSpec& spec, const PoseSpec* pose, const Model& model,
                             int dof) const {
  Joint joint{dof, Curve(model.dofs[dof].initial), spec.torque, spec.stiffness, spec.damping};
  if (pose)
    for (const JointTarget& t : pose->joints)
      if (t.name == model.joint_name(dof)) joint.to = Curve(t.to);
  for (const ServoJointSpec& j : spec.joints) {
    if (!model.means(j.name, dof)) continue;
    joint.to = j.to.value_or(joint.to);
    joint.torque = j.torque.value_or(joint.torque);
    joint.stiffness = j.stiffness.value_or(joint.stiffness);
    joint.damping = j.damping.value_or(joint.damping);
  }
  return joint;
}

ControllerMemory Servo::start() const { return ServoMemory{}; }

// The joint is brought from where it is.
ServoMemory::Approach Servo::approach(const Sense& sense, const Joint& joint, double beyond) const {
  Eigen::VectorXd rates(sense.v.size());
  coordinate_rates(sense.model, sense.q, sense.v, rates);
  return {sense.time,
          coordinate(sense.model, sense.q, joint.dof) - joint.to.at(sense.time) - beyond,
          rates[joint.dof] - joint.to.derivative(sense.time, 1)};
}

void Servo::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  constexpr double apart = 1e-9;  // rad or m: more than a joint differs that is led already
  auto& servo = std::get<ServoMemory>(memory);
  auto& joints = servo.joints;
  const bool first = joints.size() != joints_.size();  // or adopted from another servo
  if (first) joints.resize(joints_.size());
  const bool moved = feedback_.tick(sense, servo);
  const double beyond = feedback_.beyond(servo);
  if (!feedback_.empty()) command.outputs[first_output_] = beyond;
  const double t0 = sense.time, t1 = t0 + tick_;
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const Joint& j = joints_[k];
    JointCommand& c = command.joints[j.dof];
    Drive& drive = command.drives[j.dof];
    if (!c.commanded && drive_ == Drive::led && drive != Drive::follow) drive = Drive::led;
    c = {true, j.torque.at(t0), j.stiffness, j.damping, {t0, t1}};
    const bool leads = command.goes_its_way(j.dof);
    const double over = leads ? std::max(over_, tick_) : over_;  // what is led must not jump
    const auto aim = [&](double t, double& q, double& v) {
      const ServoMemory::Approach& from = joints[k];
      const Left left =
          over > 0 ? left_at((t - from.begun) / over, over, from.ahead, from.rate) : Left{};
      q = j.to.at(t) + beyond + left.x;
      v = j.to.derivative(t, 1) + left.v;
    };
    aim(t0, c.way.q0, c.way.v0);
    const bool off = leads && std::abs(coordinate(sense.model, sense.q, j.dof) - c.way.q0) > apart;
    const bool begins = first || moved || off;
    if (begins) joints[k] = approach(sense, j, beyond);
    if (begins) aim(t0, c.way.q0, c.way.v0);
    aim(t1, c.way.q1, c.way.v1);
  }
}

void Servo::release(Command& command) const {
  for (const Joint& j : joints_) {
    if (command.goes_its_way(j.dof)) command.drives[j.dof] = Drive::dynamic;
    command.joints[j.dof] = {};
  }
}

}  // namespace gambol
