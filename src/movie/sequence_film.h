#pragma once

// Plans and makes the pictures of a sequence from the frames of its parts. Dissolves and fades to
// black are computed in linear light: pixels are decoded, mixed and encoded again.

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
    double light = 1;  // factor of a fade to black
  };
  Layer layer;
  std::optional<Layer> under;  // in a dissolve, the layer of the part before
  double share = 1;            // weight of `layer`; `under` has 1 - share
};

// One entry per frame of the film, in order. Times are rounded to frames part by part, so that cuts
// are between frames.
std::vector<SequenceFrame> plan_sequence(const SequenceSpec& sequence);

class SequenceFilm {
 public:
  // Returns a frame (from 0) of the shot of a part.
  using ShotFrame = std::function<Image8(const PartSpec&, int frame)>;

  // `sequence` must outlive the film. Pictures have width x height pixels.
  SequenceFilm(const SequenceSpec& sequence, int width, int height, ShotFrame shot_frame);

  const std::vector<SequenceFrame>& plan() const { return plan_; }
  int frames() const { return static_cast<int>(plan_.size()); }
  // The same frame gives the same pixels. Throws RunError (failed), which names a frame of another
  // size, and what the ShotFrame function throws.
  Image8 picture(int frame) const;

 private:
  Image8 layer(const SequenceFrame::Layer& layer) const;

  const SequenceSpec& sequence_;
  int width_, height_;
  ShotFrame shot_frame_;
  std::vector<SequenceFrame> plan_;
};

}  // namespace gambol
