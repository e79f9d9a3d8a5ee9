// Sound files, which FFmpeg reads for us.

#include <cmath>
#include <fstream>

#include "fuzz/target.h"
#include "movie/encode.h"

namespace gambol::fuzz {
namespace {

Sound tone() {
  Sound sound;
  for (int i = 0; i < 4800; ++i)
    for (int channel = 0; channel < 2; ++channel)
      sound.samples.push_back(0.3f * static_cast<float>(std::sin(i * 0.05 * (1 + channel))));
  return sound;
}

std::string movie_with_sound(MovieCodec codec) {
  MovieSource source;
  source.frames = 2;
  source.picture = [](int) { return Image8{16, 16, 3, std::vector<std::uint8_t>(768, 99)}; };
  source.sound = tone();
  MovieSettings settings;
  settings.codec = codec;
  const std::string path = put(std::string("scenes/seed") + movie_ending(codec), "");
  encode_movie(source, settings, path);
  return content_of(path);
}

// WAVE of 8 bits, by hand: 300 samples.
std::string wave() {
  using namespace std::string_literals;
  return "RIFF\x50\x01\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data"s +
         "\x2c\x01\0\0"s + std::string(300, '\x90');
}

// AIFF of 16 bits and two channels: 64 pairs.
std::string aiff() {
  using namespace std::string_literals;
  return "FORM\0\0\x01\x2e"
         "AIFFCOMM\0\0\0\x12\0\x02\0\0\0\x40\0\x10\x40\x0e\xac\x44\0\0\0\0\0\0SSND\0\0\x01\x08"
         "\0\0\0\0\0\0\0\0"s +
         std::string(256, '\x21');
}

}  // namespace

const Target sound = {"sound",
                      [](const std::string& input) {
                        const std::string path = put("scenes/input.sound", input);
                        may_refuse([&] {
                          const SoundPart part{100, 30000};
                          const Sound read = read_sound(path, part);
                          if (read.size() > part.count || read.samples.size() % 2)
                            must_not_be("more sound than was asked for");
                          for (const float sample : read.samples)
                            if (!std::isfinite(sample)) must_not_be("a sample that is no number");
                        });
                      },
                      [] {
                        return std::vector<std::string>{wave(), aiff(),
                                                        movie_with_sound(MovieCodec::h264),
                                                        movie_with_sound(MovieCodec::prores)};
                      },
                      200};

}  // namespace gambol::fuzz
