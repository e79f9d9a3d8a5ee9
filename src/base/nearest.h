#pragma once

// "Did you mean": the known word closest to a mistyped one.

#include <string>
#include <string_view>
#include <vector>

namespace gambol {

// Least number of edits (insertions, deletions, replacements, swaps of neighbours) that turn `a`
// into `b`.
int edit_distance(std::string_view a, std::string_view b);

// The closest word of `known`, the first one if several are equally close; "" if none is close.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "a", "a or b", "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

// The `expected` text of a Problem for a name that is not in `known`: `kind`, such as "a body",
// with the nearest known name, or with all of them if they are few.
std::string one_of(const std::string& kind, const std::string& name,
                   const std::vector<std::string>& known);

}  // namespace gambol
