#pragma once

// The map of MAP-Elites (Mouret and Clune 2015): in each cell of the product of the niches the
// fittest candidate so far.

#include <map>
#include <optional>
#include <vector>

#include "base/random.h"
#include "shot/evolution_spec.h"

namespace gambol {

class Elites {
 public:
  // An elite leaves its cell after `life` candidates (E. Real and others, 2019), if that is given:
  // so every line of descent goes on, at some cost of fitness.
  explicit Elites(const std::vector<NicheSpec>& niches, std::optional<int> life = {})
      : niches_(niches), life_(life) {}

  // [niche] the cell of these descriptors, SI.
  std::vector<int> cell_of(const std::vector<double>& descriptors) const;
  // Returns whether the candidate becomes the elite of its cell: it is the first there, fitter, or
  // the elite there has lived.
  bool offer(int candidate, double fitness, const std::vector<double>& descriptors);
  // The elite of a cell, each with the same chance; nothing if there is none.
  std::optional<int> pick(Random& random) const;

  struct Elite {
    int candidate = 0;
    double fitness = 0;
  };
  const std::map<std::vector<int>, Elite>& cells() const { return cells_; }

 private:
  std::vector<NicheSpec> niches_;
  std::optional<int> life_;
  std::map<std::vector<int>, Elite> cells_;
};

}  // namespace gambol
