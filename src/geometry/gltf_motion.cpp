// What the animations of a glTF file do to the bones of its skeleton.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "geometry/gltf_nodes.h"

namespace gambol {
namespace {

constexpr double widest = 1.0 / 24;  // s between samples
constexpr double same_time = 1e-5;   // s: keys closer than this are one
constexpr double same_size = 1e-3;   // relative
constexpr std::size_t most_samples = 200'000;
// Of all animations that are tried: numbers of keys, and places of nodes and channels' values. Many
// channels may repeat the same few bytes.
constexpr std::size_t most_numbers = 20'000'000, most_places = 20'000'000;

enum class Blend { step, linear, cubic };
enum class Part { translation, rotation, scale };

struct BoneChannel {
  int node = 0;
  Part part = Part::translation;
  Blend blend = Blend::linear;
  std::vector<double> times;
  std::vector<double> values;  // three of a key where they are cubic: tangent, value, tangent

  int width() const { return part == Part::rotation ? 4 : 3; }
  std::size_t numbers_per_key() const {
    return static_cast<std::size_t>(width()) * (blend == Blend::cubic ? 3 : 1);
  }
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
    for (const int node : nodes.order)
      if (moved_.contains(node)) order_.push_back(node);
  }

  // Whether the animation moves a bone, or what carries it.
  bool take(const tinygltf::Animation& animation) {
    channels_.clear();
    for (const tinygltf::AnimationChannel& channel : animation.channels)
      if (moved_.contains(channel.target_node)) count(animation, channel);
    for (const tinygltf::AnimationChannel& channel : animation.channels)
      if (moved_.contains(channel.target_node)) add(animation, channel);
    return !channels_.empty();
  }

  GltfBoneMotion motion() {
    GltfBoneMotion motion;
    sample_times(motion.times);
    spend(places_, motion.times.size(), order_.size() + channels_.size(), most_places,
          "nodes and channels at times");
    motion.turns.resize(bones_.size());
    motion.places.resize(bones_.size());
    motion.resized.assign(bones_.size(), false);
    for (double& t : motion.times) {
      const std::map<int, GltfAffine> world = posture(t);
      for (std::size_t b = 0; b < bones_.size(); ++b) {
        const GltfAffine &X = world.at(bones_[b]), &rest = nodes_.world.at(bones_[b]);
        bool resized = false;
        motion.turns[b].push_back(turned(X.linear(), rest.linear(), resized));
        motion.resized[b] = motion.resized[b] || resized;
        motion.places[b].push_back(X.translation());
      }
    }
    const double begin = motion.times.front();
    for (double& t : motion.times) t -= begin;
    return motion;
  }

 private:
  void spend(std::size_t& spent, std::size_t times, std::size_t each, std::size_t most,
             const char* what) const {
    if (times > 0 && each > (most - spent) / times)
      file_.fail(fmt::format("{} x {} {} more than {}", times, each, what, spent),
                 fmt::format("at most {} in all", most));
    spent += times * each;
  }

  // What add() will read, before anything is.
  void count(const tinygltf::Animation& animation, const tinygltf::AnimationChannel& of) {
    const tinygltf::AnimationSampler& sampler = file_.at(animation.samplers, of.sampler, "sampler");
    for (const int accessor : {sampler.input, sampler.output})
      spend(numbers_, file_.at(file_.model.accessors, accessor, "accessor").count,
            accessor == sampler.input ? 1 : 4, most_numbers, "numbers of keys");
  }

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
    if (keys == 0 || channel.values.size() != keys * channel.numbers_per_key())
      file_.fail(fmt::format("{} times and {} numbers of keys", keys, channel.values.size()),
                 "keys for all times");
    keep_later_keys(channel);
    channels_.push_back(std::move(channel));
  }

  // Of keys at one time the last; they occur where a program joined two motions.
  void keep_later_keys(BoneChannel& channel) const {
    const std::size_t per_key = channel.numbers_per_key(), keys = channel.times.size();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < keys; ++k) {
      if (kept > 0 && channel.times[k] < channel.times[kept - 1])
        file_.fail("times of keys that fall", "rising times");
      if (kept == 0 || channel.times[k] > channel.times[kept - 1]) ++kept;
      channel.times[kept - 1] = channel.times[k];
      for (std::size_t i = 0; i < per_key; ++i)
        channel.values[(kept - 1) * per_key + i] = channel.values[k * per_key + i];
    }
    channel.times.resize(kept);
    channel.values.resize(kept * per_key);
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
    for (const int node : order_) {
      const auto up = nodes_.parent.find(node);
      const GltfAffine X = placed(file_, own.at(node));
      world.emplace(node, up == nodes_.parent.end() ? X : world.at(up->second) * X);
    }
    return world;
  }

  // The rotation that leads from one to the other, of whatever size both are.
  Quat turned(const Mat3& now, const Mat3& rest, bool& resized) const {
    const double det = rest.determinant();
    if (!(std::abs(det) > 0)) file_.fail("a bone of no size", "bones with a size");
    Mat3 M = now * rest.inverse();
    if (!M.allFinite()) file_.fail("a motion that is not finite", "finite numbers");
    const Mat3 squares = M.transpose() * M;
    resized = !squares.isIdentity(same_size);
    if (!squares.isIdentity(1e-9)) M = GltfAffine(M).rotation();
    return Quat(M).normalized();
  }

  const GltfSource& file_;
  const GltfNodes& nodes_;
  const std::vector<int>& bones_;
  std::set<int> moved_;     // bones, and the nodes that carry them
  std::vector<int> order_;  // of moved_, parents first
  std::vector<BoneChannel> channels_;
  std::size_t numbers_ = 0, places_ = 0;  // of all animations so far
};

}  // namespace

void read_gltf_motion(const GltfSource& file, const GltfNodes& nodes, const std::vector<int>& bones,
                      GltfSkeleton& skeleton) {
  BoneMotionReader reader(file, nodes, bones);
  for (const tinygltf::Animation& animation : file.model.animations) {
    const auto morphs = [](const tinygltf::AnimationChannel& channel) {
      return channel.target_path == "weights";
    };
    const auto of_morphs =
        std::count_if(animation.channels.begin(), animation.channels.end(), morphs);
    if (of_morphs > 0)
      skeleton.unused.push_back({"weights of morph targets in animation", animation.name,
                                 "a skin bends with its bones alone"});
    if (of_morphs == std::ssize(animation.channels)) continue;
    std::string why = "a shot has one: the first that moves bones";
    try {
      if (!skeleton.motion && reader.take(animation)) {
        skeleton.motion = reader.motion();
        skeleton.motion->name = animation.name;
        continue;
      }
    } catch (const InputError& e) {  // the character is worth having without it
      const Problem& p = e.problems().at(0);
      why = fmt::format("found {}, expected {}", p.found, p.expected);
    }
    skeleton.unused.push_back({"animation", animation.name, why});
  }
}

}  // namespace gambol
