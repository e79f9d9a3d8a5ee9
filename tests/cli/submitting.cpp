// Handing a shot to a farm: what becomes of it when submit is killed at any of its calls of sbatch,
// run twice, or when Slurm does not answer.

#include "cli/fake_farm.h"

namespace gambol {
namespace {

TEST_F(Submitting, HandsOutEachStageOnce) {
  const Ran ran = run(submit);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "simulate 1\nrender 2\nrender 3\nencode 4\n");
  EXPECT_EQ(stages(), all);
  const Ran again = run(submit);
  EXPECT_EQ(again.code, 5);
  EXPECT_THAT(again.err, HasSubstr("still has its jobs 1, 2, 3, 4"));
  EXPECT_EQ(stages(), all);
}

TEST_F(Submitting, KilledAtAnyCallItGoesOnFromThere) {
  for (const char* how : {"before", "after", "late"})
    for (int call = 1; call <= 4; ++call) {
      SCOPED_TRACE(fmt::format("{} job {}", how, call));
      begin_anew();
      killed_at(call, how);
      const Ran ran = run(submit);
      EXPECT_EQ(ran.code, 0) << ran.err;
      ASSERT_EQ(stages(), all);
      EXPECT_FALSE(has_submission(2));
      const std::vector<Job> taken = jobs();
      EXPECT_EQ(taken[1].after, fmt::format("afterok:{}", taken[0].id));
      EXPECT_EQ(taken[3].after,
                fmt::format("afterok:{},afterany:{}:{}", taken[0].id, taken[1].id, taken[2].id));
      std::string ids, named;
      for (const Job& job : taken) {
        ids += fmt::format("{}\n", job.id);
        named += fmt::format("{} {}\n", job.stage(), job.id);
      }
      EXPECT_EQ(ran.out, named);
      if (how != std::string("after")) continue;
      EXPECT_EQ(run(submit).code, 5);
      EXPECT_THAT(run_verb("retry").err, HasSubstr("nothing to try again"));
      EXPECT_EQ(run_verb("cancel").out, ids);
      EXPECT_EQ(stages(), Words{});
    }
}

TEST_F(Submitting, WhatAKilledOneLeftIsKnown) {
  for (const char* verb : {"cancel", "retry"}) {
    begin_anew();
    killed_at(2, "after");
    const Ran status = run_verb("status");
    EXPECT_THAT(status.out, HasSubstr("simulate 1 PENDING\n"));
    EXPECT_THAT(status.out, HasSubstr("render 2 PENDING 4\n"));
    EXPECT_THAT(status.out, HasSubstr("render - not handed out\n"));
    EXPECT_THAT(status.out, HasSubstr("encode - not handed out\n"));
    EXPECT_THAT(status.err, HasSubstr("not all of its jobs were handed out"));
    const std::string script = "out/drop/farm/tiny/1/encode.sh", text = content(at(script));
    write(script, "something else\n");
    EXPECT_EQ(run_verb(verb).code, 0);
    EXPECT_EQ(content(at(script)) == text, verb == std::string("retry"));
    EXPECT_EQ(stages(), verb == std::string("cancel") ? Words{} : all);
  }
}

// What has ended well stays; what has not, or is not known any more, is handed out again.
TEST_F(Submitting, GoesOnWithWhatHasEndedMeanwhile) {
  killed_at(3, "before");
  set_state(1, "COMPLETED");
  set_state(2, "FAILED");
  EXPECT_EQ(run(submit).code, 0);
  EXPECT_EQ(stages(), (Words{"render", "render", "encode"}));
  EXPECT_EQ(jobs()[2].after, "-");
  EXPECT_EQ(jobs()[4].after, "afterany:4:5");
  begin_anew();
  killed_at(3, "before");
  write("fake/jobs", "");
  EXPECT_EQ(run(submit).code, 0);
  EXPECT_EQ(stages(), all);
}

// Killed while it hands out again what had failed.
TEST_F(Submitting, GoesOnAsOftenAsItIsKilled) {
  killed_at(2, "after");
  set_state(1, "FAILED");
  set_state(2, "CANCELLED");
  killed_at(3, "after");
  killed_at(4, "late");
  killed_at(5, "before");
  EXPECT_EQ(run(submit).code, 0);
  EXPECT_EQ(stages(), all);
}

TEST_F(Submitting, SomethingElseIsNoGoingOn) {
  killed_at(3, "after");
  const std::string some = std::string(submit) + " --frames 1-2";
  const Ran refused = run(some);
  EXPECT_EQ(refused.code, 5);
  EXPECT_THAT(refused.err, HasSubstr("still has its jobs 1, 2, 3"));
  EXPECT_EQ(run_verb("cancel").code, 0);
  EXPECT_EQ(run(some).code, 0);
  EXPECT_EQ(stages(), (Words{"simulate", "render"}));
  EXPECT_TRUE(has_submission(2));
}

TEST_F(Submitting, TwoAtOnceAreOne) {
  write("both.sh", fmt::format("'" GAMBOL_PROGRAM "' {0} >one 2>&1 &\n"
                               "'" GAMBOL_PROGRAM "' {0} >two 2>&1\nwait\n",
                               submit));
  std::system(fmt::format("cd '{}' && PATH='{}':\"$PATH\" FAKE='{}' SLOW=0.1 "
                          "GAMBOL_DATA='" GAMBOL_SOURCE_DIR "' sh both.sh",
                          at("").string(), at("bin").string(), at("fake").string())
                  .c_str());
  EXPECT_EQ(stages(), all);
  EXPECT_THAT(content(at("one")) + content(at("two")), HasSubstr("still has its jobs 1, 2, 3, 4"));
}

TEST_F(Submitting, WhatIsRefusedLeavesNothing) {
  const Ran ran = run(submit, "FAIL_AT=3");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr(refused_message));
  EXPECT_EQ(stages(), Words{});
  EXPECT_FALSE(has_submission(1));
}

