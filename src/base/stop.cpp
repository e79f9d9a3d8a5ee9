#include "base/stop.h"

#include <atomic>
#include <csignal>

#include "base/error.h"

namespace gambol {
namespace {

std::atomic<int> signal_came{0};
static_assert(std::atomic<int>::is_always_lock_free);  // required in a signal handler

std::atomic<int> keepers{0};
struct sigaction before_interrupt, before_terminate;

void note(int signal) { signal_came = signal; }

}  // namespace

StopSignals::StopSignals() {
  if (keepers++ > 0) return;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  ::sigaction(SIGINT, &action, &before_interrupt);
  ::sigaction(SIGTERM, &action, &before_terminate);
}

StopSignals::~StopSignals() {
  if (--keepers > 0) return;
  ::sigaction(SIGINT, &before_interrupt, nullptr);
  ::sigaction(SIGTERM, &before_terminate, nullptr);
}

bool stop_asked() { return signal_came != 0; }

void heed_stop() {
  if (!stop_asked()) return;
  const bool interrupted = signal_came == SIGINT;
  throw RunError(
      interrupted ? ExitCode::interrupted : ExitCode::terminated,
      interrupted ? "interrupted: finished work is kept; the same command resumes from there"
                  : "asked to end (SIGTERM): finished work is kept; the same command resumes from "
                    "there");
}

}  // namespace gambol
