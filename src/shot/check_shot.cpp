// Checks a shot file beyond the types of its fields, and fills in what depends on several.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <variant>

#include "base/clock.h"
#include "base/nearest.h"
#include "base/units.h"
#include "figure/find.h"
#include "figure/layers.h"
#include "figure/reading.h"
#include "schema/names.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/fixed_step.h"
#include "shot/named_skills.h"
#include "shot/obstacle_friction.h"
#include "shot/reading.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Bounds the simulated time, steps and ticks, so that a simulation ends in practice, and the
// recorded data, so that they fit into memory.
void check_lengths(const ShotSpec& shot, Findings& findings) {
  const MotionSpec& motion = shot.motion;
  const double seconds = motion.simulate_until - motion.start;
  if (!(seconds <= 1e6)) {
    const bool written = findings.written(shot.place, "simulate_until");
    findings.report(written ? shot.place : shot.film.place, written ? "simulate_until" : "playback",
                    fmt::format("{:.6g} s to simulate", seconds), "at most a million");
    return;
  }
  if (seconds * motion.track_rate > 1e8)
    findings.report(shot.place, "track_rate",
                    fmt::format("{:.6g} rows of tracks", seconds * motion.track_rate),
                    "at most a hundred million: a lower rate, or less to simulate");
  if (!is_adaptive(motion.integrator.method) && !(seconds / motion.integrator.step <= 1e10))
    findings.report(motion.integrator.place, "step",
                    fmt::format("{:.6g} steps", seconds / motion.integrator.step),
                    "at most ten billion: a longer step, or less to simulate");
  if (seconds > 0 && step_is_too_long(motion, motion.simulate_until))
    findings.report(motion.integrator.place, "step", fmt::format("{:g} s", motion.integrator.step),
                    fmt::format("at most what is simulated, {:g} s", seconds));
  for (const CastSpec& cast : motion.figures)
    for (const ControllerSpec& c : cast.controllers)
      if (!(seconds / c.tick <= 1e10))
        findings.report(c.place, "tick", fmt::format("{:.6g} ticks", seconds / c.tick),
                        "at most ten billion: a longer tick, or less to simulate");
  std::size_t bodies = 0;
  for (const CastSpec& cast : motion.figures) bodies += cast.figure.bodies.size();
  const double samples = shot.film.duration * shot.film.fps * shot.film.samples_per_frame *
                         static_cast<double>(bodies);
  if (samples > 1e8)
    findings.report(shot.film.place, "samples_per_frame",
                    fmt::format("{:.6g} places of bodies", samples),
                    "at most a hundred million: fewer frames, samples or bodies");
}

void check_times(const ShotSpec& shot, Findings& findings) {
  const double end = shot.simulated_time(shot.film.duration);
  if (shot.motion.simulate_until < end - clock_slack)
    findings.report(shot.place, "simulate_until",
                    fmt::format("{:.6g} s", shot.motion.simulate_until),
                    fmt::format("at least the end of the film, {:.6g} s", end));
  if (shot.film.duration * shot.film.fps < 1 - 1e-9)
    findings.report(shot.film.place, "duration", fmt::format("{:.6g} s", shot.film.duration),
                    fmt::format("at least a frame, {:.4g} s", 1 / shot.film.fps));
  constexpr double most_frames = 1e6;
  if (shot.film.duration * shot.film.fps > most_frames)
    findings.report(shot.place, "film",
                    fmt::format("{:.6g} frames", shot.film.duration * shot.film.fps),
                    "at most a million");
  check_lengths(shot, findings);
  if (shot.motion.integrator.min_step > shot.motion.integrator.max_step)
    findings.report(shot.motion.integrator.place, "min_step",
                    fmt::format("{} s", shot.motion.integrator.min_step),
                    fmt::format("at most max_step, {} s", shot.motion.integrator.max_step));
}

