#include "exchange/formats/read_skeleton.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "exchange/formats/motion_keys.h"
#include "exchange/formats/skeleton_motion.h"
#include "exchange/formats/skeleton_skins.h"
#include "exchange/formats/skin_file.h"
#include "exchange/formats/sticks.h"
#include "exchange/formats/yaml_words.h"
#include "geometry/gltf.h"
#include "geometry/mesh_parts.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr double flattest = 0.1;           // thinnest radius of a bone over its longest
constexpr double least_share = 1e-4;       // of the skin's area, of a bone that has mass
constexpr double tall = 10, small = 0.02;  // m: beyond these the unit is in doubt

// Integrals over the part of the surface that a bone moves.
struct BonePart {
  double area = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

// The ellipsoid whose surface is spread like the part's. A sphere of radius r has r^2 / 3 along
// each axis.
struct BoneSolid {
  Vec3 radii = Vec3::Zero(), middle = Vec3::Zero();
  Quat turned = Quat::Identity();
  double volume() const { return 4.0 / 3 * M_PI * radii.prod(); }
};

class SkeletonFigure {
 public:
  SkeletonFigure(const std::string& path, const std::string& name, const ImportScale& scale,
                 double density)
      : path_(path), name_(name), density_(density), skeleton_(load_gltf_skeleton(path)) {
    size_ = extents();
    const double metres = scale.metres > 0                    ? scale.metres
                          : scale.height > 0 && size_.z() > 0 ? scale.height / size_.z()
                                                              : 1;
    size_ *= metres;
    for (GltfBone& bone : skeleton_.bones) bone.at = from_gltf_axes() * (metres * bone.at);
    for (Vec3& p : skeleton_.skin.mesh.positions) p = from_gltf_axes() * (metres * p);
    for (Vec3& n : skeleton_.skin.mesh.normals) n = from_gltf_axes() * n;
    if (skeleton_.motion)
      for (std::vector<Vec3>& places : skeleton_.motion->places)
        for (Vec3& p : places) p = from_gltf_axes() * (metres * p);
    if (skeleton_.motion)
      for (std::vector<Quat>& turns : skeleton_.motion->turns)
        for (Quat& q : turns) q = from_gltf_axes() * q * from_gltf_axes().conjugate();
  }

  Imported make() {
    made_.name = name_;
    made_.source = fs::path(path_).filename();
    for (const GltfUnused& part : skeleton_.unused)
      add_left_out(made_.left_out, Place{}, part.kind, part.name, part.why);
    check_size(size_);
    const bool seen = !skeleton_.skin.mesh.triangles.empty();
    if (seen) find_solids();
    solids_.resize(skeleton_.bones.size());
    find_joints();
    ImportedFigure figure;
    figure.name = name_;
    figure.stands = !skeleton_.motion;
    figure.text = fmt::format("# Written by `gambol import {}`.\n\ngambol: {}\nfigure: {}\n",
                              made_.source, newest_version, yaml_text(name_));
    if (!seen) {
      figure.materials = {{"sticks", "#8fa8c8"}};
      figure.text += "\ndensity: 1 g/cm3\nmaterial: sticks\n";
    }
    figure.text += "\nbodies:\n";
    for (std::size_t b = 0; b < skeleton_.bones.size(); ++b)
      figure.text += seen ? body_text(b) : stick_text(b);
    for (const BoneJoint& joint : joints_)
      figure.has_joints = figure.has_joints || joint.type != BoneJointType::fixed;
    figure.text += add_skins(skeleton_, made_, figure);
    if (skeleton_.motion) {
      add_bone_motion(skeleton_, *skeleton_.motion, joints_, made_, figure);
      if (skeleton_.motion->times.size() == 1) hold_as_pose(skeleton_.bones[0].name, made_, figure);
    }
    made_.figures.push_back(std::move(figure));
    return std::move(made_);
  }

