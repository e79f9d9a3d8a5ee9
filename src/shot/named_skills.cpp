#include "shot/named_skills.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/nearest.h"
#include "figure/known_figures.h"
#include "schema/file_kinds.h"
#include "schema/merge_trees.h"
#include "schema/tree_parts.h"
#include "shot/actor_size.h"
#include "shot/file_kinds.h"

namespace gambol {

namespace fs = std::filesystem;

bool is_of_actor(const std::string& file) try {
  const fs::path path = fs::absolute(file);
  if (path.parent_path().filename() != path.stem()) return false;  // most files are not read
  std::vector<Problem> ignored;  // loading the figure reports them
  return kind_of(read_yaml(file, ignored)) == "actor";
} catch (const InputError&) {
  return false;
}

namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

// The node that names a skill's file in an element of `skills`; nullptr if the element is the skill
// itself, or changes one.
const YamlNode* named_skill(const YamlNode& element) {
  return element.kind == YamlNode::Kind::scalar ? &element : element.find("skill");
}

// The file of the actor in whose folder a skill of that name would stand; "" if there is none.
std::string owner_of(const YamlNode& named, const std::string& actor) {
  const std::size_t slash = named.text.find('/');
  const std::string owner =
      slash == std::string::npos
          ? actor
          : find_named_file(named.place().file, named.text.substr(0, slash), "figures", "").path;
  return !owner.empty() && is_of_actor(owner) ? owner : "";
}

// "" if there is none that may be read.
std::string skill_file(const YamlNode& named, const std::string& owner) {
  if (owner.empty() || named.kind != YamlNode::Kind::scalar) return "";
  const std::string name = named.text.substr(named.text.find('/') + 1);  // all without one
  const std::string path = (fs::path(owner).parent_path() / "skills" / (name + ".yaml")).string();
  return why_no_file(path, "a skill file").empty() ? path : "";
}

std::vector<std::string> skills_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}
std::vector<std::string> skills_beside(const std::string& actor) {
  return skills_in(fs::path(actor).parent_path() / "skills");
}

class Reading {
 public:
  Reading(const SkillPlayer& player, std::vector<Problem>& problems)
      : player_(player), problems_(problems) {}

  void read(YamlNode& holder) {
    for (YamlEntry& entry : holder.entries) {
      if (entry.key != "skills") continue;
      if (entry.value.kind == YamlNode::Kind::scalar) entry.value = list_with(entry.value);
      YamlNode list = scalar_at(entry.value, "");
      list.kind = YamlNode::Kind::sequence;
      for (YamlNode& item : entry.value.items) {
        const YamlNode* named = named_skill(item);
        if (!named) {
          if (const YamlNode* base = item.find("extends"))
            problems_.push_back({base->place(), "skills.extends", describe(*base),
                                 "this key in a file of a skill; here `skill` names one"});
          list.items.push_back(std::move(item));
        } else if (std::optional<YamlNode> read = skill(*named)) {
          list.items.push_back(named == &item ? std::move(*read) : changed(std::move(*read), item));
        }
      }
      entry.value = std::move(list);
    }
  }

 private:
  // Reads a file, or adds to the problems why it cannot be read.
  std::optional<YamlNode> file(const std::string& path) try {
    return read_yaml(path, problems_);
  } catch (const InputError& e) {
    problems_.insert(problems_.end(), e.problems().begin(), e.problems().end());
    return std::nullopt;
  }

  // A skill with what an element of `skills` changes.
  YamlNode changed(YamlNode skill, YamlNode change) {
    erase_keys(change, {"skill"});
    if (change.entries.empty()) return skill;
    if (const YamlNode* name = skill.find("name"); name && !change.find("name"))
      set_entry(change, "name", *name);
    else if (const YamlNode* own = change.find("name"))
      set_entry(skill, "name", *own);
    YamlNode base = list_with(std::move(skill)), over = list_with(std::move(change));
    return merge_trees(std::move(base), over, skills_, problems_).items.at(0);
  }

