#include "movie/ffmpeg/sound.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstring>

namespace gambol {

using namespace libav;

namespace {

constexpr AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;

// Resamples decoded frames to Sound's rate and keeps the part that is heard. It works in small
// blocks, because a few bytes may decode to hours of sound.
class Listener {
 public:
  Listener(const std::string& path, SoundPart part) : path_(path), part_(part) {}

  // The rate or the channels may change within a file.
  void hear(const AVFrame& frame) {
    if (!resampler_ || frame.sample_rate != rate_ || frame.format != format_ ||
        av_channel_layout_compare(&frame.ch_layout, &layout_) != 0) {
      finish();
      begin(frame);
    }
    take(const_cast<const std::uint8_t**>(frame.extended_data), frame.nb_samples);
  }
  void finish() {
    if (resampler_) take(nullptr, 0);
  }
  bool has_all() const { return heard_ > 0 && heard_ >= part_.end(); }
  bool nothing() const { return heard_ == 0; }
  Sound sound() { return std::move(sound_); }

 private:
  void begin(const AVFrame& frame) {
    constexpr int highest = 768000;  // Hz: no present format has more
    if (frame.sample_rate < 1 || frame.sample_rate > highest)
      throw std::runtime_error(std::to_string(frame.sample_rate) + " samples a second, " +
                               std::to_string(highest) + " are the most");
    check(av_channel_layout_copy(&layout_, &frame.ch_layout), path_);
    rate_ = frame.sample_rate;
    format_ = frame.format;
    // PCM files may give the number of channels, but not their layout.
    AVChannelLayout from = layout_, to = stereo;
    if (from.order == AV_CHANNEL_ORDER_UNSPEC) av_channel_layout_default(&from, from.nb_channels);
    SwrContext* allocated = nullptr;
    check(swr_alloc_set_opts2(&allocated, &to, AV_SAMPLE_FMT_FLT, Sound::rate, &from,
                              static_cast<AVSampleFormat>(format_), rate_, 0, nullptr),
          path_);
    resampler_.reset(allocated);
    check(swr_init(allocated), path_);
  }

  // The resampler keeps output that does not fit into the block. Without `from` it is flushed.
  void take(const std::uint8_t** from, int count) {
    int got = block;
    while (got == block && !has_all()) {
      auto* to = reinterpret_cast<std::uint8_t*>(block_.data());
      got = check(swr_convert(resampler_.get(), &to, block, from, count), path_);
      keep(static_cast<std::size_t>(got));
      count = 0;
    }
  }
  void keep(std::size_t pairs) {
    const auto in_block = [&](std::size_t at) {  // `at`: pairs from the file's beginning
      return block_.begin() +
             2 * static_cast<std::ptrdiff_t>(std::clamp(at, heard_, heard_ + pairs) - heard_);
    };
    sound_.samples.insert(sound_.samples.end(), in_block(part_.from), in_block(part_.end()));
    heard_ += pairs;
    const auto is_number = [](float sample) { return std::isfinite(sample); };
    if (!std::all_of(block_.begin(), block_.begin() + 2 * static_cast<std::ptrdiff_t>(pairs),
                     is_number))
      throw std::runtime_error("samples that are not numbers");
  }

  static constexpr int block = 4096;  // pairs
  std::string path_;
  SoundPart part_;
  Resampler resampler_;
  AVChannelLayout layout_ = {};
  int rate_ = 0, format_ = -1;
  std::array<float, 2 * block> block_;
  std::size_t heard_ = 0;  // pairs
  Sound sound_;
};

// Limits single allocations of libav during its lifetime: file headers may claim any size.
struct SmallBlocks {
  SmallBlocks() { av_max_alloc(std::size_t{1} << 28); }
  ~SmallBlocks() { av_max_alloc(INT_MAX); }
  SmallBlocks(const SmallBlocks&) = delete;
};

class Decoder {
 public:
  Decoder(const std::string& path, SoundPart part)
      : path_(path),
        file_(path, AVMEDIA_TYPE_AUDIO, sound_formats),
        codec_(file_.decoder()),
        packet_(made(av_packet_alloc(), "a packet")),
        frame_(made(av_frame_alloc(), "a frame")),
        listener_(path, part) {
    codec_->flags |= AV_CODEC_FLAG_BITEXACT;
  }

