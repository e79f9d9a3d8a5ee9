#include <fmt/format.h>

#include <algorithm>

#include "command_line.h"

namespace gambol {
namespace {

TEST_F(CommandLine, ExplainsItself) {
  for (const char* question : {"--help", "make --help", "render --help"}) {
    const Ran help = gambol(question);
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("Usage"));
  }
  EXPECT_THAT(gambol("--version").out, StartsWith("gambol "));
}

TEST_F(CommandLine, RefusesWhatItDoesNotKnow) {
  for (const char* wrong : {"", "dance", "make", "make scenes/drop.yaml --fast", "check",
                            "render scenes/drop.yaml --frames", "test"}) {
    const Ran ran = gambol(wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_EQ(ran.out, "") << wrong;
    EXPECT_NE(ran.err, "") << wrong;
  }
  EXPECT_THAT(gambol("rendr").err, HasSubstr("did you mean render"));
  EXPECT_EQ(gambol("submit scenes/drop.yaml --fames 3").err,
            "--fames: no such option, did you mean --frames?; see --help\n");
  EXPECT_EQ(gambol("--foo").code, 2);
  EXPECT_EQ(gambol("submit scenes/drop.yaml --order random").err,
            "--order: random not in {sequence,tenths}; see --help\n");
  for (const char* size : {"-1", "abc", "1XB", "0", "0GiB"})
    EXPECT_EQ(gambol(std::string("render scenes/drop.yaml --memory=") + size).err,
              fmt::format("--memory: found \"{}\", expected a size such as 800MB or 2GiB; see "
                          "--help\n",
                          size));
}

// Farms that run Open Job Description look for it.
TEST_F(CommandLine, EveryFailureIsSaidToAFarm) {
  edit("scenes/drop.yaml", "camera:", "expect:\n  - {measure: forward_speed, min: 1 m/s}\ncamera:");
  for (const auto& [verb, code] : {std::pair("measure scenes/drop.yaml", 4),
                                   std::pair("make scenes/drop.yaml --preset tiny.yaml", 4),
                                   std::pair("make", 2), std::pair("make scenes/gone.yaml", 3)}) {
    const Ran ran = gambol(verb, "export GAMBOL_PROGRESS=openjd; ");
    EXPECT_EQ(ran.code, code);
    EXPECT_THAT(ran.out, testing::ContainsRegex("(^|\n)openjd_fail: .*\n$")) << verb;
  }
}

TEST_F(CommandLine, RefusesAnEmptyText) {
  for (const char* wrong :
       {"simulate scenes/drop.yaml --out ''", "render scenes/drop.yaml --frames ''",
        "strobe scenes/drop.yaml --frames ''"}) {
    const Ran ran = gambol(wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_THAT(ran.err, HasSubstr("found nothing")) << wrong;
  }
}

TEST_F(CommandLine, SaysThatAFileIsOfAnotherKind) {
  for (const char* verb :
       {"simulate", "measure", "plot", "sheet", "strobe", "render", "encode", "make"}) {
    const Ran ran = gambol(std::string(verb) + " figures/brick.yaml");
    EXPECT_EQ(ran.code, 3) << verb;
    EXPECT_EQ(ran.err,
              "figures/brick.yaml:1:9: figure: found a figure file, expected a shot file, which "
              "begins with `shot: NAME`\n")
        << verb;
  }
  EXPECT_THAT(refused("render scenes/drop.yaml --preset scenes/drop.yaml"),
              HasSubstr("shot: found a shot file, expected a preset file"));
  edit("scenes/drop.yaml", "../figures/brick.yaml", "../tiny.yaml");
  EXPECT_THAT(refused("check scenes/drop.yaml"),
              HasSubstr("tiny.yaml:1:9: preset: found a preset file, expected a figure file"));
}

// Before the simulation, not after it.
TEST_F(CommandLine, SaysWhereItCannotWrite) {
  const Ran ran = gambol("simulate scenes/drop.yaml --out tiny.yaml/out");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, testing::AllOf(StartsWith("cannot write into tiny.yaml/out/drop: "),
                                      HasSubstr("tiny.yaml: Not a directory")));
  EXPECT_THAT(ran.err, Not(HasSubstr("simulating")));
}

TEST_F(CommandLine, ALinkToNowhereIsToldBeforeSimulating) {
  fs::create_symlink(at("nowhere/at_all"), at("results"));
  const Ran ran = gambol("simulate scenes/drop.yaml --out results");
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.err, "cannot write into results/drop: " + at("results").string() +
                         ": No such file or directory\n");
}

TEST_F(CommandLine, ChecksASoundShot) {
  const Ran ran = gambol("check scenes/drop.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "scenes/drop.yaml: ok\n");
  EXPECT_EQ(gambol("check figures/brick.yaml").code, 0);
}

TEST_F(CommandLine, RunsATakeAsAShotOfItsOwn) {
  edit("scenes/drop.yaml", "camera:",
       "expect: [{measure: height, max: 1 m}]\n"
       "takes:\n"
       "  low: {figures: [{name: brick, at: [0, 0, 1 cm]}]}\n"
       "  missed: {expect: [{measure: height, max: 1 mm}]}\n"
       "camera:");
  EXPECT_EQ(gambol("check scenes/drop.yaml").code, 0);
  const Ran ran = gambol("simulate scenes/drop.yaml@low");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/drop@low/poses.h5\n");
  EXPECT_THAT(gambol("simulate scenes/drop.yaml@lwo").err, HasSubstr("did you mean low?"));
  const Ran table = gambol("measure 'scenes/drop.yaml@*'");
  EXPECT_EQ(table.code, 4);
  EXPECT_THAT(table.out, testing::AllOf(HasSubstr("low"), HasSubstr("missed"), HasSubstr(" !")));
  EXPECT_TRUE(fs::exists(at("out/drop@missed/poses.h5")));
  const std::string why = "missed: drop@missed: height: ";
  EXPECT_THAT(table.err, HasSubstr(why));
  EXPECT_THAT(table.err, HasSubstr(" mm is above 1 mm"));
  for (const std::string verb : {"simulate", "make --preset tiny.yaml"})
    EXPECT_THAT(gambol(verb + " 'scenes/drop.yaml@*'").err,
                testing::AllOf(HasSubstr(why), HasSubstr(" mm is above 1 mm")));
  EXPECT_THAT(gambol("measure 'scenes/drop.yaml@x*'").err, HasSubstr("low or missed"));
  const Ran checked = gambol("check 'scenes/drop.yaml@*'");
  EXPECT_EQ(checked.out, "scenes/drop.yaml@low: ok\nscenes/drop.yaml@missed: ok\n") << checked.err;
}

TEST_F(CommandLine, SaysWhatWasMissedAndWhen) {
  edit("scenes/drop.yaml", "camera:",
       "cues: [{name: go, at: 2 f}]\n"
       "expect:\n"
       "  - {event: go, to: 1 f}\n"
       "  - {name: stays up, event: {touch: body, never: true}}\n"
       "  - {upright: 20 deg}\n"
       "camera:");
  const Ran ran = gambol("simulate scenes/drop.yaml");
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("missed: event (go): go did not happen from 0 s (frame 1) to "));
  EXPECT_THAT(ran.err, HasSubstr("but at 0.02083 s (frame 3)"));
  EXPECT_THAT(ran.err, HasSubstr("missed: stays up: body touched the ground at 0.05"));
  EXPECT_THAT(ran.err, Not(HasSubstr("upright")));
  EXPECT_TRUE(fs::exists(at("out/drop/poses.h5")));
}

TEST_F(CommandLine, ASimulationThatBlowsUpCanBeLookedAt) {
  edit("scenes/drop.yaml", "ground: {}", "ground: {contact: {rise: 30000}}");
  edit("scenes/drop.yaml", "camera:",
       "integrator: {method: euler, step: 2 ms}\n"
       "expect: [{measure: height, max: 1 m}]\n"
       "camera:");
  const Ran ran = gambol("simulate scenes/drop.yaml");
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("brick: the simulation blew up at 0.0"));
  EXPECT_THAT(ran.err, HasSubstr("the ground's force on body led to it: "));
  EXPECT_THAT(ran.err, HasSubstr("missed: height: the simulation came to an end at "));
  const Ran render = gambol("render scenes/drop.yaml --preset tiny.yaml --no-exr");
  EXPECT_EQ(render.code, 4);
  EXPECT_TRUE(fs::exists(at("out/drop/tiny/drop.0001.png"))) << render.err;
  EXPECT_FALSE(fs::exists(at("out/drop/tiny/drop.0006.png")));
  EXPECT_EQ(gambol("make scenes/drop.yaml --preset tiny.yaml").code, 4);
  EXPECT_FALSE(fs::exists(at("out/drop/drop.tiny.mp4")));
}

