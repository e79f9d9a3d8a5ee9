#include "base/leftovers.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <vector>

#include "base/hash.h"
#include "base/settle_moves.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view temp_prefix = ".gambol-";

// Identifies the scope in which process ids are unique: one boot of a machine, or a container on
// it. Host names do not serve, because machines may have the same name.
const std::string& this_machine() {
  static const std::string name = [] {
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    std::error_code ignored;
    const fs::path processes = fs::read_symlink("/proc/self/ns/pid", ignored);
    return Hasher().add(boot).add(processes.string()).hex().substr(0, 8);
  }();
  return name;
}

// Start time of a process in kernel ticks, because process ids are reused, in containers soon. ""
// if there is no such process or it is not visible.
std::string begin_of(pid_t pid) {
  std::string about;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", pid)), about);
  // The program's name, in brackets, may contain anything. The 20th word after it is the
  // start time.
  std::istringstream words(about.substr(std::min(about.rfind(')') + 1, about.size())));
  std::string word;
  for (int i = 0; i < 20; ++i) words >> word;
  return words ? word : "";
}

std::string prefix_of(pid_t pid, const std::string& begin) {
  return fmt::format("{}{}-{}-{}-", temp_prefix, pid, begin, this_machine());
}

// Whether the process that a hidden file of this machine is named after no longer exists.
bool is_left(const std::string& name) {
  pid_t pid = 0;
  const char* digits = name.data() + temp_prefix.size();
  std::from_chars(digits, name.data() + name.size(), pid);
  const std::string begin = begin_of(pid);
  if (begin.empty()) return ::kill(pid, 0) != 0 && errno == ESRCH;
  return !name.starts_with(prefix_of(pid, begin));
}

}  // namespace

std::string hidden_path(const fs::path& path) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t told = 60;  // characters kept of `path`'s name, to limit the length
  const fs::path name =
      fmt::format("{}{}-{}{}", prefix_of(::getpid(), begin_of(::getpid())), count++,
                  path.stem().string().substr(0, told), path.extension().string().substr(0, told));
  return (path.parent_path() / name).string();
}

void remove_leftovers(const std::string& folder) {
  std::vector<fs::path> left;
  std::error_code ignored;
  fs::directory_iterator entry(folder.empty() ? "." : folder, ignored);
  for (; entry != fs::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const bool ours =
        name.starts_with(temp_prefix) && name.find("-" + this_machine() + "-") != name.npos;
    if (ours && is_left(name)) left.push_back(entry->path());
  }
  for (const fs::path& path : left)
    if (settle_moves(path)) fs::remove_all(path, ignored);
}

void remove_leftovers_once(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> done;
  std::error_code ignored;
  const std::string whole = fs::absolute(folder.empty() ? "." : folder, ignored).lexically_normal();
  {
    const std::scoped_lock lock(mutex);
    if (!done.insert(whole).second) return;
  }
  remove_leftovers(folder);
}

}  // namespace gambol
