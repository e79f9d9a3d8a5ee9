#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/data_file.h"
#include "schema/yaml_tree.h"
#include "shot/check_names.h"
#include "shot/reading.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

template <class List>
bool has(const List& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
}

// Adds to the look of a shot what figures bring along.
class Bringing {
 public:
  explicit Bringing(LookSpec& look) : look_(look), own_(look) {}

  // `from`: a look file, whose materials and hair get other names where another file has those.
  void bring(CastSpec& cast, const std::string& file, LookSpec from) {
    std::map<std::string, std::string>& renamed = renamed_[file];
    const auto name_of = [&](const std::string& name) {
      const auto found = renamed.find(name);
      return found == renamed.end() ? name : found->second;
    };
    std::set<std::string> wanted = materials_of(cast.figure);
    for (const HairSpec& hair : from.hair) wanted.insert(hair.material);
    for (MaterialSpec& material : from.materials) {
      if (!wanted.contains(material.name) || has(own_.materials, material.name)) continue;
      if (!take(materials_, cast, file, material.name, renamed)) continue;
      material.name = name_of(material.name);
      look_.materials.push_back(material);
      look_.materials_of_file.push_back(material.name);
    }
    std::map<std::string, std::string> hairs;
    for (HairSpec& hair : from.hair) {
      if (has(own_.hair, hair.name) || !take(hairs_, cast, file, hair.name, hairs)) continue;
      if (const auto other = hairs.find(hair.name); other != hairs.end()) hair.name = other->second;
      for (std::string& on : hair.on) on = name_of(on);
      hair.material = name_of(hair.material);
      look_.hair.push_back(hair);
    }
    if (!renamed.empty()) rename_materials(cast.figure, renamed);
  }

 private:
  using Taken = std::map<std::string, std::set<std::string>>;  // [name] the files that have it

  // Whether what the file calls `name` is new. If another file has the name, too, the file's own
  // gets that of the figure before it.
  static bool take(Taken& taken, const CastSpec& cast, const std::string& file,
                   const std::string& name, std::map<std::string, std::string>& renamed) {
    std::set<std::string>& files = taken[name];
    if (!files.insert(file).second) return false;
    if (files.size() > 1) renamed[name] = fmt::format("{}.{}", cast.figure.name, name);
    return true;
  }

  LookSpec& look_;
  const LookSpec own_;
  Taken materials_, hairs_;
  std::map<std::string, std::map<std::string, std::string>> renamed_;  // [file] materials
};

}  // namespace

void bring_looks(ShotSpec& shot, Findings& findings) {
  Bringing all(shot.look);
  std::map<std::string, LookSpec> looks;
  for (CastSpec& cast : shot.motion.figures) {
    if (cast.look.empty()) continue;
    const auto [file, why] = find_named_file(writer(findings, cast.place, "look"), cast.look,
                                             "render/looks", "a look file");
    if (!why.empty()) {
      findings.report(cast.place, "look", in_quotes(cast.look), why);
      continue;
    }
    const auto [look, is_new] = looks.try_emplace(file);
    if (is_new) look->second = load_look(file, findings);
    all.bring(cast, file, look->second);
  }
}

}  // namespace gambol
