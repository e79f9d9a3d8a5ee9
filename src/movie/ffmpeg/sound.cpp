#include "movie/ffmpeg/sound.h"

#include <algorithm>
#include <cstring>

namespace gambol {

using namespace libav;

namespace {

constexpr AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;

class Decoder {
 public:
  explicit Decoder(const std::string& path)
      : path_(path),
        file_(path, AVMEDIA_TYPE_AUDIO, sound_formats),
        codec_(file_.decoder()),
        packet_(made(av_packet_alloc(), "a packet")),
        frame_(made(av_frame_alloc(), "a frame")) {
    codec_->flags |= AV_CODEC_FLAG_BITEXACT;
    // Files of plain samples may say how many channels they have, but not which.
    AVChannelLayout layout = codec_->ch_layout;
    if (layout.order == AV_CHANNEL_ORDER_UNSPEC)
      av_channel_layout_default(&layout, layout.nb_channels);
    AVChannelLayout wanted = stereo;
    SwrContext* allocated = nullptr;
    check(swr_alloc_set_opts2(&allocated, &wanted, AV_SAMPLE_FMT_FLT, Sound::rate, &layout,
                              codec_->sample_fmt, codec_->sample_rate, 0, nullptr),
          path);
    resampler_.reset(allocated);
    check(swr_init(allocated), path);
  }

  Sound all() {
    while (av_read_frame(file_.format.get(), packet_.get()) >= 0) {
      if (packet_->stream_index == file_.stream->index) {
        check(avcodec_send_packet(codec_.get(), packet_.get()), path_);
        take_frames();
      }
      av_packet_unref(packet_.get());
    }
    check(avcodec_send_packet(codec_.get(), nullptr), path_);
    take_frames();
    resample(nullptr, 0);
    return std::move(sound_);
  }

 private:
  void take_frames() {
    for (;;) {
      const int code = avcodec_receive_frame(codec_.get(), frame_.get());
      if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return;
      check(code, path_);
      resample(const_cast<const std::uint8_t**>(frame_->extended_data), frame_->nb_samples);
    }
  }
  void resample(const std::uint8_t** from, int count) {
    const std::size_t before = sound_.samples.size();
    const int room = check(swr_get_out_samples(resampler_.get(), count), path_);
    sound_.samples.resize(before + std::size_t(2) * room);
    auto* to = reinterpret_cast<std::uint8_t*>(sound_.samples.data() + before);
    const int got = check(swr_convert(resampler_.get(), &to, room, from, count), path_);
    sound_.samples.resize(before + std::size_t(2) * got);
  }

  std::string path_;
  Reader file_;
  Codec codec_;
  Packet packet_;
  Frame frame_;
  Resampler resampler_;
  Sound sound_;
};

// What the encoders take: AAC planes of floats, PCM whole numbers of 32 bits of which 24 count.
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

Sound decode_sound(const std::string& path) {
  Sound sound = Decoder(path).all();
  if (sound.samples.empty()) throw std::runtime_error("no sound");
  return sound;
}

SoundEncoder::SoundEncoder(const Sound& sound, AVCodecID id, AVFormatContext& output)
    : sound_(sound), packet_(made(av_packet_alloc(), "a packet")) {
  constexpr int aac_bits = 256000;  // a second: nothing is heard to be missing
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
