#pragma once

// The parts of a scene as parts of a glTF file.

#include <map>
#include <vector>

#include "exchange/formats/gltf_file.h"
#include "exchange/formats/seen.h"

namespace gambol {

// Channels of the one animation, which all have the same times.
class GltfMotion {
 public:
  GltfMotion(GltfFile& file, double fps, std::size_t frames);

  // A node's placement over the frames; of what never changes nothing.
  void follow(int node, const SceneTrack& track);
  // Not there before `frame`: of no size.
  void appear(int node, std::size_t frame);
  void finish(const std::string& name);

 private:
  void channel(int node, const char* path, int output, const char* interpolation);

  GltfFile& file_;
  std::size_t frames_;
  int times_ = -1;
  std::vector<Json> samplers_, channels_;
};

// Materials, as they are used.
class GltfMaterials {
 public:
  GltfMaterials(const Scene& scene, GltfFile& file) : scene_(scene), file_(file) {}
  // In the file, of Scene::materials: with its pictures on meshes that have texture coordinates,
  // else with their mean colours.
  int index(std::size_t material, bool pictured);
  // Whether the mesh is written with texture coordinates.
  bool is_pictured(std::size_t material, const TriangleMesh& mesh) const;

 private:
  Json material(const MaterialSpec& m, bool pictured);
  Json picture(const TextureSpec& texture);

  const Scene& scene_;
  GltfFile& file_;
  std::map<std::pair<std::size_t, bool>, int> written_;
  std::map<std::string, int> textures_;  // by the files of their pictures
  bool transforms_ = false;
};

// The ground, below the node `root`.
void add_gltf_ground(const Scene& scene, GltfMaterials& materials, GltfFile& file, int root);
// Cameras and lights, below the node `root`.
void add_gltf_cameras(const Scene& scene, SceneSpan span, GltfFile& file, GltfMotion& motion,
                      int root);
void add_gltf_lights(const Scene& scene, SceneSpan span, GltfFile& file, GltfMotion& motion,
                     int root);
// Figures with their bodies, shapes and skins.
void add_gltf_figures(const Scene& scene, SceneSpan span, GltfMaterials& materials, GltfFile& file,
                      GltfMotion& motion, int root);

// A mesh of one of Scene::materials; returns its index.
int add_gltf_mesh(const TriangleMesh& mesh, std::size_t material, GltfMaterials& materials,
                  GltfFile& file);
// Its texture coordinates, whose v glTF counts from the top.
void add_gltf_uvs(const TriangleMesh& mesh, GltfFile& file, Json& attributes);

// A node at the beginning of a track.
Json gltf_node(const std::string& name, const SceneTrack& track);

}  // namespace gambol
