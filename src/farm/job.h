#pragma once

// What was handed to a farm, as it lies on disk:
//
//     out/<shot>/farm/<preset>/1/job.txt        this
//                               /chunks.txt     the frames of each task, a line each
//                               /simulate.sh, render.sh, encode.sh
//                               /logs/          what each task said
//                               /frames/        what each frame took; see farm/records.h
//     out/<shot>/farm/<preset>/2/               the next submission, or what was tried again
//
// All of it is there before the farm is given the first job. Then nothing changes but job.txt,
// which is replaced whole as jobs get their numbers. Who is killed between a job's being taken and
// its number's being written leaves a job that is found by its name, which is no other's.

#include <cstddef>
#include <string>
#include <vector>

namespace gambol {

enum class JobStage { simulate, render, encode };

// One job of the farm's. Task i of an array renders line first_line + i of the chunks file.
struct FarmJob {
  JobStage stage = JobStage::simulate;
  std::string id;      // its number; "": planned, and not known to have been taken
  int first_line = 0;  // from 1; of a render job
  int tasks = 1;
  std::string name;  // as Slurm has it

  std::string shown_id() const { return id.empty() ? "-" : id; }
};

struct Submission {
  std::string folder;                    // .../farm/<preset>/<number>; not written
  std::string shot;                      // as it was named
  std::string preset;                    // likewise
  std::string project;                   // the folder that tasks run in
  std::string home;                      // `folder`, absolute, where it was submitted
  std::string partition;                 // "": as the scripts or Slurm say
  std::string motion;                    // motion_hash of the shot; "" of a sequence
  std::string picture;                   // picture_hash of shot and preset
  bool again = false;                    // frames that an earlier submission did not come to
  bool exr = true;                       // frames are written as EXR too
  std::size_t memory = 0;                // bytes that rendering keeps below; 0: any
  std::vector<FarmJob> jobs;             // in the order in which they are handed out
  std::vector<std::vector<int>> chunks;  // in the chunks file
  // Who handed it out was killed, or refused, before all jobs had their numbers; not written.
  bool interrupted = false;

  // Its only job makes the movie of a sequence, whose shots have submissions of their own.
  bool of_sequence() const { return motion.empty(); }

  std::string chunks_file() const { return folder + "/chunks.txt"; }
  std::string logs() const { return folder + "/logs"; }
  std::string records() const { return folder + "/frames"; }
  std::string script(JobStage stage) const;
  // The numbers of its jobs of a stage that have one.
  std::vector<std::string> ids(JobStage stage) const;
  // The log of a job's task; `task` < 0: of a job that is no array.
  std::string log(const FarmJob& job, int task) const;
};

const char* name_of(JobStage stage);
// The numbers of all jobs that have one.
std::vector<std::string> ids_of(const std::vector<Submission>& submissions);

std::string job_text(const Submission& submission);
// Throws std::invalid_argument saying what is wrong with the text.
Submission parse_job(const std::string& text);
std::string chunks_text(const std::vector<std::vector<int>>& chunks);
// Of each line the frames up to `frames`: the shot may have been cut since. Throws InputError
// naming a line of `file` that is no list of frames.
std::vector<std::vector<int>> parse_chunks(const std::string& file, const std::string& text,
                                           int frames);
// Throws std::invalid_argument if a job is to render lines that the chunks file does not have.
void require_chunks(const Submission& submission);

// "" if it cannot be read.
std::string file_text(const std::string& path);
// Writes job.txt; the chunks file and scripts are written once, by others.
void save_job(const Submission& submission);
// Those in `folder` (.../farm/<preset>) since frames were last asked for anew, oldest first, of a
// shot of so many frames. Throws InputError naming a file that is damaged.
std::vector<Submission> load_submissions(const std::string& folder, int frames);
// The folder of the next submission.
std::string next_folder(const std::string& folder);

}  // namespace gambol
