#include "shot/world_spec.h"

#include "base/pattern.h"

namespace gambol {

bool CollisionsSpec::takes_part(const std::string& figure) const {
  return figures.empty() || any_matches(figures, figure);
}

}  // namespace gambol
