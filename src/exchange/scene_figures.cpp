#include <algorithm>
#include <cmath>
#include <limits>

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
                               const Poses& poses, FrameSpan span) {
  const std::size_t first = rows_in(poses, span.first).first;
  const std::size_t last = rows_in(poses, span.last).second;
  std::vector<std::vector<double>> recorded;  // [3 * leg + axis][row from the first]
  for (const LegSpec& leg : legs)
    for (const std::string_view axis : columns::axes)
      recorded.push_back(find_column(channel, columns::of_leg(leg.name, axis)).values(first, last));
  std::vector<Vec3> forces;
  for (int frame = span.first; frame <= span.last; ++frame) {
    const auto [from, to] = rows_in(poses, frame);
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
      Vec3 sum = Vec3::Zero();
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t k = from; k < to && !recorded[3 * leg + axis].empty(); ++k)
          sum[Eigen::Index(axis)] += recorded[3 * leg + axis][k - first];
      forces.push_back(sum / static_cast<double>(to - from));
    }
  }
  return forces;
}

// The 98th percentile, because impacts are much larger than the rest.
double typical_force(const std::vector<Vec3>& forces) {
  std::vector<double> sizes;
  for (const Vec3& force : forces) sizes.push_back(force.norm());
  std::sort(sizes.begin(), sizes.end());
  if (sizes.empty() || !(sizes.back() > 0)) return 1;
  const double most = sizes[static_cast<std::size_t>(0.98 * double(sizes.size() - 1))];
  return most > 0 ? most : sizes.back();
}

// The first minute of the film in which a figure is there: long enough to know its forces, and as
// soon read of an hour as of a minute.
FrameSpan first_minute(const SceneFigure& figure, const Poses& poses) {
  const int minute = static_cast<int>(std::lround(60 * poses.fps));
  const int first = std::max(std::min(figure.appears, poses.frames - minute), 0);
  return {first, std::min(first + minute, poses.frames) - 1};
}

// `appears` and `size` of a figure with these bodies.
void add_size(const std::vector<int>& bodies, const Poses& poses, const Scene& scene,
              SceneFigure& figure) {
  figure.appears = poses.frames;
  for (const int b : bodies)
    figure.appears = std::min(figure.appears, scene.bodies[std::size_t(b)].appears);
  const int frame = std::min(figure.appears, poses.frames - 1);
  const auto placed = [&](int body) {
    return poses.pose(std::size_t(frame) * poses.samples_per_frame, std::size_t(body));
  };
  Eigen::AlignedBox3d box;
  for (const int b : bodies) {
    const SceneBody& body = scene.bodies[std::size_t(b)];
    if (body.appears > frame) continue;
    const Vec3 at = placed(b).p, around = Vec3::Constant(body.reach);
    box.extend(at - around), box.extend(at + around);
  }
  const double quarter = box.isEmpty() ? 0 : 0.25 * box.diagonal().norm() / 2;
  double low = std::numeric_limits<double>::infinity();
  for (const SceneLeg& leg : figure.legs) low = std::min(low, (placed(leg.foot) * leg.tip).z());
  figure.size = std::max(placed(figure.root).p.z() - low, quarter);
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
    std::vector<int> bodies;
    for (const BodySpec& body : cast.figure.bodies)
      bodies.push_back(numbers.of(body_name(cast, body.name)));
    add_size(bodies, poses, scene, figure);
    if (const Channel* forces = find_channel(poses, cast.name, channels::foot_force.name))
      figure.typical_force =
          typical_force(frame_forces(*forces, legs, poses, first_minute(figure, poses)));
    figure.weight = weight_of(poses, cast.name);
    add_rest(cast, numbers, scene);
    scene.figures.push_back(std::move(figure));
  }
}

void show_figures(const ShotSpec& shot, const Poses& poses, FrameSpan span, Scene& scene) {
  const BodyNumbers numbers(poses.bodies);
  for (std::size_t f = 0; f < scene.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    if (const Channel* forces = find_channel(poses, cast.name, channels::foot_force.name))
      scene.figures[f].forces = frame_forces(*forces, legs_in_rows(cast.figure), poses, span);
    scene.figures[f].balance = balance_of(cast, poses, numbers, span);
  }
}

}  // namespace gambol
