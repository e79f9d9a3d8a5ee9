#include "schema/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace gambol {

std::size_t Findings::Hash::operator()(const At& at) const {
  const std::size_t place =
      at.file << 56 ^ static_cast<std::size_t>(at.line) << 24 ^ static_cast<std::size_t>(at.col);
  return std::hash<std::string_view>{}(at.name) ^
         std::hash<std::size_t>{}(place * 0x9e3779b97f4a7c15);
}

std::size_t Findings::number_of(const std::string& file) const {
  return static_cast<std::size_t>(std::find(files_.begin(), files_.end(), file) - files_.begin());
}

Findings::Key Findings::key_at(const Place& place, std::string_view name) {
  const std::size_t number = number_of(place.file);
  if (number == files_.size()) files_.push_back(place.file);
  return {number, place.line, place.col, std::string(name)};
}

Findings::Recorded& Findings::recorded(const Place& owner, std::string_view field) {
  Recorded& of_field = written_[key_at(owner, field)];
  of_field.parts |= part_;
  return of_field;
}

void Findings::record_struct(const Place& owner, const std::string& key) {
  recorded(owner, "").written = {owner, key, {}};
}

Written& Findings::record(const Place& owner, const std::string& field, const Written& written) {
  return recorded(owner, field).written = written;
}

const Written* Findings::find(const Place& owner, std::string_view field,
                              std::uint64_t parts) const {
  const auto found = written_.find(find_at(owner, field));
  if (found != written_.end() && (parts == all_parts || (found->second.parts & parts)))
    return &found->second.written;
  for (const Earlier& earlier : earlier_)
    if (const Written* written = earlier.findings->find(owner, field, parts & earlier.parts))
      return written;
  return nullptr;
}

const Written* Findings::written(const Place& owner, std::string_view field) const {
  return find(owner, field, all_parts);
}

void Findings::add(const Place& place, const std::string& key, const std::string& found,
                   const std::string& expected) {
  unsound_.insert(key_at(place, key));
  push({place, key, found, expected});
}

void Findings::leave(const Place& owner) { left_.insert(key_at(owner, "")); }

void Findings::report(const Place& owner, const std::string& field, const std::string& found,
                      const std::string& expected) {
  if (!left_.empty() && left_.contains(find_at(owner, ""))) return;
  if (const Written* at = written(owner, field)) {
    if (!unsound_.contains(find_at(at->place, at->key)))
      push({at->place, at->key, found, expected});
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
