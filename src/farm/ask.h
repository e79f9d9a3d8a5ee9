#pragma once

// Asks Slurm for the jobs of submissions.

#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/slurm.h"

namespace gambol {

// What Slurm knows of all of their jobs. A job that Slurm took, but whose number was not written
// down, is found by its name and gets its number here.
SlurmAnswer ask_slurm(const std::vector<Submission*>& submissions);

std::vector<Submission*> pointers_to(std::vector<Submission>& submissions);

// The jobs that wait or run; and those of one stage.
std::vector<std::string> living_jobs(const SlurmAnswer& answer);
std::vector<std::string> living_jobs(const std::vector<Submission>& submissions, JobStage stage,
                                     const SlurmAnswer& answer);
bool lives(const SlurmAnswer& answer, const std::string& job);
// Whether Slurm knows the job and all of its tasks have ended; and have succeeded.
bool has_ended(const SlurmAnswer& answer, const std::string& job);
bool has_succeeded(const SlurmAnswer& answer, const std::string& job);

}  // namespace gambol
