#pragma once

// Verbs on one shot, or on all takes that match `FILE@PATTERN`.

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/verbs.h"

namespace gambol {

// Whether `text` is FILE@PATTERN, with a `*` or `?` in it.
bool means_many(const std::string& text);

// `text` itself, or FILE@TAKE for every take that its pattern matches, in the file's order. Throws
// InputError if it matches none.
std::vector<std::string> shots_named(const std::string& text);

// Runs the verb for each of these shots. After a motion that misses its expectations, or a failure,
// continues with the others. Returns the largest exit code.
ExitCode for_each_shot(const ShotOptions& options,
                       const std::function<ExitCode(const ShotOptions&)>& verb);

// Prints the JSON of one shot or, of all takes that match a pattern, an array of them.
void print_documents(const std::vector<Json>& documents, bool many);

}  // namespace gambol
