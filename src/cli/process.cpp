#include "cli/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "base/progress.h"
#include "base/say.h"
#include "cli/exhaustion.h"
#include "cli/verbs.h"

namespace gambol {
namespace {

// Opens closed standard streams: otherwise output would go into the next file that is opened. A
// closed standard output is replaced by a stream that cannot be written, so that run() reports
// the lost output as an error.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

// Ends the process when there is no work to drop cleanly. It ends with an exit code, because a farm
// requeues tasks by their code and does not run a task again that a signal killed.
void end_at_once(int) {
  constexpr std::string_view words = "asked to end (SIGTERM)\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
  std::_Exit(static_cast<int>(ExitCode::terminated));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

void prepare_process() {
  open_closed_streams();
  report_uncaught_exceptions();
  std::signal(SIGTERM, end_at_once);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the limit on the size of files fails the write
}

Failure current_failure() {
  try {
    throw;
  } catch (const UsageError& error) {
    return {ExitCode::bad_usage, error.what()};
  } catch (const InputError& error) {
    return {ExitCode::bad_input, error.what(), true};
  } catch (const RunError& error) {
    return {error.code, error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitCode::failed, "out of memory"};
  } catch (const std::filesystem::filesystem_error& error) {
    return {ExitCode::failed,
            fmt::format("{}: {}", error.path1().string(), error.code().message())};
  } catch (const std::exception& error) {
    return {ExitCode::failed, error.what()};
  }
}

ExitCode run(const std::function<ExitCode()>& verb) {
  try {
    const ExitCode code = verb();
    if (code != ExitCode::ok && openjd_reads())
      std::printf("openjd_fail: exit code %d, standard error says why\n", static_cast<int>(code));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw RunError(ExitCode::failed, "cannot write to standard output");
    return code;
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    say("{}\n", failure.message);
    if (openjd_reads()) std::printf("openjd_fail: %s\n", first_line(failure.message).c_str());
    return failure.code;
  }
}

}  // namespace gambol
