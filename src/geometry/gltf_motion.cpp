// What the animations of a glTF file do to the bones of its skeleton.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

constexpr double widest = 1.0 / 24;  // s between samples
constexpr double same_time = 1e-5;   // s: keys closer than this are one
constexpr std::size_t most_samples = 200'000, most_in_all = 20'000'000;

enum class Blend { step, linear, cubic };
enum class Part { translation, rotation, scale };

struct BoneChannel {
  int node = 0;
  Part part = Part::translation;
  Blend blend = Blend::linear;
  std::vector<double> times;
  std::vector<double> values;  // three of a key where they are cubic: tangent, value, tangent

  int width() const { return part == Part::rotation ? 4 : 3; }
  Eigen::Vector4d value(std::size_t key, int which) const {
    const std::size_t per_key = blend == Blend::cubic ? 3 : 1;
    Eigen::Vector4d v = Eigen::Vector4d::Zero();
    for (int k = 0; k < width(); ++k)
      v[k] = values[(key * per_key + (per_key == 3 ? which : 0)) * width() + k];
    return v;
  }
  // Appendix C of the specification of glTF 2.0.
  Eigen::Vector4d at(double t) const {
    const auto after = static_cast<std::size_t>(
        std::upper_bound(times.begin(), times.end(), t + same_time / 2) - times.begin());
    if (after == 0) return value(0, 1);
    const std::size_t k = after - 1;
    if (after == times.size() || blend == Blend::step) return value(k, 1);
    const double h = times[after] - times[k];
    const double u = std::clamp((t - times[k]) / h, 0.0, 1.0);
    const Eigen::Vector4d a = value(k, 1), b = value(after, 1);
    if (blend == Blend::cubic)
      return (2 * u * u * u - 3 * u * u + 1) * a + h * (u * u * u - 2 * u * u + u) * value(k, 2) +
             (3 * u * u - 2 * u * u * u) * b + h * (u * u * u - u * u) * value(after, 0);
    if (part != Part::rotation) return a + u * (b - a);
    return Quat(a).normalized().slerp(u, Quat(b).normalized()).coeffs();
  }
};

class BoneMotionReader {
 public:
  BoneMotionReader(const GltfSource& file, const GltfNodes& nodes, const std::vector<int>& bones)
      : file_(file), nodes_(nodes), bones_(bones) {
    for (int node : bones) {
      for (auto up = nodes.parent.find(node);
           moved_.insert(node).second && up != nodes.parent.end(); up = nodes.parent.find(node))
        node = up->second;
    }
  }

  // Whether the animation moves a bone, or what carries it.
  bool take(const tinygltf::Animation& animation) {
    channels_.clear();
    for (const tinygltf::AnimationChannel& channel : animation.channels)
      if (moved_.contains(channel.target_node)) add(animation, channel);
    return !channels_.empty();
  }

  GltfBoneMotion motion() {
    GltfBoneMotion motion;
    sample_times(motion.times);
    if (motion.times.size() * bones_.size() > most_in_all)
      file_.fail(fmt::format("{} bones at {} times", bones_.size(), motion.times.size()),
                 fmt::format("at most {} places in all", most_in_all));
    motion.turns.resize(bones_.size());
    motion.places.resize(bones_.size());
    for (double& t : motion.times) {
      const std::map<int, GltfAffine> world = posture(t);
      for (std::size_t b = 0; b < bones_.size(); ++b) {
        const GltfAffine &X = world.at(bones_[b]), &rest = nodes_.world.at(bones_[b]);
        motion.turns[b].push_back(turned(X.linear(), rest.linear()));
        motion.places[b].push_back(X.translation());
      }
    }
    const double begin = motion.times.front();
    for (double& t : motion.times) t -= begin;
    return motion;
  }

