#include "exchange/formats/yaml_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "base/json.h"

namespace gambol {
namespace {

constexpr double nothing = 1e-14;  // m or rad: rounding of what the file means as 0

bool is_plain_word(const std::string& text) {
  static const std::set<std::string> special{"true", "false", "null", "yes", "no",
                                             "on",   "off",   "y",    "n"};
  std::string lower;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (!std::isalnum(u) && c != '_' && c != '-' && c != '.') return false;
    lower += static_cast<char>(std::tolower(u));
  }
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_') &&
         !special.contains(lower);
}

}  // namespace

std::string yaml_text(const std::string& text) {
  return is_plain_word(text) ? text : Json(text).text();
}

std::string yaml_number(double x) {
  return std::abs(x) < nothing ? "0" : fmt::format("{:.15g}", x);
}

std::string yaml_vector(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", yaml_number(v.x()), yaml_number(v.y()), yaml_number(v.z()));
}

std::string yaml_at(const Vec3& at) {
  return at.cwiseAbs().maxCoeff() < nothing ? "" : fmt::format(", at: {}", yaml_vector(at));
}

Vec3 fixed_axis_angles(const Mat3& R) {
  // R = Rz Ry Rx.
  const double x = std::atan2(R(2, 1), R(2, 2));
  const double y = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  // With x known, R Rx^T = Rz Ry, whose second column has no part of y.
  const double z = std::atan2(std::sin(x) * R(0, 2) - std::cos(x) * R(0, 1),
                              std::cos(x) * R(1, 1) - std::sin(x) * R(1, 2));
  return {x, y, z};
}

std::string yaml_rotate(const Quat& rotation) {
  const Vec3 angles = fixed_axis_angles(rotation.normalized().toRotationMatrix());
  std::string list;
  for (int k = 0; k < 3; ++k)
    if (std::abs(angles[k]) > nothing)
      list += fmt::format("{}{} {} deg", list.empty() ? "" : ", ", "xyz"[k],
                          yaml_number(angles[k] * 180 / M_PI));
  return list.empty() ? "" : fmt::format(", rotate: [{}]", list);
}

}  // namespace gambol
