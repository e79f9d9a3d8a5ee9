#pragma once

// A state in a file, and a state as the beginning of another simulation.

#include <string>
#include <vector>

#include "simulation/simulator.h"

namespace gambol {

// A state and whom it belongs to.
struct StoredState {
  struct Figure {
    std::string name;
    std::vector<std::string> bodies, controllers;
  };
  std::string made_from;  // hash of all that it depends on
  std::vector<Figure> figures;
  std::vector<std::string> cues, attachments, emitters;
  Vec3 gravity = Vec3::Zero();  // m/s2, as its shot gave it
  State state;
};

StoredState stored_state(const Simulator& simulator, const std::string& made_from);

// Every bit, under a checksum; the file appears whole or not at all. Throws RunError (failed).
void save_state(const StoredState& stored, const std::string& path);
// Throws InputError if the file is missing, damaged, of another version or not ours.
StoredState load_state(const std::string& path);

// Makes `stored` the state of a simulator that has just been reset. Figures are matched by name and
// controllers by name and kind, as are attachments and cues that wait for others; those that
// `stored` does not have begin as they would. Clocks move so that it is the simulator's start; cues
// before it have happened. Throws InputError where a figure's bodies differ. Where the times are
// equal too, going on gives the same bits as not having stopped, if the simulation would have
// stopped there anyway: at a tick or a cue.
void adopt(const StoredState& stored, Simulator& simulator);

}  // namespace gambol
