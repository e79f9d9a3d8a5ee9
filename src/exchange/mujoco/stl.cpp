#include "exchange/mujoco/stl.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <vector>

namespace gambol {
namespace {

constexpr std::size_t head = 84, facet = 50;  // bytes: of the header with the count, of a triangle
constexpr std::uint32_t most_triangles = 200'000;  // MuJoCo's limit

std::string binary_stl(const std::vector<float>& corners) {
  const auto count = static_cast<std::uint32_t>(corners.size() / 9);
  std::string bytes(head + facet * count, '\0');
  std::memcpy(&bytes[80], &count, sizeof count);
  for (std::size_t i = 0; i < count; ++i)  // normals of 0: they follow from the corners
    std::memcpy(&bytes[head + facet * i + 12], &corners[9 * i], 9 * sizeof(float));
  return bytes;
}

}  // namespace

bool make_binary_stl(std::string& bytes, std::string& why) {
  std::uint32_t count = 0;
  if (bytes.size() >= head) std::memcpy(&count, &bytes[80], sizeof count);
  if (bytes.size() >= head && bytes.size() == head + facet * std::size_t(count)) {
    if (count >= 1 && count <= most_triangles) return true;
    why = fmt::format("it has {} triangles; MuJoCo reads 1 to {}", count, most_triangles);
    return false;
  }
  std::vector<float> corners;
  if (bytes.starts_with("solid")) {
    std::istringstream words(bytes);
    for (std::string word; words >> word;) {
      float x, y, z;
      if (word != "vertex") continue;
      if (!(words >> x >> y >> z) || !std::isfinite(x + y + z)) {
        corners.clear();
        break;
      }
      corners.insert(corners.end(), {x, y, z});
    }
  }
  if (corners.empty() || corners.size() % 9 != 0 || corners.size() / 9 > most_triangles) {
    why = corners.size() / 9 > most_triangles
              ? fmt::format("it has {} triangles; MuJoCo reads 1 to {}", corners.size() / 9,
                            most_triangles)
              : "it is a damaged STL file";
    return false;
  }
  bytes = binary_stl(corners);
  return true;
}

}  // namespace gambol
