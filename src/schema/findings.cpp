#include "schema/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>

namespace gambol {
namespace {

// Written without fmt, as a file has thousands of them.
std::string id(const Place& owner, std::string_view field) {
  char numbers[32];
  char* end = std::to_chars(numbers, numbers + 12, owner.line).ptr;
  *end++ = ':';
  end = std::to_chars(end, end + 12, owner.col).ptr;
  *end++ = ':';
  std::string text;
  text.reserve(static_cast<std::size_t>(end - numbers) + field.size() + 1 + owner.file.size());
  text.append(numbers, end).append(field).append(1, ':').append(owner.file);
  return text;
}

}  // namespace

void Findings::record_struct(const Place& owner, const std::string& key) {
  written_[id(owner, "")] = {owner, key, {}};
}

Written& Findings::record(const Place& owner, const std::string& field, const Written& written) {
  return written_[id(owner, field)] = written;
}

const Written* Findings::written(const Place& owner, const std::string& field) const {
  const auto found = written_.find(id(owner, field));
  if (found != written_.end()) return &found->second;
  for (const Findings* earlier : earlier_)
    if (const Written* written = earlier->written(owner, field)) return written;
  return nullptr;
}

void Findings::add(const Place& place, const std::string& key, const std::string& found,
                   const std::string& expected) {
  unsound_.insert(id(place, key));
  push({place, key, found, expected});
}

void Findings::leave(const Place& owner) { left_.insert(id(owner, "")); }

void Findings::report(const Place& owner, const std::string& field, const std::string& found,
                      const std::string& expected) {
  if (!left_.empty() && left_.contains(id(owner, ""))) return;
  if (const Written* at = written(owner, field)) {
    if (!unsound_.contains(id(at->place, at->key))) push({at->place, at->key, found, expected});
    return;
  }
  const Written* whole = written(owner, "");
  const std::string prefix = whole && !whole->key.empty() ? whole->key + "." : "";
  push({owner, prefix + field, found, expected});
}

void Findings::push(Problem problem) {
  if (is_full())
    ++untold_;
  else
    problems.push_back(std::move(problem));
}

void Findings::throw_if_any() {
  if (problems.empty()) return;
  // Files stay in the order in which their first problems were found.
  std::vector<std::string> files;
  for (const Problem& p : problems)
    if (std::find(files.begin(), files.end(), p.place.file) == files.end())
      files.push_back(p.place.file);
  const auto rank = [&](const Problem& p) {
    return std::tuple(std::find(files.begin(), files.end(), p.place.file) - files.begin(),
                      p.place.line, p.place.col, p.key);
  };
  std::stable_sort(problems.begin(), problems.end(),
                   [&](const Problem& a, const Problem& b) { return rank(a) < rank(b); });
  // An alias repeats its anchor's problems, a mirror image its original's.
  const auto same = [&](const Problem& a, const Problem& b) {
    return rank(a) == rank(b) && a.found == b.found && a.expected == b.expected;
  };
  problems.erase(std::unique(problems.begin(), problems.end(), same), problems.end());
  if (problems.size() > most_problems) {  // duplicate keys and tags bypass push()
    untold_ += problems.size() - most_problems;
    problems.resize(most_problems);
  }
  if (untold_ > 0) {
    Problem more;
    more.place.file = files.front();
    more.expected = fmt::format("and {} more problems", untold_);
    problems.push_back(more);
  }
  throw InputError(problems);
}

}  // namespace gambol
