// Every verb that writes, while one of its calls fails or it is killed: all is there and it says
// so, or it fails, nothing is half-written, what was there before is there still, and the next run
// goes on from there. `./gambol test --long` lets every call fail.

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cli/command_line.h"

namespace gambol {
namespace {

struct FailingVerb {
  const char* name;
  const char* command;  // in the project
  bool together;        // all files appear at once, or none
  bool once = false;    // over what it made, the same is refused
};
void PrintTo(const FailingVerb& verb, std::ostream* out) { *out << verb.name; }

constexpr FailingVerb failing_verbs[] = {
    {"migrate", "migrate scenes figures", true},
    {"new", "new mine", true, true},
    {"new_here", "new empty", true, true},
    {"import", "import wave.bvh", true, true},
    {"import_again", "import wave.bvh --out old --replace", true},
    {"export", "export scenes/drop.yaml --format obj --frames 1-2", true},
    {"export_film", "export scenes/drop.yaml --format glb", false},
    {"view", "view scenes/drop.yaml", false},
    {"optimise", "optimise search.yaml --threads 1", false},
    {"evolve", "evolve evolution.yaml --threads 1", false},
};

constexpr const char* search_text = R"(gambol: 3
search: find
scenarios: [{name: drop, shot: scenes/drop.yaml}]
parameters: [{name: z, path: figures.brick.at.2, from: 1 cm, to: 3 cm}]
objective: [{measure: height}]
method: {type: random, samples: 2}
)";

constexpr const char* evolution_text = R"(gambol: 3
evolution: small
arena: scenes/tried.yaml
creature: creature
look_back: 2
founders: 2
candidates: 3
ranges: {limbs: [1, 2], segments: [1, 2], freedom: [4, 10]}
measures:
  speed: {measure: body_lengths_per_second}
fitness: speed
niches:
  speed: {from: 0, to: 1, cells: 2}
ways:
  - {name: any, bounds: {speed: {min: -100}}}
)";

bool is_hidden(const std::string& path) { return path.find("/.gambol-") != path.npos; }

class FailingVerbs : public CommandLine, public testing::WithParamInterface<FailingVerb> {
 protected:
  using Files = std::map<std::string, std::string>;  // bytes, by the path in the project

  FailingVerbs() {
    fs::create_directories(at("whole"));
    for (const char* part : {"figures", "scenes"}) fs::rename(at(part), at("whole") / part);
    write("whole/figures/creature.yaml",
          "gambol: 3\ngenome: creature\ntrunk: {length: 40 cm, front: 9 cm, back: 8 cm}\n"
          "drive: {harmonics: 2, stress: 40 N/cm2}\n"
          "limbs: {a: {segments: [{joint: universal, length: 20 cm, radius: 4 cm}]}}\n");
    write("whole/scenes/tried.yaml",
          "gambol: 3\nshot: tried\nfilm: {fps: 25, duration: 0.2 s}\n"
          "world: {ground: {contact: {scale: none, strength: 0, stiffness: 2e4 N/m, "
          "damping: 400 N*s/m, friction: 0.9, friction_damping: 100 N*s/m}}}\n"
          "integrator: {method: implicit, step: 1 ms}\n"
          "look: {materials: {hide: {}, sock: {}, eye: {}, pupil: {}}}\n"
          "figures: [{name: creature, file: ../figures/creature.yaml, "
          "skills: [{type: spectral, active: true, tick: 10 ms}]}]\n");
    write("whole/search.yaml", search_text);
    write("whole/evolution.yaml", evolution_text);
    for (const char* old : {"wave.yaml", "wave_shot.yaml"})
      write(std::string("whole/old/") + old, "figure: an older one\n");
    fs::create_directories(at("whole/empty"));
    fs::copy_file(GAMBOL_SOURCE_DIR "/tests/exchange/imports/wave.bvh", at("whole/wave.bvh"));
    EXPECT_EQ(gambol("simulate scenes/drop.yaml", "", at("whole").string()).code, 0);
    reset();
  }

