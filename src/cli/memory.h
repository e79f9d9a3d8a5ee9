#pragma once

// How much memory rendering takes, told before it begins.

#include <cstddef>

#include "shot/look_spec.h"

namespace gambol {

// Bytes that this process has by now; 0 where /proc does not tell.
std::size_t memory_now();

// Bytes that a look's pictures take, by their headers alone; `cache`: MiB of textures. Throws
// InputError for those that cannot be read.
struct PictureNeed {
  double reading = 0;   // of the sky, while it is read
  double sky = 0;       // from then on
  double textures = 0;  // when all of them have been seen
};
PictureNeed picture_need(const LookSpec& look, int cache);

// Bytes at its peak, of a process that has `now`, and `pictures` still to come.
struct MemoryNeed {
  std::size_t alone = 0;        // one frame at a time
  std::size_t overlapping = 0;  // the next frame's light while one is written
};
MemoryNeed memory_need(const PresetSpec& preset, bool layers, std::size_t now,
                       const PictureNeed& pictures);

}  // namespace gambol
