#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/file_cache.h"
#include "base/work_done.h"
#include "geometry/mesh.h"
#include "geometry/subdivide.h"

namespace gambol {
namespace {

constexpr double farthest = 1e30;  // m; volumes and normals of a mesh of this size are still finite

struct Corner {
  std::uint32_t vertex = 0;
  std::optional<std::uint32_t> uv, normal;
  auto operator<=>(const Corner&) const = default;
};

// Reads one line, word by word.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line), rest_(line) {}

  std::string_view line() const { return line_; }
  // Returns the next word; "" at the end of the line.
  std::string_view next() {
    skip_blanks();
    std::size_t end = 0;
    while (end < rest_.size() && !is_blank(rest_[end])) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  // Reads a decimal number; returns false if none follows, or if it does not fit into a double.
  bool number(double& value) {
    skip_blanks();
    std::string_view text = rest_;
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    // std::from_chars() would accept "nan" and "inf" as well.
    if (first >= text.size() ||
        !(std::isdigit(static_cast<unsigned char>(text[first])) || text[first] == '.'))
      return false;
    const char* const stop = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), stop, value);
    if (error == std::errc::result_out_of_range)
      value = std::strtod(std::string(text.data(), end).c_str(), nullptr);  // 0 if it is so small
    else if (error != std::errc())
      return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return std::isfinite(value);
  }

 private:
  static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
  }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view line_, rest_;
};

class ObjReader {
 public:
  ObjReader(const std::string& path, std::size_t most) : place_{path, 0, 0}, most_(most) {}

  TriangleMesh triangles() {
    read();
    for (const std::vector<Corner>& corners : faces_) {
      std::vector<std::uint32_t> face;
      for (const Corner& c : corners) face.push_back(vertex_of(c));
      for (std::size_t i = 2; i < face.size(); ++i)
        mesh_.triangles.push_back({face[0], face[i - 1], face[i]});
    }
    finish_normals();
    if (uvs_.empty()) mesh_.uvs.clear();
    return std::move(mesh_);
  }

  PolygonMesh polygons() {
    read();
    PolygonMesh mesh;
    mesh.positions = points_;
    mesh.uvs = uvs_;
    mesh.faces.reserve(faces_.size());
    for (const std::vector<Corner>& corners : faces_) {
      mesh.faces.emplace_back().reserve(corners.size());
      for (const Corner& c : corners) mesh.faces.back().push_back(c.vertex);
      if (uvs_.empty()) continue;
      mesh.face_uvs.emplace_back();
      for (const Corner& c : corners) mesh.face_uvs.back().push_back(c.uv.value_or(0));
    }
    return mesh;
  }

