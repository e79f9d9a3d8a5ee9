// What is written for a farm, and read back.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "base/error.h"
#include "farm/job.h"
#include "farm/lock.h"
#include "farm/records.h"
#include "farm/template.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

FrameRecord record(int frame) {
  return {frame, 3.25, 812, "node04", std::string(32, 'a'), std::string(32, 'b')};
}

TEST(Records, AreReadBack) {
  const std::vector<FrameRecord> read = parse_records(record_line(record(7)));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(record_line(read[0]), record_line(record(7)));
}

TEST(Records, AreReadWhereverTheirWriterWasKilled) {
  const std::string one = record_line(record(1)), two = one + record_line(record(22));
  for (std::size_t size = 0; size < two.size(); ++size) {
    const std::size_t whole = size >= one.size();
    EXPECT_EQ(parse_records(two.substr(0, size)).size(), whole) << size;
    // The next line of the same writer does not get lost with the torn one for good.
    const auto read = parse_records(two.substr(0, size) + "\n" + one);
    EXPECT_GE(read.size(), 1 + whole) << size;
  }
}

TEST(Records, ThatCannotBeArePassedOver) {
  for (const auto& [was, is] : {std::pair{"frame 7", "frame 0"},
                                {"3.250", "-3.250"},
                                {"3.250", "nan"},
                                {"3.250", "inf"},
                                {"812", "-1"}}) {
    std::string line = record_line(record(7));
    line.replace(line.find(was), std::string(was).size(), is);
    EXPECT_TRUE(parse_records(line).empty()) << line;
  }
}

class FarmFolder : public testing::Test {
 protected:
  FarmFolder() {
    std::string name = testing::TempDir() + "farm_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~FarmFolder() override { std::filesystem::remove_all(folder_); }

  static constexpr int frames = 7;  // of the shot

  Submission submitted(bool again) {
    Submission s;
    s.folder = next_folder(folder_);
    s.shot = "scenes/a shot.yaml@take";
    s.preset = "draft";
    s.project = "/a project";
    s.partition = "farm";
    s.motion = "m";
    s.picture = "p";
    s.again = again;
    s.chunks = {{1, 2, 3}, {5, 7}};
    FarmJob job;
    job.stage = JobStage::render;
    job.id = "13";
    job.first_line = 1;
    job.tasks = 2;
    job.name = "a shot@take.render.0123456789abcdef";
    s.jobs = {job};
    save_job(s);
    std::ofstream(s.chunks_file()) << chunks_text(s.chunks);
    return s;
  }

  std::string folder_;
};

TEST_F(FarmFolder, HoldsWhatWasSubmitted) {
  const Submission s = submitted(false);
  const std::vector<Submission> read = load_submissions(folder_, frames);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(job_text(read[0]), job_text(s));
  EXPECT_EQ(read[0].chunks, s.chunks);
  EXPECT_EQ(read[0].log(read[0].jobs[0], 1), folder_ + "/1/logs/render.13_1.log");
}

TEST_F(FarmFolder, TellsWhatWasTriedAgainFromWhatWasAskedAnew) {
  for (const bool again : {false, true, false, true, true}) submitted(again);
  EXPECT_EQ(load_submissions(folder_, frames).size(), 3u);
  EXPECT_EQ(next_folder(folder_), folder_ + "/6");
  EXPECT_TRUE(load_submissions(folder_ + "/nowhere", frames).empty());
}

TEST_F(FarmFolder, NamesMayHoldWhatStructuresTheFile) {
  Submission s = submitted(false);
  s.shot = " scenes/a\nend\nb.yaml ";
  s.project = "/a\\n\\folder\n";
  s.jobs[0].name = "  a\\ \n";
  const Submission read = parse_job(job_text(s));
  EXPECT_EQ(read.shot, s.shot);
  EXPECT_EQ(read.project, s.project);
  EXPECT_EQ(read.jobs.at(0).name, s.jobs[0].name);
  EXPECT_EQ(read.jobs.size(), s.jobs.size());
}

// Its jobs are the original's; one that was moved keeps them.
TEST_F(FarmFolder, ACopyHasNoJobs) {
  Submission s = submitted(false);
  s.home = std::filesystem::absolute(s.folder);
  save_job(s);
  ASSERT_EQ(load_submissions(folder_, frames).size(), 1u);
  const std::string copy = folder_ + "_copy";
  std::filesystem::copy(folder_, copy, std::filesystem::copy_options::recursive);
  EXPECT_EQ(load_submissions(copy, frames).size(), 0u);
  EXPECT_EQ(next_folder(copy), copy + "/2");
  std::filesystem::remove_all(folder_);
  EXPECT_EQ(load_submissions(copy, frames).size(), 1u);
  std::filesystem::remove_all(copy);
}

// Pipes wait, and some files have no end.
TEST_F(FarmFolder, ReadsFilesAlone) {
  const Submission s = submitted(false);
  for (const char* source : {"/dev/zero", "/dev/stdin"}) {
    std::filesystem::remove(s.folder + "/job.txt");
    std::filesystem::create_symlink(source, s.folder + "/job.txt");
    EXPECT_THROW(load_submissions(folder_, frames), InputError);
  }
  std::filesystem::remove(s.folder + "/job.txt");
  ASSERT_EQ(::mkfifo((s.folder + "/job.txt").c_str(), 0600), 0);
  EXPECT_THROW(load_submissions(folder_, frames), InputError);
}

TEST_F(FarmFolder, SaysThatAFileIsCutOff) {
  const Submission s = submitted(false);
  const std::string text = job_text(s);
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_THROW(parse_job(text.substr(0, size)), std::invalid_argument) << size;
  std::ofstream(s.folder + "/job.txt") << text.substr(0, text.size() / 2);
  EXPECT_THROW(load_submissions(folder_, frames), InputError);
}

TEST_F(FarmFolder, TellsWhatWasPlannedFromWhatWasTaken) {
  Submission s = submitted(false);
  EXPECT_FALSE(load_submissions(folder_, frames)[0].interrupted);
  s.jobs.push_back({JobStage::encode, "", 0, 1, "a shot@take.encode.00"});
  save_job(s);
  const Submission read = load_submissions(folder_, frames)[0];
  EXPECT_TRUE(read.interrupted);
  EXPECT_EQ(job_text(read), job_text(s));
  EXPECT_EQ(ids_of({read}), std::vector<std::string>{"13"});
}

// One line of it may be anything: nothing is read that long, or handed on to Slurm.
TEST_F(FarmFolder, RefusesJobsThatCannotBe) {
  const Submission s = submitted(false);
  const std::string text = job_text(s), job = "job render 13 1 2 ";
  const auto path = s.folder + "/job.txt";
  ASSERT_THAT(text, HasSubstr(job));
  for (const char* is :
       {"job render 13 1 2147483647 ", "job render 13 2147483647 2 ", "job render 13 1 3 ",
        "job render 13 2 2 ", "job render 13 0 2 ", "job render 13 1 0 ", "job render 13 1 -1 ",
        "job encode 13 0 2 ", "job simulate 13 0 2147483647 ", "job render --me 1 2 ",
        "job render 1;2 1 2 ", "job render 13 1 99999999999 "}) {
    std::ofstream(path) << std::string(text).replace(text.find(job), job.size(), is);
    try {
      load_submissions(folder_, frames);
      ADD_FAILURE() << is;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("job.txt: is damaged: ")) << is;
    }
  }
  for (const char* number : {"-", "13"})  // without a name it could be anybody's
    EXPECT_THROW(parse_job(fmt::format("gambol farm job 1\njob render {} 1 2\nend\n", number)),
                 std::invalid_argument);
}

