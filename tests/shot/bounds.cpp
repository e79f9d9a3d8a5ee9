// Files that ask for what nobody has: each is refused, with a place, or read, in bounded work and a
// gigabyte.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "geometry/mesh.h"
#include "support/files.h"
#include "support/work.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

// The most memory that this process has had since begin().
class Peak {
 public:
  static void begin() { std::ofstream("/proc/self/clear_refs") << "5"; }
  static double megabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    return 0;
  }
};

std::string repeated(const std::string& text, int times) {
  std::string all;
  all.reserve(text.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// `text` with each {n} replaced by a number that counts from 0.
std::string numbered(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += fmt::format(fmt::runtime(text), fmt::arg("n", i));
  return all;
}

class Bounds : public Files {
 protected:
  template <class Work>
  static void bounded(Work work) {
    Peak::begin();
    const WorkCount counted;
    work();
    EXPECT_LT(counted.done(), most_work);
    EXPECT_LT(Peak::megabytes(), 1024 * memory);
  }
  std::string of(const std::string& name, const std::string& text) const {
    write("ball.yaml", ball_figure);
    const std::string file = write(name, text);
    std::string said;
    bounded([&] { said = problems(file); });
    return said;
  }
  std::string of_shot(const std::string& rest, const std::string& film = "duration: 1 s") const {
    return of("s.yaml",
              "shot: s\nfilm: {" + film + "}\nfigures: [{name: ball, file: ball.yaml}]\n" + rest);
  }
  std::string of_terrain(const std::string& fields) const {
    return of_shot("world: {ground: {terrain: {" + fields + "}}}\n");
  }
#if defined(__SANITIZE_ADDRESS__)
  static constexpr double memory = 4;
#else
  static constexpr double memory = 1;
#endif
  // Twice what the largest takes. Nine thousand names compared with each other take more.
  static constexpr long most_work = 40'000'000;
};

#if !defined(__SANITIZE_ADDRESS__)
TEST_F(Bounds, AreExceededByComparingAllNamesWithEachOther) {
  std::vector<std::string> names;
  for (int i = 0; i < 9'000; ++i) names.push_back(fmt::format("body{}", 1'000 + i));
  const WorkCount counted;
  long same = 0;
  for (const std::string& a : names)
    for (const std::string& b : names) same += a == b;
  EXPECT_EQ(same, 9'000);
  EXPECT_GT(counted.done(), most_work);
}
#endif

TEST_F(Bounds, OfText) {
  EXPECT_THAT(of("l.yaml", "look: l\na: [" + repeated("1,", 200'000) + "1]\n"),
              HasSubstr("l.yaml:2:1: a: found an unknown key"));
  EXPECT_THAT(of("l.yaml", "look: l\na: [" + repeated("\"b\", ", 100'000) + "b]\n"),
              HasSubstr("l.yaml:2:1: a: found an unknown key"));
  EXPECT_THAT(of("l.yaml", "look: l\na: [" + repeated("[" + std::string(60, ' ') + "],", 240'000)),
              HasSubstr("l.yaml:2:"));
  EXPECT_THAT(of("l.yaml", "look: l\nb: " + repeated("[", 1'000'000)), HasSubstr("l.yaml:2:"));
  EXPECT_THAT(of("l.yaml", "look: l\nb: " + repeated("{a: ", 1'000'000)),
              HasSubstr("found lists and mappings nested more than 64 deep"));
  EXPECT_THAT(of("l.yaml", "look: l\nname: \"" + std::string(10'000'000, 'x') + "\"\n"),
              HasSubstr("name: found an unknown key"));
  EXPECT_THAT(of("l.yaml", std::string(10'000'000, '\n')), HasSubstr("found an empty file"));
  EXPECT_THAT(of("l.yaml", "look: l\nexposure: " + std::string(3'000'000, '9') + "\n"),
              HasSubstr("l.yaml:2:11: exposure: found \"9999"));
}

TEST_F(Bounds, OfProblems) {
  const std::string many = of("l.yaml", "look: l\n" + numbered("m{n}: 1\n", 100'000));
  EXPECT_THAT(many, HasSubstr("l.yaml:2:1: m0: found an unknown key"));
  EXPECT_THAT(many, HasSubstr("l.yaml: and 99000 more problems"));
  EXPECT_THAT(of("l.yaml", "look: l\n" + repeated("a: 1\n", 100'000)),
              HasSubstr("more problems\n"));
  std::string again = "look: l\nmaterials: {a: &a {" + numbered("k{n}: 1, ", 400) + "}, ";
  EXPECT_THAT(of("l.yaml", again + numbered("m{n}: *a, ", 600) + "}\n"),
              HasSubstr("more problems\n"));
}

TEST_F(Bounds, OfLists) {
  EXPECT_THAT(of("l.yaml", "look: l\nmaterials: [" + repeated("{},", 20'000) + "]\n"),
              HasSubstr("l.yaml:2:12: materials: found 20000 of them, expected at most 10000"));
  EXPECT_THAT(of_shot("cues: [" + numbered("{{name: c{n}, after: c{n}}},\n", 3'000) + "]\n"),
              HasSubstr("s.yaml:4:7: cues: found 3000 of them, expected at most 1000"));
  EXPECT_THAT(of_shot("cues: [" + numbered("{{name: c{n}, after: c999}},\n", 999) +
                      "{name: c999, at: 0}]\n"),
              "");
  EXPECT_THAT(of_shot("takes: {" + numbered("t{n}: {{seed: -1}},\n", 20'001) + "}\n"),
              HasSubstr("s.yaml:4:8: takes: found 20001 takes, expected at most 20000"));
}

#if !defined(__SANITIZE_ADDRESS__)
// Twice as many cost twice as much, not four times.
TEST_F(Bounds, OfTakes) {
  write("ball.yaml", ball_figure);
  const auto work = [&](int takes) {
    const std::string file =
        write("s.yaml",
              "shot: s\nfilm: {duration: 1 s}\nfigures: [{name: ball, file: ball.yaml}]\n"
              "takes: {" +
                  numbered("t{n}: {{seed: {n}}},\n", takes) + "}\n");
    const WorkCount counted;
    // All of it on this thread, whose work is counted.
    tbb::task_arena(1).execute([&] { EXPECT_EQ(problems(file), ""); });
    return counted.done();
  };
  const long some = work(500);
  EXPECT_LT(work(2'000), 4.5 * double(some));
  EXPECT_LT(some, 500 * 4'000);
}

TEST_F(Bounds, OfManyBodies) {
  const auto work = [&](int links) {
    const std::string file =
        write("f.yaml",
              "figure: f\ndensity: 1\nbodies: [{name: a, shapes: [{sphere: 1 cm}]}]\nchains:\n"
              "  - {name: c, parent: a, radius: 1 mm, links: [" +
                  repeated("{a: 1 cm, limits: [-9 deg, 9 deg]},", links) +
                  "]}\nactuators:\n  - {type: damper, joints: \"*\", damping: 1}\n" +
                  numbered("  - {{type: damper, joints: [c_1, c_2{n}], damping: 1}}\n", 9));
    const WorkCount counted;
    EXPECT_EQ(problems(file), "");
    return counted.done();
  };
  const long some = work(1'000);
  EXPECT_LT(work(8'000), 9.5 * double(some));
}
#endif

TEST_F(Bounds, OfFigures) {
  EXPECT_THAT(of("f.yaml", "figure: f\nbodies: [{name: a, shapes: [{sphere: 1}]},\n" +
                               numbered("{{name: b{n}, parent: c{n}}},\n", 9'000) + "]\n"),
              HasSubstr("more problems"));
  const std::string many =
      "figure: f\nbodies: [{name: a, shapes: [{sphere: 1}]},\n" +
      numbered("{{name: b{n}, parent: a, shapes: [{{sphere: 1}}]}},\n", 4'000) + "]\n";
  EXPECT_EQ(
      of("f.yaml", many + "actuators: [\n" +
                       repeated("{type: damper, joints: \"*\", damping: 1},\n", 9'000) + "]\n"),
      "f.yaml:4004:12: actuators: found 9000 names of joints in a figure of 4001 bodies, "
      "expected at most 4998 where there are so many bodies\n");
  EXPECT_EQ(
      of("f.yaml", many + "poses: {" + numbered("p{n}: {{joints: {{b1: 1}}}},\n", 3'000) + "}\n"),
      "f.yaml:4004:8: poses: found 6000 poses and names of joints in a figure of 4001 "
      "bodies, expected at most 4998 where there are so many bodies\n");
  EXPECT_EQ(of("f.yaml", "figure: f\nbodies: [{name: a, shapes: [{sphere: 1}]}]\nchains: [\n" +
                             numbered("{{name: c{n}, parent: a, radius: 1 mm, links: [" +
                                          repeated("{{a: 1 cm}},", 9'000) + "]}},\n",
                                      3) +
                             "]\n"),
            "f.yaml:2:9: bodies: found 27001 bodies, expected at most 20000\n");
  EXPECT_EQ(
      of("f.yaml", many + "skins: {" +
                       numbered("s{n}: {{from: shapes, cell: 1, blend: 1, bodies: a}},\n", 3'000) +
                       "}\n"),
      "f.yaml:4004:8: skins: found 6000 skins and names of bodies in a figure of 4001 bodies, "
      "expected at most 4998 where there are so many bodies\n");
  EXPECT_EQ(
      of("f.yaml", many + "skins: {" +
                       numbered("s{n}: {{from: shapes, cell: 1, blend: 1}},\n", 4'000) + "}\n"),
      "");
}

TEST_F(Bounds, OfCasts) {
  write("many.yaml", "figure: many\nbodies: [{name: a, shapes: [{sphere: 1}]},\n" +
                         numbered("{{name: b{n}, parent: a, shapes: [{{sphere: 1}}]}},\n", 300) +
                         "]\n");
  EXPECT_THAT(of("s.yaml", "shot: s\nfigures: [" +
                               numbered("{{name: f{n}, file: many.yaml}},\n", 9'000) + "]\n"),
              HasSubstr("s.yaml:334:20: figures[332].file: found more than 100000 bodies in all, "
                        "expected fewer or simpler figures\n"));
}

TEST_F(Bounds, OfTime) {
  EXPECT_THAT(of_shot("", "fps: 1000, duration: 1e9 s"),
              HasSubstr("s.yaml:2:7: film: found 1e+12 frames, expected at most a million"));
  EXPECT_THAT(
      of_shot("", "duration: 1e300 s"),
      HasSubstr("film.duration: found \"1e300 s\", expected a time (s) greater than 0 of at "
                "most 1e+10 s: nothing is so large"));
  EXPECT_THAT(of_shot("", "playback: 1e300"),
              HasSubstr("s.yaml:2:18: film.playback: found 1e+301 s to simulate, expected at most "
                        "a million"));
  EXPECT_THAT(of_shot("simulate_until: 1e9 s\n"),
              HasSubstr("s.yaml:4:17: simulate_until: found 1e+09 s to simulate"));
  EXPECT_THAT(of_shot("simulate_until: 1e6 s\ntrack_rate: 1e6 Hz\n"),
              HasSubstr("s.yaml:5:13: track_rate: found 1e+12 rows of tracks"));
  EXPECT_THAT(of_shot("integrator: {step: 1e-300 s}\n"),
              HasSubstr("s.yaml:4:20: integrator.step: found 1e+300 steps, expected at most ten"));
  EXPECT_THAT(of_shot("", "fps: 1000, duration: 1000 s, samples_per_frame: 256"),
              HasSubstr("s.yaml:2:56: film.samples_per_frame: found 2.56e+08 places of bodies"));
  EXPECT_THAT(of("s.yaml",
                 "shot: s\nfigures: [{name: ball, file: ball.yaml, skills: [{type: script, "
                 "tick: 1e-300 s}]}]\n"),
              HasSubstr("s.yaml:2:71: figures[0].skills[0].tick: found 1e+301 ticks"));
}

TEST_F(Bounds, OfTerrain) {
  EXPECT_THAT(of_terrain("formula: x, length: 1e9, width: 1e9, spacing: 1 mm"),
              HasSubstr("terrain.spacing: found 1e+24 heights, expected at most four million"));
  EXPECT_THAT(
      of_terrain("formula: x, length: 1e300, width: 1e300, spacing: 1"),
      HasSubstr("terrain.width: found \"1e300\", expected a length (m) greater than 0 of at "
                "most 1e+12 m: nothing is so large"));
  EXPECT_THAT(of_terrain("formula: \"" + repeated("sin(", 1'000) + "x" + repeated(")", 1'000) +
                         "\", length: 1 m, width: 1 m, spacing: 1 mm"),
              HasSubstr("terrain.formula: found"));
  EXPECT_THAT(of_terrain("formula: \"" + repeated("(", 1'000'000) +
                         "\", length: 1 m, width: 1 m, spacing: 1 mm"),
              HasSubstr("terrain.formula: found"));
}

// A PNG, and a PFM, that say they are larger than any memory.
TEST_F(Bounds, OfPictures) {
  const std::string png =
      std::string("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\1\0\0\0\1\0\0\x10\x06\0\0\0", 29);
  write("big.png", png + "\x1b\x6e\xb8\x69");
  EXPECT_THAT(of_terrain("image: big.png, spacing: 1 mm, high: 1"),
              HasSubstr("s.yaml:4:35: world.ground.terrain.image: found"));
  write("big.pfm", "PF\n60000 60000\n-1.0\nabc");
  EXPECT_THAT(of_terrain("image: big.pfm, spacing: 1 mm, high: 1"),
              HasSubstr("terrain.image: found 60000 by 60000 pixels, more than 4000000 in all"));
  write("cut.pfm", "PF\n1900 1900\n-1.0\nabc");
  EXPECT_THAT(of_terrain("image: cut.pfm, spacing: 1 mm, high: 1"),
              HasSubstr("terrain.image: found 1900 by 1900 pixels in "));
}

TEST_F(Bounds, OfPresets) {
  EXPECT_EQ(of("p.yaml", "preset: p\nwidth: 1000000\nheight: 2147483646\nsamples: 4000000000\n"),
            "p.yaml:2:8: width: found \"1000000\", expected a whole number from 2 to 16384\n"
            "p.yaml:3:9: height: found \"2147483646\", expected a whole number from 2 to 16384\n"
            "p.yaml:4:10: samples: found \"4000000000\", expected a whole number from 1 to "
            "1048576\n");
}

TEST_F(Bounds, OfFilesThatNameEachOther) {
  for (int i = 1; i < 70; ++i) {
    write(fmt::format("s{}.yaml", i), fmt::format("shot: s{}\nextends: s{}.yaml\n", i, i - 1));
    write(fmt::format("f{}.yaml", i), fmt::format("figure: f{}\nextends: f{}.yaml\n", i, i - 1));
    write(fmt::format("l{}.yaml", i), fmt::format("look: l{}\nfile: l{}.yaml\n", i, i - 1));
    write(fmt::format("r{}.yaml", i), fmt::format("reflexes: r{}\nfile: r{}.yaml\n", i, i - 1));
    write(
        fmt::format("b{}.yaml", i),
        fmt::format("shot: b{}\nfigures: [{{name: ball, file: ball.yaml}}]\nstart_from: b{}.yaml\n",
                    i, i - 1));
  }
  const auto last = [&](const std::string& kind) {
    std::string said;
    bounded([&] { said = problems(path(kind + "69.yaml")); });
    return said;
  };
  write("ball.yaml", ball_figure);
  EXPECT_THAT(last("s"), HasSubstr("s6.yaml:2:10: extends: found \"s5.yaml\", expected at "
                                   "most 64 shots that extend each other"));
  EXPECT_THAT(last("f"), HasSubstr("expected at most 64 figures that extend each other"));
  EXPECT_THAT(last("l"), HasSubstr("expected at most 64 looks that begin with each other"));
  EXPECT_THAT(last("r"), HasSubstr("expected at most 64 reflex files that begin with each other"));
  EXPECT_THAT(last("b"), HasSubstr("expected at most 64 shots that start from each other"));
}

TEST_F(Bounds, OfMeshes) {
  const auto refused = [&](const std::string& file) {
    std::string said;
    bounded([&] {
      try {
        load_mesh(file);
      } catch (const InputError& error) {
        said = error.problems()[0].to_string();
      }
    });
    return said;
  };
  EXPECT_THAT(refused(write("m.obj", "v 0 0 0\nf 1 1 1000000000\n")),
              HasSubstr("m.obj:2:1: mesh: found 'f 1 1 1000000000', expected indices of"));
  // Twenty thousand meshes of one list of numbers.
  std::string text = R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[)";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{}{}", i ? "," : "", i);
  text += R"(]}],"nodes":[)" + repeated(R"({"mesh":0},)", 19'999) + R"({"mesh":0}],)";
  text +=
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,)"
      R"("componentType":5126,"count":30000,"type":"VEC3"}],"bufferViews":[{"buffer":0,)"
      R"("byteLength":360000}],"buffers":[{"byteLength":360000,"uri":"b.bin"}]})";
  write("b.bin", std::string(360'000, '\0'));
  EXPECT_THAT(refused(write("m.gltf", text)),
              HasSubstr("mesh: found an oversized mesh, expected at most"));
}

}  // namespace
}  // namespace gambol
