#include "simulation/record/track_recorder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/clock.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "poses/channels.h"
#include "shot/held_root.h"

namespace gambol {
namespace {

constexpr double reserved_tracks = 12;  // s: a little more than a segment

// The columns of a figure's channel.
std::vector<std::string> columns_of(const ChannelKind& kind, const Model& model,
                                    const FigureSpec& figure) {
  std::vector<std::string> names(kind.first.begin(), kind.first.end());
  const auto add = [&](const std::string& name) { names.push_back(name); };
  if (kind.per == ColumnPer::joint)
    for (int i = root_dofs; i < model.nv(); ++i) add(model.joint_name(i));
  if (kind.per == ColumnPer::body)
    for (const Body& body : model.bodies) add(body.name);
  for (const LegSpec& leg : figure.legs) {
    if (kind.per == ColumnPer::leg) add(leg.name);
    if (kind.per == ColumnPer::leg_axis)
      for (const std::string_view axis : columns::axes) add(columns::of_leg(leg.name, axis));
  }
  return names;
}

Channel empty_channel(const ChannelKind& kind, const std::string& name,
                      std::vector<std::string> columns) {
  return {name, std::string(kind.unit), std::string(kind.help), std::move(columns), {}, kind.bits};
}

// The end of the channel, extended by a row of zeros.
double* extend(Channel& c) {
  c.values.resize(c.values.size() + c.width());
  return c.values.data() + c.values.size() - c.width();
}

}  // namespace

std::vector<Channel*> TrackRecorder::Tracks::all() {
  std::vector<Channel*> channels{&q,         &v,           &joint_force, &ground_force,
                                 &lowest,    &foot_force,  &foot_depth,  &foot_point,
                                 &foot_slip, &pads_held,   &pad_breaks,  &com,
                                 &energy,    &touch_force, &root_force};
  for (Channel& c : outputs) channels.push_back(&c);
  return channels;
}

TrackRecorder::Figure TrackRecorder::empty_figure(const FigureSim& sim, const MotionSpec& motion) {
  Figure f;
  f.is_tracked = sim.cast().is_tracked;
  if (!f.is_tracked) return f;
  const Model& model = sim.model();
  const FigureSpec& spec = sim.cast().figure;
  f.feet.assign(model.bodies.size(), -1);
  for (std::size_t leg = 0; leg < spec.legs.size(); ++leg) {
    f.first_foot.push_back(model.body_index(spec.legs[leg].feet[0]));
    for (const std::string& foot : spec.legs[leg].feet) {
      f.feet[model.body_index(foot)] = static_cast<int>(leg);
    }
  }
  // A led leg's sole may have several bodies.
  for (std::size_t i = 0; sim.is_led() && i < f.feet.size(); ++i)
    f.feet[i] = sim.limb(static_cast<int>(i));
  Tracks& t = f.tracks;
  const std::string& figure = sim.cast().name;
  const auto recorded = [&](const ChannelKind& kind) {
    return empty_channel(kind, channel_name(figure, kind.name), columns_of(kind, model, spec));
  };
  t.q = recorded(channels::q);
  t.v = recorded(channels::v);
  t.q.bits = t.v.bits =
      all_bits;  // of the root; packed, rounded columns take no more room for that
  t.joint_force = recorded(channels::joint_force);
  t.ground_force = recorded(channels::ground_force);
  t.lowest = recorded(channels::lowest);
  t.foot_force = recorded(channels::foot_force);
  t.foot_depth = recorded(channels::foot_depth);
  t.foot_point = recorded(channels::foot_point);
  t.foot_slip = recorded(channels::foot_slip);
  f.pressed.assign(spec.legs.size(), 0);
  f.pushed = f.pressed;
  t.pads_held = recorded(channels::pads_held);
  t.pad_breaks = recorded(channels::pad_breaks);
  t.com = recorded(channels::com);
  t.energy = recorded(channels::energy);
  if (!motion.world.obstacles.empty() || motion.world.collisions.takes_part(figure))
    t.touch_force = recorded(channels::touch_force);
  if (sim.is_led() || may_hold_root(motion, sim.cast()))
    t.root_force = recorded(channels::root_force);
  for (std::size_t c = 0; c < sim.controllers().size(); ++c)
    t.outputs.push_back(empty_channel(channels::of_controller,
                                      channel_name(figure, sim.cast().controllers[c].name),
                                      sim.controllers()[c]->outputs()));
  return f;
}

TrackRecorder::TrackRecorder(const World& world, double rate, double end)
    : ensemble_(world.ensemble), rate_(rate) {
  const double start = world.spec.start;
  const long rows = std::lround(std::floor((end - start) * rate));
  for (long k = 0; k <= rows; ++k) times_.push_back(start + k / rate);
  for (const auto& sim : ensemble_.figures()) {
    figures_.push_back(empty_figure(*sim, world.spec));
    any_tracked_ |= figures_.back().is_tracked;
    for (Channel* c : figures_.back().tracks.all()) c->values.reserve(c->width() * in_memory());
  }
  std::vector<std::string> attachments;
  for (const AttachmentSpec& a : world.spec.world.attachments) attachments.push_back(a.name);
  attachment_force_ = empty_channel(channels::attachment_force,
                                    std::string(channels::attachment_force.name), attachments);
  attachment_force_.values.reserve(attachments.size() * in_memory());
  const WorldSpec& w = world.spec.world;
  touches_by_impulses_ = w.has_impulses();
}

void TrackRecorder::record(const StepView& step, const Simulator& simulator) {
  const double reached = step.t1 + clock_slack;
  for (; next_ < times_.size() && times_[next_] <= reached; ++next_)
    track(step, simulator, step.nearest(times_[next_]));
}

// Rows to make room for.
std::size_t TrackRecorder::in_memory() const {
  return std::min(times_.size(), static_cast<std::size_t>(reserved_tracks * rate_));
}

void TrackRecorder::describe_figures(Poses& poses) const {
  for (const auto& sim : ensemble_.figures())
    poses.figures.push_back({sim->cast().name, sim->model().mass});
}

std::vector<Channel*> TrackRecorder::recorded_channels() {
  std::vector<Channel*> channels;
  for (Figure& f : figures_)
    for (Channel* c : f.tracks.all())
      if (!c->columns.empty()) channels.push_back(c);
  if (!attachment_force_.columns.empty()) channels.push_back(&attachment_force_);
  return channels;
}

void TrackRecorder::give(Poses& poses) {
  times_.resize(next_);
  poses.track_times = std::move(times_);
  poses.track_rate = rate_;
  describe_figures(poses);
  for (Channel* c : recorded_channels()) poses.channels.push_back(std::move(*c));
}

void TrackRecorder::move_part(double end, Poses& part) {
  const auto begin = times_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto after = std::lower_bound(begin, times_.begin() + std::ptrdiff_t(next_), end);
  const auto rows = static_cast<std::size_t>(after - begin);
  part.track_times.assign(begin, after);
  describe_figures(part);
  for (Channel* c : recorded_channels()) {
    const auto moved = c->values.begin() + static_cast<std::ptrdiff_t>(rows * c->width());
    part.channels.push_back({c->name, c->unit, c->help, c->columns, {}, c->bits});
    part.channels.back().values.assign(c->values.begin(), moved);
    c->values.erase(c->values.begin(), moved);
  }
  first_ += rows;
}

void TrackRecorder::track(const StepView& step, const Simulator& simulator, double t) {
  const State& state = simulator.state();
  if (!any_tracked_) return;
  at_.clear();
  bool all_at_end = true;
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    step.interpolate(i, t, figures_[i].q, figures_[i].v);
    at_.push_back({&figures_[i].q, &figures_[i].v});
    if (state.figures[i].dormant) continue;
    // The simulator needs the kinematics at the step's end next, so they are computed there.
    if (t == step.after[i].t)
      ensemble_.figures()[i]->place_with(*simulator.figures()[i], figures_[i].q, figures_[i].v);
    else
      all_at_end = false;
  }
  if (all_at_end) ensemble_.find_with(simulator.scratch());
  // Before the first step, controllers have applied nothing yet.
  for (std::size_t i = 0; i < figures_.size(); ++i)
    ensemble_.figures()[i]->show_control(step.t1 > step.t0 ? simulator.figures()[i].get()
                                                           : nullptr);
  ensemble_.observe(state, at_, t);
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    if (!figures_[i].is_tracked) continue;
    if (state.figures[i].dormant)
      track_absent(figures_[i], ensemble_.figures()[i]->model(), state.figures[i]);
    else
      track_figure(figures_[i], *ensemble_.figures()[i], state.figures[i]);
  }
  track_touches(simulator);
  const std::size_t first = attachment_force_.values.size();
  attachment_force_.values.resize(first + attachment_force_.width());
  for (const Link& link : ensemble_.interactions().links())
    if (link.attachment >= 0) attachment_force_.values[first + link.attachment] = link.force.norm();
}

