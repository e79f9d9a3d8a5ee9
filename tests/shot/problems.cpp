// What authors are told when something is wrong: the messages themselves are the contract.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "shot/look_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class Problems : public Files {
 protected:
  std::string of_figure(const std::string& rest) const {
    return problems(write("f.yaml", "figure: f\n" + rest));
  }
  std::string of_shot(const std::string& rest) const {
    write("ball.yaml", ball_figure);
    return problems(write("drop.yaml", ball_shot + rest));
  }
  // An actuator on a hinge `a` or a slider `b`.
  std::string of_actuator(const std::string& actuator) const {
    return of_figure(
        "bodies:\n"
        "  - {name: root, shapes: [{sphere: 1}]}\n"
        "  - {name: a, parent: root, shapes: [{sphere: 1}]}\n"
        "  - {name: b, parent: root, joint: {type: prismatic}, shapes: [{sphere: 1}]}\n"
        "actuators: [" +
        actuator + "]\n");
  }
};

TEST_F(Problems, AGoodFileHasNone) {
  EXPECT_EQ(problems(write("ball.yaml", ball_figure)), "");
  EXPECT_EQ(of_shot(""), "");
}

TEST_F(Problems, AllOfAFileAreReportedInTheOrderOfItsLines) {
  EXPECT_EQ(
      of_shot("seed: -1\n"
              "camera:\n"
              "  positon: [0, 0, 1]\n"
              "  focal_length: 50 deg\n"
              "  shutter: 400 deg\n"
              "integrator: {method: rk45, step: 0}\n"
              "figures: []\n"
              "world: {gravity: [0, 0], ground: yes}\n"),
      "drop.yaml:4:7: seed: found \"-1\", expected a whole number from 0 to 2^64 - 1\n"
      "drop.yaml:6:3: camera.positon: found an unknown key, expected a known key (did you mean "
      "position?)\n"
      "drop.yaml:7:17: camera.focal_length: found \"50 deg\" (angle), expected a length (m) "
      "greater "
      "than 0\n"
      "drop.yaml:8:12: camera.shutter: found \"400 deg\", expected an angle (rad) from 0 to "
      "6.283185307179587\n"
      "drop.yaml:9:22: integrator.method: found \"rk45\", expected implicit, euler, rk4, rkf45, "
      "bdf or first_order "
      "(did you mean rk4?)\n"
      "drop.yaml:9:34: integrator.step: found \"0\", expected a time (s) greater than 0\n"
      "drop.yaml:10:1: figures: found a second time (first on line 3), expected each key once\n"
      "drop.yaml:11:18: world.gravity: found a list of 2, expected a list [x, y, z], each an "
      "acceleration (m/s2)\n"
      "drop.yaml:11:34: world.ground: found \"yes\", expected a mapping of keys to values\n");
}

TEST_F(Problems, OfSlipsOfThePenInAKey) {
  EXPECT_THAT(of_shot("camera {lens: 3\n"), HasSubstr("a colon after the key (camera: ...)"));
  EXPECT_THAT(of_shot("seed:3: 1\n"), HasSubstr("a space after the colon (seed: 3)"));
}

TEST_F(Problems, OfContactByImpulse) {
  EXPECT_EQ(of_shot("world: {collisions: {}, contact: {type: impulse, restitution: 0.8}}\n"), "");
  EXPECT_EQ(of_shot("world: {collisions: {figures: [ball]}}\n"), "");
  EXPECT_THAT(of_shot("world: {collisions: {impulse: {restitution: 0.8}}}\n"),
              HasSubstr("collisions.impulse: found a key that is no more, expected world.contact: "
                        "{type: impulse}, which is for the ground and all bodies"));
  EXPECT_THAT(of_shot("world: {contact: {type: impulse, restitution: -1, tolerance: 0}}\n"),
              HasSubstr("contact.tolerance: found \"0\""));
}