TEST_F(CommandLine, StartsFromAnotherShotsEnd) {
  write("scenes/on.yaml",
        "shot: on\nextends: drop.yaml\nstart_from: drop.yaml\n"
        "film: {duration: 0.1 s}\nfigures: [{name: brick, at: [0, 0, 0]}]\n"
        "prepare: [{settle: 0.2 s, still: 1 mm/s}]\n");
  const Ran check = gambol("check scenes/on.yaml");
  EXPECT_EQ(check.code, 0) << check.err;
  const Ran ran = gambol("simulate scenes/on.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(at("out/drop/end.state")));
  EXPECT_TRUE(fs::exists(at("out/on/prepared_1.state")));
}

TEST_F(CommandLine, NamesAMissingFile) {
  EXPECT_THAT(refused("make scenes/nowhere.yaml"), StartsWith("scenes/nowhere.yaml: "));
  for (const char* missing : {"nope.yaml", "nodir/x.yaml", "nodir/../nope.yaml"})
    for (const std::string verb : {"check ", "make "}) {
      const std::string why = refused(verb + missing);
      EXPECT_THAT(why, StartsWith(std::string(missing) + ": "));
      EXPECT_THAT(why, Not(HasSubstr("leads elsewhere")));
    }
  edit("scenes/drop.yaml", "camera:", "look: {file: ../nodir/nowhere.yaml}\ncamera:");
  EXPECT_THAT(refused("check scenes/drop.yaml"), HasSubstr("there is none at "));
  fs::remove(at("figures/brick.yaml"));
  EXPECT_THAT(refused("make scenes/drop.yaml"), HasSubstr("brick.yaml"));
}

TEST_F(CommandLine, PointsAtADuplicateKey) {
  edit("scenes/drop.yaml", "world:", "film: {fps: 30}\nworld:");
  EXPECT_THAT(refused("make scenes/drop.yaml"), StartsWith("scenes/drop.yaml:3:1: film: "));
}

TEST_F(CommandLine, PointsAtAnUnknownKeyAndSuggestsTheNearest) {
  edit("scenes/drop.yaml", "duration", "duraton");
  EXPECT_THAT(
      refused("check scenes/drop.yaml"),
      testing::AllOf(StartsWith("scenes/drop.yaml:2:17: film.duraton: "), HasSubstr("duration")));
}

TEST_F(CommandLine, PointsAtAWrongUnit) {
  edit("scenes/drop.yaml", "0.25 s", "0.25 kg");
  EXPECT_THAT(
      refused("make scenes/drop.yaml"),
      testing::AllOf(StartsWith("scenes/drop.yaml:2:27: film.duration: "), HasSubstr("kg")));
}

TEST_F(CommandLine, CheckReportsEveryProblem) {
  edit("scenes/drop.yaml", "fps: 24", "fps: fast");
  edit("scenes/drop.yaml", "target", "tarket");
  edit("figures/brick.yaml", "density: 1 g/cm3", "density: 1 s");
  const std::string problems = refused("check scenes/drop.yaml");
  EXPECT_THAT(problems, HasSubstr("drop.yaml:2:13: film.fps: "));
  EXPECT_THAT(problems, HasSubstr("camera.tarket: "));
  EXPECT_THAT(problems, HasSubstr("brick.yaml:2:10: density: "));
}

TEST_F(CommandLine, RefusesALoopAndAnUndefinedBody) {
  const std::string two =
      "  - {name: a, parent: b, joint: rotary, axis: [1, 0, 0]}\n"
      "  - {name: b, parent: a, joint: rotary, axis: [1, 0, 0]}\n";
  write("figures/brick.yaml", figure + two);
  EXPECT_THAT(refused("check scenes/drop.yaml"), HasSubstr("brick.yaml:"));
  write("figures/brick.yaml",
        std::string(figure) + "  - {name: a, parent: bodi, joint: rotary, axis: [1, 0, 0]}\n");
  EXPECT_THAT(refused("check scenes/drop.yaml"),
              testing::AllOf(HasSubstr("brick.yaml:"), HasSubstr("bodi")));
}

TEST_F(CommandLine, ChecksThatTheMotionCanBegin) {
  edit("scenes/drop.yaml", "0, 2 cm]", "0, -2 cm]");
  EXPECT_THAT(refused("check scenes/drop.yaml"), HasSubstr("below the ground"));
}

TEST_F(CommandLine, TellsMeasurementsOfTheSameNameApart) {
  edit("scenes/drop.yaml", "camera:",
       "  - {name: other, file: ../figures/brick.yaml, at: [9 cm, 0, 3 cm]}\n"
       "expect:\n"
       "  - {measure: height, figure: brick, to: 10 ms}\n"
       "  - {measure: height, figure: brick}\n"
       "  - {measure: height, figure: other, name: high, to: 10 ms}\n"
       "takes: {one: {}, two: {expect: [{measure: height, figure: other, to: 10 ms}]}}\ncamera:");
  const std::string one = gambol("measure scenes/drop.yaml").out;
  EXPECT_THAT(one, testing::ContainsRegex("\nbrick: height +[0-9.]+ mm"));
  EXPECT_THAT(one, testing::ContainsRegex("\nbrick: height #2 +[0-9.]+ mm"));
  EXPECT_THAT(one, testing::ContainsRegex("\nother: high +[0-9.]+ mm"));
  const std::string takes = gambol("measure 'scenes/drop.yaml@*'").out;
  EXPECT_THAT(takes, testing::ContainsRegex(
                         "take +brick: height +brick: height #2 +other: high +other: height\n"));
}

TEST_F(CommandLine, RefusesFiguresThatBeginInEachOther) {
  edit("scenes/drop.yaml", "  ground: {}\n",
       "  ground: {}\n  collisions: {contact: {strength: 17.5 N/kg, rise: 3000}}\n");
  edit("scenes/drop.yaml", "camera:",
       "  - {name: other, file: ../figures/brick.yaml, at: [1.5 cm, 0, 2 cm]}\n"
       "takes: {apart: {figures: [{name: other, at: [3 cm, 0, 2 cm]}]}}\ncamera:");
  for (const char* verb : {"check", "simulate", "measure", "sheet", "make"})
    EXPECT_EQ(refused(std::string(verb) + " scenes/drop.yaml"),
              "scenes/drop.yaml:8:5: figures[1].at: found other.body 5 mm within brick.body, "
              "expected a start apart from it: they would throw each other away\n")
        << verb;
  EXPECT_EQ(gambol("check scenes/drop.yaml@apart").code, 0);
}

TEST_F(CommandLine, ComparesIntegratorsOverATimeWithItsUnit) {
  const std::string shot = GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml";
  for (const char* wrong : {"--until 5kg", "--until 0", "--span soon", "--reference 0"}) {
    const Ran r = gambol("integrators " + shot + " " + wrong);
    EXPECT_EQ(r.code, 2) << wrong;
    EXPECT_NE(r.err.find("expected"), std::string::npos) << r.err;
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
  }
}

TEST_F(CommandLine, CountsWhatTheShotsOwnIntegratorDoes) {
  const std::string shot = GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml";
  const Ran r = gambol("integrators " + shot + " --own --until 10ms");
  EXPECT_EQ(r.code, 0) << r.err;
  // A step of this method is an evaluation, and 80 of 125 us are 10 ms.
  EXPECT_THAT(r.out, HasSubstr("implicit 125 us: 80 evaluations in 0.01 s simulated (8000 per "
                               "second), 80 steps accepted, 0 rejected"));
}

TEST_F(CommandLine, AWrongTakeDoesNotKeepTheOthersWaiting) {
  edit("scenes/drop.yaml", "camera:",
       "takes:\n"
       "  deep: {figures: [{name: brick, at: [0, 0, -1 cm]}]}\n"
       "  good: {figures: [{name: brick, at: [0, 0, 1 cm]}]}\n"
       "camera:");
  const Ran ran = gambol("simulate 'scenes/drop.yaml@*'");
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err, HasSubstr("below the ground"));
  EXPECT_EQ(ran.out, "out/drop@good/poses.h5\n");
}

