#pragma once

// Ends that are asked for from outside: Ctrl-C, and SIGTERM, which a farm sends before it kills.

namespace gambol {

// While one lives, the first such signal is only noted, for heed_stop(); a second one kills. Long
// work that can be dropped cleanly keeps one, and heeds often.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
};

bool stop_asked();
// Throws RunError (interrupted or terminated) if a signal has come. From any thread.
void heed_stop();

}  // namespace gambol
