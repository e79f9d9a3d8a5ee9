#pragma once

// One function per verb of the command line, one file each. They return the process's exit code,
// say what they found on standard output and how far they are on standard error, and throw
// InputError, RunError or UsageError.

#include <stdexcept>
#include <string>

#include "base/error.h"
#include "cli/output.h"

namespace gambol {

// What was typed cannot be meant; exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ShotOptions {
  std::string shot;         // path of the shot file
  std::string out = "out";  // folder of all results
};

struct PictureOptions {
  std::string preset = default_preset;  // name or path
  std::string frames;                   // a frame range; empty is the whole shot
  bool exr = true;                      // write EXR beside PNG
};

ExitCode check_verb(const std::string& path);
ExitCode simulate_verb(const ShotOptions& options);
ExitCode render_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode encode_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode make_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode measure_verb(const ShotOptions& options, bool json);
ExitCode explain_verb(const std::string& key);
ExitCode schema_verb(const std::string& kind);
ExitCode test_verb();

}  // namespace gambol
