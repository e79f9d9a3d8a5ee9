#include "farm/command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "base/error.h"

extern char** environ;

namespace gambol {
namespace {

// A pipe of which this process keeps the reading end.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
      throw RunError(ExitCode::failed, "cannot make a pipe to another program");
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int end(int i) const { return ends_[static_cast<std::size_t>(i)]; }
  void close(int i) {
    int& fd = ends_[static_cast<std::size_t>(i)];
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
  // Appends the available bytes; closes the reading end at the end of the stream.
  void read_into(std::string& text) {
    std::array<char, 65536> bytes;
    const ssize_t got = ::read(end(0), bytes.data(), bytes.size());
    if (got > 0) text.append(bytes.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) close(0);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Starts the process. Returns 0 and its id, or the error.
int start(const std::vector<std::string>& arguments, const Pipe& out, const Pipe& err, pid_t& pid) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.end(1), 1);
  posix_spawn_file_actions_adddup2(&actions, err.end(1), 2);
  const int error = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

constexpr std::size_t most_output = std::size_t{64} << 20;  // bytes; a million tasks

// Reads both pipes. Returns whether both ended in time and within bounds.
bool read_both(Pipe& out, Pipe& err, CommandResult& result, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  while (out.end(0) >= 0 || err.end(0) >= 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    result.too_long = result.out.size() + result.err.size() > most_output;
    if (result.too_long) return false;
    std::array<pollfd, 2> ready{pollfd{out.end(0), POLLIN, 0}, pollfd{err.end(0), POLLIN, 0}};
    if (::poll(ready.data(), ready.size(), static_cast<int>(left)) < 0 && errno != EINTR)
      return false;
    if (ready[0].revents) out.read_into(result.out);
    if (ready[1].revents) err.read_into(result.err);
  }
  return true;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& arguments, double seconds) {
  CommandResult result;
  Pipe out, err;
  pid_t pid = 0;
  if (start(arguments, out, err, pid) != 0) {
    result.found = false;
    return result;
  }
  out.close(1);
  err.close(1);
  const bool ended = read_both(out, err, result, seconds);
  result.out_of_time = !ended && !result.too_long;
  if (!ended) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (ended && WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

}  // namespace gambol
