// Disks that fail and processes that are killed: one message, nothing half-written, and the same
// command goes on from there to the same bytes. `./gambol test --long` tries many more.

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "cli/command_line.h"

namespace gambol {
namespace {

bool long_tests() { return std::getenv("GAMBOL_LONG_TESTS") != nullptr; }

class Faults : public CommandLine {
 protected:
  static constexpr const char* make = "make scenes/drop.yaml --preset tiny.yaml";
  using Files = std::map<std::string, std::string>;

  // All that is below out/, by path.
  Files files() const {
    Files found;
    if (fs::exists(at("out")))
      for (const auto& entry : fs::recursive_directory_iterator(at("out")))
        if (entry.is_regular_file()) found[entry.path()] = content(entry.path());
    return found;
  }
  Files undisturbed() const {
    EXPECT_EQ(gambol(make).code, 0);
    Files made = files();
    fs::remove_all(at("out"));
    return made;
  }
  static std::string differences(const Files& made, const Files& wanted) {
    std::string text;
    for (const auto& [path, bytes] : wanted) {
      const auto found = made.find(path);
      if (found == made.end()) text += path + " is missing\n";
      if (found != made.end() && found->second != bytes) text += path + " differs\n";
    }
    for (const auto& [path, bytes] : made)
      if (!wanted.contains(path)) text += path + " should not be there\n";
    return text;
  }
  // Files that are there under their own names are what they should be. Segments are whole before
  // their folder has its name.
  static std::string half_written(const Files& made, const Files& wanted) {
    std::string text;
    for (const auto& [path, bytes] : made) {
      const std::string before = "/poses.unfinished/";
      const std::size_t at = path.find(before);
      const auto found = wanted.find(at == path.npos ? path
                                                     : path.substr(0, at) + "/poses/" +
                                                           path.substr(at + before.size()));
      if (found == wanted.end() ? fs::path(path).filename().string()[0] != '.'
                                : found->second != bytes)
        text += path + "\n";
    }
    return text;
  }
  std::string failing(long at_call, const std::string& more = "") const {
    return fmt::format(
        "export FAIL_UNDER='{}' FAIL_COUNT='{}' FAIL_AT={} {} LD_PRELOAD='" GAMBOL_FAILING_CALLS
        "'; ",
        at("out").string(), at("calls").string(), at_call, more);
  }
  long calls() const { return std::stol(content(at("calls"))); }
};

// A write may take less than it is given, and is no failure.
TEST_F(Faults, WritesThatTakeHalfAreGoneOnWith) {
  const Files wanted = undisturbed();
  const Ran ran = gambol(make, failing(0, "WRITE_HALF=1"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(differences(files(), wanted), "");
}

// Calls that write fail, from the first to the last: alone, as a hiccup of a server, and with all
// that follow, as on a disk that is full.
TEST_F(Faults, AFailingWriteIsOneMessageAndTheSameCommandGoesOnFromThere) {
  const Files wanted = undisturbed();
  ASSERT_EQ(gambol(make, failing(0)).code, 0);
  const long count = calls();
  ASSERT_GT(count, 50) << "what writes is not watched";
  fs::remove_all(at("out"));
  const long tries = long_tests() ? std::min(count, 150L) : 12;  // within ten minutes
  for (long k = 0; k < tries; ++k) {
    const long call = 1 + k * (count - 1) / (tries - 1);
    const bool for_good = k % 2 == 0;
    SCOPED_TRACE(fmt::format("call {} of {}{}", call, count, for_good ? " and all after" : ""));
    const Ran ran = gambol(make, failing(call, for_good ? "FAIL_FOR_GOOD=1" : "FAIL_WITH=5"));
    EXPECT_EQ(ran.code, 5) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("out/drop"));
    EXPECT_EQ(ran.err.find("cannot"), ran.err.rfind("cannot")) << ran.err;
    EXPECT_EQ(half_written(files(), wanted), "");
    const Ran again = gambol(make);
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(differences(files(), wanted), "");
    fs::remove_all(at("out"));
  }
}

// Libraries that write pictures themselves pass over such a thing, and the file has a hole.
TEST_F(Faults, AHiccupAtAnyCallOfAFrameLeavesNoHole) {
  const std::string render = "render scenes/drop.yaml --preset tiny.yaml --frames 1";
  ASSERT_EQ(gambol(render).code, 0);
  const Files wanted = files();
  const auto frames = at("out/drop/tiny");
  fs::remove_all(frames);
  ASSERT_EQ(gambol(render, failing(0)).code, 0);
  const long count = calls();
  ASSERT_GT(count, 10) << "what writes is not watched";
  for (long call = 1; call <= count; ++call) {
    SCOPED_TRACE(fmt::format("call {} of {}", call, count));
    fs::remove_all(frames);
    EXPECT_EQ(gambol(render, failing(call, "FAIL_WITH=5")).code, 5);
    EXPECT_EQ(half_written(files(), wanted), "");
    EXPECT_EQ(gambol(render).code, 0);
    EXPECT_EQ(differences(files(), wanted), "");
  }
}

// Frames of another camera that lie there for a moment: the movie would have them and its seal not.
TEST_F(Faults, FramesThatAreReplacedWhileTheyAreEncodedMakeNoMovie) {
  const std::string camera = "position: [10 cm, -10 cm, 5 cm]";
  edit("scenes/drop.yaml", camera, "position: [10 cm, 10 cm, 5 cm]");
  ASSERT_EQ(gambol(make).code, 0);
  fs::rename(at("out/drop/tiny"), at("others"));
  edit("scenes/drop.yaml", "position: [10 cm, 10 cm, 5 cm]", camera);
  ASSERT_EQ(gambol(make).code, 0);
  const std::string movie = "out/drop/drop.tiny.mp4", whole = content(at(movie));
  const std::string encode = "encode scenes/drop.yaml --preset tiny.yaml";
  fs::remove(at(movie));
  // The poster is written before the movie.
  const std::string swap = fmt::format("RUN_AT_CALL='cp {}/*.png {}'", at("others").string(),
                                       at("out/drop/tiny").string());
  const Ran ran = gambol(encode, failing(1, swap));
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("is not made from the shot as it is, or has just been replaced"));
  EXPECT_FALSE(fs::exists(at(movie)));
  ASSERT_EQ(gambol(make).code, 0);
  EXPECT_TRUE(content(at(movie)) == whole);
}

// Else frames of the new picture would be sealed as of the old one.
TEST_F(Faults, APictureThatIsReplacedWhileItsFramesAreRenderedMakesNone) {
  write("dots.ppm", "P3\n2 2\n255\n255 0 0  0 255 0  0 0 255  255 255 255\n");
  write("grey.ppm", "P3\n2 2\n255\n9 9 9  9 9 9  9 9 9  9 9 9\n");
  write("render/looks/dotted.yaml",
        "look: dotted\nground: {material: dots}\nmaterials:\n"
        "  dots: {textures: [{type: image, file: ../../dots.ppm, size: 1 cm}]}\n");
  edit("scenes/drop.yaml", "world:", "look: ../render/looks/dotted.yaml\nworld:");
  const std::string render = "render scenes/drop.yaml --preset tiny.yaml";
  ASSERT_EQ(gambol(render).code, 0);
  const Files wanted = files();
  fs::remove_all(at("out/drop/tiny"));
  ASSERT_EQ(gambol(render, failing(0)).code, 0);
  const long middle = calls() / 2;
  fs::remove_all(at("out/drop/tiny"));
  const std::string swap = fmt::format(
      "RUN_AT_CALL='cd {} && cp dots.ppm kept.ppm && cp grey.ppm dots.ppm'", at("").string());
  const Ran ran = gambol(render, failing(middle, swap));
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("dots.ppm was changed while it was in use"));
  fs::rename(at("kept.ppm"), at("dots.ppm"));
  EXPECT_EQ(half_written(files(), wanted), "");
  EXPECT_EQ(gambol(render).code, 0);
  EXPECT_EQ(differences(files(), wanted), "");
}

TEST_F(Faults, AFolderThatCannotBeWrittenIsOneMessage) {
  if (::geteuid() == 0) {  // whom no permission holds back
    write("out/drop", "a file where a folder should be");
  } else {
    fs::create_directories(at("out"));
    fs::permissions(at("out"), fs::perms::owner_read | fs::perms::owner_exec);
  }
  const Ran ran = gambol(make);
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, StartsWith("cannot write into out/drop: "));
}

