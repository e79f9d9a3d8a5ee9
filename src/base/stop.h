#pragma once

// Stop requests from outside: Ctrl-C, and SIGTERM, which a farm sends before it kills a process.

namespace gambol {

// While an object exists, the first stop signal is only recorded for heed_stop(); a second one
// kills the process. A long task that can be abandoned cleanly keeps an object and calls
// heed_stop() often.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
};

bool stop_asked();  // whether a signal has been recorded
// Throws RunError (interrupted or terminated) if a signal has been recorded. Callable from any
// thread.
void heed_stop();

}  // namespace gambol
