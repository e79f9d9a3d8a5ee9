#include "search/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "analysis/measures.h"
#include "base/hash.h"
#include "base/text_file.h"
#include "figure/reading.h"
#include "schema/canonical.h"
#include "schema/merge_trees.h"
#include "schema/tree_path.h"
#include "search/give_up.h"
#include "search/parameter_value.h"
#include "shot/compose.h"
#include "shot/file_kinds.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

// Where a value is put: there stands `plus` + `by` times the value.
struct Slip {
  std::string path;
  double by = 1, plus = 0;
  std::string text = {};  // around the number
};

std::vector<Slip> slips(const ParameterSpec& p) {
  std::vector<Slip> all;
  for (const std::string& path : p.path) all.push_back({path});
  for (const std::string& path : p.mirrored) all.push_back({path, -1});
  for (const ScaledSpec& s : p.scaled) all.push_back({s.path, s.by, s.plus, s.text});
  return all;
}

// What stands there for the place x of the unit interval; `factor`: of the parameter's value.
// With its unit, so that reading finds whether it is that of the key.
YamlNode value_at(const ParameterSpec& p, const Slip& slip, double x, double factor,
                  bool with_unit = false) {
  if (!p.values.empty()) return value_node(value_text(p, x), p.place);
  const double by = factor * slip.by;
  if (!slip.text.empty()) {
    std::string text = slip.text;
    const std::string number = fmt::format("{:.17g}", slip.plus + by * parameter_value(p, x));
    if (const std::size_t at = text.find(number_place); at != text.npos)
      text.replace(at, std::string_view(number_place).size(), number);
    return scalar_node(text, p.place);
  }
  const bool own = slip.plus == 0 && std::abs(slip.by) == 1;  // others may be of another dimension
  if (with_unit && own && p.dimension && !p.dimension->unit().empty())
    return scalar_node(fmt::format("{:.17g} {}", by * parameter_value(p, x), p.dimension->unit()),
                       p.place);
  if (by == 1 && slip.plus == 0) return scalar_node(value_text(p, x), p.place);
  return scalar_node(fmt::format("{:.17g}", slip.plus + by * parameter_value(p, x)), p.place);
}

double factor_of(const ScenarioSpec& scenario, const std::string& parameter) {
  for (const FactorSpec& f : scenario.factors)
    if (f.name == parameter) return f.by;
  return 1;
}

bool has_figure(const ShotSpec& shot, const std::string& name) {
  return std::any_of(shot.motion.figures.begin(), shot.motion.figures.end(),
                     [&](const CastSpec& cast) { return cast.name == name; });
}

// Every term needs two rows or more of what the simulation records.
void check_windows(const RunSpec& run, const ShotSpec& shot, std::vector<Problem>& problems) {
  const double start = shot.motion.start, end = run.until.value_or(shot.end());
  const double rate = shot.motion.track_rate;
  for (const TermSpec& t : run.objective) {
    const double from = std::max(t.measured.from, start), to = t.measured.to.value_or(end);
    if (to <= end && to - from >= 2 / rate) continue;
    problems.push_back({t.place, "objective.from", fmt::format("from {:g} s to {:g} s", from, to),
                        fmt::format("two rows or more, at {:g} Hz, of the simulation, which runs "
                                    "from {:g} s to {:g} s",
                                    rate, start, end)});
  }
}

}  // namespace

Candidates::Candidates(const RunSpec& run) : run_(run), trees_(run.scenarios.size()) {
  std::vector<Problem> problems;
  for (std::size_t s = 0; s < run.scenarios.size(); ++s) {
    ShotSpec shot;
    try {
      shot = read(s, problems);
    } catch (const InputError& e) {
      problems.insert(problems.end(), e.problems().begin(), e.problems().end());
      continue;
    }
    for (const ParameterSpec& p : run.parameters)
      if (!p.figure.empty() && !has_figure(shot, p.figure))
        problems.push_back({p.place, "parameters.figure", in_quotes(p.figure),
                            "a figure of the shot " + shot.name});
    for (const Problem& problem : problems_of_measures(shot)) problems.push_back(problem);
    check_windows(run, shot, problems);
  }
  if (!problems.empty()) throw InputError(std::move(problems));
}

