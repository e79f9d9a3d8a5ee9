#pragma once

// The parts of a scene as prims of a USD layer.

#include <map>
#include <string>

#include "exchange/formats/seen.h"
#include "exchange/formats/usd_text.h"

namespace gambol {

struct UsdStage {
  const Scene& scene;
  SceneSpan span;
  UsdText text;
  std::map<std::size_t, std::string> materials;  // path of Scene::materials
  std::map<std::size_t, std::string> surfaces;   // path of Scene::meshes
};

// What other prims refer to; to be written before them.
void add_usd_materials(UsdStage& stage);
void add_usd_surfaces(UsdStage& stage);

void add_usd_ground(UsdStage& stage);
void add_usd_figures(UsdStage& stage);
// The skins of a figure, as one SkelRoot.
void add_usd_skins(UsdStage& stage, std::size_t figure);
void add_usd_cameras(UsdStage& stage);
void add_usd_lights(UsdStage& stage);  // and the sky
void add_usd_particles(UsdStage& stage);

// The properties of a Mesh that say what its surface is; `uvs`: with texture coordinates.
void usd_mesh(UsdText& text, const TriangleMesh& mesh, bool uvs);
// Places the prim that is open.
void usd_place(UsdText& text, const SceneTrack& track);
Eigen::AlignedBox3d box_of(const std::vector<Vec3>& points);

}  // namespace gambol
