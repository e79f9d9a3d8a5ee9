#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "image/image.h"
#include "movie/encode.h"
#include "movie/output_of.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr SoundPart whole_sound{0, 1u << 30};

std::string complaint(const std::string& path) {
  try {
    read_sound(path, whole_sound);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// Each of them is heard by FFmpeg, left alone.
TEST(ReadSound, ReadsNoSoundThatAFileNames) {
  const std::string sound = own_file("secret.aac"), list = own_file("list.mp3");
  output_of("ffmpeg -v error -f lavfi -i sine=duration=0.5 " + sound);
  EXPECT_GT(read_sound(sound, whole_sound).size(), 20000u);
  for (const std::string& text :
       {"#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2,\nfile://" + sound + "\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile " + fs::path(sound).filename().string() + "\n"}) {
    std::ofstream(list) << text;
    const std::string said = complaint(list);
    EXPECT_THAT(said, HasSubstr("list.mp3: found another format")) << text;
    EXPECT_THAT(said, HasSubstr("WAV, AIFF, FLAC, MP3, AAC, Ogg, M4A, MP4 or MOV"));
  }
}

TEST(ReadSound, ReadsThatPartOfASound) {
  const std::string path = own_file("tone.wav");
  output_of("ffmpeg -v error -f lavfi -i sine=sample_rate=44100:duration=2 " + path);
  const Sound all = read_sound(path, whole_sound);
  ASSERT_EQ(all.size(), 96000u);
  for (const SoundPart part : {SoundPart{0, 1}, {5000, 20000}, {90000, 6000}, {95999, 8}}) {
    const Sound some = read_sound(path, part);
    ASSERT_EQ(some.size(), std::min(part.count, all.size() - part.from));
    EXPECT_TRUE(std::equal(some.samples.begin(), some.samples.end(),
                           all.samples.begin() + std::ptrdiff_t(2 * part.from)));
  }
  EXPECT_EQ(read_sound(path, {96000, 8}).size(), 0u);
  EXPECT_EQ(read_sound(path, {0, 0}).size(), 0u);
}

// Of one that stands for ten hours no more than is heard is decoded and kept.
TEST(ReadSound, ReadsNoMoreOfASoundThanIsHeard) {
  const std::string path = own_file("slow.wav");
  output_of(
      "ffmpeg -v error -f lavfi -i sine=sample_rate=8000:duration=4.5 -c:a pcm_u8 -bitexact " +
      path);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(24).write("\1\0\0\0", 4);  // one sample a second
  file.close();
  const Sound some = read_sound(path, {48000, 48000});
  EXPECT_EQ(some.size(), 48000u);
  EXPECT_LE(some.samples.capacity(), 4 * some.samples.size());
  const std::string fast = own_file("fast.wav");
  fs::copy(path, fast);
  file.open(fast, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(24).write("\xff\xff\xff\x7f", 4);
  file.close();
  EXPECT_THAT(complaint(fast), HasSubstr("2147483647 samples a second, 768000 are the most"));
}

TEST(ReadSound, RefusesSamplesThatAreNotNumbers) {
  const std::string path = own_file("nan.wav");
  output_of("ffmpeg -v error -f lavfi -i sine=duration=0.1 -c:a pcm_f32le -bitexact " + path);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(2000)
      .write("\0\0\xc0\x7f", 4);
  EXPECT_THAT(complaint(path), HasSubstr("samples that are not numbers"));
}

// A second of two channels, of one, and of two again.
TEST(ReadSound, HearsSoundsThatChangeOnTheWay) {
  const std::string sound = own_file("changes.aac");
  for (const char* part : {"-ac 2", "-ac 1 -ar 22050", "-ac 2"})
    output_of(std::string("ffmpeg -v error -f lavfi -i sine=duration=1 ") + part + " -f adts - >>" +
              sound);
  const Sound heard = read_sound(sound, whole_sound);
  // Coders begin and end with some silence.
  EXPECT_NEAR(double(heard.size()) / Sound::rate, 3, 0.2);
  for (const double t : {0.5, 1.5, 2.5}) {
    double loudest = 0;
    for (std::size_t i = 0; i < 4800; ++i)
      loudest = std::max(loudest,
                         std::abs(double(heard.samples[2 * (std::size_t(t * Sound::rate) + i)])));
    EXPECT_NEAR(loudest, 0.125, 0.04) << t;
  }
}

TEST(ReadSound, RefusesWhatIsNoSound) {
  const std::string path = own_file(".png");
  write_png({2, 2, 3, std::vector<std::uint8_t>(12, 7)}, path);
  EXPECT_THAT(complaint(path), HasSubstr("expected a sound file"));
  EXPECT_THAT(complaint(own_file(".wav")), HasSubstr("No such file"));
}

}  // namespace
}  // namespace gambol