  // A skill's file with the one beside it that it extends, and so on.
  std::optional<YamlNode> composed(const std::string& path, std::vector<std::string> above = {}) {
    std::optional<YamlNode> own = file(path);
    const YamlNode* extends = own ? own->find("extends") : nullptr;
    if (!extends) return own;
    const auto fail = [&](const std::string& found, const std::string& expected) {
      problems_.push_back({extends->place(), "extends", found, expected});
      return std::nullopt;
    };
    above.push_back(path);
    const std::string base_path =
        (fs::path(path).parent_path() / (extends->text + ".yaml")).string();
    if (extends->kind != YamlNode::Kind::scalar ||
        !why_no_file(base_path, "a skill file").empty()) {
      const std::string close = nearest(extends->text, skills_in(fs::path(path).parent_path()));
      return fail(describe(*extends),
                  fmt::format("the name of a skill beside this one{}",
                              close.empty() ? "" : " (did you mean " + close + "?)"));
    }
    if (std::find(above.begin(), above.end(), base_path) != above.end())
      return fail(describe(*extends) + ", which extends this one", "a skill that does not");
    std::optional<YamlNode> base = composed(base_path, above);
    if (!base) return base;
    apply_without(*base, *own, skills_, problems_);
    erase_keys(*base, {"skill", "name"});
    erase_keys(*own, {"extends", "without"});
    // The type tells whose file the skill is.
    if (const YamlNode* type = base->find("type"); type && !own->find("type"))
      set_entry(*own, "type", scalar_at(*own, type->text));
    const YamlNode any = scalar_at(*own, "skill");
    const YamlNode name = own->find("name") ? *own->find("name") : *own->find("skill");
    for (YamlNode* one : {&*base, &*own}) set_entry(*one, "name", any);  // it is one
    YamlNode over = list_with(std::move(*own));
    YamlNode merged =
        merge_trees(list_with(std::move(*base)), over, skills_, problems_).items.at(0);
    set_entry(merged, "name", name);
    return merged;
  }

  std::optional<YamlNode> skill(const YamlNode& named) {
    const auto fail = [&](const std::string& expected) {
      problems_.push_back({named.place(), "skills", describe(named), expected});
      return std::nullopt;
    };
    const std::string owner = owner_of(named, player_.actor), path = skill_file(named, owner);
    if (path.empty()) {
      const std::vector<std::string> known = skills_beside(player_.actor);
      const std::string close = nearest(named.text, known);
      return fail(
          !is_of_actor(player_.actor) || named.text.find('/') != std::string::npos
              ? "a skill, ACTOR/NAME"
              : fmt::format("a skill of {}{}", fs::path(player_.actor).parent_path().string(),
                            close.empty() ? "" : fmt::format(" (did you mean {}?)", close)));
    }
    if (kind_of(file(path).value_or(YamlNode{})) != "skill")
      return fail("a skill file, which begins with `skill: NAME`");
    std::optional<YamlNode> skill = composed(path);
    if (!skill) return skill;
    if (const YamlNode* name = skill->find("skill"); name && !skill->find("name"))
      set_entry(*skill, "name", *name);
    erase_keys(*skill, {"skill"});
    Similarity by = player_.by;
    if (!player_.body.empty() && !is_same_file(owner, player_.actor)) {
      const std::optional<Similarity> found =
          similarity_of_figures(known_figure(owner)->spec, known_figure(player_.body)->spec);
      if (!found) return fail("a skill of a figure that has legs if this one has, and none if not");
      by.length *= found->length;
      by.mass *= found->mass;
    }
    YamlNode list = list_with(std::move(*skill));
    if (!by.is_identity()) scale_tree(list, skills_, by);
    return list.items.at(0);
  }

  const FieldInfo& skills_ =
      *find_field(find_field(describe_shot().fields, "figures")->fields, "skills");
  const SkillPlayer& player_;
  std::vector<Problem>& problems_;
};

}  // namespace

SkillPlayer player_of(const YamlNode& body,
                      const std::function<const YamlNode*(const char* key)>& of) {
  SkillPlayer player;
  player.actor = body.place().file;
  const auto [path, why] =
      find_named_file(body.place().file, body.text, "figures", "a figure file");
  if (!why.empty()) return player;  // loading the figure reports it
  player.body = path;
  const YamlNode *size = of("size"), *person = of("person"), *animal = of("animal");
  if (!size && !person && !animal) return player;
  const auto figure = known_figure(path);
  if (figure->spec.bodies.empty()) return player;
  player.by = size     ? similarity_of_size(figure->spec, *size)
              : person ? similarity_of_person(figure->spec, *person)
                       : similarity_of_animal(figure->spec, *animal);
  return player;
}

void read_skills(YamlNode& holder, const SkillPlayer& player, std::vector<Problem>& problems) {
  Reading(player, problems).read(holder);
}

}  // namespace gambol
