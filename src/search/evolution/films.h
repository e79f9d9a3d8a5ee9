#pragma once

// Candidates of an evolution as shots to film.

#include <string>
#include <vector>

#include "search/evolution/evolution.h"

namespace gambol {

// The candidates of a list such as `3,70,900^10,ways,elites:9`: numbers; the mother so many
// generations before; the fittest of each way; elites of the map. Throws std::invalid_argument.
std::vector<int> chosen_candidates(const Evolution& evolution, const std::string& list);

// A shot and a genome for each, and one shot, NAME_cast, in which all of them move side by side.
std::vector<Creatures::File> films_of(const Evolution& evolution, const std::vector<int>& chosen,
                                      const std::string& folder);

}  // namespace gambol
