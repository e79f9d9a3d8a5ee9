#include "simulation/figure_sim.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clock.h"
#include "base/rotation.h"
#include "control/led_motion.h"
#include "control/share_joints.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "dynamics/strike.h"
#include "simulation/contact_laws.h"

namespace gambol {

FigureSim::FigureSim(const FigureParts& parts)
    : parts_(parts),
      torques_(parts.actuators.size()),
      coordinates_(Eigen::VectorXd::Zero(model().nv())),
      control_(model()),
      springs_(cast().figure, model()),
      drift_(model()),
      given_v_(Eigen::VectorXd::Zero(model().nv())),
      no_rates_(Eigen::VectorXd::Zero(model().nv())),
      rates_(Eigen::VectorXd::Zero(model().nv())),
      pushes_(model().bodies.size()),
      work_(model()),
      placed_q_(Eigen::VectorXd::Constant(model().nq, NAN)),
      placed_v_(Eigen::VectorXd::Zero(model().nv())),
      ground_search_(model(), parts.surface) {
  int outputs = 0;
  for (const ControllerSpec& spec : cast().controllers) {
    controllers_.push_back(make_controller(spec, cast().figure, model(), actuators(), parts_.seed));
    controllers_.back()->place_outputs(outputs);
    outputs += static_cast<int>(controllers_.back()->outputs().size());
  }
  contacts_.reserve(most_contacts(model()));
  planted_.reserve(cast().figure.legs.size() + most_touches(model()));
  work_.gravity = parts.world.gravity;
}

void FigureSim::begin_springs(Command& command) const {
  for (std::size_t a = 0; a < parts_.actuators.size(); ++a) {
    const Actuator& actuator = parts_.actuators[a];
    if (!actuator.is_spring()) continue;
    ActuatorCommand& c = command.actuators[a];
    for (const JointTarget& rest : parts_.cast.rests)
      if (model().joint_name(actuator.dof) == rest.name) {
        c.has_rest = true;
        c.rest = {0, 0, rest.to, rest.to};
      }
    for (const std::string& name : parts_.cast.slack)
      if (model().means(name, actuator.dof)) c.on = false;
  }
}

const FigureState& FigureSim::initial_state(double start) const {
  if (!initial_ || initial_->first != start) initial_.emplace(start, begin(start));
  return initial_->second;
}

FigureState FigureSim::begin(double start) const {
  FigureState s;
  s.q = initial_q(parts_.model, {start_orientation(parts_.cast), parts_.cast.at});
  s.v = Eigen::VectorXd::Zero(parts_.model.nv());
  s.touched = start;
  s.dormant = parts_.cast.dormant;
  s.command.actuators.resize(parts_.actuators.size());
  begin_springs(s.command);
  s.command.drives.assign(parts_.model.nv(), Drive::dynamic);
  if (parts_.cast.fixed_root) std::fill_n(s.command.drives.begin(), root_dofs, Drive::hold);
  s.command.adhesion.assign(parts_.cast.figure.legs.size(), 1);
  if (parts_.ground_pushes)
    s.pads.resize(needs_pads(parts_.model, ground_at(WorldSettings(), start)));
  std::size_t outputs = 0;
  for (std::size_t c = 0; c < controllers_.size(); ++c) {
    const ControllerSpec& spec = parts_.cast.controllers[c];
    s.controllers.push_back({spec.active, -1, 0, 0, 0, controllers_[c]->start()});
    outputs += controllers_[c]->outputs().size();
  }
  s.command.outputs.assign(outputs, 0);
  if (std::any_of(controllers_.begin(), controllers_.end(),
                  [](const auto& c) { return c->commands_joints(); }))
    s.command.joints.resize(parts_.model.nv());
  if (parts_.shares_joints) s.command.layers.assign(controllers_.size(), s.command.joints);
  for (std::size_t c = 0; c < controllers_.size(); ++c) {
    if (!s.controllers[c].active || !controllers_[c]->leads()) continue;
    const Eigen::VectorXd q = s.q, v = s.v;
    const Sense sense{start,
                      0,
                      parts_.model,
                      q,
                      v,
                      work_,
                      contacts_,
                      parts_.actuators,
                      s.controllers[c].goals,
                      parts_.surface,
                      friction(start)};
    controllers_[c]->place(sense, s.controllers[c].memory, s.command);
    s.q = s.command.motion.q0;
    s.v = s.command.motion.v0;
  }
  for (int i = 0; i < parts_.model.nv(); ++i) {
    const JointSpec& joint = parts_.cast.figure.bodies[parts_.model.dofs[i].body].joint;
    if (i >= root_dofs && joint.drive != Drive::dynamic) s.command.drives[i] = joint.drive;
    if (parts_.given.has(i) && (i < root_dofs || !joint.motion))
      s.command.drives[i] = Drive::follow;
    for (const std::string& name : parts_.cast.lock)
      if (parts_.model.means(name, i)) s.command.drives[i] = Drive::hold;
  }
  return s;
}

// With h > 0, a prescribed degree of freedom gets the acceleration that brings its rate to the
// motion's at the step's end. With h = 0, it gets the motion's second derivative.
void FigureSim::prescribe(const FigureState& s, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                          double t, double h) {
  const LedMotion& led = s.command.motion;
  if (s.command.leads()) {
    // led_v_ becomes an acceleration: to the rates at the step's end, or the mean over the motion.
    // (The cubic's acceleration is discontinuous between motions.)
    if (h > 0) {
      follow(parts_.model, led, std::min(t + h, led.t1), led_q_, led_v_);
      led_v_ = (led_v_ - v) / h;
    } else if (t <= led.t1 + clock_slack) {
      led_v_ = (led.v1 - led.v0) / (led.t1 - led.t0);
    } else {
      led_v_.setZero(v.size());
    }
  }
  const std::vector<Drive>& drives = s.command.drives;
  if (h > 0)
    parts_.given.velocities(t + h, s.command, q, given_v_);
  else
    parts_.given.accelerations(t, s.command, q, v, given_v_);
  for (int i = 0; i < parts_.model.nv(); ++i) {
    const Drive drive = drives[i];
    work_.kinematic[i] = drive != Drive::dynamic;
    if (drive == Drive::dynamic) continue;
    if (drive == Drive::hold) work_.vdot[i] = h > 0 ? -v[i] / h : 0;
    if (drive == Drive::led && !s.command.goes_its_way(i)) work_.vdot[i] = led_v_[i];
    if (!goes_along(s.command, i)) continue;
    work_.vdot[i] = h > 0 ? (given_v_[i] - v[i]) / h : given_v_[i];
    if (first_order() && h > 0) work_.vdot[i] = given_v_[i] / parts_.time_constant;
  }
}

void FigureSim::apply_forces(const FigureState& s, const WorldSettings& settings,
                             const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t,
                             double h) {
  work_.force.setZero();
  work_.added_inertia.setZero();
  const double ahead = implicit_length(h);
  coordinates(parts_.model, q, coordinates_);
  actuator_torques(parts_.actuators, s.command.actuators, coordinates_, v, t + h, torques_);
  for (std::size_t a = 0; a < parts_.actuators.size(); ++a) {
    const int dof = parts_.actuators[a].dof;
    const ActuatorTorque& torque = torques_[a];
    work_.force[dof] += torque.torque + ahead * torque.by_position * v[dof];
    const double by_rate = first_order() ? 0 : torque.by_rate;  // it would oppose its own motion
    work_.added_inertia[dof] -= ahead * (ahead * torque.by_position + by_rate);
  }
  to_dof_forces(parts_.model, q, work_.force);
  const ImplicitStep step{t, h, ahead, first_order()};
  control_.apply(parts_.model, s.command, q, coordinates_, v, step, work_);
  for (BodyWork& b : work_.bodies) {
    b.applied = {};
    b.has_added = false;
  }
  springs_.apply(step, work_);
  for (const Push& push : s.pushes) {
    if (t >= push.until) continue;
    BodyWork& b = work_.bodies[push.body];
    const Vec3 f = b.X_WB.R.transpose() * push.force;
    b.applied += {push.at.cross(f), f};
  }
  work_.gravity = settings.gravity;
}

GroundLaw FigureSim::ground_at(const WorldSettings& settings, double t) const {
  GroundLaw ground = ground_law(*parts_.world.ground, parts_.cast, parts_.size, t);
  settings.override_law(t, ground.law);
  if (!parts_.cushions.empty()) ground.cushions = &parts_.cushions;
  return ground;
}

void FigureSim::push_off_ground(const FigureState& s, const WorldSettings& settings, double t,
                                double h) {
  contacts_.clear();
  if (parts_.ground_pushes) {
    apply_ground(parts_.model, ground_at(settings, t), touches(), s.pads, h, work_, contacts_);
  }
  // A step finds its own impulses; at an instant, the forces are those of the step before.
  if (!parts_.ground_holds || h > 0) return;
  note_held(s);
  for (const HeldContact& held : s.held)
    apply_at_point({held.force, Mat3::Zero(), false}, held.p_B, work_.bodies[held.body]);
}

void FigureSim::note_held(const FigureState& s) {
  contacts_.clear();
  for (const HeldContact& held : s.held) {
    GroundContact contact{held.body, held.p_B, held.depth, held.normal};
    contact.velocity = point_velocity(work_.bodies[held.body], held.p_B);
    contact.force = held.force;
    contacts_.push_back(contact);
  }
}

Vec6 FigureSim::velocity_after(int body, double h) const {
  const BodyWork& b = work_.bodies[body];
  const SpatialMotion &v = b.velocity, &a = b.acceleration;
  return stacked(b.X_WB.R * (v.w + h * a.w), b.X_WB.R * (v.v + h * (a.v + v.w.cross(v.v))));
}

void FigureSim::add_impulses(const std::vector<SpatialForce>& impulses, double h) {
  // Before the response overwrites the bodies' accelerations.
  if (std::isnan(impulse_.f.x())) impulse_ = momentum_rate(parts_.model, work_) * h;
  for (std::size_t i = 0; i < impulses.size(); ++i)
    impulse_ += to_parent(work_.bodies[i].X_WB, impulses[i]);
  impulse_response(parts_.model, work_, impulses, no_rates_, rates_);
  work_.vdot += rates_ / h;
}

void FigureSim::displace(const std::vector<SpatialForce>& pushes, FigureState& s) {
  impulse_response(parts_.model, work_, pushes, no_rates_, rates_);
  advance_q(parts_.model, rates_, 1, s.q);
}

void FigureSim::push(int body, const Vec3& p_B, const Vec3& force) {
  const Vec3 f = work_.bodies[body].X_WB.R.transpose() * force;
  pushes_[body] += {p_B.cross(f), f};
}

void FigureSim::respond() {
  impulse_response(parts_.model, work_, pushes_, no_rates_, rates_);
  std::fill(pushes_.begin(), pushes_.end(), SpatialForce{});
}

Vec3 FigureSim::response(int body, const Vec3& p_B) const {
  const BodyWork& b = work_.bodies[body];
  return b.X_WB.R * (b.acceleration.v + b.acceleration.w.cross(p_B));
}

void FigureSim::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (q == placed_q_ && v == placed_v_) return;
  placed_q_ = q;
  placed_v_ = v;
  touches_ = nullptr;
  update_kinematics(parts_.model, q, v, work_);
}

