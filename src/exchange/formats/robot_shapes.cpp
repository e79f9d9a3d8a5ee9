#include "exchange/formats/robot_shapes.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "exchange/formats/mesh_text.h"
#include "exchange/formats/yaml_words.h"

namespace gambol {
namespace {

// A hull with more corners than this touches the ground as the box around its mesh.
constexpr std::size_t most_hull_corners = 200;
constexpr double opaque_from = 0.995;

std::string list_text(const char* key, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = fmt::format("    {}:\n", key);
  for (const std::string& item : items) text += fmt::format("      - {}\n", item);
  return text;
}

}  // namespace

std::string RobotShapes::text(const TreeBody& body) {
  std::vector<std::string> seen, hit;
  for (const RobotShape& shape : body.body->shapes) {
    if (shape.seen) seen.push_back(shape_text(shape, body.shift, false));
    if (shape.collides) hit.push_back(shape_text(shape, body.shift, true));
  }
  if (seen == hit) return list_text("shapes", seen);
  return list_text("collision", hit) + list_text("visible", seen);
}

std::string RobotShapes::shape_text(const RobotShape& shape, const Vec3& shift, bool hits) {
  Quat R = shape.X_BS.R;
  Vec3 at = shape.X_BS.p;
  // Ours lie along y.
  const Quat along_z(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));
  std::string solid;
  switch (shape.kind) {
    case RobotShapeKind::box:
      solid = fmt::format("box: {}", yaml_vector(shape.size));
      break;
    case RobotShapeKind::sphere:
      solid = fmt::format("sphere: {}", yaml_number(shape.radius));
      break;
    case RobotShapeKind::ellipsoid:
      solid = fmt::format("ellipsoid: {}", yaml_vector(shape.size));
      break;
    case RobotShapeKind::cylinder:
    case RobotShapeKind::capsule:
      R = R * along_z;
      solid = fmt::format("{}: {{radius: {}, length: {}}}",
                          shape.kind == RobotShapeKind::capsule ? "capsule" : "cylinder",
                          yaml_number(shape.radius), yaml_number(shape.length));
      break;
    case RobotShapeKind::mesh:
      solid = mesh_text(robot_.meshes[shape.mesh], hits, R, at);
      break;
  }
  std::string text = fmt::format("{{{}{}{}", solid, yaml_at(at - shift), yaml_rotate(R));
  if (!hits || shape.kind != RobotShapeKind::mesh) text += material_text(shape);
  return text + "}";
}

std::string RobotShapes::mesh_text(const RobotMesh& mesh, bool hits, const Quat& R, Vec3& at) {
  const bool hull = hits && !mesh.hull.empty();
  if (hull) {
    std::set<std::uint32_t> corners;
    for (const auto& t : mesh.hull) corners.insert(t.begin(), t.end());
    if (corners.size() > most_hull_corners) {
      Vec3 low = mesh.positions[*corners.begin()], high = low;
      for (const std::uint32_t v : corners) {
        low = low.cwiseMin(mesh.positions[v]);
        high = high.cwiseMax(mesh.positions[v]);
      }
      at += R * ((low + high) / 2);
      if (boxed_.insert(mesh.name).second)
        add_left_out(
            left_out_, Place{}, "convex hull of mesh", mesh.name,
            fmt::format("with {} corners it would be slow: it touches as a box", corners.size()));
      return fmt::format("box: {}", yaml_vector((high - low).cwiseMax(1e-6)));
    }
  }
  std::string stem;
  for (const char c : mesh.name)
    stem += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ? c : '_';
  const std::string name = fmt::format("{}/{}_{}{}.obj", figure_.name, stem,
                                       &mesh - robot_.meshes.data(), hull ? "_hull" : "");
  if (written_.insert(name).second)
    figure_.files.push_back({name, hull ? hull_text(mesh) : obj_text(mesh)});
  return fmt::format("mesh: {}", yaml_text(name));
}

std::string RobotShapes::material_text(const RobotShape& shape) {
  std::string name =
      shape.material.empty() ? fmt::format("color_{}", shape.color.substr(1)) : shape.material;
  const bool opaque = shape.opacity >= opaque_from;
  const auto is_taken = [&](const std::string& by) {
    const auto color = figure_.materials.find(by);
    const auto opacity = figure_.opacities.find(by);
    return color != figure_.materials.end() &&
           (color->second != shape.color ||
            (opacity == figure_.opacities.end() ? !opaque : opacity->second != shape.opacity));
  };
  // A geom may have a colour of its own beside its material.
  if (is_taken(name) && !shape.material.empty())
    name = fmt::format("{}_{}", name, shape.color.substr(1));
  if (is_taken(name)) name = fmt::format("{}_{:.0f}", name, 100 * shape.opacity);
  figure_.materials.try_emplace(name, shape.color);
  if (!opaque) figure_.opacities.try_emplace(name, shape.opacity);
  return fmt::format(", material: {}", yaml_text(name));
}

}  // namespace gambol