Eigen::VectorXd Candidates::start() const {
  Eigen::VectorXd x(static_cast<Eigen::Index>(run_.parameters.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const ParameterSpec& p = run_.parameters[static_cast<std::size_t>(i)];
    x[i] = !p.values.empty() ? 0 : p.start ? place_of_value(p, *p.start) : 0.5;
  }
  return x;
}

ShotSpec Candidates::read(std::size_t scenario, std::vector<Problem>& problems) {
  TreeEdits edits;
  edits.keep = &trees_[scenario];
  edits.figures = edits.keep_figures = &figures_;
  edits.beginnings = edits.keep_beginnings = &beginnings_;
  const std::vector<Problem> before = problems;
  ShotSpec shot;
  try {
    shot = load(start(), scenario, problems, edits, true);
  } catch (const InputError&) {
    figures_.clear();  // among them may be one with problems
    problems = before;
    load(start(), scenario, problems, {}, true);  // reports no problem of a figure twice
    throw;
  }
  for (const ParameterSpec& p : run_.parameters)
    std::erase_if(figures_, [&](const auto& figure) {
      return !p.figure.empty() && figure.first.starts_with(p.figure + " ");
    });
  return shot;
}

ShotSpec Candidates::load(const Eigen::VectorXd& x, std::size_t scenario,
                          std::vector<Problem>& problems, TreeEdits edits, bool with_units) const {
  const auto put = [&](const std::string& figure, YamlNode& tree, const FieldInfo& info) {
    for (std::size_t i = 0; i < run_.parameters.size(); ++i) {
      const ParameterSpec& p = run_.parameters[i];
      if (p.figure != figure) continue;
      const double factor = factor_of(run_.scenarios[scenario], p.name);
      for (const Slip& slip : slips(p)) {
        const YamlNode value =
            value_at(p, slip, x[static_cast<Eigen::Index>(i)], factor, with_units);
        Problem wrong = set_at(tree, slip.path, value, info);
        if (wrong.expected.empty()) continue;
        wrong.place = p.place;
        wrong.key = "parameters." + p.name + ": " + slip.path;
        problems.push_back(std::move(wrong));
      }
    }
  };
  edits.shot = [&](YamlNode& tree) {
    put("", tree, describe_shot());
    erase_keys(tree, {"expect"});
    if (!run_.give_up.empty())
      tree = merge_trees(std::move(tree), give_up_cues(run_.give_up, run_.place), describe_shot(),
                         problems);
  };
  const bool varies_figures = std::any_of(run_.parameters.begin(), run_.parameters.end(),
                                          [](const ParameterSpec& p) { return !p.figure.empty(); });
  if (varies_figures)
    edits.figure = [&](const std::string& figure, YamlNode& tree) {
      put(figure, tree, describe_figure());
    };
  ShotSpec shot = load_shot(run_.scenarios[scenario].reference, edits);
  for (const TermSpec& term : run_.objective) shot.expect.push_back(term.measured);
  shot.motion.track_rate = run_.rate.value_or(shot.motion.track_rate);
  return shot;
}

ShotSpec Candidates::shot(const Eigen::VectorXd& x, std::size_t scenario) const {
  std::vector<Problem> problems;
  TreeEdits edits;
  edits.trees = &trees_[scenario];
  edits.figures = &figures_;
  edits.beginnings = &beginnings_;
  ShotSpec shot = load(x, scenario, problems, edits);
  if (!problems.empty()) throw InputError(std::move(problems));
  return shot;
}

// At the start, and with each of the listed values, which may name other files.
std::string Candidates::inputs() const {
  Hasher hash;
  hash.add(GAMBOL_VERSION).add(canonical_text(run_, Touches::motion));
  const auto add = [&](const Eigen::VectorXd& x) {
    for (std::size_t s = 0; s < run_.scenarios.size(); ++s) {
      try {
        hash.add(motion_hash(shot(x, s)));
      } catch (const InputError& error) {
        hash.add(error.what());
      }
    }
  };
  add(start());
  for (std::size_t p = 0; p < run_.parameters.size(); ++p) {
    const std::size_t values = run_.parameters[p].values.size();
    for (std::size_t k = 1; k < values; ++k) {
      Eigen::VectorXd x = start();
      x[static_cast<Eigen::Index>(p)] =
          (static_cast<double>(k) + 0.5) / static_cast<double>(values);
      add(x);
    }
  }
  return hash.hex();
}

std::vector<Candidates::File> Candidates::written(const Eigen::VectorXd& x,
                                                  const std::string& folder) const {
  namespace fs = std::filesystem;
  const std::string best = run_.name + "_best";
  const auto relative = [&](const std::string& path) {
    return fs::proximate(fs::absolute(path), fs::absolute(folder)).generic_string();
  };
  // What the parameters change in a tree, as a tree of its own.
  const auto change = [&](const std::string& figure, YamlNode tree, const FieldInfo& info) {
    YamlNode sum, without;
    sum.kind = YamlNode::Kind::mapping;
    without.kind = YamlNode::Kind::sequence;
    std::vector<Problem> none;
    for (std::size_t i = 0; i < run_.parameters.size(); ++i) {
      const ParameterSpec& p = run_.parameters[i];
      for (const Slip& slip : slips(p)) {
        if (p.figure != figure) continue;
        YamlNode value = value_at(p, slip, x[static_cast<Eigen::Index>(i)], 1);
        // A file is named from the run file, and will be from `folder`.
        if (!p.values.empty() && slip.path.ends_with("file"))
          value.text = relative(resolve_path(p.place.file, value.text));
        std::vector<Problem> cannot;  // inside a list without names, which is replaced
        if (value.kind == YamlNode::Kind::null) leave_out(tree, slip.path, info, value, cannot);
        if (value.kind == YamlNode::Kind::null && cannot.empty()) {
          without.items.push_back(scalar_node(slip.path, p.place));
          continue;
        }
        set_at(tree, slip.path, value, info);
        sum = merge_trees(std::move(sum), change_at(tree, slip.path, info), info, none);
      }
    }
    if (!without.items.empty()) sum.entries.push_back({"without", 0, 0, std::move(without)});
    return sum;
  };
  std::vector<Problem> ignored;
  const ScenarioSpec& first = run_.scenarios[0];
  const YamlNode shot_tree = compose_shot(parse_shot_reference(first.reference), ignored);
  YamlNode over = change("", shot_tree, describe_shot());
  if (run_.rate)
    over.entries.push_back({"track_rate", 0, 0, scalar_node(fmt::format("{}", *run_.rate), {})});
  const ShotSpec shot = this->shot(x, 0);
  std::vector<File> files;
  for (const CastSpec& cast : shot.motion.figures) {
    const bool varied = std::any_of(run_.parameters.begin(), run_.parameters.end(),
                                    [&](const ParameterSpec& p) { return p.figure == cast.name; });
    if (!varied) continue;
    const std::string name = best + "_" + cast.name;
    const YamlNode figure =
        change(cast.name, compose_figure(cast.file, ignored), describe_figure());
    files.push_back({name, fmt::format("gambol: {}\nfigure: {}\nextends: {}\n{}", newest_version,
                                       name, relative(cast.file), yaml_text(figure))});
    YamlNode file = mapping_of("name", scalar_node(cast.name, {}));
    file.entries.push_back({"file", 0, 0, scalar_node(name + ".yaml", {})});
    YamlNode list;
    list.kind = YamlNode::Kind::sequence;
    list.items.push_back(std::move(file));
    over = merge_trees(std::move(over), mapping_of("figures", std::move(list)), describe_shot(),
                       ignored);
  }
  files.push_back({best, fmt::format("gambol: {}\nshot: {}\nextends: {}\n{}", newest_version, best,
                                     relative(first.reference), yaml_text(over))});
  return files;
}

}  // namespace gambol
