#include "movie/ffmpeg/writer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace gambol {

using namespace libav;

namespace {

// The encoders' output depends on the number of threads, so it is fixed, not taken from the
// machine.
constexpr int encoder_threads = 4;

// 23.976 and similar NTSC rates mean n * 1000/1001; other rates are used as given.
AVRational exact_rate(double fps) {
  const double ntsc = std::round(fps * 1.001) * 1000;
  if (std::abs(fps - ntsc / 1001) < 5e-4 && std::abs(fps - std::round(fps)) > 1e-6)
    return {static_cast<int>(ntsc), 1001};
  return av_d2q(fps, 100000);
}

// GIF has a writer of its own.
AVPixelFormat format_of(MovieCodec codec) {
  switch (codec) {
    case MovieCodec::h264:
      return AV_PIX_FMT_YUV420P;
    case MovieCodec::prores:
      return AV_PIX_FMT_YUV422P10;
    case MovieCodec::prores_4444:
      return AV_PIX_FMT_YUVA444P10;
    default:
      return AV_PIX_FMT_YUV420P10;
  }
}

bool is_prores(MovieCodec codec) {
  return codec == MovieCodec::prores || codec == MovieCodec::prores_4444;
}

// The largest number of frames by which a frame is shown after it is decoded: B-frames may refer to
// other B-frames. AV1 hides frames that are shown later within those that are shown.
int reordering(MovieCodec codec) {
  return codec == MovieCodec::h264 || codec == MovieCodec::h265 ? 2 : 0;
}

// The pixels are sRGB encoded and tagged as such. Most players show sRGB and bt.709 alike; those
// with colour management (QuickTime, browsers on macOS) interpret a bt.709 tag as a camera's curve,
// a gamma of about 1.96, and would show the film paler than its frames.
template <class Tagged>
void tag(Tagged& tagged) {
  tagged.color_range = AVCOL_RANGE_MPEG;
  tagged.color_primaries = AVCOL_PRI_BT709;
  tagged.color_trc = AVCOL_TRC_IEC61966_2_1;
  tagged.colorspace = AVCOL_SPC_BT709;
}

const char* encoder_of(MovieCodec codec) {
  return codec == MovieCodec::h264   ? "libx264"
         : codec == MovieCodec::h265 ? "libx265"
         : codec == MovieCodec::av1  ? "libaom-av1"
                                     : "prores_ks";
}

void set_options(const MovieSettings& settings, AVDictionary*& options) {
  const auto set = [&](const char* name, const std::string& value) {
    av_dict_set(&options, name, value.c_str(), 0);
  };
  if (is_prores(settings.codec)) {
    set("profile", settings.codec == MovieCodec::prores ? "hq" : "4444");
    set("vendor", "apl0");  // some editors open only files of this vendor
    return;
  }
  set("crf", fmt::format("{:g}", settings.crf));
  if (settings.codec == MovieCodec::av1) {
    set("cpu-used", "6");  // of 0, the slowest, to 8
    set("row-mt", "1");
    return;
  }
  set("preset", "medium");
  // Closed groups of pictures: to seek a frame, a player has to decode at most one group.
  if (settings.codec == MovieCodec::h264) {
    set("profile", "high");
    const char* packing = settings.packing == FramePacking::side_by_side ? ":frame-packing=3"
                          : settings.packing == FramePacking::top_bottom ? ":frame-packing=4"
                                                                         : "";
    set("x264-params", fmt::format("cpu-independent=1:open-gop=0{}", packing));
  } else {
    set("profile", "main10");
    // info=0, because the info would name the processor. The number of frame-threads changes the
    // result, that of pools does not. With several frame-threads the last frame may wait for ever:
    // in rateControlEnd (x265 3.5) it checks whether more frames will come, and then sleeps, but
    // does not hold the lock that the thread which announces the end takes.
    set("x265-params",
        fmt::format("log-level=none:info=0:open-gop=0:frame-threads=1:pools={}", encoder_threads));
  }
}

}  // namespace

