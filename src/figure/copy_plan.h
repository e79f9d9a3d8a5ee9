#pragma once

// What `copies:` of a figure asks for: the names of the copies, and where they go. For copies.cpp.

#include <optional>
#include <string>
#include <vector>

#include "base/vec.h"
#include "figure/figure_spec.h"
#include "schema/findings.h"

namespace gambol {

// What moves copy k from where the original is.
struct CopyStep {
  double angle = 0;
  Vec3 axis = Vec3::UnitZ(), centre = Vec3::Zero(), shift = Vec3::Zero();

  Mat3 rotation() const;
  Vec3 moved(const Vec3& p) const { return centre + rotation() * (p - centre) + shift; }
  // The same rotation about the axes x, y and z in turn; a single one where that is exact.
  std::vector<RotationSpec> turns() const;
};

struct CopyPlan {
  std::vector<std::string> names;  // [copy] instead of `from`
  std::vector<CopyStep> steps;     // [copy]
};
// Reports keys that do not agree, and then returns nothing.
std::optional<CopyPlan> plan_copies(const CopiesSpec& spec, Findings& findings);

}  // namespace gambol
