#include "exchange/formats/usd.h"

#include <algorithm>
#include <cassert>

#include "exchange/formats/usd_parts.h"

namespace gambol {
namespace {

// Frames have the numbers of the files of a film's pictures.
std::vector<double> time_codes(const Scene& scene, SceneSpan span) {
  std::vector<double> codes;
  for (std::size_t frame = span.from; frame < span.to; ++frame)
    codes.push_back(scene.first_frame + static_cast<double>(frame) * scene.film_fps / scene.fps);
  return codes;
}

std::string header(const Scene& scene, const std::vector<double>& codes) {
  const std::string about = scene.about.empty() ? "" : ": " + scene.about;
  const std::string rate = usd_number(scene.film_fps);
  UniqueNames names;
  return fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    doc = {}\n    endTimeCode = {}\n"
      "    framesPerSecond = {}\n    metersPerUnit = 1\n    startTimeCode = {}\n"
      "    timeCodesPerSecond = {}\n    upAxis = \"Z\"\n)\n\n",
      names.identifier(scene.name), usd_quote("gambol " GAMBOL_VERSION ", " + scene.name + about),
      usd_number(codes.back()), rate, usd_number(codes.front()), rate);
}

}  // namespace

void usd_place(UsdText& text, const SceneTrack& track) {
  text.track("double3 xformOp:translate", track.moves()
                                              ? usd_values(track.places, usd_vector)
                                              : std::vector{usd_vector(track.places.front())});
  text.track("quatf xformOp:orient", track.rotates()
                                         ? usd_values(track.turns, usd_quaternion)
                                         : std::vector{usd_quaternion(track.turns.front())});
  text.property("uniform token[] xformOpOrder", "[\"xformOp:translate\", \"xformOp:orient\"]");
}

Eigen::AlignedBox3d box_of(const std::vector<Vec3>& points) {
  Eigen::AlignedBox3d box;
  for (const Vec3& p : points) box.extend(p);
  return box;
}

std::string usd_picture_path(const Scene& scene, const std::string& file) {
  UniqueNames names;
  return names.identifier(scene.name) + ".pictures/" + scene.picture_files.at(file).name;
}

std::string usd_text(const Scene& scene, SceneSpan span) {
  assert(span.from < span.to && span.to <= scene.frames());
  const std::vector<double> codes = time_codes(scene, span);
  UsdStage stage{scene, span, UsdText(codes), {}, {}};
  stage.text.begin("def", "Xform", scene.name, {"kind = \"assembly\""});
  add_usd_materials(stage);
  add_usd_surfaces(stage);
  add_usd_ground(stage);
  add_usd_figures(stage);
  add_usd_particles(stage);
  add_usd_cameras(stage);
  add_usd_lights(stage);
  stage.text.end();
  return header(scene, codes) + stage.text.text();
}

}  // namespace gambol
