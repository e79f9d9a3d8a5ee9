#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "shot/compose.h"
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
    // Relative to the file that says so, which may be one that this shot extends.
    const Written* written = findings.written(cast.place, "file");
    const std::string file = resolve_path(written ? written->place.file : path, cast.file);
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

ShotSpec load_shot(const std::string& text) {
  const ShotReference reference = parse_shot_reference(text);
  const std::string& path = reference.file;
  Findings findings;
  ShotSpec shot;
  LoadContext context{path, findings};
  const YamlNode root = compose_shot(reference, findings.problems);
  load_document(context, root, "shot", shot, shot.name);
  const std::string stem = std::filesystem::path(path).stem().string();
  if (!shot.name.empty() && shot.name != stem)
    findings.report(shot.place, "shot", in_quotes(shot.name),
                    fmt::format("the name of the file, {}", in_quotes(stem)));
  shot.name = reference.take.empty() ? stem : stem + "@" + reference.take;
  load_figures(path, shot, findings);
  complete_shot(shot, findings);
  check_shot(shot, findings);
  findings.throw_if_any();
  return shot;
}

}  // namespace gambol
