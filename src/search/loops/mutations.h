#pragma once

// Faults put into a shot on purpose, to see whether its expectations notice: an expectation that
// cannot fail is a defect.

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "shot/shot_spec.h"

namespace gambol {

struct Poses;

struct Mutation {
  Fault fault;
  std::string what;  // one sentence
  // Puts the fault into the shot; `poses` are those of the sound shot. Returns whether the shot has
  // what the fault is about, such as legs.
  std::function<bool(ShotSpec& shot, const Poses& poses)> put;

  std::string_view name() const { return name_of(fault); }
};

const std::vector<Mutation>& all_mutations();

// What came of a mutation.
struct MutationResult {
  const Mutation* mutation = nullptr;
  bool applies = false;
  double moved = 0;  // greatest distance of a body in the film from its sound place, of the size of
                     // its figure
  bool seen() const { return moved > 0.02; }
  std::vector<std::string> missed;  // titles of expectations that the sound shot meets and this not
  std::string failure;              // why the simulation ended early; "" if it did not
  std::string tolerated;            // why nothing need be missed, says the shot; may be empty
  bool caught() const { return !missed.empty() || !failure.empty(); }
  bool survives() const { return applies && seen() && !caught(); }
};

// Simulates the shot with each mutation and measures its expectations, those over starts too. The
// order of results is that of all_mutations(). Throws InputError if a shot that changed cannot
// begin, and RunError (bad_motion) if the sound shot misses an expectation.
std::vector<MutationResult> mutate(const ShotSpec& shot, const std::string& states,
                                   const std::function<void(double)>& progress = {});

}  // namespace gambol