void FigureSim::place_with(FigureSim& other, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  other.place(q, v);
  if (parts_.ground_pushes) touches_ = &ground_search_.take(other.touches());
  placed_q_ = q;
  placed_v_ = v;
  copy_kinematics(other.work_, work_);
}

const std::vector<BodyTouch>& FigureSim::touches() {
  if (!touches_) touches_ = &ground_search_.find(parts_.model, work_, parts_.ahead);
  return *touches_;
}

void FigureSim::prepare(const FigureState& s, const WorldSettings& settings,
                        const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t, double h) {
  dormant_ = false;
  prescribe(s, q, v, t, h);
  place(q, v);
  apply_forces(s, settings, q, v, t, h);
  push_off_ground(s, settings, t, implicit_length(h));
}

void FigureSim::solve() {
  do solve_within_limits();
  while (control_.limit(work_));
}

void FigureSim::solve_within_limits() {
  impulse_.f.setConstant(std::numeric_limits<double>::quiet_NaN());
  forward_dynamics(parts_.model, work_);
  if (springs_.correct(parts_.model, work_)) forward_dynamics(parts_.model, work_);
}

double FigureSim::implicit_length(double h) const {
  return first_order() ? std::sqrt(h * parts_.time_constant) : h;
}

double FigureSim::friction(double t) const {
  if (!parts_.world.ground) return 0;
  return law_on(parts_.world.ground->contact, parts_.cast, parts_.size, t).friction;
}

