#include "movie/encode.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "image/image.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Colour = std::array<std::uint8_t, 3>;

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> chunk;
  while (const std::size_t size = fread(chunk.data(), 1, chunk.size(), pipe))
    text.append(chunk.data(), size);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

std::string content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Four patches, in the corners of a 64x48 picture.
constexpr int width = 64, height = 48;
constexpr std::array<Colour, 4> patches{Colour{200, 30, 40}, Colour{20, 160, 60},
                                        Colour{40, 60, 220}, Colour{128, 128, 128}};

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
      paths.push_back((folder_ / ("f" + std::to_string(f) + ".png")).string());
      write_png(image, paths.back());
    }
    return paths;
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
  for (const char* line :
       {"codec_name=h264", "pix_fmt=yuv420p", "width=64", "height=48", "color_range=tv",
        "color_space=bt709", "color_transfer=bt709", "color_primaries=bt709", "r_frame_rate=24/1",
        "avg_frame_rate=24/1", "duration=1.291667", "nb_read_frames=31", "nb_frames=31"})
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
  EXPECT_THAT(complaint(frames), HasSubstr(frames[1] + " is 32x48"));
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

}  // namespace
}  // namespace gambol
