#pragma once

// The pictures of both eyes in the frames of a stereoscopic film, and pictures for screens that
// know neither eyes nor pixels that are not square.

#include "image/crop.h"
#include "image/image.h"
#include "shot/shot_spec.h"

namespace gambol {

// Where an eye's picture lies in a frame, px. Without stereo there is one eye: the whole frame.
struct EyePlace {
  int left = 0, top = 0, width = 0, height = 0;
};
inline int eyes(const ShotSpec& shot) { return shot.camera.stereo && shot.views.empty() ? 2 : 1; }
// Whether EXR files have two views, and whether there is a movie of each eye.
inline bool has_separate_eyes(const ShotSpec& shot) {
  return eyes(shot) == 2 && shot.camera.stereo->layout == StereoLayout::separate;
}
// `eye`: 0 is the left one.
EyePlace place_of_eye(const ShotSpec& shot, int eye, int width, int height);

template <class Picture>
Picture eye_of(const ShotSpec& shot, int eye, const Picture& frame) {
  const EyePlace at = place_of_eye(shot, eye, frame.width, frame.height);
  return crop(frame, at.left, at.top, at.width, at.height);
}

// Enlarged across or along, to square pixels.
Image8 with_square_pixels(const Image8& picture, double pixel_aspect);
// The left eye's picture with square pixels.
Image8 poster_of(const ShotSpec& shot, const Image8& frame);

}  // namespace gambol
