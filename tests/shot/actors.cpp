// Figures that bring along what they need.

#include <gmock/gmock.h>

#include "base/data_file.h"
#include "figure/body_measures.h"
#include "shot/actor_spec.h"
#include "shot/actors_fixture.h"
#include "shot/check.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST_F(Actors, BringTheirBodySolesStepSkillsAndMaterials) {
  const ShotSpec made = shot("{name: rex, file: dog, at: [2 m, 1 m], speed: 1.5 m/s}");
  const CastSpec& rex = made.motion.figures[0];
  EXPECT_GT(rex.figure.bodies.size(), 10u);
  EXPECT_EQ(rex.at, Vec3(2, 1, 0.45));
  EXPECT_EQ(rex.step, 1e-3);
  ASSERT_TRUE(rex.contact);
  EXPECT_EQ(rex.contact->stiffness, 4e4);
  ASSERT_EQ(rex.controllers.size(), 1u);
  EXPECT_EQ(rex.controllers[0].name, "gait");
  EXPECT_EQ(gait(rex).speed.at(0), 1.5);
  EXPECT_TRUE(made.motion.world.ground) << "what has soles stands on something";
  EXPECT_EQ(made.motion.integrator.step, 1e-3) << "others step as it does";
  const auto& materials = made.look.materials;
  EXPECT_TRUE(std::any_of(materials.begin(), materials.end(),
                          [](const MaterialSpec& m) { return m.name == "dog_nose"; }));
}

TEST_F(Actors, BearStepsUpToTheirOwn) {
  const auto step = [&](const std::string& integrator) {
    const std::string line = "integrator: {step: " + integrator + "}\n";
    return *shot("{name: rex, file: dog}", line).motion.figures[0].step;
  };
  EXPECT_EQ(step("0.5 ms"), 0.5e-3);
  EXPECT_EQ(step("2 ms"), 1e-3);
  EXPECT_EQ(*shot("{name: rex, file: dog, step: 2 ms}", "integrator: {step: 0.5 ms}\n")
                 .motion.figures[0]
                 .step,
            2e-3)
      << "as the shot says";
}

// Fields of its gait that another shot or a take changes.
TEST_F(Actors, AreChangedByTheirNames) {
  write("first.yaml", base("first") + "figures: [{name: rex, file: dog, speed: 1 m/s}]\n");
  const ShotSpec made =
      load_shot(write("second.yaml",
                      "shot: second\nextends: first.yaml\n"
                      "without: [figures.rex.skills.gait.gaits.pace]\n"
                      "figures: [{name: rex, skills: [{name: gait, trim_time: 3 s}]}]\n"
                      "takes: {fast: {figures: [{name: rex, speed: 2 m/s}]},\n"
                      "  other: {figures: [{name: rex, file: roach, without: []}]},\n"
                      "  roach: {figures: [{name: rex, file: roach}]},\n"
                      "  strong: {figures: [{name: rex, file: " GAMBOL_SOURCE_DIR
                      "/figures/dog_strong.yaml}]},\n"
                      "  high: {figures: [{name: rex, at: [0, 0, 1 m]}]},\n"
                      "  small: {figures: [{name: rex, size: 30 cm}]}}\n"));
  const LegFramesSpec& changed = gait(made.motion.figures[0]);
  EXPECT_EQ(changed.trim_time, 3);
  EXPECT_EQ(changed.speed.at(0), 1);
  EXPECT_TRUE(std::none_of(changed.gaits.begin(), changed.gaits.end(),
                           [](const auto& g) { return g.name == "pace"; }));
  const auto take = [&](const char* name) {
    return load_shot((fs::path(folder_) / "second.yaml").string() + "@" + name).motion.figures[0];
  };
  EXPECT_EQ(gait(take("fast")).speed.at(0), 2);
  EXPECT_EQ(gait(take("strong")).trim_time, 3) << "another body of the same actor";
  EXPECT_EQ(take("high").at.z(), 1);
  const CastSpec small = take("small");
  EXPECT_LT(gait(small).joints[0].stiffness, gait(made.motion.figures[0]).joints[0].stiffness);
  EXPECT_LT(small.at.z(), 0.3);
  EXPECT_EQ(gait(small).trim_time, 3) << "what the shot says is of the figure as it is";
}

