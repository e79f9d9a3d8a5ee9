// What adds to a skill: acts and other parts of it (`with`), and the rows of tables (`rows`).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/number_table.h"
#include "schema/report.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"
#include "support/npy.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

const std::string figures = GAMBOL_SOURCE_DIR "/figures/";
const std::string skills = "figures/ox/skills/";

class SkillParts : public Files {
 protected:
  std::string text(const std::string& name, const std::string& figure,
                   const std::string& more = "") const {
    return write(name + ".yaml", "gambol: 3\nshot: " + name +
                                     "\nfilm: {duration: 1 s}\nlook: plaza\nworld: {ground: {}}\n"
                                     "camera: {position: [3 m, 0, 1 m], target: [0, 0, 0]}\n"
                                     "figures: [" +
                                     figure + "]\n" + more);
  }
  CastSpec cast(const std::string& figure, const std::string& more = "") const {
    return load_shot(text("shot", figure, more)).motion.figures.at(0);
  }
  std::string problem(const std::string& figure, const std::string& more = "") const {
    return problems(text("shot", figure, more));
  }
  // An actor with the dog's body and its gait.
  std::string ox_with(const std::string& skill) const {
    std::filesystem::create_directories(folder_ / skills);
    std::filesystem::copy_file(figures + "dog/skills/gait.yaml", folder_ / skills / "gait.yaml",
                               std::filesystem::copy_options::overwrite_existing);
    write("figures/ox/ox.yaml",
          "gambol: 3\nactor: ox\nfigure: " + figures +
              "dog/body.yaml\nstands: 45 cm\nskills: [hop]\nlook: " + figures + "dog/look.yaml\n");
    write(skills + "hop.yaml", "gambol: 3\nskill: hop\nextends: gait\n" + skill);
    return "{name: ox, file: " + path("figures/ox/ox.yaml") + "}";
  }
};

const LegFramesSpec& legs(const CastSpec& cast) {
  return *cast.controllers.at(0).kind.as<LegFramesSpec>();
}
const ActSpec* act(const CastSpec& cast, const std::string& name) {
  for (const ActSpec& one : legs(cast).acts)
    if (one.name == name) return &one;
  return nullptr;
}

TEST_F(SkillParts, ADogBringsItsActs) {
  const std::string cue = "cues: [{name: a, at: 0.1 s, run: ";
  const CastSpec rex = cast("{name: rex, file: dog}", cue + "sit}]\n");
  EXPECT_THAT(names_in(legs(rex).acts),
              IsSupersetOf({"sit", "sit_and_look", "stand_up", "lie", "stand_up_from_lie",
                            "lie_on_side", "get_up"}));
  for (const char* gait : {"walk", "trot", "canter", "gallop"}) {
    const std::string skill = "skill: " + std::string(gait);
    EXPECT_TRUE(act(cast("{name: rex, file: dog, skills: [{" + skill + ", with: acts}]}"), "lie"));
    EXPECT_FALSE(act(cast("{name: rex, file: dog, skills: [{" + skill + "}]}"), "lie"));
  }
  EXPECT_THAT(problem("{name: rex, file: dog}", cue + "sitt}]\n"), HasSubstr("did you mean sit?"));
  EXPECT_THAT(problem("{name: rex, file: dog}", cue + "somersault}]\n"),
              HasSubstr("cues[0].run: found \"somersault\", expected a motor program or an act "
                        "(sit, stand_up, sit_to_trot, trot_off, sit_and_look, look_round, "
                        "lie_from_sit, lie, stand_up_from_lie, lie_on_side or get_up)"));
}

