#pragma once

// Hands a shot to Slurm: simulate once, render as arrays over chunks of frames, encode when all
// frames are there.

#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/slurm.h"

namespace gambol {

struct SubmitRequest {
  Submission submission;  // what was asked for; its folder must not exist yet
  std::string program;
  std::vector<std::string> options;  // of every task: those that are not a verb's
  std::string project;               // the folder that tasks run in
  std::string data;                  // GAMBOL_DATA, "" if it is not set
  std::string out;                   // --out
  std::string name;                  // of the shot, for people
  std::string partition;             // "": as the scripts or Slurm say
  int chunk = 0;                     // frames of a task as was asked for; 0: chosen
  bool simulate = true;
  bool encode = true;
  std::vector<std::string> encode_after;  // render jobs of earlier submissions that still run
};

// The options of render tasks.
std::vector<std::string> rendering_options(const SubmitRequest& request);

// The jobs in the order in which they are submitted. What the later wait for is known only when the
// earlier have numbers: submit() fills it in.
struct PlannedJob {
  FarmJob job;
  BatchJob batch;
};
std::vector<PlannedJob> plan_jobs(const SubmitRequest& request, const SlurmLimits& limits);

// Writes the chunks file and the scripts.
void write_scripts(const SubmitRequest& request);

// Submits all of them or, throwing RunError, none; job.txt is kept up with what has been taken.
Submission submit(const SubmitRequest& request, const SlurmLimits& limits);

// The commands that submit() would give, for people; jobs that have no number yet by stage.
std::string dry_run(const SubmitRequest& request, const SlurmLimits& limits);

}  // namespace gambol
