#pragma once

// The parts of a scene as parts of a glTF file.

#include <map>
#include <vector>

#include "exchange/gltf_file.h"
#include "exchange/scene.h"

namespace gambol {

// The frames of a scene that are written.
struct GltfSpan {
  std::size_t from = 0, to = 0;
  std::size_t size() const { return to - from; }
};

// Channels of the one animation, which all have the same times.
class GltfMotion {
 public:
  GltfMotion(GltfFile& file, double fps, std::size_t frames);

  // A path of a node's placement over the frames; nothing if it never changes, when `rest` is it.
  void turn(int node, const std::vector<Quat>& turns);
  void move(int node, const std::vector<Vec3>& places);
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
void add_gltf_cameras(const Scene& scene, GltfSpan span, GltfFile& file, GltfMotion& motion,
                      int root);
void add_gltf_lights(const Scene& scene, GltfSpan span, GltfFile& file, GltfMotion& motion,
                     int root);
// Figures with their bodies, shapes and skins.
void add_gltf_figures(const Scene& scene, GltfSpan span, GltfMaterials& materials, GltfFile& file,
                      GltfMotion& motion, int root);

// A mesh of one of the file's materials; returns its index. `uvs` are not written: no material has
// pictures.
int add_gltf_mesh(const TriangleMesh& mesh, int material, GltfFile& file);

}  // namespace gambol