TEST_F(SkillParts, AddWhatTheySayToASkill) {
  const CastSpec plain = cast("{name: rex, file: dog, speed: 1 m/s, skills: [gait]}");
  EXPECT_FALSE(legs(plain).catches);
  const CastSpec rex = cast(
      "{name: rex, file: dog, speed: 1 m/s, skills: [{skill: gait, with: [acts, leap], "
      "late_over: 0.9}]}");
  EXPECT_TRUE(legs(rex).catches);
  EXPECT_TRUE(act(rex, "leap"));
  EXPECT_EQ(legs(rex).soft_reach, 0.06) << "of `leap`";
  EXPECT_EQ(legs(rex).late_over, 0.9) << "as the shot says";
  EXPECT_EQ(legs(rex).speed.at(0), 1);
  EXPECT_EQ(rex.controllers[0].name, "gait");
  // Another actor's, and one of a shot that this one extends.
  EXPECT_TRUE(
      act(cast("{name: t, file: fox, skills: [{skill: dog/gait, with: dog/leap}]}"), "leap"));
  text("first", "{name: rex, file: dog, skills: [trot]}");
  const CastSpec second = load_shot(write("second.yaml",
                                          "gambol: 3\nshot: second\nextends: first.yaml\n"
                                          "figures: [{name: rex, skills: [{name: gait, with: "
                                          "[leap], late_over: 0.8}]}]\n"))
                              .motion.figures[0];
  EXPECT_TRUE(act(second, "leap"));
  EXPECT_EQ(legs(second).only, "trot");
  EXPECT_EQ(legs(second).late_over, 0.8);
}

TEST_F(SkillParts, StayAsAFigureIsScaled) {
  text("first", "{name: rex, file: dog, skills: [{skill: trot, with: [leaps]}]}");
  const CastSpec first = load_shot(path("first.yaml")).motion.figures[0];
  const CastSpec small =
      load_shot(write("second.yaml",
                      "gambol: 3\nshot: second\nextends: first.yaml\n"
                      "figures: [{name: rex, animal: {height: 23.5 cm, mass: 8 kg}}]\n"))
          .motion.figures[0];
  ASSERT_TRUE(act(first, "leap_061"));
  ASSERT_TRUE(act(small, "leap_061"));
  const LeapSpec &as_it_was = *act(first, "leap_061")->leap,
                 &scaled = *act(small, "leap_061")->leap;
  EXPECT_NEAR(scaled.height / as_it_was.height, 0.5, 0.05);
  EXPECT_NEAR(*scaled.mass, 8, 0.08);
  EXPECT_EQ(legs(small).only, "trot");
}

// What the shots of leaps said before there was a table.
TEST_F(SkillParts, OfTheDogsLeapsAreThoseOfItsTable) {
  const CastSpec rex = cast("{name: rex, file: dog, skills: [{skill: trot, with: [leaps]}]}");
  const ActSpec& leap = *act(rex, "leap_001");
  EXPECT_EQ(leap.leap->speed, 0.135);
  EXPECT_EQ(leap.leap->height, 64.5 / 100);
  EXPECT_EQ(leap.leap->drop, 0.12);
  ASSERT_EQ(leap.leap->rises.keys.size(), 1u);
  EXPECT_EQ(leap.leap->sinks.keys[0].value, -8.8 / 100);
  ASSERT_EQ(leap.leap->ways.size(), 2u);
  EXPECT_EQ(leap.leap->ways[0].heights.keys.size(), 11u);
  EXPECT_EQ(leap.stages[0].duration, 0.24);
  EXPECT_EQ(leap.stages.size(), 7u) << "those of `leap`";
  EXPECT_EQ(leap.like, "trot");
  const NumberTable table(figures + "dog/skills/leaps.npy");
  EXPECT_EQ(table.rows(), 61u);
  EXPECT_THAT(as_text(table), HasSubstr("leap_061"));
}

TEST_F(SkillParts, ThatAreNotThereAreTold) {
  EXPECT_THAT(problem("{name: rex, file: dog, skills: [{skill: gait, with: [leep]}]}"),
              HasSubstr("found \"leep\", expected a skill of"));
  EXPECT_THAT(problem("{name: rex, file: dog, skills: [{skill: gait, with: [leep]}]}"),
              HasSubstr("did you mean leap?"));
  EXPECT_THAT(problem(ox_with("with: [leep]\n")),
              HasSubstr("hop.yaml:4:8: with: found \"leep\", expected the name of a skill beside"));
  EXPECT_THAT(problem(ox_with("with: [hop]\n")), HasSubstr("a skill that does not"));
  write(skills + "arm.yaml", "gambol: 3\nskill: arm\nextends: gait\ntype: servo\n");
  EXPECT_THAT(problem(ox_with("with: [arm]\n")),
              HasSubstr("of type servo, expected a part of a skill of type leg_frames"));
  EXPECT_THAT(problem("{name: rex, file: dog, skills: [{skill: gait, rows: {a.npy: {}}}]}"),
              HasSubstr("skills.rows: found a mapping, expected this key in a file of a skill"));
  // Legs that the figure lacks.
  EXPECT_THAT(problem("{name: anna, file: human, skills: [{skill: gait, with: [dog/sit]}]}"),
              HasSubstr("found \"dog/sit\", expected a skill for the legs of "));
}

