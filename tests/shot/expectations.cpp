// Poses, expectations and beginnings as authors write them: what they come to, what is refused.

#include <gmock/gmock.h>

#include "figure/figure_skin.h"
#include "figure/figure_spec.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* two_legs = R"(figure: biped
mirror: {from: left, to: right}
bodies:
  - {name: trunk, shapes: [{sphere: 1 cm}]}
  - {name: left_hip, parent: trunk, joint: {axis: [1, 0, 0], initial: 5 deg}, shapes: [{sphere: 1 cm}]}
  - {name: left_foot, parent: left_hip, joint: {type: prismatic, axis: [0, 0, 1]}, shapes: [{sphere: 1 cm}]}
poses:
  crouch: {joints: {"*_hip": 40 deg, left_foot: 2 mm}}
  lean: {joints: {left_hip: 10 deg, right_hip: -10 deg}}
  left_up: {joints: {"left_*t": 1 mm, left_hip: 1}}
actuators: [{type: linear_spring, joints: "*_hip", stiffness: 1}]
motor_programs: {left_step: [{joint: left_hip, to: 1}]}
legs: [{name: left, side: left, row: 0, feet: [left_foot], step: left_step, stance: left_step}]
)";

class Expectations : public Files {
 protected:
  Expectations() { write("biped.yaml", two_legs); }
  std::string text(const std::string& rest, const std::string& figure = "") const {
    return "shot: walk\nfilm: {fps: 20, duration: 4 s, playback: 1/4}\n"
           "figures: [{name: b, file: biped.yaml" +
           figure + "}]\n" + rest;
  }
  ShotSpec shot(const std::string& rest, const std::string& figure = "") const {
    return load_shot(write("walk.yaml", text(rest, figure)));
  }
  std::string of(const std::string& expectation) const {
    return problems(write("walk.yaml", text("expect: [{" + expectation + "}]\n")));
  }
};

double target(const std::vector<JointTarget>& targets, const std::string& joint) {
  for (const JointTarget& t : targets)
    if (t.name == joint) return t.to;
  return std::nan("");
}

TEST_F(Expectations, PosesHoldForBothSidesUnlessTheySayOtherwise) {
  const FigureSpec f = load_figure(path("biped.yaml"));
  ASSERT_EQ(f.poses.size(), 4u);
  const double degree = 3.14159265358979 / 180;
  EXPECT_EQ(f.poses[0].joints.size(), 4u);
  EXPECT_NEAR(target(f.poses[0].joints, "right_hip"), 40 * degree, 1e-12);
  EXPECT_EQ(target(f.poses[0].joints, "right_foot"), 0.002);
  EXPECT_NEAR(target(f.poses[1].joints, "right_hip"), -10 * degree, 1e-12);
  EXPECT_EQ(f.poses[3].name, "right_up");
  EXPECT_EQ(target(f.poses[3].joints, "right_foot"), 0.001);
  EXPECT_EQ(f.poses[3].joints.size(), 2u);
}

TEST_F(Expectations, AFigureMayBeginInAPose) {
  const ShotSpec s = shot("", ", pose: left_up");
  for (const BodySpec& b : s.motion.figures[0].figure.bodies) {
    if (b.name == "left_hip") {
      EXPECT_EQ(b.joint.initial_of(0), 1);
    }
    if (b.name == "right_hip") {
      EXPECT_NEAR(b.joint.initial_of(0), 0.0873, 1e-4);
    }
  }
  EXPECT_NE(motion_hash(s), motion_hash(shot("")));
}

// The mesh of a skin fits the figure as its file has it, in whatever pose the shot begins.
TEST_F(Expectations, APoseBindsNoSkinAnew) {
  write("biped.yaml",
        std::string(two_legs) + "skins: [{name: hide, from: shapes, cell: 2 mm, blend: 5 mm}]\n");
  const auto skin = [&](const std::string& pose) {
    const FigureSpec f = shot("", pose).motion.figures[0].figure;
    return make_skin(f, f.skins[0]).mesh;
  };
  const SkinMesh sound = skin(""), posed = skin(", pose: left_up");
  ASSERT_EQ(posed.X_BR.size(), sound.X_BR.size());
  for (std::size_t b = 0; b < sound.X_BR.size(); ++b)
    EXPECT_EQ((posed.X_BR[b].p - sound.X_BR[b].p).norm(), 0) << b;
  EXPECT_EQ(posed.mesh.positions, sound.mesh.positions);
}

