#include "exchange/formats/read_robot.h"

#include <fmt/format.h>

#include <algorithm>
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

// Whether a folder holds the ROS package of that name: by its own name, or that in its package.xml.
bool is_package(const fs::path& folder, const std::string& package) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  if (folder.filename() == package) return true;
  const fs::path manifest = folder / "package.xml";
  if (!fs::is_regular_file(manifest, error) || !is_allowed(manifest.string())) return false;
  const std::string text = read_text_file(manifest.string(), most_xml_bytes);
  const std::size_t begin = text.find("<name>"), end = text.find("</name>");
  if (begin == text.npos || end == text.npos || end < begin) return false;
  const std::string name = text.substr(begin + 6, end - begin - 6);
  const std::size_t first = name.find_first_not_of(" \t\r\n");
  return first != name.npos &&
         name.substr(first, name.find_last_not_of(" \t\r\n") + 1 - first) == package;
}

// The file `rest` of a ROS package, in the usual layouts: the package is a folder at, above or
// beside one above the robot's file, or in `src` or `share` beside it; or, where no folder has its
// name, any folder above that has the file. "" if there is no such file.
fs::path in_package(const fs::path& robot, const std::string& package, const std::string& rest) {
  std::error_code error;
  std::vector<fs::path> above;
  for (fs::path folder = fs::absolute(robot, error).lexically_normal().parent_path();;
       folder = folder.parent_path()) {
    above.push_back(folder);
    if (folder == folder.root_path()) break;
  }
  fs::path place;
  for (const fs::path& folder : above) {
    if (is_package(folder, package)) place = folder;
    for (const char* beside : {".", "src", "share"})
      if (place.empty() && fs::is_directory(folder / beside / package, error))
        place = (folder / beside / package).lexically_normal();
    if (!place.empty() && fs::exists(place / rest, error)) return place / rest;
  }
  for (const fs::path& folder : above)
    if (!rest.empty() && fs::is_regular_file(folder / rest, error)) return folder / rest;
  return place.empty() ? place : place / rest;
}

// The path that a robot's file names: relative to that file, in a ROS package, or a URI.
fs::path named_path(const std::string& from, std::string name, std::string& why) {
  for (const char* scheme : {"package://", "model://"}) {
    if (!name.starts_with(scheme)) continue;
    const std::string rest = name.substr(std::string(scheme).size());
    const std::string package = rest.substr(0, rest.find('/'));
    const fs::path file = in_package(
        from, package, package.size() < rest.size() ? rest.substr(package.size() + 1) : "");
    if (file.empty())
      why = fmt::format("there is no folder {} at, above or beside that of {}", package, from);
    return file;
  }
  if (name.starts_with("file://")) name = name.substr(7);
  if (name.find("://") != name.npos || name.find("$(") != name.npos) {
    why = "a path, package://PACKAGE/PATH or file://PATH";
    return {};
  }
  return fs::path(from).parent_path() / name;
}

constexpr const char* closed_folder = "it leads elsewhere";

class RobotFiles {
 public:
  // Why files that lie elsewhere were not read, once for all: which folder would have to be opened.
  std::string why_closed() const {
    fs::path folder = fs::path(closed_[0]).parent_path();
    for (const std::string& path : closed_)
      while (fs::path(path).lexically_relative(folder).begin()->string() == "..")
        folder = folder.parent_path();
    std::error_code error;
    const fs::path near = fs::proximate(folder, error);
    return fmt::format(
        "it leads elsewhere, to where the robot's file may not read: --allow-path {} "
        "opens that folder",
        error ? folder.string() : near.string());
  }
  bool any_closed() const { return !closed_.empty(); }

  std::optional<std::string> read(const std::string& from, const std::string& name,
                                  std::string& path, std::string& why) {
    const fs::path whole = named_path(from, name, why);
    if (whole.empty()) return {};
    path = whole.lexically_normal().string();
    if (!is_allowed(path)) {
      closed_.push_back(path);
      why = closed_folder;
      return {};
    }
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
      why = "there is no such file";
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
  std::vector<std::string> closed_;  // paths that may not be read
};

bool is_seen(const RobotModel& robot) {
  for (const RobotBody& body : robot.bodies)
    for (const RobotShape& shape : body.shapes)
      if (shape.seen) return true;
  return false;
}

// Meshes that were left out may be the reason: one problem for each way in which they lack.
void add_missing_meshes(const RobotModel& robot, std::vector<Problem>& problems) {
  std::vector<const LeftOut*> first;
  for (const LeftOut& left : robot.left_out) {
    if (left.kind != "visual" && left.kind != "collision" && left.kind != "mesh") continue;
    const auto is_alike = [&](const LeftOut* other) { return other->why == left.why; };
    if (std::none_of(first.begin(), first.end(), is_alike)) first.push_back(&left);
  }
  for (const LeftOut* left : first) {
    const auto count = std::count_if(robot.left_out.begin(), robot.left_out.end(),
                                     [&](const LeftOut& other) { return other.why == left->why; });
    Problem problem;
    problem.place = left->place;
    problem.found = left->kind + " " + left->name;
    if (count > 1) problem.found += fmt::format(" and {} more", count - 1);
    problem.expected = fmt::format("its mesh ({})", left->why);
    problems.push_back(std::move(problem));
  }
}

const RobotBackend& backend() try {
  static const RobotBackend& loaded =
      *module_function<const RobotBackend*()>(robot_backend_module, robot_backend_symbol)();
  return loaded;
} catch (const RunError& e) {
  throw RunError(e.code, fmt::format("{}; URDF and MJCF are read by MuJoCo, Debian's packages "
                                     "libmujoco2.2.2, libtinyxml2-9 and libassimp5",
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
  const bool good = backend().read(path, text, reader, robot, problems);
  if (files.any_closed()) {
    const std::string why = files.why_closed();
    for (LeftOut& left : robot.left_out)
      if (left.why == closed_folder) left.why = why;
    for (Problem& problem : problems)
      if (problem.expected == closed_folder) problem.expected = "a file; " + why;
  }
  if (good && is_seen(robot)) return robot;
  if (good) {
    Problem problem;
    problem.place.file = path;
    problem.found = "nothing that can be seen";
    problem.expected = "a robot with solids or meshes";
    problems.push_back(std::move(problem));
  }
  add_missing_meshes(robot, problems);
  throw InputError(problems);
}

}  // namespace gambol
