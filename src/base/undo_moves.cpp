#include "base/undo_moves.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>

#include "base/atomic_file.h"
#include "base/durable.h"
#include "base/error.h"
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
  if (others > words.size() || (words.size() - begin) % 4 != 0) return {};
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

bool undo_moves(const fs::path& hidden) {
  if (about(journal_of(hidden)).st_ino == 0) return true;
  const std::optional<Journal> journal = read_journal(hidden);
  if (!journal) return false;
  // Without looking where links lead, as the paths were made.
  const auto at = [&](const std::string& path) {
    return fs::absolute(hidden / path).lexically_normal();
  };
  if (!journal->first.empty())
    return about(journal_of(at(journal->first))).st_ino == 0 || take_all_back(hidden, *journal);
  for (const std::string& name : journal->others) {
    const fs::path other = at(name);
    if (about(journal_of(other)).st_ino == 0) continue;
    const std::optional<Journal> its = read_journal(other);
    if (!its || !take_all_back(other, *its)) return false;
    std::error_code ignored;
    fs::remove_all(other, ignored);
  }
  return take_all_back(hidden, *journal);
}

}  // namespace gambol
