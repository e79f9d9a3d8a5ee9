// Converts shapes as authors write them to solids.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/allowed_paths.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "figure/figure_fields.h"
#include "schema/loader.h"
#include "shot/reading.h"

namespace gambol {
namespace {

constexpr const char* solids[] = {"box",  "frustum", "sphere",       "ellipsoid", "cylinder",
                                  "cone", "capsule", "height_field", "mesh"};

// Checks that exactly one kind of solid is written, with none of the keys of other kinds.
bool check_kind(Findings& findings, const WrittenShape& w) {
  const int kinds = w.box.has_value() + w.frustum.has_value() + w.sphere.has_value() +
                    w.ellipsoid.has_value() + w.cylinder.has_value() + w.cone.has_value() +
                    w.capsule.has_value() + w.height_field.has_value() + w.mesh.has_value();
  if (kinds != 1) {
    const Written* at = findings.written(w.place, "");
    // A kind that could not be read has been reported already.
    for (const char* kind : solids)
      if (kinds == 0 && findings.written(w.place, kind)) return false;
    findings.add(w.place, at ? at->key : "", kinds == 0 ? "no solid" : "several solids",
                 fmt::format("one of {}", alternatives({std::begin(solids), std::end(solids)})));
    return false;
  }
  if (w.bevel != 0 && !w.box) findings.report(w.place, "bevel", "a bevel", "a bevel on a box only");
  if (w.subdivision != 0 && !w.mesh)
    findings.report(w.place, "subdivision", "a subdivision", "a subdivision of a mesh only");
  return true;
}

void check_edge(Findings& findings, const WrittenShape& w, const Shape& shape) {
  if (w.edge == 0) return;
  const double room = edge_room(shape);
  const char* expected = "at most half of the thinnest side ({} m)";
  if (is_tapered(shape) || !is_round(shape)) {
    expected = room > 0 ? "at most what leaves part of every side ({:.3g} m)"
                        : "none, as the solid ends in an edge";
  } else if (room == 0) {
    findings.report(w.place, "edge", "a rounded edge",
                    "an edge on a box, frustum, cylinder or cone only");
    return;
  }
  if (w.edge > room)
    findings.report(w.place, "edge", fmt::format("{} m", w.edge),
                    fmt::format(fmt::runtime(expected), room));
}

Quat about(char axis, double angle) {
  const Vec3 unit = axis == 'x' ? Vec3::UnitX() : axis == 'y' ? Vec3::UnitY() : Vec3::UnitZ();
  return Quat(Eigen::AngleAxisd(angle, unit));
}

void make(const WrittenFrustum& w, Shape& shape) {
  shape.kind = ShapeKind::box;
  shape.size = {w.base.x(), w.base.y(), w.height};
  shape.taper = w.top.cwiseQuotient(w.base);
  shape.shift = w.shift;
}

// The fields that rods and cones have in common.
void make_round(const auto& w, Shape& shape) {
  shape.kind = ShapeKind::cylinder;
  shape.radius = w.radius;
  shape.length = w.length;
  if (w.depth && *w.depth != w.radius) shape.depth = *w.depth;
  shape.shift = w.shift;
}

void make(const WrittenRod& w, Shape& shape) {
  make_round(w, shape);
  const double depth = w.depth.value_or(w.radius);
  if (w.end_radius) shape.taper = Vec2::Constant(*w.end_radius / w.radius);
  if (w.end_depth) shape.taper.y() = *w.end_depth / depth;
}

void make(const WrittenCone& w, Shape& shape) {
  make_round(w, shape);
  shape.taper = Vec2::Zero();
}

void make(LoadContext& context, const WrittenShape& w, const WrittenCapsule& c, Shape& shape) {
  shape.kind = ShapeKind::capsule;
  shape.radius = c.radius;
  shape.length = c.length;
  if (c.end_radius && *c.end_radius != shape.radius) shape.end_radius = *c.end_radius;
  if (std::abs(taper(shape)) >= 1)
    context.findings.report(w.place, "capsule", "one end within the other",
                            "a length greater than the difference of the radii");
}

void make_mesh(LoadContext& context, const WrittenShape& w, Shape& shape) {
  shape.kind = ShapeKind::mesh;
  shape.mesh = resolve_path(w.place.file, *w.mesh);
  shape.subdivision = w.subdivision;
  if (const std::string why = why_no_file(shape.mesh, "a file"); !why.empty())
    context.findings.report(w.place, "mesh", in_quotes(*w.mesh), why);
}

bool make_heights(LoadContext& context, const WrittenHeights& w, ShapeSpec& out) {
  out.heights = w.heights;
  out.heights->place = w.place;
  out.shape.kind = ShapeKind::height_field;
  out.shape.length = w.thickness;
  out.shape.smooth = w.heights.smooth;
  out.heights->field = load_heights(w.place.file, *out.heights, 0, context.findings);
  out.shape.field = out.heights->field;
  return out.shape.field != nullptr;
}

}  // namespace

Quat rotation_of(const std::vector<RotationSpec>& rotations) {
  Quat R = Quat::Identity();
  for (const RotationSpec& r : rotations) R = about(r.axis, r.angle) * R;
  return R;
}

bool convert(LoadContext& context, const WrittenShape& w, ShapeSpec& out) {
  out.place = w.place;
  out.density = w.density;
  out.material = w.material;
  out.layer = w.layer;
  out.shape.bevel = w.bevel;
  out.shape.edge = w.edge;
  out.shape.X_BS = {rotation_of(w.rotate), w.at};
  if (!check_kind(context.findings, w)) return false;
  Shape& shape = out.shape;
  if (w.box) {
    shape.kind = ShapeKind::box;
    shape.size = *w.box;
  } else if (w.frustum) {
    make(*w.frustum, shape);
  } else if (w.sphere) {
    shape.kind = ShapeKind::sphere;
    shape.radius = *w.sphere;
  } else if (w.ellipsoid) {
    shape.kind = ShapeKind::ellipsoid;
    shape.size = *w.ellipsoid;
  } else if (w.cylinder) {
    make(*w.cylinder, shape);
  } else if (w.cone) {
    make(*w.cone, shape);
  } else if (w.capsule) {
    make(context, w, *w.capsule, shape);
  } else if (w.height_field) {
    if (!make_heights(context, *w.height_field, out)) return false;
  } else {
    make_mesh(context, w, shape);
  }
  check_edge(context.findings, w, shape);
  return true;
}

}  // namespace gambol
