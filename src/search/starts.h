#pragma once

// Expectations over the starts of a shot: where what one beginning brings is chance, the mean and
// the worst of several are measured.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/measures.h"

namespace gambol {

struct ShotSpec;
struct LoadedParts;

// Changes a shot after it was loaded, for experiments; may be null.
using ChangeShot = std::function<void(ShotSpec&)>;

// measure(), with the expectations `over: starts` measured over the shot's starts, which are
// simulated for it, each with `change`. `states`: a folder for the states of other shots from which
// it starts; "": none is kept. Throws InputError if a start cannot be loaded or begin.
std::vector<Measurement> measure_with_starts(const ShotSpec& shot, const Poses& poses,
                                             const std::string& states = "",
                                             const ChangeShot& change = {});

// The problems of making the shot's starts; none if it has none. `parts`: the shot's; if they are
// null, its file is read.
std::vector<Problem> problems_of_starts(const ShotSpec& shot,
                                        const std::shared_ptr<const LoadedParts>& parts = nullptr);

}  // namespace gambol
