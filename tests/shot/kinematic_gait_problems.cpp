// What authors are told when a kinematic gait is wrong.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class KinematicGaitProblems : public Files {
 protected:
  // Of the shipped trot with other keys of its gait.
  std::string of(const std::string& keys, const std::string& rest = "") const {
    return problems(write("bad.yaml", "shot: bad\nextends: " GAMBOL_SOURCE_DIR
                                      "/scenes/poda/poda_quadruped.yaml\n" +
                                          rest + "figures: [{name: animal, skills: [{name: gait, " +
                                          keys + "}]}]\n"));
  }
};

TEST_F(KinematicGaitProblems, AreNoneInTheShippedShot) { EXPECT_EQ(of("tick: 4 ms"), ""); }

TEST_F(KinematicGaitProblems, NameWhatIsWrong) {
  EXPECT_THAT(of("gait: gallopp"), HasSubstr("skills[0].gait: found \"gallopp\""));
  EXPECT_THAT(of("gait: {name: odd, phases: {left: [0], right: [0.5]}}"),
              HasSubstr("skills[0].gait: found \"odd\": "));
  EXPECT_THAT(of("step: {height: 0}"), HasSubstr("step.height: found no height, and no keys"));
  EXPECT_THAT(of("posture: kneeling"), HasSubstr("posture: found \"kneeling\""));
  EXPECT_THAT(of("gains: [{joints: [\"nose*\"], gain: 2}]"), HasSubstr("gains[0].joints"));
  EXPECT_THAT(of("shifts: [{at: 2 s, gait: walk}, {at: 1 s, gait: pace}]"),
              HasSubstr("shifts[1].at: found 1 s"));
  EXPECT_THAT(of("swings: [{joints: [neck_1], leg: third}]"), HasSubstr("swings[0].leg: found"));
  EXPECT_THAT(of("step: {keys: [{progress: 0.5, height: 5 cm, posture: kneeling}]}"),
              HasSubstr("step.keys[0].posture: found \"kneeling\""));
  EXPECT_THAT(
      of("step: {keys: [{progress: 0.5, height: 5 cm, gains: [{joints: [nose], gain: 1}]}]}"),
      HasSubstr("step.keys[0].gains[0].joints"));
  EXPECT_THAT(of("step: {keys: [{progress: 0.5, height: 5 cm, pitch: 20 deg}]}"),
              HasSubstr("pitch: found a gait without level_feet"));
  EXPECT_THAT(of("path: {points: [[0, 0, 0]]}"), HasSubstr("path.points: found 1 of them"));
  EXPECT_THAT(of("path: {points: [[0, 0, 0], [1, 0, 0], [1, 0, 1]]}"),
              HasSubstr("path.points: found point 1 twice in a row"));
  EXPECT_THAT(of("gait: {name: odd, duty_factor: 1.2, phases: {left: [0, 0.5], right: [0, 0.5]}}"),
              HasSubstr("gait.duty_factor: found 1.2"));
  EXPECT_THAT(of("shifts: [{at: 1 s, gait: {name: odd, duty_factor: 1, phases: {left: [0, 0.5], "
                 "right: [0, 0.5]}}}]"),
              HasSubstr("shifts[0].gait.duty_factor: found 1"));
  EXPECT_THAT(of("step: {keys: [{at: 0.6, progress: 0.3, height: 5 cm}, {at: 0.5, progress: 0.6, "
                 "height: 5 cm}]}"),
              HasSubstr("step.keys[1].at: found 0.5"));
  EXPECT_THAT(of("legs: [{legs: [tail], push: 2}]"), HasSubstr("legs[0].legs: found \"tail\""));
  EXPECT_THAT(of("legs: [{legs: [front_left], push: 2}, {legs: [front_left], push: 3}]"),
              HasSubstr("legs[1].legs: found front_left again"));
  EXPECT_THAT(of("legs: [{legs: [front_left], stroke: 30 cm}]"),
              HasSubstr("legs[0].stroke: found a key that is no more, expected `duty_factor`"));
  EXPECT_THAT(of("recoil: false"),
              HasSubstr("recoil: found a key that is no more, expected nothing, or more"));
  EXPECT_THAT(of("legs: [{legs: [front_left], step: {height: 0}}]"),
              HasSubstr("legs[0].step.height: found no height, and no keys"));
  EXPECT_THAT(of("steady: [{body: hat}]"), HasSubstr("steady[0].body: found \"hat\""));
  EXPECT_THAT(of("steady: [{body: pelvis}]"),
              HasSubstr("steady[0].body: found pelvis, on 0 joints"));
  EXPECT_THAT(of("path: {points: [[0, 0, 0], [9, 0, 0]], speeds: [{along: 3 m, speed: 1 m/s}, "
                 "{along: 2 m, speed: 2 m/s}]}"),
              HasSubstr("path.speeds[1].along: found 2 m, expected farther than the one before"));
  EXPECT_THAT(of("period: -1 s"), HasSubstr("skills[0].period: found \"-1 s\""));
}

