// What can never happen, or do anything: cues that wait in vain, springs that hold nothing, meshes
// without mass.

#include <gmock/gmock.h>

#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

// Two figures on the ground that collide; `pole` is fixed, its tip is welded to its foot.
constexpr const char* world_of_two = R"(shot: s
film: {duration: 2 s}
world:
  ground: {height: 1 cm}
  collisions: {figures: [bug, pole], contact: {strength: 1}}
  attachments:
    rope: {a: bug.tail, b: world, stiffness: 1, break_force: 1 N}
    rod: {a: bug.trunk, b: world, stiffness: 1}
    spare: {a: bug.trunk, b: world, stiffness: 1, on: false, break_length: 1 cm}
figures:
  - {name: bug, file: bug.yaml, at: [0, 0, 5 cm]}
  - {name: pole, file: pole.yaml, at: [1, 0, 5 cm], fixed_root: true}
  - {name: fly, file: bug.yaml, at: [0, 1, 5 cm]}
)";

class Impossible : public Files {
 protected:
  Impossible() {
    write("bug.yaml",
          "figure: bug\nbodies:\n"
          "  - {name: trunk, shapes: [{sphere: 1 cm}]}\n"
          "  - {name: tail, parent: trunk, at: [3 cm, 0, 0], shapes: [{sphere: 1 cm}]}\n"
          "  - {name: tip, parent: tail, at: [3 cm, 0, 0], inertia: [{sphere: 1 mm}]}\n");
    write("pole.yaml",
          "figure: pole\nbodies:\n"
          "  - {name: foot, shapes: [{box: [1 cm, 1 cm, 1 cm]}]}\n"
          "  - {name: top, parent: foot, at: [0, 0, 2 cm], joint: {type: fixed}, shapes: [{sphere: "
          "1 cm}]}\n"
          "  - {name: vane, parent: top, at: [0, 0, 1 cm], shapes: [{sphere: 1 cm}]}\n");
  }
  std::string of(const std::string& rest, const std::string& shot = world_of_two) const {
    return problems(write("s.yaml", shot + rest));
  }
  std::string when(const std::string& condition) const {
    return of("cues: [{name: spare_on, at: 0, attach: spare}, {name: c, when: " + condition +
              "}]\n");
  }
  // The world has one more attachment.
  std::string attachment(const std::string& fields) const {
    std::string shot = world_of_two;
    shot.insert(shot.find("figures:\n"), "    wire: {" + fields + ", stiffness: 1}\n");
    return of("cues: [{name: spare_on, at: 0, attach: spare}]\n", shot);
  }
};

TEST_F(Impossible, ConditionsThatCanHoldAreNot) {
  for (const char* good :
       {"rope broken", "spare broken", "rope broken + 50 ms", "bug tilted 60 deg",
        "bug slower 1 mm/s", "bug.trunk touches ground", "bug.tail touches pole.top",
        "bug.trunk touches", "fly.trunk touches", "bug.tip below -1 m", "bug.trunk below 1 cm",
        "bug.trunk above 3 m", "pole.vane above 7.9 cm", "pole.vane below 3 cm"})
    EXPECT_EQ(when(good), "") << good;
}

TEST_F(Impossible, BreaksThatNothingCauses) {
  EXPECT_EQ(
      when("rod broken"),
      "s.yaml:14:64: cues[1].when: found \"rod\", which nothing breaks, expected an attachment "
      "with break_force or break_length, or another cue that breaks it\n");
  EXPECT_THAT(when("\"r* broken\""),
              HasSubstr("found \"r*\", expected the name of an attachment, not a"));
  const std::string attach = "{name: on, at: 1 s, attach: spare}, ";
  EXPECT_EQ(of("cues: [" + attach + "{name: cut, at: 1 s, break: \"ro*\"}, " +
               "{name: c, when: rod broken + 1 s}]\n"),
            "");
  EXPECT_THAT(of("cues: [" + attach + "{name: c, when: rod broken, break: rod}]\n"),
              HasSubstr("cues[1].when: found \"rod\", which nothing breaks"));
  EXPECT_THAT(of("cues: [" + attach + "{name: a, when: rod broken}, " +
                 "{name: b, after: a, break: rod}]\n"),
              HasSubstr("cues[1].when: found \"rod\", which nothing breaks"));
  EXPECT_THAT(of("cues: [{name: c, when: spare broken, attach: spare}]\n"),
              HasSubstr("cues[0].when: found \"spare\", which nothing attaches"));
}