// Springs push as they do at the instant, impulses as they did on the mean of the last step. Sums
// are accumulated in place, at the end of the channels.
void TrackRecorder::track_touches(const Simulator& simulator) {
  const Interactions& from =
      touches_by_impulses_ ? simulator.interactions() : ensemble_.interactions();
  for (const Link& link : from.links()) {
    if (link.attachment >= 0) continue;
    for (const BodyId& id : {link.a, link.b}) {
      Channel& c = figures_[id.figure].tracks.touch_force;
      if (c.columns.empty()) continue;
      c.values[c.values.size() - c.width() + id.body] += link.normal.dot(link.force);
    }
  }
}

// The root's positions, and the coordinates of the joints.
void TrackRecorder::add_positions(const Model& model, const Eigen::VectorXd& q, Figure& f) {
  f.x.resize(model.nv());
  coordinates(model, q, f.x);
  std::vector<double>& values = f.tracks.q.values;
  values.insert(values.end(), q.begin(), q.begin() + root_positions);
  values.insert(values.end(), f.x.begin() + root_dofs, f.x.end());
}

// For a dormant figure: the q at which it will enter, and zeros.
void TrackRecorder::track_absent(Figure& f, const Model& model, const FigureState& s) {
  for (Channel* c : f.tracks.all())
    if (c != &f.tracks.q) c->values.resize(c->values.size() + c->width());
  add_positions(model, s.q, f);
}

