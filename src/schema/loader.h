#pragma once

// Loads structs from YAML mappings. Continues after a problem, so that one run reports all of them;
// a field that cannot be read keeps its default.

#include <string>

#include "schema/load_value.h"

namespace gambol {

// Loads a whole file of one kind ("shot", "sequence", "figure", "reflexes", "gaits", "look",
// "preset") into the struct of type S at `spec`, and the value of its top-level key `kind` into
// `name`. `place` is told where the mapping stands. Reports problems instead of throwing.
void load_document(LoadContext& context, const YamlNode& root, const char* kind, Place& place,
                   VisitFields visit, void* spec, std::string& name);

template <class S>
void load_document(LoadContext& context, const YamlNode& root, const char* kind, S& spec,
                   std::string& name) {
  load_document(context, root, kind, spec.place, visit_fields<S>, &spec, name);
}

}  // namespace gambol
