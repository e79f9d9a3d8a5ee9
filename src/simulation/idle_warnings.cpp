#include "simulation/idle_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/pattern.h"
#include "contact/find/collider.h"
#include "contact/find/ground_surface.h"
#include "figure/joint_names.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/obstacle_friction.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

bool has_colliders(const CastSpec& cast) {
  return std::any_of(cast.figure.bodies.begin(), cast.figure.bodies.end(),
                     [](const BodySpec& body) { return !body.collision.empty(); });
}

bool is_touched(const ShotSpec& shot) {
  const auto& figures = shot.motion.figures;
  return std::any_of(figures.begin(), figures.end(),
                     [](const CastSpec& cast) { return !cast.is_obstacle && has_colliders(cast); });
}

bool is_ever_dynamic(const ShotSpec& shot, const CastSpec& cast) {
  const auto frees = [&](const CueSpec& cue) {
    return (cue.drive && cue.drive->to == Drive::dynamic) || !cue.stop.empty();
  };
  return std::any_of(shot.motion.cues.begin(), shot.motion.cues.end(), frees) ||
         std::none_of(cast.controllers.begin(), cast.controllers.end(),
                      [](const ControllerSpec& c) { return c.kind.plan() != nullptr; });
}

bool gives_way(const ShotSpec& shot) {
  const auto& figures = shot.motion.figures;
  return std::any_of(figures.begin(), figures.end(), [&](const CastSpec& cast) {
    return !cast.is_obstacle && has_colliders(cast) && is_ever_dynamic(shot, cast);
  });
}

// Whether all of the obstacle lies below the ground, as far as a grid over it tells.
bool lies_below(const GroundSpec& ground, const CastSpec& obstacle) {
  constexpr int steps = 4;
  GroundSurface surface{ground.height, nullptr};
  if (ground.terrain) surface.terrain = ground.terrain->field.get();
  const Frame X_WB{start_orientation(obstacle).toRotationMatrix(), obstacle.at};
  for (const BodySpec& body : obstacle.figure.bodies) {
    std::vector<Shape> shapes;
    for (const ShapeSpec& s : body.collision) shapes.push_back(s.shape);
    const Collider collider(shapes);
    if (collider.empty()) continue;
    const Bounds box = moved(collider.bounds(), X_WB);
    const Vec3 step = (box.high - box.low) / steps;
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; j <= steps; ++j)
        if (box.high.z() >=
            ground_height(surface, box.low.x() + i * step.x(), box.low.y() + j * step.y()))
          return false;
  }
  return true;
}

void warn_of_obstacles(const ShotSpec& shot, std::vector<Problem>& warnings) {
  const WorldSpec& world = shot.motion.world;
  for (const ObstacleSpec& obstacle : world.obstacles) {
    const auto cast =
        std::find_if(shot.motion.figures.begin(), shot.motion.figures.end(),
                     [&](const CastSpec& c) { return c.is_obstacle && c.name == obstacle.name; });
    const auto warn = [&](const char* why, const char* expected) {
      warnings.push_back({obstacle.place, "world.obstacles." + obstacle.name,
                          fmt::format("an obstacle that nothing can touch: {}", why), expected});
    };
    if (!is_touched(shot))
      warn("no figure has collision shapes", "a figure with `collision` shapes");
    else if (!gives_way(shot))
      warn("every figure is led through it", "a figure that forces move, or no obstacle");
    else if (world.ground && cast != shot.motion.figures.end() && lies_below(*world.ground, *cast))
      warn("it lies below the ground", "a place above it");
  }
}

// Figures of which two bodies may collide with each other, as the shot's collisions say.
bool any_collide(const ShotSpec& shot, const CollisionsSpec& collisions) {
  if (!collisions.pairs.empty()) return true;  // `check` has looked at them
  int taking_part = 0;
  bool self = false;
  for (const CastSpec& cast : shot.motion.figures) {
    if (!has_colliders(cast)) continue;
    if (cast.is_obstacle) continue;
    taking_part += collisions.touches_others(cast.name);
    self = self || collisions.touches_itself(cast.name);
  }
  return self || taking_part > 1;
}

