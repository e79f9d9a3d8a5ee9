#include "exchange/formats/seen.h"

#include <algorithm>
#include <numbers>

namespace gambol {
namespace {

// The rotation of what looks from one point to another.
Quat looking(const Vec3& from, const Vec3& to, const std::optional<Vec3>& up) {
  const Vec3 back = (from - to).norm() > 0 ? Vec3((from - to).normalized()) : Vec3::UnitX();
  Vec3 side = up.value_or(Vec3::UnitZ()).cross(back);
  if (side.norm() < 1e-6) side = Vec3::UnitX().cross(back);  // a vertical view
  if (side.norm() < 1e-6) side = Vec3::UnitY();
  side.normalize();
  Mat3 R;
  R << side, back.cross(side), back;
  return Quat(R).normalized();
}

// Calls `each` with every shape that is written.
template <class Each>
void for_each_shape(const Scene& scene, const Each& each) {
  for (const SceneBody& body : scene.bodies)
    for (const SceneShape& shape : body.shapes)
      if (body.figure >= 0 && layer_is_seen(scene, shape.layer)) each(shape);
}

}  // namespace

void SceneTrack::add(const Vec3& place, Quat turn) {
  turn.normalize();
  if (!turns.empty() && turn.dot(turns.back()) < 0) turn.coeffs() *= -1;
  places.push_back(place);
  turns.push_back(turn);
}

bool SceneTrack::moves() const {
  return std::any_of(places.begin(), places.end(), [&](const Vec3& p) {
    return (p - places.front()).norm() > 1e-9 * (1 + p.norm());
  });
}

bool SceneTrack::rotates() const {
  return std::any_of(turns.begin(), turns.end(),
                     [&](const Quat& q) { return q.angularDistance(turns.front()) > 1e-9; });
}

bool changes(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [&](double x) { return x != values.front(); });
}

bool layer_is_seen(const Scene& scene, const std::string& layer) {
  for (const SceneLayer& of : scene.layers)
    if (of.name == layer) return of.seen;
  return true;
}

bool figure_is_written(const Scene& scene, const SceneFigure& figure) {
  return scene.bodies[figure.root].figure >= 0;
}

std::size_t first_seen(const Scene& scene, const SceneFigure& figure, SceneSpan span) {
  const auto appears = static_cast<std::size_t>(std::max(scene.bodies[figure.root].appears, 0));
  return std::clamp(appears, span.from, span.to) - span.from;
}

Transform local_placement(const Scene& scene, std::size_t frame, std::size_t body) {
  const Transform* row = &scene.placements[frame * scene.bodies.size()];
  const int parent = scene.bodies[body].parent;
  return parent < 0 ? row[body] : row[parent].inverse() * row[body];
}

SceneTrack body_track(const Scene& scene, SceneSpan span, std::size_t body) {
  SceneTrack track;
  for (std::size_t frame = span.from; frame < span.to; ++frame) {
    const Transform X = local_placement(scene, frame, body);
    track.add(X.p, X.R);
  }
  return track;
}

SceneTrack camera_track(const SceneView& view, SceneSpan span) {
  SceneTrack track;
  for (std::size_t frame = span.from; frame < span.to; ++frame) {
    const SceneCamera& camera = view.cameras[frame];
    track.add(camera.position, looking(camera.position, camera.target, view.up));
  }
  return track;
}

SceneTrack light_track(const Scene& scene, const SceneLight& light, SceneSpan span) {
  SceneTrack track;
  for (std::size_t frame = span.from; frame < span.to; ++frame) {
    if (light.kind == LightKind::sun) {
      track.add(Vec3::Zero(), looking(Vec3::Zero(), light.direction, {}));
      continue;
    }
    const bool rides =
        light.follow && !scene.views.empty() && frame < scene.views[0].cameras.size();
    const Vec3 ride = rides ? scene.views[0].cameras[frame].ride : Vec3(Vec3::Zero());
    const Vec3 at = light.position[frame] + ride;
    track.add(at, looking(at, light.target[frame] + ride, {}));
  }
  return track;
}

std::string view_name(const Scene& scene, std::size_t view) {
  return scene.views.size() == 1 ? "camera" : "camera " + std::to_string(view + 1);
}

double view_aspect(const Scene& scene, const SceneView& view) {
  return scene.aspect * view.size.x() / view.size.y();
}

ClippingRange clipping_range(const SceneCamera& camera) {
  const double distance = std::max((camera.position - camera.target).norm(), 1e-3);
  return {1e-3 * distance, 1e3 * distance};
}

double light_area(const SceneLight& light) {
  if (light.kind == LightKind::spot) return 1;
  if (light.kind == LightKind::area) return light.width * light.height;
  return std::numbers::pi * light.radius * light.radius;
}

void bend_skin(const Scene& scene, const SceneSkin& skin, std::size_t frame,
               std::vector<Vec3>& positions, std::vector<Vec3>& normals) {
  std::vector<Transform> X_WB;
  for (const int body : skin.bodies)
    X_WB.push_back(scene.placements[frame * scene.bodies.size() + std::size_t(body)]);
  bend(skin.mesh, X_WB, positions, normals);
}

Vec3 unit_normal(const Vec3& normal) {
  return normal.norm() > 0 ? Vec3(normal.normalized()) : Vec3::UnitZ();
}

std::set<std::size_t> used_materials(const Scene& scene) {
  std::set<std::size_t> used;
  if (scene.ground) used.insert(scene.ground->material);
  for_each_shape(scene, [&](const SceneShape& shape) { used.insert(shape.material); });
  for (const SceneSkin& skin : scene.skins)
    if (layer_is_seen(scene, skin.layer)) used.insert(skin.materials.begin(), skin.materials.end());
  return used;
}

std::set<std::size_t> used_meshes(const Scene& scene) {
  std::set<std::size_t> used;
  for_each_shape(scene, [&](const SceneShape& shape) { used.insert(shape.mesh); });
  return used;
}

}  // namespace gambol
