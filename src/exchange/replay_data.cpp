#include <cmath>
#include <cstdint>

#include "exchange/replay.h"
#include "exchange/replay_json.h"

namespace gambol {
namespace {

// A view: `cameras` has a row of position, target, lens and ride per frame; `on` says whether the
// view is shown in the frame.
Json view_json(const SceneView& view) {
  std::vector<float> rows;
  for (const SceneCamera& c : view.cameras) {
    add_floats(c.position, rows);
    add_floats(c.target, rows);
    rows.push_back(static_cast<float>(c.lens));
    add_floats(c.ride, rows);
  }
  Json json =
      Json::object()
          .add(
              "corner",
              Json::array().push(Json::number(view.corner.x())).push(Json::number(view.corner.y())))
          .add("size",
               Json::array().push(Json::number(view.size.x())).push(Json::number(view.size.y())))
          .add("sensor", replay_number(view.sensor_width))
          .add("parallel", view.parallel);
  if (view.up) json.add("up", replay_vector(*view.up));
  return json.add("cameras", packed(rows))
      .add("on", packed(std::vector<std::uint8_t>(view.on.begin(), view.on.end())));
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
  Json emitters = Json::array();
  for (const SceneEmitter& e : scene.emitters) {
    std::vector<float> colors;
    for (const Vec3& color : e.colors) add_floats(color, colors);
    emitters.push(Json::object()
                      .add("radius", replay_number(e.radius))
                      .add("glow", replay_number(e.glow))
                      .add("colors", packed(colors)));
  }
  const std::vector<std::uint32_t> first(scene.first_particle.begin(), scene.first_particle.end());
  return Json::object()
      .add("first", packed(first))
      .add("places", packed(places))
      .add("emitter", packed(kinds))
      .add("age", packed(ages))
      .add("emitters", emitters);
}

Json marks_json(const Scene& scene) {
  Json marks = Json::array();
  for (const SceneMark& mark : scene.marks)
    marks.push(Json::object()
                   .add("frame", replay_number(mark.frame))
                   .add("time", replay_number(mark.time))
                   .add("name", mark.name)
                   .add("text", mark.text));
  return marks;
}

}  // namespace

Json replay_data(const Scene& scene) {
  Json views = Json::array();
  for (const SceneView& view : scene.views) views.push(view_json(view));
  Json data = Json::object()
                  .add("shot", scene.name)
                  .add("about", scene.about)
                  .add("failure", scene.failure)
                  .add("fps", replay_number(scene.fps))
                  .add("frames", scene.frames())
                  .add("times", packed(scene.times))
                  .add("marks", marks_json(scene))
                  .add("look", replay_look(scene))
                  .add("aspect", replay_number(scene.aspect))
                  .add("views", views)
                  .add("background", replay_vector(scene.background));
  if (scene.ground) data.add("ground", replay_ground(*scene.ground));
  if (!scene.emitters.empty()) data.add("particles", particles_json(scene));
  add_replay_figures(scene, data);
  return data;
}

}  // namespace gambol
