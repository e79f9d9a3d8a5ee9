#pragma once

// The steps of load_shot() and load_figure(). All of them add problems to `findings` and continue.

#include <string>
#include <string_view>
#include <vector>

#include "figure/figure_spec.h"
#include "gait/gait_spec.h"
#include "schema/findings.h"
#include "shot/shot_spec.h"

namespace gambol {

// Reads and checks a figure file; expands its chains, mirror images and patterns and orders its
// bodies. The result is incomplete if it adds problems to `findings`.
FigureSpec load_figure(const std::string& path, Findings& findings);

// Returns the height field that `heights` describes by an image, a formula or rows, with `level`
// (m) added to all heights; nullptr if that fails. Resolves the path of the image. `file` is the
// file that contains `heights`.
std::shared_ptr<const HeightField> load_heights(const std::string& file, TerrainSpec& heights,
                                                double level, Findings& findings);

// Adds the bodies and legs that chains describe. The parents of chains need not exist yet.
void expand_chains(FigureSpec& figure, Findings& findings);
// Adds the mirror images that `mirror:` asks for.
void expand_mirror(FigureSpec& figure, Findings& findings);
// Replaces patterns in the joints of actuators by the joints that match; reports those without
// match.
void expand_joint_patterns(FigureSpec& figure, Findings& findings);
// Reports names and patterns in the list `joints` of `owner` that match no joint of the figure.
void check_joints(const FigureSpec& figure, const Place& owner,
                  const std::vector<std::string>& names, Findings& findings);
// Orders bodies so that the root comes first and parents come before children, otherwise as
// written. Reports loops and unknown parents, and then leaves the order unchanged.
void order_bodies(FigureSpec& figure, Findings& findings);
// Replaces patterns by the joints that they match; the last of several targets for one joint wins.
// The result is in the order of the bodies. Reports names and patterns that match no joint, and
// units that do not fit the joint.
void expand_joint_targets(const FigureSpec& figure, std::vector<JointTarget>& targets,
                          Findings& findings);
void check_figure(const FigureSpec& figure, Findings& findings);
void check_meshes(const FigureSpec& figure, Findings& findings);
void check_actuators(const FigureSpec& figure, Findings& findings);

// Resolves the paths of the mesh files of skins; reports problems of skins and unknown names of
// layers.
void check_skins(FigureSpec& figure, Findings& findings);

// Fills in defaults that depend on other fields (the only figure, the end of the film), and maps
// film frames to simulated times.
void complete_shot(ShotSpec& shot, Findings& findings);
void check_reflexes(const ReflexSpec& reflexes, Findings& findings);
// Checks one gait, of a gaits file or of a controller.
void check_gait(const GaitPattern& gait, Findings& findings);
// Reports a name that cannot name a folder of results: one that contains slashes or control
// characters, begins with a dot, or is longer than 100 bytes.
void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings);

// Replaces the names of pictures, which are relative to the files that name them, by absolute
// paths; reports pictures that do not exist.
void find_pictures(LookSpec& look, Findings& findings);
void check_look(const LookSpec& look, Findings& findings);
void check_shot(const ShotSpec& shot, Findings& findings);
// `owner` is the struct that holds the fields of `movie`; `duration` is that of the film, in s.
void check_movie(const MovieSpec& movie, const Place& owner, double duration, Findings& findings);
// Checks that apply to overlays of every kind, on a film of `duration` s.
void check_overlay_layout(const OverlaySpec& overlay, double duration, Findings& findings);

// Reports that `name` is not one of `known`, and suggests the nearest one. `kind` is such as
// "a body".
void report_unknown(Findings& findings, const Place& owner, const std::string& field,
                    const std::string& name, const std::string& kind,
                    const std::vector<std::string>& known);

// Return the element of that name, or nullptr.
const PoseSpec* find_pose(const FigureSpec& figure, std::string_view name);
const BodySpec* find_body(const FigureSpec& figure, std::string_view name);
// Returns true if an exponential or linear spring acts on the joint.
bool has_spring(const FigureSpec& figure, std::string_view joint);

template <class T>
std::vector<std::string> names_in(const std::vector<T>& list) {
  std::vector<std::string> names;
  for (const T& t : list) names.push_back(t.name);
  return names;
}

}  // namespace gambol
