#pragma once

// The size and the shape of a film's pictures. A preset says which share of it is rendered.

#include <optional>

#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

struct PresetSpec;
struct ShotSpec;

inline constexpr double usual_width = 1280, usual_height = 720;  // px

// Of a film, or of each eye's picture if it is stereoscopic.
struct FrameSpec {
  std::optional<Vec2> resolution;  // px, even; default: usual_width x usual_height
  std::optional<double> aspect;    // width over height, as seen; then `resolution` is a box
  double pixel_aspect = 1;         // width over height of a pixel, as seen
};
void frame_fields(Fields& v, FrameSpec& of);

// The preset with `width` and `height` of the film's pictures. With `scale`, a picture is that
// share of the film's resolution. Otherwise it is the largest one of the film's shape inside
// `width` x `height`, and just that size for a film that states neither resolution nor aspect. Both
// are even numbers. Throws InputError for more than most_frame_side pixels.
PresetSpec sized(PresetSpec preset, const FrameSpec& frame);
// Likewise of the whole frame, which holds both eyes if the shot is stereoscopic.
PresetSpec sized(PresetSpec preset, const ShotSpec& shot);
inline constexpr int most_frame_side = 16384;  // px

}  // namespace gambol