bool FigureSim::is_led() const {
  return std::any_of(controllers_.begin(), controllers_.end(),
                     [](const auto& c) { return c->leads(); });
}

bool FigureSim::has_given_motion() const {
  return std::find(work_.kinematic.begin(), work_.kinematic.end(), 1) != work_.kinematic.end();
}

void FigureSim::sleep(const FigureState& s) {
  place(s.q, s.v);
  dormant_ = true;
  contacts_.clear();
  work_.force.setZero();
  work_.vdot.setZero();
}

// Steps the root's linear velocity in the world frame and then expresses it in the rotated root's
// frame, so that a body that spins fast flies as straight as one that does not.
void FigureSim::advance(FigureState& s, double h) const {
  if (first_order()) {
    s.v = parts_.time_constant * work_.vdot;
    advance_q(parts_.model, s.v, h, s.q);
    return;
  }
  const Vec3 v = s.v.segment<3>(3), turning = s.v.head<3>().cross(v);
  s.v += h * work_.vdot;
  const Vec3 velocity = v + h * (work_.vdot.segment<3>(3) + turning);
  s.v.segment<3>(3) = exp_rotation(s.v.head<3>() * h).conjugate() * velocity;
  advance_q(parts_.model, s.v, h, s.q);
}

double FigureSim::height_above(int body) const {
  return gambol::height_above(parts_.surface, parts_.model.bodies[body], work_.bodies[body].X_WB);
}

