#include "cli/work/farm_shot.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/for_each_file.h"
#include "base/frame_range.h"
#include "base/program.h"
#include "base/say.h"
#include "cli/motion.h"
#include "cli/picture_files.h"
#include "farm/chunks.h"
#include "movie/overlays.h"
#include "shot/results_name.h"
#include "shot/shot_hash.h"
#include "simulation/simulate.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

// The frames that have a file with that ending, from one listing of the folder: on a network file
// system this is much faster than one query per file.
std::set<int> frames_with(const std::string& folder, const std::string& shot,
                          const std::string& ending) {
  std::set<int> frames;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(shot + ".") || !name.ends_with("." + ending)) continue;
    const char* digits = name.data() + shot.size() + 1;
    const char* stop = name.data() + name.size() - ending.size() - 1;
    int frame = 0;
    const auto [end, error] = std::from_chars(digits, stop, frame);
    if (error == std::errc{} && end == stop) frames.insert(frame);
  }
  return frames;
}

}  // namespace

FarmShot::FarmShot(const ShotOptions& options, const PictureOptions& picture,
                   std::vector<int> wanted)
    : options_(options),
      chosen_(picture),
      shot_(load_sound_shot(options.shot)),
      preset_(sized(load_preset(picture.preset), shot_)),
      output_(options.out, results_name(shot_)),
      motion_(motion_hash(shot_)),
      picture_(picture_hash(shot_, preset_)),
      wanted_(std::move(wanted)),
      submissions_(load_submissions(folder(), last_frame())) {}

void FarmShot::lock() {
  lock_.emplace(folder());
  submissions_ = load_submissions(folder(), last_frame());
}

std::string FarmShot::folder() const {
  return fs::absolute(output_.farm(preset_.name)).lexically_normal().string();
}

std::string FarmShot::title() const {
  return fmt::format("{}, preset {}", shot_.name, preset_.name);
}

FarmShot::ReadPoses FarmShot::read_poses(Look look) const {
  ReadPoses read;
  if (read_poses_header(output_.poses()).motion_hash != motion_) {
    read.state = PosesState::none;
    return read;
  }
  try {
    read.poses = load_poses(output_.poses());
    if (look == Look::thorough || overlays_show_poses(shot_)) read.poses.stored->require_sound();
    if (look == Look::thorough && read.poses.failure.empty())
      require_end_state(shot_, read.poses, output_.states());
  } catch (const InputError& error) {
    read.state = PosesState::damaged;
    read.damage = error.what();
  }
  return read;
}

bool FarmShot::tells_frames(const ReadPoses& read) const {
  return read.state == PosesState::current ||
         (read.state == PosesState::damaged && read.poses.stored && !overlays_show_poses(shot_));
}

bool FarmShot::edited() const {
  if (submissions_.empty()) return false;
  const Submission& first = submissions_.front();
  return first.motion != motion_ || first.picture != picture_;
}

void FarmShot::require_wanted() const {
  const Poses poses = load_poses(output_.poses());
  if (judge_for_film(shot_, poses, output_) != ExitCode::ok)
    throw RunError(ExitCode::bad_motion, fmt::format("{}: nothing was submitted", title()));
}

void FarmShot::keep_choices() {
  if (submissions_.empty()) return;
  chosen_.exr = submissions_.front().exr;
  if (chosen_.memory == 0) chosen_.memory = submissions_.back().memory;
}

std::vector<std::string> FarmShot::frame_hashes(const std::vector<int>& frames, Look look) const {
  const ReadPoses read = read_poses(look);
  if (read.state != PosesState::current) return {};
  const PictureFiles files(shot_, preset_, output_, read.poses, false);
  std::vector<std::string> hashes;
  for (const int frame : frames) hashes.push_back(files.frame_hash(frame));
  return hashes;
}

std::vector<int> FarmShot::asked() const {
  if (!wanted_.empty()) return wanted_;
  if (submissions_.empty()) return all_frames(shot_.frames(), shot_.film.first_frame);
  std::set<int> frames;
  for (const Submission& submission : submissions_)
    for (const std::vector<int>& chunk : submission.chunks)
      frames.insert(chunk.begin(), chunk.end());
  // The shot may have been shortened after it was submitted.
  frames.erase(frames.upper_bound(last_frame()), frames.end());
  return {frames.begin(), frames.end()};
}

