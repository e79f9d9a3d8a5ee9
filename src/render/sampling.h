#pragma once

// Samples the pixels of a view with as many paths per pixel as the preset requires.

#include <atomic>
#include <vector>

#include "render/camera.h"
#include "render/mattes.h"
#include "render/path_tracer.h"
#include "render/shutter.h"
#include "shot/look_spec.h"

namespace gambol {

// Sums over the samples of a pixel, whose camera rays are spread evenly over its square:
// reconstruct.h makes a picture of them.
struct PixelSums {
  Float3 direct, indirect;  // light that met at most one surface; the rest
  // All light of the even and of the odd samples; their difference measures the noise.
  Float3 halves[2];
  Float3 seen[2];  // the part of `halves` that met no surface: light directly from its source
  Float3 albedo, normal;
  float covered = 0, fibres = 0;  // samples that met something, a fibre
  int samples = 0;

  Float3 light() const { return (direct + indirect) * (1.0f / float(samples)); }
  Float3 half(int k) const { return halves[k] * share(k); }
  // Without the light directly from its source.
  Float3 lit_half(int k) const { return (halves[k] - seen[k]) * share(k); }
  float share(int k) const { return 1.0f / float(std::max((samples + 1 - k) / 2, 1)); }
};

// A rectangle of the frame that one camera fills.
class ViewPixels {
 public:
  ViewPixels(int left, int top, int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  const PixelSums& at(int x, int y) const { return sums_[std::size_t(y) * width_ + x]; }
  // The objects and materials seen in each pixel; empty without mattes.
  const Mattes& objects() const { return objects_; }
  const Mattes& materials() const { return materials_; }
  std::uint64_t rays() const { return rays_; }
  std::uint64_t samples() const;

  // Takes preset.samples samples of each pixel or, with preset.noise, fewer where the standard
  // error in display values (at 2^exposure) falls below preset.noise before that. The result is the
  // same, bit for bit, for any number of threads.
  void sample(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
              const PresetSpec& preset, double exposure, int frame, bool with_mattes);
  // Takes samples `from` to `to` - 1 of the preset.samples of each pixel, so that a picture can be
  // looked at in between. Once `give_up` is true, ends soon; then samples are missing.
  void sample_part(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
                   const PresetSpec& preset, int frame, int from, int to,
                   const std::atomic<bool>& give_up);

 private:
  struct Taking {
    const FrameScene& scene;
    const Camera& camera;
    const Shutter& shutter;
    const PresetSpec& preset;
    int frame;
    PathSettings settings;
    int log2_samples;
    const std::atomic<bool>* give_up = nullptr;
  };
  struct PixelSample {
    int x, y, sample;
  };
  static Taking taking(const FrameScene& scene, const Camera& camera, const Shutter& shutter,
                       const PresetSpec& preset, int frame);
  std::vector<PixelSample> active_pixels() const;
  void take(const Taking& how, int from, int to);
  void take(const Taking& how, Paths& paths, const std::vector<PixelSample>& which);
  void add(const PixelSample& of, const PathResult& path, bool sky_is_seen);
  void find_noisy(const PresetSpec& preset, double exposure);

  int left_, top_, width_, height_;
  std::vector<PixelSums> sums_;
  std::vector<char> active_;
  Mattes objects_, materials_;
  std::uint64_t rays_ = 0;
};

}  // namespace gambol
