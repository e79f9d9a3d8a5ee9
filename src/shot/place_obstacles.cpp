#include "shot/place_obstacles.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "figure/reading.h"
#include "schema/values.h"

namespace gambol {
namespace {

constexpr const char* kinds = "one of box, stairs, ramp, mesh and shapes";

ShapeSpec box(const Place& place, const Vec3& low, const Vec3& high) {
  ShapeSpec s;
  s.place = place;
  s.shape.kind = ShapeKind::box;
  s.shape.size = high - low;
  s.shape.X_BS.p = (low + high) / 2;
  return s;
}

// Each step collides as a box down to the foot and on to the end, so that every face inside the
// stairs lies deep below what can be touched, and none pushes sideways out of a tread. They are
// seen as columns beside each other: no two faces lie in one plane.
void make_stairs(const StairsSpec& stairs, BodySpec& body) {
  const double end = stairs.count * stairs.run + stairs.landing, side = stairs.width / 2;
  for (int k = 0; k < stairs.count; ++k) {
    const double top = (k + 1) * stairs.rise, from = k * stairs.run;
    const double to = k + 1 < stairs.count ? from + stairs.run : end;
    body.collision.push_back(box(stairs.place, Vec3(from, -side, 0), Vec3(end, side, top)));
    body.visible.push_back(box(stairs.place, Vec3(from, -side, 0), Vec3(to, side, top)));
  }
  body.inertia = body.visible;
}

ShapeSpec wedge(const SlopeSpec& slope) {
  ShapeSpec s = box(slope.place, Vec3(0, -slope.width / 2, 0),
                    Vec3(slope.length, slope.width / 2, slope.height));
  s.shape.taper = Vec2(0, 1);
  s.shape.shift = Vec2(slope.length / 2, 0);
  return s;
}

void fill(std::vector<ShapeSpec> shapes, BodySpec& body) {
  body.inertia = body.collision = body.visible = std::move(shapes);
}

bool make_body(const ObstacleSpec& o, BodySpec& body, Findings& findings) {
  const auto written = [&](const char* key) { return findings.written(o.place, key) != nullptr; };
  int count = 0;
  for (const char* key : {"box", "stairs", "ramp", "mesh", "shapes"}) count += written(key);
  if (count != 1) {
    findings.report(o.place, "", count == 0 ? "no solid" : "several solids", kinds);
    return false;
  }
  if (o.box) {
    if (!(o.box->minCoeff() > 0)) {
      findings.report(o.place, "box", "an extent that is not greater than 0",
                      "three extents greater than 0");
      return false;
    }
    const Vec3 half(o.box->x() / 2, o.box->y() / 2, 0);
    fill({box(o.place, -half, half + Vec3(0, 0, o.box->z()))}, body);
  } else if (o.stairs) {
    if (o.stairs->count > 0 && o.stairs->rise > 0 && o.stairs->run > 0 && o.stairs->width > 0)
      make_stairs(*o.stairs, body);
  } else if (o.ramp) {
    if (o.ramp->length > 0 && o.ramp->width > 0 && o.ramp->height > 0) fill({wedge(*o.ramp)}, body);
  } else if (!o.mesh.empty()) {
    ShapeSpec s;
    s.place = o.place;
    s.shape.kind = ShapeKind::mesh;
    const Written* at = findings.written(o.place, "mesh");
    s.shape.mesh = resolve_path(at ? at->place.file : o.place.file, o.mesh);
    if (const std::string why = why_no_file(s.shape.mesh, "a file"); !why.empty()) {
      findings.report(o.place, "mesh", in_quotes(o.mesh), why);
      return false;
    }
    fill({s}, body);
  } else {
    if (o.shapes.empty()) findings.report(o.place, "shapes", "no shapes", "at least one");
    fill(o.shapes, body);
  }
  return !body.collision.empty();  // else reported when it was read
}

}  // namespace

void place_obstacles(ShotSpec& shot, Findings& findings) {
  for (const ObstacleSpec& o : shot.motion.world.obstacles) {
    CastSpec cast;
    cast.place = o.place;
    cast.name = o.name;
    cast.is_obstacle = true;
    cast.fixed_root = true;
    cast.at = o.at;
    cast.rotate = o.rotate;
    cast.heading = o.heading;
    cast.figure.place = o.place;
    cast.figure.name = o.name;
    cast.figure.material = o.material;
    BodySpec body;
    body.place = o.place;
    body.name = o.name;
    if (!make_body(o, body, findings)) continue;
    if (o.name.empty()) {
      findings.report(o.place, "name", "nothing", "a name of its own");
      continue;
    }
    cast.figure.bodies = {std::move(body)};
    check_meshes(cast.figure, findings);
    shot.motion.figures.push_back(std::move(cast));
  }
}

const ObstacleSpec* find_obstacle(const WorldSpec& world, const std::string& name) {
  for (const ObstacleSpec& o : world.obstacles)
    if (o.name == name) return &o;
  return nullptr;
}

}  // namespace gambol
