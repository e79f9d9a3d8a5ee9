#include "render/sampling.h"

#include <tbb/parallel_for.h>

#include <bit>
#include <numeric>

#include "base/stop.h"
#include "image/srgb.h"

namespace gambol {
namespace {

constexpr int tile_size = 16;
// With a noise to reach, pixels begin with so many samples and then double them.
constexpr int first_samples = 16;
// The noise of a pixel is judged by those around it too, as far as this: two halves of its samples
// may be alike by chance.
constexpr int neighbours = 2;

PathSettings path_settings(const PresetSpec& preset) {
  PathSettings s;
  s.bounces = preset.bounces;
  s.clamp = static_cast<float>(preset.clamp);
  s.blur_glossy = static_cast<float>(preset.blur_glossy);
  return s;
}

// About what tone mapping makes of it, for noise: whatever the curve, white is 1.
Float3 as_shown(Float3 c, float scale) {
  const auto show = [&](float v) {
    v *= scale;
    return srgb_from_linear(v < 0.7f ? std::max(v, 0.0f) : 1 - 0.3f * std::exp((0.7f - v) / 0.3f));
  };
  return {show(c.x), show(c.y), show(c.z)};
}

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

// Samples of one pixel are traced together; which are, depends on their numbers alone.
void ViewPixels::take_pixel(const Taking& how, Paths& paths, int x, int y, int from, int to) {
  const std::size_t pixel = std::size_t(y) * width_ + x;
  RayCone cone = how.camera.pixel_cone();
  cone.width *= 0.7f, cone.spread *= 0.7f;
  for (int s = from; s < to; s += Paths::together) {
    const int end = std::min(s + Paths::together, to);
    paths.clear();
    for (int i = s; i < end; ++i) {
      Sampler sampler(std::uint32_t(how.frame), std::uint32_t(left_ + x), std::uint32_t(top_ + y),
                      how.log2_samples, std::uint32_t(i));
      sampler.start_dimension(0);
      const Sample2 offset = how.filter.offset(sampler.next_2d());
      const Sample2 lens = sampler.next_2d();
      const float time = how.shutter.moment(sampler.next_1d());
      const CameraRay ray =
          how.camera.ray(float(x) + 0.5f + offset.x, float(y) + 0.5f + offset.y, time, lens);
      paths.start({ray.origin, ray.direction, time}, cone, sampler);
    }
    paths.trace();
    for (int i = s; i < end; ++i)
      add(pixel, i, paths.paths()[std::size_t(i - s)], how.scene.lights.sky().is_seen());
  }
}

void ViewPixels::add(std::size_t pixel, int sample, const Path& path, bool sky_is_seen) {
  PixelSums& sums = sums_[pixel];
  sums.direct += path.light().seen + path.light().direct;
  sums.indirect += path.light().indirect;
  sums.halves[sample & 1] += path.light().all();
  sums.seen[sample & 1] += path.light().seen;
  ++sums.samples;
  const FirstHit& first = path.first();
  sums.covered += first.any || sky_is_seen ? 1.0f : 0.0f;
  if (!first.any) return;
  sums.albedo += first.albedo;
  sums.normal += first.normal;
  if (objects_.empty() || first.is_light) return;
  objects_.add(pixel, first.instance);
  materials_.add(pixel, std::uint32_t(first.material));
}

void ViewPixels::take(const Taking& how, int from, int to) {
  const int across = (width_ + tile_size - 1) / tile_size;
  const int down = (height_ + tile_size - 1) / tile_size;
  std::atomic<std::uint64_t> rays = 0;
  tbb::parallel_for(0, across * down, [&](int tile) {
    const int left = tile % across * tile_size, top = tile / across * tile_size;
    heed_stop();
    Paths paths(how.scene, how.settings);
    for (int y = top; y < std::min(top + tile_size, height_); ++y)
      for (int x = left; x < std::min(left + tile_size, width_); ++x)
        if (active_[std::size_t(y) * width_ + x]) take_pixel(how, paths, x, y, from, to);
    rays += paths.rays();
  });
  rays_ += rays;
}

// Half the difference between the means of two halves is about the standard error of their mean.
void ViewPixels::find_noisy(double noise, double exposure) {
  const float scale = float(std::exp2(exposure));
  std::vector<float> error2(sums_.size());
  tbb::parallel_for(0, height_, [&](int y) {
    for (int x = 0; x < width_; ++x) {
      const PixelSums& p = at(x, y);
      const Float3 d = (as_shown(p.half(0), scale) - as_shown(p.half(1), scale)) * 0.5f;
      error2[std::size_t(y) * width_ + x] = dot(d, d) / 3;
    }
  });
  const double most2 = noise * noise;
  tbb::parallel_for(0, height_, [&](int y) {
    for (int x = 0; x < width_; ++x) {
      double sum = 0;
      int count = 0;
      for (int v = std::max(y - neighbours, 0); v <= std::min(y + neighbours, height_ - 1); ++v)
        for (int u = std::max(x - neighbours, 0); u <= std::min(x + neighbours, width_ - 1); ++u) {
          sum += error2[std::size_t(v) * width_ + u];
          ++count;
        }
      char& active = active_[std::size_t(y) * width_ + x];
      active = active && sum > most2 * count;
    }
  });
}

void ViewPixels::sample(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
                        const PresetSpec& preset, double exposure, int frame, bool with_mattes) {
  if (with_mattes) {
    objects_.resize(sums_.size());
    materials_.resize(sums_.size());
  }
  const auto log2_samples =
      static_cast<std::uint32_t>(std::bit_width(unsigned(preset.samples) - 1));
  const Taking how{scene, camera, shutter, preset, frame, path_settings(preset), {}, log2_samples};
  if (preset.noise == 0) return take(how, 0, preset.samples);
  int to = std::min(first_samples, preset.samples);
  take(how, 0, to);
  for (int from = to; from < preset.samples; from = to) {
    find_noisy(preset.noise, exposure);
    to = std::min(2 * from, preset.samples);
    take(how, from, to);
  }
}

}  // namespace gambol
