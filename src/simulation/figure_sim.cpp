#include "simulation/figure_sim.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "dynamics/coordinates.h"
#include "simulation/contact_laws.h"
#include "simulation/led_motion.h"

namespace gambol {

namespace {

std::vector<int> limbs_of(const Model& model, const FigureSpec& figure) {
  std::vector<int> limb(model.bodies.size(), -1), legs(model.bodies.size(), 0);
  for (std::size_t leg = 0; leg < figure.legs.size(); ++leg) {
    if (figure.legs[leg].feet.empty()) continue;
    for (int i = model.body_index(figure.legs[leg].feet[0]); i >= 0; i = model.bodies[i].parent) {
      limb[i] = static_cast<int>(leg);
      ++legs[i];
    }
  }
  for (std::size_t i = 0; i < limb.size(); ++i)
    if (legs[i] > 1 || i == 0) limb[i] = -1;
  return limb;
}

}  // namespace

FigureSim::FigureSim(const CastSpec& cast, const WorldSpec& world, const IntegratorSpec& how)
    : cast_(cast),
      world_(world),
      model_(make_model(cast.figure)),
      actuators_(make_actuators(cast.figure, model_)),
      torques_(actuators_.size()),
      coordinates_(Eigen::VectorXd::Zero(model_.nv())),
      given_(model_, cast_),
      control_(model_),
      springs_(cast_.figure, model_),
      given_v_(Eigen::VectorXd::Zero(model_.nv())),
      work_(model_),
      placed_q_(Eigen::VectorXd::Constant(model_.nq, NAN)),
      placed_v_(Eigen::VectorXd::Zero(model_.nv())),
      ahead_(how.method == IntegrationMethod::implicit ? how.step : 0),
      time_constant_(how.method == IntegrationMethod::first_order ? how.time_constant : 0),
      ground_search_(model_, world.ground ? ground_surface(*world.ground) : GroundSurface{}),
      ground_pushes_(world.ground && !world.by_impulse(cast.name)) {
  int outputs = 0;
  for (const ControllerSpec& spec : cast.controllers) {
    controllers_.push_back(make_controller(spec, cast.figure, model_, actuators_));
    controllers_.back()->place_outputs(outputs);
    outputs += static_cast<int>(controllers_.back()->outputs().size());
  }
  contacts_.reserve(most_contacts(model_));
  limb_ = limbs_of(model_, cast.figure);
  planted_.reserve(cast.figure.legs.size() + most_touches(model_));
  work_.gravity = world.gravity;
}

FigureState FigureSim::initial_state(double start) const {
  FigureState s;
  const Quat heading(Eigen::AngleAxisd(cast_.heading, Vec3::UnitZ()));
  s.q = initial_q(model_, {heading, cast_.at});
  s.v = Eigen::VectorXd::Zero(model_.nv());
  s.dormant = cast_.dormant;
  s.command.actuators.resize(actuators_.size());
  s.command.drives.assign(model_.nv(), Drive::dynamic);
  const auto hold_root = [&] { std::fill_n(s.command.drives.begin(), root_dofs, Drive::hold); };
  if (cast_.fixed_root) hold_root();
  s.command.adhesion.assign(cast_.figure.legs.size(), 1);
  if (world_.ground && world_.ground->sticky) s.pads.resize(model_.pads);
  std::size_t outputs = 0;
  for (std::size_t c = 0; c < controllers_.size(); ++c) {
    const ControllerSpec& spec = cast_.controllers[c];
    s.controllers.push_back({spec.active, -1, 0, 0, 0, controllers_[c]->start()});
    outputs += controllers_[c]->outputs().size();
  }
  s.command.outputs.assign(outputs, 0);
  if (std::any_of(controllers_.begin(), controllers_.end(),
                  [](const auto& c) { return c->commands_joints(); }))
    s.command.joints.resize(model_.nv());
  for (std::size_t c = 0; c < controllers_.size(); ++c) {
    if (!s.controllers[c].active || !controllers_[c]->leads()) continue;
    const Eigen::VectorXd q = s.q, v = s.v;
    const Sense sense{
        start, 0, model_, q, v, work_, contacts_, actuators_, s.controllers[c].goals, surface()};
    controllers_[c]->place(sense, s.q, s.v);
    hold_root();  // until the controller's first tick
  }
  for (int i = 0; i < model_.nv(); ++i) {
    const JointSpec& joint = cast_.figure.bodies[model_.dofs[i].body].joint;
    if (i >= root_dofs && joint.drive != Drive::dynamic) s.command.drives[i] = joint.drive;
    if (given_.has(i) && (i < root_dofs || !joint.motion)) s.command.drives[i] = Drive::follow;
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
      follow(model_, led, std::min(t + h, led.t1), led_q_, led_v_);
      led_v_ = (led_v_ - v) / h;
    } else if (t <= led.t1) {
      led_v_ = (led.v1 - led.v0) / (led.t1 - led.t0);
    } else {
      led_v_.setZero(v.size());
    }
  }
  const std::vector<Drive>& drives = s.command.drives;
  if (h > 0)
    given_.velocities(t + h, s.command, q, given_v_);
  else
    given_.accelerations(t, s.command, q, v, given_v_);
  for (int i = 0; i < model_.nv(); ++i) {
    const Drive drive = drives[i];
    work_.kinematic[i] = drive != Drive::dynamic;
    if (drive == Drive::dynamic) continue;
    if (drive == Drive::hold) work_.vdot[i] = h > 0 ? -v[i] / h : 0;
    if (drive == Drive::led && !s.command.goes_its_way(i)) work_.vdot[i] = led_v_[i];
    if (!goes_along(s.command, i)) continue;
    work_.vdot[i] = h > 0 ? (given_v_[i] - v[i]) / h : given_v_[i];
    if (first_order() && h > 0) work_.vdot[i] = given_v_[i] / time_constant_;
  }
}

