#include "exchange/skeleton_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "exchange/motion_keys.h"

namespace gambol {
namespace {

constexpr double still = 1e-7;      // rad: a joint that turns less stands still
constexpr double stretched = 1e-3;  // of a bone's length, or of the skeleton's reach

// Curves of a rotation vector; of a constant one key.
void add_rotations(const std::string& body, const std::vector<double>& times,
                   const std::vector<Quat>& turns, ImportedFigure& figure) {
  const bool constant = std::all_of(turns.begin(), turns.end(), [&](const Quat& q) {
    return q.angularDistance(turns[0]) < still;
  });
  if (!constant) {
    for (ImportedCurve& curve : rotation_curves(body, times, turns))
      figure.motions.push_back(std::move(curve));
    return;
  }
  const Vec3 r = log_rotation(turns[0]);
  const char* axes[] = {".rx", ".ry", ".rz"};
  for (int k = 0; k < 3; ++k) figure.motions.push_back({body + axes[k], angle_keys({0}, {r[k]})});
}

// The median of the times between samples, of which a few may be close together; 0 of one sample.
double usual_gap(const std::vector<double>& times) {
  std::vector<double> gaps;
  for (std::size_t k = 1; k < times.size(); ++k) gaps.push_back(times[k] - times[k - 1]);
  if (gaps.empty()) return 0;
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle;
}

class BoneCurves {
 public:
  BoneCurves(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
             const std::vector<BoneJoint>& joints, const Quat& to_ours, double metres)
      : skeleton_(skeleton), motion_(motion), joints_(joints), to_ours_(to_ours), metres_(metres) {}

  void add(Imported& made, ImportedFigure& figure) {
    choose_samples(made);
    add_root(figure);
    for (std::size_t b = 1; b < joints_.size(); ++b) {
      if (joints_[b].moves) add_joint(b, figure);
      if (stretches(b))
        add_left_out(made.left_out, Place{}, "changes of position of bone", skeleton_.bones[b].name,
                     "only a root moves in its parent; bones do not stretch");
    }
  }

 private:
  void choose_samples(Imported& made) {
    const std::size_t all = motion_.times.size(), step = kept_step(all, 3 * joints_.size() + 3);
    if (step > 1) made.notes.push_back(kept_note(all, "samples", step));
    for (std::size_t f = 0; f < all; f += step) kept_.push_back(f);
    if (kept_.back() + 1 < all) kept_.push_back(all - 1);  // where the motion ends
    for (const std::size_t f : kept_) times_.push_back(motion_.times[f]);
    made.fps = film_rate(usual_gap(times_));
    made.duration = std::max(times_.back(), 1 / made.fps);
    made.notes.push_back(fmt::format("it moves as in its animation{}{}",
                                     motion_.name.empty() ? "" : " ", motion_.name));
  }

  // Of the body, from the posture of the file's nodes.
  Quat turn(std::size_t b, std::size_t f) const {
    return to_ours_ * motion_.turns[b][f] * to_ours_.conjugate();
  }
  Vec3 place(std::size_t b, std::size_t f) const {
    return to_ours_ * (metres_ * motion_.places[b][f]);
  }

  void add_root(ImportedFigure& figure) const {
    const std::string& name = skeleton_.bones[0].name;
    const char* axes[] = {".tx", ".ty", ".tz"};
    std::vector<Quat> turns;
    for (const std::size_t f : kept_) turns.push_back(turn(0, f));
    for (int k = 0; k < 3; ++k) {
      std::vector<double> at;
      for (const std::size_t f : kept_) at.push_back(place(0, f)[k]);
      figure.at[k] = at[0];
      figure.motions.push_back({name + axes[k], length_keys(times_, at)});
    }
    figure.turned = turns[0];
    add_rotations(name, times_, turns, figure);
  }

  void add_joint(std::size_t b, ImportedFigure& figure) const {
    const auto parent = static_cast<std::size_t>(joints_[b].parent);
    std::vector<Quat> turns;
    for (const std::size_t f : kept_) turns.push_back(turn(parent, f).conjugate() * turn(b, f));
    add_rotations(skeleton_.bones[b].name, times_, turns, figure);
  }

  // Whether the bone does not stay where it is on its parent.
  bool stretches(std::size_t b) const {
    const auto parent = static_cast<std::size_t>(joints_[b].parent);
    const Vec3 offset = skeleton_.bones[b].at - skeleton_.bones[parent].at;
    double reach = 0;
    for (const GltfBone& bone : skeleton_.bones)
      reach = std::max(reach, (bone.at - skeleton_.bones[0].at).norm());
    for (const std::size_t f : kept_) {
      const Vec3 off = place(b, f) - place(parent, f) - turn(parent, f) * offset;
      if (off.norm() > stretched * std::max(offset.norm(), reach)) return true;
    }
    return false;
  }

  const GltfSkeleton& skeleton_;  // in our axes and metres
  const GltfBoneMotion& motion_;  // in the file's
  const std::vector<BoneJoint>& joints_;
  Quat to_ours_;
  double metres_;
  std::vector<std::size_t> kept_;  // samples
  std::vector<double> times_;
};

}  // namespace

void add_bone_motion(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                     const std::vector<BoneJoint>& joints, const Quat& to_ours, double metres,
                     Imported& made, ImportedFigure& figure) {
  BoneCurves(skeleton, motion, joints, to_ours, metres).add(made, figure);
}

}  // namespace gambol
