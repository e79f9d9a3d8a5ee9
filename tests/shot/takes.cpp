// Shots that change other shots, and takes of one shot: what is merged, what is refused, and where.

#include <gmock/gmock.h>

#include "schema/explain.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/file_kinds.h"
#include "shot/shot_hash.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"
#include "shot/shot_takes.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Takes : public Files {
 protected:
  Takes() {
    write("figures/ball.yaml", ball_figure);
    write("base/drop.yaml",
          "shot: drop\n"
          "film: {fps: 24, duration: 2 s, playback: 1/2}\n"
          "world: {gravity: [0, 0, -5], ground: {contact: {friction: 0.3, rise: 1000}}}\n"
          "figures:\n"
          "  - {name: one, file: ../figures/ball.yaml, at: [0, 0, 1], skills: [{type: "
          "script}]}\n"
          "  - {name: two, file: ../figures/ball.yaml, at: [1, 0, 1]}\n"
          "cues:\n"
          "  - {name: a, at: 0.1 s, start: script}\n"
          "  - {name: b, at: 0.2 s, stop: script}\n"
          "camera: {focal_length: 85 mm, follow: {figure: two, body: ball}}\n"
          "expect:\n"
          "  - {measure: height, figure: one, min: 1 cm}\n"
          "  - {measure: tilt, figure: one}\n"
          "takes:\n"
          "  plain:\n"
          "  light: {world: {gravity: [0, 0, -1]}}\n"
          "  late:\n"
          "    cues: [{name: b, at: 0.3 s}, {name: c, at: 0.4 s, start: script}]\n"
          "    figures: [{name: one, skills: [{type: script, tick: 5 ms}]}]\n"
          "    expect: [{measure: height, figure: one, min: 2 cm}]\n"
          "  quiet: {without: [cues.a, cues.b, expect, camera.follow]}\n");
  }
  ShotSpec take(const std::string& name) const { return load_shot(path("base/drop.yaml@" + name)); }
  std::string of_takes(const std::string& takes) const {
    write("ball.yaml", ball_figure);
    return problems(write("drop.yaml", ball_shot + "takes:\n" + takes));
  }
};

// Takes whose shot was read once are those that are read alone.
TEST_F(Takes, AreTheSameWhenTheirShotIsReadOnce) {
  const ShotTakes takes(path("base/drop.yaml"));
  ASSERT_EQ(takes.names(), std::vector<std::string>({"plain", "light", "late", "quiet"}));
  for (std::size_t i = 0; i < takes.names().size(); ++i) {
    const ShotSpec once = takes.take(i), alone = take(takes.names()[i]);
    EXPECT_EQ(once.name, alone.name);
    EXPECT_EQ(once.takes.names, alone.takes.names);
    EXPECT_EQ(once.place.line, alone.place.line);
    EXPECT_EQ(motion_hash(once), motion_hash(alone)) << once.name;
    EXPECT_EQ(picture_hash(once, PresetSpec{}), picture_hash(alone, PresetSpec{})) << once.name;
  }
}

