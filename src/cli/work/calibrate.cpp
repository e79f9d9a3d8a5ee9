#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/json.h"
#include "base/say.h"
#include "cli/calibration_report.h"
#include "cli/columns.h"
#include "cli/motion.h"
#include "cli/verbs.h"
#include "search/loops/calibrate_poses.h"
#include "search/loops/calibrate_reflexes.h"

namespace gambol {
namespace {

// figures/roach_walker.yaml has its reflexes in figures/roach_walker.reflexes.yaml.
std::string beside_figure(const std::string& figure) {
  return std::filesystem::path(figure).replace_extension("reflexes.yaml").string();
}

std::string calibrated_file(const std::string& figure) {
  const std::filesystem::path path(figure);
  return (path.parent_path() / (path.stem().string() + "_calibrated.yaml")).string();
}

std::vector<std::string> split_names(const std::string& list) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end > begin) names.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

void print_joints(const CalibratedPose& pose) {
  std::vector<std::vector<std::string>> rows{
      {pose.name, "torque, N*m", "position", "rest", "deflection"}};
  for (const CalibratedJoint& joint : pose.calibration.joints) {
    rows.push_back({joint.name, fmt::format("{:.4g}", joint.torque),
                    fmt::format("{:.5g}", joint.position), "", ""});
    if (!joint.rest) continue;
    rows.back()[3] = fmt::format("{:.6g}", *joint.rest);
    rows.back()[4] = fmt::format("{:.3g}", joint.deflection());
  }
  print_columns(rows);
  fmt::print("{}\n", summary_of(pose.calibration));
}

Json pose_json(const CalibratedPose& pose) {
  const Calibration& c = pose.calibration;
  Json joints = Json::array(Json::Layout::lines);
  for (const CalibratedJoint& joint : c.joints)
    joints.push(Json::object(Json::Layout::spaced)
                    .add("joint", joint.name)
                    .add("torque", Json::number(joint.torque, 9))
                    .add("position", Json::number(joint.position, 9))
                    .add("rest", joint.rest ? Json::number(*joint.rest, 9) : Json::null())
                    .add("deflection", Json::number(joint.deflection(), 9)));
  Json unheld = Json::array(Json::Layout::spaced), mode = Json::array(Json::Layout::spaced);
  for (const std::string& name : c.unheld) unheld.push(name);
  for (const ModePart& part : c.mode.parts)
    mode.push(Json::object(Json::Layout::spaced)
                  .add("joint", part.name)
                  .add("by", Json::number(part.by, 4)));
  return Json::object(Json::Layout::lines)
      .add("pose", pose.name)
      .add("figure", c.figure)
      .add("eigenvalue", Json::number(c.mode.eigenvalue, 9))
      .add("uncertainty", Json::number(c.mode.uncertainty, 3))
      .add("rigid_eigenvalue", c.rigid ? Json::number(c.rigid->eigenvalue, 9) : Json::null())
      .add("stable", !c.mode.unstable())
      .add("mode", mode)
      .add("speed", Json::number(c.speed, 4))
      .add("centre_of_mass", Json::array(Json::Layout::spaced)
                                 .push(Json::number(c.com.x(), 9))
                                 .push(Json::number(c.com.y(), 9))
                                 .push(Json::number(c.com.z(), 9)))
      .add("unheld", unheld)
      .add("joints", joints);
}

ExitCode calibrate_poses_verb(const CalibrateOptions& options) {
  if (options.shots.size() != 1)
    throw UsageError("calibrate --pose: expected one shot, in which the figure stands");
  if (!options.poses.empty() && !options.as.empty())
    throw UsageError("calibrate: --pose and --as exclude each other");
  const ShotSpec shot = load_sound_shot(options.shots[0]);
  const CastSpec& cast = figure_to_calibrate(shot, options.figure);
  const std::string path = options.to.empty() ? calibrated_file(cast.file) : options.to;
  const std::vector<CalibratedPose> poses =
      options.as.empty() ? calibrate_poses(shot, cast.name, split_names(options.poses))
                         : std::vector{calibrate_prepared(shot, cast.name, options.as)};
  write_file(path, pose_file_text(cast, poses, path));
  if (options.json) {
    Json all = Json::array(Json::Layout::lines);
    for (const CalibratedPose& pose : poses) all.push(pose_json(pose));
    const Json document = Json::object(Json::Layout::lines).add("file", path).add("poses", all);
    fmt::print("{}\n", document.text());
    return ExitCode::ok;
  }
  for (const CalibratedPose& pose : poses) print_joints(pose);
  fmt::print("{}\n", path);
  return ExitCode::ok;
}

}  // namespace

ExitCode calibrate_verb(const CalibrateOptions& options) {
  if (!options.poses.empty() || !options.as.empty()) return calibrate_poses_verb(options);
  if (options.json || !options.figure.empty())
    throw UsageError("calibrate: --json and --figure need --pose or --as");
  if (!(options.margin >= 0))
    throw UsageError(fmt::format("--margin {}: expected 0 or more", options.margin));
  std::vector<ShotSpec> shots;
  for (const std::string& name : options.shots) shots.push_back(load_sound_shot(name));
  const std::string path =
      options.to.empty() ? beside_figure(walker_of(shots[0]).file) : options.to;
  write_file(path, reflex_file_text(shots, options.margin));
  fmt::print("{}\n", path);
  return ExitCode::ok;
}

}  // namespace gambol