void FigureSim::apply_forces(const FigureState& s, const WorldSettings& settings,
                             const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t,
                             double h) {
  work_.force.setZero();
  work_.added_inertia.setZero();
  const double ahead = implicit_length(h);
  coordinates(model_, q, coordinates_);
  actuator_torques(actuators_, s.command.actuators, coordinates_, v, t + h, torques_);
  for (std::size_t a = 0; a < actuators_.size(); ++a) {
    const int dof = actuators_[a].dof;
    const ActuatorTorque& torque = torques_[a];
    work_.force[dof] += torque.torque + ahead * torque.by_position * v[dof];
    const double by_rate = first_order() ? 0 : torque.by_rate;  // it would oppose its own motion
    work_.added_inertia[dof] -= ahead * (ahead * torque.by_position + by_rate);
  }
  to_dof_forces(model_, q, work_.force);
  const ImplicitStep step{t, h, ahead, first_order()};
  control_.apply(model_, s.command, q, coordinates_, v, step, work_);
  for (BodyWork& b : work_.bodies) {
    b.applied = {};
    b.has_added = false;
  }
  springs_.apply(step, work_);
  for (const Push& push : s.pushes) {
    if (t >= push.until) continue;
    BodyWork& b = work_.bodies[push.body];
    const Vec3 f = b.X_WB.R.transpose() * push.force;
    b.applied += {model_.bodies[push.body].mass.com.cross(f), f};
  }
  work_.gravity = settings.gravity;
}

void FigureSim::push_off_ground(const FigureState& s, const WorldSettings& settings, double t,
                                double h) {
  contacts_.clear();
  if (ground_pushes_) {
    GroundLaw ground = ground_law(*world_.ground, model_.mass, t);
    settings.override_law(t, ground.law);
    apply_ground(model_, ground, touches(), s.pads, h, work_, contacts_);
  }
}

void FigureSim::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (q == placed_q_ && v == placed_v_) return;
  placed_q_ = q;
  placed_v_ = v;
  touches_ = nullptr;
  update_kinematics(model_, q, v, work_);
}

void FigureSim::place_with(FigureSim& other, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  other.place(q, v);
  if (ground_pushes_) touches_ = &ground_search_.take(other.touches());
  placed_q_ = q;
  placed_v_ = v;
  copy_kinematics(other.work_, work_);
}

