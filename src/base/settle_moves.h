#pragma once

// What becomes of moves (base/undo_moves.h) that a killed process did not finish.

#include <filesystem>

namespace gambol {

// If all files of the set to which the hidden folder belongs are in place, they count as moved from
// now on; or else all are taken back, as undo_moves() does, and a line on standard error says so.
// Returns whether the hidden folder is of no use any more.
bool settle_moves(const std::filesystem::path& hidden);

}  // namespace gambol
