#include "exchange/replay_json.h"

namespace gambol {
namespace {

Json view_json(const SceneView& view) {
  Json json =
      Json::object()
          .add(
              "corner",
              Json::array().push(Json::number(view.corner.x())).push(Json::number(view.corner.y())))
          .add("size",
               Json::array().push(Json::number(view.size.x())).push(Json::number(view.size.y())))
          .add("sensor", replay_number(view.sensor_width))
          .add("parallel", view.parallel)
          .add("follows", view.follows);
  if (view.up) json.add("up", replay_vector(*view.up));
  return json;
}

Json emitters_json(const Scene& scene) {
  Json emitters = Json::array();
  for (const SceneEmitter& e : scene.emitters) {
    std::vector<float> colors;
    for (const Vec3& color : e.colors) add_floats(color, colors);
    emitters.push(Json::object()
                      .add("radius", replay_number(e.radius))
                      .add("glow", replay_number(e.glow))
                      .add("colors", packed(colors)));
  }
  return emitters;
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

Json replay_scene(const Scene& scene) {
  Json views = Json::array();
  for (const SceneView& view : scene.views) views.push(view_json(view));
  Json data = Json::object()
                  .add("shot", scene.name)
                  .add("about", scene.about)
                  .add("failure", scene.failure)
                  .add("fps", replay_number(scene.fps))
                  .add("frames", scene.film_frames)
                  .add("marks", marks_json(scene))
                  .add("look", replay_look(scene))
                  .add("aspect", replay_number(scene.aspect))
                  .add("views", views)
                  .add("background", replay_vector(scene.background));
  if (scene.ground) data.add("ground", replay_ground(*scene.ground));
  if (!scene.emitters.empty()) data.add("emitters", emitters_json(scene));
  add_replay_figures(scene, data);
  return data;
}

}  // namespace gambol
