#pragma once

// The first half of the way to a film: a shot that is sound, and its poses.

#include <vector>

#include "analysis/measures.h"
#include "base/error.h"
#include "cli/output.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// load_shot, and what only the program as a whole can know. Throws InputError with every problem.
ShotSpec load_sound_shot(const std::string& path);

// Simulates and writes the poses, telling of its progress.
Poses simulate_to_file(const ShotSpec& shot, const Output& output);

// The poses on disk if they were made from what the shot says now and are sound, else new ones.
Poses up_to_date_poses(const ShotSpec& shot, const Output& output);

// The poses on disk, which must be those of the motion `hash`, and so must be what the shot says
// now. Throws RunError (bad_input) saying in a sentence what is not as it should be.
Poses poses_of_motion(const ShotSpec& shot, const Output& output, const std::string& hash);

// bad_motion, with how the simulation came to an early end and every expectation that was missed
// and why on standard error, each with the take that the shot is, or ok.
ExitCode judge(const ShotSpec& shot, const Poses& poses,
               const std::vector<Measurement>& measurements);

// The same of all that the shot expects, before a film is made: a fall that nobody wanted never
// passes for one.
ExitCode judge_for_film(const ShotSpec& shot, const Poses& poses, const Output& output);

}  // namespace gambol
