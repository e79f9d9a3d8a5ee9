#pragma once

// Submits a shot to Slurm: simulate once, render as arrays over chunks of frames, encode when all
// frames are there.

#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/slurm.h"

namespace gambol {

struct SubmitRequest {
  // A new submission, whose folder must not exist yet, or an interrupted one as it was planned.
  Submission submission;
  std::string program;
  std::vector<std::string> options;  // global options of every task (those before a verb)
  std::string data;                  // GAMBOL_DATA, "" if it is not set
  std::string out;                   // --out
  std::string name;                  // of the shot, for people
  int chunk = 0;                     // requested frames per task; 0: chosen
  bool simulate = true;
  bool encode = true;
  std::vector<std::string> encode_after;  // render jobs of earlier submissions that still run
};

// The options of render tasks.
std::vector<std::string> rendering_options(const SubmitRequest& request);

// Whether `earlier` has the same frames, options and scripts as `request`.
bool is_same(const SubmitRequest& request, const Submission& earlier);

// Submits the requests in their order; the movie of a sequence waits for the frames of all. Every
// plan is on disk before the first job is handed out, so that a submission can be resumed if the
// process is killed. After a RunError no job and no folder is left, or the message says so; an
// interrupted submission keeps its jobs. Of an interrupted submission, only those jobs are handed
// out that are missing, or that neither live nor have succeeded according to `slurm`, which must
// include all others.
std::vector<Submission> submit(const std::vector<SubmitRequest>& requests,
                               const SlurmLimits& limits, const SlurmAnswer& slurm);

// Writes the scripts, and returns the commands that submit() would run, for people, with JOB1,
// JOB2, ... in place of numbers.
std::string dry_run(const SubmitRequest& request, const SlurmLimits& limits);

}  // namespace gambol