TEST_F(Impossible, TimesBeyondTheEnd) {
  const std::string cues = "cues: [{name: on, at: 1.5 s, attach: spare}, ";
  EXPECT_EQ(of(cues + "{name: a, after: on + 0.5 s}]\n"), "");
  EXPECT_EQ(
      of(cues + "{name: a, at: 3 s}, {name: b, after: a}]\n"),
      "s.yaml:14:60: cues[1].at: found 3 s, expected a time of the simulation, which ends at 2 "
      "s\n");
  EXPECT_THAT(of(cues + "{name: a, after: on + 600 ms}]\n"),
              HasSubstr("cues[1].after: found 2.1 s, expected a time of the simulation"));
  EXPECT_THAT(of(cues + "{name: a, when: spare broken + 600 ms}]\n"),
              HasSubstr("cues[1].when: found 2.1 s, expected a time of the simulation"));
  EXPECT_EQ(of(cues + "{name: a, at: 3 s}]\nsimulate_until: 3 s\n"), "");
  EXPECT_THAT(of(cues + "{name: a, after: a}]\n"), HasSubstr("cues[1].after: found \"a\""));
  EXPECT_THAT(
      of(cues + "{name: a, after: b}, {name: b, after: a + 1 s}]\n"),
      HasSubstr("cues[1].after: found a cue that waits for itself, directly or through others"));
}

TEST_F(Impossible, ThresholdsOutOfReach) {
  EXPECT_THAT(when("bug tilted 180 deg"),
              HasSubstr("found tilted 180 deg, expected an angle from 0 to less than 180 deg"));
  EXPECT_THAT(when("bug tilted -3 deg"), HasSubstr("found tilted -3 deg"));
  EXPECT_THAT(when("pole tilted 3 deg"), HasSubstr("a figure whose root is fixed"));
  EXPECT_THAT(when("bug slower 0"), HasSubstr("found slower than 0 m/s, expected a speed above 0"));
  EXPECT_THAT(when("\"b*g slower 1\""), HasSubstr("expected the name of a figure, not a pattern"));
  EXPECT_THAT(when("bug.trunk below -2 cm"),
              HasSubstr("found below -0.02 m, which is in the ground, expected a height that it "
                        "can reach, above -0.01 m"));
  EXPECT_THAT(when("pole.vane above 9 cm"), HasSubstr("stays within 0.03 m of its fixed root at"));
  EXPECT_THAT(when("pole.vane below 1 cm"), HasSubstr("stays within 0.03 m of its fixed root at"));
}

TEST_F(Impossible, TouchesOfWhatDoesNotCollide) {
  EXPECT_THAT(when("bug.tip touches ground"),
              HasSubstr("found bug.tip, which has no collision shapes, expected a condition that "
                        "can come true"));
  EXPECT_THAT(when("bug.tail touches bug.tip"), HasSubstr("bug.tip, which has no collision"));
  EXPECT_THAT(when("bug.tail touches fly.tail"), HasSubstr("fly, whose bodies do not collide"));
  EXPECT_THAT(when("bug.tail touches bug.trunk"), HasSubstr("bodies of one figure"));
  std::string self = world_of_two;
  self.replace(self.find("contact:"), 0, "self: bug, ");
  const auto of_self = [&](const std::string& condition) {
    return of("cues: [{name: on, at: 0, attach: spare}, {name: c, when: " + condition + "}]\n",
              self);
  };
  EXPECT_EQ(of_self("bug.tail touches bug.trunk"), "");  // it may fold back onto it
  const std::string empty = "shot: s\nfigures: [{name: bug, file: bug.yaml}]\ncues: [{name: c, ";
  EXPECT_THAT(of("when: tail touches}]\n", empty), HasSubstr("a world without anything to touch"));
  EXPECT_THAT(of("when: tail touches trunk}]\n", empty),
              HasSubstr("bug, whose bodies do not collide"));
  EXPECT_THAT(of("when: tail touches ground}]\n", empty), HasSubstr("ground in a world without"));
}

