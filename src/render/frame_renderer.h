#pragma once

// One frame of a shot as light.

#include <memory>
#include <vector>

#include "image/image.h"
#include "poses/poses.h"
#include "render/film.h"
#include "shot/shot_spec.h"

namespace gambol {

class FrameRenderer {
 public:
  // Builds what all frames share. `poses` must outlive the renderer. Throws InputError, with every
  // problem, for materials that the look lacks and for bodies that the poses lack.
  FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset);
  ~FrameRenderer();

  // Frame 0 is the first. The shutter opens at the frame's instant of film time and stays open for
  // the shutter angle's part of a frame. Linear RGBA, alpha 1. Uses the threads of the caller's
  // TBB arena; a function of the inputs alone, bit for bit, and safe to call from several threads.
  Image render(int frame) const;

  // The figures at the instants of several frames in one picture, without blur. A riding camera
  // stands in the middle of where it would be, and steps back as far as it must to see all of them;
  // lights and lens are as at the first.
  Image strobe(const std::vector<int>& frames) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
