#pragma once

// One function per verb of the command line, one file each. They return the process's exit code,
// print results to standard output and progress to standard error, and throw InputError, RunError
// or UsageError.

#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/output.h"
#include "farm/chunks.h"
#include "shot/movie_spec.h"

namespace gambol {

// The command line is invalid; exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ShotOptions {
  std::string shot;  // path of the shot file
  std::string out;   // folder of all results
};

struct CheckOptions {
  std::vector<std::string> files;    // or FILE@TAKE, FILE@PATTERN, or folders
  std::string format = "text";       // or json, or sarif
  std::vector<std::string> allowed;  // folders that files may read from, besides their projects'
};

struct MigrateOptions {
  std::vector<std::string> files;    // or folders
  bool check = false;                // write nothing; fail if a file is old
  std::vector<std::string> allowed;  // folders that files may read from, besides their projects'
};

struct NewOptions {
  std::string folder;           // of the project; its last part is the project's name
  std::string from = "walker";  // name of a template
  bool schemas = false;         // only write the schemas of a project that is there
};

struct PictureOptions {
  std::string preset = default_preset;  // name or path
  std::string frames;                   // a frame range; empty: the whole shot
  bool exr = true;                      // write EXR beside PNG
  std::string codec;                    // of the movie; empty: the file's
  bool stats = false;                   // report rendering times
  std::size_t memory = 0;               // limit, bytes; 0: none
  std::string poses;                    // hash of the motion that the poses must be of; empty: any
  std::string record;                   // file for the cost of each frame; empty: none
};

// The codec of the command line, if given, replaces that of the file.
void choose_codec(const PictureOptions& picture, MovieSpec& movie);

struct SubmitOptions {
  FrameOrder order = FrameOrder::sequence;
  int chunk = 0;                     // frames per task; 0: chosen for the farm
  std::string partition;             // of Slurm; empty: its default
  std::vector<std::string> allowed;  // folders that the shot may read from, besides its project's
  bool dry_run = false;              // write the scripts, print the commands, submit nothing
  std::string openjd;                // a file: write an Open Job Description template instead
};

struct PlotOptions {
  std::string format = "svg";  // or png
  std::string figure;          // empty: the only one
};

struct ExportOptions {
  ShotOptions shot;
  std::string format = "glb";
  std::string figure;    // the only one; empty: all
  std::string from, to;  // times of the film; empty: its beginning and end
  std::string frames;    // of obj, a frame range
  bool samples = false;  // every sample of the poses, not only one a frame
  int segments = 48;     // of round surfaces, per full turn
};

struct ImportOptions {
  std::string file;
  std::string out;                   // a folder, or a figure file; empty: the project here
  std::string unit;                  // of lengths: m, cm, mm, in, or "5.64cm"; empty: as the
                                     // format says
  std::string height;                // of a character as it stands: "1.7m"; empty: as the file has
  std::string up = "y";              // of BVH: y or z
  double density = 1000;             // kg/m3, of what a glTF skin encloses
  std::string figure;                // of a table: the figure file that it moves
  bool replace = false;              // files that are there
  std::vector<std::string> allowed;  // folders that files may be read from, besides its own
};

struct SheetOptions {
  int every = 0;   // every n-th frame; 0: `count` frames
  int count = 24;  // evenly spread from the first to the last
};

// The numbers of the requested frames of a shot of `frames` frames. Throws UsageError.
std::vector<int> chosen_frames(const PictureOptions& picture, int frames, int first);

struct CalibrateOptions {
  std::vector<std::string> shots;  // undisturbed walks of one figure
  std::string to;                  // the reflex file to write; empty: beside the figure
  double margin = 0.15;            // see search/loops/calibrate_reflexes.h
  // Instead of reflexes, poses of a figure of one shot: see search/loops/calibrate_poses.h.
  std::string poses;   // names, separated by commas
  std::string as;      // or what the posture after the shot's preparation is called
  std::string figure;  // empty: the only one
  bool json = false;
};

struct IntegratorsOptions {
  std::string shot;
  std::string until;           // simulated time; "": the end of the shot
  std::string span = "50 ms";  // see search/loops/compare_integrators.h
  double reference = 1e-7;
  bool own = false;  // the shot's own integrator alone
};

