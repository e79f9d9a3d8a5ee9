#pragma once

// One function per verb of the command line, one file each. They return the process's exit code,
// say what they found on standard output and how far they are on standard error, and throw
// InputError, RunError or UsageError.

#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/output.h"
#include "farm/chunks.h"
#include "shot/movie_spec.h"

namespace gambol {

// What was typed cannot be meant; exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ShotOptions {
  std::string shot;         // path of the shot file
  std::string out = "out";  // folder of all results
};

struct PictureOptions {
  std::string preset = default_preset;  // name or path
  std::string frames;                   // a frame range; empty is the whole shot
  bool exr = true;                      // write EXR beside PNG
  std::string codec;                    // of the movie; the author's if empty
  bool stats = false;                   // say what frames took
  std::size_t memory = 0;               // bytes to keep below; 0: any
  std::string poses;                    // the motion that the poses must be of; empty: any
  std::string record;                   // a file for what each frame took; empty: none
};

// The codec that the command line wants counts over the author's.
void choose_codec(const PictureOptions& picture, MovieSpec& movie);

struct SubmitOptions {
  FrameOrder order = FrameOrder::sequence;
  int chunk = 0;                     // frames per task; 0: chosen for the farm
  std::string partition;             // of Slurm; empty: its default
  std::vector<std::string> allowed;  // folders that the shot may read from, besides its project's
  bool dry_run = false;              // write the scripts, say the commands, submit nothing
  std::string openjd;                // a file: write an Open Job Description template instead
};

struct PlotOptions {
  std::string format = "svg";  // or png
  std::string figure;          // the only one if empty
};

struct SheetOptions {
  int every = 0;   // each n-th frame; 0: `count` of them
  int count = 24;  // from the first to the last
};

// The frames asked for, of a shot of `frames`. Throws UsageError.
std::vector<int> chosen_frames(const PictureOptions& picture, int frames);

struct CalibrateOptions {
  std::string shot;      // an undisturbed walk
  std::string to;        // the reflex file to write; empty: beside the figure
  double margin = 0.15;  // see search/calibrate_reflexes.h
};

struct IntegratorsOptions {
  std::string shot;
  std::string until;           // a time; "": the end of the shot
  std::string span = "50 ms";  // see search/compare_integrators.h
  double reference = 1e-7;
};

ExitCode check_verb(const std::string& file);  // or FILE@TAKE, or FILE@PATTERN
ExitCode simulate_verb(const ShotOptions& options);
ExitCode render_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode encode_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode make_verb(const ShotOptions& options, const PictureOptions& picture);
// What make and encode do of a sequence file.
ExitCode make_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode encode_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode measure_verb(const ShotOptions& options, bool json);
ExitCode plot_verb(const ShotOptions& options, const PlotOptions& plot);
ExitCode sheet_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SheetOptions& sheet);
ExitCode strobe_verb(const ShotOptions& options, const PictureOptions& picture);
// `segments`: of round surfaces, per full turn.
ExitCode view_verb(const ShotOptions& options, int segments);
ExitCode calibrate_verb(const CalibrateOptions& options);
ExitCode integrators_verb(const IntegratorsOptions& options);
ExitCode submit_verb(const ShotOptions& options, const PictureOptions& picture,
                     const SubmitOptions& wanted);
ExitCode retry_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SubmitOptions& wanted);
ExitCode cancel_verb(const ShotOptions& options, const PictureOptions& picture);
// Of these two the first is quick, the second reads every byte, and fails unless all is there and
// sound. Of one shot, or FILE@TAKE, or FILE@PATTERN.
ExitCode status_verb(const ShotOptions& options, const PictureOptions& picture, bool json);
ExitCode verify_verb(const ShotOptions& options, const PictureOptions& picture, bool json);
// What these do of a sequence file: the same of each of its shots, and of its own movie.
ExitCode submit_sequence(const ShotOptions& options, const PictureOptions& picture,
                         const SubmitOptions& wanted);
ExitCode retry_sequence(const ShotOptions& options, const PictureOptions& picture,
                        const SubmitOptions& wanted);
ExitCode cancel_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode status_sequence(const ShotOptions& options, const PictureOptions& picture, bool json);
ExitCode verify_sequence(const ShotOptions& options, const PictureOptions& picture, bool json);
ExitCode explain_verb(const std::string& key);
ExitCode schema_verb(const std::string& kind);
ExitCode test_verb();

}  // namespace gambol
