#include "shot/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/parallel_for.h>

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "figure/figure_spec.h"
#include "figure/fractions_spec.h"
#include "gait/gait_spec.h"
#include "schema/file_kinds.h"
#include "schema/findings.h"
#include "schema/loader.h"
#include "schema/yaml_tree.h"
#include "shot/actor_spec.h"
#include "shot/compose.h"
#include "shot/compose_skill.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/evolution_spec.h"
#include "shot/file_kinds.h"
#include "shot/look_spec.h"
#include "shot/project_spec.h"
#include "shot/run_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"
#include "shot/shot_takes.h"

namespace gambol {
namespace {

std::string names_of_kinds() {
  const std::span<const char* const> all(file_kind_names);
  return fmt::format("{} and {}", fmt::join(all.first(all.size() - 1), ", "), all.back());
}

using Parts = std::shared_ptr<const LoadedParts>;

std::vector<Problem> problems_of(const std::function<ShotSpec(Parts& parts)>& load,
                                 const MoreProblems& more) try {
  Parts parts;
  const ShotSpec shot = load(parts);
  return more ? more(shot, parts) : std::vector<Problem>{};
} catch (const InputError& e) {
  return e.problems();
}

// Problems of a shot and, if the shot itself can be loaded, of all its takes.
std::vector<Problem> problems_of_shot(const std::string& path, const MoreProblems& more) try {
  const ShotTakes takes(path);
  std::vector<Problem> problems;
  if (more) problems = more(takes.shot(), takes.parts());
  std::set<std::string> said;  // every take has these too
  for (const Problem& problem : problems) said.insert(problem.to_string());
  std::vector<std::vector<Problem>> found(takes.names().size());
  tbb::parallel_for(std::size_t{0}, found.size(),
                    [&](std::size_t i) { found[i] = check_take(takes, i, more); });
  std::size_t untold = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (Problem& problem : found[i]) {
      if (said.contains(problem.to_string())) continue;
      const std::string within = "takes." + takes.names()[i];
      if (!problem.key.starts_with(within)) problem.key = within + ": " + problem.key;
      if (problems.size() < most_problems)
        problems.push_back(std::move(problem));
      else
        ++untold;
    }
  if (untold > 0) {
    Problem more_problems;
    more_problems.place.file = path;
    more_problems.expected = fmt::format("and {} more problems", untold);
    problems.push_back(more_problems);
  }
  return problems;
} catch (const InputError& e) {
  return e.problems();
}

void check_skill(const std::string& path) {
  Findings findings;
  ControllerSpec spec;
  LoadContext context{path, findings};
  if (const std::optional<YamlNode> skill = compose_skill(path, findings.problems))
    load_document(context, *skill, "skill", spec, spec.name);
  findings.throw_if_any();
}

}  // namespace

std::vector<Problem> check_take(const ShotTakes& takes, std::size_t index,
                                const MoreProblems& more) {
  return problems_of([&](Parts& parts) { return takes.take(index, &parts); }, more);
}

std::string kind_of_file(const std::string& path) {
  std::vector<Problem> ignored;  // loading the file reports them
  return kind_of(read_yaml(path, ignored));
}

bool is_sequence(const std::string& path) try {
  return parse_shot_reference(path).take.empty() && kind_of_file(path) == "sequence";
} catch (const InputError&) {
  return false;
}

std::vector<Problem> check_file(const std::string& path, const MoreProblems& more) {
  std::vector<Problem> problems;
  if (!parse_shot_reference(path).take.empty())
    return problems_of([&](Parts&) { return load_shot(path); }, more);
  try {
    const YamlNode root = read_yaml(path, problems);
    const std::string kind = kind_of(root);
    if (kind == "shot") {
      std::vector<Problem> found = problems_of_shot(path, more);
      // A place, which shots with figures extend.
      if (!root.find("figures") && !root.find("extends"))
        std::erase_if(found, [](const Problem& p) { return p.key == "figures"; });
      return found;
    } else if (kind == "figure") {
      load_figure(path);
    } else if (kind == "actor") {
      check_actor(path);
    } else if (kind == "skill") {
      check_skill(path);
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
    } else if (kind == "fractions") {
      load_fractions(path);
    } else if (kind == "genome") {
      load_figure(path);  // with the figure that grows from it
    } else if (kind == "evolution") {
      load_evolution(path);
    } else if (kind == "project") {
      load_project(path);
    } else {
      problems.push_back({{path, root.line, root.col},
                          "",
                          "none of the keys " + names_of_kinds(),
                          "one of them, with a name: it says what the file is"});
    }
  } catch (const InputError& e) {
    return e.problems();  // includes the duplicate keys
  }
  return problems;
}

}  // namespace gambol
