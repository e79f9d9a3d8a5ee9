// The text of a figure file with calibrated poses.

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>

#include "search/loops/calibrate_poses.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

// rad or m: left and right count as mirror images.
constexpr double alike = 1e-4;

std::string other_side(const std::string& name, const MirrorSpec& mirror) {
  const std::size_t at = name.find(mirror.from);
  if (at == name.npos) return "";
  return std::string(name).replace(at, mirror.from.size(), mirror.to);
}

const JointTarget* find(const std::vector<JointTarget>& targets, const std::string& name) {
  for (const JointTarget& target : targets)
    if (target.name == name) return &target;
  return nullptr;
}

// One side with the means of both, or nothing if the sides differ.
std::optional<std::vector<JointTarget>> one_side(const std::vector<JointTarget>& targets,
                                                 const MirrorSpec& mirror) {
  std::vector<JointTarget> one;
  for (const JointTarget& target : targets) {
    const bool is_copy = !other_side(target.name, {Place(), mirror.to, mirror.from}).empty();
    const std::string other = other_side(target.name, mirror);
    if (is_copy) continue;
    one.push_back(target);
    if (other.empty()) continue;
    const JointTarget* copy = find(targets, other);
    if (!copy || std::abs(copy->to - target.to) > alike) return {};
    one.back().to = (target.to + copy->to) / 2;
  }
  return one;
}

struct Sides {
  std::vector<JointTarget> joints, rests;
};

Sides sides_of(const CalibratedPose& pose, const std::optional<MirrorSpec>& mirror) {
  if (mirror) {
    auto joints = one_side(pose.joints, *mirror);
    auto rests = one_side(pose.rests, *mirror);
    if (joints && rests) return {*joints, *rests};
  }
  return {pose.joints, pose.rests};
}

std::string text_of(const CalibratedPose& pose, const std::optional<MirrorSpec>& mirror) {
  const Sides sides = sides_of(pose, mirror);
  std::string text = fmt::format(
      "  # Least eigenvalue of stiffness over inertia: {:.4g} 1/s2. Beside the rest positions are "
      "torques, N*m (or N).\n  {}:\n    joints:\n",
      pose.calibration.mode.eigenvalue, pose.name);
  for (const JointTarget& joint : sides.joints)
    text += fmt::format("      {}: {:.10g}\n", joint.name, joint.to);
  text += "    rests:\n";
  for (const JointTarget& rest : sides.rests) {
    double torque = 0;
    for (const CalibratedJoint& joint : pose.calibration.joints)
      if (joint.name == rest.name) torque = joint.torque;
    text += fmt::format("      {}: {:.10g}  # {:.4g}\n", rest.name, rest.to, torque);
  }
  return text;
}

}  // namespace

std::string pose_file_text(const CastSpec& cast, const std::vector<CalibratedPose>& poses,
                           const std::string& path) {
  const fs::path folder = fs::absolute(path).parent_path();
  std::string text = fmt::format(
      "# Written by `gambol calibrate`: poses with rest positions of springs that hold them.\n"
      "gambol: {}\nfigure: {}\nextends: {}\nposes:\n",
      newest_version, fs::path(path).stem().string(),
      fs::proximate(fs::absolute(cast.file), folder).generic_string());
  for (const CalibratedPose& pose : poses) text += text_of(pose, cast.figure.mirror);
  return text;
}

}  // namespace gambol