namespace {

// With an alpha channel, of 1 if it has none.
Image8 opaque(const Image8& picture) {
  if (picture.channels == 4) return picture;
  Image8 whole{picture.width, picture.height, 4, {}};
  whole.pixels.reserve(picture.pixels.size() / 3 * 4);
  for (std::size_t i = 0; i < picture.pixels.size(); i += 3) {
    whole.pixels.insert(whole.pixels.end(), &picture.pixels[i], &picture.pixels[i] + 3);
    whole.pixels.push_back(255);
  }
  return whole;
}

}  // namespace

MovieWriter::MovieWriter(int width, int height, const Sound* sound, const MovieSettings& settings,
                         const std::string& path)
    : settings_(settings),
      rate_(exact_rate(settings.fps)),
      width_(width),
      height_(height),
      format_(format_of(settings.codec)),
      colors_(width, height, format_, SWS_CS_ITU709, false),
      packet_(made(av_packet_alloc(), "a packet")),
      yuv_(make_frame(width, height, format_)) {
  AVFormatContext* made_output = nullptr;
  const char* container = is_prores(settings.codec) ? "mov" : "mp4";
  check(avformat_alloc_output_context2(&made_output, nullptr, container, path.c_str()), container);
  output_.reset(made_output);
  output_->flags |= AVFMT_FLAG_BITEXACT;
  av_dict_set(&output_->metadata, "comment", settings.comment.c_str(), 0);
  tag(*yuv_);
  open_codec();
  open_streams(sound);
  open_file(path);
  if (cover_) write_cover();
}

void MovieWriter::open_codec() {
  const char* name = encoder_of(settings_.codec);
  const AVCodec* encoder = made(avcodec_find_encoder_by_name(name), name);
  codec_.reset(made(avcodec_alloc_context3(encoder), name));
  codec_->width = width_, codec_->height = height_, codec_->pix_fmt = format_;
  codec_->time_base = av_inv_q(rate_);
  codec_->framerate = rate_;
  codec_->sample_aspect_ratio = av_d2q(settings_.pixel_aspect, 1000);
  codec_->thread_count = encoder_threads;
  codec_->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_CLOSED_GOP;
  if (!is_prores(settings_.codec)) codec_->gop_size = settings_.key_distance;
  // Some players, such as QuickTime, support hvc1 but not hev1.
  if (settings_.codec == MovieCodec::h265) codec_->codec_tag = MKTAG('h', 'v', 'c', '1');
  tag(*codec_);
  codec_->chroma_sample_location = AVCHROMA_LOC_LEFT;
  AVDictionary* options = nullptr;
  set_options(settings_, options);
  const int opened = avcodec_open2(codec_.get(), encoder, &options);
  const Options unused(options);
  check(opened, name);
}

void MovieWriter::open_streams(const Sound* sound) {
  stream_ = made(avformat_new_stream(output_.get(), nullptr), "a stream");
  stream_->time_base = codec_->time_base;
  stream_->avg_frame_rate = rate_;
  stream_->sample_aspect_ratio = codec_->sample_aspect_ratio;
  check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), "a stream");
  tell_players();
  const bool mov = is_prores(settings_.codec);
  if (sound)
    sound_ = std::make_unique<SoundEncoder>(*sound, mov ? AV_CODEC_ID_PCM_S24LE : AV_CODEC_ID_AAC,
                                            *output_);
  if (settings_.cover.empty() || mov) return;
  cover_ = made(avformat_new_stream(output_.get(), nullptr), "a stream");
  cover_->disposition = AV_DISPOSITION_ATTACHED_PIC;
  cover_->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
  cover_->codecpar->codec_id = AV_CODEC_ID_MJPEG;
  cover_->codecpar->width = width_, cover_->codecpar->height = height_;
  cover_->codecpar->format = AV_PIX_FMT_YUVJ444P;
  cover_->time_base = {1, 90000};
}

