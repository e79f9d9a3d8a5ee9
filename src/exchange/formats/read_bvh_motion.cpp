#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/text_file.h"
#include "base/utf8.h"
#include "exchange/formats/bvh_joints.h"
#include "exchange/formats/bvh_reader.h"
#include "exchange/formats/euler_angles.h"
#include "exchange/formats/motion_keys.h"
#include "exchange/formats/read_motion.h"
#include "exchange/formats/sticks.h"
#include "exchange/formats/yaml_words.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bvh = 500 << 20;
constexpr double rounding_of_times = 1e-4;  // relative: times of frames such as 0.04167 mean 1/24
constexpr double upright_share = 0.5;  // of its length: what a skeleton measures along up, at least

struct GuessedUnit {
  const char* name;
  double metres;
};

// A person, or an animal, is a metre or two tall: which unit makes that of the skeleton's height?
GuessedUnit guessed_unit(double height) {
  if (height <= 5) return {"m", 1};
  if (height <= 120) return {"inches", 0.0254};
  if (height <= 500) return {"cm", 0.01};
  return {"mm", 0.001};
}

double exact_frame_time(double time) {
  const double rate = std::round(1 / time);
  return rate >= 1 && std::abs(rate * time - 1) < rounding_of_times ? 1 / rate : time;
}

