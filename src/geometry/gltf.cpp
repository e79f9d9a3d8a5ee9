#include "geometry/gltf.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "geometry/gltf_nodes.h"

namespace gambol {

GltfMesh load_gltf_skin(const std::string& path) {
  const GltfSource file(path);
  return read_gltf_meshes(file, read_gltf_nodes(file));
}

TriangleMesh load_gltf(const std::string& path) { return load_gltf_skin(path).mesh; }

GltfMesh load_skin_mesh(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".glb" || ending == ".gltf") return load_gltf_skin(path);
  GltfMesh plain;
  plain.mesh = load_mesh(path);
  return plain;
}

std::vector<std::string> mesh_files(const std::string& path) {
  std::vector<std::string> files{path};
  if (std::filesystem::path(path).extension() != ".gltf") return files;
  try {
    const GltfSource file(path);
    for (const tinygltf::Buffer& buffer : file.model.buffers)
      if (!buffer.uri.empty() && !buffer.uri.starts_with("data:"))
        files.push_back(std::filesystem::path(path).parent_path() / buffer.uri);
  } catch (const InputError&) {  // load_gltf() will report it
  }
  return files;
}

TriangleMesh load_mesh(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".obj" || ending == ".OBJ") return load_obj(path);
  if (ending == ".glb" || ending == ".gltf") return load_gltf(path);
  refuse_mesh(path, fmt::format("a file ending in '{}'", ending), "an .obj, .gltf or .glb file");
}

}  // namespace gambol
