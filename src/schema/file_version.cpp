#include "schema/file_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "schema/file_kinds.h"

namespace gambol {
namespace {

// The whole process tells of all old files once.
std::mutex old_files_mutex;
std::vector<std::string> old_files_read;

void note_old_file(const std::string& file) {
  const std::scoped_lock lock(old_files_mutex);
  if (std::find(old_files_read.begin(), old_files_read.end(), file) == old_files_read.end())
    old_files_read.push_back(file);
}

void set_version(YamlNode& node, int version) {
  node.version = version;
  for (YamlNode& item : node.items) set_version(item, version);
  for (YamlEntry& entry : node.entries) set_version(entry.value, version);
}

// Returns the version that the key's value says; 0 if it is none. `newer`: whether it is a whole
// number above this program's.
int version_of(const YamlNode& node, bool& newer) {
  newer = false;
  if (node.kind != YamlNode::Kind::scalar || node.quoted || node.text.empty() ||
      node.text.find_first_not_of("0123456789") != std::string::npos)
    return 0;
  const std::size_t digits =
      node.text.size() - std::min(node.text.find_first_not_of('0'), node.text.size());
  const int version = digits > 6 ? 999'999 : std::stoi(node.text);
  newer = version > newest_version;
  return newer ? 0 : version;
}

}  // namespace

void take_version(YamlNode& root, std::vector<Problem>& problems,
                  const std::vector<MovedKey>& moved) {
  const std::string kind = kind_of(root);
  if (kind.empty()) return;
  const auto entry = std::find_if(root.entries.begin(), root.entries.end(),
                                  [](const YamlEntry& e) { return e.key == version_key; });
  int version = 1;
  if (entry != root.entries.end()) {
    bool newer = false;
    version = version_of(entry->value, newer);
    Problem problem{
        entry->value.place(), version_key, describe(entry->value),
        fmt::format("{}, the version of the words that this program knows", newest_version)};
    if (newer) {
      problem.expected = fmt::format(
          "at most {}: the file is written for a newer gambol than this one", newest_version);
      throw InputError(problem);
    }
    if (version == 0) {
      problems.push_back(problem);
      version = newest_version;
    }
    root.entries.erase(entry);
  }
  if (version == newest_version) return;
  note_old_file(root.place().file);
  set_version(root, version);
  move_old_keys(root, kind, moved_since(version, moved));
}

std::vector<std::string> old_files() {
  const std::scoped_lock lock(old_files_mutex);
  return old_files_read;
}

}  // namespace gambol