 private:
  // Of the skin, or of the bones without one, along our axes.
  Vec3 extents() const {
    Eigen::AlignedBox3d box;
    for (const Vec3& p : skeleton_.skin.mesh.positions) box.extend(from_gltf_axes() * p);
    if (box.isEmpty())
      for (const GltfBone& bone : skeleton_.bones) box.extend(from_gltf_axes() * bone.at);
    return box.sizes();
  }

  void check_size(const Vec3& size) {
    std::string note =
        fmt::format("the {} is {:.3g} m tall",
                    skeleton_.skin.mesh.triangles.empty() ? "skeleton" : "character", size.z());
    if (size.maxCoeff() > tall)
      note += "; if its file is in centimetres, import it with --unit cm";
    else if (size.maxCoeff() < small)
      note += "; if that is too little, import it with another --unit, or with --height";
    made_.notes.push_back(note);
  }

  // A root is the first bone; others without a parent hang on it.
  int parent_of(std::size_t b) const {
    const int parent = skeleton_.bones[b].parent;
    return b == 0 ? -1 : std::max(parent, 0);
  }

  // Bones that move nothing that is seen, and stay where they are, are fixed points.
  void find_joints() {
    carries_.resize(solids_.size());
    for (std::size_t b = solids_.size(); b-- > 0;) {
      carries_[b] = carries_[b] || solids_[b].radii.x() > 0;
      if (const int parent = parent_of(b); parent >= 0 && carries_[b]) carries_[parent] = true;
    }
    for (std::size_t b = 0; b < skeleton_.bones.size(); ++b)
      joints_.push_back(
          {parent_of(b), b > 0 && carries_[b] ? BoneJointType::spherical : BoneJointType::fixed});
    if (skeleton_.motion) free_moving_bones(skeleton_, *skeleton_.motion, joints_);
  }

  std::vector<BonePart> parts() const {
    const GltfMesh& skin = skeleton_.skin;
    std::vector<BonePart> of(skin.bones.size());
    std::vector<double> weight(skin.bones.size());
    for (const auto& t : skin.mesh.triangles) {
      const Vec3 &a = skin.mesh.positions[t[0]], &b = skin.mesh.positions[t[1]],
                 &c = skin.mesh.positions[t[2]];
      const double area = (b - a).cross(c - a).norm() / 2;
      const Vec3 sum = a + b + c;
      const Mat3 second =
          (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose()) / 12;
      for (const std::uint32_t v : t)
        for (std::size_t k = 0; k < BoneShares::most; ++k)
          if (skin.shares[v].weight[k] > 0) {
            BonePart& part = of[skin.shares[v].bone[k]];
            const double w = area * skin.shares[v].weight[k] / 3;
            part.area += w;
            part.first += w * sum / 3;
            part.second += w * second;
          }
    }
    return of;
  }

  void find_solids() {
    solids_.resize(skeleton_.bones.size());
    const std::vector<BonePart> all = parts();
    double area = 0, volume = 0;
    for (const BonePart& part : all) area += part.area;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto bone =
          std::find_if(skeleton_.bones.begin(), skeleton_.bones.end(),
                       [&](const GltfBone& b) { return b.name == skeleton_.skin.bones[k]; });
      if (all[k].area < least_share * area || bone == skeleton_.bones.end()) continue;
      BoneSolid& solid = solids_[bone - skeleton_.bones.begin()];
      solid.middle = all[k].first / all[k].area;
      const Mat3 spread = all[k].second / all[k].area - solid.middle * solid.middle.transpose();
      const Eigen::SelfAdjointEigenSolver<Mat3> axes(spread);
      Mat3 R = axes.eigenvectors();
      if (R.determinant() < 0) R.col(0) *= -1;
      solid.turned = Quat(R);
      solid.radii = (3 * axes.eigenvalues().cwiseMax(0)).cwiseSqrt();
      solid.radii = solid.radii.cwiseMax(std::max(flattest * solid.radii.maxCoeff(), 1e-6));
      volume += solid.volume();
    }
    // Ellipsoids overlap at joints: together they weigh what the skin encloses.
    const double enclosed =
        is_closed(skeleton_.skin.mesh) ? mass_properties(skeleton_.skin.mesh, 1).mass : 0;
    if (enclosed > 0 && volume > 0) {
      density_ *= enclosed / volume;
      made_.notes.push_back(
          fmt::format("its skin encloses {:.3g} l, shared among the bones", enclosed * 1000));
    } else {
      made_.notes.push_back(
          "its skin has gaps, so that masses are those of ellipsoids around the parts of the "
          "bones");
    }
  }

