#pragma once

// FFmpeg's C structs with owners, and its error codes as exceptions. Only the module sees this.

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <stdexcept>
#include <string>

namespace gambol::libav {

// Every struct of libav has its own function that frees it and clears the pointer.
template <auto free_function>
struct Free {
  template <class T>
  void operator()(T* pointer) const {
    free_function(&pointer);
  }
};
struct FreeScaler {
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
struct CloseOutput {
  void operator()(AVFormatContext* format) const {
    if (format->pb) avio_closep(&format->pb);
    avformat_free_context(format);
  }
};

using Frame = std::unique_ptr<AVFrame, Free<av_frame_free>>;
using Packet = std::unique_ptr<AVPacket, Free<av_packet_free>>;
using Codec = std::unique_ptr<AVCodecContext, Free<avcodec_free_context>>;
using Input = std::unique_ptr<AVFormatContext, Free<avformat_close_input>>;
using Output = std::unique_ptr<AVFormatContext, CloseOutput>;
using Scaler = std::unique_ptr<SwsContext, FreeScaler>;
using Options = std::unique_ptr<AVDictionary, Free<av_dict_free>>;

// Throws what libav says about a negative `code`; returns it otherwise.
inline int check(int code, const std::string& what) {
  if (code >= 0) return code;
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(code, text, sizeof text);
  throw std::runtime_error(what + ": " + text);
}

template <class T>
T* made(T* pointer, const char* what) {
  if (!pointer) throw std::runtime_error(std::string("cannot make ") + what);
  return pointer;
}

// A video file opened for reading, at its first video stream.
struct Video {
  Input format;
  AVStream* stream = nullptr;

  explicit Video(const std::string& path) {
    AVFormatContext* opened = nullptr;
    check(avformat_open_input(&opened, path.c_str(), nullptr, nullptr), path);
    format.reset(opened);
    check(avformat_find_stream_info(opened, nullptr), path);
    const int index =
        check(av_find_best_stream(opened, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0), path);
    stream = opened->streams[index];
  }
};

}  // namespace gambol::libav