// Whom permissions do not hold back, a file system does that is mounted to be read.
TEST_F(Faults, AReadOnlyFileSystemIsOneMessage) {
  for (const bool begun : {false, true}) {
    if (begun) gambol("simulate scenes/drop.yaml");
    const Files before = files();
    const Ran ran = gambol(make, failing(1, fmt::format("FAIL_FOR_GOOD=1 FAIL_WITH={}", EROFS)));
    EXPECT_EQ(ran.code, 5);
    EXPECT_THAT(ran.err,
                testing::ContainsRegex("cannot write out/drop/.*: Read-only file system\n$"));
    EXPECT_EQ(differences(files(), before), "");
  }
  EXPECT_EQ(gambol(make).code, 0);
}

TEST_F(Faults, ALimitOnTheSizeOfFilesIsOneMessage) {
  const Files wanted = undisturbed();
  for (const int blocks : {0, 1, 2, 8}) {
    SCOPED_TRACE(blocks);
    const Ran ran = gambol(make, fmt::format("ulimit -f {}; ", blocks));
    EXPECT_EQ(ran.code, 5) << ran.err;
    // The shell's own files have that limit too: with none, the message has nowhere to go.
    if (blocks > 0) {
      EXPECT_THAT(ran.err, HasSubstr("File too large"));
    }
    EXPECT_EQ(half_written(files(), wanted), "");
    fs::remove_all(at("out"));
  }
}