TEST_F(Problems, AFileSaysWhatItIs) {
  EXPECT_EQ(problems(write("x.yaml", "bodies: []\n")),
            "x.yaml:1:1: found none of the keys shot, sequence, actor, skill, figure, reflexes, "
            "gaits, look, preset, search, fractions, genome, evolution and project, expected one "
            "of them, with a name: it says what the file is\n");
  write("ball.yaml", ball_figure);
  EXPECT_EQ(problems(write("other.yaml", ball_shot)),
            "other.yaml:1:7: shot: found \"drop\", expected the name of the file, \"other\"\n");
  EXPECT_THAT(problems(write("f.yaml", "figure:\nbodies: [{name: a, shapes: [{sphere: 1}]}]\n")),
              HasSubstr("f.yaml:1:7: figure: found nothing, expected a text"));
}

TEST_F(Problems, ProblemsOfAFigureComeWithTheShotThatNamesIt) {
  write("ball.yaml", "figure: ball\nbodies: [{name: ball, shapes: [{sphere: -1 cm}]}]\n");
  EXPECT_EQ(problems(write("drop.yaml", ball_shot)),
            "ball.yaml:2:41: bodies[0].shapes[0].sphere: found \"-1 cm\", expected a length (m) "
            "greater than 0\n");
}

TEST_F(Problems, FilesThatAreNamedMustExist) {
  EXPECT_THAT(of_shot("look: dark.yaml\n"),
              HasSubstr("drop.yaml:4:7: look: found \"dark.yaml\", expected a look file"));
  EXPECT_THAT(problems(write("drop.yaml", "shot: drop\nfigures: [{name: a, file: none.yaml}]\n")),
              HasSubstr("drop.yaml:2:27: figures[0].file: found \"none.yaml\""));
  EXPECT_THAT(of_figure("bodies: [{name: a, shapes: [{mesh: none.obj}]}]\n"),
              HasSubstr("bodies[0].shapes[0].mesh: found \"none.obj\", expected a file"));
}

TEST_F(Problems, TheTreeOfBodies) {
  EXPECT_EQ(of_figure("bodies:\n"
                      "  - {name: a, shapes: [{sphere: 1}]}\n"
                      "  - {name: b, parent: d, shapes: [{sphere: 1}]}\n"
                      "  - {name: c, parent: b, shapes: [{sphere: 1}]}\n"
                      "  - {name: d, parent: c, shapes: [{sphere: 1}]}\n"),
            "f.yaml:4:23: bodies[1].parent: found a loop (b on d on c on b), expected a tree: no "
            "body hangs on itself\n");
  EXPECT_THAT(of_figure("bodies: [{name: a, parent: a, shapes: [{sphere: 1}]}]\n"),
              HasSubstr("found a loop (a on a)"));
  EXPECT_EQ(
      of_figure("bodies:\n"
                "  - {name: trunk, shapes: [{sphere: 1}]}\n"
                "  - {name: arm, parent: trnk, shapes: [{sphere: 1}]}\n"
                "  - {name: leg, shapes: [{sphere: 1}]}\n"
                "  - {name: arm, parent: trunk, shapes: [{sphere: 1}]}\n"),
      "f.yaml:4:25: bodies[1].parent: found \"trnk\", expected a body of the figure (did you "
      "mean trunk?)\n"
      "f.yaml:5:5: bodies[2].parent: found no parent, like \"trunk\" on line 3, expected one "
      "root: every other body has a parent\n"
      "f.yaml:6:12: bodies[3].name: found \"arm\" a second time (first on line 4), expected a "
      "name of its own\n");
  EXPECT_THAT(of_figure("bodies: []\n"), HasSubstr("found no bodies, expected at least one"));
  EXPECT_THAT(of_figure(""), HasSubstr("bodies: found nothing, expected this key"));
}

