#include "shot/world_spec.h"

#include <algorithm>

#include "base/pattern.h"

namespace gambol {
namespace {

bool path_means_figure(const std::string& path, const std::string& figure) {
  return matches(path.substr(0, path.find('.')), figure);
}

}  // namespace

void settle_unused(ContactSpec& c, bool used) {
  // The defaults of version 1, for which hashes of motions were made.
  const auto settle = [](auto& open, auto value) {
    if (!open) open = value;
  };
  if (!used) {
    settle(c.strength, 17.5);
    settle(c.damping, 0.0);
    settle(c.friction_model, FrictionModel::damper);
    settle(c.friction_damping, 0.05);
  }
  if (!used || c.strength == 0.0) {
    settle(c.rise, 3000.0);
    settle(c.max_depth, 0.01);
  }
}

bool path_means(const std::string& path, const std::string& figure, const std::string& body) {
  const std::size_t dot = path.find('.');  // names of figures have none
  return path_means_figure(path, figure) &&
         (dot == path.npos || matches(path.substr(dot + 1), body));
}

namespace {

bool any_means(const std::vector<CollidingPairSpec>& pairs, const std::string& figure) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const CollidingPairSpec& pair) {
    return path_means_figure(pair.a, figure) || path_means_figure(pair.b, figure);
  });
}

}  // namespace

bool CollisionsSpec::touches_others(const std::string& figure) const {
  return pairs.empty() ? any_matches(figures, figure) : any_means(pairs, figure);
}

bool CollisionsSpec::touches_itself(const std::string& figure) const {
  return pairs.empty() ? any_matches(self, figure) : any_means(pairs, figure);
}

}  // namespace gambol