  std::string joint_text(std::size_t b) {
    const GltfBone& bone = skeleton_.bones[b];
    const int parent = parent_of(b);
    if (parent < 0) return "";
    const GltfBone& on = skeleton_.bones[parent];
    if (bone.parent < 0 && !skeleton_.motion)
      add_left_out(made_.left_out, Place{}, "freedom of bone", bone.name,
                   fmt::format("a figure has one root: it hangs on {}", on.name));
    const char* types[] = {"fixed", "spherical", "free"};
    return fmt::format("    parent: {}\n    at: {}\n    joint: {{type: {}}}\n", yaml_text(on.name),
                       yaml_vector(bone.at - on.at), types[static_cast<int>(joints_[b].type)]);
  }

  std::string body_text(std::size_t b) {
    const GltfBone& bone = skeleton_.bones[b];
    const BoneSolid& solid = solids_[b];
    const bool has_mass = solid.radii.x() > 0;
    std::string text = fmt::format("  - name: {}", yaml_text(bone.name));
    if (has_mass) text += fmt::format("    # {:.3g} kg", density_ * solid.volume());
    text += '\n' + joint_text(b);
    if (!has_mass) return text;
    return text + fmt::format(
                      "    shapes:\n      - {{ellipsoid: {}, density: {}{}{}}}\n"
                      "    visible: []\n{}",
                      yaml_vector(solid.radii), yaml_number(density_),
                      yaml_at(solid.middle - bone.at), yaml_rotate(solid.turned),
                      skeleton_.motion ? "    collision: []\n" : "");
  }

  // A stick to each bone that hangs on this one and stays there.
  std::string stick_text(std::size_t b) {
    std::vector<Vec3> tips;
    bool carries = false;
    double longest = 0;
    for (std::size_t k = 1; k < skeleton_.bones.size(); ++k) {
      const Vec3 along = skeleton_.bones[k].at - skeleton_.bones[parent_of(k)].at;
      const bool away = joints_[k].type == BoneJointType::free;
      if (!away) longest = std::max(longest, along.norm());
      if (parent_of(k) != static_cast<int>(b)) continue;
      carries = carries || away;
      if (!away) tips.push_back(along);
    }
    std::string text = fmt::format("  - name: {}\n{}{}", yaml_text(skeleton_.bones[b].name),
                                   joint_text(b), stick_shapes(tips, stick_ball(longest)));
    // A frame of reference is no part of the body.
    if (tips.empty() && carries) text += "    visible: []\n";
    return text + "    collision: []\n";
  }

  const std::string &path_, &name_;
  double density_ = 0;
  Vec3 size_ = Vec3::Zero();       // m
  GltfSkeleton skeleton_;          // in our axes, m
  std::vector<BoneSolid> solids_;  // [bone]; radii of 0: no mass
  std::vector<bool> carries_;      // [bone] whether it or one on it has mass
  std::vector<BoneJoint> joints_;  // [bone]
  Imported made_;
};

}  // namespace

Imported skeleton_figure(const std::string& path, const std::string& name, const ImportScale& scale,
                         double density) {
  return SkeletonFigure(path, name, scale, density).make();
}

}  // namespace gambol