TEST_F(Expectations, ACueMayBringSpringsToAPose) {
  const ShotSpec s =
      shot("cues: [{name: c, at: 0 s, rest: {pose: crouch, joints: {left_hip: 0}}}]\n");
  const auto& joints = s.motion.cues[0].rest->joints;
  ASSERT_EQ(joints.size(), 5u);
  EXPECT_EQ(joints.back().name, "left_hip");
  EXPECT_EQ(joints.back().to, 0);
  EXPECT_NE(motion_hash(s), motion_hash(shot("cues: [{name: c, at: 0 s, rest: {pose: lean}}]\n")));
  const auto of_rest = [&](const std::string& rest) {
    return problems(write("walk.yaml", text("cues: [{name: c, at: 0 s, rest: " + rest + "}]\n")));
  };
  EXPECT_THAT(of_rest("{pose: crouhc}"), HasSubstr("did you mean crouch?"));
  EXPECT_THAT(of_rest("{figure: b}"), HasSubstr("a pose, or joints"));
  EXPECT_THAT(of_rest("{joints: {left_foot: 1 mm}}"),
              HasSubstr("joints.left_foot: found \"left_foot\", which has no spring"));
}

TEST_F(Expectations, RefusesPosesThatFitNoJoint) {
  const auto poses = [&](const std::string& joints) {
    return problems(write("f.yaml",
                          "figure: f\nbodies:\n  - {name: a, shapes: [{sphere: 1}]}\n"
                          "  - {name: knee, parent: a, shapes: [{sphere: 1}]}\n"
                          "poses: {p: {joints: " +
                              joints + "}}\n"));
  };
  EXPECT_EQ(poses("{knee: 10 deg}"), "");
  EXPECT_EQ(poses("[{name: knee, to: 10 deg}]"), "");
  EXPECT_THAT(poses("{kne: 10 deg}"), StartsWith("f.yaml:5:22: poses.p.joints.kne: found \"kne\""));
  EXPECT_THAT(poses("{kne: 10 deg}"), HasSubstr("did you mean knee?"));
  EXPECT_THAT(poses("{\"*_x\": 1}"), HasSubstr("a pattern that matches a joint"));
  EXPECT_THAT(poses("{knee: 1 mm}"),
              HasSubstr("found a length (m), expected an angle (rad) for knee"));
  EXPECT_THAT(poses("{knee: 1 kg}"), HasSubstr("found \"1 kg\" (mass)"));
  write("walk.yaml", text("", ", pose: crouhc"));
  EXPECT_THAT(problems(path("walk.yaml")), HasSubstr("did you mean crouch?"));
}

TEST_F(Expectations, FilmFramesGoThroughPlayback) {
  const ShotSpec s = shot(
      "start: 1 s\ncues: [{name: a, at: 20 f}, {name: b, at: 0.5 s}]\n"
      "expect: [{measure: height, from: 20 f, to: 40 f}]\n");
  EXPECT_DOUBLE_EQ(*s.motion.cues[0].at, 1.25);
  EXPECT_DOUBLE_EQ(*s.motion.cues[1].at, 0.5);
  EXPECT_DOUBLE_EQ(s.expect[0].from, 1.25);
  EXPECT_DOUBLE_EQ(*s.expect[0].to, 1.5);
  EXPECT_THAT(problems(write("walk.yaml", text("cues: [{name: a, at: -3 f}]\n"))),
              HasSubstr("cues[0].at: found \"-3 f\""));
}

TEST_F(Expectations, EveryKindHasAShortForm) {
  const ShotSpec s = shot(
      "cues: [{name: kick, at: 0}]\n"
      "expect:\n"
      "  - {slip: 1 mm}\n"
      "  - {upright: 45 deg, to: 0.5 s}\n"
      "  - {may_touch: \"*_foot\"}\n"
      "  - {event: kick}\n"
      "  - {event: {touch: trunk, never: true}}\n"
      "  - {pose: crouch}\n"
      "  - {pose: {name: crouch, joints: {left_hip: 0}, height: 1 cm, rotate: z 90 deg}}\n");
  EXPECT_EQ(s.expect[0].slip->max, 0.001);
  EXPECT_NEAR(s.expect[1].upright->tilt, 0.785398, 1e-6);
  EXPECT_EQ(s.expect[2].may_touch.at(0), "*_foot");
  EXPECT_EQ(s.expect[3].event->mark, "kick");
  EXPECT_TRUE(s.expect[4].event->never);
  EXPECT_EQ(s.expect[5].pose->joints.size(), 4u);
  EXPECT_EQ(target(s.expect[6].pose->joints, "left_hip"), 0);
  EXPECT_EQ(target(s.expect[6].pose->joints, "left_foot"), 0.002);
}

