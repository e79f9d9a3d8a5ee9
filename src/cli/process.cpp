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
#include "cli/verbs.h"

namespace gambol {
namespace {

// Else the next file that is opened is what a closed stream's words go into. Nothing can be written
// to what stands for standard output: that nobody hears it must come out.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

// Where nothing has to be dropped cleanly. A farm goes by the code: a task that a signal killed is
// not run again.
void end_at_once(int) {
  constexpr std::string_view words = "asked to end (SIGTERM)\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
  std::_Exit(static_cast<int>(ExitCode::terminated));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

void prepare_process() {
  open_closed_streams();
  std::signal(SIGTERM, end_at_once);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write
}

ExitCode run(const std::function<ExitCode()>& verb) {
  const auto fail = [](const std::string& what, ExitCode code) {
    say("{}\n", what);
    if (openjd_reads()) std::printf("openjd_fail: %s\n", first_line(what).c_str());
    return code;
  };
  try {
    const ExitCode code = verb();
    if (code != ExitCode::ok && openjd_reads())
      std::printf("openjd_fail: exit code %d, standard error says why\n", static_cast<int>(code));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw RunError(ExitCode::failed, "cannot write to standard output");
    return code;
  } catch (const UsageError& error) {
    return fail(error.what(), ExitCode::bad_usage);
  } catch (const InputError& error) {
    return fail(error.what(), ExitCode::bad_input);
  } catch (const RunError& error) {
    return fail(error.what(), error.code);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", ExitCode::failed);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(fmt::format("{}: {}", error.path1().string(), error.code().message()),
                ExitCode::failed);
  } catch (const std::exception& error) {
    return fail(error.what(), ExitCode::failed);
  }
}

}  // namespace gambol
