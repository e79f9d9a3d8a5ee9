#pragma once

// The progress of a shot's frames: the files on disk combined with what the farm knows.

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "farm/job.h"
#include "farm/records.h"
#include "farm/slurm.h"

namespace gambol {

enum class FrameState { done, running, waiting, failed, damaged, stale, missing };
inline constexpr std::size_t frame_states = 7;
const char* name_of(FrameState state);

enum class PosesState {
  current,
  none,  // there are no poses of this motion: it was not simulated yet, or was edited
  damaged
};

// A task that failed and will not run again.
struct FailedTask {
  std::string job;  // "13_4"
  std::string stage;
  std::string state;  // FAILED, TIMEOUT, OUT_OF_MEMORY, NODE_FAIL, CANCELLED, ...
  std::string reason;
  std::string frames;  // the frames that it did not finish; "" for another stage
  std::string log;     // "" if there is none
  std::string said;    // the last line of the log
};

struct FarmStatus {
  std::string stage;        // see Assembly::stage() in status.cpp
  std::vector<int> frames;  // requested, from 1
  std::vector<FrameState> states;
  std::vector<FrameRecord> records;  // of frames that are done, slowest first
  std::vector<FailedTask> failures;
  std::vector<FarmJob> jobs;
  std::vector<std::string> job_states;  // [job] e.g. "RUNNING 2, PENDING 30"
  int workers = 0;                      // render tasks that run now
  double seconds_per_frame = 0;         // 0: no frame has a record
  double seconds_left = 0;              // 0: done, or not known
  double megabytes = 0;                 // largest peak memory of any process, MiB
  std::string sequence;                 // hash over all frames' content; "" while some are missing
  std::string trouble;                  // why Slurm could not be asked
  std::string progress;                 // last line of the log of a running simulation
  PosesState poses = PosesState::current;
  std::string poses_damage;  // what is wrong with the poses
  std::string movie;         // its path; "" if no movie is made because these are not all frames
  bool movie_there = false;  // the movie exists and is current
  bool edited = false;       // the shot or the preset was edited since the submission

  std::size_t count(FrameState state) const;
};

// The state of a frame according to the disk alone.
struct FrameOnDisk {
  bool there = false;    // made from the shot as it is now, to the depth of the look
  bool damaged = false;  // a file is there, but it is not whole
  std::string checksum;  // of its PNG
  bool stale = false;    // made from an earlier version of the shot
};

struct StatusInputs {
  std::vector<int> frames;           // requested
  std::vector<FrameOnDisk> on_disk;  // [frame]
  std::vector<Submission> submissions;
  std::vector<FrameRecord> records;  // of the frames that are on disk
  SlurmAnswer slurm;
  PosesState poses = PosesState::current;
  std::string poses_damage;  // what is wrong with the poses
  bool whole = false;        // all of the shot's frames are requested, so that a movie is made
  bool movie = false;        // the movie exists and is current
  std::string movie_path;    // path of the movie, whether it exists or not
  bool edited = false;       // the shot or the preset was edited since the submission
};

FarmStatus farm_status(const StatusInputs& inputs);

// The whole status as text for people, and as JSON for programs.
std::string status_text(const FarmStatus& status, const std::string& title,
                        const std::string& logs);
Json status_json(const FarmStatus& status, const std::string& shot, const std::string& preset,
                 const std::string& logs);

}  // namespace gambol
