#include "shot/expand_actors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/nearest.h"
#include "base/units.h"
#include "figure/body_measures.h"
#include "figure/known_figures.h"
#include "schema/file_kinds.h"
#include "schema/merge_trees.h"
#include "schema/scale_tree.h"
#include "schema/tree_parts.h"
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

YamlNode scalar(const std::string& text, const YamlNode& at) {
  YamlNode node = at;
  node.kind = YamlNode::Kind::scalar;
  node.text = text;
  node.items.clear();
  node.entries.clear();
  return node;
}

void put(YamlNode& mapping, const char* key, YamlNode value) {
  erase_keys(mapping, {key});
  mapping.entries.push_back({key, value.line, value.col, std::move(value)});
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

// The node that names a skill's file in an element of `skills`; nullptr if the element is the skill
// itself, or changes one.
const YamlNode* named_skill(const YamlNode& element) {
  return element.kind == YamlNode::Kind::scalar ? &element : element.find("skill");
}

class Expansion {
 public:
  Expansion(const FieldInfo& figures, std::vector<Problem>& problems)
      : figures_(figures), skills_(*find_field(figures.fields, "skills")), problems_(problems) {}

  void expand(YamlNode& cast) {
    if (cast.kind != YamlNode::Kind::mapping) return;
    YamlNode brought = brought_by_actor(cast);
    const YamlNode* body = brought.find("file");
    const bool is_new = body != nullptr;
    Player player;
    if (is_new) player = player_of(*body, cast);
    if (cast.find("skills")) erase_keys(brought, {"skills"});
    for (YamlNode* holder : {&brought, &cast}) read_skills(*holder, player);
    if (is_new) {
      scale_rest(brought, player.by);
      erase_keys(cast, {"file"});
      merge(std::move(brought), cast);
    }
    give("speed", {"speed", "body_speed"}, cast);
    give("frequency", {"frequency"}, cast);
    complete_place(cast);
  }

  // Reads the skills that `change` names, to be played by the expanded figure that it changes.
  void read_skills_for(const YamlNode& cast, YamlNode& change) {
    const YamlNode* body = change.find("file");
    if (!body) body = cast.find("file");
    if (!body || body->kind != YamlNode::Kind::scalar) return;
    YamlNode sized = cast;
    for (const char* key : {"size", "person"})
      if (const YamlNode* value = change.find(key)) put(sized, key, *value);
    Player player = player_of(*body, sized);
    if (const YamlNode* was = cast.find("file")) player.actor = was->place().file;
    read_skills(change, player);
  }

 private:
  // Who plays the skills.
  struct Player {
    std::string actor;  // its file; "": none
    std::string body;   // its figure file; "" if there is none
    Similarity by;      // the size that the shot gives it over its file's
  };

  void merge(YamlNode brought, YamlNode& cast) {
    if (const YamlNode* name = cast.find("name")) put(brought, "name", *name);
    if (const YamlNode* at = cast.find("at"); at && at->items.size() == 3)
      erase_keys(brought, {"stands"});
    YamlNode base = list_of(std::move(brought)), over = list_of(std::move(cast));
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
            put(skill, name, value);
            taken = true;
          }
    }
    if (taken) erase_keys(cast, {goal});
  }

  static YamlNode list_of(YamlNode element) {
    YamlNode list = scalar("", element);
    list.kind = YamlNode::Kind::sequence;
    list.items.push_back(std::move(element));
    return list;
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
    YamlNode nothing = scalar("", cast);
    nothing.kind = YamlNode::Kind::mapping;
    const YamlNode* file = cast.find("file");
    if (!file || file->kind != YamlNode::Kind::scalar) return nothing;
    const auto [path, why] =
        find_named_file(file->place().file, file->text, "figures", "a figure file");
    if (!why.empty() || !is_of_actor(path)) return nothing;  // loading reports a missing file
    std::optional<YamlNode> actor = read(path);
    if (!actor) return nothing;
    const YamlNode* figure = actor->find("figure");
    YamlNode named = figure ? *figure : scalar("", *actor);
    erase_keys(*actor, {"actor", "about", "figure"});
    if (figure) put(*actor, "file", std::move(named));
    return *actor;
  }

  // Puts the files of the skills that are named in their place, in the figure's size. What the shot
  // says itself is of that size already.
  void read_skills(YamlNode& holder, const Player& player) {
    for (YamlEntry& entry : holder.entries) {
      if (entry.key != "skills") continue;
      if (entry.value.kind == YamlNode::Kind::scalar) entry.value = list_of(entry.value);
      YamlNode list = scalar("", entry.value);
      list.kind = YamlNode::Kind::sequence;
      for (YamlNode& item : entry.value.items) {
        const YamlNode* named = named_skill(item);
        std::optional<YamlNode> read = named ? skill(*named, player) : std::move(item);
        if (!read) continue;
        list.items.push_back(named == &item ? std::move(*read) : changed(std::move(*read), item));
      }
      entry.value = std::move(list);
    }
  }

  // A skill with what an element of `skills` changes.
  YamlNode changed(YamlNode skill, YamlNode change) {
    erase_keys(change, {"skill"});
    if (change.entries.empty()) return skill;
    if (const YamlNode* name = skill.find("name"); name && !change.find("name"))
      put(change, "name", *name);
    else if (const YamlNode* own = change.find("name"))
      put(skill, "name", *own);
    YamlNode base = list_of(std::move(skill)), over = list_of(std::move(change));
    return merge_trees(std::move(base), over, skills_, problems_).items.at(0);
  }

  std::optional<YamlNode> skill(const YamlNode& named, const Player& player) {
    const auto fail = [&](const std::string& expected) {
      problems_.push_back({named.place(), "skills", describe(named), expected});
      return std::nullopt;
    };
    const std::string owner = owner_of(named, player.actor), path = skill_file(named, owner);
    if (path.empty()) {
      const std::vector<std::string> known = skills_beside(player.actor);
      const std::string close = nearest(named.text, known);
      return fail(
          !is_of_actor(player.actor) || named.text.find('/') != std::string::npos
              ? "a skill, ACTOR/NAME"
              : fmt::format("a skill of {}{}", fs::path(player.actor).parent_path().string(),
                            close.empty() ? "" : fmt::format(" (did you mean {}?)", close)));
    }
    std::optional<YamlNode> skill = read(path);
    if (!skill) return skill;
    if (kind_of(*skill) != "skill") return fail("a skill file, which begins with `skill: NAME`");
    if (const YamlNode* name = skill->find("skill"); name && !skill->find("name"))
      put(*skill, "name", *name);
    erase_keys(*skill, {"skill"});
    Similarity by = player.by;
    if (!player.body.empty() && !is_same_file(owner, player.actor)) {
      const std::optional<Similarity> found =
          similarity_of_bodies(known_figure(owner)->spec, known_figure(player.body)->spec);
      if (!found) return fail("a skill of a figure that has legs if this one has, and none if not");
      by.length *= found->length;
      by.mass *= found->mass;
    }
    YamlNode list = list_of(std::move(*skill));
    if (!by.is_identity()) scale_tree(list, skills_, by);
    return list.items.at(0);
  }

  // Of a skill's own figure to another one that plays it; none if only one of them has legs.
  static std::optional<Similarity> similarity_of_bodies(const FigureSpec& own,
                                                        const FigureSpec& other) {
    if (own.legs.empty() != other.legs.empty()) return {};
    const auto measure = own.legs.empty() ? longest_side : leg_height;
    const Similarity by{measure(other) / measure(own), total_mass(other) / total_mass(own)};
    return by.length > 0 && std::isfinite(by.length) && by.mass > 0 && std::isfinite(by.mass)
               ? by
               : Similarity{};
  }

  // The file of the actor in whose folder a skill of that name would stand; "" if there is none.
  static std::string owner_of(const YamlNode& named, const std::string& actor) {
    const std::size_t slash = named.text.find('/');
    const std::string owner =
        slash == std::string::npos
            ? actor
            : find_named_file(named.place().file, named.text.substr(0, slash), "figures", "").path;
    return !owner.empty() && is_of_actor(owner) ? owner : "";
  }

  // "" if there is none that may be read.
  static std::string skill_file(const YamlNode& named, const std::string& owner) {
    if (owner.empty() || named.kind != YamlNode::Kind::scalar) return "";
    const std::string name = named.text.substr(named.text.find('/') + 1);  // all without one
    const std::string path = (fs::path(owner).parent_path() / "skills" / (name + ".yaml")).string();
    return why_no_file(path, "a skill file").empty() ? path : "";
  }

  static std::vector<std::string> skills_beside(const std::string& actor) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator(fs::path(actor).parent_path() / "skills", error))
      names.push_back(entry.path().stem().string());
    return names;
  }

  // `at: [X, Y]` of a shot: the actor knows how high it stands.
  static void complete_place(YamlNode& cast) {
    if (!cast.find("stands")) return;
    for (YamlEntry& entry : cast.entries)
      if (entry.key == "at" && entry.value.items.size() == 2)
        entry.value.items.push_back(scalar("0", entry.value));
  }

  // What the actor brings besides its skills, to the size that the shot gives it.
  void scale_rest(YamlNode& brought, const Similarity& by) const {
    if (by.is_identity()) return;
    const YamlNode* skills = brought.find("skills");
    const YamlNode kept = skills ? *skills : YamlNode{};
    const bool has_skills = skills;
    erase_keys(brought, {"skills"});
    scale_tree(brought, element_of(figures_), by);
    if (has_skills) put(brought, "skills", kept);
  }

  static Player player_of(const YamlNode& body, const YamlNode& cast) {
    Player player;
    player.actor = body.place().file;
    const auto [path, why] =
        find_named_file(body.place().file, body.text, "figures", "a figure file");
    if (!why.empty()) return player;  // loading the figure reports it
    player.body = path;
    const YamlNode *size = cast.find("size"), *person = cast.find("person");
    if (!size && !person) return player;
    const auto known = known_figure(path);
    const FigureSpec& figure = known->spec;
    if (figure.bodies.empty()) return player;
    if (size) player.by = similarity_of_size(figure, quantity(*size));
    if (person && !size) player.by = similarity_of_person(figure, person);
    return player;
  }

  // Returns NaN for what is no quantity; loading the figure reports it.
  static double quantity(const YamlNode& node) {
    try {
      return parse_quantity(node.text).value;
    } catch (const std::invalid_argument&) {
      return NAN;
    }
  }

  static Similarity similarity_of_size(const FigureSpec& figure, double size) {
    const double length = size / longest_side(figure);
    if (!(length > 0)) return {};
    return {length, length * length * length};
  }

  static Similarity similarity_of_person(const FigureSpec& figure, const YamlNode* person) {
    const YamlNode *height = person->find("height"), *mass = person->find("mass");
    Similarity by;
    if (height && figure.stature) by.length = quantity(*height) / *figure.stature;
    if (!(by.length > 0)) return {};
    by.mass = by.length * by.length * by.length;
    const double all = total_mass(figure);
    if (mass && all > 0 && quantity(*mass) > 0) by.mass = quantity(*mass) / all;
    return by;
  }

  const FieldInfo &figures_, &skills_;
  std::vector<Problem>& problems_;
};

