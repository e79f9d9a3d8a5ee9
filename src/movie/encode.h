#pragma once

// Frames in, a movie out: H.264 in MP4, 4:2:0, bt.709, moov first. FFmpeg's libraries do the work;
// they live in a module that is loaded by the first call (30 ms), and nothing else links them.

#include <functional>
#include <string>
#include <vector>

namespace gambol {

struct MovieSettings {
  double fps = 24;
  int crf = 16;         // x264's constant rate factor: 0 is lossless, 51 the worst
  std::string comment;  // kept in the file, e.g. a hash of what it was made from
};

// Encodes `frames` (paths of PNG files, sRGB), in order, each for exactly 1/fps. All must have one
// size, even in both directions, because 4:2:0 halves it; an odd one is refused. The same frames
// give the same bytes. The file appears whole, by rename. Throws RunError (failed) that names the
// file. `progress` is told the fraction done.
void encode_movie(const std::vector<std::string>& frames, const MovieSettings& settings,
                  const std::string& path, const std::function<void(double)>& progress = {});

struct MovieInfo {
  int width = 0, height = 0;
  int frames = 0;  // counted, not what the header claims
  double fps = 0;
  std::string comment;
};

// Reads a movie through. Throws InputError if it is missing or damaged.
MovieInfo read_movie_info(const std::string& path);

}  // namespace gambol
