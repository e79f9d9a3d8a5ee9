// What authors are told of particles, dormant figures and reversed gaits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class ParticleProblems : public Files {
 protected:
  std::string of_shot(const std::string& rest, const std::string& ball = "") const {
    write("ball.yaml", ball_figure);
    return problems(write("drop.yaml",
                          "shot: drop\nfilm: {duration: 2 s}\nfigures:\n"
                          "  - {name: a, file: ball.yaml" +
                              ball + "}\n  - {name: b, file: ball.yaml}\n" + rest));
  }
  std::string of_emitter(const std::string& emitter) const {
    return of_shot(
        "world:\n"
        "  attachments: {wire: {a: a.ball, b: b.ball, stiffness: 1}}\n"
        "  particles: {sparks: {" +
        emitter + "}}\n");
  }
};

TEST_F(ParticleProblems, GoodEmittersHaveNone) {
  EXPECT_EQ(of_emitter("breaks: wi*, count: [10, 20], rate: 50 Hz, lasting: 1 s"), "");
  EXPECT_EQ(of_shot("world:\n"
                    "  ground: {}\n"
                    "  collisions: {contact: {stiffness: 1}}\n"
                    "  particles:\n"
                    "    s: {touches: {of: a, with: [b.ball, ground]}, look: {color: '#ff8000'}}\n"
                    "    t: {point: {body: world, direction: [0, 1, 0]}}\n"
                    "cues: [{name: c, at: 1 s, emit: t}]\n"),
            "");
}

TEST_F(ParticleProblems, SomethingMustThrowThem) {
  EXPECT_THAT(of_emitter("count: [1, 2]"), HasSubstr("particles that nothing emits"));
  EXPECT_THAT(of_emitter("breaks: wirr"), HasSubstr("an attachment of the world"));
  EXPECT_THAT(of_emitter("point: {body: world}"), HasSubstr("a cue with `emit: sparks`"));
  EXPECT_THAT(of_emitter("point: {body: c.ball}"), HasSubstr("a body of the shot"));
  EXPECT_THAT(of_emitter("touches: {of: a, with: c}"), HasSubstr("a figure, FIGURE.BODY"));
  EXPECT_THAT(of_emitter("touches: {of: a, with: ground}"), HasSubstr("FIGURE.BODY or ground"));
  EXPECT_THAT(of_emitter("touches: {of: a, with: b}"), HasSubstr("pass through each other"));
}

TEST_F(ParticleProblems, NumbersMustMakeSense) {
  EXPECT_THAT(of_emitter("breaks: wire, speed: [2 m/s, 1 m/s]"), HasSubstr("the minimum first"));
  EXPECT_THAT(of_emitter("breaks: wire, life: [0, 0]"), HasSubstr("life"));
  EXPECT_THAT(of_emitter("breaks: wire, lasting: 1 s"), HasSubstr("without `rate`"));
  EXPECT_THAT(of_emitter("breaks: wire, restitution: 2"), HasSubstr("restitution"));
  EXPECT_THAT(of_emitter("breaks: wire, look: {temperature: 300}"), HasSubstr("temperature"));
  EXPECT_THAT(of_emitter("breaks: wire, capacity: 0"), HasSubstr("capacity"));
  EXPECT_THAT(of_emitter("breaks: wire, life: [1 m, 2 m]"), HasSubstr("a time (s)"));
}

TEST_F(ParticleProblems, CuesEmitWhatHasAPoint) {
  EXPECT_THAT(of_shot("world: {attachments: {w: {a: a.ball, b: b.ball, stiffness: 1}},\n"
                      "  particles: {s: {breaks: w}}}\n"
                      "cues: [{name: c, at: 1 s, emit: s}]\n"),
              HasSubstr("particles that have a `point`"));
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, emit: s}]\n"),
              HasSubstr("particles of the world"));
}

TEST_F(ParticleProblems, SpawnsAndDormantFiguresBelongTogether) {
  EXPECT_EQ(of_shot("cues: [{name: c, at: 1 s, spawn: a}]\n", ", dormant: true"), "");
  EXPECT_EQ(
      of_shot("cues: [{name: c, at: 1 s, spawn: {figures: '*', every: 1 s}}]\n", ", dormant: true"),
      "");
  EXPECT_THAT(of_shot("", ", dormant: true"), HasSubstr("a dormant figure that no cue spawns"));
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, spawn: b}]\n"),
              HasSubstr("\"b\", which is there from the start"));
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, spawn: c}]\n", ", dormant: true"),
              HasSubstr("a dormant figure"));
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, spawn: a}, {name: d, at: 2 s, spawn: a}]\n",
                      ", dormant: true"),
              HasSubstr("which \"c\" spawns too"));
}

TEST_F(ParticleProblems, OnlyGaitsAreReversed) {
  const std::string script = ", skills: [{type: script}]";
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, reverse: script}]\n", script),
              HasSubstr("a skill that can reverse legs"));
  EXPECT_THAT(of_shot("cues: [{name: c, at: 1 s, reverse: gait}]\n", script), HasSubstr("a skill"));
}

}  // namespace
}  // namespace gambol
