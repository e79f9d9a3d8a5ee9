#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "cli/motion.h"
#include "cli/verbs.h"
#include "search/calibrate_reflexes.h"

namespace gambol {
namespace {

// figures/roach_walker.yaml has its reflexes in figures/roach_walker.reflexes.yaml.
std::string beside_figure(const std::string& figure) {
  return std::filesystem::path(figure).replace_extension("reflexes.yaml").string();
}

}  // namespace

ExitCode calibrate_verb(const CalibrateOptions& options) {
  if (!(options.margin >= 0))
    throw UsageError(fmt::format("--margin {}: expected 0 or more", options.margin));
  std::vector<ShotSpec> shots;
  for (const std::string& name : options.shots) shots.push_back(load_sound_shot(name));
  const std::string path =
      options.to.empty() ? beside_figure(walker_of(shots[0]).file) : options.to;
  write_file(path, reflex_file_text(shots, options.margin));
  fmt::print("{}\n", path);
  return ExitCode::ok;
}

}  // namespace gambol