  Sound sound() {
    while (!listener_.has_all() && av_read_frame(file_.format.get(), packet_.get()) >= 0) {
      if (packet_->stream_index == file_.stream->index) decode(packet_.get());
      av_packet_unref(packet_.get());
    }
    if (!listener_.has_all()) decode(nullptr);
    listener_.finish();
    if (listener_.nothing()) throw std::runtime_error("no sound");
    return listener_.sound();
  }

 private:
  void decode(const AVPacket* packet) {
    check(avcodec_send_packet(codec_.get(), packet), path_);
    for (;;) {
      const int code = avcodec_receive_frame(codec_.get(), frame_.get());
      if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
      check(code, path_);
      listener_.hear(*frame_);
    }
  }

  SmallBlocks small_;
  std::string path_;
  Reader file_;
  Codec codec_;
  Packet packet_;
  Frame frame_;
  Listener listener_;
};

// Fills a frame in the encoder's format: planes of floats for AAC; for PCM 32-bit integers, of
// which the upper 24 bits are used.
void fill(AVFrame& frame, const float* pairs, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < 2; ++c) {
      const float v = std::clamp(pairs[2 * i + c], -1.0f, 1.0f);
      if (frame.format == AV_SAMPLE_FMT_FLTP)
        reinterpret_cast<float*>(frame.data[c])[i] = v;
      else
        reinterpret_cast<std::int32_t*>(frame.data[0])[2 * i + c] =
            static_cast<std::int32_t>(double(v) * 8388607) * 256;
    }
}

}  // namespace

Sound decode_sound(const std::string& path, SoundPart part) { return Decoder(path, part).sound(); }

SoundEncoder::SoundEncoder(const Sound& sound, AVCodecID id, AVFormatContext& output)
    : sound_(sound), packet_(made(av_packet_alloc(), "a packet")) {
  constexpr int aac_bits = 256000;  // bits/s: no audible loss
  const AVCodec* found = made(avcodec_find_encoder(id), "a sound encoder");
  codec_.reset(made(avcodec_alloc_context3(found), "a sound encoder"));
  codec_->sample_rate = Sound::rate;
  codec_->sample_fmt = id == AV_CODEC_ID_AAC ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S32;
  check(av_channel_layout_copy(&codec_->ch_layout, &stereo), "a sound encoder");
  codec_->time_base = {1, Sound::rate};
  codec_->thread_count = 1;
  codec_->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
  if (id == AV_CODEC_ID_AAC) codec_->bit_rate = aac_bits;
  check(avcodec_open2(codec_.get(), found, nullptr), "sound");
  at_once_ = codec_->frame_size > 0 ? codec_->frame_size : 1024;
  stream_ = made(avformat_new_stream(&output, nullptr), "a stream");
  stream_->time_base = codec_->time_base;
  check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), "sound");
}

void SoundEncoder::send(std::size_t count) {
  const Frame frame(made(av_frame_alloc(), "a frame"));
  frame->nb_samples = static_cast<int>(count);
  frame->format = codec_->sample_fmt;
  frame->sample_rate = Sound::rate;
  frame->pts = static_cast<std::int64_t>(sent_);
  check(av_channel_layout_copy(&frame->ch_layout, &stereo), "sound");
  check(av_frame_get_buffer(frame.get(), 0), "sound");
  fill(*frame, &sound_.samples[2 * sent_], count);
  check(avcodec_send_frame(codec_.get(), frame.get()), "sound");
  sent_ += count;
}

void SoundEncoder::encode_until(std::size_t pairs, AVFormatContext& output) {
  while (sent_ < std::min(pairs, sound_.size())) {
    const std::size_t left = sound_.size() - sent_;
    send(std::min(at_once_, left));
    write_packets(output);
  }
}

void SoundEncoder::finish(AVFormatContext& output) {
  encode_until(sound_.size(), output);
  check(avcodec_send_frame(codec_.get(), nullptr), "sound");
  write_packets(output);
}

void SoundEncoder::write_packets(AVFormatContext& output) {
  for (;;) {
    const int code = avcodec_receive_packet(codec_.get(), packet_.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
    check(code, "sound");
    av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
    packet_->stream_index = stream_->index;
    check(av_interleaved_write_frame(&output, packet_.get()), "writing");
  }
}

}  // namespace gambol
