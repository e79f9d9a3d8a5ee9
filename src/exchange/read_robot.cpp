#include "exchange/read_robot.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/allowed_paths.h"
#include "base/module.h"
#include "base/text_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_xml_bytes = 16 << 20;    // of an XML file
constexpr std::size_t most_file_bytes = 200 << 20;  // of a mesh
constexpr std::size_t most_robot_bytes = 1u << 30;  // of all meshes

// Where a ROS package of that name may lie: the folder itself, or one beside any above the file.
fs::path package_folder(const fs::path& robot, const std::string& package) {
  std::error_code error;
  for (fs::path folder = fs::absolute(robot, error).lexically_normal().parent_path();
       folder != folder.root_path(); folder = folder.parent_path()) {
    if (folder.filename() == package) return folder;
    if (fs::is_directory(folder / package, error)) return folder / package;
  }
  return {};
}

// The path that a robot's file names: relative to that file, in a ROS package, or a URI.
fs::path named_path(const std::string& from, std::string name, std::string& why) {
  for (const char* scheme : {"package://", "model://"}) {
    if (!name.starts_with(scheme)) continue;
    const std::string rest = name.substr(std::string(scheme).size());
    const std::string package = rest.substr(0, rest.find('/'));
    const fs::path folder = package_folder(from, package);
    if (folder.empty()) {
      why = fmt::format("no folder {} at, above or beside that of {}", package, from);
      return {};
    }
    return folder / (package.size() < rest.size() ? rest.substr(package.size() + 1) : "");
  }
  if (name.starts_with("file://")) name = name.substr(7);
  if (name.find("://") != name.npos || name.find("$(") != name.npos) {
    why = "a path, package://PACKAGE/PATH or file://PATH";
    return {};
  }
  return fs::path(from).parent_path() / name;
}

class RobotFiles {
 public:
  std::optional<std::string> read(const std::string& from, const std::string& name,
                                  std::string& path, std::string& why) {
    const fs::path whole = named_path(from, name, why);
    if (whole.empty()) return {};
    path = whole.lexically_normal().string();
    if (why = why_no_file(path, "a file"); !why.empty()) {
      why = "expected " + why;
      return {};
    }
    try {
      std::string bytes = read_text_file(path, most_file_bytes);
      total_ += bytes.size();
      if (total_ <= most_robot_bytes) return bytes;
      why = fmt::format("all files of a robot have at most {} MB", most_robot_bytes >> 20);
    } catch (const InputError& e) {
      why = e.problems().at(0).expected;
    }
    return {};
  }

 private:
  std::size_t total_ = 0;
};

const RobotBackend& backend() try {
  static const RobotBackend& loaded =
      *module_function<const RobotBackend*()>(robot_backend_module, robot_backend_symbol)();
  return loaded;
} catch (const RunError& e) {
  throw RunError(e.code, fmt::format("{}; URDF and MJCF are read by MuJoCo, Debian's packages "
                                     "libmujoco2.2.2 and libtinyxml2-9",
                                     e.what()));
}

}  // namespace

RobotModel read_robot(const std::string& path) {
  const std::string text = read_text_file(path, most_xml_bytes);
  RobotFiles files;
  RobotModel robot;
  std::vector<Problem> problems;
  const RobotFileReader reader = [&](const std::string& from, const std::string& name,
                                     std::string& found, std::string& why) {
    return files.read(from, name, found, why);
  };
  if (backend().read(path, text, reader, robot, problems)) return robot;
  // What was left out may be the reason.
  for (const LeftOut& left : robot.left_out) {
    Problem problem;
    problem.place = left.place;
    problem.found = left.name.empty() ? left.kind : fmt::format("{} {}", left.kind, left.name);
    problem.expected = "it (" + left.why + ")";
    if (left.kind == "visual" || left.kind == "collision" || left.kind == "mesh")
      problems.push_back(problem);
  }
  throw InputError(problems);
}

}  // namespace gambol