// What becomes of changes that a shot makes to skills that are removed.
enum class Changes { stay, go };

// Removes what stands in files of the folder, or below it. Returns whether nothing is left.
bool prune(YamlNode& node, const fs::path& folder, Changes changes) {
  const fs::path from = node.place().file;
  const bool brought = from.parent_path() == folder || from.parent_path().parent_path() == folder;
  const bool was_empty = node.items.empty() && node.entries.empty();
  std::erase_if(node.items, [&](YamlNode& item) {
    const bool was_skill = item.find("type");
    return prune(item, folder, changes) ||
           (changes == Changes::go && was_skill && !item.find("type"));
  });
  std::erase_if(node.entries,
                [&](YamlEntry& entry) { return prune(entry.value, folder, changes); });
  const bool is_empty = node.items.empty() && node.entries.empty();
  return brought ? is_empty : is_empty && !was_empty;
}

// The skills of an expanded figure with the names of their files in place of what these say.
std::optional<YamlNode> named_again(const YamlNode& cast, const fs::path& folder) {
  const YamlNode* skills = cast.find("skills");
  if (!skills) return {};
  YamlNode list = *skills;
  for (YamlNode& skill : list.items) {
    const YamlNode* type = skill.find("type");
    const fs::path from = type ? fs::path(type->place().file) : fs::path();
    if (from.parent_path().filename() != "skills") continue;
    const fs::path owner = from.parent_path().parent_path();
    const std::string name = owner == folder
                                 ? from.stem().string()
                                 : owner.filename().string() + "/" + from.stem().string();
    YamlNode named = scalar(name, cast);
    prune(skill, owner, Changes::stay);
    put(skill, "skill", std::move(named));
  }
  return list;
}

