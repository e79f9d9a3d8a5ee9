#pragma once

// Hands a shot to Slurm: simulate once, render as arrays over chunks of frames, encode when all
// frames are there.

#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/slurm.h"

namespace gambol {

struct SubmitRequest {
  // What was asked for, in a folder that must not exist yet; or one that was interrupted, as it was
  // planned.
  Submission submission;
  std::string program;
  std::vector<std::string> options;  // of every task: those that are not a verb's
  std::string data;                  // GAMBOL_DATA, "" if it is not set
  std::string out;                   // --out
  std::string name;                  // of the shot, for people
  int chunk = 0;                     // frames of a task as was asked for; 0: chosen
  bool simulate = true;
  bool encode = true;
  std::vector<std::string> encode_after;  // render jobs of earlier submissions that still run
};

// The options of render tasks.
std::vector<std::string> rendering_options(const SubmitRequest& request);

// Whether `earlier` was asked for by the same command, with the same in every file.
bool is_same(const SubmitRequest& request, const Submission& earlier);

// Hands out these, in their order; the movie of a sequence waits for the frames of all. Each is on
// disk, as it is planned, before the first job is: whoever is killed meanwhile leaves a submission
// that can be gone on with. Throwing RunError, no job of the farm's is left and no folder, or it
// says so. Of an interrupted submission only such jobs are handed out as are missing, or as
// `slurm`, which must know of all others, does not know to live or to have succeeded.
std::vector<Submission> submit(const std::vector<SubmitRequest>& requests,
                               const SlurmLimits& limits, const SlurmAnswer& slurm);

// Writes the scripts; the commands that submit() would give, for people, with JOB1, JOB2, ... in
// place of numbers.
std::string dry_run(const SubmitRequest& request, const SlurmLimits& limits);

}  // namespace gambol
