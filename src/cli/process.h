#pragma once

// What every verb runs in: streams, signals, and how its end is told.

#include <functional>

#include "base/error.h"

namespace gambol {

// Streams that are closed, SIGTERM, and limits on the size of files.
void prepare_process();

// One clear message on standard error, and what a farm or a script can act on.
ExitCode run(const std::function<ExitCode()>& verb);

}  // namespace gambol
