#pragma once

// The shots of a search's candidates: what the run file varies, put into the shots that it names.

#include <Eigen/Core>
#include <compare>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shot/run_spec.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"

namespace gambol {

class Candidates {
 public:
  // Checks that every path leads somewhere and that the objective can be measured, with the
  // parameters where they start. Throws InputError with every problem found.
  explicit Candidates(const RunSpec& run);

  const RunSpec& run() const { return run_; }
  // [parameter] in the unit cube: `start`, the middle of a range, or the first of a list of values.
  Eigen::VectorXd start() const;
  // The shot of the candidate x ([parameter] in the unit cube) in a scenario. Its expectations are
  // the terms of the objective. Throws InputError if these values make no valid shot.
  ShotSpec shot(const Eigen::VectorXd& x, std::size_t scenario) const;

  // Hash of all that results depend on: the run file, and every file that its shots read.
  std::string inputs() const;

  // The candidate as files to make shots of: a shot that extends that of the first scenario, and
  // one figure file for each figure that has parameters.
  struct File {
    std::string name, text;
  };
  // `folder`: where the files will lie.
  std::vector<File> written(const Eigen::VectorXd& x, const std::string& folder) const;

 private:
  // A path of a parameter that leads where few fields change the motion.
  struct Doubtful {
    std::size_t parameter = 0, slip = 0;  // indices
    auto operator<=>(const Doubtful&) const = default;
  };
  // The value that goes to the slip of the parameter, in the unit interval; nothing: it stays as it
  // is.
  using Values = std::function<std::optional<double>(std::size_t parameter, std::size_t slip)>;
  static Values values_of(const Eigen::VectorXd& x);

  ShotSpec read(std::size_t scenario, std::vector<Problem>& problems, std::set<Doubtful>& doubtful);
  // `edits` says what is read from files and what was read before. `doubtful`: checks the paths,
  // gets those that are so, and gives values their parameters' units, so that reading finds whether
  // these are those of the keys; null: does not.
  ShotSpec load(const Values& values, std::size_t scenario, std::vector<Problem>& problems,
                TreeEdits edits, std::set<Doubtful>* doubtful = nullptr) const;
  // As shot().
  ShotSpec load_again(const Values& values, std::size_t scenario) const;
  bool changes_motion(const Doubtful& path) const;
  Problem idle_path(const Doubtful& path) const;

  RunSpec run_;
  // What files said when the search began. Reading them, above all the meshes of skins, takes
  // longer than most simulations.
  std::vector<TreeEdits::Trees> trees_;  // [scenario]
  TreeEdits::Figures figures_;           // in whose files no parameter varies anything
  TreeEdits::Beginnings beginnings_;
};

}  // namespace gambol
