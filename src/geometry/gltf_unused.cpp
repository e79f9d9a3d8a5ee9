// What a glTF file has and a figure has not.

#include <algorithm>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

// Extensions that are read, or named where they are used.
bool is_known(const std::string& extension) {
  return extension.starts_with("KHR_materials") || extension.starts_with("KHR_texture") ||
         extension.starts_with("EXT_texture") || extension == "KHR_lights_punctual" ||
         extension == "KHR_mesh_quantization";
}

bool has_area(const tinygltf::Primitive& primitive) {
  return primitive.mode < 0 || primitive.mode >= TINYGLTF_MODE_TRIANGLES;
}

}  // namespace

void add_unused(const GltfSource& file, const GltfNodes& nodes, GltfSkeleton& skeleton) {
  const tinygltf::Model& model = file.model;
  const auto add = [&](const char* kind, const std::string& name, const char* why) {
    skeleton.unused.push_back({kind, name, why});
  };
  for (std::size_t s = 0; s < model.scenes.size(); ++s)
    if (static_cast<int>(s) != std::max(model.defaultScene, 0))
      add("scene", model.scenes[s].name.empty() ? fmt::format("{}", s) : model.scenes[s].name,
          "a shot shows one: that which the file says, or its first");
  for (const int index : nodes.order) {
    const tinygltf::Node& node = model.nodes[index];
    if (node.camera >= 0) add("camera", file.name_of(index), "a shot has cameras of its own");
    if (node.extensions.contains("KHR_lights_punctual"))
      add("light", file.name_of(index), "a look has lights of its own");
    if (node.mesh < 0) continue;
    const auto& primitives = file.at(model.meshes, node.mesh, "mesh").primitives;
    if (!std::all_of(primitives.begin(), primitives.end(), has_area))
      add("lines or points of node", file.name_of(index), "surfaces alone are seen");
    if (std::any_of(primitives.begin(), primitives.end(),
                    [](const tinygltf::Primitive& p) { return !p.targets.empty(); }))
      add("morph targets of node", file.name_of(index),
          "a skin bends with its bones alone; it has the shape that the file gives it");
  }
  for (const std::string& extension : model.extensionsUsed)
    if (!is_known(extension)) add("extension", extension, "what it adds is not there");
}

}  // namespace gambol