TEST_F(Impossible, ExpectedEventsThatNothingMarks) {
  const std::string cues = "cues: [{name: on, at: 0, attach: spare}]\n";
  EXPECT_EQ(of(cues + "expect: [{event: on, figure: bug}, {event: rope, figure: bug}]\n"), "");
  EXPECT_THAT(
      of(cues + "expect: [{event: ropes, figure: bug}]\n"),
      HasSubstr(
          "found \"ropes\", expected a cue, attachment or dormant figure of the shot (did you mean "
          "rope?)"));
}

TEST_F(Impossible, AttachmentsThatHoldNothing) {
  EXPECT_EQ(attachment("a: bug.trunk, b: pole.top"), "");
  EXPECT_EQ(attachment("a: pole.vane, b: world"), "");
  EXPECT_EQ(attachment("a: bug.tail, b: bug.trunk, a_at: [-3 cm, 0, 0]"), "") << "a closed loop";
  EXPECT_EQ(attachment("a: pole.foot, b: world"),
            "s.yaml:10:29: world.attachments.wire.b: found \"world\", and both ends are fixed, "
            "expected a body that moves relative to the other\n");
  EXPECT_THAT(attachment("a: pole.top, b: pole.foot"), HasSubstr("both ends are fixed"));
  EXPECT_THAT(attachment("a: bug.tail, b: bug.tail"), HasSubstr("expected another body"));
  EXPECT_THAT(attachment("a: bug.tail, b: world, on: false"),
              HasSubstr("wire.on: found false, and no cue that attaches it"));
  EXPECT_THAT(attachment("a: bug.tale, b: world"), HasSubstr("(did you mean bug.tail?)"));
  const std::string one =
      "shot: s\nfigures: [{name: bug, file: bug.yaml}]\nworld: {attachments: {w: {stiffness: 1, ";
  EXPECT_THAT(of("a: tail, b: bug.tail}}}\n", one),
              HasSubstr("found \"bug.tail\", which moves with \"tail\""));
}

TEST_F(Impossible, KicksOfWhatIsFixed) {
  const std::string on = "cues: [{name: on, at: 0, attach: spare}, {name: k, at: 0, kick: ";
  EXPECT_EQ(of(on + "{figures: \"*\", velocity: [1, 0, 0]}}]\n"), "");
  EXPECT_THAT(of(on + "{figures: pole, velocity: [1, 0, 0]}}]\n"),
              HasSubstr("kick.figures: found \"pole\", whose root is fixed"));
}

TEST_F(Impossible, BadTreesDoNotHangTheChecks) {
  write("bug.yaml",
        "figure: bug\nbodies:\n  - {name: trunk, shapes: [{sphere: 1 cm}]}\n"
        "  - {name: tail, parent: tip, joint: {type: fixed}, shapes: [{sphere: 1 cm}]}\n"
        "  - {name: tip, parent: tail, joint: {type: fixed}, shapes: [{sphere: 1 cm}]}\n");
  EXPECT_THAT(when("bug.tail below 1 cm"), HasSubstr("found a loop (tail on tip on tail)"));
}

class Meshes : public Files {
 protected:
  // A tetrahedron of these faces.
  std::string of(const std::string& faces, const std::string& role = "shapes") const {
    write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" + faces);
    return problems(write("f.yaml", "figure: f\nbodies: [{name: a, " + role + ": [{mesh: m.obj}]" +
                                        (role == "shapes" ? "" : ", inertia: [{sphere: 1}]") +
                                        "}]\n"));
  }
};

TEST_F(Meshes, ThatGiveInertiaAreSolids) {
  const std::string solid = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  EXPECT_EQ(of(solid), "");
  EXPECT_THAT(
      of("f 1 3 2\nf 1 2 4\nf 1 4 3\n"),
      HasSubstr("f.yaml:2:36: bodies[0].shapes[0].mesh: found a surface with gaps, expected "
                "a closed surface"));
  EXPECT_THAT(of("f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"), HasSubstr("a surface inside out"));
  EXPECT_THAT(of("f 1 2 3\nf 1 3 2\n"), HasSubstr("a surface without volume"));
  EXPECT_EQ(of("f 1 2 3\n", "collision"), "");
  EXPECT_EQ(of("f 1 2 3\n", "visible"), "");
}

TEST_F(Meshes, MustBeReadable) { EXPECT_THAT(of("f 1 2 9\n", "visible"), HasSubstr("m.obj:5")); }

}  // namespace
}  // namespace gambol