TEST_F(CommandLine, FramesThatOneTakeHasNotDoNotKeepTheOthersWaiting) {
  edit("scenes/drop.yaml",
       "camera:", "takes: {brief: {film: {duration: 0.1 s}}, usual: {}}\ncamera:");
  const Ran ran = gambol("render 'scenes/drop.yaml@*' --preset tiny.yaml --frames 4");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("scenes/drop.yaml@brief: "));
  EXPECT_TRUE(fs::exists(at("out/drop@usual/tiny/drop@usual.0004.png")));
}

TEST_F(CommandLine, ATemplateIsOfOneTake) {
  edit("scenes/drop.yaml", "camera:", "takes: {one: {}, two: {}}\ncamera:");
  const Ran ran = gambol("submit 'scenes/drop.yaml@*' --openjd job.yaml");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "--openjd writes one file, of one take; name it\n");
  EXPECT_FALSE(fs::exists(at("job.yaml")));
}

// What only the motion can tell.
TEST_F(CommandLine, SaysWhatAMeasureWouldNeed) {
  edit("scenes/drop.yaml", "camera:", "expect: [{measure: height, max: 1 m}]\ncamera:");
  std::string now = "measure: height";
  for (const auto& [measure, why] :
       {std::pair("measure: height, from: 10 ms, to: 10.01 ms",
                  "drop.yaml:7:10: expect: found 0.01 s to 0.01001 s, expected a stretch of the "
                  "simulation, "
                  "which runs from 0 s to 0.062 s")}) {
    edit("scenes/drop.yaml", now, measure);
    now = measure;
    const Ran ran = gambol("measure scenes/drop.yaml");
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr(why));
  }
}