TEST_F(FarmFolder, KeepsFramesThatTheShotHas) {
  const Submission s = submitted(false);
  std::ofstream(s.chunks_file()) << "5-2147483647\n2000000000-2147483647x3,2\n";
  const std::vector<std::vector<int>> kept{{5, 6, 7}, {2}};
  EXPECT_EQ(load_submissions(folder_, frames)[0].chunks, kept);
}

TEST_F(FarmFolder, IsLockedByOneAtATime) {
  auto first = std::make_unique<FarmLock>(folder_);
  std::atomic<bool> released = false;
  std::thread second([&] {
    const FarmLock lock(folder_);
    EXPECT_TRUE(released);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  released = true;
  first.reset();
  second.join();
}

// What a command that its holder started may still hand out is waited for.
TEST_F(FarmFolder, StaysLockedWhileACommandOfTheHolderRuns) {
  const std::string ended = folder_ + "/ended";
  {
    const FarmLock lock(folder_);
    std::system(("(sleep 0.5; touch '" + ended + "') &").c_str());
  }
  const FarmLock lock(folder_);
  EXPECT_TRUE(std::filesystem::exists(ended));
}

TEST_F(FarmFolder, NamesALineThatIsNoListOfFrames) {
  const Submission s = submitted(false);
  std::ofstream(s.chunks_file()) << "1-3\n4:9\n";
  try {
    load_submissions(folder_, frames);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("chunks.txt:2"));
  }
}

TEST(Template, QuotesWhatItFillsIn) {
  EXPECT_EQ(fill_in("t", "cd @a@ # @ me@x.org\n", {{"a", {"it's $HOME"}}}, Quoting::shell),
            "cd 'it'\\''s $HOME' # @ me@x.org\n");
  EXPECT_EQ(fill_in("t", "@a@ x", {{"a", {"b", "c d"}}}, Quoting::shell), "'b' 'c d' x");
  EXPECT_EQ(fill_in("t", "name: @a@", {{"a", {"say \"hi\""}}}, Quoting::json),
            "name: \"say \\\"hi\\\"\"");
}

TEST(Template, NamesAWordThatItDoesNotKnow) {
  try {
    fill_in("render.sh", "one\ntwo @shto@\n", {{"shot", {"a"}}}, Quoting::shell);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("render.sh:2:5: found @shto@, expected"));
  }
}

}  // namespace
}  // namespace gambol
