#include "farm/status.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/frame_range.h"
#include "farm/command.h"
#include "support/own_file.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SlurmTask task(const std::string& job, int index, const std::string& state) {
  SlurmTask t;
  t.job = job;
  t.first = t.last = index;
  t.state = state;
  return t;
}

FarmJob job(JobStage stage, const std::string& id, int tasks) {
  FarmJob j;
  j.stage = stage;
  j.id = id;
  j.first_line = 1;
  j.tasks = tasks;
  return j;
}

// Twelve frames as three tasks of four; frames 1, 2 and 5 are there.
StatusInputs twelve_frames() {
  StatusInputs in;
  in.frames = all_frames(12);
  in.on_disk.resize(12);
  for (const std::size_t i : {0u, 1u, 4u}) in.on_disk[i] = {true, false, std::string(32, 'c')};
  Submission s;
  s.chunks = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  s.jobs = {job(JobStage::simulate, "1", 1), job(JobStage::render, "2", 3),
            job(JobStage::encode, "3", 1)};
  in.submissions = {s};
  in.whole = true;
  in.movie_path = "out/drop/drop.mp4";
  in.records = {{1, 2.0, 100, "a", "", ""}, {2, 4.0, 300, "b", "", ""}, {5, 3.0, 200, "a", "", ""}};
  return in;
}

TEST(FarmStatus, PutsFilesAndTasksTogether) {
  StatusInputs in = twelve_frames();
  in.on_disk[11].damaged = true;
  in.slurm.tasks = {task("1", -1, "COMPLETED"), task("2", 0, "RUNNING"), task("2", 1, "FAILED"),
                    task("2", 2, "COMPLETED"), task("3", -1, "PENDING")};
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.stage, "render runs");
  EXPECT_EQ(s.count(FrameState::done), 3u);
  EXPECT_EQ(s.states[2], FrameState::running);
  EXPECT_EQ(s.states[3], FrameState::waiting);
  EXPECT_EQ(s.count(FrameState::failed), 3u);
  EXPECT_EQ(s.states[8], FrameState::missing);
  EXPECT_EQ(s.states[11], FrameState::damaged);
  ASSERT_EQ(s.failures.size(), 1u);
  EXPECT_EQ(s.failures[0].job, "2_1");
  EXPECT_EQ(s.failures[0].frames, "6-8");
  EXPECT_EQ(s.records[0].frame, 2);
  EXPECT_EQ(s.megabytes, 300);
  EXPECT_DOUBLE_EQ(s.seconds_left, 9 * 3.0);
  EXPECT_EQ(s.sequence, "");
}

TEST(FarmStatus, IsDoneWithItsMovie) {
  StatusInputs in = twelve_frames();
  for (FrameOnDisk& frame : in.on_disk) frame = {true, false, std::string(32, 'c')};
  EXPECT_EQ(farm_status(in).stage, "rendered, not encoded");
  in.slurm.tasks = {task("3", -1, "PENDING")};
  EXPECT_EQ(farm_status(in).stage, "encode waits");
  in.slurm.tasks.clear();
  in.movie = true;
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.stage, "done");
  EXPECT_EQ(s.sequence.size(), 32u);
  in.on_disk[3].checksum[0] = 'd';
  EXPECT_NE(farm_status(in).sequence, s.sequence);
}

// Its job may take a while to go, or others may be at work on the same.
TEST(FarmStatus, IsDoneWhenAllIsThereWhateverTheFarmDoes) {
  StatusInputs in = twelve_frames();
  for (FrameOnDisk& frame : in.on_disk) frame.there = true;
  in.movie = true;
  in.slurm.tasks = {task("3", -1, "COMPLETING"), task("2", 1, "RUNNING"), task("9", 0, "PENDING")};
  EXPECT_EQ(farm_status(in).stage, "done");
  in.on_disk[3].there = false;
  EXPECT_EQ(farm_status(in).stage, "encode runs");
}

TEST(FarmStatus, SaysWhatWasNotHandedOut) {
  StatusInputs in = twelve_frames();
  in.submissions[0].jobs[2].id.clear();
  in.slurm.tasks = {task("1", -1, "COMPLETED"), task("2", 0, "RUNNING")};
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.job_states[2], "not handed out");
  EXPECT_THAT(status_text(s, "drop", ""), HasSubstr("encode - not handed out\n"));
  EXPECT_THAT(status_json(s, "drop", "draft", "").text(), HasSubstr("\"id\": \"\""));
}

// What was tried again and what is over is no trouble any more.
TEST(FarmStatus, TellsOfTheLastTrialAlone) {
  StatusInputs in = twelve_frames();
  Submission again;
  again.chunks = {{6, 7}};
  again.jobs = {job(JobStage::render, "4", 1), job(JobStage::encode, "5", 1)};
  in.submissions.push_back(again);
  in.slurm.tasks = {task("1", -1, "FAILED"), task("2", 1, "FAILED"), task("3", -1, "CANCELLED"),
                    task("4", 0, "PENDING"), task("5", -1, "PENDING")};
  FarmStatus s = farm_status(in);
  ASSERT_EQ(s.failures.size(), 2u);  // the expectation that was missed, and frame 8
  EXPECT_EQ(s.failures[0].stage, "simulate");
  EXPECT_EQ(s.failures[1].frames, "8");
  EXPECT_EQ(s.states[5], FrameState::waiting);
  in.slurm.tasks[3].state = "COMPLETED";  // somebody deleted what it made
  s = farm_status(in);
  EXPECT_EQ(s.states[5], FrameState::missing);
  EXPECT_EQ(s.states[7], FrameState::failed);
}

