#include "movie/backend.h"

#include <fmt/format.h>

#include <cmath>

#include "movie/ffmpeg/libav.h"

namespace gambol {
namespace {

using namespace libav;

// x264's output depends on the number of threads: it is fixed here, not taken from the machine.
constexpr int encoder_threads = 4;

// 23.976 and its like mean n * 1000/1001; anything else is taken as it stands.
AVRational exact_rate(double fps) {
  const double ntsc = std::round(fps * 1.001) * 1000;
  if (std::abs(fps - ntsc / 1001) < 5e-4 && std::abs(fps - std::round(fps)) > 1e-6)
    return {static_cast<int>(ntsc), 1001};
  return av_d2q(fps, 100000);
}

Frame decode_picture(const std::string& path) {
  Video video(path);
  const AVCodec* decoder =
      made(avcodec_find_decoder(video.stream->codecpar->codec_id), "a decoder");
  const Codec codec(made(avcodec_alloc_context3(decoder), "a decoder"));
  codec->thread_count = 1;
  codec->err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE;
  check(avcodec_parameters_to_context(codec.get(), video.stream->codecpar), path);
  check(avcodec_open2(codec.get(), decoder, nullptr), path);
  const Packet packet(made(av_packet_alloc(), "a packet"));
  check(av_read_frame(video.format.get(), packet.get()), path);
  check(avcodec_send_packet(codec.get(), packet.get()), path);
  check(avcodec_send_packet(codec.get(), nullptr), path);
  Frame frame(made(av_frame_alloc(), "a frame"));
  check(avcodec_receive_frame(codec.get(), frame.get()), path);
  return frame;
}

// RGB to the YUV of bt.709 in television range, with exact rounding on every processor.
Scaler make_scaler(const AVFrame& rgb) {
  const int flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INP;
  Scaler scaler(
      made(sws_getContext(rgb.width, rgb.height, AVPixelFormat(rgb.format), rgb.width, rgb.height,
                          AV_PIX_FMT_YUV420P, flags, nullptr, nullptr, nullptr),
           "a colour converter"));
  const int* bt709 = sws_getCoefficients(SWS_CS_ITU709);
  const int one = 1 << 16;
  check(sws_setColorspaceDetails(scaler.get(), bt709, 1, bt709, 0, 0, one, one), "bt.709");
  return scaler;
}

class Encoder {
 public:
  Encoder(const AVFrame& first, const MovieSettings& settings, const std::string& path)
      : rate_(exact_rate(settings.fps)), scaler_(make_scaler(first)) {
    width_ = first.width, height_ = first.height, format_ = first.format;
    AVFormatContext* made_output = nullptr;
    check(avformat_alloc_output_context2(&made_output, nullptr, "mp4", path.c_str()), "mp4");
    output_.reset(made_output);
    output_->flags |= AVFMT_FLAG_BITEXACT;
    av_dict_set(&output_->metadata, "comment", settings.comment.c_str(), 0);
    open_codec(settings.crf);
    open_file(path);
    packet_.reset(made(av_packet_alloc(), "a packet"));
    yuv_.reset(made(av_frame_alloc(), "a frame"));
    yuv_->width = width_, yuv_->height = height_, yuv_->format = AV_PIX_FMT_YUV420P;
    tag(*yuv_);
    check(av_frame_get_buffer(yuv_.get(), 0), "a frame");
  }

  void add(const AVFrame& rgb, const std::string& name) {
    if (rgb.width != width_ || rgb.height != height_ || rgb.format != format_)
      throw std::runtime_error(fmt::format("{} is {}x{}, the frames before it are {}x{}", name,
                                           rgb.width, rgb.height, width_, height_));
    check(av_frame_make_writable(yuv_.get()), "a frame");
    check(sws_scale(scaler_.get(), rgb.data, rgb.linesize, 0, height_, yuv_->data, yuv_->linesize),
          "colours");
    yuv_->pts = count_++;
    check(avcodec_send_frame(codec_.get(), yuv_.get()), "encoding");
    write_packets();
  }

  void finish() {
    check(avcodec_send_frame(codec_.get(), nullptr), "encoding");
    write_packets();
    check(av_write_trailer(output_.get()), "writing");
    check(avio_closep(&output_->pb), "writing");
    if (written_ != count_)
      throw std::runtime_error(fmt::format("{} of {} frames came out", written_, count_));
  }

