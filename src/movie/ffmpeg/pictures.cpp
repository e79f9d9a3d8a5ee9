#include "movie/ffmpeg/pictures.h"

#include <cstring>

extern "C" {
#include <libavutil/pixdesc.h>
}

namespace gambol {

using namespace libav;

bool has_alpha(AVPixelFormat format) {
  return av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_ALPHA;
}

Image8 decode_picture(const std::string& path) {
  const Reader file(path, AVMEDIA_TYPE_VIDEO, frame_formats);
  const Codec codec = file.decoder();
  const Packet packet(made(av_packet_alloc(), "a packet"));
  check(av_read_frame(file.format.get(), packet.get()), path);
  check(avcodec_send_packet(codec.get(), packet.get()), path);
  check(avcodec_send_packet(codec.get(), nullptr), path);
  const Frame frame(made(av_frame_alloc(), "a frame"));
  check(avcodec_receive_frame(codec.get(), frame.get()), path);
  if (frame->format != AV_PIX_FMT_RGB24 && frame->format != AV_PIX_FMT_RGBA)
    throw std::runtime_error(path + " is not an 8-bit RGB picture");
  Image8 picture{frame->width, frame->height, frame->format == AV_PIX_FMT_RGBA ? 4 : 3, {}};
  const std::size_t row = std::size_t(picture.channels) * frame->width;
  picture.pixels.resize(row * frame->height);
  for (int y = 0; y < frame->height; ++y)
    std::memcpy(&picture.pixels[y * row], frame->data[0] + std::ptrdiff_t(y) * frame->linesize[0],
                row);
  return picture;
}

ColorConverter::ColorConverter(int width, int height, AVPixelFormat to, int matrix, bool full)
    : scaler_(
          made(sws_getContext(width, height, has_alpha(to) ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24,
                              width, height, to,
                              SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INP,
                              nullptr, nullptr, nullptr),
               "a colour converter")) {
  const int* coefficients = sws_getCoefficients(matrix);
  const int one = 1 << 16;
  check(sws_setColorspaceDetails(scaler_.get(), coefficients, 1, coefficients, full, 0, one, one),
        "a colour converter");
}

void ColorConverter::convert(const Image8& from, AVFrame& to) const {
  const std::uint8_t* const planes[4] = {from.pixels.data(), nullptr, nullptr, nullptr};
  const int strides[4] = {from.channels * from.width, 0, 0, 0};
  check(sws_scale(scaler_.get(), planes, strides, 0, from.height, to.data, to.linesize), "colours");
}

Frame make_frame(int width, int height, AVPixelFormat format) {
  Frame frame(made(av_frame_alloc(), "a frame"));
  frame->width = width, frame->height = height, frame->format = format;
  check(av_frame_get_buffer(frame.get(), 0), "a frame");
  return frame;
}

// JFIF: bt.601's matrix in full range. Chroma is not subsampled, for the sake of small coloured
// letters.
std::string encode_jpeg(const Image8& picture) {
  constexpr int quality = 2;  // from 2 (best) to 31: no visible blocks
  const AVCodec* found = made(avcodec_find_encoder(AV_CODEC_ID_MJPEG), "a JPEG encoder");
  const Codec codec(made(avcodec_alloc_context3(found), "a JPEG encoder"));
  codec->width = picture.width, codec->height = picture.height;
  codec->pix_fmt = AV_PIX_FMT_YUVJ444P;
  codec->time_base = {1, 1};
  codec->thread_count = 1;
  codec->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_QSCALE;
  codec->global_quality = FF_QP2LAMBDA * quality;
  check(avcodec_open2(codec.get(), found, nullptr), "JPEG");
  const Frame frame = make_frame(picture.width, picture.height, codec->pix_fmt);
  frame->quality = codec->global_quality;
  frame->pts = 0;
  ColorConverter(picture.width, picture.height, codec->pix_fmt, SWS_CS_ITU601, true)
      .convert(picture, *frame);
  check(avcodec_send_frame(codec.get(), frame.get()), "JPEG");
  check(avcodec_send_frame(codec.get(), nullptr), "JPEG");
  const Packet packet(made(av_packet_alloc(), "a packet"));
  check(avcodec_receive_packet(codec.get(), packet.get()), "JPEG");
  return {reinterpret_cast<const char*>(packet->data), std::size_t(packet->size)};
}

}  // namespace gambol
