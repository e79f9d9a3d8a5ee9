#include <algorithm>

#include "exchange/scene_parts.h"
#include "figure/legs.h"
#include "figure/rest_posture.h"
#include "poses/footfalls.h"
#include "poses/spans.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// A substitute for the tip of a foot that has none in its figure: the mean of the visible vertices
// whose distance from the body's origin is at least nine tenths of the largest.
Vec3 far_end(const BodySpec& body) {
  std::vector<Vec3> points;
  for (const ShapeSpec& shape : body.visible) {
    const TriangleMesh mesh = surface_mesh(shape.shape);
    points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
  }
  double farthest = 0;
  for (const Vec3& p : points) farthest = std::max(farthest, p.norm());
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const Vec3& p : points)
    if (p.norm() >= 0.9 * farthest) sum += p, ++count;
  return count ? Vec3(sum / count) : Vec3(Vec3::Zero());
}

// The steps that the film shows, of a leg whose recorded steps are `column`.
std::vector<SceneLeg::Step> steps_of(const Column& column, const Poses& poses) {
  const double begin = poses.sample_times.front(), end = poses.sample_times.back();
  std::vector<SceneLeg::Step> steps;
  for (const TimeSpan& s : spans_of(poses, column))
    if (s.to > begin && s.from < end)
      steps.push_back(
          {film_time_of(poses, s.from) * poses.fps, film_time_of(poses, s.to) * poses.fps});
  return steps;
}

SceneLeg leg_of(const LegSpec& spec, const CastSpec& cast, const Poses& poses,
                const BodyNumbers& numbers) {
  const bool has_tip = spec.tip != Vec3::Zero();
  const std::string& foot = has_tip ? spec.feet.front() : spec.feet.back();
  SceneLeg leg{spec.name, short_name(spec), numbers.of(body_name(cast, foot)), spec.tip, {}};
  for (const BodySpec& body : cast.figure.bodies)
    if (body.name == foot && !has_tip) leg.tip = far_end(body);
  if (const Column steps = find_output(poses, cast.name, outputs::step, spec.name))
    leg.steps = steps_of(steps, poses);
  return leg;
}

// [frame * legs + leg] N: the mean force over the frame's interval, so that short impacts between
// frames are counted with their duration.
std::vector<Vec3> frame_forces(const Channel& channel, const std::vector<LegSpec>& legs,
                               const Poses& poses) {
  std::vector<std::vector<Column>> recorded;  // [leg][axis]
  for (const LegSpec& leg : legs) {
    recorded.emplace_back();
    for (const std::string_view axis : columns::axes)
      recorded.back().push_back(find_column(channel, columns::of_leg(leg.name, axis)));
  }
  std::vector<Vec3> forces;
  for (int frame = 0; frame < poses.frames; ++frame) {
    const auto [from, to] = rows_in(poses, frame);
    for (const std::vector<Column>& axes : recorded) {
      Vec3 sum = Vec3::Zero();
      for (int axis = 0; axis < 3; ++axis)
        for (std::size_t k = from; k < to && axes[axis]; ++k) sum[axis] += axes[axis][k];
      forces.push_back(sum / static_cast<double>(to - from));
    }
  }
  return forces;
}

// Where the bodies are at rest.
void add_rest(const CastSpec& cast, const BodyNumbers& numbers, Scene& scene) {
  const std::vector<Transform> X_RB = rest_posture(cast.figure);
  for (std::size_t b = 0; b < X_RB.size(); ++b) {
    const int body = numbers.of(body_name(cast, cast.figure.bodies[b].name));
    scene.bodies[static_cast<std::size_t>(body)].X_RB = X_RB[b];
  }
}

}  // namespace

void add_figures(const ShotSpec& shot, const Poses& poses, const BodyNumbers& numbers,
                 Scene& scene) {
  for (const CastSpec& cast : shot.motion.figures) {
    const std::vector<LegSpec> legs = legs_in_rows(cast.figure);
    SceneFigure figure;
    figure.name = cast.name;
    figure.root = numbers.of(body_name(cast, cast.figure.bodies.front().name));
    for (const LegSpec& leg : legs) figure.legs.push_back(leg_of(leg, cast, poses, numbers));
    if (const Channel* forces = find_channel(poses, cast.name, channels::foot_force.name))
      figure.forces = frame_forces(*forces, legs, poses);
    figure.weight = weight_of(poses, cast.name);
    figure.balance = balance_of(cast, poses, numbers);
    add_rest(cast, numbers, scene);
    scene.figures.push_back(std::move(figure));
  }
}

}  // namespace gambol