TEST_F(Problems, BodiesAndJoints) {
  const std::string root = "bodies:\n  - {name: root, shapes: [{sphere: 1}]}\n";
  EXPECT_THAT(of_figure(root + "  - {name: tip, parent: root}\n"),
              HasSubstr("found no mass on this body or on those that it carries"));
  EXPECT_EQ(of_figure(root + "  - {name: tip, parent: root, joint: {type: fixed}}\n"), "");
  EXPECT_THAT(of_figure(root + "  - {name: t, parent: root, joint: {axis: [0, 0, 0]}, shapes: "
                               "[{sphere: 1}]}\n"),
              HasSubstr("joint.axis: found an axis of length 0, expected a direction"));
  EXPECT_THAT(of_figure(root + "  - {name: t, parent: root, joint: {axis: [.inf, 0, 0]}, shapes: "
                               "[{sphere: 1}]}\n"),
              HasSubstr("joint.axis[0]: found \".inf\""));
  EXPECT_THAT(of_figure(root + "  - {name: t, parent: root, joint: {initial: 1 cm}, shapes: "
                               "[{sphere: 1}]}\n"),
              HasSubstr("initial: found a length (m), expected an angle (rad), as the joint is "
                        "rotary"));
  EXPECT_THAT(of_figure(root + "  - {name: t, parent: root, joint: {motion: 0.3}, shapes: "
                               "[{sphere: 1}]}\n"),
              HasSubstr("expected `drive: follow` beside it"));
  EXPECT_THAT(of_figure("density: 0\n" + root), HasSubstr("expected a density (kg/m3) greater"));
  EXPECT_THAT(of_figure("bodies: [{name: r, rotate: [w 3 deg], shapes: [{sphere: 1}]}]\n"),
              HasSubstr("rotate[0]: found \"w 3 deg\", expected an axis and an angle"));
  EXPECT_THAT(of_figure("bodies: [{name: r, rotate: [x 3 cm], shapes: [{sphere: 1}]}]\n"),
              HasSubstr("expected an axis and an angle"));
}

TEST_F(Problems, Shapes) {
  const auto of_shape = [&](const std::string& shape) {
    return of_figure("bodies: [{name: a, shapes: [" + shape + "], inertia: [{sphere: 1}]}]\n");
  };
  EXPECT_THAT(of_shape("{at: [0, 0, 0]}"), HasSubstr("found no solid, expected one of box"));
  EXPECT_THAT(of_shape("{box: [1, 1, 1], sphere: 1}"), HasSubstr("found several solids"));
  EXPECT_THAT(of_shape("{box: [1, 0, 1]}"), HasSubstr("box[1]: found \"0\""));
  EXPECT_THAT(of_shape("{sphere: 1, bevel: 0.1}"), HasSubstr("expected a bevel on a box only"));
  EXPECT_THAT(of_shape("{box: [1, 1, 1], edge: 0.6}"), HasSubstr("at most half of the thinnest"));
  EXPECT_THAT(of_shape("{capsule: {radius: 1}}"),
              HasSubstr("capsule.length: found nothing, expected this key"));
  EXPECT_THAT(of_shape("{torus: 1}"), HasSubstr("torus: found an unknown key"));
}

TEST_F(Problems, Actuators) {
  EXPECT_EQ(of_actuator("{type: exponential_spring, joints: a, strength: 1 N*m, rise: 6}"), "");
  EXPECT_EQ(of_actuator("{type: exponential_spring, joints: a, scale: mass, strength: 1 m2/s2, "
                        "rise: 6 /rad}"),
            "");
  EXPECT_EQ(of_actuator("{type: damper, joints: b, damping: 1 N*s/m}"), "");
  EXPECT_THAT(of_actuator("{type: exponential_spring, joints: a, rise: 6}"),
              HasSubstr("actuators[0].strength: found nothing, expected this key, which "
                        "exponential_spring needs"));
  EXPECT_THAT(of_actuator("{type: damper, joints: a, damping: 1, rise: 6}"),
              HasSubstr("rise: found a key that damper does not use, expected damping"));
  EXPECT_THAT(of_actuator("{type: linear_spring, joints: a, stiffness: 1 N*m/kg}"),
              HasSubstr("stiffness: found a torque per mass (N*m/kg), expected a torque (N*m), as "
                        "the joint of \"a\" is rotary and scale is none"));
  EXPECT_THAT(of_actuator("{type: linear_spring, joints: a, scale: mass, stiffness: 1 N*m}"),
              HasSubstr("expected a torque per mass (N*m/kg)"));
  EXPECT_THAT(of_actuator("{type: linear_spring, joints: [a, b], stiffness: 1 N*m}"),
              HasSubstr("as the joint of \"b\" is prismatic"));
  EXPECT_THAT(of_actuator("{type: limit, joints: a, lower: 1, upper: -1, stiffness: 3}"),
              HasSubstr("upper: found -1, with lower at 1, expected lower < upper"));
  EXPECT_THAT(
      of_actuator("{type: damper, joints: root, damping: 1}"),
      HasSubstr("joints: found \"root\", expected the name of a body whose joint can move"));
  EXPECT_THAT(of_actuator("{type: damper, joints: \"x*\", damping: 1}"),
              HasSubstr("found \"x*\", expected a pattern that matches a joint"));
  EXPECT_THAT(of_actuator("{type: dampr, joints: a, damping: 1}"), HasSubstr("mean damper?"));
}

