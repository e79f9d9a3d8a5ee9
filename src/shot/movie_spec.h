#pragma once

// The encoding of a film's frames as a movie. Nothing here changes a frame.

#include <optional>

#include "schema/names.h"

namespace gambol {

enum class MovieCodec {
  h264,         // 8 bit 4:2:0 in MP4: plays everywhere
  h265,         // 10 bit 4:2:0 in MP4: about two thirds of the size of h264, no banding
  prores,       // 422 HQ, 10 bit, in MOV: for editing
  prores_4444,  // 4:4:4, 10 bit, with alpha, in MOV: for compositing
  av1,          // 10 bit 4:2:0 in MP4: about half of the size of h264
  gif,          // 256 colours, without sound: for chats and pages
};
template <>
inline constexpr auto names_of<MovieCodec> = named<MovieCodec>({
    {"h264", MovieCodec::h264},
    {"h265", MovieCodec::h265},
    {"prores", MovieCodec::prores},
    {"prores_4444", MovieCodec::prores_4444},
    {"av1", MovieCodec::av1},
    {"gif", MovieCodec::gif},
});

struct MovieSpec {
  MovieCodec codec = MovieCodec::h264;
  std::optional<double> crf;     // constant rate factor of H.264, H.265 and AV1; 0 is the best
  double key_every = 0.5;        // s of film, at most, between key frames
  std::optional<double> poster;  // s of film; default: the middle
};
void movie_fields(Fields& v, MovieSpec& of);

}  // namespace gambol