TEST_F(Submitting, WhatCannotBeTakenBackIsSaidWithTheReasonAndGoneOnWith) {
  for (const char* fault : {"stuck", "down"}) {
    SCOPED_TRACE(fault);
    begin_anew();
    write(std::string("fake/") + fault, "");
    const Ran ran = run(submit, "FAIL_AT=3");
    EXPECT_EQ(ran.code, 5);
    EXPECT_THAT(ran.err, HasSubstr(refused_message));
    EXPECT_THAT(ran.err, HasSubstr("could not be taken back"));
    fs::remove(at(std::string("fake/") + fault));
    EXPECT_EQ(run(submit).code, 0);
    EXPECT_EQ(stages(), all);
  }
}

TEST_F(Submitting, NothingIsSubmittedWhileSlurmCannotSayWhatItHas) {
  for (const bool interrupted : {false, true}) {
    SCOPED_TRACE(interrupted);
    begin_anew();
    if (interrupted)
      killed_at(1, "after");
    else
      run(submit);
    const std::string before = content(at("fake/jobs"));
    write("fake/down", "");
    for (const char* verb : {"submit", "retry"}) {
      const Ran ran = run_verb(verb);
      EXPECT_EQ(ran.code, 5);
      EXPECT_EQ(ran.out, "");
      EXPECT_EQ(ran.err,
                "nothing was submitted, Slurm cannot be asked: slurm_load_jobs error: no "
                "controller\n");
    }
    EXPECT_EQ(run_verb("cancel").code, 5);
    EXPECT_THAT(run_verb("status").out, HasSubstr("cannot be asked"));
    EXPECT_EQ(content(at("fake/jobs")), before);
  }
}

// A Slurm that lost what it knew gives the same numbers to others.
TEST_F(Submitting, JobsOfOthersThatHaveItsNumbersAreLeftAlone) {
  EXPECT_EQ(run(submit).code, 0);
  std::string others = content(at("fake/jobs"));
  for (std::size_t k = 0; (k = others.find("drop.", k)) != others.npos; k += 5)
    others.replace(k, 5, "walk.");
  write("fake/jobs", others);
  EXPECT_THAT(run_verb("status").out, Not(HasSubstr("waits")));
  EXPECT_EQ(run_verb("cancel").code, 0);
  EXPECT_EQ(content(at("fake/jobs")), others);
  EXPECT_EQ(run_verb("retry").code, 0);
  EXPECT_EQ(jobs().size(), 8u);
}

// An answer may list what nobody asked for, with our names too.
TEST_F(Submitting, OnlyItsOwnJobsAreCancelledWhateverSqueueLists) {
  EXPECT_EQ(run(submit).code, 0);
  const std::string name = jobs()[0].name;
  write_program("squeue", std::string(squeue) +
                              "[ \"$format\" = '%F|%j' ] ||\n"
                              "printf '101|0|RUNNING|None|n1|x\\n102|N/A|PENDING|None|n1|" +
                              name + "\\n103|N/A|RUNNING|None|n1|\\n1|N/A|RUNNING|None|n1|x\\n'\n");
  write_program("scancel", "#!/bin/sh\necho \"$*\" >\"$FAKE/cancelled\"\n");
  EXPECT_EQ(run_verb("cancel").out, "1\n2\n3\n4\n");
  EXPECT_EQ(content(at("fake/cancelled")), "1 2 3 4\n");
  for (const Job& job : jobs()) set_state(job.id, "COMPLETED");
  EXPECT_EQ(run_verb("cancel").out, "");
}

