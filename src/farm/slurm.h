#pragma once

// Slurm, by the programs that it brings: sbatch, squeue, sacct, scancel, scontrol, sinfo.

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

// What gambol returns when it was stopped from outside and should be run again.
inline constexpr int stopped_code = static_cast<int>(ExitCode::terminated);

struct SlurmLimits {
  int array = 1001;      // MaxArraySize: an array's indices are less
  int jobs = 10000;      // MaxJobCount, every task counting, of all users together
  int workers = 0;       // nodes of the partition that are not down; 0: not known
  std::string requeued;  // RequeueExit: the exit codes after which a task is run again
  std::string trouble;   // why Slurm could not be asked; "" if it could
};

// What this machine's Slurm says, or Slurm's own defaults. `partition` "": the default one.
SlurmLimits slurm_limits(const std::string& partition);

// What sbatch is told on its command line; all else stands in the script.
struct BatchJob {
  std::string script;
  std::vector<std::string> arguments;  // of the script
  std::string name, folder, partition;
  std::string log;                     // with Slurm's own %A, %a and %j
  std::vector<std::string> after;      // jobs that must have succeeded
  std::vector<std::string> after_any;  // jobs that must have ended
  int tasks = 0;                       // of an array; 0: no array
};

std::vector<std::string> sbatch_command(const BatchJob& job);
// There is no sbatch here, so that nothing can have been taken.
struct NoSlurm : RunError {
  using RunError::RunError;
};
// Returns the job's number. Throws NoSlurm, or RunError (failed) with what sbatch said: the job may
// have been taken all the same if the scheduler is busy.
std::string submit_batch(const BatchJob& job);

struct SlurmTask {
  std::string job;     // of the array, if it is one
  int first = -1;      // index in the array; -1: no array
  int last = -1;       // of tasks that wait as one
  std::string state;   // e.g. PENDING, RUNNING, COMPLETED, FAILED
  std::string reason;  // why it waits or ended
  std::string node;
  std::string name;  // of the job; "" if it is not known

  bool waits() const;
  bool runs() const;
  bool lives() const { return waits() || runs(); }
  bool failed() const;  // it will not run again, and has not succeeded
};

// Whether a task in this state was taken off the farm; Slurm may say by whom.
inline bool is_cancelled(const std::string& state) { return state.starts_with("CANCELLED"); }

struct SlurmAnswer {
  std::vector<SlurmTask> tasks;
  std::string trouble;  // why the scheduler or the accounting could not be asked; "" if they could
};

// What Slurm knows of these jobs: the scheduler of those of the last minutes, the accounting, if
// there is one, of older ones too. Never waits longer than some seconds.
SlurmAnswer slurm_tasks(const std::vector<std::string>& jobs);

// The numbers of all jobs that the scheduler has, those that ended some minutes ago too, by name.
struct SlurmNames {
  std::map<std::string, std::string> numbers;
  std::string trouble;  // why the scheduler could not be asked
};
SlurmNames slurm_names();

// Throws RunError (failed) with what scancel said.
void cancel_jobs(const std::vector<std::string>& jobs);

// For tests: the tasks in what squeue and sacct print.
std::vector<SlurmTask> parse_squeue(const std::string& text);
std::vector<SlurmTask> parse_sacct(const std::string& text);

}  // namespace gambol