TEST_F(Expectations, RefusesWhatSaysNothingOrTooMuch) {
  EXPECT_THAT(of("from: 0"), HasSubstr("expect[0].measure: found nothing, expected one of"));
  EXPECT_THAT(of("measure: height, slip: 1 mm"),
              StartsWith("walk.yaml:4:34: expect[0].slip: found a second kind beside measure"));
  EXPECT_THAT(of("slip: 1 mm, min: 3"), HasSubstr("expect[0].min: found `min` beside `slip`"));
  EXPECT_THAT(of("slip: 1 deg"), HasSubstr("expected a length (m)"));
  EXPECT_THAT(of("slip: {max: 1 mm, legs: lfet}"), HasSubstr("did you mean left?"));
  EXPECT_THAT(of("may_touch: [left_fot]"), HasSubstr("did you mean left_foot?"));
  EXPECT_THAT(of("event: {touch: trunk, mark: a}"), HasSubstr("found both"));
  EXPECT_THAT(of("event: {never: true}"), HasSubstr("found neither"));
  EXPECT_THAT(of("event: {touch: trnk}"), HasSubstr("did you mean trunk?"));
  EXPECT_THAT(of("pose: crouhc"), HasSubstr("did you mean crouch?"));
  EXPECT_THAT(of("pose: {tolerance: 1 deg}"), HasSubstr("a pose, joints, height or rotate"));
  EXPECT_THAT(of("pose: {joints: {left_hp: 1}}"), HasSubstr("did you mean left_hip?"));
  EXPECT_THAT(of("pose: crouch, from: 1 s"), HasSubstr("found `from` beside `pose`"));
  EXPECT_THAT(of("upright: {tilt: 0}"), HasSubstr("greater than 0"));
}

TEST_F(Expectations, ABeginningIsPartOfTheMotion) {
  write("other.yaml",
        "shot: other\nfilm: {duration: 1 s}\n"
        "figures: [{name: b, file: biped.yaml}]\ntakes: {far: {seed: 2}}\n");
  const ShotSpec s = shot("start_from: other.yaml@far\n");
  EXPECT_EQ(*s.motion.start_from->time, 1);
  EXPECT_EQ(s.motion.start_from->from->name, "other@far");
  const std::string hash = motion_hash(s);
  EXPECT_NE(hash, motion_hash(shot("")));
  EXPECT_NE(hash, motion_hash(shot("start_from: other.yaml\n"))) << "another seed";
  EXPECT_NE(hash, motion_hash(shot("start_from: {shot: other.yaml@far, time: 0.5 s}\n")));
  EXPECT_NE(motion_hash(shot("prepare: [{settle: 1 s}]\n")), motion_hash(shot("")));
  EXPECT_EQ(shot("prepare: [{settle: 1 s, reach: {pose: crouch, over: 0.1 s}}]\n")
                .motion.prepare[0]
                .reach->joints.size(),
            4u);
}

TEST_F(Expectations, RefusesBeginningsThatCannotBe) {
  write("ball.yaml", ball_figure);
  write("drop.yaml", ball_shot);
  const auto begins = [&](const std::string& what) {
    return problems(write("walk.yaml", text(what + "\n")));
  };
  EXPECT_THAT(begins("start_from: none.yaml"),
              StartsWith("walk.yaml:4:13: start_from: found \"none.yaml\""));
  EXPECT_THAT(begins("start_from: drop.yaml"), HasSubstr("a figure that drop has too: ball"));
  EXPECT_THAT(begins("start_from: walk.yaml"), HasSubstr("a shot that does not start from this"));
  EXPECT_THAT(begins("start_from: drop.yaml@x"), HasSubstr("expected a take of"));
  write("b.yaml", "shot: b\nfilm: {duration: 1 s}\nfigures: [{name: b, file: ball.yaml}]\n");
  EXPECT_THAT(begins("start_from: b.yaml"), HasSubstr("bodies that differ from those in b"));
  write("c.yaml", "shot: c\nfilm: {duration: 1 s}\nfigures: [{name: b, file: biped.yaml}]\n");
  EXPECT_THAT(begins("start_from: {shot: c.yaml, time: 2 s}"),
              HasSubstr("a time of c, which runs from 0 s to 1 s"));
  EXPECT_THAT(begins("prepare: [{settle: 0 s}]"), HasSubstr("greater than 0"));
  EXPECT_THAT(begins("prepare: [{settle: 1 s, reach: {pose: crouh}}]"), HasSubstr("mean crouch?"));
  write("biped.yaml",
        "figure: biped\nextends: stiff.yaml\nposes: {long: {joints: {left_foot: 0}}}\n");
  write("stiff.yaml",
        std::string("figure: stiff") + (two_legs + std::string("figure: biped").size()));
  EXPECT_THAT(begins("prepare: [{settle: 1 s, reach: {pose: long, over: 0.1 s}}]"),
              HasSubstr("reach.pose: found \"long\", whose joints have no springs"));
  EXPECT_THAT(begins("prepare: [{still: 1 mm/s}]"), HasSubstr("prepare[0].settle: found nothing"));
}

}  // namespace
}  // namespace gambol
