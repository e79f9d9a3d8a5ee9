#include "base/program.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/error.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

// The launcher's variable: its own path. No other process of a job gets it, because nodes build
// nothing.
constexpr const char* launcher = "GAMBOL_LAUNCHER";

fs::path this_program() { return fs::read_symlink("/proc/self/exe"); }

bool is_part(const fs::path& program) {
  return program.parent_path().filename() == "gambol" &&
         program.parent_path().parent_path().filename() == "lib";
}

// The arguments of this process, each ended by a zero.
std::string own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<char*> words_of(std::string& zero_ended) {
  std::vector<char*> words;
  for (std::size_t at = 0; at < zero_ended.size(); at = zero_ended.find('\0', at) + 1)
    words.push_back(zero_ended.data() + at);
  words.push_back(nullptr);
  return words;
}

void have_it_built(const char* path, const std::string& name) {
  const pid_t child = fork();
  if (child == 0) {
    execl(path, path, "--build", name.c_str(), nullptr);
    _exit(static_cast<int>(ExitCode::failed));
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0)
    throw RunError(ExitCode::failed, fmt::format("the program {} could not be built", name));
}

}  // namespace

std::string main_program() {
  const fs::path program = this_program();
  if (!is_part(program)) return program.string();
  const fs::path root = program.parent_path().parent_path().parent_path();
  const fs::path installed = root / "bin/gambol";
  return (fs::exists(installed) ? installed : root / "gambol").string();
}

std::string program_part(const std::string& file) {
  const fs::path folder = this_program().parent_path();
  const fs::path installed = folder.parent_path() / "lib/gambol" / file;
  for (const fs::path& candidate : {folder / "lib/gambol" / file, folder / file, installed})
    if (fs::exists(candidate)) return candidate.string();
  throw RunError(ExitCode::failed, fmt::format("{} is missing", installed.string()));
}

void become_program(const std::string& name) {
  if (const char* path = std::getenv(launcher)) {
    have_it_built(path, name);
    unsetenv(launcher);
  }
  const std::string part = program_part(name);
  std::string arguments = own_arguments();
  execv(part.c_str(), words_of(arguments).data());
  throw RunError(ExitCode::failed, fmt::format("cannot run {}: {}", part, std::strerror(errno)));
}

}  // namespace gambol
