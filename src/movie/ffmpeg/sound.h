#pragma once

// Decoding and encoding of sound. All functions throw std::runtime_error.

#include "movie/encode.h"
#include "movie/ffmpeg/libav.h"

namespace gambol {

Sound decode_sound(const std::string& path, SoundPart part);

// Encodes the sound of a movie, in step with the frames, because the file interleaves both.
class SoundEncoder {
 public:
  // Opens the encoder and adds its stream to `output`. `sound` must outlive it.
  SoundEncoder(const Sound& sound, AVCodecID codec, AVFormatContext& output);
  // Encodes the sound up to `pairs` pairs of samples from its beginning, at most to its end.
  void encode_until(std::size_t pairs, AVFormatContext& output);
  void finish(AVFormatContext& output);

 private:
  void send(std::size_t count);
  void write_packets(AVFormatContext& output);

  const Sound& sound_;
  libav::Codec codec_;
  libav::Packet packet_;
  AVStream* stream_ = nullptr;
  std::size_t sent_ = 0, at_once_ = 0;
};

}  // namespace gambol
