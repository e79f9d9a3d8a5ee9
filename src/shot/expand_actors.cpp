#include "shot/expand_actors.h"

#include <fmt/format.h>

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

class Expansion {
 public:
  Expansion(const FieldInfo& figures, std::vector<Problem>& problems)
      : figures_(figures), problems_(problems) {}

  void expand(YamlNode& cast) {
    if (cast.kind != YamlNode::Kind::mapping) return;
    YamlNode brought = brought_by_actor(cast);
    const std::string actor = text_of(brought, "file").empty() ? "" : brought.place().file;
    if (!actor.empty()) erase_keys(cast, {"file"});
    take_skills(cast, actor, brought);
    if (!actor.empty()) scale(brought, cast);
    if (!brought.entries.empty()) merge(std::move(brought), cast);
    for (const char* goal : {"speed", "frequency"}) give(goal, cast);
    complete_place(cast);
  }

 private:
  void merge(YamlNode brought, YamlNode& cast) {
    if (const YamlNode* name = cast.find("name")) put(brought, "name", *name);
    if (const YamlNode* at = cast.find("at"); at && at->items.size() == 3)
      erase_keys(brought, {"stands"});
    YamlNode base = list_of(std::move(brought)), over = list_of(std::move(cast));
    cast = merge_trees(std::move(base), over, figures_, problems_).items.at(0);
  }

  // Moves a goal of the figure to those of its controllers that have one.
  void give(const char* goal, YamlNode& cast) const {
    const YamlNode* said = cast.find(goal);
    const FieldInfo* controllers = find_field(figures_.fields, "controllers");
    if (!said || !controllers) return;
    const YamlNode value = *said;
    bool taken = false;
    for (YamlEntry& entry : cast.entries) {
      if (entry.key != controllers->name) continue;
      for (YamlNode& controller : entry.value.items)
        if (field_of(*controllers, controller, controller, goal)) {
          put(controller, goal, value);
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

  // Makes controllers of the skills that the shot names, or else of those that the actor names.
  void take_skills(YamlNode& cast, const std::string& actor, YamlNode& brought) {
    const YamlNode* own = cast.find("skills");
    const YamlNode* skills = own ? own : brought.find("skills");
    if (!skills) return;
    YamlNode controllers = scalar("", *skills);
    controllers.kind = YamlNode::Kind::sequence;
    if (skills->kind == YamlNode::Kind::scalar) add_skill(*skills, actor, controllers);
    for (const YamlNode& skill : skills->items) add_skill(skill, actor, controllers);
    if (const YamlNode* more = brought.find("controllers"))
      for (const YamlNode& item : more->items) controllers.items.push_back(item);
    erase_keys(brought, {"skills"});
    erase_keys(cast, {"skills"});
    put(brought, "controllers", std::move(controllers));
  }

  void add_skill(const YamlNode& named, const std::string& actor, YamlNode& controllers) {
    const auto fail = [&](const std::string& expected) {
      problems_.push_back({named.place(), "skills", describe(named), expected});
    };
    if (named.kind != YamlNode::Kind::scalar) return fail("the name of a skill: trot, dog/trot");
    const std::string path = skill_file(named, actor);
    if (path.empty()) {
      const std::string close = nearest(named.text, skills_beside(actor));
      return fail(
          actor.empty() || named.text.find('/') != std::string::npos
              ? "a skill, ACTOR/NAME"
              : fmt::format("a skill of {}{}", fs::path(actor).parent_path().string(),
                            close.empty() ? "" : fmt::format(" (did you mean {}?)", close)));
    }
    std::optional<YamlNode> skill = read(path);
    if (!skill) return;
    if (kind_of(*skill) != "skill") return fail("a skill file, which begins with `skill: NAME`");
    if (const YamlNode* name = skill->find("skill"); name && !skill->find("name"))
      put(*skill, "name", *name);
    erase_keys(*skill, {"skill"});
    controllers.items.push_back(std::move(*skill));
  }

  // "" if there is none that may be read.
  static std::string skill_file(const YamlNode& named, const std::string& actor) {
    const std::size_t slash = named.text.find('/');
    std::string owner = actor;
    if (slash != std::string::npos)
      owner = find_named_file(named.place().file, named.text.substr(0, slash), "figures", "").path;
    if (owner.empty() || !is_of_actor(owner)) return "";
    const std::string name = slash == std::string::npos ? named.text : named.text.substr(slash + 1);
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

  // What the actor brings, to the size that the shot gives it.
  void scale(YamlNode& brought, const YamlNode& cast) const {
    const YamlNode *size = cast.find("size"), *person = cast.find("person");
    if (!size && !person) return;
    const auto [path, why] = find_named_file(brought.find("file")->place().file,
                                             text_of(brought, "file"), "figures", "a figure file");
    if (!why.empty()) return;  // loading the figure reports it
    const auto known = known_figure(path);
    const FigureSpec& figure = known->spec;
    if (figure.bodies.empty()) return;
    Similarity by;
    if (size) by = similarity_of_size(figure, quantity(*size));
    if (person) by = similarity_of_person(figure, person);
    if (!by.is_identity()) scale_tree(brought, element_of(figures_), by);
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

  const FieldInfo& figures_;
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

bool names_actor(const YamlNode& cast) {
  const YamlNode* file = cast.find("file");
  if (!file || file->kind != YamlNode::Kind::scalar) return false;
  const NamedFile named =
      find_named_file(file->place().file, file->text, "figures", "a figure file");
  return named.why.empty() && is_of_actor(named.path);
}

}  // namespace

void leave_actors(YamlNode& shot, const YamlNode& over) {
  const YamlNode* changes = over.find("figures");
  if (!changes) return;
  for (YamlEntry& entry : shot.entries) {
    if (entry.key != "figures") continue;
    for (YamlNode& cast : entry.value.items)
      for (const YamlNode& change : changes->items) {
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
          prune(cast, from.parent_path(), Changes::stay);
          put(cast, "file", std::move(actor));
        }
        if (change.find("skills")) prune(cast, from.parent_path() / "skills", Changes::go);
      }
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
