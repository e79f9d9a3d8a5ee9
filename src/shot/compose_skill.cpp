#include "shot/compose_skill.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "schema/merge_trees.h"
#include "schema/table_rows.h"
#include "schema/tree_parts.h"
#include "shot/file_kinds.h"
#include "shot/skill_on_body.h"

namespace gambol {
namespace {

// The file of the actor in whose folder a skill's file stands.
std::string actor_of_skill(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path().parent_path();
  return (folder / (folder.filename().string() + ".yaml")).string();
}

// The file of the skill `name` beside that at `path`, or of another actor's, `dog/trot`.
std::string file_beside(const std::string& path, const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos)
    return (std::filesystem::path(path).parent_path() / (name + ".yaml")).string();
  const std::string actor = find_named_file(path, name.substr(0, slash), "figures", "").path;
  return (std::filesystem::path(actor).parent_path() / "skills" /
          (name.substr(slash + 1) + ".yaml"))
      .string();
}

// Whether a file is read as a skill, or as what it adds to another one: without what it extends.
enum class Read { whole, part };

class SkillComposer {
 public:
  explicit SkillComposer(std::vector<Problem>& problems) : problems_(problems) {}

  std::optional<YamlNode> compose(const std::string& path, Read as) {
    std::optional<YamlNode> own = file(path);
    if (!own) return own;
    std::vector<std::string>& above = as == Read::whole ? above_ : parts_above_;
    above.push_back(path);
    std::optional<YamlNode> skill = below(path, *own, as);
    above.pop_back();
    if (failed_) return std::nullopt;
    const YamlNode* tables = own->find("rows");
    const YamlNode rows = tables ? *tables : YamlNode();
    erase_keys(*own, {"extends", "without", "with", "rows"});
    skill = skill ? changed_skill(std::move(*skill), std::move(*own), problems_) : std::move(*own);
    for (const YamlEntry& table : rows.entries) add_rows(*skill, path, table);
    return skill;
  }

 private:
  // Reads a file, or adds to the problems why it cannot be read.
  std::optional<YamlNode> file(const std::string& path) try {
    return read_yaml(path, problems_);
  } catch (const InputError& e) {
    problems_.insert(problems_.end(), e.problems().begin(), e.problems().end());
    failed_ = true;
    return std::nullopt;
  }

  // What a file begins from: the skill that it extends, with its parts; nullopt if it has neither.
  std::optional<YamlNode> below(const std::string& path, YamlNode& own, Read as) {
    std::optional<YamlNode> skill;
    const YamlNode* extends = own.find("extends");
    if (extends && as == Read::whole) {
      skill = beside(path, "extends", *extends, as);
      if (!skill) return skill;
      // A change of it keeps its name, by which cues and overlays call it.
      const YamlNode* name = skill->find("name");
      if (!name) name = skill->find("skill");
      if (name && !own.find("name")) set_entry(own, "name", *name);
      erase_keys(*skill, {"skill", "name"});
    }
    // The type tells whose file the skill is.
    if (const std::string type = skill     ? text_of(*skill, "type")
                                 : extends ? type_of(path, *extends)
                                           : "";
        !type.empty() && !own.find("type"))
      set_entry(own, "type", scalar_at(own, type));
    for (const YamlNode& named : parts_of(own)) {
      std::optional<YamlNode> part = beside(path, "with", named, Read::part);
      if (!part) return part;
      if (!skill) {
        skill = scalar_at(own, "");
        skill->kind = YamlNode::Kind::mapping;
        if (const YamlNode* type = own.find("type")) set_entry(*skill, "type", *type);
      }
      skill = skill_with(std::move(*skill), std::move(*part), named, problems_);
    }
    if (const YamlNode* without = own.find("without"); without && as == Read::part)
      problems_.push_back({without->place(), "without", describe(*without),
                           "no such key in a file that adds to a skill"});
    else if (skill)
      apply_without(*skill, own, describe_skills(), problems_);
    return skill;
  }

  // The type of the skill beside `path` that a file extends; "" if none is found.
  std::string type_of(const std::string& path, const YamlNode& extends) {
    for (const std::string& other : files_of_skill(file_beside(path, extends.text))) try {
        std::vector<Problem> ignored;  // reading the skill reports them
        if (const std::string type = text_of(read_yaml(other, ignored), "type"); !type.empty())
          return type;
      } catch (const InputError&) {
      }
    return "";
  }

