#include "shot/check.h"

#include <algorithm>

#include "figure/figure_spec.h"
#include "gait/gait_spec.h"
#include "schema/yaml_tree.h"
#include "shot/compose.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/file_kinds.h"
#include "shot/look_spec.h"
#include "shot/run_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Shots come first: they may have a key `look` too.
std::string kind_of(const YamlNode& root) {
  for (const char* kind : file_kind_names)
    if (root.find(kind)) return kind;
  return "";
}

bool is_kind(const std::string& path, const std::string& kind) try {
  if (!parse_shot_reference(path).take.empty()) return false;
  std::vector<Problem> ignored;  // loading the file reports them
  return kind_of(read_yaml(path, ignored)) == kind;
} catch (const InputError&) {
  return false;
}

std::vector<Problem> problems_of(const std::string& reference) try {
  load_shot(reference);
  return {};
} catch (const InputError& e) {
  return e.problems();
}

// Problems of a shot and, if the shot itself is sound, of all its takes. A problem of the shot
// would otherwise be repeated for every take.
std::vector<Problem> problems_of_shot(const std::string& path) {
  std::vector<Problem> problems;
  ShotSpec shot;
  try {
    shot = load_shot(path);
  } catch (const InputError& e) {
    return e.problems();
  }
  for (const std::string& take : shot.takes.names)
    for (Problem problem : problems_of(path + "@" + take)) {
      const std::string within = "takes." + take;
      if (!problem.key.starts_with(within)) problem.key = within + ": " + problem.key;
      problems.push_back(problem);
    }
  return problems;
}

}  // namespace

bool is_sequence(const std::string& path) { return is_kind(path, "sequence"); }

bool is_run(const std::string& path) { return is_kind(path, "search"); }

std::vector<Problem> check_file(const std::string& path) {
  std::vector<Problem> problems;
  if (!parse_shot_reference(path).take.empty()) return problems_of(path);
  try {
    const YamlNode root = read_yaml(path, problems);
    const std::string kind = kind_of(root);
    if (kind == "shot") {
      return problems_of_shot(path);
    } else if (kind == "figure") {
      load_figure(path);
    } else if (kind == "look") {
      load_look(path);
    } else if (kind == "sequence") {
      load_sequence(path);
    } else if (kind == "preset") {
      load_preset(path);
    } else if (kind == "reflexes") {
      load_reflexes(path);
    } else if (kind == "gaits") {
      load_gaits(path);
    } else if (kind == "search") {
      load_run(path);
    } else {
      problems.push_back(
          {{path, root.line, root.col},
           "",
           "none of the keys shot, sequence, figure, reflexes, gaits, look, preset and search",
           "one of them, with a name: it says what the file is"});
    }
  } catch (const InputError& e) {
    return e.problems();  // includes the duplicate keys
  }
  return problems;
}

}  // namespace gambol
