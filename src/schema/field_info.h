#pragma once

// The description of a field as data.

#include <string>
#include <vector>

#include "schema/field.h"

namespace gambol {

enum class ValueKind {
  boolean,
  whole,
  number,
  text,
  texts,    // a list, or one
  numbers,  // a list, or one
  pair,
  table,  // rows of numbers
  vector,
  choice,
  curve,
  vector_curve,
  rotations,  // a list, or one
  structure,
  structures,  // a list
  changes,     // a mapping from names to changes of the file
};

struct FieldInfo {
  std::string name;
  Field field;
  ValueKind kind = ValueKind::text;
  bool is_unsigned = false;          // for `whole`
  std::string fallback;              // default, as an author would write it; "" if there is none
  std::vector<std::string> choices;  // for `choice`
  std::vector<FieldInfo> fields;     // for structures
  bool repeats = false;  // a kind of file with keys of another kind, in which searches find them
  struct Alternative {
    std::string name;
    std::vector<FieldInfo> fields;  // in addition to the common ones
  };
  std::string alternative_key;  // for structures: the key that selects one of `alternatives`
  std::vector<Alternative> alternatives;
};

}  // namespace gambol