TEST(FarmStatus, WhatWasTakenOffIsNoFailure) {
  StatusInputs in = twelve_frames();
  in.slurm.tasks = {task("1", -1, "COMPLETED"), task("2", 0, "CANCELLED"),
                    task("2", 1, "CANCELLED by 0"), task("2", 2, "CANCELLED"),
                    task("3", -1, "CANCELLED")};
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.stage, "cancelled");
  EXPECT_EQ(s.count(FrameState::missing), 9u);
  in.slurm.tasks[1].state = "FAILED";
  EXPECT_EQ(farm_status(in).stage, "failed");
}

TEST(FarmStatus, KnowsWhatSlurmHasForgotten) {
  const FarmStatus s = farm_status(twelve_frames());
  EXPECT_THAT(status_text(s, "drop", ""), HasSubstr("render 2 is over, and forgotten by Slurm\n"));
}

TEST(FarmStatus, DamagedPosesAreNotDone) {
  StatusInputs in = twelve_frames();
  for (FrameOnDisk& frame : in.on_disk) frame.there = true;
  in.movie = true;
  in.poses = PosesState::none;  // of a shot whose film is there all the same
  EXPECT_EQ(farm_status(in).stage, "done");
  in.poses = PosesState::damaged;
  in.poses_damage = "poses.h5: is damaged";
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.stage, "poses damaged");
  EXPECT_THAT(status_text(s, "drop", ""), HasSubstr("poses      poses.h5: is damaged\n"));
}

TEST(FarmStatus, TellsStaleFramesAnEditAndTheMovie) {
  StatusInputs in = twelve_frames();
  in.on_disk[6].stale = true;
  in.edited = in.movie = true;
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.states[6], FrameState::stale);
  const std::string text = status_text(s, "drop", ""),
                    json = status_json(s, "drop", "draft", "").text();
  EXPECT_THAT(text, HasSubstr("\nstale      7\n"));
  EXPECT_THAT(text, HasSubstr("\nedited     since it was submitted: gambol submit it anew\n"));
  EXPECT_THAT(text, HasSubstr("\nmovie      out/drop/drop.mp4\n"));
  EXPECT_THAT(json, HasSubstr("\"edited\": true"));
  EXPECT_THAT(json, HasSubstr("\"movie\": {\"file\": \"out/drop/drop.mp4\", \"there\": true}"));
}

// Its log's last line says more than a state does.
TEST(FarmStatus, RepeatsWhatAFailedTaskSaidLast) {
  StatusInputs in = twelve_frames();
  in.submissions[0].folder = own_file("");
  const std::string logs = in.submissions[0].logs();
  std::filesystem::create_directories(logs);
  std::ofstream(logs + "/render.2_1.log") << std::string(5000, 'x') << "\nout of paint\n\n";
  std::ofstream(logs + "/render.2_2.log");
  in.slurm.tasks = {task("2", 1, "FAILED"), task("2", 2, "FAILED")};
  const FarmStatus s = farm_status(in);
  ASSERT_EQ(s.failures.size(), 2u);
  EXPECT_EQ(s.failures[0].said, "out of paint");
  EXPECT_EQ(s.failures[1].log, "") << "it is empty";
  EXPECT_THAT(status_text(s, "drop", ""), HasSubstr("render.2_1.log\n             out of paint\n"));
  std::filesystem::remove_all(in.submissions[0].folder);
}

TEST(FarmStatus, SaysWhatItDoesNotKnow) {
  StatusInputs in = twelve_frames();
  EXPECT_EQ(farm_status(in).stage, "stopped");
  in.slurm.trouble = "squeue is not installed here";
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.stage, "not known");
  EXPECT_EQ(s.count(FrameState::missing), 9u);
  EXPECT_THAT(status_text(s, "drop", ""), HasSubstr("squeue is not installed here"));
}

TEST(FarmStatus, KnowsAFailureFromTheAccountsWhenTheSchedulerIsGone) {
  StatusInputs in = twelve_frames();
  in.slurm.trouble = "slurm_load_jobs error: Unable to contact slurm controller";
  in.slurm.tasks = {task("2", 1, "FAILED")};
  EXPECT_EQ(farm_status(in).stage, "failed");
  in.slurm.tasks.push_back(task("2", 0, "RUNNING"));
  EXPECT_EQ(farm_status(in).stage, "render runs");
}

