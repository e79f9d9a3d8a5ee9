// What authors may say of sequences and movies, and what they are told when it is wrong.

#include <gmock/gmock.h>

#include "schema/explain.h"
#include "shot/file_kinds.h"
#include "shot/sequence_spec.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class Sequences : public Files {
 protected:
  Sequences() {
    write("ball.yaml", ball_figure);
    write("drop.yaml", ball_shot + "takes: {low: {figures: [{name: ball, at: [0, 0, 1 cm]}]}}\n");
  }
  std::string of(const std::string& rest) const {
    return problems(write("reel.yaml", "sequence: reel\n" + rest));
  }
  std::string of_part(const std::string& part) const {
    return of("parts:\n  - {shot: drop.yaml}\n  - {" + part + "}\n");
  }
  SequenceSpec load(const std::string& rest) const {
    return load_sequence(write("reel.yaml", "sequence: reel\n" + rest));
  }
};

TEST_F(Sequences, GoodOnesHaveNoProblems) {
  write("hum.wav", "");
  EXPECT_EQ(of("film: {fps: 24, codec: h265, crf: 20, key_every: 6 f, poster: 3 s}\n"
               "parts:\n"
               "  - {title: hello, fade_in: 0.5 s}\n"
               "  - {shot: drop.yaml, from: 0.5 s, to: 36 f, dissolve: 6 f}\n"
               "  - {shot: drop.yaml@low, fade_in: 0.2 s, fade_out: 0.2 s, overlays: [{type: "
               "burn_in, seed: true}]}\n"
               "  - {title: {text: the end, duration: 2 s, color: \"#ffcc00\"}}\n"
               "overlays: [{type: caption, text: draft, from: 1 s, fade: 0.5 s}]\n"
               "audio: {file: hum.wav, fade_out: 1 s, gain: 0.5}\n"),
            "");
}

TEST_F(Sequences, HoldTheirShotsAndTakes) {
  const SequenceSpec s = load(
      "parts:\n  - {shot: drop.yaml, to: 12 f}\n  - {shot: drop.yaml@low}\n  - {title: end}\n");
  EXPECT_EQ(s.name, "reel");
  ASSERT_EQ(s.parts.size(), 3u);
  EXPECT_EQ(s.parts[0].loaded->name, "drop");
  EXPECT_EQ(s.parts[0].end(), 0.5);
  EXPECT_EQ(s.parts[1].loaded->name, "drop@low");
  EXPECT_EQ(s.parts[1].end(), 2);
  EXPECT_EQ(s.parts[2].end(), 3);
  EXPECT_TRUE(is_sequence(path("reel.yaml")));
  EXPECT_FALSE(is_sequence(path("drop.yaml")));
  EXPECT_FALSE(is_sequence(path("none.yaml")));
}

TEST_F(Sequences, AWrongPartIsPointedAt) {
  EXPECT_THAT(of_part("from: 1 s"),
              HasSubstr("reel.yaml:4:5: parts[1]: found neither, expected one "
                        "of shot and title"));
  EXPECT_THAT(of_part("shot: drop.yaml, title: both"), HasSubstr("found a shot too"));
  EXPECT_THAT(of_part("shot: dorp.yaml"), HasSubstr("there is none at"));
  EXPECT_THAT(of_part("shot: drop.yaml@high"), HasSubstr("a take of"));
  EXPECT_THAT(of_part("shot: ball.yaml"), HasSubstr("expected a shot file"));
  EXPECT_THAT(of_part("shot: drop.yaml, to: 3 s"), HasSubstr("found 3 s, expected at most 2 s"));
  EXPECT_THAT(of_part("shot: drop.yaml, from: 1 s, to: 1 s"), HasSubstr("at least one frame"));
  EXPECT_THAT(of_part("title: hi, from: 1 s"), HasSubstr("found a title"));
  EXPECT_THAT(of_part("title: hi, overlays: [{type: clock}]"), HasSubstr("caption or burn_in"));
  EXPECT_THAT(of_part("shot: drop.yaml, fade_inn: 1 s"), HasSubstr("did you mean fade_in?"));
}

TEST_F(Sequences, TransitionsDoNotOverlap) {
  EXPECT_THAT(of("parts: [{shot: drop.yaml, dissolve: 1 s}]\n"),
              HasSubstr("found the first part, expected a part before it"));
  EXPECT_THAT(of_part("title: hi, dissolve: 0.5 s, fade_in: 0.5 s"), HasSubstr("dissolve too"));
  EXPECT_THAT(of_part("title: {text: hi, duration: 1 s}, dissolve: 0.7 s, fade_out: 0.5 s"),
              HasSubstr("1.2 s of transitions in 1 s"));
  EXPECT_THAT(of("parts:\n  - {title: a, fade_out: 1 s}\n  - {title: b, dissolve: 1 s}\n"),
              HasSubstr("the next part's dissolve too"));
}

TEST_F(Sequences, ShotsHaveTheSequencesRateAndAnotherName) {
  EXPECT_THAT(of("film: {fps: 30}\nparts: [{shot: drop.yaml}]\n"),
              HasSubstr("found 24 frames per second, expected 30"));
  const std::string clash = write("other.yaml", "sequence: drop\nparts: [{shot: drop.yaml}]\n");
  EXPECT_THAT(problems(clash), HasSubstr("another name for the sequence"));
}