// Parts that a take leaves alone are copied from its shot; all that they mean may still change with
// the others: film frames with the rate, what an alias stands for, what another key names.
TEST_F(Takes, AreTheSameWhenTheirPartsAreCopied) {
  write("ball.yaml", ball_figure);
  write("bright.yaml", "gambol: 3\nlook: bright\nmaterials: [{name: red, color: [1, 0, 0]}]\n");
  const std::string file = write(
      "drop.yaml", ball_shot +
                       "camera: {position: [[0 f, [1, 0, &up 1 m]], [12 f, [2, 0, 1 m]]], target: "
                       "[0, 0, 0]}\n"
                       "cues:\n"
                       "  - {name: a, at: 6 f, push: {figure: ball, body: ball, force: [1 N, 0, "
                       "0], over: 0.1 s}}\n"
                       "look: bright.yaml\n"
                       "expect: [{measure: height, figure: ball, min: *up}]\n"
                       "takes:\n"
                       "  alone: {}\n"
                       "  slow: {film: {fps: 12}}\n"
                       "  heavy: {world: {gravity: [0, 0, -20]}}\n"
                       "  named: {cues: [{name: a, at: 2 f}]}\n"
                       "  looked: {look: {materials: [{name: red, color: [0, 1, 0]}]}}\n"
                       "  without: {without: [cues, expect]}\n");
  const ShotTakes takes(file);
  ASSERT_EQ(takes.names().size(), 6u);
  for (std::size_t i = 0; i < takes.names().size(); ++i) {
    const std::string& name = takes.names()[i];
    const ShotSpec once = takes.take(i), alone = load_shot(file + "@" + name);
    EXPECT_EQ(motion_hash(once), motion_hash(alone)) << name;
    EXPECT_EQ(picture_hash(once, PresetSpec{}), picture_hash(alone, PresetSpec{})) << name;
    EXPECT_EQ(once.expect.size(), alone.expect.size()) << name;
  }
}

// A problem that two parts make together is told of a take as if it were loaded alone.
TEST_F(Takes, TellTheSameProblemsWhenTheirPartsAreCopied) {
  write("ball.yaml", ball_figure);
  const std::string file =
      write("drop.yaml",
            ball_shot +
                "cues:\n  - {name: a, at: 0.1 s, push: {figure: ball, body: ball, force: [1 N, "
                "0, 0], over: 0.1 s}}\n"
                "expect: [{event: {mark: a}, figure: ball}]\n"
                "takes:\n"
                "  renamed: {figures: [{name: other, file: ball.yaml}], without: [figures.ball]}\n"
                "  unmarked: {without: [cues.a]}\n"
                "  unknown: {cues: [{name: a, pusch: {}}]}\n");
  const ShotTakes takes(file);
  for (std::size_t i = 0; i < takes.names().size(); ++i) {
    const auto told = [](const auto& load) -> std::string {
      try {
        load();
        return "";
      } catch (const InputError& error) {
        return error.what();
      }
    };
    const std::string alone = told([&] { load_shot(file + "@" + takes.names()[i]); });
    EXPECT_NE(alone, "") << takes.names()[i];
    EXPECT_EQ(told([&] { takes.take(i); }), alone) << takes.names()[i];
  }
}

TEST_F(Takes, AReferenceMayNameATake) {
  const std::string file = path("base/drop.yaml");
  EXPECT_EQ(parse_shot_reference(file + "@late").file, file);
  EXPECT_EQ(parse_shot_reference(file + "@late").take, "late");
  EXPECT_EQ(parse_shot_reference(path("base/drop@late")).file, file);
  EXPECT_EQ(parse_shot_reference(path("base/drop")).file, file);
  EXPECT_EQ(parse_shot_reference(write("odd@name.yaml", "x")).take, "");
  EXPECT_EQ(parse_shot_reference("a@b/drop.yaml").file, "a@b/drop.yaml");
}

TEST_F(Takes, MappingsMergeKeyByKey) {
  const ShotSpec shot = take("light");
  EXPECT_EQ(shot.name, "drop@light");
  EXPECT_EQ(shot.motion.world.gravity, Vec3(0, 0, -1));
  EXPECT_EQ(shot.motion.world.ground->contact.friction.at(0), 0.3);
  EXPECT_TRUE(shot.takes.names.empty());
  EXPECT_THAT(load_shot(path("base/drop.yaml")).takes.names,
              ElementsAre("plain", "light", "late", "quiet"));
}

TEST_F(Takes, ListsOfNamedThingsMergeByName) {
  const ShotSpec shot = take("late");
  ASSERT_EQ(shot.motion.cues.size(), 3u);
  EXPECT_EQ(shot.motion.cues[1].at, 0.3);
  EXPECT_EQ(shot.motion.cues[1].stop, "script");
  EXPECT_EQ(shot.motion.cues[2].name, "c");
  ASSERT_EQ(shot.motion.figures.size(), 2u);
  EXPECT_EQ(shot.motion.figures[0].at, Vec3(0, 0, 1));
  EXPECT_EQ(shot.motion.figures[0].controllers.at(0).tick, 0.005);
  ASSERT_EQ(shot.expect.size(), 2u);
  EXPECT_EQ(*shot.expect[0].min, 0.02);
}