TEST_F(KinematicGaitProblems, SayThatItsSpeedIsNoGoalOfACue) {
  EXPECT_THAT(of("tick: 4 ms",
                 "cues: [{name: faster, at: 1 s, set: {skill: gait, speed: "
                 "2 m/s}}]\n"),
              HasSubstr("set.speed: found a skill of type kinematic, expected one whose "
                        "speed a cue can set"));
}

TEST_F(KinematicGaitProblems, SayWhichEquationOfTheDesignFailsAndWhatIsMissing) {
  EXPECT_THAT(
      of("support_duration: 0.4 s"),
      HasSubstr("duty_factor = support_duration / period fails: 0.45 is not 0.4 s / 0.5 s"));
  EXPECT_THAT(of("tick: 4 ms", "without: [figures.animal.skills.gait.period]\n"),
              HasSubstr("give one more of: period"));
}

TEST_F(KinematicGaitProblems, SayWhenAFigureHasMoreThanTheGaitSolves) {
  const auto of_figure = [&](const std::string& parts) {
    write("f.yaml", "figure: f\n" + parts);
    return problems(write("s.yaml",
                          "shot: s\nfigures: [{name: f, file: f.yaml, skills: [{type: kinematic, "
                          "gait: ripple, period: 1 s, stroke: 1 cm, step: {height: 1 cm}}]}]\n"));
  };
  std::string bodies, legs;
  for (int i = 0; i < 18; ++i) {
    const std::string parent = i > 0 ? fmt::format("parent: s{}, ", i - 1) : "";
    bodies += fmt::format("  - {{name: s{}, {}at: [1 cm, 0, 0], shapes: [{{sphere: 1 cm}}]}}\n", i,
                          parent);
    bodies += fmt::format("  - {{name: l{}, parent: s{}, shapes: [{{sphere: 1 cm}}]}}\n", i, i);
    legs += fmt::format("  - {{name: l{}, side: left, row: {}, feet: l{}}}\n", i, i, i);
  }
  EXPECT_EQ(of_figure("bodies:\n" + bodies + "legs:\n" + legs),
            "s.yaml:2:44: figures[0].skills[0].type: found legs on 17 bodies, expected legs "
            "on at most 16\n");
  std::string links;
  for (int i = 0; i < 70; ++i) links += "{a: 1 cm}, ";
  EXPECT_EQ(of_figure("bodies: [{name: trunk, shapes: [{sphere: 1 cm}]}]\n"
                      "chains: [{name: leg, parent: trunk, radius: 1 mm, leg: {side: left, row: "
                      "0}, links: [" +
                      links + "]}]\n"),
            "s.yaml:2:44: figures[0].skills[0].type: found 70 bodies in a row between leg "
            "leg and the root, expected at most 64 from one body with legs to the next\n");
}