bool names_actor(const YamlNode& cast) {
  const YamlNode* file = cast.find("file");
  if (!file || file->kind != YamlNode::Kind::scalar) return false;
  const NamedFile named =
      find_named_file(file->place().file, file->text, "figures", "a figure file");
  return named.why.empty() && is_of_actor(named.path);
}

}  // namespace

void meet_actors(YamlNode& shot, YamlNode& over, std::vector<Problem>& problems) {
  const auto figures = [](YamlNode& of) -> YamlNode* {
    for (YamlEntry& entry : of.entries)
      if (entry.key == "figures") return &entry.value;
    return nullptr;
  };
  YamlNode *casts = figures(shot), *changes = figures(over);
  if (!casts || !changes) return;
  Expansion expansion(*find_field(describe_shot().fields, "figures"), problems);
  for (YamlNode& cast : casts->items)
    for (YamlNode& change : changes->items) {
      const std::string name = text_of(cast, "name");
      const YamlNode* file = cast.find("file");
      if (name.empty() || text_of(change, "name") != name || !file) continue;
      const fs::path from = file->place().file;
      if (!is_of_actor(from.string())) continue;
      if (const YamlNode* at = change.find("at"); at && at->items.size() == 3)
        erase_keys(cast, {"stands"});
      if (names_actor(change)) {
        prune(cast, from.parent_path(), Changes::go);
      } else if (change.find("size") || change.find("person")) {  // it is brought again, scaled
        YamlNode actor = scalar(fs::absolute(from).string(), *file);
        std::optional<YamlNode> skills = named_again(cast, from.parent_path());
        erase_keys(cast, {"skills"});
        prune(cast, from.parent_path(), Changes::stay);
        put(cast, "file", std::move(actor));
        if (skills) put(cast, "skills", std::move(*skills));
      }
      if (!names_actor(change)) expansion.read_skills_for(cast, change);
    }
}

void expand_actors(YamlNode& shot, std::vector<Problem>& problems) {
  const FieldInfo* figures = find_field(describe_shot().fields, "figures");
  Expansion expansion(*figures, problems);
  for (YamlEntry& entry : shot.entries)
    if (entry.key == "figures")
      for (YamlNode& cast : entry.value.items) expansion.expand(cast);
}

}  // namespace gambol