TEST_F(Problems, ProgramsAndLegs) {
  const std::string text = of_figure(
      "bodies:\n"
      "  - {name: root, shapes: [{sphere: 1}]}\n"
      "  - {name: leg, parent: root, shapes: [{sphere: 1}]}\n"
      "motor_programs:\n"
      "  step: [{joint: lg, to: 1}, {joint: leg, to: 1 cm}, {joint: leg, to: 1, start: 0.5}]\n"
      "legs: [{name: l, side: left, row: 0, feet: [food], step: step, stance: stanse}]\n");
  EXPECT_THAT(text,
              HasSubstr("f.yaml:6:18: motor_programs.step[0].joint: found \"lg\", expected the "
                        "name of a body whose joint can move (did you mean leg?)"));
  EXPECT_THAT(text, HasSubstr("motor_programs.step[1].to: found a length (m), expected an angle"));
  EXPECT_THAT(text, HasSubstr("found start + over = 1.5, expected at most 1"));
  EXPECT_THAT(text, HasSubstr("legs[0].feet: found \"food\", expected a body"));
  EXPECT_THAT(text, HasSubstr("legs[0].stance: found \"stanse\", expected a motor program (step)"));
}

TEST_F(Problems, CuesAndControllers) {
  EXPECT_THAT(of_shot("cues: [{name: go, at: 0, start: walk}]\n"),
              HasSubstr("cues[0].start: found \"walk\", expected a skill (there is none)"));
  EXPECT_THAT(of_shot("cues: [{name: go, at: 0, run: jump}]\n"),
              HasSubstr("cues[0].run: found \"jump\", expected a motor program or an act"));
  EXPECT_THAT(of_shot("cues: [{name: go, at: 0, run: jump, over: 12 f}]\n"),
              HasSubstr("film frames have no meaning here"));
  EXPECT_THAT(
      of_shot("cues: [{name: p, at: 0, push: {body: bal, force: [1 N, 0, 0], over: 1 s}}]\n"),
      HasSubstr("push.body: found \"bal\", expected a body of \"ball\" (did you mean ball?)"));
  write("ball.yaml", ball_figure);
  const auto with = [&](const std::string& controller) {
    return problems(write("drop.yaml",
                          "shot: drop\nfigures: [{name: b, file: ball.yaml, "
                          "skills: [" +
                              controller + "]}]\n"));
  };
  EXPECT_THAT(with("{type: oscillator, frequency: 3 Hz}"), HasSubstr("did you mean oscillators?"));
  EXPECT_THAT(with("{frequency: 3 Hz}"), HasSubstr("skills[0].type: found nothing"));
  EXPECT_THAT(with("{type: oscillators}"),
              HasSubstr("frequency: found nothing, expected this key"));
  EXPECT_THAT(with("{type: oscillators, speed: 1}"), HasSubstr("stride: found nothing"));
  EXPECT_THAT(with("{type: oscillators, frequency: 1}"), HasSubstr("expected a figure with legs"));
  const auto gait = [&](const std::string& fields) {
    return with("{type: oscillators, " + fields + "}");
  };
  EXPECT_THAT(
      gait("frequency: 1, slowdown: 2"),
      HasSubstr("slowdown: found frequency as well, expected one of frequency, cycle_time"));
  EXPECT_THAT(gait("frequency: 1, top_frequency: 11 Hz"),
              HasSubstr("top_frequency: found 11 Hz, expected at most 10 Hz, the tripod's"));
  EXPECT_THAT(gait("frequency: 1, metabolism: 100 ms, top_frequency: 6 Hz"),
              HasSubstr("expected at most 5 Hz, the tripod's"));
  EXPECT_THAT(gait("frequency: 1, bottom_frequency: 4 Hz, top_frequency: 3 Hz"),
              HasSubstr("bottom_frequency: found 4 Hz, expected at most the top frequency, 3 Hz"));
  EXPECT_THAT(gait("frequency: 5, retraction: 200 ms"),
              HasSubstr("retraction: found 0.2 s, expected at most 0.15 s, what a step leaves"));
  EXPECT_THAT(gait("frequency: 1, cycle_time: 0"), HasSubstr("a time (s) greater than 0"));
  EXPECT_THAT(gait("frequency: 1, retraction: 1 ms, paces: [{frequency: 1, retraction: 1 ms}]"),
              HasSubstr("retraction: found a retraction of the skill as well"));
  EXPECT_THAT(gait("frequency: 1, paces: [{frequency: 2}, {frequency: 2}]"),
              HasSubstr("paces[1].frequency: found 2 Hz, expected more than the pace before"));
  EXPECT_THAT(gait("speed: 1, paces: [{frequency: 2, speed: 2}, {frequency: 3, speed: 1}]"),
              HasSubstr("speed: found 1 m/s, expected more than the pace before, 2 m/s"));
  EXPECT_THAT(
      gait("speed: 1, paces: [{frequency: 2}]"),
      HasSubstr("speed: found nothing, expected this key, which the speed of the gait needs"));
  EXPECT_THAT(gait("frequency: 1, turn: 2"), HasSubstr("a number from -1 to 1"));
  EXPECT_THAT(gait("frequency: 1, path: {points: [[0, 0, 0]], look_ahead: 1}"),
              HasSubstr("path.points: found 1 of them, expected at least 2"));
  EXPECT_THAT(gait("frequency: 1, path: {points: [[0, 0, 0], [0, 0, 1]], look_ahead: 1}"),
              HasSubstr("points: found point 0 twice in a row"));
  EXPECT_THAT(gait("frequency: 1, turn: 1, path: {points: [[0, 0, 0], [1, 0, 0]], look_ahead: 1}"),
              HasSubstr("path: found turn as well, expected one of the two"));
  EXPECT_THAT(with("{type: oscillators, name: g, frequency: 1, path: {points: [[0, 0, 0], [1, 0, "
                   "0]], look_ahead: 1}}]}]\n"
                   "cues: [{name: t, at: 1, set: {skill: g, turn: 1}}] #"),
              HasSubstr("set.turn: found a gait that follows a path, expected one of the two"));
  EXPECT_THAT(gait("frequency: 1, path: {points: [[0, 0, 0], [1, 0, 0]]}"),
              HasSubstr("look_ahead: found nothing"));
  EXPECT_THAT(gait("frequency: 1, posture: [{joints: hip, by: 1}]"),
              HasSubstr("joints: found \"hip\", expected the name of a body whose joint can move"));
  EXPECT_THAT(gait("frequency: 1, posture: [{joints: \"h*\", by: 1}]"),
              HasSubstr("expected a pattern that matches a joint"));
  EXPECT_THAT(with("{type: script, frequency: 1}"), HasSubstr("frequency: found an unknown key"));
  EXPECT_THAT(with("{type: script}, {type: script}"), HasSubstr("\"script\" a second time"));
}

