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
#include "shot/compose_skill.h"
#include "shot/skill_on_body.h"

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

std::vector<std::string> skills_beside(const std::string& actor) {
  return skills_in((fs::path(actor).parent_path() / "skills").string());
}

// "a skill of figures/dog (did you mean dog/trot?)": what should stand where `named` names no
// skill. `owner`: of owner_of().
std::string expected_skill(const YamlNode& named, const std::string& owner) {
  const std::size_t slash = named.text.find('/');
  const bool elsewhere = slash != std::string::npos;
  if (owner.empty()) {
    if (!elsewhere) return "a skill, ACTOR/NAME";
    const std::string kind = "a skill, ACTOR/NAME, where ACTOR is an actor",
                      actor = named.text.substr(0, slash);
    const std::string why = find_named_file(named.place().file, actor, "figures", kind).why;
    return why.empty() ? kind : why;
  }
  const std::string expected = "a skill of " + fs::path(owner).parent_path().string();
  std::vector<std::string> known = skills_beside(owner);
  if (!elsewhere) return one_of(expected, named.text, known);
  const std::string actor = named.text.substr(0, slash + 1);
  const std::string close = nearest(named.text.substr(slash + 1), known);
  for (std::string& name : known) name.insert(0, actor);
  return one_of(expected, close.empty() ? "" : actor + close, known);
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
      for (YamlNode& item : entry.value.items)
        if (std::optional<YamlNode> element = read_element(item))
          list.items.push_back(std::move(*element));
      entry.value = std::move(list);
    }
  }

 private:
  // An element of `skills` with what the files say that it names; nullopt if one cannot be read.
  std::optional<YamlNode> read_element(YamlNode& item) {
    for (const char* key : {"extends", "rows"})
      if (const YamlNode* of_file = item.find(key))
        problems_.push_back({of_file->place(), fmt::format("skills.{}", key), describe(*of_file),
                             "this key in a file of a skill; here `skill` names one"});
    const YamlNode* named = named_skill(item);
    const std::vector<YamlNode> parts = parts_of(item);
    if (!named && parts.empty()) return std::move(item);
    const bool is_named = named;
    std::optional<YamlNode> read;
    if (is_named && !(read = skill(*named))) return read;
    if (named == &item) return read;
    YamlNode change = std::move(item);
    if (!read) {  // the parts are for a skill of the shot that this one extends
      read = scalar_at(change, "");
      read->kind = YamlNode::Kind::mapping;
    }
    for (const YamlNode& one : parts) {
      std::optional<YamlNode> part = skill(one, compose_part);
      if (!part) return part;
      if (const YamlNode* type = part->find("type"); type && !read->find("type"))
        set_entry(*read, "type", *type);
      read = skill_with(std::move(*read), std::move(*part), one, problems_);
    }
    apply_without(*read, change, describe_skills(), problems_);
    erase_keys(change, {"skill", "with", "without"});
    if (!change.entries.empty()) read = changed_skill(std::move(*read), change, problems_);
    if (!is_named) erase_keys(*read, {"type"});  // the skill keeps its own
    return read;
  }

  using Compose = std::optional<YamlNode>(const std::string& path, std::vector<Problem>& problems);

  std::optional<YamlNode> skill(const YamlNode& named, Compose* compose = compose_skill) {
    const auto fail = [&](const std::string& expected) {
      problems_.push_back({named.place(), "skills", describe(named), expected});
      return std::nullopt;
    };
    const std::string owner = owner_of(named, player_.actor), path = skill_file(named, owner);
    if (path.empty()) return fail(expected_skill(named, owner));
    std::optional<YamlNode> skill = compose(path, problems_);
    if (!skill) return skill;
    if (!skill->find("skill")) return fail("a skill file, which begins with `skill: NAME`");
    if (const YamlNode* name = skill->find("skill"); name && !skill->find("name"))
      set_entry(*skill, "name", *name);
    erase_keys(*skill, {"skill"});
    Similarity by = player_.by;
    if (!player_.body.empty() && !is_same_file(owner, player_.actor))
      if (const std::string expected = take_over(owner, player_.body, by); !expected.empty())
        return fail(expected);
    scale_skill(*skill, by, compose == compose_part ? ScaledDefaults::leave : ScaledDefaults::add);
    return skill;
  }

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
