#pragma once

// What the checks of a shot share: looking up the names that one part of it uses for another.

#include "shot/reading.h"

namespace gambol {

const CastSpec* find_cast(const ShotSpec& shot, const std::string& name);

// A figure whose file could not be read has no bodies; what refers to them is not judged.
bool is_loaded(const CastSpec* cast);

// The figure of that name; reports one that there is none of, and a missing one where there are
// several.
const CastSpec* check_figure_name(const ShotSpec& shot, const Place& owner, const std::string& name,
                                  Findings& findings);
void check_body_name(const CastSpec* cast, const Place& owner, const std::string& body,
                     Findings& findings);
// FIGURE.BODY, BODY of the only figure, or (if allowed) `world`.
void check_body_path(const ShotSpec& shot, const Place& owner, const char* field,
                     const std::string& name, bool world_allowed, Findings& findings);
// A body by such a path; none of both if there is none.
struct BodyPath {
  const CastSpec* cast = nullptr;
  const BodySpec* body = nullptr;
};
BodyPath find_body_path(const ShotSpec& shot, const std::string& name);
// Each of `wanted`, a name or a pattern, must match one of `known`.
void check_patterns(const Place& owner, const char* field, const std::vector<std::string>& wanted,
                    const char* kind, const std::vector<std::string>& known, Findings& findings);

// One file each.
void check_cast(const ShotSpec& shot, Findings& findings);
// Of a kinematic gait: what its names mean, and then whether all is well.
void complete_kinematic_gait(const ControllerSpec& c, KinematicGaitSpec& gait, Findings& findings);
void check_kinematic_gait(const CastSpec& cast, const ControllerSpec& c,
                          const KinematicGaitSpec& gait, Findings& findings);
// Points of a line on the ground that the owner at `place` follows.
void check_path_points(const Place& place, const std::vector<PathPoint>& points, bool closed,
                       Findings& findings);
void check_controller(const CastSpec& cast, const ControllerSpec& controller, Findings& findings);
void check_cues(const ShotSpec& shot, Findings& findings);
void check_conditions(const ShotSpec& shot, Findings& findings);
void check_world(const ShotSpec& shot, Findings& findings);
void check_particles(const ShotSpec& shot, Findings& findings);
void check_prepare(const ShotSpec& shot, Findings& findings);
void check_expectations(const ShotSpec& shot, Findings& findings);
void check_views(const ShotSpec& shot, Findings& findings);
void check_overlays(const ShotSpec& shot, Findings& findings);

// The only figure and the only gait, where an overlay names none.
void complete_overlay(const ShotSpec& shot, OverlaySpec& overlay);

}  // namespace gambol