#if !defined(__SANITIZE_ADDRESS__)  // which has allocations of its own

class OutOfMemory : public Faults {
 protected:
  // Lines on standard error that are not progress.
  static std::vector<std::string> messages(const Ran& ran) {
    std::vector<std::string> found;
    std::istringstream lines(ran.err);
    for (std::string line; std::getline(lines, line);)
      if (!testing::Matches(testing::MatchesRegex("(simulating|rendering tiny|encoding): .*|"
                                                  "rendering .* of 32x18 needs .*"))(line))
        found.push_back(line);
    return found;
  }
  // Either all went well, or one line says that memory ran out, nothing is half-written, and the
  // same command goes on from there.
  void expect_right(const Ran& ran, const Files& wanted) const {
    const std::vector<std::string> said = messages(ran);
    if (ran.code == 0) {
      EXPECT_THAT(said, testing::IsEmpty());
      EXPECT_EQ(differences(files(), wanted), "");
      return;
    }
    EXPECT_EQ(ran.code, 5) << ran.err;
    ASSERT_EQ(said.size(), 1u) << ran.err;
    EXPECT_THAT(said[0],
                testing::AnyOf(StartsWith("out of memory"), StartsWith("rendering needs about "),
                               StartsWith("cannot start a thread: memory ")));
    EXPECT_EQ(half_written(files(), wanted), "");
  }
  std::string refusing(long request, bool for_good) const {
    return fmt::format("export FAIL_MEMORY_COUNT='{}' FAIL_MEMORY_AT={} {} LD_PRELOAD='{}'; ",
                       at("requests").string(), request, for_good ? "FAIL_FOR_GOOD=1" : "",
                       GAMBOL_FAILING_CALLS);
  }
};

// Requests for memory and threads of a whole film, in gambol and in all libraries: one alone, and
// one with all that follow. Half of the tries are among the first, of which most are of a kind.
TEST_F(OutOfMemory, AtAnyRequestIsOneMessageOrTheRightFilm) {
  const Files wanted = undisturbed();
  ASSERT_EQ(gambol(make, refusing(0, false)).code, 0);
  const long count = std::stol(content(at("requests")));
  ASSERT_GT(count, 20000) << "requests are not watched";
  std::mt19937 random(1);
  std::uniform_real_distribution<double> part(0, 1);
  const int tries = long_tests() ? 600 : 24;
  int refused = 0;
  for (int k = 0; k < tries; ++k) {
    const double of = part(random);
    const long request =
        k % 4 < 2 ? 1 + long(of * double(count - 1)) : std::lround(std::pow(double(count), of));
    SCOPED_TRACE(fmt::format("request {} of {}", request, count));
    fs::remove_all(at("out"));
    const Ran ran = gambol(make, refusing(request, k % 2 == 0));
    refused += ran.code != 0;
    expect_right(ran, wanted);
    if (k % 4 != 0) continue;
    EXPECT_EQ(gambol(make).code, 0);
    EXPECT_EQ(differences(files(), wanted), "");
  }
  EXPECT_GT(refused, tries / 3);
}

