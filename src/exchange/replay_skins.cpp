#include <algorithm>
#include <cmath>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

// [vertex][4] numbers of the figure's bodies, and their weights times 65535.
void add_influences(const SkinMesh& skin, Json& json) {
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
  json.add("influences", packed(bodies)).add("weights", packed(weights));
}

// Corners of triangles, sorted by material, and the range of corners with each material.
void add_triangles(const SceneSkin& skin, Json& json) {
  const std::vector<std::array<std::uint32_t, 3>>& triangles = skin.mesh.mesh.triangles;
  std::vector<std::uint32_t> corners;
  Json parts = Json::array();
  for (std::size_t m = 0; m < skin.materials.size(); ++m) {
    const std::size_t first = corners.size();
    for (std::size_t t = 0; t < triangles.size(); ++t)
      if (skin.mesh.material_of[t] == m)
        corners.insert(corners.end(), triangles[t].begin(), triangles[t].end());
    parts.push(Json::object()
                   .add("material", skin.materials[m])
                   .add("first", first)
                   .add("count", corners.size() - first));
  }
  json.add("corners", packed(corners)).add("parts", parts);
}

Json skin_json(const SceneSkin& skin) {
  std::vector<float> positions, normals, rests;
  for (const Vec3& p : skin.mesh.mesh.positions) add_floats(p, positions);
  for (const Vec3& n : skin.mesh.mesh.normals) add_floats(n, normals);
  for (const Transform& X_BR : skin.mesh.X_BR) {
    add_floats(X_BR.p, rests);
    add_floats(X_BR.R.coeffs(), rests);
  }
  const std::vector<std::uint16_t> bodies(skin.bodies.begin(), skin.bodies.end());
  Json json = Json::object()
                  .add("layer", skin.layer)
                  .add("positions", packed(positions))
                  .add("normals", packed(normals))
                  .add("bodies", packed(bodies))
                  .add("rests", packed(rests));
  if (!skin.mesh.mesh.uvs.empty()) json.add("uvs", packed_uvs(skin.mesh.mesh));
  add_influences(skin.mesh, json);
  add_triangles(skin, json);
  return json;
}

}  // namespace

Json replay_skins(const Scene& scene) {
  Json skins = Json::array();
  for (const SceneSkin& skin : scene.skins) skins.push(skin_json(skin));
  return skins;
}

}  // namespace gambol
