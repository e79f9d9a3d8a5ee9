#include "schema/loader.h"

#include "base/nearest.h"
#include "schema/describe.h"

namespace gambol {

bool is_another_kind(LoadContext& context, const YamlNode& root, const std::string& kind) {
  if (root.find(kind)) return false;
  for (const std::string& other : file_kinds()) {
    const YamlNode* node = root.find(other);
    if (!node) continue;
    context.findings.add(node->place(), other, fmt::format("a {} file", other),
                         fmt::format("a {} file, which begins with `{}: NAME`", kind, kind));
    return true;
  }
  return false;
}

const YamlNode* Loader::look_up(const char* name, const Field& f) {
  known_.emplace_back(name);
  const YamlNode* node = mapping_.find(name);
  if (!node && f.required)
    context_.findings.add(place(), path(name), "nothing", fmt::format("this key: {}", f.help));
  return node;
}

void Loader::finish() {
  if (forgiving_) return;
  for (const YamlEntry& entry : mapping_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    const std::string close = nearest(entry.key, known_);
    const std::string expected =
        close.empty() ? alternatives(known_) : fmt::format("a known key (did you mean {}?)", close);
    context_.findings.add(entry.place(), path(entry.key), "an unknown key", expected);
  }
}

}  // namespace gambol
