#include "render/hair/lawn.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

constexpr double cells_in_reach = 40;

// Squares of the ground, as two triangles each. A square has the same number whatever is around it.
struct Squares {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<Float3> positions, normals;
  std::vector<std::uint32_t> numbers;

  void add(int i, int j, double side, double height) {
    const auto first = std::uint32_t(positions.size());
    for (int k = 0; k < 4; ++k) {
      positions.emplace_back(Vec3(side * (i + (k & 1)), side * (j + (k >> 1)), height));
      normals.emplace_back(0.0f, 0.0f, 1.0f);
    }
    triangles.push_back({first, first + 1, first + 2});
    triangles.push_back({first + 1, first + 3, first + 2});
    const std::uint32_t number = mix_bits(mix_bits(std::uint32_t(i)) ^ std::uint32_t(j));
    numbers.push_back(number), numbers.push_back(number + 1);
  }
};

}  // namespace

Strands grow_lawn(const HairGrowth& growth, double height, double extent, std::uint32_t seed,
                  const Vec3& origin, const HairView& view) {
  if (!view.camera) return {};
  const double reach = growth.spec().reach;
  const double side = std::exp2(std::round(std::log2(reach / cells_in_reach)));
  const Float3 from = view.camera->position();
  const double x = origin.x() + from.x, y = origin.y() + from.y;
  const auto cell = [&](double at) { return int(std::floor(at / side)); };
  Squares squares;
  for (int j = cell(y - reach); j <= cell(y + reach); ++j)
    for (int i = cell(x - reach); i <= cell(x + reach); ++i) {
      const double dx = side * (i + 0.5), dy = side * (j + 0.5);
      if (std::abs(dx) < extent && std::abs(dy) < extent &&
          std::hypot(dx - x, dy - y) < reach + side)
        squares.add(i, j, side, height);
    }
  const std::vector<Sample2> no_uvs;
  HairGround ground;
  ground.triangles = &squares.triangles;
  ground.rest = &squares.positions, ground.rest_normals = &squares.normals;
  ground.uvs = &no_uvs, ground.numbers = &squares.numbers;
  ground.is_world = true;
  ground.seed = seed;
  const Float3 shift(origin);
  ground.posed = [&](std::uint32_t vertex, std::size_t, Float3& p, Float3& n) {
    p = squares.positions[vertex] - shift, n = squares.normals[vertex];
  };
  return grow(growth, ground, view);
}

}  // namespace gambol
