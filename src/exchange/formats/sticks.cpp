#include "exchange/formats/sticks.h"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/formats/yaml_words.h"

namespace gambol {
namespace {

constexpr double girth = 0.06;     // radius of a stick over its length
constexpr double shortest = 1e-4;  // m
constexpr double least_ball = 1e-3;

}  // namespace

std::string stick_shapes(const std::vector<Vec3>& tips, double ball) {
  std::string text = "    shapes:\n";
  const std::size_t before = text.size();
  for (const Vec3& tip : tips) {
    const double length = tip.norm();
    if (!(length > shortest)) continue;
    text += fmt::format("      - {{capsule: {{radius: {:.3g}, length: {:.6g}}}{}{}}}\n",
                        girth * length, length, yaml_at(tip / 2),
                        yaml_rotate(Quat::FromTwoVectors(Vec3::UnitY(), tip)));
  }
  if (text.size() == before) text += fmt::format("      - {{sphere: {:.3g}}}\n", ball);
  return text;
}

double stick_ball(double longest) { return std::max(girth * longest / 2, least_ball); }

}  // namespace gambol