  void reset() const {
    fs::remove_all(at("project"));
    fs::copy(at("whole"), at("project"), fs::copy_options::recursive);
  }
  Files files() const {
    Files found;
    const std::string project = at("project").string();
    for (const auto& entry : fs::recursive_directory_iterator(project))
      if (entry.is_regular_file())
        found[entry.path().string().substr(project.size())] = content(entry.path());
    return found;
  }
  Ran run(const std::string& command, const std::string& before = "") const {
    return gambol(command, before, at("project").string());
  }
  std::string failing(long call, const std::string& how) const {
    return fmt::format(
        "export FAIL_UNDER='{}/' FAIL_COUNT='{}' FAIL_AT={} {} LD_PRELOAD='" GAMBOL_FAILING_CALLS
        "'; ",
        at("project").string(), at("calls").string(), call, how);
  }
  // Numbers of calls, from the first to the last: all of them in the long tests.
  static std::vector<long> tried(long count, long few) {
    const long tries = std::getenv("GAMBOL_LONG_TESTS") ? count : std::min(count, few);
    std::vector<long> calls;
    for (long k = 0; k < tries; ++k) calls.push_back(1 + k * (count - 1) / std::max(tries - 1, 1L));
    return calls;
  }

  static Files seen(const Files& files) {
    Files shown = files;
    std::erase_if(shown, [](const auto& file) { return is_hidden(file.first); });
    return shown;
  }
  static std::string names(const Files& files) {
    std::string text;
    for (const auto& [path, bytes] : files) text += path + "\n";
    return text;
  }
  // Logs grow, and pages tell more and more.
  static bool is_whole(const std::string& path, const std::string& bytes,
                       const std::string& wanted) {
    if (path.ends_with(".jsonl")) return wanted.starts_with(bytes);
    return bytes == wanted || (path.ends_with(".html") && bytes.ends_with("</html>\n"));
  }
  // Nothing is lost or half-written.
  static void expect_whole(const Files& now, const Files& before, const Files& wanted) {
    for (const auto& [path, bytes] : before) EXPECT_TRUE(now.contains(path)) << path << " is lost";
    for (const auto& [path, bytes] : seen(now)) {
      const auto old = before.find(path), made = wanted.find(path);
      const bool is_old = old != before.end() && bytes == old->second;
      const bool is_new = made != wanted.end() && is_whole(path, bytes, made->second);
      EXPECT_TRUE(is_old || is_new) << path << " is half-written";
    }
  }
  // The same command goes on from there, and leaves no litter.
  void expect_next_run(const Files& wanted) const {
    const bool may_be_done = GetParam().once && seen(files()) == wanted;
    const Ran again = run(GetParam().command);
    EXPECT_TRUE(again.code == 0 || (may_be_done && again.code == 3)) << again.err;
    const Files now = files();
    EXPECT_EQ(names(now), names(wanted));
    for (const auto& [path, bytes] : wanted)
      if (now.contains(path)) {
        EXPECT_TRUE(now.at(path) == bytes) << path << " differs";
      }
  }
  Files undisturbed(long& calls) const {
    const Ran ran = run(GetParam().command, failing(0, ""));
    EXPECT_EQ(ran.code, 0) << ran.err;
    calls = std::stol(content(at("calls")));
    return files();
  }
};

TEST_P(FailingVerbs, DoAllOrNothingAtEveryCall) {
  long count = 0;
  const Files before = files(), wanted = undisturbed(count);
  ASSERT_GT(count, 5) << "what writes is not watched";
  const bool try_all = std::getenv("GAMBOL_LONG_TESTS") != nullptr;
  int number = 0;
  for (const long call : tried(count, 8)) {
    ++number;
    for (const bool for_good : {false, true}) {
      if (!try_all && for_good != (number % 2 == 0)) continue;
      SCOPED_TRACE(fmt::format("call {} of {}{}", call, count, for_good ? " and all after" : ""));
      reset();
      const Ran ran =
          run(GetParam().command, failing(call, for_good ? "FAIL_FOR_GOOD=1" : "FAIL_WITH=5"));
      const Files now = files();
      if (ran.code == 0) {
        EXPECT_EQ(names(seen(now)), names(wanted));
      } else {
        EXPECT_EQ(ran.code, 5) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("cannot"));
      }
      expect_whole(now, before, wanted);
      if (ran.code != 0 && GetParam().together && !for_good) {
        EXPECT_EQ(names(now), names(before));
        EXPECT_TRUE(now == before);
      }
      expect_next_run(wanted);
    }
  }
}

TEST_P(FailingVerbs, AreFinishedOrTakenBackAfterAKillAtAnyCall) {
  long count = 0;
  const Files before = files(), wanted = undisturbed(count);
  for (const long call : tried(count, 6)) {
    SCOPED_TRACE(fmt::format("call {} of {}", call, count));
    reset();
    run(GetParam().command, failing(call, "RUN_AT_CALL='kill -9 $PPID'"));
    expect_whole(files(), before, wanted);
    expect_next_run(wanted);
  }
}

