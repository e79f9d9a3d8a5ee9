#pragma once

// Functions that the checks of a shot share: they look up the names by which one part of a shot
// refers to another.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "shot/reading.h"

namespace gambol {

struct BodySpec;
struct CastSpec;
struct Condition;
struct CueSpec;
struct FigureSpec;
struct KickSpec;
struct OverlaySpec;
struct ShotSpec;

// Returns the figure of the shot with this name, or nullptr.
const CastSpec* find_cast(const ShotSpec& shot, const std::string& name);

// Returns false for nullptr and for a figure without bodies, because its file could not be read:
// references to its bodies are not checked.
bool is_loaded(const CastSpec* cast);

// Returns the figure of that name, or meant_figure() if `name` is empty; nullptr if there is no
// such figure. Reports, at the field `figure` of `owner`, an unknown name, and an empty one that
// leaves a choice.
const CastSpec* check_figure_name(const ShotSpec& shot, const Place& owner, const std::string& name,
                                  Findings& findings);
// Reports, at the field `body` of `owner`, a name that no body of the figure has. Ignores an empty
// name and a figure that is not loaded.
void check_body_name(const CastSpec* cast, const Place& owner, const std::string& body,
                     Findings& findings);
// Reports, at `field` of `owner`, each name or pattern that means no degree of freedom of a joint
// of the loaded figure.
void check_joint_names(const CastSpec& cast, const Place& owner, const char* field,
                       const std::vector<std::string>& names, Findings& findings);
// Reports a name that is none of these: FIGURE.BODY, BODY of meant_figure(), or (if allowed)
// `world`. Ignores an empty name.
void check_body_path(const ShotSpec& shot, const Place& owner, const char* field,
                     const std::string& name, bool world_allowed, Findings& findings);
// A body and its figure, found by such a path; both nullptr if no body matches.
struct BodyPath {
  const CastSpec* cast = nullptr;
  const BodySpec* body = nullptr;
};
BodyPath find_body_path(const ShotSpec& shot, const std::string& name);

// Each of these is defined in a file of its own.
void check_cast(const ShotSpec& shot, Findings& findings);
// Reports degrees of freedom of a loaded figure that two of its active controllers command.
void check_commands(const CastSpec& cast, Findings& findings);
// Returns the degrees of freedom of a loaded figure whose drives any of its controllers commands.
std::set<std::string> commanded_dofs(const CastSpec& cast);
void check_cues(const ShotSpec& shot, Findings& findings);
// What a cue does to joints.
void check_joint_cue(const ShotSpec& shot, const CueSpec& cue, Findings& findings);
// A condition on a position or rate of a joint.
void check_joint_condition(const ShotSpec& shot, const CueSpec& cue, const Condition& condition,
                           Findings& findings);
void check_kick(const ShotSpec& shot, const KickSpec& kick, Findings& findings);
void check_conditions(const ShotSpec& shot, Findings& findings);
void check_grown_hair(const ShotSpec& shot, Findings& findings);
void check_world(const ShotSpec& shot, Findings& findings);
void check_particles(const ShotSpec& shot, Findings& findings);
void check_prepare(const ShotSpec& shot, Findings& findings);
void check_expectations(const ShotSpec& shot, Findings& findings);
void check_views(const ShotSpec& shot, Findings& findings);
void check_overlays(const ShotSpec& shot, Findings& findings);

// Fills in the only figure and the only gait, if an overlay names none.
void complete_overlay(const ShotSpec& shot, OverlaySpec& overlay);

// Names of the materials of all that is seen of a figure; "" where one is open.
std::set<std::string> materials_of(const FigureSpec& figure);
// Gives its materials other names.
void rename_materials(FigureSpec& figure, const std::map<std::string, std::string>& names);

}  // namespace gambol
