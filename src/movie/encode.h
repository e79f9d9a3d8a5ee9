#pragma once

// Frames in, a movie out. FFmpeg's libraries do the work; they live in a module that is loaded by
// the first call (30 ms), and nothing else links them.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "image/image.h"
#include "shot/movie_spec.h"

namespace gambol {

struct MovieSettings {
  double fps = 24;
  MovieCodec codec = MovieCodec::h264;
  double crf = 16;        // of H.264 and H.265; 0 is the best, 51 the worst
  int key_distance = 12;  // at most so many frames from one that needs no other to the next
  std::string comment;    // kept in the file
  std::string made_from;  // a hash, for a seal at the file's end (see base/seal.h); "" is none
  std::string cover;      // a JPEG that stands for the film; "" is none, and MOV has no room for it
};

// What an author's wishes come to.
MovieSettings movie_settings(const MovieSpec& spec, double fps);
// Of what makes a movie of pictures, but its comment and cover.
std::string settings_hash(const MovieSettings& settings);
// The frame (from 0) that stands for a film.
int poster_frame(const MovieSpec& spec, double fps, int frames);
// .mp4 or .mov
const char* movie_ending(MovieCodec codec);

// Stereo, left and right by turns, from -1 to 1.
struct Sound {
  static constexpr int rate = 48000;  // Hz
  std::vector<float> samples;
  std::size_t size() const { return samples.size() / 2; }  // pairs
};

// Of a file, in pairs of samples at Sound's rate.
struct SoundPart {
  std::size_t from = 0, count = 0;
  std::size_t end() const { return from + count; }
};

struct MovieSource {
  int frames = 0;
  std::function<Image8(int frame)> picture;  // from 0, in order; of three channels, sRGB
  std::optional<Sound> sound;  // AAC in MP4, 24-bit PCM in MOV; it begins with the film
};

// Encodes all frames, each for exactly 1/fps, moov first. All must have one size, even in both
// directions for 4:2:0 and across for 4:2:2, which halve it; an odd one is refused. The same
// pictures give the same bytes, whatever the processor or the number of threads. The file appears
// whole, by rename. Throws RunError (failed) that names the file, and what `picture` throws.
// `progress` is told the fraction done.
void encode_movie(const MovieSource& source, const MovieSettings& settings, const std::string& path,
                  const std::function<void(double)>& progress = {});

// An 8-bit PNG file without an alpha channel, faster than read_image. Throws RunError (failed) that
// names the file.
Image8 read_frame(const std::string& path);
// A JPEG file's bytes, the same every time.
std::string jpeg_bytes(const Image8& picture);
// That part of a sound file of whatever kind, brought to Sound's rate; what lies beyond its end is
// missing. Nothing else is kept, and what follows not read. Throws InputError if there is no sound.
Sound read_sound(const std::string& path, SoundPart part);

struct MovieInfo {
  int width = 0, height = 0;
  int frames = 0;  // counted, not what the header claims
  double fps = 0;
  std::string comment;
};

// Reads a movie through. Throws InputError if it is missing or damaged.
MovieInfo read_movie_info(const std::string& path);

}  // namespace gambol
