#include "control/kinematic_gait/kinematic_gait.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "base/clock.h"
#include "base/gravity.h"
#include "control/controller_memory.h"
#include "schema/settable.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

LedWorld world_of(const Sense& sense) { return {sense.ground, sense.work.gravity, sense.friction}; }

}  // namespace

KinematicGait::KinematicGait(const KinematicGaitSpec& spec, const FigureSpec& figure,
                             const Model& model, double tick)
    : spec_(spec),
      score_(spec, figure.legs),
      figure_(make_led_figure(spec, figure, model)),
      walk_(make_led_walk(spec_, score_, figure_, tick)),
      supports_(figure_.bearing, figure_.leg_of, spec_.foot_force, Controller::most_creep()),
      ahead_(model, walk_, supports_, spec_.soles.has_value(), figure_.height),
      carry_(spec_, ahead_, model.mass, figure_.height),
      postures_{model, tick},
      gathering_(model, spec_.gather, tick, figure_.height),
      start_{model,
             walk_,
             carry_,
             postures_,
             figure_.posture,
             figure_.driven,
             figure_.places[0].X_TS,
             figure_.height} {
  outputs_.assign(std::begin(outputs::trunk), std::end(outputs::trunk));
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::step.of(leg.name));
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::missing.of(leg.name));
}

ControllerMemory KinematicGait::start() const { return LedMemory{}; }

void KinematicGait::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  const LedWorld world = world_of(sense);
  if (sense.dt == 0) {
    if (!is_placed(sense, m)) m = begun(sense);
  } else if (!m.gather.waits) {
    follow_cues(sense, world, m);
    const BodyOffset offset = carry_.run({world, m.postures.at, m.walk}, m.carry);
    postures_.run(walk_.run({world, offset, m.postures.at.back().q}, m.walk), m.postures);
  }
  m.gather.waits = Gathering::lasts(sense.time, m.gather);
  lead(m.gather.waits ? gathering_.run(sense.time, m.gather)
                      : postures_.motion(sense.time, m.postures),
       command);
  tell(m.postures.at[0], command);
}

void KinematicGait::place(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LedMemory>(memory);
  m = start_.run({world_of(sense), sense.time, sense.q, settings(sense.goals, {}, {})});
  lead(postures_.motion(sense.time, m.postures), command);
  tell(m.postures.at[0], command);
}

// Whether place() has begun the motion, and the figure is still there.
bool KinematicGait::is_placed(const Sense& sense, const LedMemory& m) const {
  return !m.postures.at.empty() && std::abs(m.walk.plan.ring.begun - sense.time) < clock_slack &&
         m.postures.at[0].q == sense.q;
}

// What cues have set, of which `before` is known. New values count from `from`, s; before the gait
// begins, from when they were set. A change takes at least two of the times in which a pendulum of
// the figure's height falls, so that feet can follow.
GaitSettings KinematicGait::settings(const Goals& goals, const GaitSettings& before,
                                     std::optional<double> from) const {
  constexpr double falls = 2;
  const double least = falls * std::sqrt(figure_.height / standard_gravity);
  const auto present = [&](const std::string& field, double t) {
    if (before.find(field)) return before.at(field, t, 0.0);
    GaitDesign design = score_.design(t, before);
    const double* quantity = find_quantity(design, field);
    return quantity ? *quantity : settable_value(spec_, field, t).value_or(0);
  };
  GaitSettings now = before;
  for (const Goal& goal : goals.set) {
    const Ramp& asked = goal.value;
    const GaitSetting* known = before.find(goal.field);
    if (known && known->asked == asked.t0 && known->way.to == asked.to) continue;
    const double begins = from.value_or(asked.t0);
    const double ends = begins + std::max(asked.t1 - asked.t0, least);
    std::erase_if(now.all, [&](const GaitSetting& s) { return s.field == goal.field; });
    now.all.push_back(
        {goal.field, asked.t0, {begins, ends, present(goal.field, begins), asked.to}});
  }
  return now;
}

// If cues have set something since the last tick, plans anew. What follows from the body's way half
// a cycle ahead, such as the bend of its spine, must not jump: new values count after that.
void KinematicGait::follow_cues(const Sense& sense, const LedWorld& world, LedMemory& m) const {
  if (sense.goals.set.empty()) return;
  const double t = walk_.time_of(m.walk.posed, m.walk);
  const double ahead = score_.times(t, m.walk.set).period / 2;
  const GaitSettings set = settings(sense.goals, m.walk.set, t + ahead);
  const auto is_new = [&](const GaitSetting& s) {
    const GaitSetting* before = m.walk.set.find(s.field);
    return !before || before->asked != s.asked || before->way.to != s.way.to;
  };
  if (std::none_of(set.all.begin(), set.all.end(), is_new)) return;
  walk_.change(world, set, m.walk);
  m.carry.carried = m.walk.posed + 1;
}

// Begins the gait, or, if the figure is not in its first posture and is to be gathered up, the
// gathering.
LedMemory KinematicGait::begun(const Sense& sense) const {
  const LedWorld world = world_of(sense);
  const GaitSettings set = settings(sense.goals, {}, {});
  LedMemory m = start_.run({world, sense.time, sense.q, set});
  if (!gathering_.gathers(sense.q, m.postures.at[0].q)) return m;
  const double ends = gathering_.ends(sense.time);
  m = start_.run({world, ends, sense.q, set});
  const LedMotion first = postures_.motion(ends, m.postures);
  m.gather =
      gathering_.begin(sense.ground, {sense.time, ends, sense.q, sense.v, first.q0, first.v0});
  return m;
}

double KinematicGait::plants(const ControllerMemory& memory, std::size_t leg,
                             const LedMotion& motion) const {
  const auto& m = std::get<LedMemory>(memory);
  const GaitClock& clock = m.walk.feet.clock;
  if (m.gather.waits || leg >= clock.legs.size()) return 0;
  const BearingLeg& bearing = figure_.bearing[leg];
  const auto bears = [&](double t) { return clock.legs[leg].stands(t) && bearing.holds(t); };
  return bears(motion.t0) || bears(motion.t1) ? bearing.push : 0;
}

// Of a sole that rolls, one point after the other comes to rest, the first within the tick in which
// the heel comes down: a swing's speed there is that of a tick before.
double KinematicGait::most_creep() const {
  constexpr double coming_down = 0.3;
  return spec_.soles ? coming_down : Controller::most_creep();
}

void KinematicGait::lead(const LedMotion& motion, Command& command) const {
  command.motion = motion;
  for (std::size_t i = 0; i < figure_.driven.size(); ++i)
    if (figure_.driven[i] && command.drives[i] != Drive::follow) command.drives[i] = Drive::led;
}

// Writes the recorded channels.
void KinematicGait::tell(const LedPosture& now, Command& command) const {
  double* out = command.outputs.data() + first_output_;
  for (double x :
       {now.trunk.x(), now.trunk.y(), now.trunk.z(), now.yaw, now.pitch, now.roll, now.allowed})
    *out++ = x;
  out = std::copy(now.swings.begin(), now.swings.end(), out);
  std::copy(now.missing.begin(), now.missing.end(), out);
}

std::unique_ptr<Controller> ControllerPlug<KinematicGaitSpec>::make(const KinematicGaitSpec& gait,
                                                                    const ControllerMakings& m) {
  return std::make_unique<KinematicGait>(gait, m.figure, m.model, m.spec.tick);
}

}  // namespace gambol
