#include "movie/backend.h"

#include <fmt/format.h>

#include "movie/ffmpeg/gif.h"
#include "movie/ffmpeg/pictures.h"
#include "movie/ffmpeg/sound.h"
#include "movie/ffmpeg/writer.h"

namespace gambol {
namespace {

using namespace libav;

// FFmpeg chooses its code by the processor's features, and some of the alternatives round floats
// differently. So every machine uses the features that all machines of this program have
// (x86-64-v3).
void prepare() {
  av_log_set_level(AV_LOG_QUIET);
  av_force_cpu_flags(AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | AV_CPU_FLAG_SSE2 |
                     AV_CPU_FLAG_SSE3 | AV_CPU_FLAG_SSSE3 | AV_CPU_FLAG_SSE4 | AV_CPU_FLAG_SSE42 |
                     AV_CPU_FLAG_AVX | AV_CPU_FLAG_AVX2 | AV_CPU_FLAG_FMA3 | AV_CPU_FLAG_BMI1 |
                     AV_CPU_FLAG_BMI2 | AV_CPU_FLAG_CMOV);
}

template <class Work>
std::string said(const Work& work) try {
  prepare();
  return work();
} catch (const std::exception& error) {
  return error.what();
}

std::string odd_size(const Image8& picture, MovieCodec codec) {
  if (codec == MovieCodec::prores_4444 || codec == MovieCodec::gif) return {};
  const bool halves_height = codec != MovieCodec::prores;
  if (picture.width % 2 == 0 && (picture.height % 2 == 0 || !halves_height)) return {};
  return fmt::format("frames are {}x{}, and {} needs an even width{}", picture.width,
                     picture.height, halves_height ? "4:2:0" : "4:2:2",
                     halves_height ? " and height" : "");
}

std::string encode(int frames, const MovieBackend::Picture& picture, const Sound* sound,
                   const MovieSettings& settings, const std::string& path,
                   const std::function<void(double)>& progress) {
  return said([&]() -> std::string {
    if (settings.codec == MovieCodec::gif)
      return encode_gif(frames, picture, settings, path, progress);
    Image8 image;
    if (const std::string why = picture(0, image); !why.empty()) return why;
    if (const std::string why = odd_size(image, settings.codec); !why.empty()) return why;
    const int width = image.width, height = image.height;
    MovieWriter writer(width, height, sound, settings, path);
    for (int frame = 0; frame < frames; ++frame) {
      if (frame > 0)
        if (const std::string why = picture(frame, image); !why.empty()) return why;
      if (image.width != width || image.height != height ||
          (image.channels != 3 && !carries_alpha(settings.codec)))
        return fmt::format("frame {} is {}x{}, the frames before it are {}x{}", frame + 1,
                           image.width, image.height, width, height);
      writer.add(image);
      if (progress) progress((frame + 1.0) / frames);
    }
    writer.finish();
    return {};
  });
}

std::string read_info(const std::string& path, MovieInfo& info) {
  return said([&]() -> std::string {
    const Reader video(path, AVMEDIA_TYPE_VIDEO, film_formats);
    info.width = video.stream->codecpar->width;
    info.height = video.stream->codecpar->height;
    info.fps = av_q2d(video.stream->avg_frame_rate);
    const AVRational shape = video.stream->sample_aspect_ratio;
    if (shape.num > 0 && shape.den > 0) info.pixel_aspect = av_q2d(shape);
    const auto tag = [&](AVPacketSideDataType type) {
      return av_stream_get_side_data(video.stream, type, nullptr);
    };
    if (const auto* data = tag(AV_PKT_DATA_STEREO3D)) {
      const AVStereo3DType type = reinterpret_cast<const AVStereo3D*>(data)->type;
      if (type == AV_STEREO3D_SIDEBYSIDE) info.packing = FramePacking::side_by_side;
      if (type == AV_STEREO3D_TOPBOTTOM) info.packing = FramePacking::top_bottom;
    }
    info.around = tag(AV_PKT_DATA_SPHERICAL) != nullptr;
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
  });
}

template <class T, class Make>
std::string made_by(T& result, const Make& make) {
  return said([&]() -> std::string {
    result = make();
    return {};
  });
}

std::string read_frame(const std::string& path, Image8& picture) {
  return made_by(picture, [&] { return decode_picture(path); });
}

std::string jpeg(const Image8& picture, std::string& bytes) {
  return made_by(bytes, [&] { return encode_jpeg(picture); });
}

std::string read_sound(const std::string& path, SoundPart part, Sound& sound) {
  return made_by(sound, [&] { return decode_sound(path, part); });
}

constexpr MovieBackend backend{encode, read_info, read_frame, jpeg, read_sound};

}  // namespace
}  // namespace gambol

extern "C" const gambol::MovieBackend* gambol_movie_backend() { return &gambol::backend; }
