#include "schema/loaded_parts.h"

#include <algorithm>

namespace gambol {

bool is_same(const YamlNode& a, const YamlNode& b) {
  const auto same_entry = [](const YamlEntry& x, const YamlEntry& y) {
    return x.key == y.key && x.line == y.line && x.col == y.col && is_same(x.value, y.value);
  };
  const bool one_file = a.file == b.file || (a.file && b.file && *a.file == *b.file);
  return one_file && a.kind == b.kind && a.line == b.line && a.col == b.col && a.text == b.text &&
         a.quoted == b.quoted && a.left_open == b.left_open && a.version == b.version &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), is_same) &&
         std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    same_entry);
}

}  // namespace gambol
