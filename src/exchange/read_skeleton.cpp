#include "exchange/read_skeleton.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "exchange/skeleton_motion.h"
#include "exchange/yaml_words.h"
#include "geometry/gltf.h"
#include "geometry/mesh_parts.h"
#include "schema/yaml_tree.h"

namespace gambol {

double metres_of(const std::string& unit) {
  return unit == "cm" ? 0.01 : unit == "mm" ? 0.001 : unit == "in" ? 0.0254 : 1;
}

namespace {

namespace fs = std::filesystem;

constexpr double flattest = 0.1;           // thinnest radius of a bone over its longest
constexpr double least_share = 1e-4;       // of the skin's area, of a bone that has mass
constexpr double tall = 10, small = 0.02;  // m: beyond these the unit is in doubt

// The file's y up and z forward to ours: z up, x forward.
const Quat to_ours = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ())) *
                     Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));

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
  SkeletonFigure(const std::string& path, const std::string& name, double metres, double density)
      : path_(path), name_(name), density_(density), skeleton_(load_gltf_skeleton(path)) {
    for (GltfBone& bone : skeleton_.bones) bone.at = to_ours * (metres * bone.at);
    for (Vec3& p : skeleton_.skin.mesh.positions) p = to_ours * (metres * p);
    metres_ = metres;
  }

  Imported make() {
    made_.name = name_;
    made_.source = fs::path(path_).filename();
    for (const GltfUnused& animation : skeleton_.unused)
      add_left_out(made_.left_out, Place{}, "animation", animation.name, animation.why);
    for (const std::string& node : skeleton_.unskinned)
      add_left_out(made_.left_out, Place{}, "mesh of node", node, "no bone moves it");
    check_size();
    find_solids();
    ImportedFigure figure;
    figure.name = name_;
    figure.stands = !skeleton_.motion;
    figure.materials = {{"skin_of_" + name_, "#b9a391"}};
    figure.text =
        fmt::format("# Written by `gambol import {}`.\n\ngambol: {}\nfigure: {}\n\nbodies:\n",
                    made_.source, newest_version, yaml_text(name_));
    for (std::size_t b = 0; b < skeleton_.bones.size(); ++b) figure.text += body_text(b);
    figure.has_joints = any_joint_;
    add_skin(figure);
    if (skeleton_.motion) {
      std::vector<BoneJoint> joints;
      for (std::size_t b = 0; b < skeleton_.bones.size(); ++b)
        joints.push_back({parent_of(b), b > 0 && carries_[b]});
      add_bone_motion(skeleton_, *skeleton_.motion, joints, to_ours, metres_, made_, figure);
    }
    made_.figures.push_back(std::move(figure));
    return std::move(made_);
  }

 private:
  void check_size() {
    Vec3 low = skeleton_.skin.mesh.positions.at(0), high = low;
    for (const Vec3& p : skeleton_.skin.mesh.positions) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const double size = (high - low).maxCoeff();
    std::string note = fmt::format("the character is {:.3g} m tall", high.z() - low.z());
    if (size > tall)
      note += "; if its file is in centimetres, import it with --unit cm";
    else if (size < small)
      note += "; if that is too little, import it with another --unit";
    made_.notes.push_back(note);
  }

  // A root is the first bone; others without a parent hang on it.
  int parent_of(std::size_t b) const {
    const int parent = skeleton_.bones[b].parent;
    return b == 0 ? -1 : std::max(parent, 0);
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
        for (int k = 0; k < 4; ++k)
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
    carries_.resize(solids_.size());
    for (std::size_t b = solids_.size(); b-- > 0;) {
      carries_[b] = carries_[b] || solids_[b].radii.x() > 0;
      if (const int parent = parent_of(b); parent >= 0 && carries_[b]) carries_[parent] = true;
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

  std::string body_text(std::size_t b) {
    const GltfBone& bone = skeleton_.bones[b];
    const BoneSolid& solid = solids_[b];
    const bool has_mass = solid.radii.x() > 0;
    std::string text = fmt::format("  - name: {}", yaml_text(bone.name));
    if (has_mass) text += fmt::format("    # {:.3g} kg", density_ * solid.volume());
    text += '\n';
    if (const int parent = parent_of(b); parent >= 0) {
      const GltfBone& on = skeleton_.bones[parent];
      const bool moves = carries_[b];
      any_joint_ = any_joint_ || moves;
      text +=
          fmt::format("    parent: {}\n    at: {}\n    joint: {{type: {}}}\n", yaml_text(on.name),
                      yaml_vector(bone.at - on.at), moves ? "spherical" : "fixed");
      if (bone.parent < 0)
        add_left_out(made_.left_out, Place{}, "freedom of bone", bone.name,
                     fmt::format("a figure has one root: it hangs on {}", on.name));
    }
    if (!has_mass) return text;
    return text + fmt::format(
                      "    shapes:\n      - {{ellipsoid: {}, density: {}{}{}}}\n"
                      "    visible: []\n{}",
                      yaml_vector(solid.radii), yaml_number(density_),
                      yaml_at(solid.middle - bone.at), yaml_rotate(solid.turned),
                      skeleton_.motion ? "    collision: []\n" : "");
  }

  // The skin's meshes lie beside the figure.
  void add_skin(ImportedFigure& figure) const {
    const std::string mesh = fmt::format("{0}/{0}.glb", name_);
    figure.files.push_back({mesh, skeleton_.bytes});
    figure.text += fmt::format("\nskins:\n  skin:\n    mesh: {}\n", yaml_text(mesh));
    for (const std::string& part :
         {yaml_at(-skeleton_.bones[0].at), yaml_rotate(to_ours),
          metres_ == 1 ? std::string() : fmt::format(", scale: {}", yaml_number(metres_)),
          fmt::format(", material: {}", yaml_text("skin_of_" + name_))})
      if (!part.empty()) figure.text += fmt::format("    {}\n", part.substr(2));
  }

  const std::string &path_, &name_;
  double density_ = 0, metres_ = 1;
  GltfSkeleton skeleton_;
  std::vector<BoneSolid> solids_;  // [bone]; radii of 0: no mass
  std::vector<bool> carries_;      // [bone] whether it or one on it has mass
  bool any_joint_ = false;
  Imported made_;
};

}  // namespace

Imported skeleton_figure(const std::string& path, const std::string& name, const std::string& unit,
                         double density) {
  return SkeletonFigure(path, name, metres_of(unit), density).make();
}

}  // namespace gambol
