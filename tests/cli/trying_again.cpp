// What status, verify and retry make of what went wrong on a farm.

#include "cli/fake_farm.h"

namespace gambol {
namespace {

class TryingAgain : public Submitting {
 protected:
  // A film that is all there, and whose jobs are over.
  void make_on_farm() const {
    ASSERT_EQ(run(submit).code, 0);
    ASSERT_EQ(run_verb("make").code, 0);
    end_all("COMPLETED");
    ASSERT_EQ(run_verb("verify").code, 0);
  }
  void end_all(const std::string& state) const {
    for (const Job& job : jobs()) set_state(job.id, state);
  }
  void flip_a_bit(const std::string& path) const {
    std::string bytes = content(at(path));
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream(at(path)) << bytes;
  }
  const char* poses = "out/drop/poses/0001.h5";
};

TEST_F(TryingAgain, DamagedPosesAreFoundAndSimulatedAgain) {
  make_on_farm();
  flip_a_bit(poses);
  const Ran ran = run_verb("verify");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, StartsWith("drop, preset tiny: poses damaged\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nposes      out/drop/poses/0001.h5: is damaged or cut off: "));
  EXPECT_THAT(ran.out, HasSubstr("\nframes     6 of 6 done\n"));
  EXPECT_EQ(run_verb("retry").code, 0);
  EXPECT_EQ(stages(), (Words{"simulate", "encode"}));
  end_all("COMPLETED");
  fs::remove(at("out/drop/tiny/drop.0002.png"));
  EXPECT_EQ(run_verb("retry").code, 0);
  EXPECT_EQ(stages(), (Words{"simulate", "render", "encode"}));
}

// EXR files too, of a shot that nobody submitted.
TEST_F(TryingAgain, WithoutAFarmEveryFileOfAFrameIsLookedAt) {
  ASSERT_EQ(run_verb("make").code, 0);
  ASSERT_EQ(run_verb("verify").code, 0);
  flip_a_bit("out/drop/tiny/drop.0002.exr");
  fs::remove(at("out/drop/tiny/drop.0003.exr"));
  const Ran ran = run_verb("verify");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out, HasSubstr("4 of 6 done"));
  fs::remove_all(at("out"));
  ASSERT_EQ(run_verb("make --no-exr").code, 0);
  EXPECT_EQ(run_verb("verify").code, 0);
}

TEST_F(TryingAgain, NothingIsRenderedOfAMotionThatIsNotAsWanted) {
  edit("scenes/drop.yaml", "camera:", "expect:\n  - {measure: forward_speed, min: 1 m/s}\ncamera:");
  ASSERT_EQ(run(submit).code, 0);
  EXPECT_EQ(run_verb("simulate").code, 2) << "it has no preset";
  EXPECT_EQ(run("simulate scenes/drop.yaml").code, 4);
  end_all("CANCELLED");
  set_state(1, "FAILED");
  write("out/drop/farm/tiny/1/logs/simulate.1.log", "simulating: 100%\nmissed: too slow\n");
  const Ran status = run_verb("status");
  EXPECT_THAT(status.out, StartsWith("drop, preset tiny: failed\n"));
  EXPECT_THAT(status.out, HasSubstr("\ntrouble    simulate 1 FAILED"));
  EXPECT_THAT(status.out, HasSubstr("\n             missed: too slow\n"));
  const Ran ran = run_verb("retry");
  EXPECT_EQ(ran.code, 4);
  EXPECT_THAT(ran.err, HasSubstr("no film is made of a motion that failed or missed expectations"));
  EXPECT_EQ(stages(), Words{});
}

TEST_F(TryingAgain, AnEditIsToldAndItsFramesAreStale) {
  make_on_farm();
  edit("scenes/drop.yaml", "10 cm, -10 cm", "11 cm, -10 cm");
  const Ran ran = run_verb("status --json");
  EXPECT_THAT(ran.out, HasSubstr("\"edited\": true"));
  EXPECT_THAT(ran.out, HasSubstr("\"stale\": 6"));
  EXPECT_THAT(ran.out, HasSubstr("\"damaged\": 0"));
  EXPECT_EQ(run_verb("retry").code, 3);
}

// As on an author's own machine.
TEST_F(TryingAgain, ADryRunWithoutSlurmSaysSo) {
  write_program("scontrol", "#!/bin/sh\necho 'no controller' >&2\nexit 1\n");
  const Ran dry = run(std::string(submit) + " --dry-run");
  EXPECT_EQ(dry.code, 0);
  EXPECT_THAT(
      dry.err,
      HasSubstr("note: Slurm cannot be asked (no controller): tasks are planned for 32 nodes\n"));
  const Ran ran = run(submit);
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.err, "nothing was submitted, Slurm cannot be asked: no controller\n");
  EXPECT_EQ(stages(), Words{});
}

TEST_F(TryingAgain, MemoryStaysAsWasAllowedLast) {
  ASSERT_EQ(run(std::string(submit) + " --memory 1MB").code, 0);
  end_all("FAILED");
  ASSERT_EQ(run_verb("retry --memory 1GiB").code, 0);
  end_all("FAILED");
  ASSERT_EQ(run_verb("retry").code, 0);
  EXPECT_THAT(content(at("out/drop/farm/tiny/3/job.txt")), HasSubstr("memory 1073741824"));
}

TEST_F(TryingAgain, SaysWhyThereIsNothingToTry) {
  ASSERT_EQ(run(submit).code, 0);
  EXPECT_THAT(run_verb("retry").err,
              HasSubstr("nothing to try again; 6 frames are running or waiting\n"));
}

}  // namespace
}  // namespace gambol