// A program that ends well may have said nothing that its like says: nobody knows then what lives.
TEST_F(Submitting, WhatSqueueNeverSaysIsNoAnswer) {
  EXPECT_EQ(run(submit).code, 0);
  const std::string before = content(at("fake/jobs"));
  for (const char* said : {"<html>503</html>\\n", "1|N/A|RUNNING|None|n1|wal", "\\033[31m1\\n",
                           "1|N/A|ALIVE|None|n1|walk\\n"}) {
    write_program("squeue", fmt::format("#!/bin/sh\nprintf '{}'\n", said));
    for (const char* verb : {"submit", "retry", "cancel"}) {
      const Ran ran = run_verb(verb);
      EXPECT_EQ(ran.code, 5) << verb << said;
      EXPECT_EQ(ran.out, "");
      EXPECT_THAT(ran.err, HasSubstr("squeue answers with what is no line of it"));
      EXPECT_THAT(ran.err, Not(HasSubstr("\x1b")));
    }
    EXPECT_THAT(run_verb("status").out, HasSubstr("cannot be asked"));
  }
  EXPECT_EQ(content(at("fake/jobs")), before);
}

TEST_F(Submitting, WhatOtherProgramsSayIsSafeToPrint) {
  write_program("sbatch", "#!/bin/sh\nprintf 'sbatch: \\033]0;owned\\007\\n' >&2\nexit 1\n");
  const Ran refused = run(submit);
  EXPECT_EQ(refused.code, 5);
  EXPECT_THAT(refused.err, HasSubstr("sbatch: \\x1B]0;owned\\x07\n"));
  write_program("sbatch", "#!/bin/sh\nprintf '\\033[2J\\n'\n");
  EXPECT_THAT(run(submit).err, HasSubstr("its number is \"\\x1B[2J\""));
  write_program("sbatch", sbatch);
  EXPECT_EQ(run(submit).code, 0);
  write_program("squeue", "#!/bin/sh\nprintf '\\033[2Jbusy\\n' >&2\nexit 1\n");
  for (const char* verb : {"status", "retry", "cancel"}) {
    const Ran ran = run_verb(verb);
    EXPECT_THAT(ran.out + ran.err, HasSubstr("\\x1B[2Jbusy")) << verb;
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("\x1b"))) << verb;
  }
}

// As Slurm's accounts have one of whose end they heard before its beginning.
TEST_F(Submitting, AJobThatHasLostItsNameIsStillOurs) {
  EXPECT_EQ(run(submit).code, 0);
  write("fake/down", "");
  write_program("sacct", "#!/bin/sh\necho '1|FAILED|4:0|n1|allocation'\n");
  EXPECT_THAT(run_verb("status").out, HasSubstr("tiny: failed"));
  write_program("sacct", "#!/bin/sh\necho '1|FAILED|4:0|n1|walk'\n");
  EXPECT_THAT(run_verb("status").out, HasSubstr("tiny: not known"));
}

// Slurm takes them as they are, and so must be found what it has.
TEST_F(Submitting, NamesMayHoldBlanksAndBars) {
  write("scenes/ a|b .yaml", std::string(shot).replace(0, 10, "shot: ' a|b '"));
  const std::string named = "submit 'scenes/ a|b .yaml' --preset tiny.yaml --chunk 1";
  killed_at(1, "after", named);
  EXPECT_EQ(run(named).code, 0);
  EXPECT_EQ(std::ranges::count(content(at("fake/jobs")), '\n'), 4);
  EXPECT_THAT(run("status 'scenes/ a|b .yaml' --preset tiny.yaml").out, HasSubstr("waits"));
}

TEST_F(Submitting, AFolderThatSlurmWritesNoLogsInIsSaid) {
  write("scenes/a\\b.yaml", std::string(shot).replace(0, 10, "shot: 'a\\b'"));
  const Ran ran = run("submit 'scenes/a\\b.yaml' --preset tiny.yaml");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr("Slurm writes no logs where a name has a backslash"));
  EXPECT_EQ(stages(), Words{});
}

// Of the movie of another submission, which was to wait for what has failed, one is left.
TEST_F(Submitting, ARetryThatIsKilledAtAnyCallGoesOnFromThere) {
  for (const char* how : {"before", "after"})
    for (int call = 5; call <= 8; ++call) {
      SCOPED_TRACE(fmt::format("{} job {}", how, call));
      begin_anew();
      EXPECT_EQ(run(submit).code, 0);
      for (const int id : {1, 2, 3}) set_state(id, "FAILED");
      killed_at(call, how, "retry scenes/drop.yaml --preset tiny.yaml --chunk 1");
      EXPECT_EQ(run_verb("retry").code, 0);
      EXPECT_EQ(stages(), all);
      EXPECT_EQ(jobs()[3].state, "CANCELLED");
    }
  EXPECT_THAT(run_verb("retry").err, HasSubstr("nothing to try again"));
}

