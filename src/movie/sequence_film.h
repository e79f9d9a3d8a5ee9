#pragma once

// A sequence's pictures: which frames of which parts each is made of, and the making. Parts go over
// into each other, and into black, as light does: pixels are decoded, mixed and encoded again.

#include <functional>
#include <optional>
#include <vector>

#include "image/image.h"
#include "shot/sequence_spec.h"

namespace gambol {

struct SequenceFrame {
  struct Layer {
    int part = 0;
    int frame = 0;     // from 0, of the shot's film or of the card
    double light = 1;  // what fading to black leaves
  };
  Layer layer;
  std::optional<Layer> under;  // what it comes out of
  double share = 1;            // of `layer`
};

// In order, each for one frame of the film. Times are rounded to frames part by part, so that cuts
// fall between frames.
std::vector<SequenceFrame> plan_sequence(const SequenceSpec& sequence);

class SequenceFilm {
 public:
  // A frame (from 0) of the shot of a part.
  using ShotFrame = std::function<Image8(const PartSpec&, int frame)>;

  // `sequence` must outlive it. Pictures are of that size in pixels.
  SequenceFilm(const SequenceSpec& sequence, int width, int height, ShotFrame shot_frame);

  const std::vector<SequenceFrame>& plan() const { return plan_; }
  int frames() const { return static_cast<int>(plan_.size()); }
  // The same pixels every time. Throws RunError (failed) that names a frame of another size, and
  // what the shot's frames throw.
  Image8 picture(int frame) const;

 private:
  Image8 layer(const SequenceFrame::Layer& layer) const;

  const SequenceSpec& sequence_;
  int width_, height_;
  ShotFrame shot_frame_;
  std::vector<SequenceFrame> plan_;
};

}  // namespace gambol
