#include "search/starts.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <utility>

#include "analysis/combine.h"
#include "base/stop.h"
#include "schema/tree_path.h"
#include "shot/compose.h"
#include "shot/file_kinds.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/record/track_recorder.h"
#include "simulation/start_problems.h"

namespace gambol {
namespace {

// FILE or FILE@TAKE of a loaded shot.
std::string reference_of(const ShotSpec& shot) {
  const std::size_t at = shot.name.find('@');
  return shot.place.file + (at == std::string::npos ? "" : shot.name.substr(at));
}

// Loads a shot from its starts, from files that are read once.
class Starts {
 public:
  // `parts`: the shot's; if there are none, its file is read.
  Starts(const ShotSpec& shot, const std::shared_ptr<const LoadedParts>& parts)
      : shot_(shot), parts_(parts) {
    keep_beginning();
    if (!parts_) {
      TreeEdits edits;
      edits.keep_parts = &parts_;
      edits.beginnings = &beginnings_;
      edits.only_checked = true;
      load_shot(reference_of(shot), edits);
    }
    trees_.shot = std::shared_ptr<const YamlNode>(parts_, &parts_->tree);
  }

  ShotSpec load(const std::string& value) const {
    const StartsSpec& starts = *shot_.starts;
    std::vector<Problem> problems;
    TreeEdits edits;
    edits.trees = &trees_;
    edits.earlier = parts_;
    edits.beginnings = &beginnings_;
    edits.only_checked = true;
    edits.shot = [&](YamlNode& tree) {
      Problem wrong = set_at(tree, starts.path, value_node(value, starts.place), describe_shot());
      if (wrong.expected.empty()) return;
      wrong.place = starts.place;
      wrong.key = "starts.path: " + starts.path;
      problems.push_back(std::move(wrong));
    };
    ShotSpec loaded = load_shot(reference_of(shot_), edits);
    if (!problems.empty()) throw InputError(std::move(problems));
    return loaded;
  }

 private:
  void keep_beginning() {
    if (!shot_.motion.start_from || !shot_.motion.start_from->from) return;
    const auto& from = shot_.motion.start_from->from;
    const std::size_t at = from->name.find('@');
    const std::string take = at == from->name.npos ? "" : from->name.substr(at + 1);
    beginnings_[from->place.file + "@" + take] = from;
  }

  const ShotSpec& shot_;
  std::shared_ptr<const LoadedParts> parts_;
  TreeEdits::Trees trees_;
  TreeEdits::Beginnings beginnings_;
};

// The tracks of the shot's simulation, without its film.
Poses tracks_of(const ShotSpec& shot, const std::string& states) {
  const std::shared_ptr<const World> world =
      world_of(shot, shot.motion.prepare.empty() ? states : "");
  Simulator simulator(world);
  TrackRecorder tracks(*world, shot.motion.track_rate, shot.end());
  tracks.record(still_view(simulator), simulator);
  Poses poses;
  try {
    while (simulator.advance_to_stop(shot.end(),
                                     [&](const StepView& step) { tracks.record(step, simulator); }))
      heed_stop();
  } catch (const RunError& error) {
    if (error.code != ExitCode::bad_motion) throw;
    poses.failure = error.what();
  }
  tracks.give(poses);
  poses.marks = simulator.marks();
  return poses;
}

}  // namespace

std::vector<Measurement> measure_with_starts(const ShotSpec& shot, const Poses& poses,
                                             const std::string& states, const ChangeShot& change) {
  std::vector<Measurement> results = measure(shot, poses);
  ShotSpec asked = shot;
  std::erase_if(asked.expect, [](const ExpectSpec& e) { return e.over != Over::starts; });
  if (asked.expect.empty()) return results;
  const std::vector<std::string>& values = shot.starts->values;
  std::vector<std::vector<Measurement>> measured(values.size());
  const Starts starts(shot, nullptr);
  tbb::parallel_for(std::size_t{0}, values.size(), [&](std::size_t i) {
    ShotSpec start = starts.load(values[i]);
    if (change) change(start);
    measured[i] = measure(asked, tracks_of(start, states));
  });
  std::vector<std::string> places;
  for (const std::string& value : values) places.push_back(fmt::format("at the start {}", value));
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (shot.expect[i].over != Over::starts) continue;
    std::vector<Measurement> all;
    for (const auto& of_start : measured) all.push_back(of_start[next]);
    results[i] = combine(shot.expect[i].of, all, "starts", places);
    ++next;
  }
  return results;
}

std::vector<Problem> problems_of_starts(const ShotSpec& shot,
                                        const std::shared_ptr<const LoadedParts>& parts) {
  if (!shot.starts) return {};
  std::vector<Problem> problems;
  const Starts starts(shot, parts);
  // What cues do later moves nothing where figures begin: one beginning stands for all.
  const bool begin_alike = shot.starts->path.starts_with("cues.");
  bool has_begun = false;
  for (const std::string& value : shot.starts->values) {
    try {
      ShotSpec start = starts.load(value);
      if (has_begun && begin_alike) continue;
      const World can_begin(motion_to_check(std::move(start.motion)));
      has_begun = true;
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  return problems;
}

}  // namespace gambol
