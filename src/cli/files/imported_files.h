#pragma once

// Where an import's files go, and how they appear there.

#include <string>
#include <vector>

#include "cli/verbs.h"
#include "exchange/formats/imported.h"

namespace gambol {

struct WrittenImport {
  std::vector<std::string> figures;  // files, relative to the working folder if below it
  std::string shot;
};

// Writes figures, their meshes and the shot, after they have been loaded and checked as an author's
// would be: all of them appear, or none. Throws InputError if a file is there (unless
// options.replace), and with the problems of what was made if gambol itself would refuse it.
WrittenImport write_import(Imported& made, const ImportOptions& options);

// Says what was written, what was assumed and left out, and what to do next.
void print_import(const Imported& made, const WrittenImport& written);

}  // namespace gambol
