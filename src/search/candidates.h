#pragma once

// The shots of a search's candidates: what the run file varies, put into the shots that it names.

#include <Eigen/Core>
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
  ShotSpec read(std::size_t scenario, std::vector<Problem>& problems);
  // `edits` says what is read from files and what was read before. `with_units`: values have their
  // parameters' units, so that reading finds whether these are those of the keys.
  ShotSpec load(const Eigen::VectorXd& x, std::size_t scenario, std::vector<Problem>& problems,
                TreeEdits edits, bool with_units = false) const;

  RunSpec run_;
  // What files said when the search began. Reading them, above all the meshes of skins, takes
  // longer than most simulations.
  std::vector<TreeEdits::Trees> trees_;  // [scenario]
  TreeEdits::Figures figures_;           // in whose files no parameter varies anything
  TreeEdits::Beginnings beginnings_;
};

}  // namespace gambol
