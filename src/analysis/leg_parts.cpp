#include "analysis/leg_parts.h"

#include "figure/find.h"
#include "figure/joint_motion.h"

namespace gambol {

const LegSpec* leg_with(const FigureSpec& figure, const std::string& part) {
  const BodySpec* meant = find_body(figure, part);
  if (!meant)
    if (const auto dof = find_dof(figure, part)) meant = dof->body;
  if (!meant) return nullptr;
  for (const LegSpec& leg : figure.legs)
    for (const std::string& foot : leg.feet)
      for (const BodySpec* body = find_body(figure, foot); body && !body->parent.empty();
           body = find_body(figure, body->parent))
        if (body == meant) return &leg;
  return nullptr;
}

}  // namespace gambol
