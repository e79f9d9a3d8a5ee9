// What authors are told when views or overlays are wrong.

#include <gmock/gmock.h>

#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

constexpr const char* bug_figure = R"(figure: bug
bodies:
  - {name: trunk, shapes: [{sphere: 1 cm}]}
  - {name: left_leg, parent: trunk, shapes: [{sphere: 1 cm}]}
motor_programs: {left_go: [{joint: left_leg, to: 1}]}
legs: [{name: left, side: left, row: 0, feet: [left_leg], step: left_go, stance: left_go}]
)";

class PictureProblems : public Files {
 protected:
  PictureProblems() {
    write("ball.yaml", ball_figure);
    write("bug.yaml", bug_figure);
  }
  // A bug that walks and a ball that does not.
  std::string text(const std::string& rest) const {
    return "shot: drop\n"
           "figures:\n"
           "  - name: bug\n"
           "    file: bug.yaml\n"
           "    skills:\n"
           "      - {type: oscillators, name: gait, frequency: 2 Hz}\n"
           "      - {type: script}\n"
           "  - {name: ball, file: ball.yaml}\n" +
           rest;
  }
  std::string of(const std::string& rest) const { return problems(write("drop.yaml", text(rest))); }
  std::string of_overlay(const std::string& overlay) const {
    return of("overlays:\n  - {" + overlay + "}\n");
  }
};

TEST_F(PictureProblems, GoodOverlaysAndViewsHaveNone) {
  EXPECT_EQ(
      of("overlays:\n"
         "  - {type: stepping, figure: bug, window: 0.5 s, place: [0.1, 0.1], size: [0.5, 0.4]}\n"
         "  - {type: oscillators, figure: bug, skill: gait, flash: 4 f, to: 24 f}\n"
         "  - {type: caption, text: hello, background: \"#102030\", opacity: 0.5}\n"
         "  - {type: clock, frame: true, align: right}\n"
         "views:\n"
         "  - {camera: {position: [1, 0, 0]}, size: [0.5, 1]}\n"
         "  - {camera: {projection: orthographic, view_width: 5 cm}, place: [0.5, 0], size: [0.5, "
         "1]}\n"
         "background: [0.1, 0.1, 0.1]\n"),
      "");
}

TEST_F(PictureProblems, TheOnlyGaitIsTheDefault) {
  write("drop.yaml", text("overlays: [{type: stepping, figure: bug}]\n"));
  const ShotSpec shot = load_shot(path("drop.yaml"));
  EXPECT_EQ(std::get<SteppingSpec>(shot.overlays[0].kind).controller, "gait");
}

TEST_F(PictureProblems, AnUnknownKindOrControllerIsNamedWithTheNearest) {
  EXPECT_THAT(of_overlay("type: steping, figure: bug"), HasSubstr("did you mean stepping?"));
  EXPECT_EQ(of_overlay("type: stepping, figure: bug, skill: gate"),
            "drop.yaml:10:42: overlays[0].skill: found \"gate\", expected a skill of "
            "\"bug\" of type oscillators or kinematic (did you mean gait?)\n");
  EXPECT_THAT(of_overlay("type: stepping, figure: bug, skill: script"),
              HasSubstr("overlays[0].skill: found \"script\""));
  EXPECT_THAT(of_overlay("type: stepping, figure: bog"), HasSubstr("did you mean bug?"));
  EXPECT_EQ(of_overlay("type: stepping"), "") << "the only figure with legs and a skill";
}

TEST_F(PictureProblems, AFigureWithoutLegsHasNoSteps) {
  EXPECT_THAT(of_overlay("type: oscillators, figure: ball"),
              HasSubstr("found \"ball\", which has no legs, expected a figure with legs"));
}

TEST_F(PictureProblems, PlacesOutsideTheFrame) {
  EXPECT_EQ(
      of_overlay("type: clock, place: [0.6, 0], size: [0.5, 1]"),
      "drop.yaml:10:42: overlays[0].size: found 0.5 x 1 from [0.6, 0], expected a place inside "
      "the frame, place + size <= 1 in both directions\n");
  EXPECT_THAT(of_overlay("type: clock, place: [-0.1, 0]"), HasSubstr("overlays[0].place"));
  EXPECT_THAT(of_overlay("type: clock, size: [0, 1]"), HasSubstr("greater than 0"));
  EXPECT_THAT(of_overlay("type: clock, place: [0.1]"), HasSubstr("a list [x, y]"));
  EXPECT_THAT(of("views: [{camera: {}, place: [0, 0.5]}]\n"), HasSubstr("place + size <= 1"));
}

TEST_F(PictureProblems, OverlaysThatShowNothing) {
  EXPECT_THAT(of_overlay("type: clock, time: false, rate: false"), HasSubstr("shows nothing"));
  EXPECT_THAT(of_overlay("type: caption, text: \"\""), HasSubstr("not empty"));
  EXPECT_THAT(of_overlay("type: clock, from: 3 s, to: 2 s"), HasSubstr("from < to"));
  EXPECT_THAT(of("track_rate: 100 Hz\noverlays: [{type: oscillators, figure: bug}]\n"),
              HasSubstr("track_rate: found 100 Hz, expected at least 1000 Hz"));
}

TEST_F(PictureProblems, ACameraIsEitherOneOrTheViews) {
  EXPECT_THAT(of("camera: {}\nviews: [{camera: {}}]\n"),
              HasSubstr("views: found camera as well, expected one of the two"));
  EXPECT_THAT(of("background: [1, 1, 1]\n"), HasSubstr("background: found no views"));
}

TEST_F(PictureProblems, ParallelRaysHaveAWidthAndNoLens) {
  EXPECT_THAT(of("camera: {projection: orthographic}\n"), HasSubstr("view_width beside it"));
  EXPECT_THAT(of("camera: {view_width: 3 cm}\n"), HasSubstr("found a perspective camera"));
  EXPECT_THAT(of("camera: {projection: orthographic, view_width: 3 cm, f_number: 2}\n"),
              HasSubstr("f_number: found an orthographic camera"));
}

}  // namespace
}  // namespace gambol