void check_materials(const ShotSpec& shot, Findings& findings) {
  // A look that could not be read has no materials, and has been reported already.
  if (shot.look.materials.empty() && !shot.look.file.empty()) return;
  const std::vector<std::string> known = names_in(shot.look.materials);
  std::set<std::string> reported;
  const auto check = [&](const Place& owner, const std::string& name) {
    if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
    if (reported.insert(name).second)
      report_unknown(findings, owner, "material", name, "a material of the look", known);
  };
  std::set<std::string> used;
  const auto use = [&](const Place& owner, const std::string& name) {
    check(owner, name);
    used.insert(name);
  };
  const auto is_fibre = [&](const std::string& name) {
    return std::any_of(shot.look.materials.begin(), shot.look.materials.end(),
                       [&](const MaterialSpec& m) { return m.fibre && m.name == name; });
  };
  for (const CastSpec& cast : shot.motion.figures) {
    use(cast.figure.place, cast.figure.material);
    for (const BodySpec& body : cast.figure.bodies) {
      use(body.place, body.material);
      for (const ShapeSpec& shape : body.visible) use(shape.place, shape.material);
    }
    for (const SkinSpec& skin : cast.figure.skins) {
      used.insert(skin.material);
      if (is_seen(cast.figure, cast.layers, skin.layer)) check(skin.place, skin.material);
    }
  }
  if (shot.look.ground) used.insert(shot.look.ground->material);
  for (const std::string& name : used)
    if (is_fibre(name))
      findings.report(shot.look.place, "materials",
                      fmt::format("{} on a surface, and it is a fibre", in_quotes(name)),
                      "fibres as materials of hair only");
  for (const HairSpec& hair : shot.look.hair) used.insert(hair.material);
  // A shot may add materials to its look; but an unused one whose name is close to that of a
  // material in use is probably mistyped.
  const std::vector<std::string>& of_file = shot.look.materials_of_file;
  std::vector<std::string> meant;
  for (const std::string& name : of_file)
    if (used.contains(name)) meant.push_back(name);
  for (const MaterialSpec& m : shot.look.materials) {
    if (used.contains(m.name) || std::find(of_file.begin(), of_file.end(), m.name) != of_file.end())
      continue;
    if (const std::string close = nearest(m.name, meant); !close.empty())
      findings.report(m.place, "name", in_quotes(m.name) + ", which nothing uses",
                      fmt::format("a material in use (did you mean {}?)", close));
  }
}

void complete_controller(ControllerSpec& c, Findings& findings) {
  if (c.name.empty()) c.name = c.kind.name();
  c.kind.complete(c, findings);
}

// Converts a time written in film frames to simulated time, by the playback.
void map_frames(const ShotSpec& shot, const Place& owner, const char* field, double& time,
                const Findings& findings) {
  const Written* at = findings.written(owner, field);
  if (at && at->frames) time = shot.simulated_time(*at->frames / shot.film.fps);
}

void name_meant_figure(const ShotSpec& shot, std::string& name) {
  if (!name.empty()) return;
  if (const CastSpec* meant = meant_figure(shot.motion.figures)) name = meant->name;
}

// Puts the joints of the pose first, so that joints written beside it override them.
void complete_rests(const ShotSpec& shot, RestsSpec& rest, Findings& findings) {
  name_meant_figure(shot, rest.figure);
  if (rest.pose.empty() && rest.joints.empty() && !findings.written(rest.place, "joints"))
    findings.report(rest.place, "pose", "nothing", "a pose, or joints");
  const CastSpec* cast = find_cast(shot, rest.figure);
  if (rest.pose.empty() || !is_loaded(cast)) return;
  const PoseSpec* pose = find_pose(cast->figure, rest.pose);
  if (!pose) {
    report_unknown(findings, rest.place, "pose", rest.pose, "a pose of " + in_quotes(cast->name),
                   names_in(cast->figure.poses));
    return;
  }
  std::vector<RestSpec> all;
  for (const JointTarget& t : spring_rests(*pose)) all.push_back({t.place, t.name, t.to});
  all.insert(all.end(), rest.joints.begin(), rest.joints.end());
  rest.joints = std::move(all);
}