// What no motion will mend is said before it.
TEST_F(CommandLine, RefusesWhatCannotBeMeasuredBeforeSimulating) {
  const std::string plain = content(at("scenes/drop.yaml"));
  for (const auto& [expected, why] :
       {std::pair("measure: distance, min: 5 kg",
                  "scenes/drop.yaml:7:35: expect[0].min: found a mass (kg), expected a length (m), "
                  "as distance is one\n"),
        std::pair("measure: clearance",
                  "scenes/drop.yaml:7:10: expect[0].body: found nothing, expected a body of "
                  "\"brick\" (body)\n"),
        std::pair("measure: path_distance",
                  "scenes/drop.yaml:7:10: expect[0].measure: found path_distance of \"brick\", "
                  "expected a figure that follows a path\n")}) {
    write("scenes/drop.yaml", plain);
    edit("scenes/drop.yaml", "camera:", std::string("expect: [{") + expected + "}]\ncamera:");
    for (const std::string verb : {"check", "simulate", "measure", "make"})
      EXPECT_EQ(refused(verb + " scenes/drop.yaml"), why);
    edit("scenes/drop.yaml", "camera:", "takes: {same: {}}\ncamera:");
    EXPECT_EQ(refused("check scenes/drop.yaml"), why);
  }
}

TEST_F(CommandLine, RefusesAnUnknownMeasure) {
  edit("scenes/drop.yaml", "camera:", "expect:\n  - {measure: forward_sped}\ncamera:");
  EXPECT_THAT(refused("check scenes/drop.yaml"),
              testing::AllOf(HasSubstr("expect[0].measure"), HasSubstr("forward_speed")));
}

