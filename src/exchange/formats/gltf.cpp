#include "exchange/formats/gltf.h"

#include <cassert>
#include <numbers>

#include "exchange/formats/gltf_parts.h"

namespace gambol {

GltfMotion::GltfMotion(GltfFile& file, double fps, std::size_t frames)
    : file_(file), frames_(frames) {
  std::vector<float> times;
  for (std::size_t frame = 0; frame < frames; ++frame)
    times.push_back(static_cast<float>(static_cast<double>(frame) / fps));
  times_ = file.floats(times, 1, GltfFile::Use::data, true);
}

void GltfMotion::channel(int node, const char* path, int output, const char* interpolation) {
  samplers_.push_back(Json::object()
                          .add("input", times_)
                          .add("output", output)
                          .add("interpolation", interpolation));
  channels_.push_back(Json::object()
                          .add("sampler", samplers_.size() - 1)
                          .add("target", Json::object().add("node", node).add("path", path)));
}

void GltfMotion::follow(int node, const SceneTrack& track) {
  std::vector<float> values;
  if (track.moves()) {
    for (const Vec3& p : track.places)
      for (const double x : p) values.push_back(static_cast<float>(x));
    channel(node, "translation", file_.floats(values, 3, GltfFile::Use::data), "LINEAR");
  }
  if (track.rotates()) {
    values.clear();
    for (const Quat& q : track.turns)
      for (const double x : q.coeffs()) values.push_back(static_cast<float>(x));
    channel(node, "rotation", file_.floats(values, 4, GltfFile::Use::data), "LINEAR");
  }
}

void GltfMotion::appear(int node, std::size_t frame) {
  std::vector<float> sizes;
  for (std::size_t k = 0; k < frames_; ++k) sizes.insert(sizes.end(), 3, k < frame ? 0.0f : 1.0f);
  channel(node, "scale", file_.floats(sizes, 3, GltfFile::Use::data), "STEP");
}

void GltfMotion::finish(const std::string& name) {
  if (channels_.empty()) return;
  Json samplers = Json::array(), channels = Json::array();
  for (const Json& sampler : samplers_) samplers.push(sampler);
  for (const Json& one : channels_) channels.push(one);
  file_.add("animations",
            Json::object().add("name", name).add("samplers", samplers).add("channels", channels));
}

std::string gltf_binary(const Scene& scene, SceneSpan span) {
  assert(span.from < span.to && span.to <= scene.frames());
  GltfFile file;
  // y is up, and the front of an asset faces z (glTF 2.0, 3.4): our z and x.
  const double quarter = -std::numbers::pi / 2;
  const Quat upright = Quat(Eigen::AngleAxisd(quarter, Vec3::UnitY())) *
                       Quat(Eigen::AngleAxisd(quarter, Vec3::UnitX()));
  const int root = file.add_node(
      Json::object().add("name", scene.name).add("rotation", gltf_quaternion(upright)));
  file.add_root(root);
  GltfMotion motion(file, scene.fps, span.size());
  GltfMaterials materials(scene, file);
  add_gltf_ground(scene, materials, file, root);
  add_gltf_figures(scene, span, materials, file, motion, root);
  add_gltf_cameras(scene, span, file, motion, root);
  add_gltf_lights(scene, span, file, motion, root);
  motion.finish(scene.name);
  return file.binary(scene.name, scene.about);
}

}  // namespace gambol
