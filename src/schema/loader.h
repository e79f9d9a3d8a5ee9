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

// Loads the file `path` of one kind, with the value of its top-level key as the struct's name, and
// checks it by `check(spec, findings)`. Throws InputError with every problem found.
template <class S, class Check>
S load_file(const std::string& path, const char* kind, const Check& check) {
  Findings findings;
  S spec;
  LoadContext context{path, findings};
  load_document(context, read_yaml(path, findings.problems), kind, spec, spec.name);
  check(spec, findings);
  findings.throw_if_any();
  return spec;
}

}  // namespace gambol
