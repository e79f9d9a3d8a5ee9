#pragma once

// Single pictures and colour conversion. All functions throw std::runtime_error.

#include "image/image.h"
#include "movie/ffmpeg/libav.h"

namespace gambol {

Image8 decode_picture(const std::string& path);
bool has_alpha(AVPixelFormat format);
std::string encode_jpeg(const Image8& picture);

// Converts sRGB pixels to a Y'CbCr format, with the same exact rounding on every processor.
class ColorConverter {
 public:
  // `matrix` is one of SWS_CS_*; `full` selects full range instead of limited (TV) range. Pixels
  // have an alpha channel if `to` does.
  ColorConverter(int width, int height, AVPixelFormat to, int matrix, bool full);
  void convert(const Image8& from, AVFrame& to) const;

 private:
  libav::Scaler scaler_;
};

// A writable frame.
libav::Frame make_frame(int width, int height, AVPixelFormat format);

}  // namespace gambol
