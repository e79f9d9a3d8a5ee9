#include "cli/calibration_report.h"

#include <fmt/format.h>

#include <cmath>

namespace gambol {

std::string summary_of(const Calibration& c) {
  std::string text = fmt::format(
      "{}: {} joints calibrated; least eigenvalue of stiffness over inertia {:.4g} 1/s2{}, mode",
      c.figure, c.joints.size() - c.unheld.size(), c.mode.eigenvalue,
      c.mode.unstable() ? " (unstable)" : "");
  for (const ModePart& part : c.mode.parts) text += fmt::format(" {} {:.2f}", part.name, part.by);
  if (c.rigid) text += fmt::format("; with its joints held {:.4g} 1/s2", c.rigid->eigenvalue);
  text += fmt::format("; centre of mass at [{:.4f}, {:.4f}, {:.4f}] m", c.com.x(), c.com.y(),
                      c.com.z());
  if (!c.unheld.empty()) {
    text += "\nno spring can hold";
    for (const std::string& joint : c.unheld) text += " " + joint;
  }
  return text;
}

}  // namespace gambol