TEST_F(Takes, PartsMayBeLeftOut) {
  const ShotSpec shot = take("quiet");
  EXPECT_TRUE(shot.motion.cues.empty());
  EXPECT_TRUE(shot.expect.empty());
  EXPECT_FALSE(shot.camera.follow);
  EXPECT_EQ(shot.camera.focal_length.at(0), 0.085);
}

TEST_F(Takes, ATakeThatChangesNothingHasTheHashOfItsShot) {
  const ShotSpec shot = load_shot(path("base/drop.yaml"));
  EXPECT_EQ(motion_hash(take("plain")), motion_hash(shot));
  EXPECT_EQ(motion_hash(take("quiet")) == motion_hash(shot), false);
  EXPECT_EQ(picture_hash(take("plain"), {}), picture_hash(shot, {}));
}

TEST_F(Takes, AShotExtendsAnotherFromAnotherFolder) {
  write("more/slow.yaml",
        "shot: slow\n"
        "extends: ../base/drop.yaml@light\n"
        "without: expect.tilt one\n"
        "film: {playback: 1/10}\n");
  const ShotSpec shot = load_shot(path("more/slow.yaml"));
  EXPECT_EQ(shot.name, "slow");
  EXPECT_EQ(shot.motion.world.gravity, Vec3(0, 0, -1));
  EXPECT_EQ(shot.film.duration, 2);
  EXPECT_EQ(shot.film.playback.at(0), 0.1);
  EXPECT_EQ(shot.motion.figures.at(1).file, path("figures/ball.yaml"));
  EXPECT_EQ(shot.expect.size(), 1u);
  EXPECT_TRUE(shot.takes.names.empty()) << "takes belong to their file";
}

TEST_F(Takes, ALookThatOnlyNamesAFileCanBeChanged) {
  write("look.yaml", "look: l\nexposure: 1\nmaterials: {red: {roughness: 0.1}}\n");
  write("ball.yaml", ball_figure);
  const std::string file =
      write("drop.yaml", ball_shot +
                             "look: look.yaml\n"
                             "takes:\n"
                             "  dark: {look: {exposure: -2}}\n"
                             "  rough: {look: {materials: {red: {roughness: 1}}}}\n");
  EXPECT_EQ(load_shot(file).look.exposure, 1);
  EXPECT_EQ(load_shot(file + "@dark").look.exposure, -2);
  EXPECT_EQ(load_shot(file + "@rough").look.materials.at(0).roughness, 1);
}

TEST_F(Takes, AnotherTypeOfControllerReplacesTheFirst) {
  write("ball.yaml", ball_figure);
  const std::string file =
      write("drop.yaml",
            "shot: drop\n"
            "figures: [{name: ball, file: ball.yaml, skills: [{name: c, type: oscillators, "
            "frequency: 3 Hz}]}]\n"
            "takes: {scripted: {figures: [{name: ball, skills: [{name: c, type: script}]}]}}\n");
  EXPECT_EQ(load_shot(file + "@scripted").motion.figures[0].controllers.at(0).kind.name(),
            "script");
}

TEST_F(Takes, AreCheckedWithTheirShotAndKnowTheirPlace) {
  EXPECT_EQ(problems(path("base/drop.yaml")), "");
  EXPECT_EQ(of_takes("  fast: {film: {fsp: 30}}\n"),
            "drop.yaml:5:17: takes.fast: film.fsp: found an unknown key, expected a known key (did "
            "you mean fps?)\n");
  // What is wrong stands in the shot, but only this take makes it so.
  write("ball.yaml", ball_figure);
  EXPECT_EQ(
      problems(write("drop.yaml", ball_shot + "camera: {follow: {figure: ball, body: ball}}\n"
                                              "takes: {none: {without: figures.ball, figures: "
                                              "[{name: egg, file: ball.yaml}]}}\n")),
      "drop.yaml:4:27: takes.none: camera.follow.figure: found \"ball\", expected a figure of "
      "the shot (egg)\n");
}

