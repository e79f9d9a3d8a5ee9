#include "exchange/formats/gltf_file.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace gambol {
namespace {

constexpr int component_float = 5126, component_u32 = 5125, component_u16 = 5123;
constexpr std::uint32_t magic = 0x46546C67, chunk_json = 0x4E4F534A, chunk_bin = 0x004E4942;

std::size_t padded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

void append_word(std::string& out, std::size_t value) {
  const auto word = static_cast<std::uint32_t>(value);
  out.append(reinterpret_cast<const char*>(&word), sizeof word);  // little-endian, as this machine
}

}  // namespace

Json gltf_vector(const Vec3& v) {
  Json list = Json::array();
  for (const double x : v) list.push(Json::number(x, 9));
  return list;
}

Json gltf_quaternion(const Quat& q) {
  Json list = Json::array();
  for (const double x : q.coeffs()) list.push(Json::number(x, 9));
  return list;
}

int GltfFile::view(const void* values, std::size_t bytes, Use use) {
  bytes_.resize(padded(bytes_.size()), '\0');
  Json view = Json::object().add("buffer", 0).add("byteOffset", bytes_.size());
  view.add("byteLength", bytes);
  if (use != Use::data) view.add("target", static_cast<int>(use));
  bytes_.append(static_cast<const char*>(values), bytes);
  return add("bufferViews", view);
}

int GltfFile::texture(const std::string& bytes, const std::string& mime, const std::string& name) {
  const int image =
      add("images", Json::object()
                        .add("bufferView", view(bytes.data(), bytes.size(), Use::data))
                        .add("mimeType", mime)
                        .add("name", name));
  return add("textures", Json::object().add("source", image));
}

int GltfFile::accessor(const void* values, std::size_t bytes, std::size_t count, int component,
                       const char* type, Use use, const Json* least, const Json* most) {
  Json item = Json::object().add("bufferView", view(values, bytes, use));
  item.add("componentType", component).add("count", count).add("type", type);
  if (least) item.add("min", *least).add("max", *most);
  return add("accessors", item);
}

int GltfFile::floats(const std::vector<float>& values, int width, Use use, bool bounds) {
  static constexpr const char* types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
  const char* type = width == 16 ? "MAT4" : types[width];
  Json least = Json::array(), most = Json::array();
  for (int c = 0; bounds && c < width; ++c) {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (std::size_t i = c; i < values.size(); i += width) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    least.push(Json::number(low));
    most.push(Json::number(high));
  }
  return accessor(values.data(), values.size() * sizeof(float), values.size() / width,
                  component_float, type, use, bounds ? &least : nullptr, &most);
}

int GltfFile::indices(const std::vector<std::uint32_t>& values) {
  return accessor(values.data(), values.size() * sizeof(std::uint32_t), values.size(),
                  component_u32, "SCALAR", Use::corners, nullptr, nullptr);
}

int GltfFile::joints(const std::vector<std::uint16_t>& values) {
  return accessor(values.data(), values.size() * sizeof(std::uint16_t), values.size() / 4,
                  component_u16, "VEC4", Use::vertices, nullptr, nullptr);
}

int GltfFile::add(const std::string& name, const Json& item) {
  auto list = std::find_if(lists_.begin(), lists_.end(),
                           [&](const auto& named) { return named.first == name; });
  if (list == lists_.end()) list = lists_.insert(list, {name, {}});
  list->second.push_back(item);
  return static_cast<int>(list->second.size()) - 1;
}

int GltfFile::add_node(const Json& node) {
  nodes_.push_back(node);
  children_.emplace_back();
  return static_cast<int>(nodes_.size()) - 1;
}

void GltfFile::use_extension(const std::string& name, const std::optional<Json>& content) {
  extensions_.emplace_back(name, content);
}

std::string GltfFile::binary(const std::string& name, const std::string& about) const {
  Json asset = Json::object().add("version", "2.0").add("generator", "gambol " GAMBOL_VERSION);
  if (!about.empty()) asset.add("extras", Json::object().add("about", about));
  Json json = Json::object().add("asset", asset).add("scene", 0);
  Json nodes = Json::array(), roots = Json::array();
  for (const int root : roots_) roots.push(root);
  json.add("scenes", Json::array().push(Json::object().add("name", name).add("nodes", roots)));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Json node = nodes_[i];
    if (!children_[i].empty()) {
      Json list = Json::array();
      for (const int child : children_[i]) list.push(child);
      node.add("children", list);
    }
    nodes.push(node);
  }
  json.add("nodes", nodes);
  for (const auto& [list_name, items] : lists_) {
    Json list = Json::array();
    for (const Json& item : items) list.push(item);
    json.add(list_name, list);
  }
  if (!bytes_.empty())
    json.add("buffers",
             Json::array().push(Json::object().add("byteLength", padded(bytes_.size()))));
  if (!extensions_.empty()) {
    Json used = Json::array(), contents = Json::object();
    bool any = false;
    for (const auto& [extension, content] : extensions_) {
      used.push(extension);
      if (content) contents.add(extension, *content);
      any = any || content;
    }
    json.add("extensionsUsed", used);
    if (any) json.add("extensions", contents);
  }
  std::string text = json.text();
  text.resize(padded(text.size()), ' ');
  const std::size_t all = 12 + 8 + text.size() + 8 + padded(bytes_.size());
  if (all > std::numeric_limits<std::uint32_t>::max())
    throw RunError(ExitCode::failed, "a glTF file holds 4 GiB: export fewer frames or figures");
  std::string out;
  out.reserve(all);
  for (const std::size_t word : {std::size_t{magic}, std::size_t{2}, all}) append_word(out, word);
  append_word(out, text.size());
  append_word(out, chunk_json);
  out += text;
  append_word(out, padded(bytes_.size()));
  append_word(out, chunk_bin);
  out += bytes_;
  out.resize(all, '\0');
  return out;
}

}  // namespace gambol
