#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "schema/merge_trees.h"
#include "schema/tree_parts.h"
#include "shot/compose_skill.h"
#include "shot/expand_actors.h"
#include "shot/named_skills.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

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

// The skill file that a node stands in; nullopt if it stands in another file.
std::optional<fs::path> skill_file_of(const YamlNode& node) {
  const fs::path from = node.place().file;
  return from.parent_path().filename() == "skills" ? std::optional(from) : std::nullopt;
}

std::string name_of_skill(const fs::path& file, const fs::path& folder) {
  const fs::path owner = file.parent_path().parent_path();
  return owner == folder ? file.stem().string()
                         : owner.filename().string() + "/" + file.stem().string();
}

// Adds the skill files that nodes of a tree stand in.
void add_skill_files(const YamlNode& node, std::vector<fs::path>& files) {
  if (const auto file = skill_file_of(node);
      file && std::find(files.begin(), files.end(), *file) == files.end())
    files.push_back(*file);
  for (const YamlNode& item : node.items) add_skill_files(item, files);
  for (const YamlEntry& entry : node.entries) add_skill_files(entry.value, files);
}

// The skills of an expanded figure with the names of their files in place of what these say.
std::optional<YamlNode> named_again(const YamlNode& cast, const fs::path& folder) {
  const YamlNode* skills = cast.find("skills");
  if (!skills) return {};
  YamlNode list = *skills;
  for (YamlNode& skill : list.items) {
    const YamlNode* type = skill.find("type");
    const std::optional<fs::path> from = type ? skill_file_of(*type) : std::nullopt;
    if (!from) continue;
    // Other files than those of the skill are parts that a shot has given it.
    std::vector<fs::path> files;
    for (const std::string& file : files_of_skill(from->string())) files.emplace_back(file);
    const std::size_t own = files.size();
    add_skill_files(skill, files);
    YamlNode parts = scalar_at(cast, "");
    parts.kind = YamlNode::Kind::sequence;
    for (std::size_t i = own; i < files.size(); ++i)
      parts.items.push_back(scalar_at(cast, name_of_skill(files[i], folder)));
    for (const fs::path& file : files)
      prune(skill, file.parent_path().parent_path(), Changes::stay);
    set_entry(skill, "skill", scalar_at(cast, name_of_skill(*from, folder)));
    if (!parts.items.empty()) set_entry(skill, "with", std::move(parts));
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

// Reads the skills that `change` names, to be played by the expanded figure that it changes.
void read_skills_for(const YamlNode& cast, YamlNode& change, std::vector<Problem>& problems) {
  if (!change.find("skills")) return;
  const auto either = [&](const char* key) {
    const YamlNode* value = change.find(key);
    return value ? value : cast.find(key);
  };
  const YamlNode* body = either("file");
  if (body->kind != YamlNode::Kind::scalar) return;
  SkillPlayer player = player_of(*body, either);
  player.actor = cast.find("file")->place().file;
  read_skills(change, player, problems);
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
  for (YamlNode& cast : casts->items)
    for (YamlNode& change : changes->items) {
      const std::string name = text_of(cast, "name");
      if (name.empty() || text_of(change, "name") != name || !cast.find("file")) continue;
      if (const YamlNode* at = change.find("at"); at && at->items.size() == 3)
        erase_keys(cast, {"stands"});
      const YamlNode* file = cast.find("file");  // found after entries have gone
      const fs::path from = file->place().file;
      if (!is_of_actor(from.string())) continue;
      const bool is_another = names_actor(change);
      if (!is_another) read_skills_for(cast, change, problems);
      if (is_another) {
        prune(cast, from.parent_path(), Changes::go);
      } else if (change.find("size") || change.find("person") ||
                 change.find("animal")) {  // it is brought again, scaled
        YamlNode actor = scalar_at(*file, fs::absolute(from).string());
        std::optional<YamlNode> skills = named_again(cast, from.parent_path());
        erase_keys(cast, {"skills"});
        prune(cast, from.parent_path(), Changes::stay);
        set_entry(cast, "file", std::move(actor));
        if (skills) set_entry(cast, "skills", std::move(*skills));
      }
    }
}

}  // namespace gambol