TEST_F(Takes, RefusesTakesThatAreNone) {
  EXPECT_THAT(of_takes("  - a\n"), StartsWith("drop.yaml:5:3: takes: found a list of 1"));
  EXPECT_THAT(of_takes("  a: 3\n"), HasSubstr("takes.a: found \"3\", expected a mapping of what"));
  EXPECT_THAT(of_takes("  a: {takes: {b: {}}}\n"),
              StartsWith("drop.yaml:5:14: takes.a.takes: found this key in a take"));
  EXPECT_THAT(of_takes("  a: {extends: x.yaml}\n"), HasSubstr("takes.a.extends"));
  EXPECT_THAT(of_takes("  a/b: {}\n"), HasSubstr("drop.yaml:5:3: takes: found \"a/b\""));
  EXPECT_THAT(
      of_takes("  a: {without: film.fp}\n"),
      HasSubstr(
          "found \"film.fp\", expected a key or element of what it changes (did you mean fps?)"));
  EXPECT_THAT(of_takes("  a: {without: [figures.bal]}\n"), HasSubstr("did you mean ball?"));
  EXPECT_THAT(problems(path("base/drop.yaml@lat")),
              HasSubstr("takes: found \"lat\", expected a take of"));
  EXPECT_THAT(problems(path("base/drop.yaml@lat")), HasSubstr("did you mean late?"));
}

TEST_F(Takes, RefusesAnAmbiguousChange) {
  write("ball.yaml", ball_figure);
  EXPECT_THAT(problems(write(
                  "drop.yaml",
                  ball_shot + "cues: [{name: a, at: 0 s}]\n"
                              "takes: {t: {cues: [{name: a, at: 0.5 s}, {name: a, at: 1 s}]}}\n")),
              StartsWith("drop.yaml:5:20: takes.t: cues: found \"a\", of which there are several"));
}

TEST_F(Takes, RefusesToExtendWhatIsNotThere) {
  const auto extending = [&](const std::string& what) {
    return problems(write("x.yaml", "shot: x\nextends: " + what + "\n"));
  };
  EXPECT_THAT(extending("none.yaml"), StartsWith("x.yaml:2:10: extends: found \"none.yaml\""));
  EXPECT_THAT(extending("base/drop.yaml@laet"), HasSubstr("did you mean late?"));
  EXPECT_THAT(extending("figures/ball.yaml"),
              HasSubstr("expected a shot file, which begins with `shot: NAME`"));
  EXPECT_THAT(extending("{a: b}"), HasSubstr("expected the path of a shot file"));
  EXPECT_THAT(extending("x.yaml"), HasSubstr("a shot that does not extend this one"));
  write("y.yaml", "shot: y\nextends: x.yaml\n");
  EXPECT_THAT(extending("y.yaml"), StartsWith("y.yaml:2:10: extends: "));
}

TEST_F(Takes, AProblemOfTheExtendedShotNamesItsFile) {
  write("base/drop.yaml", "shot: drop\nfilm: {fps: fast}\nfigures: [{name: b, file: b.yaml}]\n");
  EXPECT_THAT(problems(write("x.yaml", "shot: x\nextends: base/drop.yaml\n")),
              StartsWith("base/drop.yaml:2:13: film.fps: found \"fast\""));
}

TEST(TakesSchema, AllowsChangesWithoutWhatIsRequired) {
  const std::string schema = json_schema(file_kinds(), "shot");
  EXPECT_THAT(schema, HasSubstr("\"changes\""));
  EXPECT_THAT(explain(file_kinds(), "takes"), HasSubstr("FILE@TAKE"));
}

}  // namespace
}  // namespace gambol
