#include <fmt/format.h>

#include <map>
#include <sstream>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

// Nodes, meshes and skins alone, in one file.
std::string bare_bytes(GltfSource& file) {
  tinygltf::Model& model = file.model;
  for (tinygltf::Buffer& buffer : model.buffers) buffer.uri.clear();
  for (tinygltf::Node& node : model.nodes) {
    node.camera = -1;
    node.extensions.clear();
  }
  for (tinygltf::Mesh& mesh : model.meshes)
    for (tinygltf::Primitive& primitive : mesh.primitives) {
      primitive.material = -1;
      primitive.extensions.clear();
    }
  model.materials.clear();
  model.textures.clear();
  model.images.clear();
  model.samplers.clear();
  model.animations.clear();
  model.cameras.clear();
  model.lights.clear();
  model.extensions.clear();
  std::erase_if(model.extensionsUsed,
                [](const std::string& name) { return name != "KHR_mesh_quantization"; });
  std::erase_if(model.extensionsRequired,
                [](const std::string& name) { return name != "KHR_mesh_quantization"; });
  std::ostringstream stream;
  if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, true))
    file.fail("a file that cannot be written again", "glTF 2.0");
  return stream.str();
}

// Takes the meshes out of nodes without a skin, and names the nodes.
std::vector<std::string> without_skins(GltfSource& file) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < file.model.nodes.size(); ++i) {
    tinygltf::Node& node = file.model.nodes[i];
    if (node.mesh < 0 || node.skin >= 0) continue;
    names.push_back(file.name_of(static_cast<int>(i)));
    node.mesh = -1;
  }
  return names;
}

}  // namespace

GltfSkeleton load_gltf_skeleton(const std::string& path) {
  GltfSource file(path);
  GltfSkeleton skeleton;
  skeleton.unskinned = without_skins(file);
  const auto refuse = [&] {
    file.fail("no mesh with a skin", "a character, whose mesh bones move");
  };
  if (skeleton.unskinned.size() == file.model.nodes.size() || file.model.skins.empty()) refuse();
  const GltfNodes nodes = read_gltf_nodes(file);
  skeleton.skin = read_gltf_meshes(file, nodes);
  std::map<int, int> bones;  // of nodes
  for (const tinygltf::Skin& skin : file.model.skins)
    for (const int node : skin.joints)
      if (nodes.world.contains(node)) bones.emplace(node, -1);
  if (bones.empty() || skeleton.skin.bones.empty()) refuse();
  std::map<std::string, int> names;
  std::vector<int> of;  // [bone] its node
  for (const int node : nodes.order) {
    const auto own = bones.find(node);
    if (own == bones.end()) continue;
    own->second = static_cast<int>(skeleton.bones.size());
    of.push_back(node);
    GltfBone& bone = skeleton.bones.emplace_back();
    bone.name = file.name_of(node);
    if (!names.emplace(bone.name, node).second)
      file.fail(fmt::format("two bones of the name \"{}\"", bone.name), "names of their own");
    bone.at = nodes.world.at(node).translation();
    for (auto up = nodes.parent.find(node); up != nodes.parent.end();
         up = nodes.parent.find(up->second))
      if (const auto found = bones.find(up->second); found != bones.end()) {
        bone.parent = found->second;
        break;
      }
  }
  read_gltf_motion(file, nodes, of, skeleton);
  skeleton.bytes = bare_bytes(file);
  return skeleton;
}

}  // namespace gambol
