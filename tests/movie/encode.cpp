#include "movie/encode.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "image/image.h"
#include "movie/output_of.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Colour = std::array<std::uint8_t, 3>;

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Four patches, in the corners of a 64x48 picture.
constexpr int width = 64, height = 48;
constexpr std::array<Colour, 4> patches{Colour{200, 30, 40}, Colour{20, 160, 60},
                                        Colour{40, 60, 220}, Colour{128, 128, 128}};

// Of PNG files.
void encode_movie(const std::vector<std::string>& frames, const MovieSettings& settings,
                  const std::string& path) {
  MovieSource source;
  source.frames = static_cast<int>(frames.size());
  source.picture = [&](int frame) { return read_frame(frames[std::size_t(frame)]); };
  encode_movie(source, settings, path);
}

class EncodeMovie : public testing::Test {
 protected:
  EncodeMovie() {
    std::string name = testing::TempDir() + "movie_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "shot.mp4").string();
  }
  ~EncodeMovie() override { fs::remove_all(folder_); }

  // Frames whose patches stand still while a white bar of 4 pixels walks between them.
  std::vector<std::string> write_frames(int count, int w = width, int h = height) const {
    std::vector<std::string> paths;
    for (int f = 0; f < count; ++f) {
      Image8 image{w, h, 3, {}};
      for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
          Colour c = patches[(y >= h / 2) * 2 + (x >= w / 2)];
          if (std::abs(y - h / 2) < 4) c = Colour{};
          if (std::abs(y - h / 2) < 4 && x / 4 == f % (w / 4)) c = Colour{255, 255, 255};
          image.pixels.insert(image.pixels.end(), c.begin(), c.end());
        }
      paths.push_back((folder_ / fmt::format("f{}.png", f)).string());
      write_png(image, paths.back());
    }
    return paths;
  }
  // Every frame decoded, as bytes of RGB.
  std::string decoded(const std::string& before = "", const std::string& after = "") const {
    return output_of("ffmpeg -v error " + before + " -i " + path_ + " -map 0:V " + after +
                     " -sws_flags accurate_rnd+full_chroma_int -f rawvideo -pix_fmt rgb24 - "
                     "</dev/null");
  }
  // The movie's path ends as its codec wants.
  MovieSettings settings(MovieCodec codec) {
    path_ = (folder_ / (std::string("shot.") + movie_ending(codec))).string();
    return {.codec = codec};
  }
  std::string probe(const std::string& entries) const {
    return output_of("ffprobe -v error -count_frames -select_streams v -of default=nk=0:nw=1 " +
                     ("-show_entries stream=" + entries) + " " + path_);
  }
  std::string complaint(const std::vector<std::string>& frames) const {
    try {
      encode_movie(frames, {}, path_);
    } catch (const RunError& error) {
      EXPECT_EQ(error.code, ExitCode::failed);
      EXPECT_FALSE(fs::exists(path_));
      return error.what();
    }
    return "accepted";
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(EncodeMovie, HasExactlyTheFramesAndTags) {
  encode_movie(write_frames(31), {.fps = 24}, path_);
  const std::string stream = probe(
      "codec_name,pix_fmt,width,height,color_range,color_space,color_transfer,"
      "color_primaries,r_frame_rate,avg_frame_rate,nb_read_frames,nb_frames,duration,"
      "time_base");
  for (const char* line : {"codec_name=h264", "pix_fmt=yuv420p", "width=64", "height=48",
                           "color_range=tv", "color_space=bt709", "color_transfer=iec61966-2-1",
                           "color_primaries=bt709", "r_frame_rate=24/1", "avg_frame_rate=24/1",
                           "duration=1.291667", "nb_read_frames=31", "nb_frames=31"})
    EXPECT_THAT(stream, HasSubstr(line));
}

TEST_F(EncodeMovie, KeepsBroadcastRatesExact) {
  encode_movie(write_frames(3), {.fps = 23.976}, path_);
  EXPECT_THAT(
      probe("r_frame_rate,avg_frame_rate"),
      testing::AllOf(HasSubstr("r_frame_rate=24000/1001"), HasSubstr("avg_frame_rate=24000/1001")));
  encode_movie(write_frames(3), {.fps = 12.5}, path_);
  EXPECT_THAT(probe("r_frame_rate"), HasSubstr("=25/2"));
}

TEST_F(EncodeMovie, KeepsColours) {
  encode_movie(write_frames(5), {.crf = 8}, path_);
  const std::string rgb =
      output_of("ffmpeg -v error -i " + path_ +
                " -sws_flags accurate_rnd+full_chroma_int -f rawvideo -pix_fmt rgb24 - </dev/null");
  ASSERT_EQ(rgb.size(), 5u * 3 * width * height);
  for (int f : {0, 4})
    for (int patch = 0; patch < 4; ++patch) {
      const int x = width / 4 + (patch % 2) * width / 2,
                y = height / 6 + (patch / 2) * height * 2 / 3;
      for (int c = 0; c < 3; ++c) {
        const auto value = static_cast<std::uint8_t>(
            rgb[static_cast<std::size_t>(((f * height + y) * width + x) * 3 + c)]);
        EXPECT_NEAR(value, patches[patch][c], 2) << "frame " << f << " patch " << patch;
      }
    }
}

TEST_F(EncodeMovie, PutsTheIndexInFrontOfTheFrames) {
  encode_movie(write_frames(3), {}, path_);
  const std::string bytes = content(path_);
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
}

TEST_F(EncodeMovie, GivesTheSameBytesEveryTime) {
  const auto frames = write_frames(40);
  encode_movie(frames, {.comment = "made from 42"}, path_);
  const std::string bytes = content(path_);
  fs::remove(path_);
  encode_movie(frames, {.comment = "made from 42"}, path_);
  EXPECT_TRUE(content(path_) == bytes);
}

TEST_F(EncodeMovie, TellsWhatItHolds) {
  encode_movie(write_frames(7), {.fps = 25, .comment = "made from 42"}, path_);
  const MovieInfo info = read_movie_info(path_);
  EXPECT_EQ(info.frames, 7);
  EXPECT_EQ(info.width, width);
  EXPECT_EQ(info.height, height);
  EXPECT_EQ(info.fps, 25);
  EXPECT_EQ(info.comment, "made from 42");
}

TEST_F(EncodeMovie, NoticesAMovieThatIsCutOffOrForeign) {
  encode_movie(write_frames(30), {}, path_);
  const std::string bytes = content(path_);
  for (const double part : {0.99, 0.5, 0.01}) {
    std::ofstream(path_) << bytes.substr(0, static_cast<std::size_t>(part * std::size(bytes)));
    EXPECT_THROW(read_movie_info(path_), InputError) << part;
  }
  std::ofstream(path_) << "not a movie";
  EXPECT_THROW(read_movie_info(path_), InputError);
  fs::remove(path_);
  EXPECT_THROW(read_movie_info(path_), InputError);
}

TEST_F(EncodeMovie, RefusesOddSizes) {
  EXPECT_THAT(complaint(write_frames(2, 63, 48)), HasSubstr("63x48"));
}

TEST_F(EncodeMovie, RefusesFramesOfTwoSizes) {
  auto frames = write_frames(2);
  fs::rename(frames[0], folder_ / "first.png");
  frames = write_frames(2, 32, 48);
  frames[0] = (folder_ / "first.png").string();
  EXPECT_THAT(complaint(frames), HasSubstr("frame 2 is 32x48, the frames before it are 64x48"));
}

TEST_F(EncodeMovie, NamesAMissingOrDamagedFrame) {
  auto frames = write_frames(3);
  const std::string bytes = content(frames[2]);
  std::ofstream(frames[2]) << bytes.substr(0, bytes.size() / 2);
  EXPECT_THAT(complaint(frames), HasSubstr(frames[2]));
  fs::remove(frames[2]);
  EXPECT_THAT(complaint(frames), HasSubstr(frames[2]));
  EXPECT_THAT(complaint({}), HasSubstr("no frames"));
}

constexpr MovieCodec every_codec[] = {MovieCodec::h264, MovieCodec::h265, MovieCodec::prores,
                                      MovieCodec::prores_4444, MovieCodec::av1};

TEST_F(EncodeMovie, H265IsOfTenBitsAndTaggedForEveryPlayer) {
  encode_movie(write_frames(13), settings(MovieCodec::h265), path_);
  const std::string stream = probe(
      "codec_name,codec_tag_string,profile,pix_fmt,color_range,color_space,color_transfer,"
      "color_primaries,r_frame_rate,nb_read_frames");
  for (const char* line :
       {"codec_name=hevc", "codec_tag_string=hvc1", "profile=Main 10", "pix_fmt=yuv420p10le",
        "color_range=tv", "color_space=bt709", "color_transfer=iec61966-2-1",
        "color_primaries=bt709", "r_frame_rate=24/1", "nb_read_frames=13"})
    EXPECT_THAT(stream, HasSubstr(line));
}

TEST_F(EncodeMovie, ProResIs422HqInMov) {
  encode_movie(write_frames(13), settings(MovieCodec::prores), path_);
  const std::string stream = probe(
      "codec_name,codec_tag_string,pix_fmt,color_range,color_space,color_transfer,"
      "color_primaries,r_frame_rate,nb_read_frames");
  for (const char* line :
       {"codec_name=prores", "codec_tag_string=apch", "pix_fmt=yuv422p10le", "color_space=bt709",
        "color_primaries=bt709", "r_frame_rate=24/1", "nb_read_frames=13"})
    EXPECT_THAT(stream, HasSubstr(line));
  const std::string bytes = content(path_);
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
  // What players of MOV go by: primaries 1, transfer 13, matrix 1.
  EXPECT_NE(bytes.find(std::string("colrnclc\0\1\0\15\0\1", 14)), bytes.npos);
}

TEST_F(EncodeMovie, Av1IsOfTenBitsInMp4) {
  encode_movie(write_frames(13), settings(MovieCodec::av1), path_);
  const std::string stream = probe(
      "codec_name,codec_tag_string,profile,pix_fmt,color_range,color_space,color_transfer,"
      "color_primaries,r_frame_rate,nb_read_frames");
  for (const char* line : {"codec_name=av1", "codec_tag_string=av01", "pix_fmt=yuv420p10le",
                           "color_range=tv", "color_space=bt709", "color_transfer=iec61966-2-1",
                           "color_primaries=bt709", "r_frame_rate=24/1", "nb_read_frames=13"})
    EXPECT_THAT(stream, HasSubstr(line));
}

// The left half is transparent, the right one half so.
Image8 see_through() {
  Image8 picture{width, height, 4, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const int value : {200, 100, 50, x < width / 2 ? 0 : 128})
        picture.pixels.push_back(static_cast<std::uint8_t>(value));
  return picture;
}

TEST_F(EncodeMovie, ProRes4444IsTransparentWherePicturesAre) {
  const std::string png = (folder_ / "f.png").string();
  write_png(see_through(), png);
  EXPECT_EQ(read_frame(png).pixels, see_through().pixels);
  encode_movie({png, png}, settings(MovieCodec::prores_4444), path_);
  EXPECT_THAT(probe("codec_tag_string,pix_fmt"),
              testing::AllOf(HasSubstr("ap4h"), HasSubstr("yuva444p")));
  const std::string rgba =
      output_of("ffmpeg -v error -i " + path_ +
                " -sws_flags accurate_rnd+full_chroma_int -f rawvideo -pix_fmt rgba - </dev/null");
  ASSERT_EQ(rgba.size(), 2u * 4 * width * height);
  const auto value = [&](int x, int c) {
    return std::uint8_t(rgba[std::size_t(4 * (width * 20 + x) + c)]);
  };
  EXPECT_NEAR(value(10, 3), 0, 1);
  EXPECT_NEAR(value(50, 3), 128, 1);
  EXPECT_NEAR(value(50, 0), 200, 2);
  EXPECT_NEAR(value(50, 2), 50, 2);
}

TEST_F(EncodeMovie, OtherCodecsShowTransparentPicturesOnBlack) {
  const Image8 shown = over_black(see_through());
  ASSERT_EQ(shown.channels, 3);
  EXPECT_EQ(shown.pixels[0], 0);
  // Half the light of 200, encoded.
  EXPECT_NEAR(shown.pixels[3 * 50], 146, 1);
}

TEST_F(EncodeMovie, AGifHasAllFramesAndTheirTime) {
  const MovieSettings gif = settings(MovieCodec::gif);
  encode_movie(write_frames(13), gif, path_);
  EXPECT_THAT(probe("codec_name,width,height,nb_read_frames"),
              testing::AllOf(HasSubstr("codec_name=gif"), HasSubstr("width=64"),
                             HasSubstr("nb_read_frames=13")));
  const std::string rgb = decoded("", "-fps_mode passthrough");
  ASSERT_EQ(rgb.size(), 13u * 3 * width * height);
  for (int patch = 0; patch < 4; ++patch)
    for (int c = 0; c < 3; ++c) {
      const int x = width / 4 + (patch % 2) * width / 2,
                y = height / 6 + (patch / 2) * height * 2 / 3;
      EXPECT_NEAR(std::uint8_t(rgb[std::size_t((y * width + x) * 3 + c)]), patches[patch][c], 6);
    }
  const std::string times = output_of(
      "ffprobe -v error -show_entries packet=pts_time,duration_time -of csv=p=0 " + path_);
  EXPECT_THAT(times, HasSubstr("0.500000"));  // the last of 13 at 24 a second
  const std::string bytes = content(path_);
  fs::remove(path_);
  encode_movie(write_frames(13), gif, path_);
  EXPECT_TRUE(content(path_) == bytes);
}

TEST_F(EncodeMovie, GivesTheSameBytesWithEveryCodec) {
  const auto frames = write_frames(30);
  for (const MovieCodec codec : every_codec) {
    encode_movie(frames, settings(codec), path_);
    const std::string bytes = content(path_);
    fs::remove(path_);
    encode_movie(frames, settings(codec), path_);
    EXPECT_TRUE(content(path_) == bytes) << path_;
  }
}

TEST_F(EncodeMovie, KeepsColoursWithEveryCodec) {
  for (const MovieCodec codec : every_codec) {
    MovieSettings best = settings(codec);
    best.crf = 6;
    encode_movie(write_frames(2), best, path_);
    const std::string rgb = decoded();
    ASSERT_EQ(rgb.size(), 2u * 3 * width * height);
    for (int patch = 0; patch < 4; ++patch)
      for (int c = 0; c < 3; ++c) {
        const int x = width / 4 + (patch % 2) * width / 2,
                  y = height / 6 + (patch / 2) * height * 2 / 3;
        EXPECT_NEAR(std::uint8_t(rgb[std::size_t((y * width + x) * 3 + c)]), patches[patch][c], 2)
            << path_ << " patch " << patch;
      }
  }
}

// Shorter than an encoder's reordering.
TEST_F(EncodeMovie, HoldsEveryFrameOfTheShortestFilms) {
  for (const MovieCodec codec : every_codec)
    for (const int count : {1, 2, 3}) {
      const MovieSettings plain = settings(codec);
      encode_movie(write_frames(count), plain, path_);
      EXPECT_EQ(decoded().size(), std::size_t(count) * 3 * width * height) << path_;
    }
}

// A player that seeks a time shows the frame of that time. Asked for half a frame before a frame,
// ffmpeg gives that frame.
TEST_F(EncodeMovie, SeeksEveryFrame) {
  constexpr int count = 12;
  const auto frames = write_frames(count);
  for (const MovieCodec codec : every_codec) {
    MovieSettings short_groups = settings(codec);
    short_groups.key_distance = 6;
    encode_movie(frames, short_groups, path_);
    const std::string all = decoded();
    const std::size_t size = std::size_t(3) * width * height;
    ASSERT_EQ(all.size(), count * size);
    for (int k = 0; k < count; ++k) {
      const double t = std::max(0.0, (k - 0.5) / 24);
      const std::string one = decoded("-ss " + std::to_string(t), "-frames:v 1");
      EXPECT_TRUE(one == all.substr(std::size_t(k) * size, size)) << path_ << " frame " << k;
    }
  }
}

TEST_F(EncodeMovie, KeyFramesAreAsNearAsAskedFor) {
  const auto keys = [&] {
    const std::string flags = output_of(
        "ffprobe -v error -select_streams v:0 -show_entries packet=flags -of csv=p=0 " + path_);
    std::vector<int> at;
    int line = 0;
    for (std::size_t i = 0; i < flags.size(); i = flags.find('\n', i) + 1, ++line)
      if (flags[i] == 'K') at.push_back(line);
    return at;
  };
  for (const MovieCodec codec : {MovieCodec::h264, MovieCodec::h265})
    for (const int distance : {1, 5}) {
      MovieSettings groups = settings(codec);
      groups.key_distance = distance;
      encode_movie(write_frames(11), groups, path_);
      std::vector<int> expected;
      for (int k = 0; k < 11; k += distance) expected.push_back(k);
      EXPECT_EQ(keys(), expected) << path_;
    }
}

TEST_F(EncodeMovie, ACoverIsAttachedAndCountsAsNoFrame) {
  const auto frames = write_frames(5);
  const std::string cover = jpeg_bytes(read_frame(frames[2]));
  EXPECT_EQ(jpeg_bytes(read_frame(frames[2])), cover);
  for (const MovieCodec codec : {MovieCodec::h264, MovieCodec::h265}) {
    MovieSettings with_cover = settings(codec);
    with_cover.cover = cover;
    encode_movie(frames, with_cover, path_);
    EXPECT_EQ(read_movie_info(path_).frames, 5);
    EXPECT_EQ(decoded().size(), 5u * 3 * width * height);
    EXPECT_EQ(output_of("ffmpeg -v error -i " + path_ +
                        " -map 0:v -map -0:V -c copy -f image2pipe - </dev/null"),
              cover);
  }
  std::ofstream(folder_ / "cover.jpg") << cover;
  const Image8 original = read_frame(frames[2]);
  path_ = (folder_ / "cover.jpg").string();
  const std::string rgb = decoded();
  ASSERT_EQ(rgb.size(), original.pixels.size());
  const std::size_t middle = 3 * (std::size_t(height / 6) * width + width / 4);
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_NEAR(std::uint8_t(rgb[middle + c]), original.pixels[middle + c], 2);
}

// A tone, left only.
constexpr SoundPart whole{0, 1u << 30};

Sound tone(double seconds) {
  Sound sound;
  for (int i = 0; i < int(seconds * Sound::rate); ++i) {
    sound.samples.push_back(0.5f * float(std::sin(i * 440 * 2 * 3.14159265 / Sound::rate)));
    sound.samples.push_back(0);
  }
  return sound;
}

TEST_F(EncodeMovie, SoundIsAsLongAsTheFilmAndInItsPlace) {
  const auto frames = write_frames(31);
  for (const MovieCodec codec : every_codec) {
    const MovieSettings wanted = settings(codec);
    MovieSource source;
    source.frames = 31;
    source.picture = [&](int frame) { return read_frame(frames[std::size_t(frame)]); };
    source.sound = tone(31.0 / 24);
    encode_movie(source, wanted, path_);
    const std::string stream = output_of(
        "ffprobe -v error -select_streams a -show_entries stream=codec_name,duration -of csv=p=0 " +
        path_);
    EXPECT_THAT(stream, HasSubstr(path_.ends_with(".mov") ? "pcm_s24le" : "aac"));
    EXPECT_THAT(stream, HasSubstr("1.29166"));
    const Sound back = read_sound(path_, whole);
    // FFmpeg's decoder shows the silence that fills the last AAC frame, which the file leaves out.
    ASSERT_GE(back.size(), source.sound->size());
    ASSERT_LT(back.size(), source.sound->size() + 1024);
    double error = 0, power = 0;
    for (std::size_t i = 0; i < source.sound->samples.size(); ++i) {
      error += std::pow(back.samples[i] - source.sound->samples[i], 2);
      power += std::pow(source.sound->samples[i], 2);
    }
    // One sample too late would give 3.3e-3.
    EXPECT_LT(error / power, 2.5e-3) << path_;
    const std::string bytes = content(path_);
    encode_movie(source, wanted, path_);
    EXPECT_TRUE(content(path_) == bytes) << path_;
  }
}

TEST_F(EncodeMovie, PassesOnWhatAPictureCannotBeMadeFor) {
  MovieSource source;
  source.frames = 3;
  source.picture = [&](int frame) -> Image8 {
    if (frame == 2) throw RunError(ExitCode::failed, "frame 3 burnt");
    return {width, height, 3, std::vector<std::uint8_t>(std::size_t(3) * width * height)};
  };
  try {
    encode_movie(source, {}, path_);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "frame 3 burnt");
  }
  EXPECT_FALSE(fs::exists(path_));
}

