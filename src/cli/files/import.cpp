// `gambol import`: files of other programs become figures, motions and shots.

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "base/text_file.h"
#include "base/units.h"
#include "cli/confine.h"
#include "cli/files/imported_files.h"
#include "cli/process.h"
#include "cli/verbs.h"
#include "exchange/formats/read_motion.h"
#include "exchange/formats/read_robot.h"
#include "exchange/formats/read_skeleton.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t most_seconds = 300;  // of processor time, for a robot

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// A name for files and shots: that of the file, of plain letters.
std::string name_of(const ImportOptions& options) {
  fs::path from = options.file;
  if (fs::path(options.out).extension() == ".yaml") from = options.out;
  std::string name = from.stem().string().substr(0, 60);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-') c = '_';
  return name.empty() ? "imported" : name;
}

enum class ImportFormat { robot, gltf, bvh, table };

ImportFormat format_of(const std::string& file) {
  const std::string ending = lower(fs::path(file).extension());
  if (ending == ".urdf" || ending == ".xml" || ending == ".mjcf") return ImportFormat::robot;
  if (ending == ".glb" || ending == ".gltf") return ImportFormat::gltf;
  if (ending == ".bvh") return ImportFormat::bvh;
  if (ending == ".csv") return ImportFormat::table;
  const std::string hint = ending == ".xacro" ? " (`xacro FILE > robot.urdf`, in ROS, makes one)"
                           : ending == ".sdf" || ending == ".usd" || ending == ".usda" ||
                                   ending == ".fbx" || ending == ".dae"
                               ? fmt::format(" ({} is not read)", ending)
                               : "";
  throw InputError(file_problem(
      file,
      fmt::format("found a file ending in '{}', expected .urdf, .xml or .mjcf (MJCF), .glb or "
                  ".gltf, .bvh, or .csv{}",
                  ending, hint)));
}

// An option that would change nothing is a mistake.
void refuse_unused(const ImportOptions& options, ImportFormat format) {
  const bool has_unit = format == ImportFormat::gltf || format == ImportFormat::bvh;
  if (!options.figure.empty() && format != ImportFormat::table)
    throw UsageError(
        "--figure: only a table of joints (.csv) moves a figure that is there; of this "
        "file, a figure is made");
  if (!options.unit.empty() && !has_unit)
    throw UsageError("--unit: only glTF and BVH leave the unit of lengths open");
  if (options.up != ImportOptions().up && format != ImportFormat::bvh)
    throw UsageError("--up: only BVH leaves open which axis points up");
  if (options.density != ImportOptions().density && format != ImportFormat::gltf)
    throw UsageError("--density: only characters of glTF have no masses of their own");
}

// A robot of ROS may read below the folder of its package.
std::vector<std::string> with_package(const ImportOptions& options) {
  std::vector<std::string> allowed = options.allowed;
  std::error_code error;
  fs::path folder = fs::absolute(options.file, error).lexically_normal().parent_path();
  for (; folder != folder.root_path(); folder = folder.parent_path())
    if (fs::is_regular_file(fs::symlink_status(folder / "package.xml", error))) {
      allowed.push_back(folder.string());
      break;
    }
  return allowed;
}

double length_of(const std::string& option, const std::string& text) try {
  if (text == "in") return 0.0254;
  const bool unit_alone = !text.empty() && std::isalpha(static_cast<unsigned char>(text[0]));
  const Quantity q = parse_quantity(unit_alone ? "1 " + text : text);
  if (q.has_unit && !q.dimension.same_as(dim::length)) throw std::invalid_argument("a length (m)");
  if (!(q.value >= 1e-6 && q.value <= 1e6)) throw std::invalid_argument("1e-6 m to 1e6 m");
  return q.value;
} catch (const std::invalid_argument& error) {
  throw UsageError(fmt::format("{}: found \"{}\", expected {}, such as {}", option, text,
                               error.what(), option == "--unit" ? "cm or 5.64cm" : "1.7m"));
}

ImportScale scale_of(const ImportOptions& options) {
  ImportScale scale;
  if (!options.unit.empty()) scale.metres = length_of("--unit", options.unit);
  if (!options.height.empty()) scale.height = length_of("--height", options.height);
  return scale;
}

ExitCode import_now(const ImportOptions& options, ImportFormat format) {
  const std::string name = name_of(options);
  Imported made;
  switch (format) {
    case ImportFormat::robot:
      made = robot_figures(read_robot(options.file), name, options.file);
      break;
    case ImportFormat::gltf:
      made = skeleton_figure(options.file, name, scale_of(options), options.density);
      break;
    case ImportFormat::bvh:
      made = bvh_motion(options.file, name, scale_of(options), options.up == "z");
      break;
    case ImportFormat::table:
      if (options.figure.empty())
        throw UsageError("--figure: a table of joints needs the figure file that it moves");
      made = table_motion(options.file, name, options.figure);
      break;
  }
  const WrittenImport written = write_import(made, options);
  print_import(made, written);
  return ExitCode::ok;
}

// In a process of its own: MuJoCo's readers crash on some damaged files, which must be told as any
// other fault of a file.
ExitCode in_own_process(const std::string& file, const std::function<ExitCode()>& verb) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw RunError(ExitCode::failed, "cannot start a process to read the robot in");
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with whoever asked
    const rlimit no_core{0, 0}, seconds{most_seconds, most_seconds + 5};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setrlimit(RLIMIT_CPU, &seconds);
    const ExitCode code = run(verb);
    std::fflush(nullptr);
    ::_exit(static_cast<int>(code));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return static_cast<ExitCode>(WEXITSTATUS(status));
  throw InputError(file_problem(
      file, WTERMSIG(status) == SIGXCPU
                ? fmt::format("found a robot that is not read within {} s", most_seconds)
                : fmt::format("found a file that makes the libraries that read robots crash "
                              "(signal {}), expected a robot that they can read",
                              WTERMSIG(status))));
}

}  // namespace

ExitCode import_verb(const ImportOptions& options) {
  const ImportFormat format = format_of(options.file);
  refuse_unused(options, format);
  std::vector<std::string> allowed = with_package(options);
  // Whoever names a figure lets its project be read.
  if (!options.figure.empty()) allowed.push_back(project_of(options.figure).folder);
  confine(options.file, allowed);
  if (format != ImportFormat::robot) return import_now(options, format);
  return in_own_process(options.file, [&] { return import_now(options, format); });
}

}  // namespace gambol
