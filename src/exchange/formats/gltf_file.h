#pragma once

// The parts of a glTF file while it is written: one buffer, and lists that refer to each other by
// index.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/vec.h"

namespace gambol {

class GltfFile {
 public:
  // What an accessor's numbers are for.
  enum class Use { data = 0, vertices = 34962, corners = 34963 };

  // Each adds `values` to the buffer, `width` of them an element, and returns the accessor's index.
  // `bounds`: with least and greatest values, which glTF wants of positions and times.
  int floats(const std::vector<float>& values, int width, Use use, bool bounds = false);
  int indices(const std::vector<std::uint32_t>& values);
  int joints(const std::vector<std::uint16_t>& values);  // four an element
  // A texture that repeats, of the bytes of a picture file; returns its index.
  int texture(const std::string& bytes, const std::string& mime, const std::string& name);

  // Adds `item` to the list `name` ("meshes") and returns its index.
  int add(const std::string& name, const Json& item);
  // A node, which may get children later; returns its index.
  int add_node(const Json& node);
  void add_child(int parent, int child) { children_.at(parent).push_back(child); }
  void use_extension(const std::string& name, const std::optional<Json>& content = {});

  // A node of the scene itself, below no other.
  void add_root(int node) { roots_.push_back(node); }

  // The whole file; `about` goes into the asset's extras. Throws RunError (failed) if it is too
  // large.
  std::string binary(const std::string& name, const std::string& about) const;

 private:
  int view(const void* values, std::size_t bytes, Use use);
  int accessor(const void* values, std::size_t bytes, std::size_t count, int component,
               const char* type, Use use, const Json* least, const Json* most);

  std::string bytes_;
  std::vector<std::pair<std::string, std::vector<Json>>> lists_;
  std::vector<Json> nodes_;
  std::vector<std::vector<int>> children_;
  std::vector<int> roots_;
  std::vector<std::pair<std::string, std::optional<Json>>> extensions_;
};

// Numbers as glTF has them.
Json gltf_vector(const Vec3& v);
Json gltf_quaternion(const Quat& q);  // x y z w

}  // namespace gambol
