#pragma once

// A submission to a farm, as it is stored on disk:
//
//     out/<shot>/farm/<preset>/1/job.txt        the submission and its jobs
//                               /chunks.txt     the frames of each task, a line each
//                               /simulate.sh, render.sh, encode.sh
//                               /logs/          the output of each task
//                               /frames/        the cost of each frame; see farm/records.h
//     out/<shot>/farm/<preset>/2/               the next submission, or a retry
//
// All files exist before the farm gets the first job. From then on only job.txt changes: it is
// replaced whole as jobs get their numbers. If the process is killed after Slurm took a job and
// before the job's number is written, the job is found by its name, which is unique.

#include <cstddef>
#include <string>
#include <vector>

namespace gambol {

enum class JobStage { simulate, render, encode };

// One job on the farm. Task i of an array renders line first_line + i of the chunks file.
struct FarmJob {
  JobStage stage = JobStage::simulate;
  std::string id;      // its number; "": planned, and not known to have been taken
  int first_line = 0;  // from 1; of a render job
  int tasks = 1;
  std::string name;  // its name in Slurm

  std::string shown_id() const { return id.empty() ? "-" : id; }
};

struct Submission {
  std::string folder;                    // .../farm/<preset>/<number>; not written
  std::string shot;                      // as named on the command line
  std::string preset;                    // likewise
  std::string project;                   // the folder that tasks run in
  std::string home;                      // `folder`, absolute, at the time of the submission
  std::string partition;                 // "": that of the scripts, or Slurm's default
  std::string motion;                    // motion_hash of the shot; "" for a sequence
  std::string picture;                   // picture_hash of shot and preset
  bool again = false;                    // a retry of what an earlier submission did not finish
  bool exr = true;                       // frames are written as EXR too
  std::size_t memory = 0;                // limit for rendering, bytes; 0: none
  std::vector<FarmJob> jobs;             // in the order in which they are handed out
  std::vector<std::vector<int>> chunks;  // in the chunks file
  // The submitting process was killed, or refused, before all jobs had their numbers; not written.
  bool interrupted = false;

  // Whether its only job makes the movie of a sequence; the shots have submissions of their own.
  bool of_sequence() const { return motion.empty(); }

  std::string chunks_file() const { return folder + "/chunks.txt"; }
  std::string logs() const { return folder + "/logs"; }
  std::string records() const { return folder + "/frames"; }
  std::string script(JobStage stage) const;
  // The numbers of its jobs of a stage, where known.
  // The log of a job's task; `task` < 0: of a job that is not an array.
  // The numbers of all jobs, where known.
  std::vector<std::string> ids(JobStage stage) const;
  std::string log(const FarmJob& job, int task) const;
};

const char* name_of(JobStage stage);
std::vector<std::string> ids_of(const std::vector<Submission>& submissions);

std::string job_text(const Submission& submission);
// Throws std::invalid_argument with a message on what is wrong with the text.
Submission parse_job(const std::string& text);
std::string chunks_text(const std::vector<std::vector<int>>& chunks);
// The frames of each line, up to `frames`, because the shot may have been shortened since. Throws
// InputError naming a line of `file` that is not a list of frames.
std::vector<std::vector<int>> parse_chunks(const std::string& file, const std::string& text,
                                           int frames);
// Throws std::invalid_argument if a job renders lines that the chunks file does not have.
void require_chunks(const Submission& submission);

// The text of a file; "" if it cannot be read.
std::string file_text(const std::string& path);
// Writes job.txt alone; submit() writes the chunks file and the scripts, once.
void save_job(const Submission& submission);
// The last submission in `folder` (.../farm/<preset>) that is not a retry, and its retries, oldest
// first, of a shot of `frames` frames. Throws InputError naming a file that is damaged.
std::vector<Submission> load_submissions(const std::string& folder, int frames);
// The folder of the next submission.
std::string next_folder(const std::string& folder);

}  // namespace gambol
