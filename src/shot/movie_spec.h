#pragma once

// How a film's frames become a file. Nothing here changes a frame.

#include <optional>

namespace gambol {

enum class MovieCodec {
  h264,    // 8 bit 4:2:0 in MP4: plays everywhere
  h265,    // 10 bit 4:2:0 in MP4: about two thirds of its size, no banding
  prores,  // 422 HQ, 10 bit, in MOV: for editing
};

struct MovieSpec {
  MovieCodec codec = MovieCodec::h264;
  std::optional<double> crf;     // constant rate factor of H.264 and H.265; 0 is the best
  double key_every = 0.5;        // s of film, at most, between frames that need no other
  std::optional<double> poster;  // s of film; else the middle
};

}  // namespace gambol
