#include "exchange/formats/skeleton_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "exchange/formats/motion_keys.h"

namespace gambol {
namespace {

constexpr double unmoved = 1e-4;   // of the skeleton's reach: places that do not change
constexpr double journey = 0.05;   // of it: what a camera goes with
constexpr double unturned = 1e-5;  // rad

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
             const std::vector<BoneJoint>& joints)
      : skeleton_(skeleton), motion_(motion), joints_(joints) {
    for (const GltfBone& bone : skeleton.bones)
      reach_ = std::max(reach_, (bone.at - skeleton.bones[0].at).norm());
  }

  void add(Imported& made, ImportedFigure& figure) {
    choose_samples(made);
    add_root(figure);
    for (std::size_t b = 1; b < joints_.size(); ++b)
      if (joints_[b].type != BoneJointType::fixed) add_joint(b, figure);
    for (std::size_t b = 0; b < joints_.size(); ++b)
      if (motion_.resized[b] && (b == 0 || !motion_.resized[std::size_t(joints_[b].parent)]))
        add_left_out(made.left_out, Place{}, "changes of size of bone", skeleton_.bones[b].name,
                     "bodies keep their size");
  }

  // Whether a sample has the bone elsewhere on its parent than the file's nodes have it.
  bool slides(std::size_t b) const {
    const double least = unmoved * std::max(reach_, offset(b).norm());
    for (std::size_t f = 0; f < motion_.times.size(); ++f)
      if (shift(b, f).norm() > least) return true;
    return false;
  }
  bool turns(std::size_t b) const {
    for (std::size_t f = 0; f < motion_.times.size(); ++f)
      if (turn(b, f).angularDistance(Quat::Identity()) > unturned) return true;
    return false;
  }

 private:
  void choose_samples(Imported& made) {
    std::size_t curves = 6;
    for (const BoneJoint& joint : joints_)
      curves += joint.type == BoneJointType::free        ? 6
                : joint.type == BoneJointType::spherical ? 3
                                                         : 0;
    const std::size_t all = motion_.times.size(), step = kept_step(all, curves);
    if (step > 1) made.notes.push_back(kept_note(all, "samples", step));
    for (std::size_t f = 0; f < all; f += step) kept_.push_back(f);
    if (kept_.back() + 1 < all) kept_.push_back(all - 1);  // where the motion ends
    for (const std::size_t f : kept_) times_.push_back(motion_.times[f]);
    show_times(times_, usual_gap(times_), made);
    made.notes.push_back(fmt::format("it moves as in its animation{}{}",
                                     motion_.name.empty() ? "" : " ", motion_.name));
  }

  std::size_t parent(std::size_t b) const { return static_cast<std::size_t>(joints_[b].parent); }
  // From the parent's origin, in the posture of the file's nodes.
  Vec3 offset(std::size_t b) const { return skeleton_.bones[b].at - skeleton_.bones[parent(b)].at; }
  // On the parent, from that posture.
  Quat turn(std::size_t b, std::size_t f) const {
    return motion_.turns[parent(b)][f].conjugate() * motion_.turns[b][f];
  }
  Vec3 shift(std::size_t b, std::size_t f) const {
    return motion_.turns[parent(b)][f].conjugate() *
               (motion_.places[b][f] - motion_.places[parent(b)][f]) -
           offset(b);
  }

  static void append(std::vector<ImportedCurve> curves, ImportedFigure& figure) {
    for (ImportedCurve& curve : curves) figure.motions.push_back(std::move(curve));
  }

  void add_root(ImportedFigure& figure) {
    const std::string& name = skeleton_.bones[0].name;
    std::vector<Quat> turns;
    std::vector<Vec3> places;
    for (const std::size_t f : kept_) {
      turns.push_back(motion_.turns[0][f]);
      places.push_back(motion_.places[0][f]);
    }
    figure.at = places[0];
    figure.turned = turns[0];
    append(place_curves(name, times_, places), figure);
    append(rotation_curves(name, times_, turns), figure);
    for (std::size_t b = 0; b < joints_.size() && figure.followed.empty(); ++b)
      if (travels(b)) figure.followed = skeleton_.bones[b].name;
  }

  bool travels(std::size_t b) const {
    Eigen::AlignedBox3d box;
    if (b > 0 && joints_[b].type != BoneJointType::free) return false;
    for (const std::size_t f : kept_) box.extend(motion_.places[b][f]);
    return box.diagonal().norm() > journey * reach_;
  }

  void add_joint(std::size_t b, ImportedFigure& figure) {
    const std::string& name = skeleton_.bones[b].name;
    std::vector<Quat> turns;
    std::vector<Vec3> places;
    for (const std::size_t f : kept_) {
      turns.push_back(turn(b, f));
      places.push_back(shift(b, f));
    }
    append(rotation_curves(name, times_, turns), figure);
    if (joints_[b].type == BoneJointType::free) append(place_curves(name, times_, places), figure);
  }

  const GltfSkeleton& skeleton_;
  const GltfBoneMotion& motion_;
  const std::vector<BoneJoint>& joints_;
  double reach_ = 0;               // m
  std::vector<std::size_t> kept_;  // samples
  std::vector<double> times_;
};

}  // namespace

void free_moving_bones(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                       std::vector<BoneJoint>& joints) {
  const BoneCurves curves(skeleton, motion, joints);
  for (std::size_t b = 1; b < joints.size(); ++b)
    if (curves.slides(b))
      joints[b].type = BoneJointType::free;
    else if (curves.turns(b))
      joints[b].type = BoneJointType::spherical;
}

void add_bone_motion(const GltfSkeleton& skeleton, const GltfBoneMotion& motion,
                     const std::vector<BoneJoint>& joints, Imported& made, ImportedFigure& figure) {
  BoneCurves(skeleton, motion, joints).add(made, figure);
}

}  // namespace gambol
