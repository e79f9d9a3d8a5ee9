#include "movie/ffmpeg/gif.h"

#include <fmt/format.h>

#include <cstring>

#include "movie/ffmpeg/libav.h"
#include "movie/ffmpeg/pictures.h"

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
}

namespace gambol {

using namespace libav;

namespace {

using Graph = std::unique_ptr<AVFilterGraph, Free<avfilter_graph_free>>;

constexpr AVRational ticks{1, 100};  // of GIF's clock

// A chain of filters from pictures to what becomes of them.
class Filters {
 public:
  // `description` reads [in], and [palette] if `palette` is given, and writes [out].
  Filters(int width, int height, AVRational rate, const char* description,
          const AVFrame* palette = nullptr)
      : graph_(made(avfilter_graph_alloc(), "filters")) {
    graph_->nb_threads = 1;
    AVFilterInOut *inputs = nullptr, *outputs = nullptr;
    in_ = source("in", AV_PIX_FMT_RGB24, width, height, rate);
    add_end(outputs, "in", in_);
    if (palette) {
      palette_ = source("palette", static_cast<AVPixelFormat>(palette->format), palette->width,
                        palette->height, rate);
      add_end(outputs, "palette", palette_);
    }
    check(avfilter_graph_create_filter(&out_, avfilter_get_by_name("buffersink"), "out", nullptr,
                                       nullptr, graph_.get()),
          "filters");
    add_end(inputs, "out", out_);
    const int parsed =
        avfilter_graph_parse_ptr(graph_.get(), description, &inputs, &outputs, nullptr);
    avfilter_inout_free(&inputs);
    avfilter_inout_free(&outputs);
    check(parsed, "filters");
    check(avfilter_graph_config(graph_.get(), nullptr), "filters");
    if (palette) {
      const Frame copy(made(av_frame_clone(palette), "a palette"));
      check(av_buffersrc_add_frame(palette_, copy.get()), "a palette");
      check(av_buffersrc_add_frame(palette_, nullptr), "a palette");
    }
  }

  void add(const Image8& picture, int number) {
    const Frame frame = make_frame(picture.width, picture.height, AV_PIX_FMT_RGB24);
    const std::size_t row = std::size_t(3) * picture.width;
    for (int y = 0; y < picture.height; ++y)
      std::memcpy(frame->data[0] + std::ptrdiff_t(y) * frame->linesize[0], &picture.pixels[y * row],
                  row);
    frame->pts = number;
    check(av_buffersrc_add_frame(in_, frame.get()), "colours");
  }
  void end() { check(av_buffersrc_add_frame(in_, nullptr), "colours"); }

  // The next result; null if another picture is needed first, or at the end.
  Frame next() {
    Frame frame(made(av_frame_alloc(), "a frame"));
    const int code = av_buffersink_get_frame(out_, frame.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return nullptr;
    check(code, "colours");
    return frame;
  }

 private:
  AVFilterContext* source(const char* name, AVPixelFormat format, int width, int height,
                          AVRational rate) {
    const std::string arguments =
        fmt::format("video_size={}x{}:pix_fmt={}:time_base={}/{}:pixel_aspect=1/1", width, height,
                    static_cast<int>(format), rate.den, rate.num);
    AVFilterContext* made_source = nullptr;
    check(avfilter_graph_create_filter(&made_source, avfilter_get_by_name("buffer"), name,
                                       arguments.c_str(), nullptr, graph_.get()),
          "filters");
    return made_source;
  }

  static void add_end(AVFilterInOut*& list, const char* name, AVFilterContext* filter) {
    AVFilterInOut* end = made(avfilter_inout_alloc(), "filters");
    end->name = av_strdup(name);
    end->filter_ctx = filter;
    end->next = list;
    list = end;
  }

  Graph graph_;
  AVFilterContext *in_ = nullptr, *palette_ = nullptr, *out_ = nullptr;
};

class GifFile {
 public:
  GifFile(int width, int height, AVRational rate, const std::string& path)
      : rate_(rate), packet_(made(av_packet_alloc(), "a packet")) {
    AVFormatContext* made_output = nullptr;
    check(avformat_alloc_output_context2(&made_output, nullptr, "gif", path.c_str()), "gif");
    output_.reset(made_output);
    output_->flags |= AVFMT_FLAG_BITEXACT;
    const AVCodec* encoder = made(avcodec_find_encoder(AV_CODEC_ID_GIF), "gif");
    codec_.reset(made(avcodec_alloc_context3(encoder), "gif"));
    codec_->width = width, codec_->height = height;
    codec_->pix_fmt = AV_PIX_FMT_PAL8;
    codec_->time_base = ticks;
    codec_->thread_count = 1;
    codec_->flags |= AV_CODEC_FLAG_BITEXACT;
    check(avcodec_open2(codec_.get(), encoder, nullptr), "gif");
    stream_ = made(avformat_new_stream(output_.get(), nullptr), "a stream");
    stream_->time_base = ticks;
    check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), "a stream");
    check(avio_open(&output_->pb, path.c_str(), AVIO_FLAG_WRITE), "opening");
    check(avformat_write_header(output_.get(), nullptr), "writing");
  }

