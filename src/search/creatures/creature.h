#pragma once

// One creature in the shot of an evolution: made from its genome, simulated, measured.

#include <string>
#include <vector>

#include "figure/genome_spec.h"
#include "search/evaluation.h"
#include "shot/evolution_spec.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"

namespace gambol {

class Creatures {
 public:
  // `run` as load_evolution() gives it. Checks that everything can be measured. Throws InputError
  // with every problem found.
  explicit Creatures(const EvolutionSpec& run);

  const EvolutionSpec& run() const { return run_; }
  // The genome that the shot's figure is.
  const GenomeSpec& start() const { return start_; }
  // Whether the look of the shot has the material.
  bool has_material(const std::string& name) const;
  // The shot with another creature. Its expectations are the run's measures.
  ShotSpec shot(const GenomeSpec& genome) const;
  // Simulates and measures a creature: the cost is its fitness, negated.
  Trial tried(const GenomeSpec& genome) const;
  // Hash of all that results depend on: the run file, and every file that its shot reads.
  std::string inputs() const;

  // A creature as files to film: its genome, and a shot that extends that of the run and expects
  // what was measured in the trial, by the bounds of its way of moving.
  struct File {
    std::string name, text;
  };
  std::vector<File> written(const std::string& name, const GenomeSpec& genome, const Trial& trial,
                            const std::string& about, const std::string& folder) const;

  // Creatures side by side in one shot, so that the way of each leads along x. `names`: under which
  // they are written().
  File cast(const std::string& name, const std::vector<std::string>& names,
            const std::vector<GenomeSpec>& genomes, const std::string& about,
            const std::string& folder) const;

  // Of a trial, SI.
  double measured(const Trial& trial, const std::string& measure) const;
  std::vector<double> descriptors(const Trial& trial) const;
  // The name of the first way whose bounds the trial keeps; "" if there is none.
  std::string way_of(const Trial& trial) const;

 private:
  double direction(const GenomeSpec& genome) const;  // rad: of its way over the ground
  bool keeps(const Trial& trial, const BoundSpec& bound) const;
  // The first way whose bounds the trial keeps; nullptr if there is none.
  const MovingWaySpec* way_kept(const Trial& trial) const;
  std::string expectations(const MovingWaySpec& way, const Trial& trial) const;

  EvolutionSpec run_;
  TreeEdits::Trees trees_;
  GenomeSpec start_;
  std::string genome_file_;
  std::vector<double> per_si_;          // [measure] shown = si * per_si
  std::vector<std::string> materials_;  // of the shot's look
};

}  // namespace gambol
