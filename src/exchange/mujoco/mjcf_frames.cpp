#include "exchange/mujoco/mjcf_frames.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <optional>

#include "base/vec.h"

namespace gambol {
namespace {

constexpr const char* orientations[] = {"quat", "axisangle", "xyaxes", "zaxis", "euler"};

std::string text_of(const Vec3& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}
std::string text_of(const Quat& q) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

std::size_t size_of(const XmlNode& node) {
  std::size_t size = 1;
  for (const XmlNode& child : node.children) size += size_of(child);
  return size;
}

class Expanding {
 public:
  Expanding(RobotTidying& tidying, const MjcfDefaults& defaults, const MjcfAngles& angles)
      : t_(tidying), defaults_(defaults), angles_(angles) {}

  // Children that are bodies are expanded before they are placed: of nested replicas the innermost
  // number comes first.
  void expand(XmlNode& body, const std::string& childclass) {
    std::vector<XmlNode> all;
    flatten(std::move(body.children), {}, childclass, "", all);
    body.children = std::move(all);
  }

  ReplicatedNames joints;

 private:
  // `of_frame`: the class of the nearest frame, "" if none has one.
  void flatten(std::vector<XmlNode> children, const Transform& X, const std::string& childclass,
               const std::string& of_frame, std::vector<XmlNode>& to) {
    for (XmlNode& node : children) {
      if (!t_.problems.empty()) return;
      const std::string own = node.find("childclass") ? node.get("childclass") : "";
      const std::string& active = own.empty() ? childclass : own;
      if (node.tag == "frame") {
        flatten(std::move(node.children), X * place_of(node, childclass), active,
                own.empty() ? of_frame : own, to);
      } else if (node.tag == "replicate") {
        replicate(node, X, active, own.empty() ? of_frame : own, to);
      } else {
        if (!of_frame.empty()) set_class(node, of_frame);
        if (node.tag == "body") expand(node, active);
        place(node, X, active);
        to.push_back(std::move(node));
      }
    }
  }

  static void set_class(XmlNode& node, const std::string& of_frame) {
    if (node.tag == "body" && !node.find("childclass")) node.set("childclass", of_frame);
    if ((node.tag == "geom" || node.tag == "joint") && !node.find("class"))
      node.set("class", of_frame);
  }

  void replicate(XmlNode& node, const Transform& X, const std::string& childclass,
                 const std::string& of_frame, std::vector<XmlNode>& to) {
    const std::vector<double> count = numbers_in(node.get("count"));
    if (count.size() != 1 || !(count[0] >= 1) || count[0] != std::floor(count[0]))
      return t_.refuse(node, "replicate.count", fmt::format("\"{}\"", node.get("count")),
                       "a whole number of at least 1");
    std::vector<XmlNode> held;
    flatten(std::move(node.children), {}, childclass, of_frame, held);
    std::size_t size = 0;
    for (const XmlNode& child : held) size += size_of(child);
    made_ += count[0] * static_cast<double>(size);
    if (made_ > most_xml_elements)
      return t_.refuse(node, "replicate.count", fmt::format("\"{}\"", node.get("count")),
                       fmt::format("at most {} elements in all", most_xml_elements));
    const Vec3 offset = vec_in(node.get("offset")), turn = vec_in(node.get("euler"));
    Transform X_i;
    const int replicas = static_cast<int>(count[0]);
    for (int i = 0; i < replicas; ++i) {
      X_i.R = euler(i * turn);
      const std::string suffix =
          fmt::format("{}{:0{}}", node.get("sep"), i, std::to_string(replicas).size());
      for (XmlNode copy : held) {
        add_suffix(copy, suffix, i == 0);
        place(copy, X * X_i, childclass);
        to.push_back(std::move(copy));
      }
      X_i.p += X_i.R * offset;
    }
  }

  void add_suffix(XmlNode& node, const std::string& suffix, bool first) {
    if (const std::string* name = node.find("name"); name && !name->empty()) {
      const std::string old = *name;
      if (node.tag == "joint" || node.tag == "freejoint") {
        if (first) joints[old].clear();
        joints[old].push_back(old + suffix);
      }
      for (auto& [key, value] : node.attributes)
        if (key == "name") value = old + suffix;
    }
    for (XmlNode& child : node.children) add_suffix(child, suffix, first);
  }

  void place(XmlNode& node, const Transform& X, const std::string& childclass) {
    if (X.p.isZero(0) && X.R.coeffs() == Quat::Identity().coeffs()) return;
    if (node.tag == "body" || node.tag == "inertial")
      set_place(node, X * place_of(node, childclass));
    else if (node.tag == "geom")
      place_geom(node, X, childclass);
    else if (node.tag == "joint")
      place_joint(node, X, childclass);
    else if (node.tag == "composite")
      t_.refuse(node, "composite", "a composite in a frame that moves it",
                "one in a body: MuJoCo 2.2, which reads the file, has no frames");
  }