// Puts what is led exactly on its motion. The turns of a ball are led together, and so are its
// translations.
void FigureSim::take_led(FigureState& s) const {
  const auto is_led = [&](int dof) {
    return s.command.drives[dof] == Drive::led && !s.command.goes_its_way(dof);
  };
  const auto take = [&](int q, int nq, int v, int nv) {
    s.q.segment(q, nq) = led_q_.segment(q, nq);
    s.v.segment(v, nv) = led_v_.segment(v, nv);
  };
  for (const Ball& ball : parts_.model.balls) {
    if (is_led(ball.v)) take(ball.q, 4, ball.v, 3);
    if (ball.p >= 0 && is_led(ball.v + 3)) take(ball.p, 3, ball.v + 3, 3);
  }
  for (const Span& span : parts_.model.spans)
    for (int k = 0; k < span.n; ++k)
      if (is_led(span.v + k)) take(span.q + k, 1, span.v + k, 1);
}

void FigureSim::settle(FigureState& s, const WorldSettings& settings, double t) {
  if (s.command.leads()) {
    follow(parts_.model, s.command.motion, t, led_q_, led_v_);
    take_led(s);
  }
  parts_.given.place(t, s.command, s.q, s.v);  // rounding errors must not make it drift
  std::erase_if(s.pushes, [t](const Push& p) { return t >= p.until; });
  if (s.pads.empty()) return;
  place(s.q, s.v);
  if (!parts_.ground_pushes) return;  // they hold on obstacles alone
  update_pads(parts_.model, ground_at(settings, t), touches(), s.command.adhesion, work_, s.pads);
}