void warn_of_friction_unmet(const ShotSpec& shot, std::vector<Problem>& warnings) {
  const WorldSpec& world = shot.motion.world;
  const bool touched = is_touched(shot);
  const auto warn = [&](const Place& place, const std::string& key, const char* why) {
    warnings.push_back({place, key, fmt::format("friction that nothing meets: {}", why),
                        "bodies that touch, or no such key"});
  };
  const char* none = "no figure has collision shapes";
  if (world.ground && world.ground->contact.place.line > 0 && !touched)
    warn(world.ground->contact.place, "world.ground.contact", none);
  if (world.collisions.contact.place.line > 0 && !is_law_of_obstacles(world) &&
      !any_collide(shot, world.collisions))
    warn(world.collisions.contact.place, "world.collisions.contact",
         "no two bodies collide with each other");
  for (std::size_t i = 0; i < shot.motion.cues.size(); ++i)
    if (const auto& set = shot.motion.cues[i].set; set && set->friction) {
      const bool ground = world.ground || !world.obstacles.empty();
      if (!touched || (!ground && !any_collide(shot, world.collisions)))
        warn(set->place, fmt::format("cues[{}].set.friction", i),
             touched ? "there is no ground, no obstacle and no collision" : none);
    }
}

// Names of the degrees of freedom that something holds or moves: whatever it is, they are not limp.
std::set<std::string> held_dofs(const CastSpec& cast) {
  std::set<std::string> held;
  const auto add = [&](const std::vector<std::string>& names) {
    for (const std::string& dof : matching_joints(cast.figure, names)) held.insert(dof);
  };
  for (const ControllerSpec& c : cast.controllers) {
    const CommandedDofs commanded = c.kind.commands(cast.figure);
    held.insert(commanded.drives.begin(), commanded.drives.end());
    held.insert(commanded.rests.begin(), commanded.rests.end());
  }
  for (const MotionCurve& motion : cast.motions) add({motion.name});
  add(cast.lock);
  for (const ActuatorSpec& a : cast.figure.actuators)
    if (a.type == ActuatorType::linear_spring || a.type == ActuatorType::exponential_spring) {
      add(a.joints);
      for (const BodyPointSpec& point : a.between) add({point.body, point.body + ".*"});
    }
  for (const BodySpec& body : cast.figure.bodies)
    if (body.joint.drive != Drive::dynamic || body.joint.welded)
      for (const JointDof& dof : joint_dofs(body)) held.insert(dof.name);
  return held;
}

// Whether curves or a controller's torques move joints of the figure. One that only its springs or
// nobody moves may have limp ones.
bool is_moved_by_joints(const CastSpec& cast) {
  for (const ControllerSpec& c : cast.controllers)
    if (!c.kind.commands(cast.figure).drives.empty()) return true;
  return std::any_of(cast.motions.begin(), cast.motions.end(), [&](const MotionCurve& motion) {
    return !matching_joints(cast.figure, {motion.name}).empty();
  });
}

bool is_driven_by_cues(const ShotSpec& shot, const CastSpec& cast) {
  return std::any_of(shot.motion.cues.begin(), shot.motion.cues.end(), [&](const CueSpec& cue) {
    return cue.drive && (cue.drive->figure.empty() || cue.drive->figure == cast.name);
  });
}

void warn_of_limp_joints(const ShotSpec& shot, std::vector<Problem>& warnings) {
  for (std::size_t f = 0; f < shot.motion.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    // Who locks or slackens some joints knows of the others.
    const bool chosen = !cast.lock.empty() || !cast.slack.empty();
    if (chosen || !is_moved_by_joints(cast) || is_driven_by_cues(shot, cast)) continue;
    const std::set<std::string> held = held_dofs(cast);
    std::vector<std::string> limp;
    for (const std::string& joint : joint_names(cast.figure))
      if (!held.contains(joint)) limp.push_back(joint);
    if (limp.empty() || limp.size() > held.size()) continue;  // many are limp on purpose
    constexpr std::size_t told = 3;
    const std::size_t rest = limp.size() - std::min(limp.size(), told);
    limp.resize(limp.size() - rest);
    warnings.push_back(
        {cast.place, fmt::format("figures[{}]", f),
         fmt::format("a motion that leaves {}{} limp: nothing holds {}", fmt::join(limp, ", "),
                     rest > 0 ? fmt::format(" and {} more joints", rest) : "",
                     limp.size() > 1 ? "them" : "it"),
         "curves, springs or a skill, or `lock`"});
  }
}

}  // namespace

void warn_of_idle_parts(const ShotSpec& shot, std::vector<Problem>& warnings) {
  warn_of_obstacles(shot, warnings);
  warn_of_friction_unmet(shot, warnings);
  warn_of_limp_joints(shot, warnings);
}

}  // namespace gambol