// A task that is tried again counts over the one that failed.
TEST(FarmStatus, SeesWhatIsTriedAgain) {
  StatusInputs in = twelve_frames();
  Submission again;
  again.again = true;
  again.chunks = {{6, 7, 8}};
  again.jobs = {job(JobStage::render, "4", 1)};
  in.submissions.push_back(again);
  in.slurm.tasks = {task("2", 1, "FAILED"), task("4", 0, "PENDING")};
  const FarmStatus s = farm_status(in);
  EXPECT_EQ(s.count(FrameState::waiting), 3u);
  EXPECT_EQ(s.count(FrameState::failed), 0u);
}

TEST(SlurmTasks, AreReadFromSqueue) {
  const auto tasks = parse_squeue(
      "2|0|RUNNING|None|n1|walk\n2|1|PENDING|Dependency||walk\n"
      "3|N/A|PENDING|Dependency|| a|b \n");
  ASSERT_EQ(tasks.size(), 3u);
  EXPECT_EQ(tasks[0].first, 0);
  EXPECT_TRUE(tasks[0].runs());
  EXPECT_EQ(tasks[0].node, "n1");
  EXPECT_TRUE(tasks[1].waits());
  EXPECT_EQ(tasks[2].first, -1);
  EXPECT_EQ(tasks[0].name, "walk");
  EXPECT_EQ(tasks[2].name, " a|b ");
}

// What was not understood must not count as a job that is over: it would be submitted again.
TEST(SlurmTasks, AreNotReadFromWhatIsNoAnswer) {
  const std::string good = "2|0|RUNNING|None|n1|walk\n";
  EXPECT_EQ(parse_squeue("").size(), 0u);
  for (const char* bad :
       {"rubbish\n", "\n", "2|0|RUNNING|None|n1\n", "x|0|RUNNING|None|n1|walk\n",
        "|0|RUNNING|None|n1|walk\n", "-2|0|RUNNING|None|n1|walk\n", "2||RUNNING|None|n1|walk\n",
        "2|a|RUNNING|None|n1|walk\n", "2|9-3|RUNNING|None|n1|walk\n", "2|0|RUNING|None|n1|walk\n",
        "2|0|running|None|n1|walk\n", "2|0||None|n1|walk\n", "<html>503</html>\n"})
    for (const std::string& text : {bad + good, good + bad})
      EXPECT_THROW(parse_squeue(text), std::invalid_argument) << text;
  EXPECT_THROW(parse_squeue(good + "2|1|RUNNING|None|n1|wa"), std::invalid_argument);  // cut off
  for (const char* bad : {"rubbish\n", "2_0|COMPLETED|0:0|n1\n", "2_x|COMPLETED|0:0|n1|w\n",
                          "--me|COMPLETED|0:0|n1|w\n", "2|DONE|0:0|n1|w\n"})
    EXPECT_THROW(parse_sacct(bad), std::invalid_argument) << bad;
  for (const char* bad : {"rubbish\n", "--me|walk\n", "|walk\n", "2|walk"})
    EXPECT_THROW(parse_names(bad), std::invalid_argument) << bad;
}

TEST(SlurmTasks, AreSafeToPrint) {
  const auto tasks = parse_squeue("2|0|FAILED|\x1b]0;owned\x07|n\x1b[2J|walk\n");
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].reason, "\\x1B]0;owned\\x07");
  EXPECT_EQ(tasks[0].node, "n\\x1B[2J");
}

TEST(SlurmNames, BelongToOneJobEach) {
  const auto names = parse_names("2|walk\n2|walk\n3|a|b\n4|run\n5|run\n");
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(names.at("walk"), "2");
  EXPECT_EQ(names.at("a|b"), "3");
}

TEST(SlurmTasks, AreReadFromTheAccounts) {
  const auto tasks = parse_sacct(
      "2_0|COMPLETED|0:0|n1|w\n2_1|CANCELLED by 1000|0:15|n2|w\n"
      "2_[5-9%2]|PENDING|0:0|None assigned|w\n3|FAILED|4:0|n1|walk\n4|FAILED|3:0|n1|allocation\n");
  ASSERT_EQ(tasks.size(), 5u);
  EXPECT_EQ(tasks[1].state, "CANCELLED");
  EXPECT_TRUE(tasks[1].failed());
  EXPECT_EQ(tasks[2].first, 5);
  EXPECT_EQ(tasks[2].last, 9);
  EXPECT_EQ(tasks[2].node, "");
  EXPECT_EQ(tasks[3].reason, "exit 4");
  EXPECT_EQ(tasks[3].name, "walk");
  EXPECT_EQ(tasks[4].name, "");  // of which the accounts heard the end only
}

TEST(RunCommand, TellsOutputCodeAndTime) {
  const CommandResult said = run_command({"sh", "-c", "echo out; echo err >&2; exit 3"}, 60);
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.out, "out\n");
  EXPECT_EQ(said.err, "err\n");
  EXPECT_FALSE(run_command({"there-is-no-such-program"}, 60).found);
  EXPECT_TRUE(run_command({"sleep", "60"}, 0.1).out_of_time);
  const CommandResult endless = run_command({"yes"}, 60);
  EXPECT_TRUE(endless.too_long);
  EXPECT_EQ(endless.code, -1);
  EXPECT_EQ(run_command({"sh", "-c", "head -c 1000000 /dev/zero"}, 60).out.size(), 1000000u);
}

}  // namespace
}  // namespace gambol
