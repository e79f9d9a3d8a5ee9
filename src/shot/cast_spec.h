#pragma once

// A figure of a shot: its file, its place and its controllers.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/rotation.h"
#include "base/vec.h"
#include "figure/figure_spec.h"
#include "schema/names.h"
#include "shot/controllers/controller_spec.h"
#include "shot/crowd_spec.h"
#include "shot/world_spec.h"

namespace gambol {

// A curve for a degree of freedom, or for all that a pattern means.
struct MotionCurve {
  Place place;
  std::string name;
  Curve along;  // rad or m over simulated time
};
void fields(Fields& v, MotionCurve& of);

// What a figure with legs that falls is told of.
enum class Falls { warned, allowed };
template <>
inline constexpr auto names_of<Falls> = named<Falls>({{"warned", Falls::warned},
                                                      {"allowed", Falls::allowed}});

// A figure in the shot.
struct CastSpec {
  Place place;
  std::string name;
  std::string file;   // resolved against the shot's folder
  FigureSpec figure;  // loaded from `file`
  // Not written by authors: figures of one kind, members of a crowd, have equal `figure`s but for
  // `material`, and simulations keep one model of them. Empty: of its own. Who changes how `figure`
  // moves clears it.
  std::string kind;
  bool is_like_first = false;  // not the first of its kind: hashes need not look at `figure` again
  // Not written by authors: whether its tracks are recorded, and not only what the film shows. Of a
  // crowd, those of the members that something names.
  bool is_tracked = true;
  Vec3 at = Vec3::Zero();            // the root's origin in the world, m
  std::vector<RotationSpec> rotate;  // of the root about the world's axes, before `faces`
  double heading = 0;                // `faces`, rad about z
  std::string pose;          // a pose of the figure, where joints begin instead of at `initial`
  bool fixed_root = false;   // the root does not move
  bool is_obstacle = false;  // of the world (shot/place_obstacles.h): not written by authors
  // Joints that stay as they are at the start, by names or patterns: `weld` makes bodies parts of
  // their parents, whole joints only; `lock` holds single degrees of freedom, which cues may
  // release.
  std::vector<std::string> weld, lock;
  std::vector<std::string> slack;      // joints whose springs exert nothing until a cue says so
  std::vector<JointTarget> rests;      // of springs at the start, from `pose`; by degree of freedom
  std::vector<MotionCurve> motions;    // that degrees of freedom follow, the root's too
  bool dormant = false;                // absent until a cue spawns it
  std::vector<std::string> lost_legs;  // names of legs that `figure` had in its file
  std::optional<std::vector<std::string>> layers;  // that are seen; default: the figure's
  Falls falls = Falls::warned;
  std::optional<double> step;      // s: of fixed steps, instead of the integrator's
  std::optional<CrowdSpec> crowd;  // it is the pattern of so many; none after loading
  // As an actor, of another size than its file says: what the actor brings is scaled with it.
  std::optional<double> size;        // m: longest side at rest
  std::optional<PersonSpec> person;  // instead of the figure's
  std::optional<AnimalSpec> animal;  // likewise
  std::optional<double> stands;      // m: height of the root above the ground where `at` lacks it
  // Of its soles, on the ground and on obstacles: simulation/contact_laws.h.
  std::optional<ContactSpec> contact;
  std::string look;  // look file whose materials and hair are the shot's, too
  // As written: they are those of the skills that have them, over simulated time.
  std::optional<Curve> speed, frequency, goal_heading;  // m/s; Hz; `heading`, rad
  std::vector<ControllerSpec> controllers;              // `skills`
};
void fields(Fields& v, CastSpec& of);
// The number of figures that are no obstacles; obstacles come after them.
inline std::size_t acting(const std::vector<CastSpec>& figures) {
  std::size_t count = 0;
  for (const CastSpec& cast : figures) count += !cast.is_obstacle;
  return count;
}
// The figure that is meant where none is named: the only one or, of several, the only one with legs
// and a controller, so that a prop beside it breaks no shot. nullptr if there is a choice.
// Obstacles are no figures here.
const CastSpec* meant_figure(const std::vector<const CastSpec*>& figures);
const CastSpec* meant_figure(const std::vector<CastSpec>& figures);
// The figure of that name; meant_figure() if `name` is empty; nullptr if there is none.
const CastSpec* figure_named(const std::vector<CastSpec>& figures, const std::string& name);
// The figures that a name or a pattern means, obstacles by their names only; none if no figure
// does.
std::vector<const CastSpec*> figures_named(const std::vector<CastSpec>& figures,
                                           const std::string& name);
// Whether names of its parts may stand without FIGURE. before them: `meant`, and obstacles.
inline bool may_go_unnamed(const CastSpec& cast, const CastSpec* meant) {
  return meant && (cast.is_obstacle || &cast == meant);
}
// Whether two of its controllers command torques of one joint.
bool share_joints(const CastSpec& cast);
// The orientation of the root at the start, in the world.
Quat start_orientation(const CastSpec& cast);

}  // namespace gambol
