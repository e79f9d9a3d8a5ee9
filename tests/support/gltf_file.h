#pragma once

// Writes small glTF files for tests.

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace gambol {

// Collects buffers, and the accessors that say what is in them.
class GltfFile {
 public:
  int floats(const std::vector<float>& values, int width) {
    static const char* types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    return add(values.data(), 4 * values.size(), values.size() / width, 5126,
               width == 16 ? "MAT4" : types[width]);
  }
  int indices(const std::vector<std::uint16_t>& values) {
    return add(values.data(), 2 * values.size(), values.size(), 5123, "SCALAR");
  }
  int joints(const std::vector<std::uint8_t>& values) {
    return add(values.data(), values.size(), values.size() / 4, 5121, "VEC4");
  }

  // `rest`: what follows buffers, views and accessors, such as `"nodes": [...]`.
  void write_glb(const std::string& path, const std::string& rest) const {
    std::string json = text(rest, "");
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string bytes = bytes_;
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    std::ofstream out(path, std::ios::binary);
    const auto word = [&](std::size_t value) {
      const auto v = static_cast<std::uint32_t>(value);
      out.write(reinterpret_cast<const char*>(&v), 4);
    };
    out << "glTF";
    word(2), word(12 + 8 + json.size() + 8 + bytes.size());
    word(json.size()), out << "JSON" << json;
    word(bytes.size()), out.write("BIN\0", 4), out << bytes;
  }
  void write_gltf(const std::string& path, const std::string& buffer,
                  const std::string& rest) const {
    std::ofstream(path) << text(rest, fmt::format(R"("uri": "{}", )", buffer));
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::ofstream(folder + buffer, std::ios::binary) << bytes_;
  }

 private:
  int add(const void* data, std::size_t size, std::size_t count, int type, const char* shape) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    const std::string comma = count_ > 0 ? ", " : "";
    views_ += fmt::format(R"({}{{"buffer": 0, "byteOffset": {}, "byteLength": {}}})", comma,
                          bytes_.size(), size);
    accessors_ +=
        fmt::format(R"({}{{"bufferView": {}, "componentType": {}, "count": {}, "type": "{}"}})",
                    comma, count_, type, count, shape);
    bytes_.append(static_cast<const char*>(data), size);
    return count_++;
  }

  std::string text(const std::string& rest, const std::string& uri) const {
    return fmt::format(R"({{"asset": {{"version": "2.0"}}, "buffers": [{{{}"byteLength": {}}}], )"
                       R"("bufferViews": [{}], "accessors": [{}], {}}})",
                       uri, bytes_.size(), views_, accessors_, rest);
  }

  std::string bytes_, views_, accessors_;
  int count_ = 0;
};

}  // namespace gambol