  // A skill beside the file `path`, which its key `key` names.
  std::optional<YamlNode> beside(const std::string& path, const char* key, const YamlNode& named,
                                 Read as) {
    const auto fail = [&](const std::string& found, const std::string& expected) {
      problems_.push_back({named.place(), key, found, expected});
      failed_ = true;
      return std::nullopt;
    };
    const std::string other = file_beside(path, named.text);
    if (named.kind != YamlNode::Kind::scalar || !why_no_file(other, "a skill file").empty()) {
      const std::string close =
          nearest(named.text, skills_in(std::filesystem::path(path).parent_path().string()));
      return fail(describe(named),
                  fmt::format("the name of a skill beside this one{}",
                              close.empty() ? "" : " (did you mean " + close + "?)"));
    }
    const std::vector<std::string>& above = as == Read::whole ? above_ : parts_above_;
    if (other == path || std::find(above.begin(), above.end(), other) != above.end())
      return fail(describe(named) + ", which extends this one", "a skill that does not");
    std::optional<YamlNode> skill = compose(other, as);
    if (!skill || named.text.find('/') == std::string::npos) return skill;
    Similarity by;
    const std::string expected = take_over(actor_of_skill(other), actor_of_skill(path), by);
    if (!expected.empty()) return fail(describe(named), expected);
    scale_skill(*skill, by, as == Read::part ? ScaledDefaults::leave : ScaledDefaults::add);
    return skill;
  }

  void add_rows(YamlNode& skill, const std::string& path, const YamlEntry& table) try {
    const NumberTable numbers(resolve_path(path, table.key));
    for (YamlNode& change : changes_by_rows(numbers, table.value, problems_))
      skill = changed_skill(std::move(skill), std::move(change), problems_);
  } catch (const InputError& e) {
    problems_.push_back({table.place(), "rows", in_quotes(table.key), "a table that can be used"});
    problems_.insert(problems_.end(), e.problems().begin(), e.problems().end());
  }

  std::vector<Problem>& problems_;
  std::vector<std::string> above_, parts_above_;
  bool failed_ = false;
};

}  // namespace

const FieldInfo& describe_skills() {
  static const FieldInfo& skills =
      *find_field(find_field(describe_shot().fields, "figures")->fields, "skills");
  return skills;
}

std::vector<std::string> skills_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<YamlNode> parts_of(const YamlNode& skill) {
  const YamlNode* with = skill.find("with");
  if (!with) return {};
  return with->kind == YamlNode::Kind::sequence ? with->items : std::vector<YamlNode>{*with};
}

YamlNode changed_skill(YamlNode skill, YamlNode change, std::vector<Problem>& problems) {
  const YamlNode* named = change.find("name");
  if (!named) named = change.find("skill");
  if (!named) named = skill.find("name");
  const std::optional<YamlNode> name = named ? std::optional(*named) : std::nullopt;
  const YamlNode one = scalar_at(change, "skill");
  for (YamlNode* each : {&skill, &change}) set_entry(*each, "name", one);  // it is one
  const YamlNode over = list_with(std::move(change));
  YamlNode list = merge_trees(list_with(std::move(skill)), over, describe_skills(), problems);
  YamlNode merged = std::move(list.items.at(0));
  erase_keys(merged, {"name"});
  if (name) set_entry(merged, "name", *name);
  return merged;
}

YamlNode skill_with(YamlNode skill, YamlNode part, const YamlNode& at,
                    std::vector<Problem>& problems) {
  const std::string type = text_of(skill, "type"), its = text_of(part, "type");
  if (!type.empty() && !its.empty() && its != type) {
    problems.push_back({at.place(), "with", fmt::format("{}, of type {}", describe(at), its),
                        "a part of a skill of type " + type});
    return skill;
  }
  erase_keys(part, {"skill", "name", "type"});
  return changed_skill(std::move(skill), std::move(part), problems);
}

std::optional<YamlNode> compose_skill(const std::string& path, std::vector<Problem>& problems) {
  return SkillComposer(problems).compose(path, Read::whole);
}

std::optional<YamlNode> compose_part(const std::string& path, std::vector<Problem>& problems) {
  return SkillComposer(problems).compose(path, Read::part);
}

std::vector<std::string> files_of_skill(const std::string& path) {
  std::vector<std::string> files = {path};
  for (std::size_t i = 0; i < files.size(); ++i) try {
      std::vector<Problem> ignored;  // composing the skill reports them
      const YamlNode own = read_yaml(files[i], ignored);
      std::vector<YamlNode> named = parts_of(own);
      if (const YamlNode* extends = own.find("extends")) named.push_back(*extends);
      for (const YamlNode& one : named)
        if (const std::string file = file_beside(files[i], one.text);
            std::find(files.begin(), files.end(), file) == files.end())
          files.push_back(file);
    } catch (const InputError&) {
    }
  return files;
}

}  // namespace gambol
