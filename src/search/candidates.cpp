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
#include "search/give_up.h"
#include "search/parameter_value.h"
#include "search/slip.h"
#include "shot/compose.h"
#include "shot/file_kinds.h"
#include "shot/fixed_step.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

double factor_of(const ScenarioSpec& scenario, const std::string& parameter) {
  for (const FactorSpec& f : scenario.factors)
    if (f.name == parameter) return f.by;
  return 1;
}

bool has_figure(const ShotSpec& shot, const std::string& name) {
  return std::any_of(shot.motion.figures.begin(), shot.motion.figures.end(),
                     [&](const CastSpec& cast) { return cast.name == name; });
}

// A mistake in a run file shows in every scenario.
std::vector<Problem> each_once(std::vector<Problem> problems) {
  std::set<std::string> told;
  std::erase_if(problems, [&](const Problem& p) { return !told.insert(p.to_string()).second; });
  return problems;
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
  std::set<Doubtful> doubtful;
  for (std::size_t s = 0; s < run.scenarios.size(); ++s) {
    ShotSpec shot;
    try {
      shot = read(s, problems, doubtful);
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
  if (problems.empty())
    for (const Doubtful& path : doubtful)
      if (!changes_motion(path)) problems.push_back(idle_path(path));
  if (!problems.empty()) throw InputError(each_once(std::move(problems)));
}

Problem Candidates::idle_path(const Doubtful& path) const {
  const ParameterSpec& p = run_.parameters[path.parameter];
  return {p.place, fmt::format("parameters.{}: {}", p.name, slips(p)[path.slip].path),
          "a path on which nothing of the motion depends",
          "a path to something that the measures depend on"};
}

Eigen::VectorXd Candidates::start() const {
  Eigen::VectorXd x(static_cast<Eigen::Index>(run_.parameters.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const ParameterSpec& p = run_.parameters[static_cast<std::size_t>(i)];
    x[i] = !p.values.empty() ? 0 : p.start ? place_of_value(p, *p.start) : 0.5;
  }
  return x;
}

ShotSpec Candidates::read(std::size_t scenario, std::vector<Problem>& problems,
                          std::set<Doubtful>& doubtful) {
  TreeEdits edits;
  edits.keep = &trees_[scenario];
  edits.figures = edits.keep_figures = &figures_;
  edits.beginnings = edits.keep_beginnings = &beginnings_;
  const std::vector<Problem> before = problems;
  ShotSpec shot;
  try {
    shot = load(values_of(start()), scenario, problems, edits, &doubtful);
  } catch (const InputError&) {
    figures_.clear();  // among them may be one with problems
    problems = before;
    load(values_of(start()), scenario, problems, {},
         &doubtful);  // reports no problem of a figure twice
    throw;
  }
  for (const ParameterSpec& p : run_.parameters)
    std::erase_if(figures_, [&](const auto& figure) {
      return !p.figure.empty() && figure.first.starts_with(p.figure + " ");
    });
  return shot;
}

Candidates::Values Candidates::values_of(const Eigen::VectorXd& x) {
  return
      [x](std::size_t parameter, std::size_t) { return x[static_cast<Eigen::Index>(parameter)]; };
}

ShotSpec Candidates::load(const Values& values, std::size_t scenario,
                          std::vector<Problem>& problems, TreeEdits edits,
                          std::set<Doubtful>* doubtful) const {
  const auto put_slip = [&](const Doubtful& at, const Slip& slip, YamlNode& tree,
                            const FieldInfo& info, TakenPaths& taken) {
    const std::optional<double> x = values(at.parameter, at.slip);
    if (!x) return;
    const ParameterSpec& p = run_.parameters[at.parameter];
    const double factor = factor_of(run_.scenarios[scenario], p.name);
    WayThere way;
    Problem wrong = set_at(tree, slip.path, value_at(p, slip, *x, factor, doubtful != nullptr),
                           info, doubtful ? &way : nullptr);
    if (wrong.expected.empty() && doubtful) {
      wrong = taken.take(p, way);
      if (way.touches != Touches::motion) doubtful->insert(at);
    }
    if (wrong.expected.empty()) return;
    wrong.place = p.place;
    wrong.key = "parameters." + p.name + ": " + slip.path;
    problems.push_back(std::move(wrong));
  };
  const auto put = [&](const std::string& figure, YamlNode& tree, const FieldInfo& info) {
    TakenPaths taken;
    for (std::size_t i = 0; i < run_.parameters.size(); ++i) {
      const ParameterSpec& p = run_.parameters[i];
      if (p.figure != figure) continue;
      const std::vector<Slip> all = slips(p);
      for (std::size_t k = 0; k < all.size(); ++k) put_slip({i, k}, all[k], tree, info, taken);
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
  if (run_.until && step_is_too_long(shot.motion, *run_.until))
    problems.push_back(
        {run_.place, "until", fmt::format("{:g} s", *run_.until),
         fmt::format("at least integrator.step, {:g} s", shot.motion.integrator.step)});
  for (const TermSpec& term : run_.objective) shot.expect.push_back(term.measured);
  shot.motion.track_rate = run_.rate.value_or(shot.motion.track_rate);
  return shot;
}

ShotSpec Candidates::shot(const Eigen::VectorXd& x, std::size_t scenario) const {
  return load_again(values_of(x), scenario);
}

// By the hash of the motion, with each value of the parameter there and with what stands there.
bool Candidates::changes_motion(const Doubtful& path) const {
  const ParameterSpec& p = run_.parameters[path.parameter];
  const Eigen::VectorXd begin = start();
  std::vector<std::optional<double>> places{std::nullopt};
  const std::size_t count = p.values.empty() ? 2 : p.values.size();
  for (std::size_t k = 0; k < count; ++k)
    places.push_back(p.values.empty() ? double(k) : (double(k) + 0.5) / double(count));
  for (std::size_t s = 0; s < run_.scenarios.size(); ++s) {
    std::set<std::string> hashes;
    for (const std::optional<double>& place : places) try {
        hashes.insert(motion_hash(load_again(
            [&](std::size_t i, std::size_t k) {
              return Doubtful{i, k} == path ? place : begin[static_cast<Eigen::Index>(i)];
            },
            s)));
      } catch (const InputError&) {  // it is read
        return true;
      }
    if (hashes.size() > 1) return true;
  }
  return false;
}

ShotSpec Candidates::load_again(const Values& values, std::size_t scenario) const {
  std::vector<Problem> problems;
  TreeEdits edits;
  edits.trees = &trees_[scenario];
  edits.figures = &figures_;
  edits.beginnings = &beginnings_;
  ShotSpec shot = load(values, scenario, problems, edits);
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