TEST_F(Actors, OfAnotherFileHaveItsSkills) {
  write("first.yaml", base("first") + "figures: [{name: rex, file: dog, speed: 1 m/s}]\n");
  const ShotSpec made = load_shot(write("second.yaml",
                                        "shot: second\nextends: first.yaml\n"
                                        "figures: [{name: rex, file: roach, frequency: 5 Hz}]\n"));
  const CastSpec& rex = made.motion.figures[0];
  ASSERT_EQ(rex.controllers.size(), 1u);
  const auto* walk = rex.controllers[0].kind.as<OscillatorGaitSpec>();
  ASSERT_TRUE(walk);
  EXPECT_EQ(walk->frequency->at(0), 5);
  EXPECT_EQ(rex.step, 0.125e-3);
}

TEST_F(Actors, AreAsLongAsTheShotSays) {
  const CastSpec as_it_is = shot("{name: bot, file: roach}").motion.figures[0];
  const CastSpec large = shot("{name: bot, file: roach, size: 40 cm}").motion.figures[0];
  const double ratio = large.figure.bodies[1].at.norm() / as_it_is.figure.bodies[1].at.norm();
  EXPECT_GT(ratio, 5);
  EXPECT_NEAR(large.at.z() / as_it_is.at.z(), ratio, 1e-9 * ratio);
  EXPECT_NEAR(*large.step / *as_it_is.step, std::sqrt(ratio), 1e-9);
  const auto frequency = [](const CastSpec& cast) {
    return cast.controllers[0].kind.as<OscillatorGaitSpec>()->frequency->at(0);
  };
  EXPECT_NEAR(frequency(as_it_is) / frequency(large), std::sqrt(ratio), 1e-9);
  EXPECT_NEAR(*large.contact->damping / *as_it_is.contact->damping, std::pow(ratio, 2.5),
              1e-6 * std::pow(ratio, 2.5));
  EXPECT_EQ(motion_hash(shot("{name: bot, file: roach}")),
            motion_hash(shot("{name: bot, file: roach, stands: 1.85 cm}")));
}

// Also where the base has put another body in the place of the actor's.
TEST_F(Actors, StandWhereAShotPutsThemByThreeNumbers) {
  write("base.yaml", base("base") + "figures: [{name: rex, file: dog}]\n");
  write("other.yaml",
        "shot: other\nextends: base.yaml\nfigures: [{name: rex, file: " GAMBOL_SOURCE_DIR
        "/figures/dog_hard_paws.yaml}]\n");
  const auto height = [&](const std::string& extended) {
    return load_shot(write("low.yaml", "shot: low\nextends: " + extended +
                                           "\nfigures: [{name: rex, at: [0, 0, 12 cm]}]\n"))
        .motion.figures[0]
        .at.z();
  };
  EXPECT_EQ(height("base.yaml"), 0.12);
  EXPECT_EQ(height("other.yaml"), 0.12);
}

