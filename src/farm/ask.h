#pragma once

// What Slurm knows of the jobs of submissions.

#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/slurm.h"

namespace gambol {

// Of all of their jobs. One that was taken, but whose number was not written down, is found by its
// name and gets its number here.
SlurmAnswer ask_slurm(const std::vector<Submission*>& submissions);

std::vector<Submission*> pointers_to(std::vector<Submission>& submissions);

// The jobs that the farm still has; and those of a stage.
std::vector<std::string> living_jobs(const SlurmAnswer& answer);
std::vector<std::string> living_jobs(const std::vector<Submission>& submissions, JobStage stage,
                                     const SlurmAnswer& answer);
bool lives(const SlurmAnswer& answer, const std::string& job);
// Whether it is known, and at its end; and a good one.
bool has_ended(const SlurmAnswer& answer, const std::string& job);
bool has_succeeded(const SlurmAnswer& answer, const std::string& job);

}  // namespace gambol
