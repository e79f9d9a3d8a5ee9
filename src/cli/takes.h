#pragma once

// One shot, or all takes that `FILE@PATTERN` means.

#include <functional>
#include <string>
#include <vector>

#include "cli/verbs.h"

namespace gambol {

// Whether `text` is FILE@PATTERN, with a `*` or `?` in it.
bool means_many(const std::string& text);

// `text` itself, or FILE@TAKE for every take that its pattern matches, in the file's order. Throws
// InputError if it matches none.
std::vector<std::string> shots_named(const std::string& text);

// Runs the verb for each of them. A motion that is not as wanted, or a failure, does not keep the
// others from being made; the largest exit code is returned.
ExitCode for_each_shot(const ShotOptions& options,
                       const std::function<ExitCode(const ShotOptions&)>& verb);

// What a verb says of each of several takes to programs: one array.
class JsonArray {
 public:
  void next();  // before each of them
  void end() const;

 private:
  bool empty_ = true;
};

}  // namespace gambol
