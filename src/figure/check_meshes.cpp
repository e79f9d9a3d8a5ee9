// Checks the meshes of a figure: each must be readable, and one that gives inertia must be a solid.

#include <set>

#include "base/allowed_paths.h"
#include "figure/find.h"
#include "figure/reading.h"
#include "geometry/mesh_facts.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

void check_solid(const ShapeSpec& s, Findings& findings) {
  const Solidity mesh = solidity_of_mesh(s.shape.mesh);
  const char* solid =
      "a closed surface with its triangles counter-clockwise from outside, as it "
      "gives inertia; or `inertia` of solids";
  if (!mesh.closed)
    findings.report(s.place, "mesh", "a surface with gaps", solid);
  else if (!(mesh.volume > 0))
    findings.report(s.place, "mesh",
                    mesh.volume < 0 ? "a surface inside out" : "a surface without volume", solid);
}

void check_mesh(const ShapeSpec& s, bool gives_inertia, std::set<std::string>& bad,
                Findings& findings) {
  if (s.shape.kind != ShapeKind::mesh || bad.count(s.shape.mesh)) return;
  // A missing file was reported when the shape was read.
  if (!why_no_file(s.shape.mesh, "a mesh").empty()) return;
  try {
    if (gives_inertia) check_solid(s, findings);
    if (s.shape.subdivision > 0)
      require_subdividable_mesh(s.shape.mesh);
    else
      require_mesh(s.shape.mesh);
  } catch (const InputError& error) {
    bad.insert(s.shape.mesh);
    for (const Problem& p : error.problems()) findings.add(p.place, p.key, p.found, p.expected);
  }
}

}  // namespace

void check_meshes(const FigureSpec& figure, Findings& findings) {
  std::set<std::string> bad;
  for (const BodySpec& body : figure.bodies) {
    for (const ShapeSpec& s : body.inertia) check_mesh(s, true, bad, findings);
    for (const ShapeSpec& s : body.collision) check_mesh(s, false, bad, findings);
    for (const ShapeSpec& s : body.visible) check_mesh(s, false, bad, findings);
  }
}

}  // namespace gambol
