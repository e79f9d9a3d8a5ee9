#include "exchange/mujoco/mjcf_conventions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace gambol {
namespace {

// The ways to write an orientation, and what each wants.
const std::map<std::string, const char*> orientations{
    {"quat", "four numbers, not all of them 0"},
    {"axisangle", "an axis and an angle: four numbers"},
    {"xyaxes", "the directions of x and y: six numbers"},
    {"zaxis", "the direction of z: three numbers"},
    {"euler", "three angles"}};
const std::set<std::string> rope_like{"rope", "loop", "cloth"};  // kinds of <composite> of hinges

class ApplyingConventions {
 public:
  ApplyingConventions(RobotTidying& tidying, const MjcfConventions& conventions,
                      const std::string& folder)
      : t_(tidying), conventions_(conventions), folder_(folder) {}

  void apply_to_bodies(XmlNode& body) {
    for (XmlNode& node : body.children) {
      if (node.tag == "joint") apply_to_joint(node);
      if (node.tag == "composite" && rope_like.contains(node.get("type")))
        for (XmlNode& joint : node.children)
          if (joint.tag == "joint" && joint.get("kind") != "stretch") to_radians(joint, "range");
      if (node.tag == "body" || node.tag == "frame" || node.tag == "geom" || node.tag == "inertial")
        apply_to_place(node);
      if (node.tag == "body" || node.tag == "frame" || node.tag == "replicate")
        apply_to_bodies(node);
    }
  }

  void apply_to_asset(XmlNode& asset) const {
    if (!asset.find("file")) return;
    const std::string written = asset.get("file");
    const std::size_t slash = written.find_last_of("/\\");
    const std::string name =
        conventions_.strips && slash != written.npos ? written.substr(slash + 1) : written;
    if (asset.get("name").empty()) asset.set("name", stem_of_file(name));
    std::string whole = name;
    for (const std::string& above : {conventions_.mesh_folder, folder_})
      if (!above.empty() && !whole.starts_with('/')) whole = above + "/" + whole;
    asset.set("file", whole);
  }

 private:
  void apply_to_place(XmlNode& node) {
    std::string written;
    for (const auto& [key, value] : node.attributes) {
      if (key == "pos" && numbers_in(value).size() != 3)
        t_.refuse(node, node.tag + ".pos", fmt::format("\"{}\"", value), "three numbers");
      if (!is_orientation(key)) continue;
      if (!written.empty())
        return t_.refuse(node, node.tag, fmt::format("both {} and {}", written, key),
                         "one orientation");
      written = key;
    }
    if (written.empty()) return;
    const std::optional<Quat> R = orientation(written, numbers_in(node.get(written)));
    if (!R)
      return t_.refuse(node, fmt::format("{}.{}", node.tag, written),
                       fmt::format("\"{}\"", node.get(written)), orientations.at(written));
    node.remove(written);
    node.set("quat",
             fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", R->w(), R->x(), R->y(), R->z()));
  }

  void apply_to_joint(XmlNode& joint) const {
    const std::string type = joint.get("type"), limited = joint.get("limited");
    if (type.empty() || type == "hinge")
      for (const char* key : {"ref", "springref"}) to_radians(joint, key);
    if (type != "slide") to_radians(joint, "range");
    if (!conventions_.auto_limits && (limited.empty() || limited == "auto"))
      joint.set("limited", "false");
  }

  void to_radians(XmlNode& node, const char* key) const {
    const std::vector<double> angles = numbers_in(node.get(key));
    if (!conventions_.degrees || angles.empty()) return;
    std::string text;
    for (const double x : angles) text += fmt::format("{:.17g} ", x * (M_PI / 180));
    text.pop_back();
    node.set(key, text);
  }

  std::optional<Quat> orientation(const std::string& key, const std::vector<double>& x) const {
    const auto at = [&](std::size_t k) { return Vec3(x[k], x[k + 1], x[k + 2]); };
    if (key == "quat" && x.size() == 4 && at(1).norm() + std::abs(x[0]) > 0)
      return Quat(x[0], x[1], x[2], x[3]).normalized();
    if (key == "axisangle" && x.size() == 4 && at(0).norm() > 0)
      return Quat(
          Eigen::AngleAxisd(x[3] * (conventions_.degrees ? M_PI / 180 : 1), at(0).normalized()));
    if (key == "euler" && x.size() == 3) return conventions_.euler(at(0));
    if (key == "zaxis" && x.size() == 3 && at(0).norm() > 0) return turn_of_z(at(0).normalized());
    if (key == "xyaxes" && x.size() == 6 && at(0).cross(at(3)).norm() > 0) {
      Mat3 R;
      R.col(0) = at(0).normalized();
      R.col(2) = R.col(0).cross(at(3)).normalized();
      R.col(1) = R.col(2).cross(R.col(0));
      return Quat(R);
    }
    return {};
  }

  RobotTidying& t_;
  const MjcfConventions& conventions_;
  const std::string& folder_;
};

}  // namespace

bool is_orientation(const std::string& attribute) { return orientations.contains(attribute); }

Quat turn_of_z(const Vec3& z) {
  const Vec3 axis = Vec3::UnitZ().cross(z);
  const double sine = axis.norm();
  return Quat(Eigen::AngleAxisd(std::atan2(sine, z.z()),
                                sine > 1e-10 ? Vec3(axis / sine) : Vec3(Vec3::UnitX())));
}

Quat MjcfConventions::euler(const Vec3& angles) const {
  Quat R = Quat::Identity();
  for (int k = 0; k < 3; ++k) {
    const char axis = sequence[static_cast<std::size_t>(k)];
    const int i = std::tolower(static_cast<unsigned char>(axis)) - 'x';
    const Quat one(Eigen::AngleAxisd(angles[k] * (degrees ? M_PI / 180 : 1), Vec3::Unit(i)));
    R = std::islower(static_cast<unsigned char>(axis)) ? R * one : one * R;
  }
  return R;
}

MjcfConventions mjcf_conventions(const XmlNode& root) {
  MjcfConventions c;
  for (const XmlNode& node : root.children) {
    if (node.tag != "compiler") continue;
    for (const char* folder : {"assetdir", "meshdir"})
      if (const std::string* value = node.find(folder)) c.mesh_folder = *value;
    if (node.get("strippath") == "true") c.strips = true;
    if (const std::string* angle = node.find("angle")) c.degrees = *angle != "radian";
    if (const std::string* limits = node.find("autolimits")) c.auto_limits = *limits != "false";
    if (const std::string* from = node.find("inertiafromgeom")) c.from_geoms = *from;
    if (const std::string turns = node.get("eulerseq");
        turns.size() == 3 && turns.find_first_not_of("xyzXYZ") == turns.npos)
      c.sequence = turns;
  }
  return c;
}

void apply_conventions(RobotTidying& tidying, XmlNode& root, const MjcfConventions& conventions,
                       const std::string& folder) {
  ApplyingConventions applying(tidying, conventions, folder);
  for (XmlNode& section : root.children) {
    if (section.tag == "worldbody") applying.apply_to_bodies(section);
    if (section.tag == "asset")
      for (XmlNode& node : section.children)
        if (node.tag == "mesh" || node.tag == "texture") applying.apply_to_asset(node);
  }
}

}  // namespace gambol