 private:
  void read() {
    const std::shared_ptr<const std::string> bytes = file_content(place_.file);
    if (!bytes) fail("no file that can be read", "a Wavefront OBJ file");
    work_done.bytes_parsed += std::ssize(*bytes);
    for (std::string_view rest = *bytes; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      ++place_.line;
      place_.col = 1;
      read_line(line);
      if (std::max({corners_, points_.size(), normals_.size(), uvs_.size()}) > most_)
        fail("an oversized mesh",
             fmt::format("at most {} each of vertices, normals, texture coordinates and corners "
                         "of faces",
                         most_));
    }
    place_.line = place_.col = 0;
    if (faces_.empty()) fail("no faces", "a mesh with at least one face");
  }

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    throw InputError(Problem{place_, "mesh", found, expected});
  }
  [[noreturn]] void refuse(const Words& words, const std::string& expected) const {
    fail(fmt::format("'{}'", words.line()), expected);
  }

  void read_line(std::string_view line) {
    Words words(line);
    const std::string_view keyword = words.next();
    if (keyword == "v")
      points_.push_back(read_vector(words));
    else if (keyword == "f")
      read_face(words);
    else if (keyword == "vn")
      normals_.push_back(read_vector(words).normalized());
    else if (keyword == "vt")
      uvs_.push_back(read_uv(words));
  }

  Vec3 read_vector(Words& words) const {
    Vec3 v;
    if (!(words.number(v.x()) && words.number(v.y()) && words.number(v.z())) ||
        !(v.cwiseAbs().maxCoeff() <= farthest))
      refuse(words, fmt::format("three numbers of at most {}", farthest));
    return v;
  }

  // One number is enough: textures may be one-dimensional.
  Vec2 read_uv(Words& words) const {
    Vec2 uv = Vec2::Zero();
    if (!words.number(uv.x())) refuse(words, "one to three numbers");
    if (double v; words.number(v)) uv.y() = v;
    return uv;
  }

  // OBJ counts from 1; negative numbers count back from the last one read.
  std::uint32_t read_index(std::string_view text, std::size_t count, const Words& words) const {
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const long size = static_cast<long>(count), index = value < 0 ? size + value : value - 1;
    if (error != std::errc() || end != text.data() + text.size() || index < 0 || index >= size)
      refuse(words, "indices of vertices, texture coordinates and normals read before");
    return static_cast<std::uint32_t>(index);
  }

  Corner read_corner(std::string_view word, const Words& words) const {
    Corner corner;
    const auto slash = word.find('/');
    corner.vertex = read_index(word.substr(0, slash), points_.size(), words);
    if (slash == word.npos) return corner;
    const auto second = word.find('/', slash + 1);
    const std::string_view uv = word.substr(slash + 1, second - slash - 1);
    if (!uv.empty()) corner.uv = read_index(uv, uvs_.size(), words);
    if (second != word.npos)
      corner.normal = read_index(word.substr(second + 1), normals_.size(), words);
    return corner;
  }

  void read_face(Words& words) {
    std::vector<Corner>& face = faces_.emplace_back();
    face.reserve(4);  // most are triangles or quads
    for (std::string_view word = words.next(); !word.empty(); word = words.next())
      face.push_back(read_corner(word, words));
    corners_ += face.size();
    if (face.size() < 3) refuse(words, "a face of at least three vertices");
  }

  std::uint32_t vertex_of(const Corner& corner) {
    const auto [it, added] =
        known_.try_emplace(corner, static_cast<std::uint32_t>(mesh_.positions.size()));
    if (added) {
      mesh_.positions.push_back(points_[corner.vertex]);
      mesh_.normals.push_back(corner.normal ? normals_[*corner.normal] : Vec3::Zero());
      mesh_.uvs.push_back(corner.uv ? uvs_[*corner.uv] : Vec2::Zero());
      point_of_.push_back(corner.vertex);
      if (!corner.normal) smooth_.push_back(it->second);
    }
    return it->second;
  }

  // A point has one smooth normal, even if its corners have different texture coordinates.
  void finish_normals() {
    std::vector<Vec3> sum(points_.size(), Vec3::Zero());
    for (const auto& t : mesh_.triangles)
      for (int i = 0; i < 3; ++i) {
        const Vec3& p = mesh_.positions[t[i]];
        const Vec3 a = mesh_.positions[t[(i + 1) % 3]] - p, b = mesh_.positions[t[(i + 2) % 3]] - p;
        const Vec3 cross = a.cross(b);
        sum[point_of_[t[i]]] += std::atan2(cross.norm(), a.dot(b)) * cross.stableNormalized();
      }
    for (std::uint32_t i : smooth_) {
      const Vec3& n = sum[point_of_[i]];
      mesh_.normals[i] = n.norm() > 0 ? n.normalized() : Vec3::UnitZ();
    }
  }

  Place place_;
  std::size_t most_, corners_ = 0;
  std::vector<Vec3> points_, normals_;
  std::vector<Vec2> uvs_;
  std::vector<std::vector<Corner>> faces_;
  std::map<Corner, std::uint32_t> known_;
  std::vector<std::uint32_t> point_of_;  // [vertex]
  std::vector<std::uint32_t> smooth_;    // vertices that need a computed normal
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh load_obj(const std::string& path, std::size_t most) {
  return ObjReader(path, most).triangles();
}

PolygonMesh load_obj_polygons(const std::string& path) {
  return ObjReader(path, most_obj_elements).polygons();
}

}  // namespace gambol
