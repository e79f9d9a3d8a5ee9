#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <filesystem>
#include <regex>
#include <set>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "exchange/replay.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

// The name of a file in an address, where '#', '?' and '%' mean something else.
std::string in_address(const std::string& name) {
  std::string text;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) || std::strchr("-._~", c))
      text += c;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return text;
}

// The hash of its content is in a part's name: a page never takes another page's part for its own,
// and until a page is replaced, its parts stay.
std::string part_name(std::size_t part, const std::string& script) {
  return fmt::format("{:04}-{}.js", part + 1, hash_of(script).substr(0, 8));
}

// Removes all parts but those of `names`, and the folder if nothing is left in it.
void remove_parts_except(const std::set<std::string>& names, const fs::path& folder) {
  static const std::regex pattern("[0-9]{4,}-[0-9a-f]{8}\\.js");
  std::error_code ignored;
  std::vector<fs::path> stale;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    if (std::regex_match(name, pattern) && !names.contains(name)) stale.push_back(entry.path());
  }
  for (const fs::path& file : stale) fs::remove(file, ignored);
  if (names.empty()) fs::remove(folder, ignored);
}

}  // namespace

std::string parts_folder(const std::string& page) {
  return fs::path(page).replace_extension("parts");
}

void write_replay(const Replay& replay, const std::string& path, const std::string& three) {
  const fs::path folder = parts_folder(path);
  std::set<std::string> names;
  std::vector<std::string> addresses;
  for (std::size_t part = 1; part < replay.parts(); ++part) {
    const std::string script = replay.script(part), name = part_name(part, script);
    write_file(folder / name, script);
    names.insert(name);
    addresses.push_back(in_address(folder.filename()) + "/" + name);
  }
  write_file(path, replay_page(replay, addresses, three));
  remove_parts_except(names, folder);
}

}  // namespace gambol
