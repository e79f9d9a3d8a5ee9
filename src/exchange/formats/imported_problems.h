#pragma once

#include "exchange/formats/imported.h"

namespace gambol {

// Returns a problem of a figure or shot that was made of a file as one of that file, which is all
// that its reader knows: at the place of the link, bone or body that is meant, and in its words.
Problem problem_of_source(const Imported& made, const Problem& problem);

}  // namespace gambol