const std::vector<BodyTouch>& FigureSim::touches() {
  if (!touches_) touches_ = &ground_search_.find(model_, work_, ahead_);
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
  do {
    forward_dynamics(model_, work_);
    if (springs_.correct(model_, work_)) forward_dynamics(model_, work_);
  } while (control_.limit(work_));
}

double FigureSim::implicit_length(double h) const {
  return first_order() ? std::sqrt(h * time_constant_) : h;
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
    s.v = time_constant_ * work_.vdot;
    advance_q(model_, s.v, h, s.q);
    return;
  }
  const Vec3 v = s.v.segment<3>(3), turning = s.v.head<3>().cross(v);
  s.v += h * work_.vdot;
  const Vec3 velocity = v + h * (work_.vdot.segment<3>(3) + turning);
  s.v.segment<3>(3) = exp_rotation(s.v.head<3>() * h).conjugate() * velocity;
  advance_q(model_, s.v, h, s.q);
}

GroundSurface FigureSim::surface() const {
  return world_.ground ? ground_surface(*world_.ground) : GroundSurface{};
}

double FigureSim::height_above(int body) const {
  return gambol::height_above(surface(), model_.bodies[body], work_.bodies[body].X_WB);
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
  for (const Ball& ball : model_.balls) {
    if (is_led(ball.v)) take(ball.q, 4, ball.v, 3);
    if (ball.p >= 0 && is_led(ball.v + 3)) take(ball.p, 3, ball.v + 3, 3);
  }
  for (const Span& span : model_.spans)
    for (int k = 0; k < span.n; ++k)
      if (is_led(span.v + k)) take(span.q + k, 1, span.v + k, 1);
}

void FigureSim::settle(FigureState& s, double t) {
  if (s.command.leads()) {
    follow(model_, s.command.motion, t, led_q_, led_v_);
    take_led(s);
  }
  given_.place(t, s.command, s.q, s.v);  // rounding errors must not make it drift
  std::erase_if(s.pushes, [t](const Push& p) { return t >= p.until; });
  if (s.pads.empty()) return;
  place(s.q, s.v);
  update_pads(model_, ground_law(*world_.ground, model_.mass, t), touches(), s.command.adhesion,
              work_, s.pads);
}

void FigureSim::tick(FigureState& s, std::size_t index, const WorldSettings& settings, double t) {
  ControllerState& c = s.controllers[index];
  // Several controllers that feel forces could share one evaluation per instant, but figures have
  // only one such controller.
  if (controllers_[index]->feels_forces())
    prepare(s, settings, s.q, s.v, t, 0);
  else
    place(s.q, s.v);
  const double dt = c.ticks == 0 ? 0 : t - c.last_tick;
  const Sense sense{t, dt, model_, s.q, s.v, work_, contacts_, actuators_, c.goals, surface()};
  drives_before_ = s.command.drives;
  controllers_[index]->tick(sense, c.memory, s.command);
  if (s.command.drives != drives_before_) {
    std::vector<Drive> wanted = drives_before_;
    std::swap(wanted, s.command.drives);
    switch_drives(s, wanted, settings, t);
  }
  c.last_tick = t;
  ++c.ticks;
  c.next_tick = c.started + static_cast<double>(c.ticks) * cast_.controllers[index].tick;
}

void FigureSim::switch_drives(FigureState& s, const std::vector<Drive>& wanted,
                              const WorldSettings& settings, double t) {
  s.command.drives = wanted;
  prepare(s, settings, s.q, s.v, t, 0);
  solve();
  Eigen::VectorXd change = Eigen::VectorXd::Zero(model_.nv());
  given_.velocities(t, s.command, s.q, given_v_);
  for (int i = 0; i < model_.nv(); ++i) {
    if (wanted[i] == Drive::hold) change[i] = -s.v[i];
    if (goes_along(s.command, i)) change[i] = given_v_[i] - s.v[i];
  }
  const std::vector<SpatialForce> none(model_.bodies.size());
  Eigen::VectorXd dv(model_.nv());
  impulse_response(model_, work_, none, change, dv);
  s.v += dv;
}

}  // namespace gambol
