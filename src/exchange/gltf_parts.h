#pragma once

// The parts of a scene as parts of a glTF file.

#include <map>
#include <vector>

#include "exchange/gltf_file.h"
#include "exchange/seen.h"

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
  int index(std::size_t material);  // in the file, of Scene::materials

 private:
  const Scene& scene_;
  GltfFile& file_;
  std::map<std::size_t, int> written_;
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

// A mesh of one of the file's materials; returns its index. `uvs` are not written: no material has
// pictures.
int add_gltf_mesh(const TriangleMesh& mesh, int material, GltfFile& file);

// A node at the beginning of a track.
Json gltf_node(const std::string& name, const SceneTrack& track);

}  // namespace gambol
