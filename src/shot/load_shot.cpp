#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "shot/loader.h"
#include "shot/reading.h"
#include "shot/shot_fields.h"
#include "shot/text_file.h"

namespace gambol {
namespace {

void load_figures(const std::string& path, ShotSpec& shot, Findings& findings) {
  std::map<std::string, FigureSpec> loaded;
  for (CastSpec& cast : shot.motion.figures) {
    if (cast.file.empty()) continue;  // reported when it was read
    const std::string file = resolve_path(path, cast.file);
    if (!std::filesystem::is_regular_file(file)) {
      findings.report(cast.place, "file", in_quotes(cast.file),
                      fmt::format("a figure file (there is none at {})", file));
      continue;
    }
    cast.file = file;
    if (!loaded.contains(file)) loaded[file] = load_figure(file, findings);
    cast.figure = loaded[file];
  }
}

}  // namespace

ShotSpec load_shot(const std::string& path) {
  Findings findings;
  ShotSpec shot;
  LoadContext context{path, findings};
  load_document(context, read_yaml(path, findings.problems), "shot", shot, shot.name);
  const std::string stem = std::filesystem::path(path).stem().string();
  if (!shot.name.empty() && shot.name != stem)
    findings.report(shot.place, "shot", in_quotes(shot.name),
                    fmt::format("the name of the file, {}", in_quotes(stem)));
  shot.name = stem;
  load_figures(path, shot, findings);
  complete_shot(shot, findings);
  check_shot(shot, findings);
  findings.throw_if_any();
  return shot;
}

}  // namespace gambol