void complete_stage(const ShotSpec& shot, PrepareSpec& stage) {
  const auto only = [&](std::string& figure) { name_meant_figure(shot, figure); };
  const auto pose_of = [&](const std::string& figure, const std::string& name) {
    const CastSpec* cast = find_cast(shot, figure);
    return cast ? find_pose(cast->figure, name) : nullptr;
  };
  if (stage.calibrate) only(stage.calibrate->figure);
  if (!stage.slack.empty() || !stage.hold.empty() || !stage.pose.empty()) only(stage.figure);
  if (const PoseSpec* pose = pose_of(stage.figure, stage.pose)) {
    stage.joints = pose->joints;
    stage.rests = spring_rests(*pose);
  }
  if (!stage.reach) return;
  only(stage.reach->figure);
  if (const PoseSpec* pose = pose_of(stage.reach->figure, stage.reach->pose))
    stage.reach->joints = spring_rests(*pose);
}

void complete_final_pose(const ShotSpec& shot, const std::string& figure, FinalPoseSpec& wanted,
                         Findings& findings) {
  const CastSpec* cast = find_cast(shot, figure);
  if (!is_loaded(cast)) return;
  const PoseSpec* pose = find_pose(cast->figure, wanted.name);
  if (!pose && !wanted.name.empty())
    report_unknown(findings, wanted.place, "name", wanted.name, "a pose of " + in_quotes(figure),
                   names_in(cast->figure.poses));
  expand_joint_targets(cast->figure, wanted.joints, findings);
  if (!pose) return;
  std::vector<JointTarget> all = pose->joints;
  all.insert(all.end(), wanted.joints.begin(), wanted.joints.end());
  expand_joint_targets(cast->figure, all, findings);
  wanted.joints = std::move(all);
}

// "" for an overlay of no figure.
std::string figure_in(const OverlaySpec& overlay) {
  return std::visit(
      [](const auto& kind) -> std::string {
        if constexpr (requires { kind.figure; }) return kind.figure;
        return "";
      },
      overlay.kind);
}

// Of the members of a crowd, expectations and overlays need the tracks of those that they name.
void track_named(ShotSpec& shot) {
  std::set<std::string> named;
  for (const ExpectSpec& e : shot.expect)
    for (const CastSpec* cast : figures_named(shot.motion.figures, e.figure))
      named.insert(cast->name);
  for (const OverlaySpec& overlay : shot.overlays) named.insert(figure_in(overlay));
  for (CastSpec& cast : shot.motion.figures) cast.is_tracked |= named.contains(cast.name);
}

// What an actor needs it brings along: the longest step that it bears, and ground to stand on.
void complete_for_actors(MotionSpec& motion, const Findings& findings) {
  IntegratorSpec& integrator = motion.integrator;
  const bool says_step = findings.written(integrator.place, "step");
  double step = INFINITY;
  bool has_soles = false;
  for (CastSpec& cast : motion.figures) {
    const Written* written = findings.written(cast.place, "step");
    if (says_step && cast.step && written && is_of_actor(written->place.file))
      cast.step = std::min(*cast.step, integrator.step);
    step = std::min(step, cast.step.value_or(INFINITY));
    has_soles |= cast.contact.has_value();
  }
  if (std::isfinite(step) && !says_step) integrator.step = step;
  if (has_soles && !motion.world.ground && motion.world.gravity.norm() > 0)
    motion.world.ground.emplace();
}

// Figures whose motions were found on bodies that pass through themselves keep them.
void complete_self_contact(MotionSpec& motion, const Findings& findings) {
  CollisionsSpec& collisions = motion.world.collisions;
  if (!collisions.pairs.empty()) return;
  const bool is_said = collisions.place.line > 0 && findings.written(collisions.place, "self");
  if (is_said) return;
  const auto has = [](const CastSpec& cast) {
    return cast.is_obstacle || cast.figure.self_contact;
  };
  if (std::all_of(motion.figures.begin(), motion.figures.end(), has)) return;
  collisions.self.clear();
  for (const CastSpec& cast : motion.figures)
    if (has(cast) && !cast.is_obstacle) collisions.self.push_back(cast.name);
}

}  // namespace