TEST_F(Problems, TimesAndExpectations) {
  EXPECT_EQ(of_shot("simulate_until: 0.5 s\n"),
            "drop.yaml:4:17: simulate_until: found 0.5 s, expected at least the end of the film, 1 "
            "s\n");
  EXPECT_THAT(of_shot("expect: [{measure: m, from: 3 s, to: 2 s}]\n"),
              HasSubstr("expected from < to"));
  EXPECT_THAT(of_shot("expect: [{measure: m, from: 0.5 s, to: 3 s}]\n"),
              HasSubstr("expect[0].to: found 3 s, expected a time of the simulation, which ends at "
                        "1 s"));
  EXPECT_EQ(of_shot("expect: [{measure: m, from: 0.5 s, to: 3 s}]\nsimulate_until: 3 s\n"), "");
  EXPECT_THAT(of_shot("expect: [{measure: m, min: 3, max: 2}]\n"),
              HasSubstr("expected min <= max"));
  EXPECT_THAT(of_shot("expect: [{measure: m, min: 3 cm/s, max: 2 m}]\n"),
              HasSubstr("max: found a length (m), expected a speed (m/s)"));
  EXPECT_THAT(of_shot("expect: [{measure: m, figure: bal}]\n"), HasSubstr("did you mean ball?"));
}