// What begins like an address, or would count files, is a name like others.
TEST_F(EncodeMovie, TakesNamesAsTheyAre) {
  const fs::path here = fs::current_path();
  fs::current_path(folder_);
  write_png({2, 2, 3, std::vector<std::uint8_t>(12, 7)}, "shot%02d.0001.png");
  EXPECT_EQ(read_frame("shot%02d.0001.png").pixels[0], 7);
  output_of("ffmpeg -v error -f lavfi -i sine=duration=0.1 secret.wav");
  fs::create_directory("concat:.");
  std::ofstream("concat:./secret.wav") << "no sound";
  EXPECT_THROW(read_sound("concat:./secret.wav", whole), InputError);
  fs::current_path(here);
}

TEST_F(EncodeMovie, SaysHowWidePixelsAre) {
  for (const MovieCodec codec : every_codec) {
    MovieSettings wide = settings(codec);
    wide.pixel_aspect = 4.0 / 3;
    encode_movie(write_frames(2), wide, path_);
    EXPECT_THAT(probe("sample_aspect_ratio,display_aspect_ratio"),
                AllOf(HasSubstr("sample_aspect_ratio=4:3"), HasSubstr("display_aspect_ratio=16:9")))
        << path_;
    const MovieInfo info = read_movie_info(path_);
    EXPECT_NEAR(info.pixel_aspect, 4.0 / 3, 1e-9);
    EXPECT_EQ(info.width, width);
  }
}

