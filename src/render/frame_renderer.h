#pragma once

// One frame of a shot as light.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "image/image.h"
#include "image/textures.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// What frames took.
struct RenderStats {
  double shot = 0;                           // s: what all frames share, once
  double set_up = 0, light = 0, finish = 0;  // s: the scene, paths, denoising and layers
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
  Metadata metadata;  // what readers of the layers need
  RenderStats stats;
};

class FrameRenderer {
 public:
  // Builds what all frames share. `poses` must outlive the renderer. Throws InputError, with every
  // problem, for materials that the look lacks and for bodies that the poses lack. `texture_cache`:
  // MiB.
  FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                int texture_cache = Textures::usual_megabytes);
  ~FrameRenderer();

  // Frame 0 is the first. The shutter opens at the frame's instant of film time and stays open for
  // the shutter angle's part of a frame. Alpha is 1 but where the camera does not see the sky:
  // there it is the part of the pixel that something covers, and colours are associated with it.
  // Uses the threads of the caller's TBB arena; a function of the inputs alone, bit for bit, and
  // safe to call from several threads. Throws RunError (failed) if a picture cannot be read any
  // more.
  RenderedFrame frame(int frame, bool with_layers) const;
  Image render(int index) const { return frame(index, false).light; }

  // The figures at the instants of several frames in one picture, without blur. A riding camera
  // stands in the middle of where it would be, and steps back as far as it must to see all of them;
  // lights and lens are as at the first.
  Image strobe(const std::vector<int>& frames) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
