#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/text_file.h"
#include "exchange/bvh_reader.h"
#include "exchange/euler_angles.h"
#include "exchange/motion_keys.h"
#include "exchange/read_motion.h"
#include "exchange/read_skeleton.h"
#include "exchange/yaml_words.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bvh = 500 << 20;
constexpr double girth = 0.06;  // radius of a stick over its length
constexpr double rest = 1e-9;   // units: positions that are the offset

// A person, or an animal, is a metre or two tall: which unit makes that of the skeleton's height?
std::string guessed_unit(double height) {
  return height <= 5 ? "m" : height <= 120 ? "in" : height <= 500 ? "cm" : "mm";
}

class BvhMotion {
 public:
  BvhMotion(const std::string& path, const std::string& name, const std::string& unit, bool z_up)
      : path_(path), bvh_(read_bvh(read_text_file(path, most_bvh), path)) {
    made_.name = name;
    made_.source = fs::path(path).filename();
    // y up and z forward, or z up and x forward.
    if (!z_up)
      to_ours_ = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ())) *
                 Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));
    set_unit(unit);
  }

  Imported make() {
    check_channels();
    times();
    ImportedFigure figure;
    figure.name = made_.name;
    figure.has_joints = bvh_.joints.size() > 1;
    figure.materials = {{"sticks", "#8fa8c8"}};
    figure.text = fmt::format(
        "# Written by `gambol import {}`: a skeleton of sticks, to be led.\n\ngambol: {}\n"
        "figure: {}\n\ndensity: 1 g/cm3\nmaterial: sticks\n\nbodies:\n",
        made_.source, newest_version, yaml_text(made_.name));
    for (const BvhJoint& joint : bvh_.joints) figure.text += body_text(joint);
    add_root(figure);
    for (std::size_t j = 1; j < bvh_.joints.size(); ++j) add_joint(bvh_.joints[j], figure);
    made_.figures.push_back(std::move(figure));
    return std::move(made_);
  }

 private:
  void set_unit(const std::string& unit) {
    std::vector<Vec3> at;
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();
    const auto reach = [&](const Vec3& p) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    };
    for (const BvhJoint& joint : bvh_.joints) {
      at.push_back(joint.parent < 0 ? Vec3(Vec3::Zero()) : Vec3(at[joint.parent] + joint.offset));
      reach(at.back());
      for (const Vec3& end : joint.ends) reach(at.back() + end);
    }
    const double height = (high - low).maxCoeff();
    const std::string used = unit.empty() ? guessed_unit(height) : unit;
    metres_ = metres_of(used);
    made_.notes.push_back(fmt::format("lengths {} {}: the skeleton is {:.3g} m long{}",
                                      unit.empty() ? "are taken to be in" : "are in", used,
                                      height * metres_,
                                      unit.empty() ? "; --unit says otherwise" : ""));
  }

  Vec3 ours(const Vec3& p) const { return to_ours_ * (metres_ * p); }

  void check_channels() {
    for (const BvhJoint& joint : bvh_.joints) {
      std::vector<int> axes;
      for (const BvhChannel& channel : joint.channels)
        if (channel.turns) axes.push_back(channel.axis);
      const bool along_last =
          axes.size() > 1 && (axes[0] == axes[1] || (axes.size() > 2 && axes[1] == axes[2]));
      if (axes.size() <= 3 && !along_last) continue;
      Problem problem;
      problem.place = {path_, joint.line, 1};
      problem.found =
          fmt::format("channels of {} about one axis twice, or more than three", joint.name);
      problem.expected = "up to three rotations, each about another axis than the one before";
      throw InputError(problem);
    }
  }

  void times() {
    std::size_t curves = 6;
    for (const BvhJoint& joint : bvh_.joints) curves += joint.channels.size();
    step_ = kept_step(bvh_.frames, curves);
    if (step_ > 1) made_.notes.push_back(kept_note(bvh_.frames, "frames", step_));
    for (std::size_t f = 0; f < bvh_.frames; f += step_) {
      frames_.push_back(f);
      times_.push_back(static_cast<double>(f) * bvh_.frame_time);
    }
    made_.fps = film_rate(bvh_.frame_time * static_cast<double>(step_));
    made_.duration = std::max(times_.back(), 1 / made_.fps);
  }

  // A stick to each joint that hangs on this one; a ball if there is none.
  std::string body_text(const BvhJoint& joint) {
    std::vector<Vec3> tips = joint.ends;
    const auto own = static_cast<int>(&joint - bvh_.joints.data());
    for (const BvhJoint& other : bvh_.joints)
      if (other.parent == own) tips.push_back(other.offset);
    std::erase_if(tips, [&](const Vec3& tip) { return !(tip.norm() * metres_ > 1e-4); });
    std::string text = fmt::format("  - name: {}\n", yaml_text(joint.name));
    if (joint.parent >= 0)
      text += fmt::format("    parent: {}\n    at: {}\n    joint: {}\n",
                          yaml_text(bvh_.joints[joint.parent].name),
                          yaml_vector(ours(joint.offset)), joint_text(joint));
    text += "    shapes:\n";
    for (const Vec3& tip : tips) {
      const Vec3 along = ours(tip);
      text += fmt::format("      - {{capsule: {{radius: {:.3g}, length: {:.6g}}}{}{}}}\n",
                          girth * along.norm(), along.norm(), yaml_at(along / 2),
                          yaml_rotate(Quat::FromTwoVectors(Vec3::UnitY(), along)));
    }
    if (tips.empty()) text += fmt::format("      - {{sphere: {:.3g}}}\n", ball());
    return text + "    collision: []\n";
  }

  double ball() const {
    double longest = 0;
    for (const BvhJoint& joint : bvh_.joints)
      if (joint.parent >= 0) longest = std::max(longest, joint.offset.norm());
    return std::max(girth * longest * metres_ / 2, 1e-3);
  }

  std::vector<std::size_t> rotations_of(const BvhJoint& joint) const {
    std::vector<std::size_t> list;
    for (std::size_t c = 0; c < joint.channels.size(); ++c)
      if (joint.channels[c].turns) list.push_back(c);
    return list;
  }

  std::string joint_text(const BvhJoint& joint) const {
    const std::vector<std::size_t> turns = rotations_of(joint);
    const char* types[] = {"fixed", "rotary", "universal", "gimbal"};
    const char* keys[] = {"axis", "axis2", "axis3"};
    std::string text = fmt::format("{{type: {}", types[turns.size()]);
    for (std::size_t k = 0; k < turns.size(); ++k)
      text += fmt::format(", {}: {}", keys[k],
                          yaml_vector(to_ours_ * Vec3(Vec3::Unit(joint.channels[turns[k]].axis))));
    return text + "}";
  }

  // Position channels stand in place of the offset, as they do in what capture programs write.
  void add_root(ImportedFigure& figure) {
    const BvhJoint& root = bvh_.joints[0];
    std::vector<std::vector<double>> at(3);
    std::vector<Quat> turned;
    for (const std::size_t f : frames_) {
      Vec3 p = root.offset;
      Quat R = Quat::Identity();
      for (std::size_t c = 0; c < root.channels.size(); ++c) {
        const BvhChannel& channel = root.channels[c];
        const double value = bvh_.value(f, root, c);
        if (channel.turns)
          R = R * Quat(Eigen::AngleAxisd(value * M_PI / 180, Vec3::Unit(channel.axis)));
        else
          p[channel.axis] = value;
      }
      const Vec3 own = ours(p);
      for (int k = 0; k < 3; ++k) at[k].push_back(own[k]);
      turned.push_back(to_ours_ * R * to_ours_.conjugate());
    }
    figure.at = {at[0][0], at[1][0], at[2][0]};
    figure.turned = turned[0];
    const char* places[] = {".tx", ".ty", ".tz"};
    for (int k = 0; k < 3; ++k)
      figure.motions.push_back({root.name + places[k], length_keys(times_, at[k])});
    for (ImportedCurve& curve : rotation_curves(root.name, times_, turned))
      figure.motions.push_back(std::move(curve));
  }

  // Angles go on beyond a half turn, and past where two axes of a gimbal coincide.
  void add_joint(const BvhJoint& joint, ImportedFigure& figure) {
    const std::vector<std::size_t> turns = rotations_of(joint);
    std::vector<std::vector<double>> angles(turns.size());
    Vec3 last = Vec3::Zero();
    const bool three =
        turns.size() == 3 && joint.channels[turns[0]].axis != joint.channels[turns[2]].axis;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      Vec3 a = Vec3::Zero();
      for (std::size_t k = 0; k < turns.size(); ++k)
        a[k] = bvh_.value(frames_[i], joint, turns[k]) * M_PI / 180;
      if (i > 0) a = three ? nearest_triple(a, last) : unwound(a, last);
      last = a;
      for (std::size_t k = 0; k < turns.size(); ++k) angles[k].push_back(a[k]);
    }
    const char* suffixes[] = {".r1", ".r2", ".r3"};
    for (std::size_t k = 0; k < turns.size(); ++k)
      figure.motions.push_back({turns.size() > 1 ? joint.name + suffixes[k] : joint.name,
                                angle_keys(times_, angles[k])});
    note_stretch(joint);
  }

  // Bones of a figure do not stretch.
  void note_stretch(const BvhJoint& joint) {
    for (std::size_t c = 0; c < joint.channels.size(); ++c) {
      if (joint.channels[c].turns) continue;
      const double offset = joint.offset[joint.channels[c].axis];
      for (std::size_t f = 0; f < bvh_.frames; ++f)
        if (std::abs(bvh_.value(f, joint, c) - offset) > rest + 1e-6 * std::abs(offset)) {
          add_left_out(made_.left_out, Place{path_, joint.line, 1}, "changes of position of joint",
                       joint.name, "only a root moves in its parent; bones do not stretch");
          return;
        }
    }
  }

  const std::string& path_;
  Bvh bvh_;
  Imported made_;
  Quat to_ours_ = Quat::Identity();
  double metres_ = 1;
  std::size_t step_ = 1;
  std::vector<std::size_t> frames_;
  std::vector<double> times_;
};

}  // namespace

Imported bvh_motion(const std::string& path, const std::string& name, const std::string& unit,
                    bool z_up) {
  return BvhMotion(path, name, unit, z_up).make();
}

}  // namespace gambol
