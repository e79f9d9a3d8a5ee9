// Particles: one Points prim for each emitter.

#include <algorithm>
#include <cmath>

#include "exchange/formats/usd_parts.h"

namespace gambol {
namespace {

using Row = std::vector<const SceneParticle*>;

// [frame of the span] the particles of an emitter.
std::vector<Row> rows_of(const UsdStage& stage, int emitter) {
  std::vector<Row> rows;
  for (std::size_t frame = stage.span.from; frame < stage.span.to; ++frame) {
    Row row;
    for (std::size_t k = stage.scene.first_particle[frame];
         k < stage.scene.first_particle[frame + 1]; ++k)
      if (stage.scene.particles[k].emitter == emitter) row.push_back(&stage.scene.particles[k]);
    rows.push_back(std::move(row));
  }
  return rows;
}

// A frame without particles has the bounds of the one before, or of the first one with some:
// bounds cannot be empty.
std::vector<std::string> bounds_of(const std::vector<Row>& rows, double radius) {
  std::vector<std::string> bounds;
  std::string last;
  for (const Row& row : rows) {
    Eigen::AlignedBox3d box;
    for (const SceneParticle* p : row) box.extend(p->at.cast<double>());
    if (!row.empty()) {
      const Vec3 around = Vec3::Constant(radius);
      last = usd_extent({box.min() - around, box.max() + around});
    }
    bounds.push_back(last);
  }
  const auto first = std::find_if(bounds.begin(), bounds.end(),
                                  [](const std::string& text) { return !text.empty(); });
  std::fill(bounds.begin(), first, *first);
  return bounds;
}

Vec3 color_at(const SceneEmitter& emitter, float age) {
  if (emitter.colors.empty()) return Vec3::Ones();
  const auto last = static_cast<double>(emitter.colors.size() - 1);
  return emitter.colors[static_cast<std::size_t>(std::lround(age * last))].cwiseMin(1.0);
}

}  // namespace

void add_usd_particles(UsdStage& stage) {
  UsdText& text = stage.text;
  for (std::size_t e = 0; e < stage.scene.emitters.size(); ++e) {
    const SceneEmitter& emitter = stage.scene.emitters[e];
    const std::vector<Row> rows = rows_of(stage, int(e));
    if (std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.empty(); })) continue;
    const auto track = [&](const char* declaration, const char* metadata, const auto& write) {
      text.track(declaration,
                 usd_values(rows, [&](const Row& row) { return usd_array(row, write); }), metadata);
    };
    text.begin("def", "Points", "particles");
    text.track("float3[] extent", bounds_of(rows, emitter.radius));
    track("int64[] ids", "",
          [](const SceneParticle* p) { return std::to_string(std::lround(p->id)); });
    track("point3f[] points", "",
          [](const SceneParticle* p) { return usd_float_vector(p->at.cast<double>()); });
    track("color3f[] primvars:displayColor", "interpolation = \"vertex\"",
          [&](const SceneParticle* p) { return usd_float_vector(color_at(emitter, p->age)); });
    text.property("float[] widths", fmt::format("[{}]", usd_float(2 * emitter.radius)),
                  "interpolation = \"constant\"");
    text.end();
  }
}

}  // namespace gambol