// Weighted sums become means; an unloaded leg's point is its tip.
void TrackRecorder::finish_feet(const Figure& f, const FigureSim& sim, double* point,
                                double* slip) {
  const auto& legs = sim.cast().figure.legs;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const Frame& X = sim.work().bodies[f.first_foot[leg]].X_WB;
    const Vec3 tip = X.R * legs[leg].tip + X.p;
    for (std::size_t k = 3 * leg; k < 3 * leg + 3; ++k) {
      if (f.pressed[leg] > 0) slip[k] /= f.pressed[leg];
      point[k] = f.pushed[leg] > 0 ? point[k] / f.pushed[leg] : tip[static_cast<int>(k - 3 * leg)];
    }
  }
}

// Sums are accumulated in place, at the end of their channels.
void TrackRecorder::track_feet(Figure& f, const FigureSim& sim, const FigureState& s) {
  const Model& model = sim.model();
  Tracks& out = f.tracks;
  double* normal = extend(out.ground_force);
  double* foot = extend(out.foot_force);
  double* depth = extend(out.foot_depth);
  double* point = extend(out.foot_point);
  double* slip = extend(out.foot_slip);
  std::fill(f.pressed.begin(), f.pressed.end(), 0.0);
  std::fill(f.pushed.begin(), f.pushed.end(), 0.0);
  double* held = extend(out.pads_held);
  double* breaks = extend(out.pad_breaks);
  for (const GroundContact& c : sim.contacts()) {
    normal[c.body] += c.normal.dot(c.force);
    const int leg = f.feet[c.body];
    if (leg < 0) continue;
    for (int k = 0; k < 3; ++k) foot[3 * leg + k] += c.force[k];
    depth[leg] = std::max(depth[leg], c.depth);
    const BodyWork& body = sim.work().bodies[c.body];
    const double push = std::max(c.normal.dot(c.force), 0.0);
    const double press = c.depth > 0 ? push : 0;
    const Vec3 slide = c.velocity - c.normal.dot(c.velocity) * c.normal;
    const Vec3 at = body.X_WB.R * c.p_B + body.X_WB.p;
    for (int k = 0; k < 3; ++k) {
      slip[3 * leg + k] += press * slide[k];
      point[3 * leg + k] += push * at[k];
    }
    f.pressed[leg] += press;
    f.pushed[leg] += push;
  }
  finish_feet(f, sim, point, slip);
  for (std::size_t i = 0; i < model.bodies.size() && !s.pads.empty(); ++i) {
    const Body& body = model.bodies[i];
    for (std::size_t k = 0; k < body.contacts.size() && body.leg >= 0; ++k) {
      const Pad& pad = s.pads[body.first_pad + k];
      held[body.leg] += pad.grip == Grip::stuck;
      breaks[body.leg] += pad.breaks;
    }
  }
}

void TrackRecorder::track_figure(Figure& f, const FigureSim& sim, const FigureState& s) {
  const Model& model = sim.model();
  const Workspace& work = sim.work();
  Tracks& out = f.tracks;
  const auto add = [](Channel& c, const auto& values) {
    c.values.insert(c.values.end(), values.begin(), values.end());
  };
  add_positions(model, f.q, f);
  add(out.v, f.v);
  add(out.joint_force, work.force.tail(model.nv() - root_dofs));
  track_feet(f, sim, s);
  double* lowest = extend(out.lowest);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    lowest[i] = sim.height_above(static_cast<int>(i));
  }
  const Momentum m = momentum(model, work);
  add(out.com, m.com);
  add(out.energy, std::array<double, 2>{m.kinetic + rotor_energy(model, f.v), m.potential});
  extend(out.touch_force);
  if (!out.root_force.columns.empty()) {
    const SpatialForce rest = sim.root_force_about(m.com);
    add(out.root_force, rest.f);
    add(out.root_force, rest.n);
  }
  std::size_t first = 0;
  for (Channel& c : out.outputs) {
    const auto begin = s.command.outputs.begin() + static_cast<std::ptrdiff_t>(first);
    c.values.insert(c.values.end(), begin, begin + static_cast<std::ptrdiff_t>(c.width()));
    first += c.width();
  }
}

}  // namespace gambol
