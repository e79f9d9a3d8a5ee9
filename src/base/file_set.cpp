#include "base/file_set.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/durable.h"
#include "base/leftovers.h"

namespace gambol {
namespace fs = std::filesystem;

TempFolder::TempFolder(const std::string& folder, const std::string& named) {
  remove_leftovers_once(folder);
  const fs::path whole = fs::absolute(folder);
  std::error_code error;
  for (fs::path path = whole; !path.empty() && !fs::exists(path, error) && !error;
       path = path.parent_path())
    made_.push_back(path);
  const auto fail = [&](int why) {
    for (const std::string& path : made_) ::rmdir(path.c_str());
    cannot_write(named.empty() ? folder : named, why);
  };
  for (auto path = made_.rbegin(); path != made_.rend(); ++path)
    if (::mkdir(path->c_str(), 0777) != 0 && errno != EEXIST) fail(errno);
  path_ = hidden_path(fs::path(folder) / "files");
  if (::mkdir(path_.c_str(), 0700) != 0) fail(errno);
}

TempFolder::~TempFolder() {
  if (kept_) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  for (const std::string& path : made_) ::rmdir(path.c_str());
}

FileSet::~FileSet() = default;

FileSet::Folder& FileSet::folder_of(const std::string& folder, const std::string& named) {
  const std::string whole = fs::absolute(folder.empty() ? "." : folder).lexically_normal();
  if (!folders_.contains(whole))
    folders_.emplace(whole, Folder{std::make_unique<TempFolder>(whole, named), {}});
  Folder& its = folders_.at(whole);
  if (first_.empty()) first_ = whole;
  return its;
}

const std::string& FileSet::staging(const std::string& folder) {
  return folder_of(folder, folder).hidden->path();
}

void FileSet::move(const std::string& staged, const std::string& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  Folder& its = folder_of(whole.parent_path(), path);
  const std::string beside = fmt::format(".new-{}", its.moves.size());
  if (::rename(staged.c_str(), (fs::path(its.hidden->path()) / beside).c_str()) != 0)
    cannot_write(path, errno);
  its.moves.push_back({beside, whole.filename(), "", path});
}

void FileSet::write(const std::string& path, std::string_view bytes) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const Folder& its = folder_of(whole.parent_path(), path);
  const std::string staged = hidden_path(fs::path(its.hidden->path()) / whole.filename());
  write_file(staged, bytes, {}, path);
  move(staged, path);
}

// The one that decides is written first: without it, no other counts.
void FileSet::write_journals() const {
  const fs::path first = folders_.at(first_).hidden->path();
  std::vector<fs::path> others;
  for (const auto& [folder, its] : folders_)
    if (folder != first_) others.push_back(its.hidden->path());
  write_journal(first, folders_.at(first_).moves, first, others);
  for (const auto& [folder, its] : folders_)
    if (folder != first_) write_journal(its.hidden->path(), its.moves, first, {});
}

// A link, where the file system has such: so the old file never lacks, not even for a moment.
void FileSet::keep_old_ones() {
  for (const auto& [folder, its] : folders_)
    for (const Move& move : its.moves) {
      const fs::path place = fs::path(folder) / move.name, hidden = its.hidden->path();
      if (move.old.empty()) continue;
      const fs::path old = hidden / move.old;
      if (::link(place.c_str(), old.c_str()) == 0) continue;
      const bool has_links = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS;
      if (has_links || ::rename(place.c_str(), old.c_str()) != 0) cannot_write(move.shown, errno);
    }
}

void FileSet::put_in_place() const {
  for (const auto& [folder, its] : folders_) {
    for (const Move& move : its.moves) {
      const fs::path place = fs::path(folder) / move.name,
                     staged = fs::path(its.hidden->path()) / move.staged;
      if (::rename(staged.c_str(), place.c_str()) != 0) cannot_write(move.shown, errno);
    }
    if (!its.moves.empty()) flush_folder(folder, its.moves.front().shown);
  }
}

// Where even this fails, the hidden folders stay for the next process.
void FileSet::go_back() {
  if (undo_moves(folders_.at(first_).hidden->path())) return;
  for (auto& [folder, its] : folders_) its.hidden->keep();
}

void FileSet::commit() {
  if (folders_.empty()) return;
  for (auto& [folder, its] : folders_)
    for (std::size_t i = 0; i < its.moves.size(); ++i) {
      Move& move = its.moves[i];
      const fs::path place = fs::path(folder) / move.name,
                     staged = fs::path(its.hidden->path()) / move.staged;
      struct stat there {};
      if (::lstat(place.c_str(), &there) == 0) move.old = fmt::format(".old-{}", i);
      if (S_ISDIR(there.st_mode)) cannot_write(move.shown, EISDIR);
      if (fs::is_regular_file(staged)) finish_file(staged, place, move.shown);
    }
  try {
    write_journals();
    keep_old_ones();
    put_in_place();
    remove_journal(folders_.at(first_).hidden->path());
  } catch (...) {
    go_back();
    throw;
  }
  folders_.clear();
}

}  // namespace gambol
