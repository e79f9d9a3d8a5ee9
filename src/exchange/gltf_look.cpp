// Materials, the ground, cameras and lights.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exchange/gltf_parts.h"

namespace gambol {
namespace {

constexpr double lumens_per_watt = 683;

double clamped(double x) { return std::clamp(x, 0.0, 1.0); }

Json gltf_material(const MaterialSpec& m) {
  Json color = Json::array();
  for (const double c : m.color) color.push(Json::number(clamped(c), 7));
  Json item = Json::object().add("name", m.name.empty() ? "grey" : m.name);
  item.add("pbrMetallicRoughness",
           Json::object()
               .add("baseColorFactor", color.push(Json::number(clamped(1 - m.transmission), 7)))
               .add("metallicFactor", Json::number(clamped(m.metallic), 7))
               .add("roughnessFactor", Json::number(clamped(m.roughness), 7)));
  if (m.transmission > 0) item.add("alphaMode", "BLEND");
  const double glow = m.emission.maxCoeff();
  if (glow > 0) item.add("emissiveFactor", gltf_vector(m.emission / std::max(glow, 1.0)));
  return item.add("doubleSided", true);
}

// The rotation of a camera or light, which looks along its own -z with y up.
Quat looking(const Vec3& from, const Vec3& to, const std::optional<Vec3>& up) {
  const Vec3 back = (from - to).norm() > 0 ? Vec3((from - to).normalized()) : Vec3::UnitX();
  Vec3 side = up.value_or(Vec3::UnitZ()).cross(back);
  if (side.norm() < 1e-6) side = Vec3::UnitX().cross(back);  // a vertical view
  if (side.norm() < 1e-6) side = Vec3::UnitY();
  side.normalize();
  Eigen::Matrix3d R;
  R << side, back.cross(side), back;
  return Quat(R).normalized();
}

Json gltf_camera(const Scene& scene, const SceneView& view, const SceneCamera& first) {
  const double aspect = scene.aspect * view.size.x() / view.size.y();
  const double distance = (first.position - first.target).norm();
  const double far = 1e3 * std::max(distance, 1e-3), near = 1e-3 * std::max(distance, 1e-3);
  if (view.parallel)
    return Json::object()
        .add("type", "orthographic")
        .add("orthographic", Json::object()
                                 .add("xmag", Json::number(first.lens / 2, 9))
                                 .add("ymag", Json::number(first.lens / 2 / aspect, 9))
                                 .add("znear", Json::number(near, 6))
                                 .add("zfar", Json::number(far, 6)));
  const double half_width = view.sensor_width / 2 / first.lens;
  return Json::object()
      .add("type", "perspective")
      .add("perspective", Json::object()
                              .add("aspectRatio", Json::number(aspect, 9))
                              .add("yfov", Json::number(2 * std::atan(half_width / aspect), 9))
                              .add("znear", Json::number(near, 6))
                              .add("zfar", Json::number(far, 6)));
}

// glTF's lights are points: an area's power comes from its middle.
Json gltf_light(const SceneLight& light, std::size_t frame, double shown) {
  const double strongest = std::max(light.color.maxCoeff(), 1e-9);
  const double intensity = light.intensity[frame] * strongest * shown * lumens_per_watt;
  Json json = Json::object().add("color", gltf_vector((light.color / strongest).cwiseMax(0)));
  if (light.kind == LightKind::sun)
    return json.add("type", "directional").add("intensity", Json::number(intensity, 7));
  const double disc = std::numbers::pi * light.radius * light.radius;
  const double area = light.kind == LightKind::spot   ? 1
                      : light.kind == LightKind::area ? light.width * light.height
                                                      : disc;
  json.add("type", light.kind == LightKind::spot ? "spot" : "point")
      .add("intensity", Json::number(intensity * area, 7));
  if (light.kind == LightKind::spot)
    json.add("spot", Json::object()
                         .add("innerConeAngle", Json::number(light.cone / 2 * (1 - light.soft), 7))
                         .add("outerConeAngle", Json::number(light.cone / 2, 7)));
  return json;
}

TriangleMesh surface(const SceneGround& ground) {
  TriangleMesh mesh;
  if (!ground.terrain) {
    const double e = ground.extent, z = ground.height;
    mesh.positions = {{-e, -e, z}, {e, -e, z}, {e, e, z}, {-e, e, z}};
    mesh.normals.assign(4, Vec3::UnitZ());
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
  }
  const HeightField& field = *ground.terrain;
  for (int j = 0; j < field.ny(); ++j)
    for (int i = 0; i < field.nx(); ++i) {
      mesh.positions.emplace_back(field.x(0) + i * field.spacing(),
                                  field.y(0) + j * field.spacing(), field.z(i, j));
      const int i0 = std::max(i - 1, 0), i1 = std::min(i + 1, field.nx() - 1),
                j0 = std::max(j - 1, 0), j1 = std::min(j + 1, field.ny() - 1);
      const Vec3 along((i1 - i0) * field.spacing(), 0, field.z(i1, j) - field.z(i0, j)),
          across(0, (j1 - j0) * field.spacing(), field.z(i, j1) - field.z(i, j0));
      mesh.normals.push_back(along.cross(across));
    }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * field.nx() + i); };
  for (int j = 0; j + 1 < field.ny(); ++j)
    for (int i = 0; i + 1 < field.nx(); ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

}  // namespace

int GltfMaterials::index(std::size_t material) {
  const auto [known, is_new] = written_.try_emplace(material, 0);
  if (is_new) known->second = file_.add("materials", gltf_material(scene_.materials[material]));
  return known->second;
}

void add_gltf_ground(const Scene& scene, GltfMaterials& materials, GltfFile& file, int root) {
  if (!scene.ground) return;
  const int mesh =
      add_gltf_mesh(surface(*scene.ground), materials.index(scene.ground->material), file);
  file.add_child(root, file.add_node(Json::object().add("name", "ground").add("mesh", mesh)));
}

void add_gltf_cameras(const Scene& scene, GltfSpan span, GltfFile& file, GltfMotion& motion,
                      int root) {
  for (std::size_t v = 0; v < scene.views.size(); ++v) {
    const SceneView& view = scene.views[v];
    if (view.cameras.size() < span.to) continue;
    std::vector<Vec3> places;
    std::vector<Quat> turns;
    for (std::size_t frame = span.from; frame < span.to; ++frame) {
      const SceneCamera& camera = view.cameras[frame];
      places.push_back(camera.position);
      turns.push_back(looking(camera.position, camera.target, view.up));
    }
    const int camera = file.add("cameras", gltf_camera(scene, view, view.cameras[span.from]));
    const std::string name = scene.views.size() == 1 ? "camera" : "camera " + std::to_string(v + 1);
    const int node = file.add_node(Json::object()
                                       .add("name", name)
                                       .add("camera", camera)
                                       .add("translation", gltf_vector(places.front()))
                                       .add("rotation", gltf_quaternion(turns.front())));
    file.add_child(root, node);
    motion.move(node, places);
    motion.turn(node, turns);
  }
}

void add_gltf_lights(const Scene& scene, GltfSpan span, GltfFile& file, GltfMotion& motion,
                     int root) {
  Json lights = Json::array();
  int count = 0;
  for (const SceneLight& light : scene.lights) {
    const double shown = std::exp2(scene.exposure);
    lights.push(gltf_light(light, span.from, shown));
    std::vector<Vec3> places;
    std::vector<Quat> turns;
    for (std::size_t frame = span.from; frame < span.to; ++frame) {
      const bool sun = light.kind == LightKind::sun;
      const Vec3 ride =
          light.follow && !scene.views.empty() && frame < scene.views[0].cameras.size()
              ? scene.views[0].cameras[frame].ride
              : Vec3(Vec3::Zero());
      const Vec3 at = sun ? Vec3(Vec3::Zero()) : Vec3(light.position[frame] + ride);
      places.push_back(at);
      turns.push_back(looking(at, sun ? light.direction : Vec3(light.target[frame] + ride), {}));
    }
    const Json which =
        Json::object().add("KHR_lights_punctual", Json::object().add("light", count));
    const int node = file.add_node(Json::object()
                                       .add("name", "light " + std::to_string(++count))
                                       .add("translation", gltf_vector(places.front()))
                                       .add("rotation", gltf_quaternion(turns.front()))
                                       .add("extensions", which));
    file.add_child(root, node);
    motion.move(node, places);
    motion.turn(node, turns);
  }
  if (count > 0) file.use_extension("KHR_lights_punctual", Json::object().add("lights", lights));
}

}  // namespace gambol
