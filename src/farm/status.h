#pragma once

// How far the frames of a shot have come: what lies on disk, put together with what the farm knows.

#include <functional>
#include <string>
#include <vector>

#include "farm/job.h"
#include "farm/records.h"
#include "farm/slurm.h"

namespace gambol {

enum class FrameState { done, running, waiting, failed, damaged, stale, missing };
inline constexpr std::size_t frame_states = 7;
const char* name_of(FrameState state);

enum class PosesState {
  current,
  none,  // of this motion, which was not simulated yet or has been edited
  damaged
};

// A task of a render job that failed and will not run again.
struct FailedTask {
  std::string job;  // "13_4"
  std::string stage;
  std::string state;  // FAILED, TIMEOUT, OUT_OF_MEMORY, NODE_FAIL, CANCELLED, ...
  std::string reason;
  std::string frames;  // that it was to render; "" of another stage
  std::string log;     // "" if there is none
  std::string said;    // the last line of it
};

struct FarmStatus {
  std::string stage;        // see stage_of() in status.cpp
  std::vector<int> frames;  // asked for, from 1
  std::vector<FrameState> states;
  std::vector<FrameRecord> records;  // of frames that are done, slowest first
  std::vector<FailedTask> failures;
  std::vector<FarmJob> jobs;
  std::vector<std::string> job_states;  // of each: e.g. "RUNNING 2, PENDING 30"
  int workers = 0;                      // render tasks that run now
  double seconds_per_frame = 0;         // 0: no frame has a record
  double seconds_left = 0;              // 0: done, or not known
  double megabytes = 0;                 // the most that any process needed
  std::string sequence;                 // hash over all frames' content; "" while some are missing
  std::string trouble;                  // why Slurm could not be asked
  std::string progress;                 // of a simulation that runs: what it said last
  PosesState poses = PosesState::current;
  std::string poses_damage;  // what is wrong with them
  std::string movie;         // its path; "" if none is made, as these are not all frames
  bool movie_there = false;  // and current
  bool edited = false;       // the shot or the preset, since it was submitted

  std::size_t count(FrameState state) const;
};

// What is known of a frame from the disk alone.
struct FrameOnDisk {
  bool there = false;    // made from what the shot says now, as far as was looked
  bool damaged = false;  // a file is there, but it is not whole
  std::string checksum;  // of its PNG
  bool stale = false;    // it was made from what the shot said earlier
};

struct StatusInputs {
  std::vector<int> frames;           // asked for
  std::vector<FrameOnDisk> on_disk;  // of each of them
  std::vector<Submission> submissions;
  std::vector<FrameRecord> records;  // of frames as they are on disk
  SlurmAnswer slurm;
  PosesState poses = PosesState::current;
  std::string poses_damage;  // what is wrong with them
  bool whole = false;        // the shot's every frame is asked for, so that a movie is made
  bool movie = false;        // it is there and current
  std::string movie_path;    // where it is, or is to be
  bool edited = false;       // the shot or the preset, since it was submitted
};

FarmStatus farm_status(const StatusInputs& inputs);

// All that is known of it, for people and for programs.
std::string status_text(const FarmStatus& status, const std::string& title,
                        const std::string& logs);
std::string status_json(const FarmStatus& status, const std::string& shot,
                        const std::string& preset, const std::string& logs);

}  // namespace gambol