// A place without figures, and a shot with them: what comes later changes what came before.
TEST_F(Actors, AreJoinedWithAPlace) {
  const std::string place = write(
      "place.yaml",
      "shot: place\nworld: {ground: {}, obstacles: {block: {box: [1 m, 1 m, 1 m], at: [9 m, 0, 0], "
      "material: paving}}}\nlook: plaza\nfilm: {duration: 9 s}\n");
  write("walk.yaml", base("walk") + "figures: [{name: rex, file: dog, speed: 1 m/s}]\n");
  write("cast.yaml", base("cast") +
                         "figures: [{name: rex, skills: [{name: gait, trim_time: 3 s}]},"
                         " {name: bot, file: roach, at: [0, 2 m]}]\n");
  const ShotSpec made = load_shot(write("both.yaml",
                                        "shot: both\nextends: [walk.yaml, cast.yaml, place.yaml]\n"
                                        "figures: [{name: bot, frequency: 3 Hz}]\n"));
  ASSERT_EQ(made.motion.figures.size(), 3u);
  EXPECT_EQ(gait(made.motion.figures[0]).trim_time, 3);
  EXPECT_TRUE(made.motion.figures[2].is_obstacle);
  EXPECT_EQ(made.film.duration, 9);
  EXPECT_TRUE(check_file(place, {}).empty());
  const auto said = [&](const std::string& extends) {
    try {
      load_shot(write("bad.yaml", "shot: bad\nextends: " + extends + "\n"));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(said("[walk.yaml, gone.yaml]"), HasSubstr("bad.yaml:3:22: extends: found"));
  EXPECT_THAT(said("[]"), HasSubstr("a shot file, or several"));
  EXPECT_THAT(said("[walk.yaml, bad.yaml]"), HasSubstr("does not extend this one"));
  EXPECT_THAT(said("place.yaml"), HasSubstr("figures: found nothing"));
}

TEST_F(Actors, MayHaveMaterialsOfOneName) {
  const ShotSpec made = shot("{name: a, file: human}, {name: b, file: creature}");
  const auto color = [&](const std::string& name) {
    for (const MaterialSpec& m : made.look.materials)
      if (m.name == name) return m.color.x();
    return -1.0;
  };
  EXPECT_NE(color("pupil"), -1);
  EXPECT_NE(color("creature.pupil"), -1);
}

// A figure of the project hides gambol's actor of that name, which it may extend.
TEST_F(Actors, OfTheProjectComeFirst) {
  write("figures/dog.yaml", "figure: dog\nextends: dog\nabout: mine\n");
  write("figures/fox/fox.yaml", "actor: fox\nfigure: ../dog.yaml\nskills: [gait, dog/gait]\n");
  write("figures/fox/skills/gait.yaml",
        "skill: gait\nname: own\ntype: oscillators\nfrequency: 1 Hz\n");
  write("figures/cat/cat.yaml", "actor: cat\nfigure: ../dog.yaml\nskills: [fox/gait]\n");
  const std::string look = ", look: " GAMBOL_SOURCE_DIR "/figures/dog/look.yaml}";
  set_project_folder(folder_);
  std::string about, skill, missing;
  try {
    about = shot("{name: rex, file: dog, at: [0, 0, 1 m]" + look).motion.figures[0].figure.about;
    skill = problem_of("{name: rex, file: cat, at: [0, 0, 1 m]" + look);
    missing = problem_of("{name: rex, file: fox, at: [0, 0, 1 m]" + look);
  } catch (const InputError& e) {
    ADD_FAILURE() << e.what();
  }
  set_project_folder("");
  EXPECT_EQ(about, "mine");
  EXPECT_THAT(skill, HasSubstr("fox/skills/gait.yaml")) << "found, and not for such legs";
  EXPECT_THAT(missing, HasSubstr("dog/gait")) << "dog is a figure here, without skills";
}

// A shot in a folder of its own name is no actor: what it says of a figure stays, and its steps.
TEST_F(Actors, AreNotShotsInFoldersOfTheirNames) {
  const std::string ball = "{name: ball, file: " GAMBOL_SOURCE_DIR
                           "/figures/ball.yaml, at: [0, 0, 1 m], step: 2 ms, look: materials}";
  write("base/base.yaml",
        base("base") + "world: {ground: {}}\nintegrator: {step: 1 ms}\nfigures: [" + ball + "]\n");
  EXPECT_EQ(load_shot(folder_ + "/base/base.yaml").motion.figures[0].step, 2e-3);
  const ShotSpec made = load_shot(write("over.yaml",
                                        "shot: over\nextends: base/base.yaml\n"
                                        "figures: [{name: ball, file: dog, look: " GAMBOL_SOURCE_DIR
                                        "/figures/dog/look.yaml}]\n"));
  EXPECT_EQ(made.motion.figures[0].at.z(), 1);
  EXPECT_EQ(made.motion.figures[0].controllers.size(), 1u);
}

// With everything that the actor brings.
TEST_F(Actors, AreScaledToAnAnimal) {
  const CastSpec dog = shot("{name: rex, file: dog}").motion.figures[0];
  const CastSpec pup =
      shot("{name: rex, file: dog, animal: {height: 23.5 cm, mass: 8 kg}}").motion.figures[0];
  EXPECT_NEAR(shoulder_height(pup.figure), 0.235, 1e-6);
  EXPECT_NEAR(total_mass(pup.figure), 8, 1e-9);
  const double length = 0.235 / shoulder_height(dog.figure), mass = 8 / total_mass(dog.figure);
  EXPECT_NEAR(pup.contact->stiffness, dog.contact->stiffness * mass / length, 1e-6);
  EXPECT_NEAR(*pup.step, *dog.step * std::sqrt(length), 1e-12);
  EXPECT_NEAR(gait(pup).joints[0].stiffness, gait(dog).joints[0].stiffness * mass * length, 1e-6);
  EXPECT_THAT(problem_of("{name: rex, file: dog, size: 1 m, animal: {height: 30 cm}}"),
              HasSubstr("a size as well as an animal"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, animal: {height: 30 cm, mass: 100 kg}}"),
              HasSubstr("an animal's, 20 to 3000 kg/m3"));
  EXPECT_THAT(problem_of("{name: l, file: lamp, animal: {height: 30 cm}}"),
              HasSubstr("an animal in a figure without legs"));
  EXPECT_THAT(problem_of("{name: h, file: human, person: {height: 1.7 m}, animal: {mass: 9 kg}}"),
              HasSubstr("an animal as well as a person"));
}

// By dynamic similarity, those too that a gait takes over from another one: at the same speed for
// their legs.
TEST_F(Actors, StrideInTimesOfTheRootOfTheirLength) {
  const CastSpec man = shot("{name: a, file: human}").motion.figures[0];
  const CastSpec child =
      shot("{name: a, file: human, person: {height: 1.2 m, mass: 24 kg}}").motion.figures[0];
  const double slower = *child.step / *man.step;
  int strides = 0;
  for (std::size_t g = 0; g < gait(man).gaits.size(); ++g) {
    const StrideSpec &of_man = gait(man).gaits[g], &of_child = gait(child).gaits[g];
    EXPECT_NEAR(of_child.period.at(1.3 * slower), of_man.period.at(1.3) * slower, 1e-3)
        << of_man.name;
    strides += !of_man.as.empty();
  }
  EXPECT_GE(strides, 2) << "walk and brisk";
}

TEST_F(Actors, GoWhereTheyFaceUnlessTheySayOtherwise) {
  const auto heading = [&](const std::string& more) {
    return gait(shot("{name: rex, file: dog" + more + "}").motion.figures[0]).heading.at(0);
  };
  EXPECT_EQ(heading(""), 0);
  EXPECT_DOUBLE_EQ(heading(", faces: 90 deg"), M_PI / 2);
  EXPECT_EQ(heading(", faces: 90 deg, heading: 0 deg"), 0);
  EXPECT_DOUBLE_EQ(heading(", faces: 90 deg, skills: [{skill: trot, trim_time: 3 s}]"), M_PI / 2);
}

// In version 3 bodies push each other apart, those of one figure too.
TEST_F(Actors, AreSolidUnlessTheySayOtherwise) {
  const auto self = [&](const std::string& figures, const std::string& world = "") {
    return shot(figures, world).motion.world.collisions.self;
  };
  const std::vector<std::string> all = {"*"}, none, cat = {"tom"}, led = {"bot"};
  for (const char* file : {"cat", "dog", "human", "horse"})
    EXPECT_EQ(self("{name: tom, file: " + std::string(file) + "}"), all) << file;
  EXPECT_EQ(self("{name: bot, file: quadruped}"), none) << "figures/quadruped.yaml says so";
  EXPECT_EQ(self("{name: tom, file: cat}, {name: bot, file: quadruped, at: [0, 2 m]}"), cat);
  EXPECT_EQ(self("{name: bot, file: quadruped}", "world: {collisions: {self: [bot]}}\n"), led);
  std::ofstream(fs::path(folder_) / "old.yaml")
      << "gambol: 2\n"
      << base("old") << "figures: [{name: tom, file: cat}]\n";
  const CollisionsSpec old =
      load_shot((fs::path(folder_) / "old.yaml").string()).motion.world.collisions;
  EXPECT_EQ(old.self, none);
  EXPECT_EQ(old.figures, none) << "nothing collided";
}

TEST_F(Actors, SayWhatIsWrong) {
  const std::string plain = GAMBOL_SOURCE_DIR "/figures/roach.yaml";
  for (const std::string& bug : {std::string("roach"), plain}) {
    const std::string problem =
        problem_of("{name: bug, at: [0, 0, 1 cm], file: " + bug + ", skills: [dog/trot]}");
    EXPECT_THAT(problem, HasSubstr("dog/trot")) << bug;
    EXPECT_THAT(problem, HasSubstr("which has no hind_left")) << bug;
    EXPECT_EQ(problem.find("gait.yaml"), std::string::npos) << problem;
  }
  EXPECT_THAT(problem_of("{name: a, file: human, size: 1 m, person: {height: 1.7 m}}"),
              HasSubstr("a size as well as a person"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, contact: {friction_model: coulomb}}"),
              HasSubstr("friction_model: stick, or none"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [gaitt]}"),
              HasSubstr("did you mean gait?"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [cat/trot]}"), HasSubstr("cat/gait"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [dog/troot]}"),
              HasSubstr("did you mean dog/trot?"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [dgo/trot]}"),
              HasSubstr("a skill, ACTOR/NAME, where ACTOR is an actor: its path, or the name "
                        "of one in figures (did you mean dog?)"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [{a: b}]}"),
              HasSubstr("skills[0].type: found nothing"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [{skill: [gait]}]}"),
              HasSubstr("a skill of"));
  EXPECT_THAT(problem_of("{name: rex, file: dogg}"), HasSubstr("did you mean dog?"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, frequency: 3 Hz}"),
              HasSubstr("a figure with a skill that has a `frequency`"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, size: -3 m}"), HasSubstr("size: found"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, size: 3 kg}"), HasSubstr("size: found"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, person: {height: 1.7 m}}"), HasSubstr("stature"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, at: [1 m, 2 m, 3 m, 4 m]}"),
              HasSubstr("at: found"));
  EXPECT_THAT(problem_of("{name: rex, file: dog, skills: [\"../../../../etc/none\"]}"),
              HasSubstr("a skill, ACTOR/NAME"));
  // Legs that it lacks.
  EXPECT_NE(problem_of("{name: rex, file: dog, skills: [human/gait]}"), "");
}

