// The skills that actors bring, and take over from others.

#include <gmock/gmock.h>

#include "base/data_file.h"
#include "figure/body_measures.h"
#include "figure/known_figures.h"
#include "shot/actors_fixture.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST_F(Actors, HaveTheSkillsThatAShotLists) {
  const auto names = [](const CastSpec& cast) {
    std::string all;
    for (const ControllerSpec& c : cast.controllers) all += c.name + " ";
    return all;
  };
  const std::string wave = "{name: wave, type: servo, stiffness: 1 N*m, joints: {tail_1: 10 deg}}";
  const auto of = [&](const std::string& skills) {
    const std::string speed = skills.find("gait") == skills.npos ? "" : ", speed: 1 m/s";
    return shot("{name: rex, file: dog" + speed + ", skills: " + skills + "}").motion.figures[0];
  };
  EXPECT_EQ(names(of("[" + wave + "]")), "wave ");
  EXPECT_EQ(names(of("[" + wave + ", gait]")), "wave gait ");
  EXPECT_EQ(names(of("[]")), "");
  EXPECT_EQ(names(of("dog/gait")), "gait ");
  const CastSpec changed = of("[{skill: dog/gait, name: other, trim_time: 3 s}]");
  EXPECT_EQ(names(changed), "other ");
  EXPECT_EQ(gait(changed).trim_time, 3);
  EXPECT_EQ(gait(changed).speed.at(0), 1);
}

// Lists merge by name, as all lists do.
TEST_F(Actors, GetSkillsFromShotsThatExtendTheirs) {
  const std::string wave = "{name: wave, type: servo, stiffness: 1 N*m, joints: {tail_1: 10 deg}}";
  write("first.yaml",
        base("first") + "figures: [{name: rex, file: dog, size: 50 cm, skills: [" + wave + "]}]\n");
  const auto second = [&](const std::string& change, const std::string& without = "[]") {
    return load_shot(write("second.yaml", "shot: second\nextends: first.yaml\nwithout: " + without +
                                              "\nfigures: [{name: rex, " + change + "}]\n"))
        .motion.figures[0];
  };
  EXPECT_EQ(second("skills: [gait]").controllers.size(), 2u);
  EXPECT_EQ(second("skills: [dog/gait]", "[figures.rex.skills]").controllers.size(), 1u);
  EXPECT_EQ(second("skills: [{skill: gait, trim_time: 3 s}]").controllers[1].name, "gait");
  // To its size.
  const auto stiffness = [&](const CastSpec& cast) {
    return cast.controllers[1].kind.as<LegFramesSpec>()->joints[0].stiffness;
  };
  const CastSpec small = second("skills: [gait]"), large = second("skills: [gait], size: 1 m");
  EXPECT_NEAR(stiffness(large) / stiffness(small), 16, 1e-9);
  EXPECT_EQ(large.controllers[0].name, "wave");
}

// The gait of a dog for a cat, by the heights of their legs and their masses.
TEST_F(Actors, PlaySkillsOfOtherBodies) {
  const CastSpec cat =
      shot("{name: tom, file: cat, speed: 0.5 m/s, skills: [{skill: dog/gait, tick: 0.5 ms}]}")
          .motion.figures[0];
  const CastSpec dog = shot("{name: rex, file: dog, speed: 1 m/s}").motion.figures[0];
  const double length = gait(cat).most_ahead / gait(dog).most_ahead;
  EXPECT_NEAR(length * length, 0.47, 0.02) << "the root of the lengths: speeds";
  EXPECT_THAT(problem_of("{name: ball, file: lamp, skills: [dog/gait]}"),
              HasSubstr("a skill of a figure that has legs"));
}

// A skill file extends another actor's skill as a list of skills names it, without parts of it.
TEST_F(Actors, ExtendSkillsOfOtherBodies) {
  const std::string cat =
      "actor: pet\nfigure: cat\nskills: [gait]\nstands: 22.1 cm\n"
      "look: " GAMBOL_SOURCE_DIR "/figures/cat/look.yaml\n";
  const std::string pet = write("figures/pet/pet.yaml", cat);
  const auto with = [&](const std::string& rest) {
    write("figures/pet/skills/gait.yaml", "skill: gait\n" + rest);
  };
  with("extends: dog/gait\nwithout: [gaits.pace]\ntick: 0.5 ms\n");
  const CastSpec made = shot("{name: tom, file: " + pet + ", speed: 0.5 m/s}").motion.figures[0];
  const CastSpec named = shot(
                             "{name: tom, file: cat, skills: [{skill: dog/gait, without: "
                             "[gaits.pace], tick: 0.5 ms}]}")
                             .motion.figures[0];
  EXPECT_EQ(gait(made).most_ahead, gait(named).most_ahead);
  EXPECT_EQ(gait(made).gaits.size(), gait(named).gaits.size());
  EXPECT_EQ(gait(made).gaits.size(), 6u) << "stand, walk, trot, canter and two gallops";
  with("extends: dog/gate\n");
  EXPECT_THAT(
      problem_of("{name: tom, file: " + pet + "}"),
      HasSubstr("gait.yaml:3:10: extends: found \"dog/gate\", expected the name of a skill"));
  with("extends: lamp/hop\n");
  EXPECT_THAT(problem_of("{name: tom, file: " + pet + "}"),
              HasSubstr("gait.yaml:3:10: extends: found \"lamp/hop\", expected a skill of a figure "
                        "that has legs"));
}

