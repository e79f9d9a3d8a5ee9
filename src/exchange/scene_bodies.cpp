#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "exchange/scene_parts.h"
#include "figure/joint_motion.h"
#include "figure/layers.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Adds surfaces of shapes to the scene, equal ones once.
class MeshList {
 public:
  MeshList(int segments, Scene& scene) : segments_(segments), meshes_(scene.meshes) {}

  // Returns the index of the shape's surface, which does not depend on the shape's X_BS.
  std::size_t add(const Shape& shape) {
    Shape alone = shape;
    alone.X_BS = Transform();
    TriangleMesh mesh = surface_mesh(alone, segments_);
    const auto [at, is_new] = indices_.try_emplace(bytes_of(mesh), meshes_.size());
    if (is_new) meshes_.push_back(std::move(mesh));
    return at->second;
  }

 private:
  template <class T>
  static void add_bytes(const std::vector<T>& values, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  static std::string bytes_of(const TriangleMesh& mesh) {
    std::string bytes;
    add_bytes(mesh.positions, bytes);
    add_bytes(mesh.normals, bytes);
    add_bytes(mesh.triangles, bytes);
    return bytes;
  }

  int segments_;
  std::vector<TriangleMesh>& meshes_;
  std::map<std::string, std::size_t> indices_;
};

// The largest distance of a body's surfaces from its origin, by the spheres around their boxes.
double reach_of(const SceneBody& body, const Scene& scene) {
  double farthest = 0;
  for (const SceneShape& shape : body.shapes) {
    const std::vector<Vec3>& points = scene.meshes[shape.mesh].positions;
    Eigen::AlignedBox3d box;
    for (const Vec3& p : points) box.extend(p);
    double radius = 0;
    for (const Vec3& p : points) radius = std::max(radius, (p - box.center()).norm());
    if (!box.isEmpty()) farthest = std::max(farthest, (shape.X_BS * box.center()).norm() + radius);
  }
  return farthest;
}

// The first frame in which the body is present.
int first_frame(const Poses& poses, std::size_t body) {
  int frame = 0;
  while (frame < poses.frames && !poses.is_there(frame, body)) ++frame;
  return frame;
}

// The material of a shape, or else of its body, or else of its figure.
std::string material_of(const CastSpec& cast, const BodySpec& body, const ShapeSpec& shape) {
  if (!shape.material.empty()) return shape.material;
  return body.material.empty() ? cast.figure.material : body.material;
}

SceneBody body_of(const CastSpec& cast, const BodySpec& spec, const Scene& scene,
                  MeshList& meshes) {
  SceneBody body;
  body.name = spec.name;
  for (const ShapeSpec& shape : spec.visible)
    body.shapes.push_back({meshes.add(shape.shape),
                           material_named(scene, material_of(cast, spec, shape)),
                           layer_of(cast.figure, shape), shape.shape.X_BS});
  return body;
}

// The recorded joint positions of a figure; nullptr if there are none.
const Channel* positions_of(const CastSpec& cast, const Poses& poses) {
  return poses.track_times.empty() ? nullptr : find_channel(poses, cast.name, channels::q.name);
}

std::vector<SceneJoint> joints_of(const BodySpec& spec, const Channel* q) {
  std::vector<SceneJoint> joints;
  if (!q) return joints;
  for (const JointDof& dof : joint_dofs(spec))
    if (find_column(*q, dof.name)) joints.push_back({dof.name, dof.slides, {}});
  return joints;
}

// An instant between two rows of the tracks.
struct BetweenRows {
  std::size_t row = 0, next = 0;
  double share = 0;  // of the next one
};

BetweenRows between_rows(const Poses& poses, double t) {
  const std::vector<double>& times = poses.track_times;
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const auto row = std::size_t(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
  const std::size_t next = std::min(row + 1, times.size() - 1);
  const double span = times[next] - times[row];
  return {row, next, span > 0 ? std::clamp((t - times[row]) / span, 0.0, 1.0) : 0};
}

// The joint positions at the beginnings of frames, between the rows of the channel.
void show_joints(const Channel& q, const std::vector<BetweenRows>& frames, SceneBody& body) {
  const std::size_t first = frames.front().row;
  for (SceneJoint& joint : body.joints) {
    const std::vector<double> rows =
        find_column(q, joint.name).values(first, frames.back().next + 1);
    joint.values.clear();
    for (const BetweenRows& at : frames)
      joint.values.push_back((1 - at.share) * rows[at.row - first] +
                             at.share * rows[at.next - first]);
  }
}

void add_layers(const ShotSpec& shot, Scene& scene) {
  for (const CastSpec& cast : shot.motion.figures)
    for (const std::string& name : layers_of(cast.figure)) {
      const auto is_it = [&](const SceneLayer& layer) { return layer.name == name; };
      if (std::none_of(scene.layers.begin(), scene.layers.end(), is_it))
        scene.layers.push_back({name, is_seen(cast.figure, cast.layers, name)});
    }
}

}  // namespace

void add_bodies(const ShotSpec& shot, const Poses& poses, const BodyNumbers& numbers, int segments,
                Scene& scene) {
  MeshList meshes(segments, scene);
  scene.bodies.resize(poses.bodies.size());
  std::vector<Problem> problems;
  for (std::size_t f = 0; f < shot.motion.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    const Channel* q = positions_of(cast, poses);
    for (const BodySpec& spec : cast.figure.bodies) {
      const std::string name = body_name(cast, spec.name);
      const int index = numbers.of(name);
      if (index < 0) {
        problems.push_back({spec.place, "bodies", fmt::format("no poses of '{}'", name),
                            "poses that were simulated from this shot"});
        continue;
      }
      SceneBody& body = scene.bodies[static_cast<std::size_t>(index)];
      body = body_of(cast, spec, scene, meshes);
      body.figure = static_cast<int>(f);
      body.reach = reach_of(body, scene);
      body.joints = joints_of(spec, q);
      if (!spec.parent.empty()) body.parent = numbers.of(body_name(cast, spec.parent));
      body.appears = first_frame(poses, static_cast<std::size_t>(index));
    }
  }
  if (!problems.empty()) throw InputError(problems);
  add_layers(shot, scene);
}

void show_bodies(const ShotSpec& shot, const Poses& poses, FrameSpan span, Scene& scene) {
  scene.placements.clear();
  for (int frame = span.first; frame <= span.last; ++frame)
    for (std::size_t body = 0; body < poses.bodies.size(); ++body)
      scene.placements.push_back(
          poses.pose(static_cast<std::size_t>(frame) * poses.samples_per_frame, body));
  std::vector<const Channel*> positions;
  for (const CastSpec& cast : shot.motion.figures) positions.push_back(positions_of(cast, poses));
  std::vector<BetweenRows> frames;
  for (int frame = span.first; frame <= span.last && !poses.track_times.empty(); ++frame)
    frames.push_back(between_rows(poses, poses.time_at(frame)));
  for (SceneBody& body : scene.bodies)
    if (!body.joints.empty())
      show_joints(*positions[static_cast<std::size_t>(body.figure)], frames, body);
}

}  // namespace gambol
