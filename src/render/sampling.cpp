#include "render/sampling.h"

#include <tbb/parallel_for.h>

#include <bit>
#include <numeric>

#include "base/stop.h"
#include "render/noise.h"

namespace gambol {
namespace {

constexpr int sampled_tile = 16;
constexpr std::size_t block = 256;             // pixels that a thread takes at once
constexpr int samples_together = float_lanes;  // of a pixel
// With preset.noise, pixels begin with this share of their samples, within these bounds, and then
// double them.
constexpr int first_share = 16, fewest_first = 2, most_first = 16;
PathSettings path_settings(const PresetSpec& preset) {
  PathSettings s;
  s.bounces = preset.bounces;
  s.clamp = static_cast<float>(preset.clamp);
  s.fibre_clamp = static_cast<float>(preset.fibre_clamp);
  s.blur_glossy = static_cast<float>(preset.blur_glossy);
  return s;
}

// The number of bits 0, 2, 4 and 6 of i.
int every_other_bit(int i) { return (i & 1) | (i >> 1 & 2) | (i >> 2 & 4) | (i >> 3 & 8); }

}  // namespace

ViewPixels::ViewPixels(int left, int top, int width, int height)
    : left_(left), top_(top), width_(width), height_(height) {
  sums_.resize(std::size_t(width) * height);
  active_.assign(sums_.size(), 1);
}

std::uint64_t ViewPixels::samples() const {
  return std::accumulate(sums_.begin(), sums_.end(), std::uint64_t{0},
                         [](std::uint64_t n, const PixelSums& p) { return n + p.samples; });
}

// Traces these samples together, eight at a time.
void ViewPixels::take(const Taking& how, Paths& paths, const std::vector<PixelSample>& which) {
  paths.clear();
  const int all = int(which.size());
  for (int i = 0; i < all; i += float_lanes) {
    Ints x, y, sample;
    for (int k = 0; k < float_lanes; ++k) {
      const PixelSample& s = which[std::size_t(std::min(i + k, all - 1))];
      x[k] = s.x, y[k] = s.y, sample[k] = s.sample;
    }
    const Bits index =
        sample_index(to_bits(x + left_), to_bits(y + top_), how.log2_samples, to_bits(sample));
    Samplers sampler(std::uint32_t(how.frame), index);
    const Sample2Of<Floats> offset = sampler.next_2d();
    const Sample2Of<Floats> lens = sampler.next_2d();
    const Floats time = how.shutter.moment(sampler.next_1d());
    const CameraRayOf<Floats> ray =
        how.camera.rays(to_float(x) + offset.x, to_float(y) + offset.y, time, lens);
    paths.start({ray.origin, ray.direction, time}, index, std::min(all - i, float_lanes));
  }
  paths.trace();
  for (int i = 0; i < all; ++i) add(which[i], paths.results()[i], how.scene.lights.sky().is_seen());
}

void ViewPixels::add(const PixelSample& of, const PathResult& path, bool sky_is_seen) {
  const std::size_t pixel = std::size_t(of.y) * width_ + of.x;
  PixelSums& sums = sums_[pixel];
  sums.direct += path.seen + path.direct;
  sums.indirect += path.indirect;
  sums.halves[of.sample & 1] += path.all();
  sums.seen[of.sample & 1] += path.seen;
  ++sums.samples;
  sums.covered += path.any || sky_is_seen ? 1.0f : 0.0f;
  if (!path.any) return;
  sums.fibres += path.is_fibre ? 1.0f : 0.0f;
  sums.albedo += path.albedo;
  sums.normal += path.normal;
  if (objects_.empty() || path.is_light) return;
  objects_.add(pixel, path.instance);
  materials_.add(pixel, std::uint32_t(path.material));
}

// Those that are still to be sampled: tile by tile, along a Morton curve within each, so that
// pixels that follow each other are neighbours.
std::vector<ViewPixels::PixelSample> ViewPixels::active_pixels() const {
  std::vector<PixelSample> pixels;
  for (int top = 0; top < height_; top += sampled_tile)
    for (int left = 0; left < width_; left += sampled_tile)
      for (int i = 0; i < sampled_tile * sampled_tile; ++i) {
        const int x = left + every_other_bit(i), y = top + every_other_bit(i >> 1);
        if (x < width_ && y < height_ && active_[std::size_t(y) * width_ + x])
          pixels.push_back({x, y, 0});
      }
  return pixels;
}

// Traces a few samples of a few neighbouring pixels together, however many pixels between them need
// no samples: as many paths as possible go on together. The grouping does not depend on the
// threads.
void ViewPixels::take(const Taking& how, int from, int to) {
  RayCone cone = how.camera.pixel_cone();
  cone.width *= 0.7f, cone.spread *= 0.7f;
  const std::vector<PixelSample> pixels = active_pixels();
  const std::size_t together = Paths::most / std::min(samples_together, to - from);
  const std::size_t blocks = (pixels.size() + block - 1) / block;
  std::atomic<std::uint64_t> rays = 0;
  tbb::parallel_for(std::size_t(0), blocks, [&](std::size_t b) {
    heed_stop();
    if (how.give_up && *how.give_up) return;
    Paths paths(how.scene, how.settings, cone, std::uint32_t(how.frame));
    std::vector<PixelSample> group;
    const std::size_t end = std::min((b + 1) * block, pixels.size());
    for (std::size_t first = b * block; first < end; first += together)
      for (int s = from; s < to; s += samples_together) {
        group.clear();
        for (std::size_t p = first; p < std::min(first + together, end); ++p)
          for (int i = s; i < std::min(s + samples_together, to); ++i)
            group.push_back({pixels[p].x, pixels[p].y, i});
        take(how, paths, group);
      }
    rays += paths.rays();
  });
  rays_ += rays;
}

// Hairs have noise everywhere, which few see among them; and to stop where samples agree by chance
// would leave out hairs that shine. So all pixels of a coat get the same number of samples.
void ViewPixels::find_noisy(const PresetSpec& preset, double exposure) {
  const PixelPlane error2 = squared_noise(*this, exposure);
  const float most2 = float(preset.noise * preset.noise);
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      char& active = active_[std::size_t(y) * width_ + x];
      const PixelSums& s = at(x, y);
      const bool is_hairy = preset.fibre_samples > 0 && 2 * s.fibres > float(s.samples);
      active = active && (is_hairy ? s.samples < preset.fibre_samples : error2.at(x, y) > most2);
    }
}

