#pragma once

// The steps of load_figure(). All of them add problems to `findings` and continue.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "figure/figure_spec.h"
#include "schema/field_info.h"
#include "schema/findings.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Describes figure files.
const FieldInfo& describe_figure();

// Returns the tree of a figure file, composed with the figures that it extends as a shot is with
// the shots that it extends (schema/merge_trees.h). Adds to `problems` those that leave the rest
// readable; throws InputError for files that cannot be read and for circular `extends`. Defaults of
// old files are filled in. `read` gives the tree of a file.
YamlNode compose_figure(const std::string& path, std::vector<Problem>& problems,
                        const ReadTree& read = read_yaml);

// Reads and checks a figure file; expands its chains, mirror images and patterns and orders its
// bodies. The result is incomplete if it adds problems to `findings`. `tree`, if any, gives the
// tree of the file, instead of compose_figure(); `person` and `animal`, if any, stand for the
// file's own.
FigureSpec load_figure(const std::string& path, Findings& findings,
                       const std::function<YamlNode(const std::string& path)>& tree = {},
                       const std::optional<PersonSpec>& person = {},
                       const std::optional<AnimalSpec>& animal = {});

// Returns the height field that `heights` describes by an image, a formula or rows, with `level`
// (m) added to all heights; nullptr if that fails. Resolves the path of the image. `file` is the
// file that contains `heights`.
std::shared_ptr<const HeightField> load_heights(const std::string& file, TerrainSpec& heights,
                                                double level, Findings& findings);

// Adds the bodies and legs that chains describe. The parents of chains need not exist yet.
void expand_chains(FigureSpec& figure, Findings& findings);
// Adds the copies that `copies:` asks for, in the order of that list. A copy of a copied part is
// made where a later entry names it.
void expand_copies(FigureSpec& figure, Findings& findings);
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
// Reports problems of an actuator between two points, besides those of its constants.
void check_point_spring(const FigureSpec& figure, const ActuatorSpec& actuator, Findings& findings);
void check_actuators(const FigureSpec& figure, Findings& findings);
// Adds the `hold` of each joint to the actuators, as one of type hold.
void gather_holds(FigureSpec& figure, Findings& findings);
// Replaces holds, and limits without a stiffness, by springs, dampers and limits with numbers, from
// what hangs on the joints with the figure as it is written, and adds limits of joints whose
// `limits` act. Bodies must be ordered, and the figure sound.
void resolve_behaviour(FigureSpec& figure, Findings& findings);
void check_foot_pads(const FigureSpec& figure, const LegSpec& leg, Findings& findings);

// Resolves the paths of the mesh files of skins; reports problems of skins and unknown names of
// layers.
void check_skins(FigureSpec& figure, Findings& findings);

}  // namespace gambol
