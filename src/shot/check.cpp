#include "shot/check.h"

#include "shot/describe.h"
#include "shot/figure_spec.h"
#include "shot/look_spec.h"
#include "shot/shot_spec.h"
#include "shot/yaml_tree.h"

namespace gambol {
namespace {

// Shots come first: they may have a key `look` too.
std::string kind_of(const YamlNode& root) {
  for (const std::string& kind : file_kinds())
    if (root.find(kind)) return kind;
  return "";
}

}  // namespace

std::vector<Problem> check_file(const std::string& path) {
  std::vector<Problem> problems;
  try {
    const YamlNode root = read_yaml(path, problems);
    const std::string kind = kind_of(root);
    if (kind == "shot") {
      load_shot(path);
    } else if (kind == "figure") {
      load_figure(path);
    } else if (kind == "look") {
      load_look(path);
    } else if (kind == "preset") {
      load_preset(path);
    } else {
      problems.push_back({{path, root.line, root.col},
                          "",
                          "none of the keys shot, figure, look and preset",
                          "one of them, with a name: it says what the file is"});
    }
  } catch (const InputError& e) {
    return e.problems();  // duplicate keys are among them again
  }
  return problems;
}

}  // namespace gambol
