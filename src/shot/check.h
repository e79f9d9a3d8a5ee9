#pragma once

// `gambol check FILE`: finds every problem of a shot, sequence, figure, reflex, gaits, look,
// preset or run file.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

struct ShotSpec;
struct LoadedParts;
class ShotTakes;

// Finds problems of a shot that has been loaded without any, for which more must be known than its
// files say. Several threads call it.
// `parts` are the shot's, where they are at hand; else null.
using MoreProblems = std::function<std::vector<Problem>(
    const ShotSpec& shot, const std::shared_ptr<const LoadedParts>& parts)>;

// Returns all problems of the file `path`, which may also be a take, FILE@TAKE; empty if there are
// none. The key `shot:`, `sequence:`, `figure:`, `reflexes:`, `gaits:`, `look:`,
// `preset:` or `search:` identifies the kind of the file. The files that it names are checked too,
// and the takes of a shot that has no problems itself; `more` looks at all these shots. A problem
// of the shot itself is not repeated for its takes. Never throws InputError.
std::vector<Problem> check_file(const std::string& path, const MoreProblems& more = {});

// The same of one take of a shot, by its index.
std::vector<Problem> check_take(const ShotTakes& takes, std::size_t index,
                                const MoreProblems& more);

// Returns the key that identifies the kind of the file; "" if it has none. Throws InputError if the
// file cannot be read.
std::string kind_of_file(const std::string& path);
// Returns true if the file can be read and its key `sequence:` identifies it as a sequence.
bool is_sequence(const std::string& path);

}  // namespace gambol
