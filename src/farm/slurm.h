#pragma once

// Slurm, through its programs: sbatch, squeue, sacct, scancel, scontrol, sinfo.

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

// The exit code of gambol when it was stopped from outside and should be run again.
inline constexpr int stopped_code = static_cast<int>(ExitCode::terminated);

struct SlurmLimits {
  int array = 1001;      // MaxArraySize: array indices must be less
  int jobs = 10000;      // MaxJobCount less the jobs of all users now; every task counts
  int workers = 0;       // nodes of the partition that are not down; 0: not known
  std::string requeued;  // RequeueExit: the exit codes after which a task is run again
  std::string trouble;   // why Slurm could not be asked; "" if it could
};

// The limits of this machine's Slurm; for those that it does not report, Slurm's own defaults.
// `partition` "": the default partition.
SlurmLimits slurm_limits(const std::string& partition);

// The command line of sbatch; all other options are in the script.
struct BatchJob {
  std::string script;
  std::vector<std::string> arguments;  // of the script
  std::string name, folder, partition;
  std::string log;                     // with Slurm's %A, %a and %j
  std::vector<std::string> after;      // jobs that must have succeeded
  std::vector<std::string> after_any;  // jobs that must have ended
  int tasks = 0;                       // size of the array; 0: not an array
};

std::vector<std::string> sbatch_command(const BatchJob& job);
// There is no sbatch on this machine, so that no job can have been taken.
struct NoSlurm : RunError {
  using RunError::RunError;
};
// Returns the job's number. Throws NoSlurm, or RunError (failed) with the message of sbatch: a busy
// scheduler may have taken the job even then.
std::string submit_batch(const BatchJob& job);

struct SlurmTask {
  std::string job;     // number of the job or array
  int first = -1;      // index in the array; -1: not an array
  int last = -1;       // last index, where tasks that wait are listed as one
  std::string state;   // e.g. PENDING, RUNNING, COMPLETED, FAILED
  std::string reason;  // why it waits or ended, safe to print
  std::string node;    // safe to print
  std::string name;    // of the job; "" if not known

  bool waits() const;
  bool runs() const;
  bool lives() const { return waits() || runs(); }
  bool failed() const;  // it will not run again, and has not succeeded
};

// Whether a task in this state was cancelled; Slurm may add by whom.
inline bool is_cancelled(const std::string& state) { return state.starts_with("CANCELLED"); }

struct SlurmAnswer {
  std::vector<SlurmTask> tasks;
  std::string trouble;  // why the scheduler could not be asked, or understood; "" if it could
};

// What Slurm knows of these jobs, the names by their numbers: the scheduler knows those of the last
// minutes, the accounting, if there is one, older ones too. Never waits longer than some seconds. A
// Slurm that has lost its state numbers jobs from 1 again: tasks with a number or a name that was
// not asked for are left out, since they say nothing about our jobs, and must not be cancelled.
SlurmAnswer slurm_tasks(const std::map<std::string, std::string>& jobs);

// The numbers, by name, of all jobs that the scheduler has, including those that ended in the last
// minutes. A name that several jobs have is nobody's.
struct SlurmNames {
  std::map<std::string, std::string> numbers;
  std::string trouble;  // why the scheduler could not be asked
};
SlurmNames slurm_names();

// Throws RunError (failed) with the message of scancel.
void cancel_jobs(const std::vector<std::string>& jobs);

// The number of a job, which may be handed to Slurm's programs: no option looks like one.
bool is_job_number(const std::string& text);
// The tasks, and the numbers by name, in the output of squeue and sacct. Throws
// std::invalid_argument with the first line that these programs do not write: what was not read
// cannot be taken for jobs that are over.
std::vector<SlurmTask> parse_squeue(const std::string& text);
std::vector<SlurmTask> parse_sacct(const std::string& text);
std::map<std::string, std::string> parse_names(const std::string& text);

}  // namespace gambol