  void add(AVFrame& frame, int number) {
    frame.pts = time_of(number);
    check(avcodec_send_frame(codec_.get(), &frame), "encoding");
    write_packets();
  }

  void finish() {
    check(avcodec_send_frame(codec_.get(), nullptr), "encoding");
    write_packets();
    check(av_write_trailer(output_.get()), "writing");
    check(avio_closep(&output_->pb), "writing");
  }

 private:
  std::int64_t time_of(int number) const { return av_rescale_q(number, av_inv_q(rate_), ticks); }

  void write_packets() {
    for (;;) {
      const int code = avcodec_receive_packet(codec_.get(), packet_.get());
      if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
      check(code, "encoding");
      packet_->pts = packet_->dts = time_of(written_);
      packet_->duration = time_of(written_ + 1) - time_of(written_);
      ++written_;
      av_packet_rescale_ts(packet_.get(), ticks, stream_->time_base);
      packet_->stream_index = stream_->index;
      check(av_interleaved_write_frame(output_.get(), packet_.get()), "writing");
    }
  }

  AVRational rate_;
  Output output_;
  Codec codec_;
  AVStream* stream_ = nullptr;
  Packet packet_;
  int written_ = 0;
};

}  // namespace

std::string encode_gif(int frames, const MovieBackend::Picture& picture,
                       const MovieSettings& settings, const std::string& path,
                       const std::function<void(double)>& progress) {
  Image8 image;
  if (std::string why = picture(0, image); !why.empty()) return why;
  const AVRational rate = av_d2q(settings.fps, 100000);
  const int width = image.width, height = image.height;
  const auto told = [&](int frame) {
    if (progress) progress((frame + 1.0) / (2.0 * frames));
  };
  Filters choice(width, height, rate, "[in] palettegen=reserve_transparent=0 [out]");
  for (int frame = 0; frame < frames; ++frame) {
    if (std::string why = picture(frame, image); !why.empty()) return why;
    choice.add(image, frame);
    told(frame);
  }
  choice.end();
  const Frame palette = choice.next();
  made(palette.get(), "a palette");
  Filters drawing(width, height, rate,
                  "[in][palette] paletteuse=dither=sierra2_4a:diff_mode=rectangle [out]",
                  palette.get());
  GifFile file(width, height, rate, path);
  int drawn = 0;
  const auto write = [&] {
    while (const Frame frame = drawing.next()) file.add(*frame, drawn++);
  };
  for (int frame = 0; frame < frames; ++frame) {
    if (std::string why = picture(frame, image); !why.empty()) return why;
    drawing.add(image, frame);
    write();
    told(frames + frame);
  }
  drawing.end();
  write();
  file.finish();
  if (drawn != frames)
    throw std::runtime_error(fmt::format("encoded only {} of {} frames", drawn, frames));
  return {};
}

}  // namespace gambol
