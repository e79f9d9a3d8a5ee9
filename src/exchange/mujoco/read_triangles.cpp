#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string_view>

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
  return k == 0;
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  return word;
}

template <typename Number>
bool parse(std::string_view word, Number& x) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return std::from_chars(word.data(), word.data() + word.size(), x).ec == std::errc();
}

// Positions and faces alone: "v x y z", "f 1/2/3 ...".
bool read_obj_text(std::string_view text, Triangles& to) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view kind = next_word(line);
    if (kind == "v") {
      Vec3 p;
      for (int k = 0; k < 3; ++k)
        if (!parse(next_word(line), p[k])) return false;
      to.positions.push_back(p);
    } else if (kind == "f") {
      std::vector<std::uint32_t> face;
      for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        long index = 0;
        if (!parse(word, index)) return false;
        const long vertex = index < 0 ? static_cast<long>(to.positions.size()) + index : index - 1;
        if (vertex < 0) return false;
        face.push_back(static_cast<std::uint32_t>(vertex));
      }
      for (std::size_t i = 2; i < face.size(); ++i)
        to.corners.push_back({face[0], face[i - 1], face[i]});
    }
  }
  return true;
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
                                     std::string& why, bool& pictures) {
  std::vector<MeshPart> parts;
  if (ending == ".dae") {
    parts = read_collada(bytes, why, pictures);
  } else {
    Triangles& mesh = parts.emplace_back().triangles;
    const bool good = ending == ".obj" ? read_obj_text(bytes, mesh)
                      : ending == ".msh"
                          ? read_msh(bytes, mesh)
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
