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
// A submission's files never change but for job.txt, which is replaced whole as jobs get their
// numbers.

#include <cstddef>
#include <string>
#include <vector>

namespace gambol {

enum class Stage { simulate, render, encode };

// One job of the farm's. Task i of an array renders line first_line + i of the chunks file.
struct FarmJob {
  Stage stage = Stage::simulate;
  std::string id;
  int first_line = 0;  // from 1; of a render job
  int tasks = 1;
};

struct Submission {
  std::string folder;      // .../farm/<preset>/<number>; not written
  std::string shot;        // as it was named
  std::string preset;      // likewise
  std::string motion;      // motion_hash of the shot; "" of a sequence
  std::string picture;     // picture_hash of shot and preset
  bool again = false;      // frames that an earlier submission did not come to
  bool exr = true;         // frames are written as EXR too
  std::size_t memory = 0;  // bytes that rendering keeps below; 0: any
  std::vector<FarmJob> jobs;
  std::vector<std::vector<int>> chunks;  // in the chunks file

  std::string chunks_file() const { return folder + "/chunks.txt"; }
  std::string logs() const { return folder + "/logs"; }
  std::string records() const { return folder + "/frames"; }
  std::string script(Stage stage) const;
  // The numbers of its jobs of a stage.
  std::vector<std::string> ids(Stage stage) const;
  // The log of a job's task; `task` < 0: of a job that is no array.
  std::string log(const FarmJob& job, int task) const;
};

const char* name_of(Stage stage);
// The numbers of all jobs.
std::vector<std::string> ids_of(const std::vector<Submission>& submissions);

std::string job_text(const Submission& submission);
// Throws std::invalid_argument saying what is wrong with the text.
Submission parse_job(const std::string& text);
std::string chunks_text(const std::vector<std::vector<int>>& chunks);

// Writes job.txt; the chunks file and scripts are written once, by others.
void save_job(const Submission& submission);
// Those in `folder` (.../farm/<preset>) since frames were last asked for anew, oldest first. Throws
// InputError naming a file that is damaged.
std::vector<Submission> load_submissions(const std::string& folder);
// The folder of the next submission.
std::string next_folder(const std::string& folder);

}  // namespace gambol
