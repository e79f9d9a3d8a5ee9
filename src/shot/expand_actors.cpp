#include "shot/expand_actors.h"

#include <optional>
#include <string>
#include <utility>

#include "base/data_file.h"
#include "schema/merge_trees.h"
#include "schema/scale_tree.h"
#include "schema/tree_parts.h"
#include "shot/file_kinds.h"
#include "shot/named_skills.h"

namespace gambol {
namespace {

class Expansion {
 public:
  Expansion(const FieldInfo& figures, std::vector<Problem>& problems)
      : figures_(figures), skills_(*find_field(figures.fields, "skills")), problems_(problems) {}

  void expand(YamlNode& cast) {
    if (cast.kind != YamlNode::Kind::mapping) return;
    YamlNode brought = brought_by_actor(cast);
    if (const YamlNode* body = brought.find("file")) {
      const SkillPlayer player = player_of(*body, [&](const char* key) { return cast.find(key); });
      if (!player.by.is_identity()) scale(brought, player.by);
      if (cast.find("skills")) erase_keys(brought, {"skills"});
      for (YamlNode* holder : {&brought, &cast}) read_skills(*holder, player, problems_);
      erase_keys(cast, {"file"});
      merge(std::move(brought), cast);
    } else {
      const YamlNode* file = cast.find("file");
      const bool names_body = file && file->kind == YamlNode::Kind::scalar;
      const auto of = [&](const char* key) { return cast.find(key); };
      read_skills(cast, names_body ? player_of(*file, of) : SkillPlayer(), problems_);
    }
    give("speed", {"speed", "body_speed"}, cast);
    give("frequency", {"frequency"}, cast);
    give("heading", {"heading"}, cast);
    complete_place(cast);
  }

 private:
  // What an actor brings, but for its skills: their files are scaled as they are read.
  void scale(YamlNode& brought, const Similarity& by) const {
    std::optional<YamlNode> skills;
    if (const YamlNode* named = brought.find("skills")) skills = *named;
    erase_keys(brought, {"skills"});
    scale_tree(brought, element_of(figures_), by);
    if (skills) set_entry(brought, "skills", std::move(*skills));
  }

  void merge(YamlNode brought, YamlNode& cast) {
    if (const YamlNode* name = cast.find("name")) set_entry(brought, "name", *name);
    if (const YamlNode* at = cast.find("at"); at && at->items.size() == 3)
      erase_keys(brought, {"stands"});
    YamlNode base = list_with(std::move(brought)), over = list_with(std::move(cast));
    cast = merge_trees(std::move(base), over, figures_, problems_).items.at(0);
  }

  // Moves a goal of the figure to those of its skills that have one, by any of its names there.
  void give(const char* goal, const std::vector<const char*>& names, YamlNode& cast) const {
    const YamlNode* said = cast.find(goal);
    if (!said) return;
    const YamlNode value = *said;
    bool taken = false;
    for (YamlEntry& entry : cast.entries) {
      if (entry.key != "skills") continue;
      for (YamlNode& skill : entry.value.items)
        for (const char* name : names)
          if (field_of(skills_, skill, skill, name)) {
            set_entry(skill, name, value);
            taken = true;
          }
    }
    if (taken) erase_keys(cast, {goal});
  }

  // Reads a file, or adds to the problems why it cannot be read.
  std::optional<YamlNode> read(const std::string& path) try {
    return read_yaml(path, problems_);
  } catch (const InputError& e) {
    problems_.insert(problems_.end(), e.problems().begin(), e.problems().end());
    return std::nullopt;
  }

  // A mapping without entries if `file` is no actor.
  YamlNode brought_by_actor(const YamlNode& cast) {
    YamlNode nothing = scalar_at(cast, "");
    nothing.kind = YamlNode::Kind::mapping;
    const YamlNode* file = cast.find("file");
    if (!file || file->kind != YamlNode::Kind::scalar) return nothing;
    const auto [path, why] =
        find_named_file(file->place().file, file->text, "figures", "a figure file");
    if (!why.empty() || !is_of_actor(path)) return nothing;  // loading reports a missing file
    std::optional<YamlNode> actor = read(path);
    if (!actor) return nothing;
    if (const YamlNode* figure = actor->find("figure")) set_entry(*actor, "file", *figure);
    erase_keys(*actor, {"actor", "about", "figure"});
    if (const YamlNode* skills = actor->find("skills"))
      for (const YamlNode& skill : skills->items)
        if (skill.kind != YamlNode::Kind::scalar)
          problems_.push_back({skill.place(), "skills", describe(skill),
                               "the name of a skill, whose file lies in the folder `skills`"});
    return *actor;
  }

  // `at: [X, Y]` of a shot: the actor knows how high it stands.
  static void complete_place(YamlNode& cast) {
    if (!cast.find("stands")) return;
    for (YamlEntry& entry : cast.entries)
      if (entry.key == "at" && entry.value.items.size() == 2)
        entry.value.items.push_back(scalar_at(entry.value, "0"));
  }

  const FieldInfo &figures_, &skills_;
  std::vector<Problem>& problems_;
};

}  // namespace

void expand_actors(YamlNode& shot, std::vector<Problem>& problems) {
  const FieldInfo* figures = find_field(describe_shot().fields, "figures");
  Expansion expansion(*figures, problems);
  for (YamlEntry& entry : shot.entries)
    if (entry.key == "figures")
      for (YamlNode& cast : entry.value.items) expansion.expand(cast);
}

}  // namespace gambol
