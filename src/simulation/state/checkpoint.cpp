#include "simulation/state/checkpoint.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "base/stop.h"
#include "shot/results_name.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "simulation/state/state_file.h"
#include "simulation/state/state_visitors.h"

namespace gambol {
namespace {

constexpr const char* checkpoint_kind = "checkpoint";
// Largest share of the time that is spent on writing checkpoints.
constexpr double share = 0.05;

std::chrono::steady_clock::duration seconds(double s) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(s));
}

std::string checkpoint_of(const ShotSpec& shot, const std::string& folder) {
  return fmt::format("{}/{}/simulating.checkpoint", folder, results_name(shot));
}

}  // namespace

template <class V>
void members(V& v, SegmentSeal& s) {
  v(s.checksum);
  v(s.film);
  v(s.frames);
  v(s.rows);
}

template <class V>
void members(V& v, Mark& m) {
  v(m.time);
  v(m.name);
  v(m.text);
}

Checkpoints::Checkpoints(const ShotSpec& shot, const std::string& folder, double every)
    : every_(every), next_(Clock::now() + seconds(every)) {
  if (folder.empty()) return;
  path_ = checkpoint_of(shot, folder);
  made_from_ = Hasher().add(GAMBOL_VERSION).add(motion_hash(shot)).hex();
}

bool Checkpoints::go_on(Simulator& simulator, PosesRecorder& recorder, MotionWriter& writer) const {
  if (path_.empty() || !std::filesystem::exists(path_)) return false;
  StateFile file;
  try {
    file = read_state_file(path_, checkpoint_kind);
  } catch (const InputError&) {  // it is simulated from the start
    return false;
  }
  if (file.made_from != made_from_) return false;
  try {
    StateReader reader(file.bytes);
    State state;
    std::vector<Mark> marks;
    std::vector<SegmentSeal> segments;
    reader(state);
    reader(marks);
    reader(segments);
    if (!writer.go_on(segments)) return false;
    recorder.visit(reader);
    simulator.go_on(std::move(state), std::move(marks));
    return true;
  } catch (const std::runtime_error& error) {
    refuse_state_file(path_, fmt::format("{}; it can be deleted", error.what()));
  }
}

bool Checkpoints::is_due(MotionWriter& writer) const {
  if (stop_asked()) return true;
  return !writer.is_writing() && (Clock::now() >= next_ || writer.segments().size() > segments_);
}

void Checkpoints::keep(const Simulator& simulator, PosesRecorder& recorder, MotionWriter& writer) {
  if (path_.empty() || !is_due(writer)) return;
  const Clock::time_point begun = Clock::now();
  StateWriter bytes;
  State state = simulator.state();
  std::vector<Mark> marks = simulator.marks();
  std::vector<SegmentSeal> segments = writer.segments();
  bytes(state);
  bytes(marks);
  bytes(segments);
  recorder.visit(bytes);
  write_state_file({made_from_, std::move(bytes.bytes)}, checkpoint_kind, path_);
  segments_ = segments.size();
  const std::chrono::duration<double> took = Clock::now() - begun;
  const double pause = every_ > 0 ? std::max(every_, took.count() / share) : 0;
  next_ = Clock::now() + seconds(pause);
}

void remove_checkpoint(const ShotSpec& shot, const std::string& folder) {
  std::error_code ignored;
  std::filesystem::remove(checkpoint_of(shot, folder), ignored);
}

}  // namespace gambol