class SubmittingASequence : public Submitting {
 protected:
  static constexpr const char* reel = "scenes/reel.yaml --preset tiny.yaml";
  const Words all{"simulate", "render", "simulate", "render", "encode"};

  SubmittingASequence() {
    std::string high = shot;
    write("scenes/high.yaml", high.replace(high.find("drop"), 4, "high"));
    write("scenes/reel.yaml",
          "sequence: reel\nfilm: {fps: 24}\nparts:\n"
          "  - {shot: drop.yaml, from: 1 f, to: 4 f}\n  - {shot: high.yaml, from: 2 f, to: 5 f}\n");
  }
};

TEST_F(SubmittingASequence, KilledAtAnyCallItGoesOnFromThere) {
  const std::string submit = std::string("submit ") + reel;
  for (const char* how : {"before", "after"})
    for (int call = 1; call <= 5; ++call) {
      SCOPED_TRACE(fmt::format("{} job {}", how, call));
      begin_anew();
      killed_at(call, how, submit);
      EXPECT_EQ(run(submit).code, 0);
      ASSERT_EQ(stages(), all);
      const std::vector<Job> taken = jobs();
      EXPECT_EQ(taken.back().after, fmt::format("afterany:{}:{}", taken[1].id, taken[3].id));
    }
  EXPECT_THAT(run(submit).err, HasSubstr("still has its jobs"));
  EXPECT_THAT(run(std::string("retry ") + reel).err, HasSubstr("nothing to try again"));
  EXPECT_EQ(run(std::string("cancel ") + reel).code, 0);
  EXPECT_EQ(stages(), Words{});
}

TEST_F(SubmittingASequence, ARetryThatIsKilledAtAnyCallGoesOnFromThere) {
  for (const char* how : {"before", "after"})
    for (int call = 6; call <= 10; ++call) {
      SCOPED_TRACE(fmt::format("{} job {}", how, call));
      begin_anew();
      EXPECT_EQ(run(std::string("submit ") + reel).code, 0);
      for (const int id : {1, 2, 3, 4}) set_state(id, "FAILED");
      killed_at(call, how, std::string("retry ") + reel);
      if (call == 8) {
        EXPECT_THAT(run(std::string("status ") + reel).err,
                    HasSubstr("not all of its jobs were handed out"));
      }
      EXPECT_EQ(run(std::string("retry ") + reel).code, 0);
      EXPECT_EQ(stages(), all);
    }
  EXPECT_THAT(run(std::string("retry ") + reel).err, HasSubstr("nothing to try again"));
}

TEST_F(SubmittingASequence, WhatIsRefusedLeavesNothing) {
  const Ran ran = run(std::string("submit ") + reel, "FAIL_AT=4");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, HasSubstr(refused_message));
  EXPECT_EQ(stages(), Words{});
  for (const char* name : {"drop", "high", "reel"})
    EXPECT_FALSE(fs::exists(at(fmt::format("out/{}/farm/tiny/1", name))));
}

// The job that has made the movie takes a while to go.
TEST_F(Submitting, WhatIsThereAndSoundVerifiesWhateverTheFarmDoes) {
  EXPECT_EQ(run(submit).code, 0);
  EXPECT_EQ(run_verb("verify").code, 5);
  EXPECT_EQ(run_verb("make").code, 0);
  for (int id = 1; id <= 3; ++id) set_state(id, "COMPLETED");
  set_state(4, "COMPLETING");
  const Ran ran = run_verb("verify");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith("drop, preset tiny: done\n"));
}

TEST_F(Submitting, StatusOfSeveralTakesIsOneArrayForPrograms) {
  edit("scenes/drop.yaml", "camera:", "takes:\n  low: {}\n  lower: {}\n  high: {}\ncamera:");
  for (const char* verb : {"status", "verify"})
    for (const auto& [pattern, names] :
         {std::pair{"l*", "['drop@low', 'drop@lower']"}, {"hi*", "['drop@high']"}}) {
      const Ran ran =
          run(fmt::format("{} --json 'scenes/drop.yaml@{}' --preset tiny.yaml", verb, pattern));
      EXPECT_EQ(ran.code, verb == std::string("status") ? 0 : 5) << ran.err;
      EXPECT_EQ(std::system(fmt::format("/usr/bin/python3 -c \"import json, sys;"
                                        "d = json.load(open(sys.argv[1]));"
                                        "assert [s['shot'] for s in d] == {}, d\" '{}'",
                                        names, at("stdout").string())
                                .c_str()),
                0);
    }
  const Ran one = run("status --json scenes/drop.yaml@low --preset tiny.yaml");
  EXPECT_THAT(one.out, StartsWith("{\n"));
}

}  // namespace
}  // namespace gambol