 private:
  // The pixels are sRGB encoded. Movie players know bt.709 and show both alike.
  template <class Tagged>
  static void tag(Tagged& tagged) {
    tagged.color_range = AVCOL_RANGE_MPEG;
    tagged.color_primaries = AVCOL_PRI_BT709;
    tagged.color_trc = AVCOL_TRC_BT709;
    tagged.colorspace = AVCOL_SPC_BT709;
  }

  void open_codec(int crf) {
    const AVCodec* x264 = made(avcodec_find_encoder_by_name("libx264"), "an H.264 encoder");
    codec_.reset(made(avcodec_alloc_context3(x264), "an H.264 encoder"));
    codec_->width = width_, codec_->height = height_, codec_->pix_fmt = AV_PIX_FMT_YUV420P;
    codec_->time_base = av_inv_q(rate_);
    codec_->framerate = rate_;
    codec_->sample_aspect_ratio = {1, 1};
    codec_->thread_count = encoder_threads;
    codec_->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
    tag(*codec_);
    codec_->chroma_sample_location = AVCHROMA_LOC_LEFT;
    AVDictionary* options = nullptr;
    av_dict_set_int(&options, "crf", crf, 0);
    av_dict_set(&options, "preset", "medium", 0);
    av_dict_set(&options, "profile", "high", 0);
    av_dict_set(&options, "x264-params", "cpu-independent=1", 0);
    const int opened = avcodec_open2(codec_.get(), x264, &options);
    const Options unused(options);
    check(opened, "H.264");
  }

  void open_file(const std::string& path) {
    stream_ = made(avformat_new_stream(output_.get(), nullptr), "a stream");
    stream_->time_base = codec_->time_base;
    stream_->avg_frame_rate = rate_;
    check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), "H.264");
    check(avio_open(&output_->pb, path.c_str(), AVIO_FLAG_WRITE), "opening");
    AVDictionary* options = nullptr;
    av_dict_set(&options, "movflags", "+faststart", 0);
    const int written = avformat_write_header(output_.get(), &options);
    const Options unused(options);
    check(written, "writing");
  }

  void write_packets() {
    for (;;) {
      const int code = avcodec_receive_packet(codec_.get(), packet_.get());
      if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
      check(code, "encoding");
      packet_->duration = 1;
      av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
      packet_->stream_index = stream_->index;
      check(av_interleaved_write_frame(output_.get(), packet_.get()), "writing");
      ++written_;
    }
  }

  AVRational rate_;
  Scaler scaler_;
  int width_ = 0, height_ = 0, format_ = 0;
  Output output_;
  Codec codec_;
  AVStream* stream_ = nullptr;
  Packet packet_;
  Frame yuv_;
  int count_ = 0, written_ = 0;
};

std::string encode(const std::vector<std::string>& frames, const MovieSettings& settings,
                   const std::string& path, const std::function<void(double)>& progress) try {
  av_log_set_level(AV_LOG_QUIET);
  const Frame first = decode_picture(frames.front());
  if (first->width % 2 || first->height % 2)
    return fmt::format("frames are {}x{}, and 4:2:0 needs an even width and height", first->width,
                       first->height);
  Encoder encoder(*first, settings, path);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    encoder.add(i == 0 ? *first : *decode_picture(frames[i]), frames[i]);
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(frames.size()));
  }
  encoder.finish();
  return {};
} catch (const std::exception& error) {
  return error.what();
}

std::string read_info(const std::string& path, MovieInfo& info) try {
  av_log_set_level(AV_LOG_QUIET);
  const Video video(path);
  info.width = video.stream->codecpar->width;
  info.height = video.stream->codecpar->height;
  info.fps = av_q2d(video.stream->avg_frame_rate);
  const AVDictionaryEntry* comment = av_dict_get(video.format->metadata, "comment", nullptr, 0);
  if (comment) info.comment = comment->value;
  const Packet packet(made(av_packet_alloc(), "a packet"));
  int code = 0;
  while ((code = av_read_frame(video.format.get(), packet.get())) >= 0) {
    const bool cut = packet->flags & AV_PKT_FLAG_CORRUPT;
    info.frames += packet->stream_index == video.stream->index;
    av_packet_unref(packet.get());
    if (cut) return "a movie that is cut off";
  }
  if (code != AVERROR_EOF) check(code, path);
  if (info.frames != video.stream->nb_frames) return "a movie that is cut off";
  return {};
} catch (const std::exception& error) {
  return error.what();
}

constexpr MovieBackend backend{encode, read_info};

}  // namespace
}  // namespace gambol

extern "C" const gambol::MovieBackend* gambol_movie_backend() { return &gambol::backend; }
