#pragma once

// What every verb runs in: streams, signals, and how its end is told.

#include <functional>
#include <string>

#include "base/error.h"

namespace gambol {

// Streams that are closed, SIGTERM, and limits on the size of files.
void prepare_process();

// How a verb failed.
struct Failure {
  ExitCode code = ExitCode::failed;
  std::string message;
  bool located = false;  // the message begins with the name of a file
};
// Of the exception that is being handled.
Failure current_failure();

// One clear message on standard error, and what a farm or a script can act on.
ExitCode run(const std::function<ExitCode()>& verb);

}  // namespace gambol