// The boxes st3d (of two eyes in a frame) and sv3d (of all directions), which libav writes into MP4
// files, not into MOV files, and only if it may be unofficial.
void MovieWriter::tell_players() {
  if (settings_.packing != FramePacking::none) {
    output_->strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;
    AVStereo3D* stereo = made(av_stereo3d_alloc(), "a tag");
    stereo->type = settings_.packing == FramePacking::side_by_side ? AV_STEREO3D_SIDEBYSIDE
                                                                   : AV_STEREO3D_TOPBOTTOM;
    add_side_data(AV_PKT_DATA_STEREO3D, stereo, sizeof *stereo);
  }
  if (settings_.around) {
    output_->strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;
    std::size_t size = 0;
    AVSphericalMapping* mapping = made(av_spherical_alloc(&size), "a tag");
    mapping->projection = AV_SPHERICAL_EQUIRECTANGULAR;
    add_side_data(AV_PKT_DATA_SPHERICAL, mapping, size);
  }
}

// The stream owns `data` then.
void MovieWriter::add_side_data(AVPacketSideDataType type, void* data, std::size_t size) {
  const int code = av_stream_add_side_data(stream_, type, static_cast<std::uint8_t*>(data), size);
  if (code < 0) av_free(data);
  check(code, "a tag");
}

void MovieWriter::open_file(const std::string& path) {
  check(avio_open(&output_->pb, path.c_str(), AVIO_FLAG_WRITE), "opening");
  AVDictionary* options = nullptr;
  av_dict_set(&options, "movflags", "+faststart+write_colr", 0);
  // A time scale in samples represents the ends of film and sound to the sample.
  if (sound_) av_dict_set_int(&options, "movie_timescale", Sound::rate, 0);
  const int written = avformat_write_header(output_.get(), &options);
  const Options unused(options);
  check(written, "writing");
}

void MovieWriter::write_cover() {
  check(av_new_packet(packet_.get(), static_cast<int>(settings_.cover.size())), "a cover");
  std::memcpy(packet_->data, settings_.cover.data(), settings_.cover.size());
  packet_->stream_index = cover_->index;
  packet_->flags |= AV_PKT_FLAG_KEY;
  packet_->pts = packet_->dts = 0;
  check(av_interleaved_write_frame(output_.get(), packet_.get()), "writing");
}

void MovieWriter::add(const Image8& picture) {
  check(av_frame_make_writable(yuv_.get()), "a frame");
  colors_.convert(has_alpha(format_) ? opaque(picture) : picture, *yuv_);
  yuv_->pts = count_++;
  check(avcodec_send_frame(codec_.get(), yuv_.get()), "encoding");
  write_packets();
  if (sound_)
    sound_->encode_until(static_cast<std::size_t>(
                             av_rescale(count_, std::int64_t(Sound::rate) * rate_.den, rate_.num)),
                         *output_);
}

void MovieWriter::finish() {
  check(avcodec_send_frame(codec_.get(), nullptr), "encoding");
  write_packets();
  if (sound_) sound_->finish(*output_);
  check(av_write_trailer(output_.get()), "writing");
  check(avio_closep(&output_->pb), "writing");
  if (written_ != count_)
    throw std::runtime_error(fmt::format("encoded only {} of {} frames", written_, count_));
}

void MovieWriter::write_packets() {
  for (;;) {
    const int code = avcodec_receive_packet(codec_.get(), packet_.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
    check(code, "encoding");
    // x265 leaves decoding times undefined if the film is shorter than its reordering delay.
    packet_->dts = written_ - reordering(settings_.codec);
    packet_->duration = 1;
    av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
    packet_->stream_index = stream_->index;
    check(av_interleaved_write_frame(output_.get(), packet_.get()), "writing");
    ++written_;
  }
}

}  // namespace gambol
