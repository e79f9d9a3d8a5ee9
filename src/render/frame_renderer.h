#pragma once

// Renders single frames of a shot.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "image/image.h"
#include "image/textures.h"
#include "poses/poses.h"

namespace gambol {

struct PresetSpec;
struct ShotSpec;

// The cost of rendering frames.
struct RenderStats {
  double shot = 0;                           // s: setting up what all frames share, once
  double set_up = 0, light = 0, finish = 0;  // s: the scene; paths; denoising and layers
  std::uint64_t rays = 0, samples = 0;
  int frames = 0;
  void add(const RenderStats& more) {
    shot = std::max(shot, more.shot);
    set_up += more.set_up, light += more.light, finish += more.finish;
    rays += more.rays, samples += more.samples, frames += more.frames;
  }
};

struct RenderedFrame {
  Image light;  // linear RGBA
  std::vector<Channel32> layers;
  Metadata metadata;  // for readers of the layers
  RenderStats stats;
};

class FrameRenderer {
 public:
  // Builds what all frames share. `poses` must outlive the renderer. `texture_cache`: MiB. Throws
  // InputError, with every problem, for materials that the look lacks and for bodies that the poses
  // lack.
  FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                int texture_cache = Textures::usual_megabytes);
  ~FrameRenderer();

  // From now on, renders what the cameras of `shot` see, into pictures of the size of `preset`;
  // nothing else of either may differ from the constructor's. Far cheaper than another renderer.
  // Not while a frame is rendered. Throws as the constructor does.
  void look_through(const ShotSpec& shot, const PresetSpec& preset);

  // Renders frame `frame`; 0 is the first. The shutter opens at the frame's instant of film time
  // and stays open for the fraction of a frame that the shutter angle gives. Alpha is 1, unless the
  // sky is invisible to the camera: then alpha is the fraction of the pixel that something covers,
  // and colours are associated (premultiplied). Uses the threads of the caller's TBB arena. The
  // result depends on the inputs alone, bit for bit; safe to call from several threads. Throws
  // RunError (failed) if a picture can no longer be read.
  RenderedFrame frame(int frame, bool with_layers) const;
  Image render(int index) const { return frame(index, false).light; }

  // Renders frame `frame` with 1, 2, 4, ... up to preset.samples samples per pixel, and shows each
  // of these pictures; `show` returns whether to go on. Once `give_up` is true, ends soon and shows
  // nothing more. With preset.noise = 0 the last picture is that of render(), but for rounding.
  void refine(int frame, const std::function<bool(const Image& light, int samples)>& show,
              const std::atomic<bool>& give_up) const;

  // Renders the figures at the instants of several frames into one picture, without motion blur. A
  // following camera stands at the mean of its positions in these frames, and steps back as far as
  // it must to see all figures; lights and lens are those of the first frame.
  Image strobe(const std::vector<int>& frames) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
