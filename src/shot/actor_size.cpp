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

// Figures of the same size add up their lengths and masses in other orders.
double rounded_ratio(double x) { return std::abs(x - 1) < 1e-12 ? 1 : x; }

}  // namespace

Similarity similarity_of_size(const FigureSpec& figure, const YamlNode& size) {
  const double length = quantity(size) / longest_side(figure);
  if (!(length > 0)) return {};
  return {length, length * length * length};
}

namespace {

// `own`: the height of the figure that `build` says otherwise.
Similarity similarity_of_build(const FigureSpec& figure, double own, const YamlNode& build) {
  const YamlNode *height = build.find("height"), *mass = build.find("mass");
  Similarity by;
  if (height && own > 0) by.length = quantity(*height) / own;
  if (!(by.length > 0)) return {};
  by.mass = by.length * by.length * by.length;
  const double all = total_mass(figure);
  if (mass && all > 0 && quantity(*mass) > 0) by.mass = quantity(*mass) / all;
  return by;
}

}  // namespace

Similarity similarity_of_person(const FigureSpec& figure, const YamlNode& person) {
  return similarity_of_build(figure, figure.stature.value_or(0), person);
}

Similarity similarity_of_animal(const FigureSpec& figure, const YamlNode& animal) {
  return similarity_of_build(figure, shoulder_height(figure), animal);
}

std::optional<Similarity> similarity_of_figures(const FigureSpec& own, const FigureSpec& other) {
  if (own.legs.empty() != other.legs.empty()) return {};
  const auto measure = own.legs.empty() ? longest_side : leg_height;
  const Similarity by{rounded_ratio(measure(other) / measure(own)),
                      rounded_ratio(total_mass(other) / total_mass(own))};
  return is_ratio(by.length) && is_ratio(by.mass) ? by : Similarity{};
}

}  // namespace gambol
