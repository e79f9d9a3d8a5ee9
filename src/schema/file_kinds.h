#pragma once

// The kinds of files that authors write. A file tells its kind by its first key: `shot: NAME`. This
// folder knows no kind; those that do describe it, and pass the list of all kinds in.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "schema/field_info.h"
#include "schema/load_value.h"
#include "schema/yaml_tree.h"

namespace gambol {

inline constexpr std::array file_kind_names = {
    "shot", "sequence", "actor",  "skill",     "figure", "reflexes",  "gaits",
    "look", "preset",   "search", "fractions", "genome", "evolution", "project"};

// The kind of a file with that tree; "" if it is none of ours. Kinds come first that have keys
// named as other kinds: a shot has `look`, an actor `figure`, a skill `gaits`.
std::string kind_of(const YamlNode& root);

// The description of each kind, whose `name` is the kind.
using FileKinds = std::vector<const FieldInfo*>;

// Returns the description of the kind; nullptr if there is none of that name.
const FieldInfo* find_kind(const FileKinds& kinds, const std::string& name);

// Describes a kind of file, which is loaded into the struct at `spec`.
FieldInfo described_file(const char* kind, const char* help, VisitFields visit, void* spec);

// The same, made once for each kind: composing a shot asks for it with every file.
template <class S>
const FieldInfo& describe_file(const char* kind, const char* help) {
  static const FieldInfo info =
      described_file(kind, help, visit_fields<S>, std::make_unique<S>().get());
  return info;
}

}  // namespace gambol
