#pragma once

// Skill files put together: with those that they extend, their parts and the rows of their tables.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/field_info.h"
#include "schema/yaml_tree.h"

namespace gambol {

// The description of the list `skills` of a figure.
const FieldInfo& describe_skills();

// Reads the skill file `path` as an element of `skills`. Returns nullopt, and adds to the problems,
// if something that it consists of cannot be read.
std::optional<YamlNode> compose_skill(const std::string& path, std::vector<Problem>& problems);

// The same of what the file adds to another skill: what it says beyond the one that it extends.
std::optional<YamlNode> compose_part(const std::string& path, std::vector<Problem>& problems);

// The files of which compose_skill() makes a skill, as far as they can be read.
std::vector<std::string> files_of_skill(const std::string& path);

// The names of the skills in a folder.
std::vector<std::string> skills_in(const std::string& folder);

// A skill with what `change` says. Its name is that of `change`, or else its own.
YamlNode changed_skill(YamlNode skill, YamlNode change, std::vector<Problem>& problems);

// `skill` with what `part`, an element of its `with` at `at`, adds; it stays of its type. A part of
// another type is a problem.
YamlNode skill_with(YamlNode skill, YamlNode part, const YamlNode& at,
                    std::vector<Problem>& problems);

// The elements of `with` of a skill; none if it has no such key.
std::vector<YamlNode> parts_of(const YamlNode& skill);

}  // namespace gambol
