#pragma once

// The steps that load_shot() and load_figure() are made of. All of them add what is wrong to
// `findings` and go on.

#include <string>
#include <string_view>
#include <vector>

#include "shot/figure_spec.h"
#include "shot/findings.h"
#include "shot/gait_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

// A figure file with its chains, mirror images, patterns and order resolved, checked.
FigureSpec load_figure(const std::string& path, Findings& findings);

// Reads an image of heights or evaluates their formula, `level` added; null if that fails. `file`
// is where they are written.
std::shared_ptr<const HeightField> load_heights(const std::string& file, TerrainSpec& heights,
                                                double level, Findings& findings);

// Adds the bodies, and legs, that chains stand for. Bodies need not exist yet for it.
void expand_chains(FigureSpec& figure, Findings& findings);
void expand_mirror(FigureSpec& figure, Findings& findings);
void expand_joint_patterns(FigureSpec& figure, Findings& findings);
// Reports names and patterns in the list `joints` of `owner` that no joint of the figure has.
void check_joints(const FigureSpec& figure, const Place& owner,
                  const std::vector<std::string>& names, Findings& findings);
// Parents before children, the root first, otherwise as written. Reports loops, unknown parents and
// superfluous roots, and then leaves the order alone.
void order_bodies(FigureSpec& figure, Findings& findings);
// Replaces patterns by the joints that they match; of several targets for a joint the last counts.
// In the order of the bodies. Reports what matches none and units that do not fit.
void expand_joint_targets(const FigureSpec& figure, std::vector<JointTarget>& targets,
                          Findings& findings);
void check_figure(const FigureSpec& figure, Findings& findings);
void check_meshes(const FigureSpec& figure, Findings& findings);
void check_actuators(const FigureSpec& figure, Findings& findings);

// Resolves the files of skins, and reports what is wrong with them and with the layers that are
// named.
void check_skins(FigureSpec& figure, Findings& findings);

// Fills in defaults that depend on other fields (the only figure, the end of the film).
void complete_shot(ShotSpec& shot, Findings& findings);
void check_reflexes(const ReflexSpec& reflexes, Findings& findings);
// One gait, wherever it is written.
void check_gait(const GaitPattern& gait, Findings& findings);
// Reports a name that leads out of the folder of all results, or that a line of text cannot hold.
void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings);

// Resolves the names of pictures, from the files that name them, to absolute ones, which stay.
void find_pictures(LookSpec& look, Findings& findings);
void check_look(const LookSpec& look, Findings& findings);
void check_shot(const ShotSpec& shot, Findings& findings);
// `owner` is the struct that holds its fields; `duration` that of the film.
void check_movie(const MovieSpec& movie, const Place& owner, double duration, Findings& findings);
// What holds for an overlay of whatever kind, on a film of `duration`.
void check_overlay_layout(const OverlaySpec& overlay, double duration, Findings& findings);

// Reports a name that is none of `known`, with the nearest one. `kind` is such as "a body".
void report_unknown(Findings& findings, const Place& owner, const std::string& field,
                    const std::string& name, const std::string& kind,
                    const std::vector<std::string>& known);

const PoseSpec* find_pose(const FigureSpec& figure, std::string_view name);
const BodySpec* find_body(const FigureSpec& figure, std::string_view name);
bool has_spring(const FigureSpec& figure, std::string_view joint);

template <class T>
std::vector<std::string> names_in(const std::vector<T>& list) {
  std::vector<std::string> names;
  for (const T& t : list) names.push_back(t.name);
  return names;
}

}  // namespace gambol
