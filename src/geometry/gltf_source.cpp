#include "geometry/gltf_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/allowed_paths.h"
#include "base/error.h"
#include "base/file_cache.h"
#include "base/work_done.h"

namespace gambol {
namespace {

constexpr std::size_t most_zeros = 20'000'000;  // elements of which a file says only a few

// A glTF file may name other files as its buffers; a file from an untrusted author may only name
// allowed ones. `refusal` is a text that gets why the first file that cannot be read is not.
bool is_allowed_file(const std::string& path, void* refusal) {
  const std::string why = why_no_file(path, "a file of numbers");
  auto& first = *static_cast<std::string*>(refusal);
  if (first.empty()) first = why;
  return why.empty();
}

// The library itself says what is wrong with a file without content.
bool read_file(std::vector<unsigned char>* out, std::string* error, const std::string& path,
               void* refusal) {
  const std::shared_ptr<const std::string> bytes = file_content(path);
  if (!bytes || bytes->empty()) return tinygltf::ReadWholeFile(out, error, path, refusal);
  work_done.bytes_parsed += std::ssize(*bytes);
  out->assign(bytes->begin(), bytes->end());
  return true;
}

// Images are not decoded: the renderer's look names its textures itself.
bool skip_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
                int, void*) {
  return true;
}
bool keep_image(tinygltf::Image* image, int, std::string*, std::string*, int, int,
                const unsigned char* bytes, int size, void*) {
  image->image.assign(bytes, bytes + std::max(size, 0));
  return true;
}

template <class T>
double integer(const unsigned char* from, bool normalized) {
  T value;
  std::memcpy(&value, from, sizeof value);
  if (!normalized) return static_cast<double>(value);
  return std::max(static_cast<double>(value) / std::numeric_limits<T>::max(), -1.0);
}

}  // namespace

void refuse_mesh(const std::string& path, const std::string& found, const std::string& expected) {
  const Place place{path, 0, 0};
  throw InputError(Problem{place, "mesh", found, expected});
}

GltfSource::GltfSource(const std::string& path, GltfImages images) : path_(path) {
  // The library reads a folder as a file without an end.
  std::error_code none;
  if (!std::filesystem::is_regular_file(path_, none))
    fail("no file that can be read", "a glTF file");
  tinygltf::TinyGLTF loader;
  std::string refusal;
  loader.SetFsCallbacks(
      {is_allowed_file, tinygltf::ExpandFilePath, read_file, tinygltf::WriteWholeFile, &refusal});
  loader.SetImageLoader(images == GltfImages::kept ? keep_image : skip_image, nullptr);
  std::string error, warning;
  const bool binary = std::filesystem::path(path_).extension() != ".gltf";
  bool good = false;
  try {
    good = binary ? loader.LoadBinaryFromFile(&model, &error, &warning, path_)
                  : loader.LoadASCIIFromFile(&model, &error, &warning, path_);
  } catch (const std::exception& e) {
    error = e.what();
  }
  if (!good && !refusal.empty()) fail("a buffer in another file", refusal);
  if (!good) {
    std::replace(error.begin(), error.end(), '\n', ' ');
    while (error.ends_with(' ')) error.pop_back();
    fail(error.empty() ? "a damaged file" : fmt::format("a damaged file ({})", error), "glTF 2.0");
  }
  for (const std::string& name : model.extensionsRequired)
    if (!name.starts_with("KHR_materials") && !name.starts_with("KHR_texture") &&
        name != "KHR_lights_punctual" && name != "KHR_mesh_quantization")
      fail(fmt::format("a file that needs the extension {}", name),
           "one without, such as an export with compression off");
}

std::vector<double> GltfSource::numbers(int index, int width, const char* what) const {
  const tinygltf::Accessor& a = at(model.accessors, index, "accessor");
  if (tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(a.type)) != width)
    fail(fmt::format("{} of another type", what), fmt::format("{} numbers each", width));
  if (!a.sparse.isSparse && a.bufferView < 0)
    fail(fmt::format("{} without a buffer", what), "numbers");
  std::vector<double> out;
  if (a.bufferView < 0 && a.count > most_zeros)
    fail(fmt::format("{} {}s", a.count, what), fmt::format("at most {}", most_zeros));
  if (a.bufferView < 0)
    out.assign(a.count * width, 0);
  else
    out = numbers_of_view({a.bufferView, a.byteOffset, a.componentType, a.normalized, a.count,
                           a.ByteStride(at(model.bufferViews, a.bufferView, "buffer view"))},
                          width, what);
  if (a.sparse.isSparse) replace_sparse(a, width, what, out);
  return out;
}

// A sparse accessor says which of its elements differ, and how.
void GltfSource::replace_sparse(const tinygltf::Accessor& a, int width, const char* what,
                                std::vector<double>& numbers) const {
  const auto count = static_cast<std::size_t>(std::max(a.sparse.count, 0));
  const auto& indices = a.sparse.indices;
  const auto& values = a.sparse.values;
  const auto offset = [&](auto of) { return static_cast<std::size_t>(std::max<long long>(of, 0)); };
  const std::vector<double> at = numbers_of_view(
      {indices.bufferView, offset(indices.byteOffset), indices.componentType, false, count, 0}, 1,
      what);
  const std::vector<double> of = numbers_of_view(
      {values.bufferView, offset(values.byteOffset), a.componentType, a.normalized, count, 0},
      width, what);
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] < 0 || at[i] >= static_cast<double>(a.count))
      fail(fmt::format("{} {} of {}", what, at[i], a.count), "an index within the accessor");
    std::copy_n(of.begin() + static_cast<std::ptrdiff_t>(i) * width, width,
                numbers.begin() + static_cast<std::ptrdiff_t>(at[i]) * width);
  }
}

std::vector<double> GltfSource::numbers_of_view(const Numbers& n, int width,
                                                const char* what) const {
  const tinygltf::BufferView& view = at(model.bufferViews, n.view, "buffer view");
  const tinygltf::Buffer& buffer = at(model.buffers, view.buffer, "buffer");
  const int size = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(n.type));
  const int stride = n.stride > 0 ? n.stride : size * width;
  if (size <= 0 || stride < size * width)
    fail(fmt::format("{} of another type", what), fmt::format("{} numbers each", width));
  const std::size_t bytes = buffer.data.size();
  if (n.count == 0) return {};
  if (view.byteOffset > bytes || n.offset > bytes || n.count > bytes ||
      view.byteOffset + n.offset + (n.count - 1) * stride + size * width > bytes)
    fail(fmt::format("{} beyond the end of their buffer", what), "a whole file");
  const unsigned char* from = buffer.data.data() + view.byteOffset + n.offset;
  std::vector<double> out;
  out.reserve(n.count * width);
  for (std::size_t i = 0; i < n.count; ++i)
    for (int k = 0; k < width; ++k)
      out.push_back(number(from + i * stride + k * size, n.type, n.normalized, what));
  return out;
}

double GltfSource::number(const unsigned char* from, int type, bool normalized,
                          const char* what) const {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return integer<std::int8_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return integer<std::uint8_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return integer<std::int16_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return integer<std::uint16_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return integer<std::uint32_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_FLOAT: {
      float value;
      std::memcpy(&value, from, sizeof value);
      if (!std::isfinite(value)) fail(fmt::format("{} that are not finite", what), "numbers");
      return value;
    }
    default:
      fail(fmt::format("{} of type {}", what, type), "integers or floats");
  }
}

std::string GltfSource::name_of(int node) const {
  const std::string& name = at(model.nodes, node, "node").name;
  return name.empty() ? fmt::format("node {}", node) : name;
}

}  // namespace gambol
