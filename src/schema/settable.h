#pragma once

// The fields of a struct that a cue may set (Field::settable): numbers, or curves over simulated
// time.

#include <optional>
#include <string>
#include <vector>

#include "schema/field.h"
#include "schema/load_value.h"

namespace gambol {

struct SettableField {
  std::string name;
  Field field;
};

// Lists the settable fields of the struct at `value`.
std::vector<SettableField> settable_fields(VisitFields visit, void* value);

// Returns the value of a settable field at time t, s; 0 if it is not written. Nothing if the struct
// has no settable field of that name.
std::optional<double> settable_value(VisitFields visit, void* value, const std::string& field,
                                     double t);
template <class S>
std::optional<double> settable_value(const S& spec, const std::string& field, double t) {
  return settable_value(visit_fields<S>, const_cast<S*>(&spec), field, t);  // it only reads
}

}  // namespace gambol