TEST_F(CommandLine, RefusesAnUnknownPresetAndNamesTheOthers) {
  EXPECT_THAT(refused("make scenes/drop.yaml --preset previw"), HasSubstr("preview"));
}

TEST_F(CommandLine, RefusesFramesOutsideTheShot) {
  const std::string render = "render scenes/drop.yaml --preset tiny.yaml --frames ";
  Ran ran = gambol(render + "4-9");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("has frames 1-6"));
  ran = gambol(render + "1:6");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("\":\" is refused"));
  EXPECT_FALSE(fs::exists(at("out")));
}

TEST_F(CommandLine, ExplainsKeysAndWritesSchemas) {
  EXPECT_THAT(gambol("explain camera.focal_length").out, HasSubstr("focal_length"));
  EXPECT_THAT(gambol("explain shot.expect.measure").out, HasSubstr("forward_speed"));
  EXPECT_EQ(gambol("explain camera.focal_lenght").code, 3);
  EXPECT_THAT(gambol("explain nonsense").err,
              testing::EndsWith("its last parts: `gambol explain` lists files\n"));
  for (const char* kind :
       {"", "shot", "sequence", "figure", "reflexes", "gaits", "look", "preset"}) {
    const Ran schema = gambol(std::string("schema ") + kind);
    EXPECT_EQ(schema.code, 0);
    EXPECT_THAT(schema.out, StartsWith("{"));
  }
  EXPECT_EQ(gambol("schema song").code, 3);
}

