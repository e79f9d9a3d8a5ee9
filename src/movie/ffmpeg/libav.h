#pragma once

// Owners for FFmpeg's C structs, and exceptions for its error codes. Only the module includes this.

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/opt.h>
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <stdexcept>
#include <string>

namespace gambol::libav {

// For structs whose libav function frees them and clears the pointer.
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
using Resampler = std::unique_ptr<SwrContext, Free<swr_free>>;
using Options = std::unique_ptr<AVDictionary, Free<av_dict_free>>;

// Throws libav's description of a negative `code`; otherwise returns `code`.
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

// The formats that are read, by libav's names: gambol's films, gambol's frames, and authors' sound
// files. No format refers to other files, as a playlist does.
inline constexpr const char* film_formats = "mov";
inline constexpr const char* frame_formats = "png_pipe";
inline constexpr const char* sound_formats = "wav,aiff,flac,mp3,aac,ogg,mov";

// A context's io_open: libav opens files that a file names by the same function, which refuses
// them: it opens only the first file.
inline int open_once(AVFormatContext* format, AVIOContext** io, const char* url, int flags,
                     AVDictionary** options) {
  return format->pb ? AVERROR(EPERM)
                    : avio_open2(io, url, flags, &format->interrupt_callback, options);
}

// A file opened for reading, and its best stream of a kind. libav chooses an attached picture last.
// No other code lets libav open a file for reading.
struct Reader {
  Input format;
  AVStream* stream = nullptr;

  Reader(const std::string& path, AVMediaType kind, const char* formats) {
    AVFormatContext* opened = made(avformat_alloc_context(), "a reader");
    opened->io_open = open_once;
    AVDictionary* options = nullptr;
    av_dict_set(&options, "format_whitelist", formats, 0);
    // "file:" makes a name that looks like an address the name of a file. A single format is not
    // guessed, so that no name stands for a sequence of numbered pictures.
    const int code = avformat_open_input(&opened, ("file:" + path).c_str(),
                                         av_find_input_format(formats), &options);
    const Options unused(options);
    if (code == AVERROR(EINVAL)) throw std::runtime_error("another format, or a damaged file");
    check(code, path);
    format.reset(opened);
    check(avformat_find_stream_info(opened, nullptr), path);
    const int index = check(av_find_best_stream(opened, kind, -1, -1, nullptr, 0), path);
    stream = opened->streams[index];
  }

  // Opens a decoder with one thread, for which damaged data are errors.
  Codec decoder() const {
    const AVCodec* found = made(avcodec_find_decoder(stream->codecpar->codec_id), "a decoder");
    Codec codec(made(avcodec_alloc_context3(found), "a decoder"));
    codec->thread_count = 1;
    codec->err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE;
    check(avcodec_parameters_to_context(codec.get(), stream->codecpar), "a decoder");
    check(avcodec_open2(codec.get(), found, nullptr), "a decoder");
    return codec;
  }
};

}  // namespace gambol::libav