TEST_F(SkillParts, OfAnotherBodyAreTold) {
  EXPECT_THAT(problem("{name: rex, file: dog, skills: [{skill: gait, with: [leaps_strong]}]}"),
              HasSubstr("leap.torque: found leap_001, of joints of up to 150 N*m, "
                        "expected a leap of joints of up to 100 N*m, as this figure's"));
  text("first", "{name: rex, file: dog, skills: [{skill: trot, with: [leaps]}]}");
  write("heavy.yaml", "gambol: 3\nfigure: heavy\nextends: " + figures +
                          "dog/body.yaml\nanimal: {height: 47 cm, mass: 50 kg}\n");
  EXPECT_THAT(problems(write("second.yaml",
                             "gambol: 3\nshot: second\nextends: first.yaml\n"
                             "figures: [{name: rex, file: heavy.yaml}]\n")),
              HasSubstr("expected a leap of a figure of 50 kg, as this one"));
}

const std::string hops =
    "rows:\n  hops.npy:\n    acts: {=name: {like: trot, stages: {up: {duration: =time, frames: "
    "{shoulders: {height: =way}}}}}}\n";
// Places of the curve are phases, which have no unit.
const std::string columns = "[('name', '|S4'), ('time [s]', '<f8'), ('way [m]', '<f8', (2, 2))]";
std::string hop(std::string name, const std::vector<double>& numbers) {
  name.resize(4, '\0');
  return name + npy_numbers(numbers);
}

TEST_F(SkillParts, RowsOfATableAddToASkill) {
  const auto with = [&](const std::string& descr, const std::string& rows) {
    write(skills + "hops.npy", npy_header(descr, "(2,)") + rows);
    return ox_with(hops);
  };
  const std::string one = hop("hip", {0.1, 0, 0.4, 1, 1.0 / 3}),
                    other = hop("hop", {0.3, 0, 0.5, 0, 0.5});
  const ShotSpec made = load_shot(text("shot", with(columns, one + other)));
  const CastSpec& ox = made.motion.figures.at(0);
  ASSERT_TRUE(act(ox, "hip") && act(ox, "hop"));
  EXPECT_EQ(act(ox, "hip")->stages[0].duration, 0.1);
  EXPECT_EQ(act(ox, "hip")->stages[0].frames[0].height->keys[1].value, 1.0 / 3);
  EXPECT_EQ(act(ox, "hop")->stages[0].frames[0].height->keys.size(), 1u);
  // The table's numbers are the shot's.
  const std::string before = motion_hash(made);
  const auto hash = [&](double time) {
    return motion_hash(
        load_shot(text("shot", with(columns, one + hop("hop", {time, 0, 0.5, 0, 0.5})))));
  };
  EXPECT_EQ(hash(0.3), before);
  EXPECT_NE(hash(0.30000000000000004), before);

  EXPECT_THAT(problem(with(columns, one + one)),
              HasSubstr("hop.yaml:6:12: rows: found hip again in row 2"));
  EXPECT_THAT(problem(with("[('name', '|S4'), ('tine [s]', '<f8'), ('way [m]', '<f8', (2, 2))]",
                           one + other)),
              HasSubstr("found =time, expected = and a column of the table (did you mean tine?)"));
  EXPECT_THAT(problem(with("[('name', '|S4'), ('time [kg]', '<f8'), ('way [m]', '<f8', (2, 2))]",
                           one + other)),
              HasSubstr("duration: found "
                        "\"0.1 kg\" (mass), expected a time (s)"));
  EXPECT_THAT(problem(with(columns, one + one.substr(1))),
              HasSubstr("hops.npy: rows: found 1.97727 of 44 bytes, expected 2"));
  EXPECT_THAT(problem(ox_with("rows: {hip.npy: {acts: {=name: {as: sit}}}}\n")),
              HasSubstr("hip.npy: expected a table (there is none at"));
}

}  // namespace
}  // namespace gambol
