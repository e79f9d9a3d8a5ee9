#pragma once

#include <string>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "figure/shapes/key.h"
#include "schema/yaml_tree.h"

namespace gambol {

struct MeshKey {
  using Value = std::string;  // a path, relative to the file that names it
  static constexpr const char* name = "mesh";
  static constexpr ShapeKind kind = ShapeKind::mesh;
  static constexpr ShapeExtras takes{.subdivision = true};
  static Field field() {
    return {.help = "a closed surface in a Wavefront OBJ or glTF file, in metres"};
  }
  static bool make(const std::string& path, ShapeSpec& out, Findings& findings) {
    out.shape.mesh = resolve_path(out.place.file, path);
    if (const std::string why = why_no_file(out.shape.mesh, "a file"); !why.empty())
      findings.report(out.place, "mesh", in_quotes(path), why);
    return true;
  }
};

}  // namespace gambol
