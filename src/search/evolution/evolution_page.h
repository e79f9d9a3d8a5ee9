#pragma once

// The page of an evolution: how fit candidates are, the map of its elites, the families of the best
// and how their limbs bear.

#include <map>
#include <string>

#include "search/evolution/evolution.h"

namespace gambol {

// When the limbs of a creature bear, in a part of its trial.
struct GaitDiagram {
  double from = 0, to = 0;  // s
  struct Limb {
    std::string name;
    std::vector<std::pair<double, double>> bears;  // s
  };
  std::vector<Limb> limbs;
};
// Simulates the creature again, and looks at the last `last` seconds. Empty if it fails.
GaitDiagram gait_diagram(const Creatures& creatures, const GenomeSpec& genome, double last);

// [way of moving]
using GaitDiagrams = std::map<std::string, GaitDiagram>;

// HTML, complete in itself. While the evolution runs, it loads itself anew from time to time.
std::string evolution_page(const Evolution& evolution, const GaitDiagrams& gaits, bool finished);

// All that the best of each way descend from, by number and fitness; lines lead from their mothers,
// faint ones from their fathers.
std::string family_plot(const Evolution& evolution);

// The mothers of a candidate, from it to a founder.
std::vector<int> line_of_mothers(const Evolution& evolution, int candidate);

}  // namespace gambol