ViewPixels::Taking ViewPixels::taking(const FrameScene& scene, const Camera& camera,
                                      const Shutter& shutter, const PresetSpec& preset, int frame) {
  const int log2_samples = int(std::bit_width(unsigned(preset.samples) - 1));
  return {scene, camera, shutter, preset, frame, path_settings(preset), log2_samples};
}

void ViewPixels::sample_part(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
                             const PresetSpec& preset, int frame, int from, int to,
                             const std::atomic<bool>& give_up) {
  Taking how = taking(scene, camera, shutter, preset, frame);
  how.give_up = &give_up;
  take(how, from, to);
}

void ViewPixels::sample(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
                        const PresetSpec& preset, double exposure, int frame, bool with_mattes) {
  if (with_mattes) {
    objects_.resize(sums_.size());
    materials_.resize(sums_.size());
  }
  const Taking how = taking(scene, camera, shutter, preset, frame);
  if (preset.noise == 0) return take(how, 0, preset.samples);
  int to =
      std::min(std::clamp(preset.samples / first_share, fewest_first, most_first), preset.samples);
  take(how, 0, to);
  for (int from = to; from < preset.samples; from = to) {
    find_noisy(preset, exposure);
    to = std::min(2 * from, preset.samples);
    take(how, from, to);
  }
}

}  // namespace gambol