// A skill file that changes another one of its folder.
TEST_F(Actors, HaveSkillsThatExtendOthers) {
  const std::string skills = "figures/fox/skills/";
  write("figures/fox/fox.yaml",
        "actor: fox\nfigure: " GAMBOL_SOURCE_DIR
        "/figures/spider.yaml\nskills: [slow]\nstands: 10 cm\nlook: plate\n");
  write(
      skills + "walk.yaml",
      "skill: walk\ntype: oscillators\nactive: true\ntick: 2 ms\nfrequency: 2 Hz\ndelay: 0.1 s\n");
  write(skills + "slow.yaml", "skill: slow\nextends: walk\nwithout: [delay]\nfrequency: 1 Hz\n");
  const auto of_fox = [&] {
    return shot("{name: f, file: " + folder_ + "/figures/fox/fox.yaml}").motion.figures[0];
  };
  const CastSpec fox = of_fox();
  ASSERT_EQ(fox.controllers.size(), 1u);
  EXPECT_EQ(fox.controllers[0].name, "walk") << "it keeps the name of what it changes";
  EXPECT_EQ(fox.controllers[0].tick, 2e-3);
  const auto* slow = fox.controllers[0].kind.as<OscillatorGaitSpec>();
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->frequency->at(0), 1);
  EXPECT_EQ(slow->delay.at(0), 0.05) << "left out";
  const auto problem = [&](const std::string& text) -> std::string {
    write(skills + "slow.yaml", "skill: slow\n" + text);
    try {
      of_fox();
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(problem("extends: wlak\n"), HasSubstr("did you mean walk?"));
  EXPECT_THAT(problem("extends: slow\n"), HasSubstr("which extends this one"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [{extends: gait}]}"),
              HasSubstr("here `skill` names one"));
}

// An actor names the files of its folder; a shot may say more.
TEST_F(Actors, NameTheirSkills) {
  write("figures/bee/bee.yaml",
        "actor: bee\nfigure: " GAMBOL_SOURCE_DIR
        "/figures/spider.yaml\nskills: [{type: oscillators, tick: 2 ms}]\nlook: plate\n");
  EXPECT_THAT(problem_of("{name: b, at: [0, 0, 1 cm], file: " + folder_ + "/figures/bee/bee.yaml}"),
              HasSubstr("bee.yaml:4:10: skills: found a mapping, expected the name of a skill"));
}

// What a skill writes is not replaced by a scaled default, neither of the element that names it nor
// of a part that adds to it.
TEST_F(Actors, KeepWhatTheirSkillsWriteAtAnySize) {
  const std::string skills = "figures/ant/skills/";
  write("figures/ant/ant.yaml",
        "actor: ant\nfigure: " GAMBOL_SOURCE_DIR
        "/figures/spider.yaml\nskills: [walk]\nstands: 10 cm\nlook: plate\n");
  write(
      skills + "walk.yaml",
      "skill: walk\ntype: oscillators\nactive: true\ntick: 2 ms\nfrequency: 2 Hz\ndelay: 0.1 s\n");
  write(skills + "more.yaml", "skill: more\nextends: walk\nname: walk\ntype: oscillators\n");
  const auto ant = [&](const std::string& more) {
    return shot("{name: a, file: " + folder_ + "/figures/ant/ant.yaml" + more + "}")
        .motion.figures[0]
        .controllers.at(0);
  };
  const double own = longest_side(known_figure(GAMBOL_SOURCE_DIR "/figures/spider.yaml")->spec);
  const double time = std::sqrt(1.0 / own);
  for (const char* more : {"", ", skills: [{skill: walk, with: [more]}]"}) {
    EXPECT_EQ(ant(more).tick, 2e-3) << more;
    const ControllerSpec large = ant(", size: 1 m" + std::string(more));
    EXPECT_NEAR(large.tick, 2e-3 * time, 1e-12) << more;
    EXPECT_NEAR(large.kind.as<OscillatorGaitSpec>()->delay.at(0), 0.1 * time, 1e-9) << more;
  }
}

}  // namespace
}  // namespace gambol
