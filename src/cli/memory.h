#pragma once

// Estimates the memory that rendering takes, before it begins.

#include <cstddef>

#include "shot/look_spec.h"

namespace gambol {

// Resident memory of this process, bytes; 0 where /proc does not provide it.
std::size_t memory_now();
// The most memory that this process can have, bytes: that of the machine with its swap, of the
// control group that a farm or a container puts it in, or what `ulimit -v` allows.
std::size_t most_memory();

// Bytes that a look's pictures take, estimated from their headers alone; `cache`: size of the
// texture cache, MiB. Throws InputError for pictures that cannot be read.
struct PictureNeed {
  double reading = 0;   // the sky, while it is read
  double sky = 0;       // the sky, from then on
  double textures = 0;  // once all textures have been used
};
PictureNeed picture_need(const LookSpec& look, int cache);

// Peak memory, bytes, of a process that has `now` bytes and still has to load `pictures`; with hair
// all over the picture, unless the preset's hair_width is 0.
struct MemoryNeed {
  std::size_t alone = 0;        // one frame at a time
  std::size_t overlapping = 0;  // rendering a frame while the previous one is written
};
MemoryNeed memory_need(const PresetSpec& preset, bool layers, std::size_t now,
                       const PictureNeed& pictures);

}  // namespace gambol
