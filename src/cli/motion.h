#pragma once

// The first half of making a film: a valid shot, and its poses.

#include <optional>
#include <vector>

#include "analysis/measures.h"
#include "base/error.h"
#include "cli/output.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// load_shot(), and checks of the measures, which src/shot does not know. Throws InputError with
// every problem.
ShotSpec load_sound_shot(const std::string& path);

// Simulates, writes the poses, and reports progress.
Poses simulate_to_file(const ShotSpec& shot, const Output& output);

// What must be on disk and sound beside the poses for these not to be made again.
enum class Beside { nothing, end_state };

// The poses on disk if they were made from the shot as it is now and are sound, otherwise new ones.
// `frames`: those, from 0, that are needed; other segments are not verified.
Poses up_to_date_poses(const ShotSpec& shot, const Output& output, Beside beside = Beside::nothing,
                       const std::optional<FrameSpan>& frames = {});

// The poses on disk, which must be of the motion `hash`; the shot's motion must have that hash too.
// Throws RunError (bad_input) with a sentence that names the difference.
Poses poses_of_motion(const ShotSpec& shot, const Output& output, const std::string& hash);

// Returns ok, or bad_motion if the simulation failed or expectations were missed. Prints the
// failure, every missed expectation with its reason, and falls that the shot does not allow to
// standard error, each with the name of the take.
ExitCode judge(const ShotSpec& shot, const Poses& poses,
               const std::vector<Measurement>& measurements);

// The same for all that the shot expects, before a film is made: no film is made of an unwanted
// fall.
ExitCode judge_for_film(const ShotSpec& shot, const Poses& poses, const Output& output);

}  // namespace gambol
