#include "simulation/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figure/body_measures.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/obstacle_friction.h"
#include "shot/shot_spec.h"
#include "simulation/balance_warnings.h"
#include "simulation/contact_laws.h"
#include "simulation/idle_warnings.h"
#include "simulation/leap_warnings.h"

namespace gambol {
namespace {

// A figure sinks in, or gives way along the ground, by more than this share of its height.
constexpr double visible = 0.05;
// Friction reaches its limit only beyond this share of the speed after a fall of its height.
constexpr double fast = 0.5;

bool says_no_action(const CueSpec& c) {
  return c.start.empty() && c.stop.empty() && c.run.empty() && !c.rest && !c.set && !c.push &&
         !c.kick && !c.drive && !c.springs && !c.spawn && !c.reverse && c.emit.empty() &&
         c.attach.empty() && c.detach.empty() && c.break_.empty();
}

bool sets_nothing(const SettingsSpec& set) {
  return !set.friction && !set.elasticity && !set.gravity &&
         std::none_of(set.values.begin(), set.values.end(),
                      [](const auto& value) { return value.has_value(); });
}

// A cue without any action leaves a mark of its name, which plots and expectations read.
void warn_of_cues(const ShotSpec& shot, std::vector<Problem>& warnings) {
  for (std::size_t i = 0; i < shot.motion.cues.size(); ++i) {
    const CueSpec& cue = shot.motion.cues[i];
    const auto warn = [&](const char* action, const char* expected) {
      warnings.push_back(
          {cue.place, fmt::format("cues[{}]{}", i, action), "a cue that does nothing", expected});
    };
    if (says_no_action(cue) && cue.name.empty())
      warn("", "an action, such as `push`, or a name, of which it leaves a mark");
    if (cue.push && cue.push->force.norm() == 0) warn(".push", "a force other than 0");
    if (cue.set && sets_nothing(*cue.set)) warn(".set", "a setting and its value");
    if (cue.springs && !cue.springs->on && !cue.springs->here && !cue.springs->strength)
      warn(".springs", "on, here or strength");
  }
}

void warn_of_frequency(const ControllerSpec& c, const OscillatorGaitSpec& gait,
                       const std::string& key, const Place& place, double wanted, double time,
                       std::vector<Problem>& warnings) {
  constexpr double rounding = 1e-9;
  const double tripod = 0.5 / gait.step_time.at(time),
               top = std::min(gait.top_frequency.value_or(tripod), tripod);
  if (wanted > top * (1 + rounding))
    warnings.push_back({place, key, fmt::format("{:.6g} Hz", wanted),
                        fmt::format("at most {:.4g} Hz, to which {} limits it", top,
                                    top < tripod ? "top_frequency" : "step_time")});
  if (wanted < gait.bottom_frequency * (1 - rounding))
    warnings.push_back({place, key, fmt::format("{:.6g} Hz", wanted),
                        fmt::format("at least {:.4g} Hz, the bottom_frequency of {}",
                                    gait.bottom_frequency, c.name)});
}

void warn_of_gaits(const ShotSpec& shot, std::vector<Problem>& warnings) {
  for (std::size_t f = 0; f < shot.motion.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    for (std::size_t i = 0; i < cast.controllers.size(); ++i) {
      const ControllerSpec& c = cast.controllers[i];
      const auto* gait = c.kind.as<OscillatorGaitSpec>();
      if (!gait) continue;
      if (gait->frequency)
        for (const auto& key : gait->frequency->keys)
          warn_of_frequency(c, *gait, fmt::format("figures[{}].skills[{}].frequency", f, i),
                            c.place, key.value, key.time, warnings);
      for (const CueSpec& cue : shot.motion.cues) {
        if (!cue.set ||
            (cue.set->controller != c.name && cue.set->controller != cast.name + "." + c.name))
          continue;
        for (std::size_t k = 0; k < cue.set->values.size(); ++k)
          if (cue.set->values[k] && settable_names()[k] == "frequency")
            warn_of_frequency(c, *gait, "cues.set.frequency", cue.set->place, *cue.set->values[k],
                              cue.at.value_or(shot.motion.start), warnings);
      }
    }
  }
}

// A bare duration is in seconds; one of many seconds may have been meant in frames.
void warn_of_duration(const FilmSpec& film, std::vector<Problem>& warnings) {
  if (!film.bare_duration || film.duration < film.fps) return;
  const std::string number = fmt::format("{:.6g}", film.duration);
  warnings.push_back(
      {film.place, "film.duration",
       fmt::format("{}, which is {} s: {:.6g} frames", number, number, film.duration * film.fps),
       fmt::format("a unit: {0} s, or {0} f if frames were meant", number)});
}

// Where the law's constants are written; else the mapping that leaves them open.
const Place& place_of(const ContactSpec& contact, const Place& owner) {
  return contact.place.line > 0 ? contact.place : owner;
}

void warn_of_friction(const ContactSpec& contact, const Place& owner, const char* key,
                      FrictionModel open, std::vector<Problem>& warnings) {
  const FrictionModel model = contact.friction_model.value_or(open);
  const bool by_damper = model == FrictionModel::damper || model == FrictionModel::arctan;
  if (by_damper && contact.friction_damping == 0.0 &&
      std::any_of(contact.friction.keys.begin(), contact.friction.keys.end(),
                  [](const auto& k) { return k.value > 0; }))
    warnings.push_back({place_of(contact, owner), fmt::format("{}.friction", key),
                        fmt::format("friction without effect: friction_model {} with "
                                    "friction_damping 0",
                                    name_of(model)),
                        "a friction_damping above 0, or friction: 0"});
}

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

void warn_of_ground(const GroundSpec& ground, const CastSpec& cast, const Vec3& gravity,
                    double start, std::vector<Problem>& warnings) {
  const ContactScale size = contact_scale(cast.figure, total_mass(cast.figure), gravity);
  const ContactLaw law = law_on(ground.contact, cast, size, start);
  // Whatever stands bears on three points at least.
  const double load = size.weight() / std::max<std::size_t>(3, cast.figure.legs.size()),
               h = size.height, depth = depth_under(law, load), limit = law.friction * load,
               falls = std::sqrt(2 * size.gravity * h);
  const Place& place = cast.contact ? cast.contact->place : place_of(ground.contact, ground.place);
  const std::string key = cast.contact ? "contact" : "world.ground.contact",
                    who = fmt::format("{} of {:.3g} kg", cast.name, size.mass);
  if (depth > visible * h)
    warnings.push_back(
        {place, key,
         fmt::format("{}, which sinks in by {} of its height", who,
                     std::isfinite(depth) ? percent(depth / h) : "more than all"),
         fmt::format("more strength or stiffness; by its size it would sink in by less than 1 %")});
  if (limit <= 0) return;
  if (law.friction_stiffness > 0) {
    if (limit > visible * h * law.friction_stiffness)
      warnings.push_back(
          {place, key + ".friction_stiffness",
           fmt::format("{:.3g} N/m: under {} friction reaches its limit only when stretched by {} "
                       "of its height",
                       law.friction_stiffness, who, percent(limit / law.friction_stiffness / h)),
           fmt::format("about {:.2g} N/m, which its size gives",
                       ContactFactors().friction_stiffness * size.weight() / h)});
  } else if (law.friction_law != FrictionLaw::coulomb && law.friction_damping > 0 &&
             limit > fast * falls * law.friction_damping) {
    warnings.push_back(
        {place, key + ".friction_damping",
         fmt::format("{:.3g} N*s/m: under {} friction reaches its limit only when it slides by "
                     "{:.2g} m/s",
                     law.friction_damping, who, limit / law.friction_damping),
         fmt::format("about {:.2g} N*s/m, which its size gives, or friction_model: stick",
                     ContactFactors().damping * size.mass / size.fall_time())});
  }
}

// Whether springs between it and the ground bear the figure.
bool stands_on_springs(const WorldSpec& world, const CastSpec& cast) {
  const auto collides = [](const BodySpec& b) { return !b.collision.empty(); };
  const bool led = std::any_of(cast.controllers.begin(), cast.controllers.end(),
                               [](const ControllerSpec& c) { return c.kind.plan() != nullptr; });
  return world.ground && !world.has_impulses() && !cast.is_obstacle && !cast.fixed_root && !led &&
         world.gravity.norm() > 0 &&
         std::any_of(cast.figure.bodies.begin(), cast.figure.bodies.end(), collides);
}

}  // namespace

std::vector<Problem> warnings_of(const ShotSpec& shot) {
  std::vector<Problem> warnings;
  const WorldSpec& world = shot.motion.world;
  warn_of_duration(shot.film, warnings);
  warn_of_cues(shot, warnings);
  warn_of_gaits(shot, warnings);
  warn_of_leaps(shot, warnings);
  warn_of_balance(shot, warnings);
  warn_of_idle_parts(shot, warnings);
  const bool springs = !world.has_impulses();
  if (world.ground && springs)
    warn_of_friction(world.ground->contact, world.ground->place, "world.ground.contact",
                     FrictionModel::stick, warnings);
  if (springs)
    warn_of_friction(world.collisions.contact, world.collisions.place, "world.collisions.contact",
                     is_law_of_obstacles(world) ? FrictionModel::stick : FrictionModel::damper,
                     warnings);
  for (const CastSpec& cast : shot.motion.figures) {
    if (cast.contact && springs)
      warn_of_friction(*cast.contact, cast.place, "contact", FrictionModel::stick, warnings);
    if (stands_on_springs(world, cast))
      warn_of_ground(*world.ground, cast, world.gravity, shot.motion.start, warnings);
  }
  return warnings;
}

}  // namespace gambol
