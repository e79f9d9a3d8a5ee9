#include "cli/output.h"

#include <fmt/format.h>

namespace gambol {

std::string Output::frame(const std::string& preset, int frame, const std::string& ending) const {
  return fmt::format("{}/{}.{:04}.{}", frames(preset), shot, frame, ending);
}

std::string Output::movie(const std::string& preset, const std::string& ending) const {
  if (preset == default_preset) return fmt::format("{}/{}.{}", folder, shot, ending);
  return fmt::format("{}/{}.{}.{}", folder, shot, preset, ending);
}

std::string Output::still(const std::string& kind, const std::string& preset,
                          const std::string& ending) const {
  if (preset == default_preset) return fmt::format("{}/{}.{}.{}", folder, shot, kind, ending);
  return fmt::format("{}/{}.{}.{}.{}", folder, shot, kind, preset, ending);
}

}  // namespace gambol
