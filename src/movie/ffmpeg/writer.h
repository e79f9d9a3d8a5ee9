#pragma once

// Writes a movie file frame by frame. All functions throw std::runtime_error.

#include <memory>

#include "movie/encode.h"
#include "movie/ffmpeg/pictures.h"
#include "movie/ffmpeg/sound.h"

namespace gambol {

class MovieWriter {
 public:
  // `sound` may be nullptr; otherwise it must outlive the writer.
  MovieWriter(int width, int height, const Sound* sound, const MovieSettings& settings,
              const std::string& path);
  void add(const Image8& picture);
  void finish();

 private:
  void open_codec();
  void open_streams(const Sound* sound);
  void open_file(const std::string& path);
  void tell_players();
  void add_side_data(AVPacketSideDataType type, void* data, std::size_t size);
  void write_cover();
  void write_packets();

  MovieSettings settings_;
  AVRational rate_;
  int width_, height_;
  AVPixelFormat format_;
  ColorConverter colors_;
  libav::Output output_;
  libav::Codec codec_;
  AVStream* stream_ = nullptr;
  AVStream* cover_ = nullptr;
  std::unique_ptr<SoundEncoder> sound_;
  libav::Packet packet_;
  libav::Frame yuv_;
  int count_ = 0, written_ = 0;
};

}  // namespace gambol
