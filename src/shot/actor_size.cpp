#include "shot/actor_size.h"

#include <cmath>
#include <stdexcept>

#include "base/units.h"
#include "figure/body_measures.h"

namespace gambol {
namespace {

// NaN for what is no quantity.
double quantity(const YamlNode& node) try {
  return parse_quantity(node.text).value;
} catch (const std::invalid_argument&) {
  return NAN;
}

bool is_ratio(double x) { return x > 0 && std::isfinite(x); }

}  // namespace

Similarity similarity_of_size(const FigureSpec& figure, const YamlNode& size) {
  const double length = quantity(size) / longest_side(figure);
  if (!(length > 0)) return {};
  return {length, length * length * length};
}

Similarity similarity_of_person(const FigureSpec& figure, const YamlNode& person) {
  const YamlNode *height = person.find("height"), *mass = person.find("mass");
  Similarity by;
  if (height && figure.stature) by.length = quantity(*height) / *figure.stature;
  if (!(by.length > 0)) return {};
  by.mass = by.length * by.length * by.length;
  const double all = total_mass(figure);
  if (mass && all > 0 && quantity(*mass) > 0) by.mass = quantity(*mass) / all;
  return by;
}

std::optional<Similarity> similarity_of_figures(const FigureSpec& own, const FigureSpec& other) {
  if (own.legs.empty() != other.legs.empty()) return {};
  const auto measure = own.legs.empty() ? longest_side : leg_height;
  const Similarity by{measure(other) / measure(own), total_mass(other) / total_mass(own)};
  return is_ratio(by.length) && is_ratio(by.mass) ? by : Similarity{};
}

}  // namespace gambol