void complete_shot(ShotSpec& shot, Findings& findings) {
  complete_for_actors(shot.motion, findings);
  complete_self_contact(shot.motion, findings);
  WorldSpec& world = shot.motion.world;
  if (world.ground) settle_unused(world.ground->contact, !world.has_impulses());
  for (CastSpec& cast : shot.motion.figures)
    if (cast.contact) settle_unused(*cast.contact, !world.has_impulses());
  // Figures have no anchors on each other.
  if (!world.collisions.contact.friction_model && !is_law_of_obstacles(world))
    world.collisions.contact.friction_model = FrictionModel::damper;
  settle_unused(world.collisions.contact, !world.has_impulses());
  const auto only = [&](std::string& figure) { name_meant_figure(shot, figure); };
  for (CastSpec& cast : shot.motion.figures)
    for (ControllerSpec& c : cast.controllers) {
      c.faces = cast.heading;
      complete_controller(c, findings);
    }
  for (CueSpec& cue : shot.motion.cues) {
    if (cue.push) only(cue.push->figure);
    // With one figure these stay as written, and so does the hash of its motion.
    if (cue.drive && acting(shot.motion.figures) > 1) only(cue.drive->figure);
    if (cue.springs && acting(shot.motion.figures) > 1) only(cue.springs->figure);
  }
  if (shot.camera.follow) only(shot.camera.follow->figure);
  for (ViewSpec& view : shot.views)
    if (view.camera.follow) only(view.camera.follow->figure);
  for (OverlaySpec& overlay : shot.overlays) complete_overlay(shot, overlay);
  for (CueSpec& cue : shot.motion.cues)
    if (cue.at) map_frames(shot, cue.place, "at", *cue.at, findings);
  for (CueSpec& cue : shot.motion.cues)
    if (cue.rest) complete_rests(shot, *cue.rest, findings);
  for (PrepareSpec& stage : shot.motion.prepare) complete_stage(shot, stage);
  for (ExpectSpec& e : shot.expect) {
    only(e.figure);
    // A cue or a break belongs to no figure; the tracks of any figure give its time.
    if (e.figure.empty() && e.event && e.event->touch.empty() && acting(shot.motion.figures) > 0)
      e.figure = shot.motion.figures[0].name;
    map_frames(shot, e.place, "from", e.from, findings);
    if (e.to) map_frames(shot, e.place, "to", *e.to, findings);
    if (e.pose) complete_final_pose(shot, e.figure, *e.pose, findings);
    for (const char* field : {"min", "max", "reference"}) {
      const Written* at = findings.written(e.place, field);
      if (at && at->dimension && !e.unit) e.unit = BoundUnit{at->place, at->key, *at->dimension};
    }
  }
  track_named(shot);
  for (LightSpec& light : shot.look.lights)
    if (const Written* at = findings.written(light.place, "intensity"); at && at->dimension)
      light.flux = *at->dimension == dim::power;
  const Written* duration = findings.written(shot.film.place, "duration");
  shot.film.bare_duration = duration && !duration->dimension && !duration->frames;
  if (!findings.written(shot.place, "simulate_until"))
    shot.motion.simulate_until = shot.simulated_time(shot.film.duration);
}

void check_shot(const ShotSpec& shot, Findings& findings) {
  check_cast(shot, findings);
  check_cues(shot, findings);
  check_times(shot, findings);
  check_prepare(shot, findings);
  check_world(shot, findings);
  check_particles(shot, findings);
  check_expectations(shot, findings);
  check_views(shot, findings);
  check_overlays(shot, findings);
  check_frame(shot.film.frame, shot.film.place, findings);
  check_movie(shot.film.movie, shot.film.place, shot.film.duration, findings);
  check_look(shot.look, findings);
  check_materials(shot, findings);
  check_grown_hair(shot, findings);
}

}  // namespace gambol
