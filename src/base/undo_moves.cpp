#include "base/undo_moves.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>

#include "base/atomic_file.h"
#include "base/durable.h"
#include "base/say.h"
#include "base/settle_moves.h"
#include "base/text_file.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

// Fields end with a zero byte, which no path contains: the title, the first hidden folder of the
// set ("" if this is it), the number of the others and the others, then four for each move.
constexpr const char* journal_title = "gambol moves 1";
constexpr std::size_t most_journal_bytes = 1 << 26;

fs::path journal_of(const fs::path& hidden) { return hidden / ".gambol-moves"; }

struct stat about(const fs::path& path) {
  struct stat is {};
  if (::lstat(path.c_str(), &is) != 0) is.st_ino = 0;
  return is;
}

// Identifies a file and its content as it was when it was written.
std::string stamp(const fs::path& path) {
  const struct stat is = about(path);
  if (is.st_ino == 0) return "";
  if (S_ISDIR(is.st_mode)) return fmt::format("{}", is.st_ino);
  return fmt::format("{} {} {}.{}", is.st_ino, is.st_size, is.st_mtim.tv_sec, is.st_mtim.tv_nsec);
}

struct Journal {
  std::string first;
  std::vector<std::string> others;
  struct Entry {
    Move move;
    std::string stamp;  // of what was staged
  };
  std::vector<Entry> entries;
};

// A journal names files of its own folder alone: it may come from anybody.
bool is_own_name(const std::string& name) {
  return name.find('/') == name.npos && name != "." && name != "..";
}

std::optional<Journal> read_journal(const fs::path& hidden) try {
  const std::string text = read_text_file(journal_of(hidden), most_journal_bytes);
  std::vector<std::string> words;
  for (std::size_t at = 0, end; (end = text.find('\0', at)) != text.npos; at = end + 1)
    words.push_back(text.substr(at, end - at));
  if (words.size() < 3 || words[0] != journal_title) return {};
  Journal journal;
  journal.first = words[1];
  const std::size_t others = std::stoul(words[2]), begin = 3 + others;
  if (others > words.size() || begin > words.size() || (words.size() - begin) % 4 != 0) return {};
  journal.others.assign(words.begin() + 3, words.begin() + static_cast<std::ptrdiff_t>(begin));
  for (std::size_t i = begin; i < words.size(); i += 4) {
    journal.entries.push_back({{words[i], words[i + 1], words[i + 2], ""}, words[i + 3]});
    for (std::size_t k = i; k < i + 3; ++k)
      if (!is_own_name(words[k])) return {};
  }
  return journal;
} catch (const std::exception&) {  // damaged
  return {};
}

bool moved(const fs::path& from, const fs::path& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}

// Takes back one move; returns false if it cannot.
bool take_back(const fs::path& hidden, const Journal::Entry& entry) {
  const fs::path place = hidden.parent_path() / entry.move.name;
  const std::string there = stamp(place);
  const bool is_ours = there == entry.stamp;
  if (!there.empty() && !is_ours) return true;  // the old one, or somebody's newer one
  if (!entry.move.old.empty() && !stamp(hidden / entry.move.old).empty())
    return moved(hidden / entry.move.old, place);
  return !is_ours || moved(place, hidden / entry.move.staged);
}

bool take_all_back(const fs::path& hidden, const Journal& journal) {
  bool all = true;
  for (auto entry = journal.entries.rbegin(); entry != journal.entries.rend(); ++entry)
    all = take_back(hidden, *entry) && all;
  return all && ::unlink(journal_of(hidden).c_str()) == 0;
}

}  // namespace

void write_journal(const fs::path& hidden, const std::vector<Move>& moves, const fs::path& first,
                   const std::vector<fs::path>& others) {
  std::string text;
  const auto add = [&](const std::string& word) { text += word + '\0'; };
  // Relative, as the project may be moved before the next process comes.
  const auto from_here = [&](const fs::path& path) {
    return path == hidden ? std::string() : path.lexically_relative(hidden).string();
  };
  add(journal_title);
  add(from_here(first));
  add(std::to_string(others.size()));
  for (const fs::path& other : others) add(from_here(other));
  for (const Move& move : moves) {
    for (const std::string* word : {&move.staged, &move.name, &move.old}) add(*word);
    add(stamp(hidden / move.staged));
  }
  write_file(journal_of(hidden), text);
}

void remove_journal(const fs::path& first) {
  if (::unlink(journal_of(first).c_str()) != 0) cannot_write(first, errno);
}

namespace {

bool has_journal(const fs::path& hidden) { return about(journal_of(hidden)).st_ino != 0; }

// A hidden folder of a set, with its journal.
struct Part {
  fs::path hidden;
  Journal journal;
};

// Whether a set of files counts as moved, or must be undone, or nobody knows.
enum class Unfinished { no, yes, unknown };

// Finds all parts of the set to which `hidden` belongs, the first one in front; without those whose
// journals were not written yet.
Unfinished find_parts(const fs::path& hidden, std::vector<Part>& parts) {
  if (!has_journal(hidden)) return Unfinished::no;
  const std::optional<Journal> own = read_journal(hidden);
  if (!own) return Unfinished::unknown;
  // Without looking where links lead, as the paths were made.
  const auto from = [](const fs::path& folder, const std::string& path) {
    return path.empty() ? folder : fs::absolute(folder / path).lexically_normal();
  };
  const fs::path first = from(hidden, own->first);
  if (!has_journal(first)) return Unfinished::no;
  const std::optional<Journal> decides = read_journal(first);
  if (!decides) return Unfinished::unknown;
  parts.push_back({first, *decides});
  for (const std::string& other : decides->others) {
    const fs::path path = from(first, other);
    if (!has_journal(path)) continue;
    const std::optional<Journal> its = read_journal(path);
    if (!its) return Unfinished::unknown;
    parts.push_back({path, *its});
  }
  return Unfinished::yes;
}

bool all_are_moved(const std::vector<Part>& parts) {
  if (parts.size() != 1 + parts.front().journal.others.size()) return false;
  for (const Part& part : parts)
    for (const Journal::Entry& entry : part.journal.entries)
      if (!stamp(part.hidden / entry.move.staged).empty()) return false;
  return true;
}

// The first part, whose journal decides, is the last to be taken back.
bool take_back(const std::vector<Part>& parts, const fs::path& but) {
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!take_all_back(part->hidden, part->journal)) return false;
    std::error_code ignored;
    if (part->hidden != but) fs::remove_all(part->hidden, ignored);
  }
  return true;
}

}  // namespace

bool undo_moves(const fs::path& hidden) {
  std::vector<Part> parts;
  const Unfinished found = find_parts(hidden, parts);
  return found == Unfinished::no || (found == Unfinished::yes && take_back(parts, hidden));
}

bool settle_moves(const fs::path& hidden) {
  std::vector<Part> parts;
  const Unfinished found = find_parts(hidden, parts);
  if (found != Unfinished::yes) return found == Unfinished::no;
  if (all_are_moved(parts)) return ::unlink(journal_of(parts.front().hidden).c_str()) == 0;
  if (!take_back(parts, hidden)) return false;
  say("{}: what a run that was killed had begun to put there is taken back\n",
      hidden.parent_path().string());
  return true;
}

}  // namespace gambol
