#include <algorithm>

#include "base/pattern.h"
#include "shot/cast_spec.h"

namespace gambol {
namespace {

bool walks(const CastSpec* cast) {
  return !cast->figure.legs.empty() && !cast->controllers.empty();
}

}  // namespace

const CastSpec* meant_figure(const std::vector<const CastSpec*>& figures) {
  std::vector<const CastSpec*> chosen;
  for (const CastSpec* cast : figures)
    if (!cast->is_obstacle) chosen.push_back(cast);
  if (chosen.size() > 1) std::erase_if(chosen, [](const CastSpec* cast) { return !walks(cast); });
  return chosen.size() == 1 ? chosen[0] : nullptr;
}

const CastSpec* meant_figure(const std::vector<CastSpec>& figures) {
  std::vector<const CastSpec*> all;
  for (const CastSpec& cast : figures) all.push_back(&cast);
  return meant_figure(all);
}

const CastSpec* figure_named(const std::vector<CastSpec>& figures, const std::string& name) {
  if (name.empty()) return meant_figure(figures);
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const CastSpec& cast) { return cast.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

std::vector<const CastSpec*> figures_named(const std::vector<CastSpec>& figures,
                                           const std::string& name) {
  std::vector<const CastSpec*> named;
  if (!is_pattern(name)) {
    if (const CastSpec* cast = figure_named(figures, name)) named.push_back(cast);
    return named;
  }
  for (const CastSpec& cast : figures)
    if (!cast.is_obstacle && matches(name, cast.name)) named.push_back(&cast);
  return named;
}

}  // namespace gambol