TEST_F(EncodeMovie, SaysHowEyesShareFramesAndThatTheyShowAllDirections) {
  for (const MovieCodec codec : {MovieCodec::h264, MovieCodec::h265}) {
    MovieSettings packed = settings(codec);
    packed.packing = FramePacking::side_by_side;
    encode_movie(write_frames(2), packed, path_);
    EXPECT_THAT(probe("index:stream_side_data=type"), HasSubstr("side by side")) << path_;
    EXPECT_EQ(read_movie_info(path_).packing, FramePacking::side_by_side);
    EXPECT_FALSE(read_movie_info(path_).around);
    const std::string bytes = content(path_);
    encode_movie(write_frames(2), packed, path_);
    EXPECT_TRUE(content(path_) == bytes);
    packed.packing = FramePacking::top_bottom;
    packed.around = true;
    encode_movie(write_frames(2), packed, path_);
    EXPECT_THAT(probe("index:stream_side_data=type,projection"),
                AllOf(HasSubstr("top and bottom"), HasSubstr("projection=equirectangular")))
        << path_;
    EXPECT_EQ(read_movie_info(path_).packing, FramePacking::top_bottom);
    EXPECT_TRUE(read_movie_info(path_).around);
  }
  encode_movie(write_frames(2), {}, path_);
  EXPECT_EQ(read_movie_info(path_).packing, FramePacking::none);
  EXPECT_EQ(read_movie_info(path_).pixel_aspect, 1);
}

TEST(MovieSettings, AreWhatTheAuthorSays) {
  MovieSpec spec;
  spec.key_every = 0.25;
  EXPECT_EQ(movie_settings(spec, 24).key_distance, 6);
  EXPECT_EQ(movie_settings(spec, 24).crf, 16);
  spec.codec = MovieCodec::h265;
  EXPECT_EQ(movie_settings(spec, 24).crf, 18);
  spec.crf = 30;
  EXPECT_EQ(movie_settings(spec, 24).crf, 30);
  EXPECT_EQ(poster_frame(spec, 24, 48), 24);
  spec.poster = 0.5;
  EXPECT_EQ(poster_frame(spec, 24, 48), 12);
  EXPECT_EQ(poster_frame(spec, 24, 5), 4);
}

}  // namespace
}  // namespace gambol
