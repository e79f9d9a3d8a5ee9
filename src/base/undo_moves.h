#pragma once

// What FileSet (base/file_set.h) writes down before it moves files into place, so that it, or the
// next process, can take all of them back.

#include <filesystem>
#include <string>
#include <vector>

namespace gambol {

// A file or folder that goes from a hidden folder into the folder above.
struct Move {
  std::string staged, name;  // in the hidden folder, and above it
  std::string old;           // in the hidden folder: a link to what `name` was; "": there was none
  std::string shown;         // path for messages, which the journal has not
};

// Writes the journal of the hidden folder `hidden`. `first`: the hidden folder of the set whose
// journal decides; while it is there, the moves count as not made. `others`, of the first one: all
// other hidden folders of the set. Throws RunError (failed).
void write_journal(const std::filesystem::path& hidden, const std::vector<Move>& moves,
                   const std::filesystem::path& first,
                   const std::vector<std::filesystem::path>& others);

// Removes the journal that decides: the moves count as made. Throws RunError (failed).
void remove_journal(const std::filesystem::path& first);

// Takes back the moves of a set that were not finished: what was there before stands there again.
// A file that somebody has changed since stays. Returns whether the hidden folder is of no use any
// more.
bool undo_moves(const std::filesystem::path& hidden);

}  // namespace gambol
