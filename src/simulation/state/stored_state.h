#pragma once

// Stores a state in a file, and starts another simulation from a stored state.

#include <string>
#include <vector>

#include "simulation/cues/cue_stage.h"

namespace gambol {

// A state with the names of the figures, cues, attachments and emitters that it belongs to.
struct StoredState {
  struct Figure {
    std::string name;
    std::vector<std::string> bodies, controllers;
  };
  std::string made_from;  // hash of everything that the state depends on
  std::vector<Figure> figures;
  std::vector<std::string> cues, attachments, emitters;
  Vec3 gravity = Vec3::Zero();  // m/s2, in the spec of its shot
  State state;
};

StoredState stored_state(const World& world, const State& state, const std::string& made_from);

// Writes every bit, with a checksum, atomically. Throws RunError (failed).
void save_state(const StoredState& stored, const std::string& path);
// Throws InputError if the file is missing, damaged, of another version or not written by gambol.
StoredState load_state(const std::string& path);

// Changes `to`, the state in which simulations of `world` start, to `stored`. Matches figures,
// attachments, emitters and cues without a time of their own by name, and controllers by name and
// kind; those that `stored` lacks keep their initial state. Shifts the clocks of `stored` to the
// start and marks earlier cues as happened. Throws InputError if a figure's bodies differ. If the
// times are equal too, a simulation continues with the same bits as one that was not interrupted,
// provided that it would have stopped there anyway: at a tick or a cue.
void adopt(const StoredState& stored, const World& world, State& to);

}  // namespace gambol
