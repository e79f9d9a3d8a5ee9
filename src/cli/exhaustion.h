#pragma once

// What happens when memory or threads run out. Most libraries cannot go on then: some crash, some
// wait for ever, some leave out what they had no room for and report success (an EXR file without
// one of its attributes, a picture without a body). So the first allocation that fails ends the
// process: one line on standard error, exit code 5 (failed). No file is half-written by that, as by
// no other end of a process (base/atomic_file.h).

namespace gambol {

// From now on an exception that nobody catches, in whatever thread, also ends the process with one
// line and exit code 5. Failed allocations do so from the process's start.
void report_uncaught_exceptions();

}  // namespace gambol
