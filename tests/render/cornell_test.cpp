// Light in the Cornell box against another renderer's. The numbers are means over patches of a
// picture of 256x256 by Cycles (Blender 3.4), 1024 samples, 16 bounces: `tools/cycles/cycles.py
// cornell` makes them anew. They are good to about 0.3 %.

#include <gtest/gtest.h>

#include "poses/poses.h"
#include "render/frame_renderer.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr int size = 64;

constexpr double dim = 0.1;  // for patches that little light reaches, on noisy paths

// In pixels of 64; none nearer than the filter's radius to an edge.
struct Patch {
  const char* name;
  int left, right, top, bottom;
  double r, g, b;
  double tolerance = 0.02;  // relative
};
constexpr Patch patches[] = {
    {"floor", 13, 27, 57, 60, 0.19848, 0.11572, 0.04343},
    {"ceiling", 19, 46, 4, 10, 0.11023, 0.06797, 0.02153},
    {"back wall", 19, 44, 16, 25, 0.25194, 0.16183, 0.05734},
    {"red wall", 3, 7, 20, 50, 0.14578, 0.00880, 0.00353},
    {"green wall", 55, 61, 20, 48, 0.03349, 0.07586, 0.00774},
    {"tall block, front", 21, 31, 29, 50, 0.07782, 0.04829, 0.01651},
    {"short block, front", 33, 45, 45, 56, 0.01409, 0.00637, 0.00226, dim},
    {"shadow on the floor", 51, 54, 57, 59, 0.01926, 0.02947, 0.00451, dim},
    {"shadow on the red wall", 10, 12, 42, 50, 0.05194, 0.00186, 0.00072, dim},
};

TEST(CornellBox, HasTheLightThatCyclesFinds) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/tools/cycles/cornell.yaml");
  Poses poses;
  poses.frames = 1;
  poses.samples_per_frame = 1;
  poses.bodies = {"cornell/room"};
  poses.X_WB.resize(2);
  PresetSpec preset;
  preset.width = preset.height = size;
  preset.samples = 128;
  preset.bounces = 16;
  preset.blur_glossy = 0;
  const Image light = FrameRenderer(shot, poses, preset).frame(0, false).light;
  for (const Patch& patch : patches) {
    Vec3 sum = Vec3::Zero();
    for (int y = patch.top; y < patch.bottom; ++y)
      for (int x = patch.left; x < patch.right; ++x)
        for (int k = 0; k < 3; ++k)
          sum[k] += light.pixels[std::size_t(light.channels) * (std::size_t(y) * size + x) + k];
    const Vec3 mean = sum / ((patch.right - patch.left) * (patch.bottom - patch.top));
    const Vec3 cycles(patch.r, patch.g, patch.b);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(mean[k], cycles[k], patch.tolerance * cycles[k])
          << patch.name << ", channel " << k;
  }
}

}  // namespace
}  // namespace gambol