std::vector<FrameOnDisk> FarmShot::look_at(const std::vector<int>& frames, Look look,
                                           StatusInputs& inputs) const {
  std::vector<FrameOnDisk> seen(frames.size());
  const std::string folder = output_.frames(preset_.name);
  const std::set<int> there = frames_with(folder, shot_.name, "png");
  // Without a submission, existing EXR files are the only sign that EXR was wanted.
  const bool exr = submissions_.empty() ? !frames_with(folder, shot_.name, "exr").empty()
                                        : submissions_.front().exr;
  const ReadPoses read = read_poses(look);
  inputs.poses = read.state;
  inputs.poses_damage = read.damage;
  if (!tells_frames(read)) return seen;
  const PictureFiles files(shot_, preset_, output_, read.poses, exr);
  inputs.movie = files.movie_is_current(look);
  inputs.movie_path = files.movie();

  std::map<int, FrameRecord> records;
  for (const Submission& submission : submissions_)
    for (FrameRecord& record : read_records(submission.records()))
      if (record.inputs == files.frame_hash(record.frame))
        records[record.frame] = std::move(record);

  for_each_file(frames.size(), [&](std::size_t i) {
    const int frame = frames[i];
    if (!there.contains(frame)) return;
    const Seal seal = files.png_seal(frame);
    seen[i].checksum = seal.checksum;
    seen[i].there = files.is_current(frame, seal, look);
    // A frame has the same bytes on every machine, so a PNG with another checksum is damaged.
    if (const auto record = records.find(frame);
        record != records.end() && record->second.checksum != seen[i].checksum)
      seen[i].there = false;
    const bool other = !seal.made_from.empty() && seal.made_from != files.frame_hash(frame);
    seen[i].stale = !seen[i].there && other;
    seen[i].damaged = !seen[i].there && !other;
  });
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (const auto record = records.find(frames[i]); seen[i].there && record != records.end())
      inputs.records.push_back(record->second);
  return seen;
}

FarmStatus FarmShot::status(Look look, const SlurmAnswer& slurm) const {
  StatusInputs inputs;
  inputs.slurm = slurm;
  inputs.submissions = submissions_;
  inputs.frames = asked();
  inputs.whole = wanted_.empty() && static_cast<int>(inputs.frames.size()) == shot_.frames();
  inputs.edited = edited();
  inputs.on_disk = look_at(inputs.frames, look, inputs);
  return farm_status(inputs);
}

SubmitRequest request_of(const ShotOptions& shot, const PictureOptions& picture,
                         const SubmitOptions& options, const std::string& name) {
  SubmitRequest request;
  Submission& s = request.submission;
  // The jobs pass the path as the first word after the verb, where it must not look like an option.
  s.shot = shot.shot.starts_with('-') ? "./" + shot.shot : shot.shot;
  s.preset = picture.preset;
  s.exr = picture.exr;
  s.memory = picture.memory;
  s.project = fs::current_path().string();
  s.partition = options.partition;
  request.program = main_program();
  for (const std::string& folder : options.allowed)
    request.options.insert(request.options.end(), {"--allow-path", fs::absolute(folder).string()});
  if (const char* data = std::getenv("GAMBOL_DATA"); data && *data)
    request.data = fs::absolute(data).string();
  request.out = shot.out;
  request.name = name;
  return request;
}

SubmitRequest FarmShot::request(const SubmitOptions& options, const SlurmLimits& limits,
                                const std::vector<int>& frames, const std::string& folder) const {
  SubmitRequest request = request_of(options_, chosen_, options, shot_.name);
  Submission& s = request.submission;
  s.folder = folder;
  s.motion = motion_;
  s.picture = picture_;
  ChunkPlan plan;
  plan.order = options.order;
  plan.size = options.chunk;
  plan.workers = limits.workers;
  plan.most = std::max(1, limits.jobs / 5 * 4);  // leaves room for other users' jobs
  try {
    s.chunks = chunks_of(frames, plan);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  request.chunk = options.chunk;
  return request;
}

SubmitRequest rest_of(SubmitRequest request, const Submission& interrupted) {
  const Submission now = std::exchange(request.submission, interrupted);
  request.submission.shot = now.shot;
  request.submission.preset = now.preset;
  request.submission.project = now.project;
  if (!now.partition.empty()) request.submission.partition = now.partition;
  return request;
}

SubmitRequest FarmShot::rest(const SubmitOptions& options, const SlurmAnswer& slurm) const {
  SubmitRequest request =
      rest_of(request_of(options_, chosen_, options, shot_.name), submissions_.back());
  request.encode_after = rendering(slurm);
  return request;
}

std::vector<std::string> FarmShot::rendering(const SlurmAnswer& slurm) const {
  return living_jobs(submissions_, JobStage::render, slurm);
}

SlurmAnswer answer_of_slurm(const std::vector<Submission*>& submissions, const char* done_to) {
  SlurmAnswer answer = ask_slurm(submissions);
  if (!answer.trouble.empty())
    throw RunError(ExitCode::failed, fmt::format("nothing was {}, Slurm cannot be asked: {}",
                                                 done_to, answer.trouble));
  return answer;
}

void refuse_twice(const std::string& title, const SlurmAnswer& slurm) {
  const std::vector<std::string> alive = living_jobs(slurm);
  if (alive.empty()) return;
  throw RunError(ExitCode::failed,
                 fmt::format("{}: the farm still has its jobs {}: wait, or gambol cancel first",
                             title, fmt::join(alive, ", ")));
}

void print_jobs(const Submission& submission, const std::string& name) {
  for (const FarmJob& job : submission.jobs)
    fmt::print("{} {}{}{}\n", name_of(job.stage), job.id, name.empty() ? "" : " ", name);
}

void note_interruption(const std::string& title) {
  say("{}: not all of its jobs were handed out by the last submission: the same command "
      "continues from there\n",
      title);
}

}  // namespace gambol
