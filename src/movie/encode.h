#pragma once

// Encodes frames to a movie, by FFmpeg's libraries. Only a module links them, which the first call
// loads (30 ms).

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "image/image.h"
#include "shot/movie_spec.h"

namespace gambol {

struct FrameSpec;
struct ShotSpec;

enum class FramePacking { none, side_by_side, top_bottom };  // of two eyes; the left one is first

struct MovieSettings {
  double fps = 24;
  MovieCodec codec = MovieCodec::h264;
  double crf = 16;          // quality of H.264, H.265 and AV1; 0 is the best, 51 the worst
  double pixel_aspect = 1;  // width over height of a pixel as seen
  FramePacking packing = FramePacking::none;
  bool around = false;    // the picture is equirectangular
  int key_distance = 12;  // largest distance between key frames, in frames
  std::string comment;    // stored in the file
  std::string made_from;  // a hash, for a seal at the file's end (see base/seal.h); "": no seal
  std::string cover;      // a JPEG file as cover picture; "": no cover. MOV files get none
};

// The settings for a MovieSpec, with defaults filled in.
MovieSettings movie_settings(const MovieSpec& spec, double fps);
MovieSettings movie_settings(const MovieSpec& spec, double fps, const FrameSpec& frame);
MovieSettings movie_settings(const ShotSpec& shot);
// Hash of the settings that affect how pictures are encoded (not of comment, made_from and cover).
std::string settings_hash(const MovieSettings& settings);
// The frame (from 0) that is used as the film's poster.
int poster_frame(const MovieSpec& spec, double fps, int frames);
// The file name ending without its dot: "mp4", "mov" or "gif".
const char* movie_ending(MovieCodec codec);
// Whether the movie shows where pictures are transparent.
inline bool carries_alpha(MovieCodec codec) { return codec == MovieCodec::prores_4444; }
// A picture of three channels: one with alpha in front of black, mixed as light.
Image8 over_black(Image8 picture);

// Stereo, left and right interleaved, from -1 to 1.
struct Sound {
  static constexpr int rate = 48000;  // Hz
  std::vector<float> samples;
  std::size_t size() const { return samples.size() / 2; }  // pairs
};

// A part of a sound file, in pairs of samples at Sound's rate.
struct SoundPart {
  std::size_t from = 0, count = 0;
  std::size_t end() const { return from + count; }
};

struct MovieSource {
  int frames = 0;
  // Called from 0, in order, for GIF twice; sRGB, three channels, or four where the codec carries
  // alpha.
  std::function<Image8(int frame)> picture;
  std::optional<Sound> sound;  // begins with the film; AAC in MP4, 24-bit PCM in MOV, none in GIF
};

// Encodes all frames, each for exactly 1/fps s, with the moov box first. All frames have one size.
// H.264, H.265 and AV1 (4:2:0) need an even width and height, ProRes 422 an even width; odd sizes
// are refused. The same pictures give the same bytes on any processor with any number of threads.
// The file appears whole, by rename. Throws RunError (failed), which names the file, and what
// `picture` throws. Calls `progress` with the fraction done.
void encode_movie(const MovieSource& source, const MovieSettings& settings, const std::string& path,
                  const std::function<void(double)>& progress = {});

// Reads an 8-bit PNG file of colours, with or without an alpha channel, faster than read_image.
// Throws RunError (failed), which names the file.
Image8 read_frame(const std::string& path);
// Encodes a JPEG file; the same picture gives the same bytes.
std::string jpeg_bytes(const Image8& picture);
// Reads a part of a sound file of any supported format, resampled to Sound's rate; the result is
// shorter if the part extends beyond the file's end. Keeps nothing else, and stops reading at the
// part's end. Throws InputError if the file has no sound.
Sound read_sound(const std::string& path, SoundPart part);

struct MovieInfo {
  int width = 0, height = 0;
  int frames = 0;  // counted, not taken from the header
  double fps = 0;
  double pixel_aspect = 1;
  FramePacking packing = FramePacking::none;
  bool around = false;
  std::string comment;
};

// Reads the whole movie. Throws InputError if it is missing or damaged.
MovieInfo read_movie_info(const std::string& path);

}  // namespace gambol
