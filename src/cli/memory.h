#pragma once

// How much memory rendering takes, told before it begins.

#include <cstddef>

#include "shot/look_spec.h"

namespace gambol {

// Bytes that this process has by now; 0 where /proc does not tell.
std::size_t memory_now();

// Bytes at its peak, of a process that has built the scene and has `now`.
struct MemoryNeed {
  std::size_t alone = 0;        // one frame at a time
  std::size_t overlapping = 0;  // the next frame's light while one is written
};
MemoryNeed memory_need(const PresetSpec& preset, bool layers, std::size_t now);

}  // namespace gambol
