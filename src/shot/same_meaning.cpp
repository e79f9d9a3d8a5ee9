#include "shot/same_meaning.h"

#include <algorithm>

#include "schema/old_words.h"

namespace gambol {
namespace {

// Whether a key is an old default that nothing depends on: a take took its spring away.
bool is_idle(const std::string& path, const YamlNode& value) {
  const auto& all = old_defaults();
  return std::any_of(all.begin(), all.end(), [&](const OldDefault& d) {
    return d.holds && path == d.path() && value.text == d.value;
  });
}

std::optional<Difference> difference_at(const YamlNode& was, const YamlNode& now,
                                        const std::string& path) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (was.kind != now.kind || was.text != now.text || was.items.size() != now.items.size())
    return Difference{path, was.place()};
  for (std::size_t i = 0; i < was.items.size(); ++i)
    if (auto found = difference_at(was.items[i], now.items[i], below(std::to_string(i))))
      return found;
  for (const YamlEntry& entry : was.entries) {
    const YamlNode* other = now.find(entry.key);
    if (!other) return Difference{below(entry.key), entry.value.place()};
    if (auto found = difference_at(entry.value, *other, below(entry.key))) return found;
  }
  for (const YamlEntry& entry : now.entries)
    if (!was.find(entry.key) && !is_idle(below(entry.key), entry.value))
      return Difference{below(entry.key), was.place()};
  return {};
}

}  // namespace

std::optional<Difference> difference(const YamlNode& was, const YamlNode& now) {
  return difference_at(was, now, "");
}

}  // namespace gambol
