#include "command_line.h"

namespace gambol {
namespace {

constexpr const char* reel = R"(sequence: reel
film: {fps: 24}
parts:
  - {title: {text: hello, duration: 4 f}}
  - {shot: drop.yaml, from: 1 f, to: 4 f, dissolve: 1 f}
  - {shot: drop.yaml, from: 3 f, to: 5 f}
)";

class MakingASequence : public CommandLine {
 protected:
  MakingASequence() { write("scenes/reel.yaml", reel); }
  Ran make(const std::string& options = "") const {
    return gambol("make scenes/reel.yaml --no-exr --preset tiny.yaml " + options);
  }
  std::string frames(const std::string& movie) const {
    const Ran probe =
        run("ffprobe -v error -count_frames -select_streams V -show_entries "
            "stream=nb_read_frames -of csv=p=0 " +
            movie);
    return probe.out;
  }
  Ran run(const std::string& command) const {
    const int status = std::system(
        ("cd '" + folder_.string() + "' && " + command + " >stdout 2>stderr </dev/null").c_str());
    return {WEXITSTATUS(status), content(folder_ / "stdout"), content(folder_ / "stderr")};
  }
};

TEST_F(MakingASequence, JoinsTheFramesThatItNeeds) {
  const Ran ran = make();
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/reel/reel.tiny.mp4\n");
  EXPECT_EQ(frames("out/reel/reel.tiny.mp4"), "8\n");
  EXPECT_TRUE(fs::exists(at("out/reel/reel.tiny.jpg")));
  for (int frame = 1; frame <= 6; ++frame)
    EXPECT_EQ(fs::exists(at("out/drop/tiny/drop.000" + std::to_string(frame) + ".png")),
              frame >= 2 && frame <= 5)
        << frame;
  const std::string movie = content(at("out/reel/reel.tiny.mp4"));
  EXPECT_EQ(make().err, "");  // nothing to do
  fs::remove(at("out/drop/tiny/drop.0003.png"));
  const Ran again = make();
  EXPECT_THAT(again.err, HasSubstr("1 of 1 frames"));
  EXPECT_THAT(again.err, Not(HasSubstr("encoding")));
  fs::remove(at("out/reel/reel.tiny.mp4"));
  EXPECT_EQ(make().code, 0);
  EXPECT_TRUE(content(at("out/reel/reel.tiny.mp4")) == movie);
  edit("scenes/reel.yaml", "hello", "goodbye");
  const Ran edited = make();
  EXPECT_THAT(edited.err, HasSubstr("encoding"));
  EXPECT_THAT(edited.err, Not(HasSubstr("rendering")));
}

TEST_F(MakingASequence, HasItsSoundForAsLongAsTheFilm) {
  ASSERT_EQ(run("ffmpeg -v error -f lavfi -i sine=frequency=440:duration=3 scenes/hum.wav").code,
            0);
  write("scenes/reel.yaml", std::string(reel) + "audio: {file: hum.wav, fade_out: 0.1 s}\n");
  EXPECT_EQ(gambol("check scenes/reel.yaml").code, 0);
  EXPECT_EQ(make().code, 0);
  EXPECT_EQ(run("ffprobe -v error -select_streams a -show_entries stream=codec_name,duration "
                "-of csv=p=0 out/reel/reel.tiny.mp4")
                .out,
            "aac,0.333333\n");
  EXPECT_EQ(make("--codec prores").out, "out/reel/reel.tiny.mov\n");
  write("scenes/hum.wav", "no sound");
  EXPECT_THAT(gambol("check scenes/reel.yaml").err, HasSubstr("audio.file"));
  EXPECT_EQ(make().code, 3);
}

TEST_F(MakingASequence, EncodeWantsItsFrames) {
  EXPECT_EQ(gambol("simulate scenes/drop.yaml").code, 0);
  const Ran ran = gambol("encode scenes/reel.yaml --preset tiny.yaml");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("4 frames of"));
}

TEST_F(MakingASequence, AMissedExpectationGivesNoFilm) {
  edit("scenes/drop.yaml", "camera:", "expect: [{measure: height, max: 1 mm}]\ncamera:");
  EXPECT_EQ(make().code, 4);
  EXPECT_FALSE(fs::exists(at("out/reel")));
}

TEST_F(MakingASequence, OtherVerbsWantAShot) {
  EXPECT_THAT(refused("simulate scenes/reel.yaml"), HasSubstr("a sequence file"));
}

TEST_F(MakingASequence, ACodecOfTheCommandLineMakesTheMovieAloneAnew) {
  ASSERT_EQ(gambol("make scenes/drop.yaml --no-exr --preset tiny.yaml").code, 0);
  const Ran ran = gambol("make scenes/drop.yaml --no-exr --preset tiny.yaml --codec h265");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("rendering")));
  EXPECT_THAT(ran.err, HasSubstr("encoding"));
  EXPECT_EQ(gambol("encode scenes/drop.yaml --preset tiny.yaml --codec prores").out,
            "out/drop/drop.tiny.mov\n");
  EXPECT_EQ(gambol("make scenes/drop.yaml --codec mpeg").code, 2);
}

}  // namespace
}  // namespace gambol
