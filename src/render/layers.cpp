#include "render/layers.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/json.h"
#include "render/reconstruct.h"

namespace gambol {
namespace {

enum First : int {
  direct = 0,
  indirect = 3,
  albedo = 6,
  normal = 9,
  depth = 12,
  motion = 13,
  samples = 17,
  objects = 18,
  materials = objects + 2 * Mattes::ranks,
  count = materials + 2 * Mattes::ranks
};

constexpr const char* matte_names[] = {"CryptoObject", "CryptoMaterial"};

void name_mattes(std::vector<Channel32>& channels, int first, const char* name) {
  for (int rank = 0; rank < Mattes::ranks; ++rank)
    for (int part = 0; part < 2; ++part) {
      Channel32& channel = channels[first + 2 * rank + part];
      channel.name = fmt::format("{}{:02}.{}", name, rank / 2, "RGBA"[rank % 2 * 2 + part]);
      channel.half = false;  // its bits are ids
    }
}

// The first seven hexadecimal digits of the hash of the layer's name, as the Cryptomatte
// specification requires.
std::string layer_key(const char* name) {
  return fmt::format("{:08x}", matte_id(name)).substr(0, 7);
}

std::string manifest(const std::map<std::string, std::uint32_t>& names) {
  Json json = Json::object();
  for (const auto& [name, id] : names) json.add(name, fmt::format("{:08x}", id));
  return json.text();
}

// The coverage of a pixel of the picture, as PixelPlane::reconstruct() mixes it.
Mattes::Ranks matte_at(const ViewPixels& pixels, const Mattes& mattes, int x, int y) {
  Mattes near;
  near.resize(1);
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      const int u = std::clamp(x + i, 0, pixels.width() - 1);
      const int v = std::clamp(y + j, 0, pixels.height() - 1);
      const float own = 1 - 2 * neighbour_share;
      const float share = (i == 0 ? own : neighbour_share) * (j == 0 ? own : neighbour_share);
      for (const Mattes::Rank& rank : mattes.at(std::size_t(v) * pixels.width() + u))
        if (rank.weight > 0)
          near.add(0, rank.id, rank.weight * share / float(pixels.at(u, v).samples));
    }
  return near.at(0);
}

}  // namespace

Layers::Layers(int width, int height) : width_(width) {
  channels_.resize(First::count);
  const auto name = [&](int first, const char* layer, const char* letters) {
    for (int i = 0; letters[i]; ++i)
      channels_[first + i].name = fmt::format("{}.{}", layer, letters[i]);
  };
  name(First::direct, "direct", "RGB");
  name(First::indirect, "indirect", "RGB");
  name(First::albedo, "albedo", "RGB");
  name(First::normal, "N", "XYZ");
  name(First::motion, "motion", "XYZW");
  channels_[First::depth].name = 'Z';
  channels_[First::depth].half = false;
  channels_[First::samples].name = "samples.N";
  name_mattes(channels_, First::objects, matte_names[0]);
  name_mattes(channels_, First::materials, matte_names[1]);
  for (Channel32& channel : channels_) channel.values.assign(std::size_t(width) * height, 0.0f);
}

void Layers::add_means(const ViewPixels& pixels, int left, int top,
                       const std::function<std::string(std::uint32_t)>& object_name,
                       const std::vector<std::string>& material_names) {
  std::map<std::uint32_t, std::uint32_t> objects, materials;  // numbers to Cryptomatte's ids
  const auto id = [](auto& known, auto& named, std::uint32_t number, const auto& name_of) {
    const auto found = known.find(number);
    if (found != known.end()) return found->second;
    const std::string name = name_of(number);
    return known[number] = named[name] = matte_id(name);
  };
  const std::vector<PixelPlane> means =
      reconstructed<12>(pixels, [](const PixelSums& s, float* to) {
        const float share = 1.0f / float(s.samples);
        const Float3 all[] = {s.direct, s.indirect, s.albedo, s.normal};
        for (const Float3& v : all) gambol::put(v * share, to), to += 3;
      });
  static_assert(First::direct == 0 && First::normal == 9);
  for (int j = 0; j < pixels.height(); ++j)
    for (int i = 0; i < pixels.width(); ++i) {
      const int x = left + i, y = top + j;
      for (int c = 0; c < 12; ++c) at(c, x, y) = means[c].at(i, j);
      at(First::samples, x, y) = float(pixels.at(i, j).samples);
      const auto set = [&](int first, const Mattes::Ranks& ranks, auto& known, auto& named,
                           const auto& name_of) {
        for (int r = 0; r < Mattes::ranks; ++r) {
          const Mattes::Rank& rank = ranks[r];
          const bool any = rank.weight > 0;
          at(first + 2 * r, x, y) = any ? matte_float(id(known, named, rank.id, name_of)) : 0;
          at(first + 2 * r + 1, x, y) = rank.weight;
        }
      };
      set(First::objects, matte_at(pixels, pixels.objects(), i, j), objects, objects_, object_name);
      set(First::materials, matte_at(pixels, pixels.materials(), i, j), materials, materials_,
          [&](std::uint32_t number) { return material_names[number]; });
    }
}

void Layers::add_centers(int left, int top, int width, int height, const FrameScene& scene,
                         const Camera& camera, const Camera& before, const Camera& after,
                         const Moved& moved) {
  tbb::parallel_for(0, height, [&](int j) {
    for (int i = 0; i < width; ++i) {
      const CameraRay ray = camera.ray(float(i) + 0.5f, float(j) + 0.5f, 0, {0, 0});
      const FirstHit hit = first_hit(scene, {ray.origin, ray.direction, 0});
      const int x = left + i, y = top + j;
      at(First::depth, x, y) =
          hit.any ? camera.depth(hit.p) : std::numeric_limits<float>::infinity();
      // The sky counts as 1e6 m away.
      const Float3 p = hit.any ? hit.p : ray.origin + ray.direction * 1e6f;
      const Sample2 here = camera.pixel_of(p), next = after.pixel_of(hit.any ? moved(hit, 1) : p),
                    last = before.pixel_of(hit.any ? moved(hit, -1) : p);
      const Sample2 coming = camera.motion(here, next), gone = camera.motion(last, here);
      at(First::motion, x, y) = coming.x;
      at(First::motion + 1, x, y) = coming.y;
      at(First::motion + 2, x, y) = gone.x;
      at(First::motion + 3, x, y) = gone.y;
    }
  });
}

Metadata Layers::metadata() const {
  Metadata m;
  const std::map<std::string, std::uint32_t>* names[] = {&objects_, &materials_};
  for (int k = 0; k < 2; ++k) {
    const std::string at = "cryptomatte/" + layer_key(matte_names[k]) + "/";
    m[at + "name"] = matte_names[k];
    m[at + "hash"] = "MurmurHash3_32";
    m[at + "conversion"] = "uint32_to_float32";
    m[at + "manifest"] = manifest(*names[k]);
  }
  return m;
}

}  // namespace gambol