TEST_F(KinematicGaitProblems, OfTheForceOfALeg) {
  const std::string force = "gait: trot, body_speed: 1.5 m/s, period: 0.5 s, ";
  EXPECT_THAT(of(force + "leg_force: 0.6"),
              HasSubstr("leg_force: found duty_factor as well, expected one of the two"));
  EXPECT_THAT(of("duty_factor: 0.45, legs: [{legs: [front_left], duty_factor: 0.5, leg_force: 1}]"),
              HasSubstr("legs[0].leg_force: found duty_factor as well, expected one of the two"));
  EXPECT_THAT(of("legs: [{legs: [front_left], leg_force: 0.2}]"),
              HasSubstr("legs[0].leg_force: found 0.2 weights for leg front_left, expected more "
                        "than 0.25, its share of the weight"));
  EXPECT_THAT(of("legs: [{legs: [front_left], push: 3, leg_force: 0.5}]"),
              HasSubstr("expected more than 0.5, its share of the weight"));
  EXPECT_EQ(of("legs: [{legs: [front_left], push: 3, leg_force: 0.51, foot_force: 0.2}]"), "");
  EXPECT_THAT(of("legs: [{legs: [front_left], foot_force: 0}]"), HasSubstr("legs[0].foot_force"));
}

TEST_F(KinematicGaitProblems, OfWhatCuesSet) {
  const auto set = [&](const std::string& values, const std::string& keys = "tick: 4 ms") {
    return of(keys, "cues: [{name: go, at: 1 s, set: {skill: gait, " + values + "}}]\n");
  };
  EXPECT_EQ(set("body_speed: 2 m/s, period: 0.45 s, duty_factor: 0.4, height: -2 cm"), "");
  EXPECT_EQ(set("spine: 0.1, spine_aside: 0, bounce: 0, balance: 1, foot_force: 0.4, lift: 2"), "");
  EXPECT_EQ(set("pitch: 4 deg, direction: 30 deg, facing: -20 deg"), "");
  EXPECT_THAT(
      set("stroke: 30 cm"),
      HasSubstr("stroke: found a quantity that the gait does not give, expected one that it "
                "gives: period, duty_factor, body_speed"));
  EXPECT_THAT(set("leg_force: 0.6"),
              HasSubstr("leg_force: found a quantity that the gait does not"));
  EXPECT_THAT(set("duty_factor: 1.5"), HasSubstr("duty_factor: found a design without solution"));
  EXPECT_THAT(set("body_speed: 0 m/s, period: 2000 s"),
              HasSubstr("a cycle takes more than 1000 s"));
  EXPECT_THAT(set("hold_place: 2"), HasSubstr("hold_place: found an unknown key"));
  EXPECT_THAT(set("lift: -1"), HasSubstr("lift: found \"-1\""));
  const std::string path = "path: {points: [[0, 0, 0], [4 m, 0, 0]]";
  EXPECT_THAT(set("direction: 30 deg", path + "}"),
              HasSubstr("direction: found a gait that follows a path"));
  EXPECT_THAT(set("body_speed: 1 m/s", path + ", speeds: [{along: 0, speed: 1 m/s}]}"),
              HasSubstr("body_speed: found a gait with speeds by place"));
  EXPECT_THAT(set("facing: 30 deg", "aim: [3, 3, 0]"), HasSubstr("facing: found a gait with aim"));
}

TEST_F(KinematicGaitProblems, OfSwingsWithinChains) {
  const std::string legs = "swings: [{joints: [\"front_left_*\"], leg: front_right}]";
  EXPECT_EQ(of(legs), "");  // nine joints: its foot's place leaves them six ways to bend
  EXPECT_EQ(of("swings: [{joints: [\"spine_*\"], leg: front_right}]"), "");
}

}  // namespace
}  // namespace gambol
