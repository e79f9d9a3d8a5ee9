#include "exchange/replay_skins.h"

#include <algorithm>
#include <cmath>

#include "exchange/json_object.h"
#include "exchange/replay_figures.h"
#include "figure/figure_skin.h"

namespace gambol {
namespace {

// [vertex][4] numbers of the figure's bodies, and their weights times 65535.
void add_influences(const SkinMesh& skin, JsonObject& json) {
  std::vector<std::uint16_t> bodies, weights;
  for (std::size_t i = 0; i + 1 < skin.first.size(); ++i) {
    const std::size_t count =
        std::min<std::size_t>(skin.first[i + 1] - skin.first[i], replay_influences);
    const Influence* of = &skin.influences[skin.first[i]];
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += of[k].weight;
    for (std::size_t k = 0; k < replay_influences; ++k) {
      bodies.push_back(static_cast<std::uint16_t>(of[k < count ? k : 0].body));
      weights.push_back(
          static_cast<std::uint16_t>(k < count ? std::lround(65535 * of[k].weight / sum) : 0));
    }
  }
  json.json("influences", packed(bodies)).json("weights", packed(weights));
}

// Corners of triangles, sorted by material, and the range of corners with each material.
void add_triangles(const FigureSkin& skin, const LookSpec& look, JsonObject& json) {
  const auto numbers = material_numbers(look);
  std::vector<std::uint32_t> corners;
  std::vector<std::string> parts;
  for (std::size_t m = 0; m < skin.materials.size(); ++m) {
    const std::size_t first = corners.size();
    for (std::size_t t = 0; t < skin.mesh.mesh.triangles.size(); ++t)
      if (skin.mesh.material_of[t] == m)
        corners.insert(corners.end(), skin.mesh.mesh.triangles[t].begin(),
                       skin.mesh.mesh.triangles[t].end());
    const auto number = numbers.find(skin.materials[m]);
    JsonObject part;
    part.number("material", number == numbers.end() ? 0 : static_cast<double>(number->second));
    part.number("first", static_cast<double>(first));
    part.number("count", static_cast<double>(corners.size() - first));
    parts.push_back(part.str());
  }
  json.json("corners", packed(corners)).json("parts", json_list(parts));
}

std::string skin_json(const CastSpec& cast, const SkinSpec& spec, const LookSpec& look,
                      const Poses& poses) {
  const FigureSkin skin = make_skin(cast.figure, spec);
  std::vector<float> positions, normals, rests;
  std::vector<std::uint16_t> bodies;
  for (const Vec3& p : skin.mesh.mesh.positions)
    for (const double x : p) positions.push_back(static_cast<float>(x));
  for (const Vec3& n : skin.mesh.mesh.normals)
    for (const double x : n) normals.push_back(static_cast<float>(x));
  for (std::size_t b = 0; b < cast.figure.bodies.size(); ++b) {
    const int pose = poses.body_index(cast.name + "/" + cast.figure.bodies[b].name);
    bodies.push_back(static_cast<std::uint16_t>(std::max(pose, 0)));
    const Transform& X_BR = skin.mesh.X_BR[b];
    for (const double x : X_BR.p) rests.push_back(static_cast<float>(x));
    for (const double x : X_BR.R.coeffs()) rests.push_back(static_cast<float>(x));
  }
  JsonObject json;
  json.text("layer", spec.layer).json("positions", packed(positions));
  json.json("normals", packed(normals));
  json.json("bodies", packed(bodies)).json("rests", packed(rests));
  add_influences(skin.mesh, json);
  add_triangles(skin, look, json);
  return json.str();
}

}  // namespace

std::string replay_skins(const ShotSpec& shot, const Poses& poses) {
  std::vector<std::string> skins;
  for (const CastSpec& cast : shot.motion.figures)
    for (const SkinSpec& spec : cast.figure.skins)
      skins.push_back(skin_json(cast, spec, shot.look, poses));
  return json_list(skins);
}

}  // namespace gambol