TEST_F(Sequences, OverlaysSoundAndPosterLieInTheFilm) {
  const std::string parts = "parts: [{title: hi}]\n";
  EXPECT_THAT(of(parts + "film: {poster: 3 s}\n"), HasSubstr("before the end of the film at 3 s"));
  EXPECT_THAT(of(parts + "overlays: [{type: caption, text: x, from: 4 s}]\n"),
              HasSubstr("from < to"));
  EXPECT_THAT(of(parts + "audio: none.wav\n"), HasSubstr("audio: found \"none.wav\""));
  EXPECT_THAT(of(parts + "audio: /dev/zero\n"),
              HasSubstr("a sound file (/dev/zero is a folder, pipe or device)"));
  write("hum.wav", "");
  EXPECT_THAT(of(parts + "audio: {file: hum.wav, offset: 5 s}\n"), HasSubstr("found 5 s"));
  EXPECT_THAT(of("parts: []\n"), HasSubstr("at least one"));
  EXPECT_THAT(of("about: nothing\n"), HasSubstr("parts: found nothing"));
}

TEST_F(Sequences, AProblemOfAShotIsSaidOnce) {
  write("drop.yaml", ball_shot + "sed: 3\n");
  const std::string all = of("parts: [{shot: drop.yaml}, {shot: drop.yaml}]\n");
  EXPECT_THAT(all, HasSubstr("drop.yaml:4:1: sed"));
  EXPECT_EQ(all.find("sed: found"), all.rfind("sed: found"));
}

TEST_F(Sequences, HashesKnowPartsButNotCodecs) {
  const std::string hash = sequence_hash(load("parts: [{title: hi}]\n"));
  EXPECT_EQ(
      sequence_hash(load("film: {codec: prores, poster: 1 s}\nparts: [{title: {text: hi}}]\n")),
      hash);
  EXPECT_NE(sequence_hash(load("parts: [{title: ho}]\n")), hash);
  EXPECT_NE(sequence_hash(load("parts: [{title: hi, fade_in: 1 s}]\n")), hash);
}

TEST_F(Sequences, AreExplained) {
  EXPECT_THAT(explain(file_kinds(), "sequence"), HasSubstr("parts"));
  EXPECT_THAT(explain(file_kinds(), "sequence.parts.dissolve"), HasSubstr("a time (s)"));
  EXPECT_THAT(explain(file_kinds(), "film.codec"),
              HasSubstr("h264, h265, prores, prores_4444, av1 or gif"));
  EXPECT_THAT(json_schema(file_kinds(), "sequence"), HasSubstr("fade_out"));
}

TEST_F(Sequences, AMovieEditLeavesMotionAndPictures) {
  const ShotSpec plain = load_shot(path("drop.yaml"));
  write("drop.yaml",
        "shot: drop\n"
        "film: {fps: 24, duration: 2 s, playback: 1/2, codec: h265, crf: 30, poster: 1 s, "
        "key_every: 1 f}\n"
        "figures: [{name: ball, file: ball.yaml}]\n");
  const ShotSpec edited = load_shot(path("drop.yaml"));
  EXPECT_EQ(edited.film.movie.crf, 30);
  EXPECT_EQ(motion_hash(edited), motion_hash(plain));
  EXPECT_EQ(picture_hash(edited, {}), picture_hash(plain, {}));
}

TEST_F(Sequences, AMovieWantsWhatItsCodecCan) {
  const auto film = [&](const std::string& keys) {
    return problems(write("drop.yaml", "shot: drop\nfilm: {" + keys +
                                           "}\nfigures: [{name: ball, file: ball.yaml}]\n"));
  };
  EXPECT_THAT(film("codec: prores, crf: 10"), HasSubstr("drop.yaml:2:28: film.crf"));
  EXPECT_THAT(film("codec: prores, key_every: 1 f"), HasSubstr("found a ProRes movie"));
  EXPECT_THAT(film("codec: h266"), HasSubstr("h264, h265, prores, prores_4444, av1 or gif"));
  EXPECT_THAT(film("crf: 52"), HasSubstr("crf"));
  EXPECT_THAT(film("duration: 2 s, poster: 2 s"), HasSubstr("before the end of the film at 2 s"));
}

TEST_F(Sequences, OverlaysFadeAndBurnInWithinTheirTime) {
  const auto overlay = [&](const std::string& keys) {
    return problems(write("drop.yaml", ball_shot + "overlays:\n  - {" + keys + "}\n"));
  };
  EXPECT_EQ(overlay("type: burn_in, camera: true, from: 0.5 s, to: 1.5 s, fade: 12 f"), "");
  EXPECT_THAT(overlay("type: caption, text: x, from: 1 s, fade: 0.6 s"),
              HasSubstr("1.2 s of fades in 1 s"));
  EXPECT_THAT(overlay("type: burn_in, shot: false, take: false, frame: false, timecode: false"),
              HasSubstr("a burn_in that shows nothing"));
}

}  // namespace
}  // namespace gambol