// What asks the system for memory itself, and the loading of modules.
TEST_F(OutOfMemory, UnderALimitIsOneMessageOrTheRightFilm) {
  const Files wanted = undisturbed();
  const int step = long_tests() ? 10 : 130;  // MiB
  int refused = 0, done = 0;
  for (int limit = 160; limit < 1300; limit += step) {
    SCOPED_TRACE(fmt::format("{} MiB", limit));
    fs::remove_all(at("out"));
    const Ran ran = gambol(make, fmt::format("ulimit -v {}; ", limit * 1024));
    (ran.code == 0 ? done : refused) += 1;
    expect_right(ran, wanted);
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(done, 0);
}

TEST_F(OutOfMemory, NoThreadsIsOneMessage) {
  const Ran ran = gambol(make, "export FAIL_THREADS=1 LD_PRELOAD='" GAMBOL_FAILING_CALLS "'; ");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(messages(ran), testing::ElementsAre(StartsWith("cannot start a thread: ")));
  EXPECT_EQ(gambol(make).code, 0);
}

#endif

// Hours of simulation are not given up before what came of them is in its file.
TEST_F(Faults, ACheckpointStaysUntilThePosesAreWritten) {
  const Files wanted = undisturbed();
  write("out/drop/simulating.checkpoint", "");
  fs::create_directories(at("out/drop/poses.h5"));
  const Ran ran = gambol(make);
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("\ncannot write out/drop/poses.h5: "));
  EXPECT_TRUE(fs::exists(at("out/drop/simulating.checkpoint")));
  fs::remove(at("out/drop/poses.h5"));
  EXPECT_EQ(gambol(make).code, 0);
  EXPECT_EQ(differences(files(), wanted), "");
}

// A process of the program by itself, so that it can be killed.
class Killed : public Faults {
 protected:
  pid_t start() const {
    const pid_t child = fork();
    if (child == 0) {
      if (::chdir(folder_.c_str()) != 0) _exit(99);
      ::setenv("GAMBOL_DATA", GAMBOL_SOURCE_DIR, 1);
      for (const char* stream : {"stdout", "stderr"})
        if (!freopen(at(stream).c_str(), "w", stream[3] == 'o' ? stdout : stderr)) _exit(98);
      ::execl(GAMBOL_PROGRAM, "gambol", "make", "scenes/drop.yaml", "--preset", "tiny.yaml",
              nullptr);
      _exit(97);
    }
    return child;
  }
  // Returns how it ended, as waitpid tells it.
  static int end(pid_t child, int signal) {
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  // A file that was made again is another one of its name. The end's state comes just before the
  // poses, and the poster before the movie: without those they are made again.
  std::map<std::string, ino_t> finished(const Files& wanted) const {
    std::map<std::string, ino_t> found;
    for (const auto& [path, bytes] : files()) {
      const std::string ending = fs::path(path).extension();
      struct stat about {};
      if (ending != ".state" && ending != ".jpg" && wanted.contains(path) &&
          ::stat(path.c_str(), &about) == 0)
        found[path] = about.st_ino;
    }
    return found;
  }
};

TEST_F(Killed, AtAnyMomentCostsAtMostTheFrameItWasOn) {
  const auto begun = std::chrono::steady_clock::now();
  const Files wanted = undisturbed();
  const auto takes = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begun);
  const int kills = long_tests() ? 200 : 10;
  std::mt19937 random(1);
  std::map<std::string, ino_t> kept;
  for (int k = 0; k < kills; ++k) {
    SCOPED_TRACE(k);
    const pid_t child = start();
    std::this_thread::sleep_for(takes * std::uniform_int_distribution<>(50, 700)(random) / 1000);
    end(child, SIGKILL);
    EXPECT_EQ(half_written(files(), wanted), "");
    const auto now = finished(wanted);
    for (const auto& [path, inode] : kept) {
      ASSERT_TRUE(now.contains(path)) << path << " is gone";
      EXPECT_EQ(now.at(path), inode) << path << " was made twice";
    }
    kept = now;
    if (!std::ranges::all_of(wanted, [](const auto& file) { return fs::exists(file.first); }))
      continue;
    fs::remove_all(at("out"));  // all is there: once more from the start
    kept.clear();
  }
  EXPECT_EQ(gambol(make).code, 0);
  EXPECT_EQ(differences(files(), wanted), "");
}

TEST_F(Killed, AnEndThatIsAskedForIsSaidAndLeavesNoLitter) {
  const Files wanted = undisturbed();
  // More samples than anyone would wait for.
  edit("tiny.yaml", "samples: 1", "samples: 65536");
  for (const int signal : {SIGTERM, SIGINT}) {
    fs::remove_all(at("out"));
    std::ofstream(at("stderr")).close();
    const pid_t child = start();
    while (content(at("stderr")).find("of memory\n") == std::string::npos)  // then it renders
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const int status = end(child, signal);
    ASSERT_TRUE(WIFEXITED(status)) << "it was killed by it";
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_THAT(content(at("stderr")), HasSubstr("resumes from there\n"));
    for (const auto& [path, bytes] : files())
      EXPECT_THAT(fs::path(path).filename().string(), Not(StartsWith(".gambol")));
  }
}

}  // namespace
}  // namespace gambol