  void place_geom(XmlNode& geom, const Transform& X, const std::string& childclass) {
    const std::vector<double> ends = numbers_in(defaults_.value(geom, childclass, "fromto"));
    if (ends.size() != 6) return set_place(geom, X * place_of(geom, childclass));
    geom.set("fromto", text_of(X * Vec3(ends[0], ends[1], ends[2])) + " " +
                           text_of(X * Vec3(ends[3], ends[4], ends[5])));
  }

  void place_joint(XmlNode& joint, const Transform& X, const std::string& childclass) {
    if (defaults_.value(joint, childclass, "type") == "free") return;
    const std::vector<double> axis = numbers_in(defaults_.value(joint, childclass, "axis"));
    joint.set("pos", text_of(X * vec_in(defaults_.value(joint, childclass, "pos"))));
    joint.set("axis", text_of(Vec3(X.R * (axis.size() == 3 ? Vec3(axis[0], axis[1], axis[2])
                                                           : Vec3(Vec3::UnitZ())))));
  }

  static void set_place(XmlNode& node, const Transform& X) {
    for (const char* key : orientations) node.remove(key);
    node.set("pos", text_of(X.p));
    if (node.find("fullinertia"))
      turn_inertia(node, X.R);
    else
      node.set("quat", text_of(X.R));
  }

  // <inertial> has no orientation beside its six moments: xx yy zz xy xz yz.
  static void turn_inertia(XmlNode& node, const Quat& R) {
    const std::vector<double> I = numbers_in(node.get("fullinertia"));
    if (I.size() != 6) return;
    Mat3 M;
    M << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
    const Mat3 T = R * M * R.conjugate();
    node.set("fullinertia",
             text_of(Vec3(T.diagonal())) + " " + text_of(Vec3(T(0, 1), T(0, 2), T(1, 2))));
  }

  Transform place_of(const XmlNode& node, const std::string& childclass) const {
    const auto value = [&](const char* key) { return defaults_.value(node, childclass, key); };
    Transform X;
    X.p = vec_in(value("pos"));
    for (const char* key : orientations)
      if (node.find(key)) {
        X.R = orientation(key, node.get(key));
        return X;
      }
    for (const char* key : orientations)
      if (const std::string text = value(key); !text.empty()) X.R = orientation(key, text);
    return X;
  }

  Quat orientation(const std::string& key, const std::string& text) const {
    const std::vector<double> x = numbers_in(text);
    const double unit = angles_.degrees ? M_PI / 180 : 1;
    const auto at = [&](std::size_t k) { return Vec3(x[k], x[k + 1], x[k + 2]); };
    if (key == "quat" && x.size() == 4 && at(1).norm() + std::abs(x[0]) > 0)
      return Quat(x[0], x[1], x[2], x[3]).normalized();
    if (key == "axisangle" && x.size() == 4 && at(0).norm() > 0)
      return Quat(Eigen::AngleAxisd(x[3] * unit, at(0).normalized()));
    if (key == "euler" && x.size() == 3) return euler(at(0));
    if (key == "zaxis" && x.size() == 3 && at(0).norm() > 0)
      return Quat::FromTwoVectors(Vec3::UnitZ(), at(0));
    if (key == "xyaxes" && x.size() == 6 && at(0).cross(at(3)).norm() > 0) {
      Mat3 R;
      R.col(0) = at(0).normalized();
      R.col(2) = R.col(0).cross(at(3)).normalized();
      R.col(1) = R.col(2).cross(R.col(0));
      return Quat(R);
    }
    return Quat::Identity();
  }

  // Small letters turn about the axes as turned so far, capitals about the fixed ones.
  Quat euler(const Vec3& angles) const {
    Quat R = Quat::Identity();
    for (int k = 0; k < 3; ++k) {
      const char axis = angles_.sequence[static_cast<std::size_t>(k)];
      const int i = std::tolower(static_cast<unsigned char>(axis)) - 'x';
      const double angle = angles[k] * (angles_.degrees ? M_PI / 180 : 1);
      const Quat one(Eigen::AngleAxisd(angle, Vec3::Unit(i)));
      R = std::islower(static_cast<unsigned char>(axis)) ? R * one : one * R;
    }
    return R;
  }

  static Vec3 vec_in(const std::string& text) {
    const std::vector<double> x = numbers_in(text);
    return x.size() == 3 ? Vec3(x[0], x[1], x[2]) : Vec3(Vec3::Zero());
  }

  RobotTidying& t_;
  const MjcfDefaults& defaults_;
  const MjcfAngles& angles_;
  double made_ = 0;  // elements of replicas
};

}  // namespace

ReplicatedNames expand_frames(RobotTidying& tidying, XmlNode& world, const MjcfDefaults& defaults,
                              const MjcfAngles& angles) {
  Expanding expanding(tidying, defaults, angles);
  expanding.expand(world, "");
  return std::move(expanding.joints);
}

}  // namespace gambol