TEST_F(CommandLine, TheLauncherExplainsItsTestsWithoutBuildingThem) {
  fs::copy_file(GAMBOL_SOURCE_DIR "/gambol", at("gambol"));
  const std::string help = "cd '" + folder_.string() + "' && ./gambol test --help >stdout";
  EXPECT_EQ(std::system(help.c_str()), 0);
  const std::string said = content(at("stdout"));
  EXPECT_THAT(said, StartsWith("gambol test [--long] [ctest arguments]: "));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2);
  EXPECT_FALSE(fs::exists(at("build")));
}

TEST_F(CommandLine, SaysWhenStandardOutputCannotBeWritten) {
  const std::string command =
      "'" GAMBOL_PROGRAM "' schema shot >/dev/full 2>" + at("stderr").string();
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 5);
}

TEST_F(CommandLine, AMissedExpectationFailsButLeavesPosesAndNoFilm) {
  edit("scenes/drop.yaml", "camera:", "expect:\n  - {measure: forward_speed, min: 1 m/s}\ncamera:");
  for (const char* verb :
       {"simulate scenes/drop.yaml", "make scenes/drop.yaml --preset tiny.yaml"}) {
    const Ran ran = gambol(verb);
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("missed: "));
    EXPECT_TRUE(fs::exists(at("out/drop/poses.h5")));
    EXPECT_FALSE(fs::exists(at("out/drop/tiny")));
  }
  // Pictures of it may be looked at.
  EXPECT_EQ(gambol("render scenes/drop.yaml --preset tiny.yaml").code, 0);
  const Ran ran = gambol("encode scenes/drop.yaml --preset tiny.yaml");
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("no film is made of a motion that failed or missed expectations"));
  EXPECT_FALSE(fs::exists(at("out/drop/drop.tiny.mp4")));
}

TEST_F(CommandLine, MeasuresForPeopleAndPrograms) {
  edit("scenes/drop.yaml", "camera:",
       "expect:\n  - {measure: forward_speed, max: 1 m/s, reference: 2 cm/s, source: a book}\n"
       "camera:");
  const Ran table = gambol("measure scenes/drop.yaml");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::ContainsRegex("forward_speed .* cm/s .* 2 +a book .* pass"));
  const Ran json = gambol("measure --json scenes/drop.yaml");
  EXPECT_EQ(json.code, 0);
  EXPECT_EQ(json.err, "");  // the poses were there
  EXPECT_EQ(
      std::system(("/usr/bin/python3 -c 'import json, sys; d = json.load(open(sys.argv[1]));"
                   "m, = d[\"measurements\"];"
                   "assert d[\"passed\"] and m[\"reference\"] == 2 and m[\"min\"] is None, d' " +
                   at("stdout").string())
                      .c_str()),
      0);
}

}  // namespace
}  // namespace gambol
