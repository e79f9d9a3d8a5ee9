#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <map>
#include <string_view>

#include "exchange/mujoco/triangles.h"

namespace gambol {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  return word;
}

// Names may hold spaces.
std::string rest_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == line.npos) return "";
  return std::string(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
}

template <typename Number>
bool parse(std::string_view word, Number& x) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return std::from_chars(word.data(), word.data() + word.size(), x).ec == std::errc();
}

struct ObjMesh {
  Triangles triangles;
  std::vector<std::string> materials;    // by their numbers
  std::vector<std::size_t> material_of;  // [triangle]
  std::vector<std::string> libraries;    // names of MTL files
};

// "v x y z", "f 1/2/3 ...", "usemtl name", "mtllib name".
bool read_text(std::string_view text, ObjMesh& to) {
  std::map<std::string, std::size_t> numbers{{"", 0}};
  to.materials = {""};
  std::size_t material = 0;
  std::vector<Vec3>& positions = to.triangles.positions;
  while (!text.empty()) {
    std::string_view line = next_line(text);
    const std::string_view kind = next_word(line);
    if (kind == "v") {
      Vec3 p;
      for (int k = 0; k < 3; ++k)
        if (!parse(next_word(line), p[k])) return false;
      positions.push_back(p);
    } else if (kind == "f") {
      std::vector<std::uint32_t> face;
      for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        long index = 0;
        if (!parse(word, index)) return false;
        const long vertex = index < 0 ? static_cast<long>(positions.size()) + index : index - 1;
        if (vertex < 0) return false;
        face.push_back(static_cast<std::uint32_t>(vertex));
      }
      for (std::size_t i = 2; i < face.size(); ++i) {
        to.triangles.corners.push_back({face[0], face[i - 1], face[i]});
        to.material_of.push_back(material);
      }
    } else if (kind == "usemtl") {
      const auto [known, is_new] = numbers.try_emplace(rest_of(line), to.materials.size());
      if (is_new) to.materials.push_back(known->first);
      material = known->second;
    } else if (kind == "mtllib") {
      to.libraries.push_back(rest_of(line));
    }
  }
  return true;
}

// "newmtl name", "Kd r g b", "d alpha" or "Tr 1-alpha", "map_Kd file".
void read_library(std::string_view text, std::map<std::string, std::string>& colors,
                  bool& pictures) {
  struct Color {
    Vec3 rgb = Vec3::Ones();
    double alpha = 1;
    bool said = false;
  };
  std::map<std::string, Color> all;
  Color* own = nullptr;
  while (!text.empty()) {
    std::string_view line = next_line(text);
    const std::string_view kind = next_word(line);
    if (kind == "newmtl") own = &all[rest_of(line)];
    if (!own) continue;
    double x = 1;
    if (kind == "Kd") {
      own->said = true;
      for (int k = 0; k < 3; ++k)
        if (parse(next_word(line), x)) own->rgb[k] = x;
    } else if (kind == "d" && parse(next_word(line), x)) {
      own->alpha = x;
    } else if (kind == "Tr" && parse(next_word(line), x)) {
      own->alpha = 1 - x;
    } else if (kind == "map_Kd") {
      pictures = true;
    }
  }
  // Exporters that know no opacity write 0.
  for (const auto& [name, c] : all)
    if (c.said)
      colors[name] =
          fmt::format("{} {} {} {}", c.rgb.x(), c.rgb.y(), c.rgb.z(), c.alpha > 0 ? c.alpha : 1);
}

// One for each material that has triangles.
std::vector<MeshPart> parts_of(const ObjMesh& mesh) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<MeshPart> parts;
  for (std::size_t m = 0; m < mesh.materials.size(); ++m) {
    MeshPart part;
    part.name = mesh.materials[m];
    std::vector<std::uint32_t> number(mesh.triangles.positions.size(), none);
    for (std::size_t t = 0; t < mesh.triangles.corners.size(); ++t) {
      if (mesh.material_of[t] != m) continue;
      std::array<std::uint32_t, 3>& corners = part.triangles.corners.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh.triangles.corners[t][k];
        if (number[v] == none) {
          number[v] = static_cast<std::uint32_t>(part.triangles.positions.size());
          part.triangles.positions.push_back(mesh.triangles.positions[v]);
        }
        corners[k] = number[v];
      }
    }
    if (!part.triangles.corners.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::vector<MeshPart> read_obj(const std::string& bytes, const MeshColors& colors, bool& pictures) {
  constexpr std::size_t most_materials = 100;
  ObjMesh mesh;
  if (!read_text(bytes, mesh)) return {};
  for (const auto& t : mesh.triangles.corners)
    for (const std::uint32_t v : t)
      if (v >= mesh.triangles.positions.size()) return {};
  std::map<std::string, std::string> rgba;
  if (colors && mesh.materials.size() <= most_materials)
    for (const std::string& library : mesh.libraries)
      if (const auto text = colors(library)) read_library(*text, rgba, pictures);
  std::vector<MeshPart> parts;
  if (rgba.empty()) {
    parts.emplace_back().triangles = std::move(mesh.triangles);
    return parts;
  }
  parts = parts_of(mesh);
  for (MeshPart& part : parts)
    if (const auto color = rgba.find(part.name); color != rgba.end()) part.rgba = color->second;
  return parts;
}

}  // namespace gambol
