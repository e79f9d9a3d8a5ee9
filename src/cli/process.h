#pragma once

// The process around a verb: streams, signals, and the report of its end.

#include <functional>
#include <string>

#include "base/error.h"

namespace gambol {

// Handles closed standard streams, SIGTERM, uncaught exceptions, and limits on the size of files.
void prepare_process();

// How a verb failed.
struct Failure {
  ExitCode code = ExitCode::failed;
  std::string message;
  bool located = false;  // the message begins with the name of a file
};
// The failure that the exception being handled describes.
Failure current_failure();

// Runs the verb. On failure prints one message to standard error and returns an exit code that a
// farm or a script can act on.
ExitCode run(const std::function<ExitCode()>& verb);

}  // namespace gambol