template <class Act>
void FigureSim::in_its_layer(FigureState& s, std::size_t controller, double t,
                             const Act& act) const {
  Command& command = s.command;
  if (command.layers.empty()) return act();
  std::swap(command.joints, command.layers[controller]);
  act();
  std::swap(command.joints, command.layers[controller]);
  weights_.clear();
  for (const ControllerSpec& c : parts_.cast.controllers) weights_.push_back(c.weight.at(t));
  mix_layers(t, weights_, command);
}

// Several controllers that feel forces could share one evaluation per instant, but figures have
// only one such controller.
void FigureSim::feel(Feels feels, const FigureState& s, const WorldSettings& settings, double t) {
  if (feels == Feels::contacts_and_joints) return prepare(s, settings, s.q, s.v, t, 0);
  place(s.q, s.v);
  if (feels == Feels::nothing) return;
  work_.gravity = settings.gravity;
  push_off_ground(s, settings, t, 0);
}

void FigureSim::tick(FigureState& s, std::size_t index, const WorldSettings& settings, double t) {
  ControllerState& c = s.controllers[index];
  feel(controllers_[index]->feels(), s, settings, t);
  const double dt = c.ticks == 0 ? 0 : t - c.last_tick;
  const Sense sense{t,          dt,        parts_.model,     s.q,     s.v,
                    work_,      contacts_, parts_.actuators, c.goals, parts_.surface,
                    friction(t)};
  drives_before_ = s.command.drives;
  in_its_layer(s, index, t, [&] { controllers_[index]->tick(sense, c.memory, s.command); });
  if (s.command.drives != drives_before_) {
    std::vector<Drive> wanted = drives_before_;
    std::swap(wanted, s.command.drives);
    switch_drives(s, wanted, settings, t);
  }
  c.last_tick = t;
  ++c.ticks;
  c.next_tick = c.started + static_cast<double>(c.ticks) * parts_.cast.controllers[index].tick;
}

void FigureSim::release(FigureState& s, std::size_t controller, double t) const {
  in_its_layer(s, controller, t, [&] { controllers_[controller]->release(s.command); });
}

void FigureSim::switch_drives(FigureState& s, const std::vector<Drive>& wanted,
                              const WorldSettings& settings, double t) {
  s.command.drives = wanted;
  prepare(s, settings, s.q, s.v, t, 0);
  solve();
  Eigen::VectorXd change = Eigen::VectorXd::Zero(parts_.model.nv());
  parts_.given.velocities(t, s.command, s.q, given_v_);
  for (int i = 0; i < parts_.model.nv(); ++i) {
    if (wanted[i] == Drive::hold) change[i] = -s.v[i];
    if (goes_along(s.command, i)) change[i] = given_v_[i] - s.v[i];
  }
  const std::vector<SpatialForce> none(parts_.model.bodies.size());
  Eigen::VectorXd dv(parts_.model.nv());
  impulse_response(parts_.model, work_, none, change, dv);
  s.v += dv;
}

void FigureSim::strike(FigureState& s, int body, const std::optional<Vec3>& velocity,
                       const std::optional<Vec3>& spin, const WorldSettings& settings, double t) {
  prepare(s, settings, s.q, s.v, t, 0);
  solve();
  Eigen::VectorXd dv;
  gambol::strike(parts_.model, work_, body, velocity, spin, dv);
  s.v += dv;
}

}  // namespace gambol