TEST_F(Actors, AreCheckedByThemselves) {
  for (const char* name : {"dog", "human", "roach", "cat", "horse", "spider", "quadruped",
                           "insect14", "biped", "lamp", "creature", "fox", "bear"})
    EXPECT_NO_THROW(
        check_actor(std::string(GAMBOL_SOURCE_DIR "/figures/") + name + "/" + name + ".yaml"));
  const auto said = [&](const std::string& file, const std::string& text) {
    try {
      check_actor(write(file, text));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(said("ox/ox.yaml", "actor: ox\n"), HasSubstr("figure: found nothing"));
  EXPECT_THAT(said("ox/ox.yaml", "actor: ox\nfigure: dog\nskils: [a]\n"),
              HasSubstr("did you mean skills?"));
  EXPECT_THAT(said("ox/ox.yaml", "actor: ox\nfigure: " GAMBOL_SOURCE_DIR
                                 "/figures/dog/body.yaml\nskills: [gait]\n"),
              HasSubstr("a skill of "));
  // Named from within its folder.
  const fs::path was = fs::current_path();
  fs::current_path(fs::path(GAMBOL_SOURCE_DIR) / "figures/dog");
  EXPECT_NO_THROW(check_actor("dog.yaml"));
  fs::current_path(was);
  EXPECT_THAT(
      said("ox/cow.yaml", "actor: cow\nfigure: " GAMBOL_SOURCE_DIR "/figures/dog/body.yaml\n"),
      HasSubstr("dog/dog.yaml"));
}

}  // namespace
}  // namespace gambol