struct EvolveOptions {
  std::string run;                  // path of the run file
  std::string out;                  // folder of all results
  int threads = 0;                  // 0: one for each processor
  bool farm = false;                // chunks of candidates are tasks of Slurm
  std::string partition;            // of Slurm; empty: its default
  int chunk = 0;                    // candidates per task; 0: chosen for the farm
  std::vector<std::string> global;  // options of every task (those before a verb)
  std::string record;               // file for the processor time of each candidate; empty: none
  std::string film;                 // candidates to write as shots instead: see evolve_verb()
  // A task of such a job: these candidates of this file, into this log. Empty: no task.
  std::string candidates, bred, log;
};

struct OptimiseOptions {
  std::string run;                  // path of the run file
  std::string out;                  // folder of all results
  int threads = 0;                  // 0: one for each processor
  bool farm = false;                // generations are array jobs of Slurm
  std::string partition;            // of Slurm; empty: its default
  int chunk = 0;                    // candidates per task; 0: chosen for the farm
  std::vector<std::string> global;  // options of every task (those before a verb)
  // A task of such a job: these candidates of this generation, into this log. Empty: no task.
  std::string candidates, log;
  long generation = -1;
};

std::vector<std::string> template_names();  // of projects
ExitCode export_verb(const ExportOptions& options);
// Makes a figure, and a shot that shows it, of another program's file.
ExitCode import_verb(const ImportOptions& options);
ExitCode new_verb(const NewOptions& options);
ExitCode check_verb(const CheckOptions& options);
// Prints what it changes, or would change.
ExitCode migrate_verb(const MigrateOptions& options);
ExitCode simulate_verb(const ShotOptions& options);
ExitCode render_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode encode_verb(const ShotOptions& options, const PictureOptions& picture);
ExitCode make_verb(const ShotOptions& options, const PictureOptions& picture);
// make and encode for a sequence file.
ExitCode make_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode encode_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode measure_verb(const ShotOptions& options, bool json);
ExitCode mutate_verb(const ShotOptions& options, bool json);
ExitCode plot_verb(const ShotOptions& options, const PlotOptions& plot);
ExitCode sheet_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SheetOptions& sheet);
ExitCode strobe_verb(const ShotOptions& options, const PictureOptions& picture);
// `segments`: segments of round surfaces per full turn.
ExitCode view_verb(const ShotOptions& options, int segments);
// Serves pages that follow the shot's files until a signal ends it.
ExitCode watch_verb(const ShotOptions& options, int segments);
ExitCode calibrate_verb(const CalibrateOptions& options);
ExitCode integrators_verb(const IntegratorsOptions& options);
ExitCode optimise_verb(const OptimiseOptions& options);
ExitCode evolve_verb(const EvolveOptions& options);
ExitCode submit_verb(const ShotOptions& options, const PictureOptions& picture,
                     const SubmitOptions& wanted);
ExitCode retry_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SubmitOptions& wanted);
ExitCode cancel_verb(const ShotOptions& options, const PictureOptions& picture);
// status is quick; verify reads every byte, and fails unless all files are there and sound. Both
// take a shot, FILE@TAKE, or FILE@PATTERN.
ExitCode status_verb(const ShotOptions& options, const PictureOptions& picture, bool json);
ExitCode verify_verb(const ShotOptions& options, const PictureOptions& picture, bool json);
// The same for a sequence file: for each of its shots, and for its own movie.
ExitCode submit_sequence(const ShotOptions& options, const PictureOptions& picture,
                         const SubmitOptions& wanted);
ExitCode retry_sequence(const ShotOptions& options, const PictureOptions& picture,
                        const SubmitOptions& wanted);
ExitCode cancel_sequence(const ShotOptions& options, const PictureOptions& picture);
ExitCode status_sequence(const ShotOptions& options, const PictureOptions& picture, bool json);
ExitCode verify_sequence(const ShotOptions& options, const PictureOptions& picture, bool json);
// Prints joints and masses of a figure file, and with `springs` what acts on its joints.
ExitCode bodies_verb(const std::string& figure, bool json, bool springs);
ExitCode explain_verb(const std::string& key);
ExitCode schema_verb(const std::string& kind);
ExitCode test_verb();

}  // namespace gambol
