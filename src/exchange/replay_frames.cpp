// What a scene shows in the frames of its span: a part of the page's film.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

// Positions and rotations of the bodies at the beginning of every frame.
void add_places(const Scene& scene, Json& data) {
  std::vector<float> places;
  std::vector<std::int16_t> turns;
  for (const Transform& X_WB : scene.placements) {
    add_floats(X_WB.p, places);
    for (const double x : X_WB.R.coeffs()) turns.push_back(replay_part_of_one(x));  // x y z w
  }
  data.add("places", packed(places)).add("turns", packed(turns));
}

// [joint][frame], as the bodies have their joints.
Json joints_json(const Scene& scene) {
  std::vector<float> values;
  for (const SceneBody& body : scene.bodies)
    for (const SceneJoint& joint : body.joints)
      values.insert(values.end(), joint.values.begin(), joint.values.end());
  return packed(values);
}

// Rows of different lengths, one after the other; row k is from first[k] to first[k + 1].
struct RaggedRows {
  std::vector<std::uint32_t> first = {0};
  std::vector<float> values;
  void end_row(std::size_t width) {
    first.push_back(static_cast<std::uint32_t>(values.size() / width));
  }
};

// `marks` are, for each frame, the centre of mass and that of the pressure (NaN if there is none);
// `bearings` are places and forces.
Json balance_json(const std::vector<SceneBalance>& balance) {
  std::vector<float> marks;
  RaggedRows border, bearings;
  for (const SceneBalance& b : balance) {
    add_floats(b.com, marks);
    add_floats(b.pressure.value_or(Vec3::Constant(std::numeric_limits<double>::quiet_NaN())),
               marks);
    for (const Vec3& p : b.support.border) add_floats(p, border.values);
    border.end_row(3);
    for (const Bearing& bearing : b.support.bearings) {
      add_floats(bearing.at, bearings.values);
      bearings.values.push_back(static_cast<float>(bearing.force));
    }
    bearings.end_row(4);
  }
  return Json::object()
      .add("marks", packed(marks))
      .add("borderFirst", packed(border.first))
      .add("border", packed(border.values))
      .add("bearingFirst", packed(bearings.first))
      .add("bearings", packed(bearings.values));
}

Json figure_frames(const SceneFigure& figure) {
  Json json = Json::object();
  if (figure.balance) json.add("balance", balance_json(*figure.balance));
  if (!figure.forces) return json;
  std::vector<float> forces;
  for (const Vec3& force : *figure.forces) add_floats(force, forces);
  return json.add("forces", packed(forces));
}

// `cameras` has a row of position, target, lens and ride per frame; `on` says whether the view is
// shown in the frame.
Json view_frames(const SceneView& view) {
  std::vector<float> rows;
  for (const SceneCamera& c : view.cameras) {
    add_floats(c.position, rows);
    add_floats(c.target, rows);
    rows.push_back(static_cast<float>(c.lens));
    add_floats(c.ride, rows);
  }
  return Json::object()
      .add("cameras", packed(rows))
      .add("on", packed(std::vector<std::uint8_t>(view.on.begin(), view.on.end())));
}

// One triple if the place stays, else one per frame.
Json path_json(const std::vector<Vec3>& path) {
  std::vector<float> places;
  const bool stays =
      std::all_of(path.begin(), path.end(), [&](const Vec3& p) { return p == path.front(); });
  for (std::size_t i = 0; i < (stays ? 1 : path.size()); ++i) add_floats(path[i], places);
  return packed(places);
}

Json light_frames(const SceneLight& light) {
  Json json = Json::object().add("intensity", packed(floats(light.intensity)));
  if (light.kind == LightKind::sun) return json;
  return json.add("position", path_json(light.position)).add("target", path_json(light.target));
}

// Particles at the beginning of every frame: position, emitter, and age as a fraction of their
// life, times 255.
Json particles_json(const Scene& scene) {
  std::vector<float> places;
  std::vector<std::uint8_t> kinds, ages;
  for (const SceneParticle& p : scene.particles) {
    add_floats(p.at, places);
    kinds.push_back(static_cast<std::uint8_t>(p.emitter));
    ages.push_back(static_cast<std::uint8_t>(std::lround(255 * p.age)));
  }
  const std::vector<std::uint32_t> first(scene.first_particle.begin(), scene.first_particle.end());
  return Json::object()
      .add("first", packed(first))
      .add("places", packed(places))
      .add("emitter", packed(kinds))
      .add("age", packed(ages));
}

}  // namespace

Json replay_frames(const Scene& scene) {
  Json figures = Json::array(), views = Json::array(), lights = Json::array();
  for (const SceneFigure& figure : scene.figures) figures.push(figure_frames(figure));
  for (const SceneView& view : scene.views) views.push(view_frames(view));
  for (const SceneLight& light : scene.lights) lights.push(light_frames(light));
  Json data = Json::object().add("times", packed(scene.times));
  add_places(scene, data);
  data.add("joints", joints_json(scene))
      .add("figures", figures)
      .add("views", views)
      .add("lights", lights)
      .add("sky", packed(floats(scene.sky.intensity)));
  if (!scene.emitters.empty()) data.add("particles", particles_json(scene));
  return data;
}

}  // namespace gambol