class BvhMotion {
 public:
  BvhMotion(const std::string& path, const std::string& name, const ImportScale& scale, bool z_up)
      : path_(path),
        bvh_(read_bvh(utf8_of(read_text_file(path, most_bvh)), path)),
        joints_(bvh_),
        z_up_(z_up) {
    made_.name = name;
    made_.source = fs::path(path).filename();
    // y up and z forward, or z up and x forward.
    if (!z_up)
      to_ours_ = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ())) *
                 Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));
    set_size(scale);
  }

  Imported make() {
    if (bvh_.beyond > 0)
      add_left_out(made_.left_out, Place{}, "numbers behind the last frame",
                   fmt::format("{}", bvh_.beyond),
                   fmt::format("the file says that it has {} frames", bvh_.frames));
    check_channels();
    choose_frames();
    ImportedFigure figure;
    figure.name = made_.name;
    figure.has_joints = bvh_.joints.size() > 1;
    figure.materials = {{"sticks", "#8fa8c8"}};
    figure.text = fmt::format(
        "# Written by `gambol import {}`: a skeleton of sticks, to be led.\n\ngambol: {}\n"
        "figure: {}\n\ndensity: 1 g/cm3\nmaterial: sticks\n\nbodies:\n",
        made_.source, newest_version, yaml_text(made_.name));
    for (std::size_t j = 0; j < bvh_.joints.size(); ++j) figure.text += body_text(j);
    add_root(figure);
    for (std::size_t j = 1; j < bvh_.joints.size(); ++j)
      joints_.slides(j) ? add_free_joint(j, figure) : add_joint(bvh_.joints[j], figure);
    if (times_.size() == 1) hold_as_pose(bvh_.joints[0].name, made_, figure);
    made_.figures.push_back(std::move(figure));
    return std::move(made_);
  }

 private:
  // How tall it stands: in the file's posture without rotations, which is often one in which it
  // stands with its arms out, or in the first frame; whichever is the more upright_share.
  double height() {
    const int up = z_up_ ? 2 : 1, other = z_up_ ? 1 : 2;
    const Vec3 rest = joints_.extents({}, up), first = joints_.extents(0, up);
    const double tall = std::max(rest[up], first[up]);
    const double long_ = rest.maxCoeff();
    if (tall >= upright_share * long_) return tall;
    if (std::max(rest[other], first[other]) > tall)
      made_.notes.push_back(z_up_ ? "the skeleton lies along y: without --up z, y is up"
                                  : "the skeleton lies along z: --up z says that z is up");
    return long_;
  }

  void set_size(const ImportScale& scale) {
    size_ = height();
    const GuessedUnit guess = guessed_unit(size_);
    const bool guessed = scale.metres == 0 && scale.height == 0;
    metres_ = scale.metres > 0                ? scale.metres
              : scale.height > 0 && size_ > 0 ? scale.height / size_
                                              : guess.metres;
    made_.notes.push_back(
        fmt::format("lengths are {}{}: the skeleton is {:.3g} m tall{}",
                    guessed ? "taken to be in " : fmt::format("in {:.6g} m", metres_),
                    guessed ? guess.name : "", size_ * metres_,
                    guessed ? "; if not, --height 1.7m or --unit 2.54cm says so" : ""));
  }

  Vec3 ours(const Vec3& p) const { return to_ours_ * (metres_ * p); }
  Quat ours(const Quat& R) const { return to_ours_ * R * to_ours_.conjugate(); }

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

  void choose_frames() {
    std::size_t curves = 6;
    for (const BvhJoint& joint : bvh_.joints) curves += joint.channels.size();
    const std::size_t step = kept_step(bvh_.frames, curves);
    if (step > 1) made_.notes.push_back(kept_note(bvh_.frames, "frames", step));
    for (std::size_t f = 0; f < bvh_.frames; f += step) frames_.push_back(f);
    if (frames_.back() + 1 < bvh_.frames) frames_.push_back(bvh_.frames - 1);
    const double time = exact_frame_time(bvh_.frame_time);
    for (const std::size_t f : frames_) times_.push_back(static_cast<double>(f) * time);
    show_times(times_, time * static_cast<double>(step), made_);
  }

  // A stick to each joint that hangs on this one, unless it slides.
  std::string body_text(std::size_t j) const {
    const BvhJoint& joint = bvh_.joints[j];
    std::vector<Vec3> tips;
    for (const Vec3& end : joint.ends) tips.push_back(ours(end));
    bool carries = false;  // what slides on it
    for (std::size_t k = j + 1; k < bvh_.joints.size(); ++k) {
      if (bvh_.joints[k].parent != static_cast<int>(j)) continue;
      carries = carries || joints_.slides(k);
      if (!joints_.slides(k)) tips.push_back(ours(joints_.place(k)));
    }
    std::string text = fmt::format("  - name: {}\n", yaml_text(joint.name));
    if (joint.parent >= 0)
      text += fmt::format("    parent: {}\n    at: {}\n    joint: {}\n",
                          yaml_text(bvh_.joints[joint.parent].name),
                          yaml_vector(ours(joints_.place(j))), joint_text(j));
    text += stick_shapes(tips, ball());
    // A frame of reference is no part of the body.
    if (tips.empty() && carries) text += "    visible: []\n";
    return text + "    collision: []\n";
  }

  double ball() const {
    double longest = 0;
    for (std::size_t j = 1; j < bvh_.joints.size(); ++j)
      if (!joints_.slides(j)) longest = std::max(longest, joints_.place(j).norm());
    return stick_ball(longest * metres_);
  }

  static std::vector<std::size_t> rotations_of(const BvhJoint& joint) {
    std::vector<std::size_t> list;
    for (std::size_t c = 0; c < joint.channels.size(); ++c)
      if (joint.channels[c].turns) list.push_back(c);
    return list;
  }

  std::string joint_text(std::size_t j) const {
    if (joints_.slides(j)) return "{type: free}";
    const BvhJoint& joint = bvh_.joints[j];
    const std::vector<std::size_t> turns = rotations_of(joint);
    const char* types[] = {"fixed", "rotary", "universal", "gimbal"};
    const char* keys[] = {"axis", "axis2", "axis3"};
    std::string text = fmt::format("{{type: {}", types[turns.size()]);
    for (std::size_t k = 0; k < turns.size(); ++k)
      text += fmt::format(", {}: {}", keys[k],
                          yaml_vector(to_ours_ * Vec3(Vec3::Unit(joint.channels[turns[k]].axis))));
    return text + "}";
  }

  // Curves of a joint's place, counted from `origin`, and of its rotation.
  void add_free_motion(std::size_t j, const Vec3& origin, ImportedFigure& figure) const {
    std::vector<Vec3> places;
    std::vector<Quat> turned;
    for (const std::size_t f : frames_) {
      const Transform X = bvh_placement(bvh_, j, f);
      places.push_back(ours(Vec3(X.p - origin)));
      turned.push_back(ours(X.R));
    }
    const std::string& name = bvh_.joints[j].name;
    for (auto&& curves :
         {place_curves(name, times_, places), rotation_curves(name, times_, turned)})
      figure.motions.insert(figure.motions.end(), curves.begin(), curves.end());
  }

  void add_root(ImportedFigure& figure) const {
    const Transform X = bvh_placement(bvh_, 0, frames_[0]);
    figure.at = ours(X.p);
    figure.turned = ours(X.R);
    figure.followed = bvh_.joints[joints_.traveller(size_)].name;
    add_free_motion(0, Vec3::Zero(), figure);
  }

  void add_free_joint(std::size_t j, ImportedFigure& figure) const {
    add_free_motion(j, joints_.place(j), figure);
  }

  // Angles go on beyond a half turn, and past where two axes of a gimbal coincide.
  void add_joint(const BvhJoint& joint, ImportedFigure& figure) const {
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
  }

  const std::string& path_;
  Bvh bvh_;
  BvhJoints joints_;
  Imported made_;
  bool z_up_ = false;
  Quat to_ours_ = Quat::Identity();
  double size_ = 0;    // units of the file: how tall the skeleton stands
  double metres_ = 1;  // of a unit
  std::vector<std::size_t> frames_;
  std::vector<double> times_;
};

}  // namespace

Imported bvh_motion(const std::string& path, const std::string& name, const ImportScale& scale,
                    bool z_up) {
  return BvhMotion(path, name, scale, z_up).make();
}

}  // namespace gambol
