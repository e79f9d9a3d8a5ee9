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
  Bringing(LookSpec& look, Findings& findings) : look_(look), own_(look), findings_(findings) {}

  void bring(const CastSpec& cast, const LookSpec& from) {
    std::set<std::string> wanted = materials_of(cast.figure);
    for (const HairSpec& hair : from.hair) {
      wanted.insert(hair.material);
      if (!has(look_.hair, hair.name)) look_.hair.push_back(hair);
    }
    for (const MaterialSpec& material : from.materials)
      if (wanted.contains(material.name) && !has(own_.materials, material.name))
        bring(cast, material);
  }

 private:
  void bring(const CastSpec& cast, const MaterialSpec& material) {
    const auto [other, is_new] = brought_.try_emplace(material.name, material.place);
    const Place &one = other->second, &here = material.place;
    if (is_new) {
      look_.materials.push_back(material);
      look_.materials_of_file.push_back(material.name);
    } else if (one.file != here.file || one.line != here.line) {
      findings_.report(cast.place, "look",
                       fmt::format("{}, a material of {} too", material.name, one.file),
                       "other names, or one of them in the shot's look");
    }
  }

  LookSpec& look_;
  const LookSpec own_;
  Findings& findings_;
  std::map<std::string, Place> brought_;  // where it is described, by material
};

}  // namespace

void bring_looks(ShotSpec& shot, Findings& findings) {
  Bringing all(shot.look, findings);
  std::map<std::string, LookSpec> looks;
  for (const CastSpec& cast : shot.motion.figures) {
    if (cast.look.empty()) continue;
    const auto [file, why] = find_named_file(writer(findings, cast.place, "look"), cast.look,
                                             "render/looks", "a look file");
    if (!why.empty()) {
      findings.report(cast.place, "look", in_quotes(cast.look), why);
      continue;
    }
    const auto [look, is_new] = looks.try_emplace(file);
    if (is_new) look->second = load_look(file, findings);
    all.bring(cast, look->second);
  }
}

}  // namespace gambol