INSTANTIATE_TEST_SUITE_P(All, FailingVerbs, testing::ValuesIn(failing_verbs),
                         [](const auto& info) { return std::string(info.param.name); });

// What cannot be read is told: nothing passes for good that nobody looked at.
class UnreadFiles : public CommandLine {
 protected:
  UnreadFiles() {
    for (const char* file : {"scenes/drop.yaml", "figures/brick.yaml"})
      write(file, "gambol: 3\n" + content(at(file)));
    fs::remove(at("tiny.yaml"));
  }
  std::string failing(long call) const {
    return fmt::format(
        "export FAIL_READS=1 FAIL_UNDER='{}' FAIL_COUNT='{}' FAIL_AT={} FAIL_WITH={} "
        "LD_PRELOAD='" GAMBOL_FAILING_CALLS "'; ",
        folder_.string(), at("calls").string(), call, EACCES);
  }
};

TEST_F(UnreadFiles, AreNeverAllWell) {
  for (const std::string command : {"check .", "migrate --check .", "check scenes/drop.yaml"}) {
    const Ran wanted = gambol(command, failing(0));
    EXPECT_EQ(wanted.code, 0) << wanted.err;
    const long count = std::stol(content(at("calls")));
    ASSERT_GT(count, 5) << "what reads is not watched";
    int refused = 0;
    for (long call = 1; call <= count; ++call) {
      SCOPED_TRACE(fmt::format("{}: call {} of {}", command, call, count));
      const Ran ran = gambol(command, failing(call));
      refused += ran.code == 3;
      EXPECT_TRUE(ran.code == 0 || ran.code == 3) << ran.err;
      if (ran.code == 0) {
        EXPECT_EQ(ran.out + ran.err, wanted.out + wanted.err);
      }
    }
    EXPECT_GT(refused, 2) << command;
  }
}

TEST_F(UnreadFiles, AreNamedWithTheReason) {
  if (::geteuid() == 0) GTEST_SKIP() << "no permission holds root back";
  ::chmod(at("scenes").c_str(), 0);
  for (const char* command : {"check .", "migrate --check .", "migrate ."}) {
    const Ran ran = gambol(command);
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("scenes: cannot be read: Permission denied\n"));
  }
  ::chmod(at("scenes").c_str(), 0755);
  ::chmod(at("scenes/drop.yaml").c_str(), 0);
  for (const char* command : {"check .", "migrate --check .", "migrate ."}) {
    const Ran ran = gambol(command);
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("scenes/drop.yaml: cannot be opened: Permission denied\n"));
  }
}

// Those that a file names, too, though nobody has looked into them yet.
TEST_F(UnreadFiles, OfALookAreTold) {
  if (::geteuid() == 0) GTEST_SKIP() << "no permission holds root back";
  write("dots.ppm", "P3\n1 1\n255\n255 0 0\n");
  write("render/looks/dotted.yaml",
        "gambol: 3\nlook: dotted\nground: {material: dots}\nmaterials:\n"
        "  dots: {textures: [{type: image, file: ../../dots.ppm, size: 1 cm}]}\n");
  EXPECT_EQ(gambol("check .").code, 0);
  ::chmod(at("dots.ppm").c_str(), 0);
  const Ran ran = gambol("check .");
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err, HasSubstr("dots.ppm: Permission denied)"));
}

TEST_F(UnreadFiles, LinksToFoldersElsewhereAreTold) {
  fs::create_directories(at("elsewhere"));
  fs::rename(at("scenes"), at("elsewhere/scenes"));
  fs::create_directories(at("own"));
  fs::rename(at("figures"), at("own/figures"));
  fs::create_directory_symlink("../elsewhere/scenes", at("own/scenes"));
  fs::create_directory_symlink("figures", at("own/cast"));  // is looked at as figures
  write("own/figures/.hidden.yaml", "no file of ours: {");
  const Ran ran = gambol("check .", "", at("own").string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "scenes: skipped: a link to a folder elsewhere\nfigures/brick.yaml: ok\n");
  fs::create_symlink("nowhere.yaml", at("own/figures/gone.yaml"));
  EXPECT_THAT(gambol("check .", "", at("own").string()).err,
              HasSubstr("figures/gone.yaml: no such file"));
}

}  // namespace
}  // namespace gambol
