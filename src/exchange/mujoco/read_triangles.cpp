#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <sstream>

#include "exchange/mujoco/triangles.h"

namespace gambol {
namespace {

constexpr std::size_t stl_head = 84, stl_facet = 50;  // bytes: header with the count, a triangle
constexpr std::size_t most_triangles = 2'000'000;

template <typename Number>
Number number_at(const std::string& bytes, std::size_t at) {
  Number x;
  std::memcpy(&x, bytes.data() + at, sizeof x);
  return x;
}

void add_triangle(const std::array<Vec3, 3>& corners, Triangles& to) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  to.positions.insert(to.positions.end(), corners.begin(), corners.end());
  to.corners.push_back({first, first + 1, first + 2});
}

bool read_binary_stl(const std::string& bytes, Triangles& to) {
  if (bytes.size() < stl_head) return false;
  const auto count = number_at<std::uint32_t>(bytes, 80);
  if (bytes.size() != stl_head + stl_facet * std::size_t(count)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 9; ++k)
      corners[k / 3][static_cast<int>(k % 3)] =
          number_at<float>(bytes, stl_head + stl_facet * i + 12 + 4 * k);
    add_triangle(corners, to);
  }
  return true;
}

bool read_text_stl(const std::string& bytes, Triangles& to) {
  if (!bytes.starts_with("solid")) return false;
  std::istringstream words(bytes);
  std::array<Vec3, 3> corners;
  std::size_t k = 0;
  for (std::string word; words >> word;) {
    if (word != "vertex") continue;
    float x, y, z;
    if (!(words >> x >> y >> z)) return false;
    corners[k++] = Vec3(x, y, z);
    if (k < 3) continue;
    add_triangle(corners, to);
    k = 0;
  }
  return k == 0 && !to.corners.empty();
}

// int32: vertices, normals, texture coordinates, faces; then floats and the faces' corners.
bool read_msh(const std::string& bytes, Triangles& to) {
  if (bytes.size() < 16) return false;
  std::array<std::size_t, 4> count;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto n = number_at<std::int32_t>(bytes, 4 * k);
    if (n < 0) return false;
    count[k] = static_cast<std::size_t>(n);
  }
  const std::size_t faces = 16 + 12 * count[0] + 12 * count[1] + 8 * count[2];
  if (bytes.size() != faces + 12 * count[3]) return false;
  for (std::size_t i = 0; i < count[0]; ++i) {
    Vec3 p;
    for (std::size_t k = 0; k < 3; ++k)
      p[static_cast<int>(k)] = number_at<float>(bytes, 16 + 12 * i + 4 * k);
    to.positions.push_back(p);
  }
  for (std::size_t i = 0; i < count[3]; ++i) {
    std::array<std::uint32_t, 3>& t = to.corners.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      t[k] = number_at<std::uint32_t>(bytes, faces + 12 * i + 4 * k);
  }
  return true;
}

bool is_sound(const Triangles& mesh) {
  for (const Vec3& p : mesh.positions)
    if (!p.allFinite()) return false;
  for (const auto& t : mesh.corners)
    for (const std::uint32_t v : t)
      if (v >= mesh.positions.size()) return false;
  return true;
}

}  // namespace

std::vector<MeshPart> read_triangles(const std::string& ending, const std::string& bytes,
                                     const MeshColors& colors, std::string& why, bool& pictures) {
  std::vector<MeshPart> parts;
  if (ending == ".dae") {
    parts = read_collada(bytes, why, pictures);
  } else if (ending == ".obj") {
    parts = read_obj(bytes, colors, pictures);
  } else {
    Triangles& mesh = parts.emplace_back().triangles;
    const bool good = ending == ".msh" ? read_msh(bytes, mesh)
                                       : read_binary_stl(bytes, mesh) || read_text_stl(bytes, mesh);
    if (!good) parts.clear();
  }
  std::size_t count = 0;
  for (const MeshPart& part : parts) {
    count += part.triangles.corners.size();
    if (!is_sound(part.triangles)) count = 0, parts.clear();
    if (parts.empty()) break;
  }
  if (count >= 1 && count <= most_triangles) return parts;
  if (why.empty())
    why = parts.empty()
              ? fmt::format("it is a damaged {} file", ending.substr(1))
              : fmt::format("it has {} triangles; 1 to {} are read", count, most_triangles);
  return {};
}

}  // namespace gambol
