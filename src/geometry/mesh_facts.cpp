#include "geometry/mesh_facts.h"

#include <filesystem>
#include <limits>

#include "base/file_cache.h"
#include "geometry/gltf.h"
#include "geometry/mesh.h"
#include "geometry/mesh_parts.h"
#include "geometry/subdivide.h"

namespace gambol {
namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();  // facts are small

struct Nothing {};

// A .gltf file names others, of whose changes its own state says nothing.
template <class T, class Make>
T fact(FileCache<T>& known, const std::string& path, const Make& make) {
  if (std::filesystem::path(path).extension() == ".gltf") return make();
  return *known.get(path, make);
}

}  // namespace

void require_mesh(const std::string& path) {
  static FileCache<Nothing> known(all);
  fact(known, path, [&] {
    load_mesh(path);
    return Nothing{};
  });
}

void require_subdividable_mesh(const std::string& path) {
  static FileCache<Nothing> known(all);
  fact(known, path, [&] {
    check_subdivides(load_polygons(path), path);
    return Nothing{};
  });
}

Solidity solidity_of_mesh(const std::string& path) {
  static FileCache<Solidity> known(all);
  return fact(known, path, [&] {
    const TriangleMesh mesh = load_mesh(path);
    return Solidity{is_closed(mesh), mass_properties(mesh, 1).mass};
  });
}

std::vector<std::string> bones_of_mesh(const std::string& path) {
  static FileCache<std::vector<std::string>> known(all);
  return fact(known, path, [&] { return load_skin_mesh(path).bones; });
}

}  // namespace gambol