 private:
  void add(const tinygltf::Animation& animation, const tinygltf::AnimationChannel& of) {
    BoneChannel channel;
    channel.node = of.target_node;
    if (of.target_path == "translation")
      channel.part = Part::translation;
    else if (of.target_path == "rotation")
      channel.part = Part::rotation;
    else if (of.target_path == "scale")
      channel.part = Part::scale;
    else
      return;
    if (file_.at(file_.model.nodes, of.target_node, "node").matrix.size() == 16)
      file_.fail("an animation of a node that has a matrix", "translation, rotation and scale");
    const tinygltf::AnimationSampler& sampler = file_.at(animation.samplers, of.sampler, "sampler");
    channel.blend = sampler.interpolation == "STEP"          ? Blend::step
                    : sampler.interpolation == "CUBICSPLINE" ? Blend::cubic
                                                             : Blend::linear;
    channel.times = file_.numbers(sampler.input, 1, "times of keys");
    channel.values = file_.numbers(sampler.output, channel.width(), "keys");
    const std::size_t keys = channel.times.size();
    if (keys == 0 || channel.values.size() != keys * static_cast<std::size_t>(channel.width()) *
                                                  (channel.blend == Blend::cubic ? 3 : 1))
      file_.fail(fmt::format("{} times and {} numbers of keys", keys, channel.values.size()),
                 "keys for all times");
    for (std::size_t k = 1; k < keys; ++k)
      if (!(channel.times[k] > channel.times[k - 1]))
        file_.fail("times of keys that do not rise", "rising times");
    channels_.push_back(std::move(channel));
  }

  // All keys, and what lies between those that are far apart.
  void sample_times(std::vector<double>& times) const {
    std::vector<double> keys;
    for (const BoneChannel& c : channels_) keys.insert(keys.end(), c.times.begin(), c.times.end());
    std::sort(keys.begin(), keys.end());
    for (const double t : keys) {
      if (!times.empty() && t - times.back() < same_time) continue;
      const double last = times.empty() ? t : times.back();
      const double parts = times.empty() ? 1 : std::max(1.0, std::ceil((t - last) / widest - 1e-3));
      if (!(static_cast<double>(times.size()) + parts <= most_samples))
        file_.fail("an animation that is too long",
                   fmt::format("at most {} samples", most_samples));
      for (double k = 1; k <= parts; ++k) times.push_back(last + (t - last) * k / parts);
    }
  }

  // [node] the transforms to the scene of all that moves bones.
  std::map<int, GltfAffine> posture(double t) const {
    std::map<int, GltfTransform> own;
    for (const int node : moved_) own.emplace(node, GltfTransform(file_.model.nodes[node]));
    for (const BoneChannel& c : channels_) {
      GltfTransform& X = own.at(c.node);
      const Eigen::Vector4d value = c.at(t);
      if (c.part == Part::rotation)
        X.rotation = value;
      else
        (c.part == Part::scale ? X.scale : X.translation) = value.head<3>();
    }
    std::map<int, GltfAffine> world;
    for (const int node : nodes_.order) {
      if (!moved_.contains(node)) continue;
      const auto up = nodes_.parent.find(node);
      const GltfAffine X = placed(file_, own.at(node));
      world.emplace(node, up == nodes_.parent.end() ? X : world.at(up->second) * X);
    }
    return world;
  }

  // The rotation that leads from one to the other, of whatever size both are.
  Quat turned(const Mat3& now, const Mat3& rest) const {
    const double det = rest.determinant();
    if (!(std::abs(det) > 0)) file_.fail("a bone of no size", "bones with a size");
    Mat3 M = now * rest.inverse();
    if (!M.allFinite()) file_.fail("a motion that is not finite", "finite numbers");
    if (!(M.transpose() * M).isIdentity(1e-9)) M = GltfAffine(M).rotation();
    return Quat(M).normalized();
  }

  const GltfSource& file_;
  const GltfNodes& nodes_;
  const std::vector<int>& bones_;
  std::set<int> moved_;  // bones, and the nodes that carry them
  std::vector<BoneChannel> channels_;
};

}  // namespace

void read_gltf_motion(const GltfSource& file, const GltfNodes& nodes, const std::vector<int>& bones,
                      GltfSkeleton& skeleton) {
  BoneMotionReader reader(file, nodes, bones);
  for (const tinygltf::Animation& animation : file.model.animations) {
    if (skeleton.motion || !reader.take(animation)) {
      skeleton.unused.push_back(animation.name);
      continue;
    }
    skeleton.motion = reader.motion();
    skeleton.motion->name = animation.name;
  }
}

}  // namespace gambol