TEST_F(Problems, Curves) {
  const auto of_lens = [&](const std::string& curve) {
    return of_shot("camera: {focal_length: " + curve + "}\n");
  };
  EXPECT_EQ(of_lens("[[0 s, 5 cm], [12 f, 6 cm, ease], {t: 1 s, value: 7 cm}]"), "");
  EXPECT_THAT(
      of_lens("[[1 s, 5 cm], [1 s, 6 cm]]"),
      HasSubstr(
          "focal_length[1].t: found \"1 s\", expected a time after that of the key before it"));
  EXPECT_THAT(of_lens("[[0 s, 5 cm, eas]]"), HasSubstr("(did you mean ease?)"));
  EXPECT_THAT(of_lens("[[0 s]]"), HasSubstr("expected a key [time, value]"));
  EXPECT_THAT(of_lens("[]"), HasSubstr("found an empty list"));
  EXPECT_THAT(of_lens("[{t: 0, valu: 1}]"), HasSubstr("valu: found an unknown key"));
  EXPECT_THAT(of_lens("[[0 s, 5 cm], [1 s, -6 cm]]"), HasSubstr("[1].value: found \"-6 cm\""));
  EXPECT_THAT(of_lens("{a: 1}"), HasSubstr("found a mapping, expected a length (m)"));
}

TEST_F(Problems, LooksAndMaterials) {
  write("look.yaml",
        "look: plain\nmaterials: {red: {color: \"#ff0000\"}}\nground: {material: rd}\n");
  EXPECT_THAT(problems(path("look.yaml")),
              HasSubstr("look.yaml:3:20: ground.material: found \"rd\""));
  write("look.yaml", "look: plain\nmaterials: {red: {color: #ff0000\n}}\n");
  EXPECT_THAT(problems(path("look.yaml")), HasSubstr("in quotes: # begins a comment"));
  EXPECT_THAT(problems(write("l.yaml", "look: l\nmaterials: {a: {color: [1, 2, 0]}}\n")),
              HasSubstr("color[1]: found \"2\", expected a number from 0 to 1"));
  EXPECT_THAT(problems(write("a.yaml", "look: a\nfile: b.yaml\n")), HasSubstr("a look file"));
  write("b.yaml", "look: b\nfile: c.yaml\n");
  write("c.yaml", "look: c\nfile: b.yaml\n");
  EXPECT_THAT(problems(path("b.yaml")),
              HasSubstr("expected a look that does not begin with this one"));
  EXPECT_THAT(problems(write("p.yaml", "preset: p\nwidth: 641\n")), HasSubstr("an even number"));
  EXPECT_THAT(problems(write("p.yaml", "preset: p\nsamples: 1.5\n")), HasSubstr("a whole number"));
}

TEST_F(Problems, AnUnknownPresetNamesTheKnownOnes) {
  EXPECT_THROW(load_preset("no_such_preset"), InputError);
}

// Whatever is cut off, loading ends with the problems or without, never otherwise.
TEST_F(Problems, EveryPrefixOfARealFileIsReadOrRefused) {
  std::ifstream stream(std::string(GAMBOL_SOURCE_DIR) + "/figures/roach.yaml");
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  for (std::size_t n = 0; n < text.size(); n += 97)
    EXPECT_NO_THROW(check_file(write("roach.yaml", text.substr(0, n)))) << n;
}

}  // namespace
}  // namespace gambol
