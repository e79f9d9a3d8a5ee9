#include "exchange/mujoco/mjcf_frames.h"

#include <fmt/format.h>

#include <cmath>

#include "base/vec.h"

namespace gambol {
namespace {

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
  Expanding(RobotTidying& tidying, const MjcfConventions& conventions)
      : t_(tidying), conventions_(conventions) {}

  // Children that are bodies are expanded before they are placed: of nested replicas the innermost
  // number comes first.
  void expand(XmlNode& body) {
    std::vector<XmlNode> all;
    flatten(std::move(body.children), {}, all);
    body.children = std::move(all);
  }

  ReplicatedNames joints;

 private:
  void flatten(std::vector<XmlNode> children, const Transform& X, std::vector<XmlNode>& to) {
    for (XmlNode& node : children) {
      if (!t_.problems.empty()) return;
      if (node.tag == "frame") {
        flatten(std::move(node.children), X * place_of(node), to);
      } else if (node.tag == "replicate") {
        replicate(node, X, to);
      } else {
        if (node.tag == "body") expand(node);
        place(node, X);
        to.push_back(std::move(node));
      }
    }
  }

  void replicate(XmlNode& node, const Transform& X, std::vector<XmlNode>& to) {
    const std::vector<double> count = numbers_in(node.get("count"));
    if (count.size() != 1 || !(count[0] >= 0) || count[0] != std::floor(count[0]))
      return t_.refuse(node, "replicate.count", fmt::format("\"{}\"", node.get("count")),
                       "a whole number");
    if (count[0] == 0) return t_.leave_out(node, "its count is 0");
    std::vector<XmlNode> held;
    flatten(std::move(node.children), {}, held);
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
      X_i.R = conventions_.euler(i * turn);
      const std::string suffix =
          fmt::format("{}{:0{}}", node.get("sep"), i, std::to_string(replicas).size());
      for (XmlNode copy : held) {
        add_suffix(copy, suffix, i == 0);
        place(copy, X * X_i);
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

  void place(XmlNode& node, const Transform& X) {
    if (X.p.isZero(0) && X.R.coeffs() == Quat::Identity().coeffs()) return;
    if (node.tag == "body" || node.tag == "inertial")
      set_place(node, X * place_of(node));
    else if (node.tag == "geom")
      place_geom(node, X);
    else if (node.tag == "joint")
      place_joint(node, X);
    else if (node.tag == "composite")
      t_.refuse(node, "composite", "a composite in a frame that moves it",
                "one in a body: MuJoCo 2.2, which reads the file, has no frames");
  }

  // MuJoCo turns a box about the line between its ends by what the frame's axes are.
  static void place_geom(XmlNode& geom, const Transform& X) {
    const std::vector<double> ends = numbers_in(geom.get("fromto")),
                              size = numbers_in(geom.get("size"));
    const std::string type = geom.get("type");
    const bool round = type == "capsule" || type == "cylinder";
    if (ends.size() != 6 || size.empty() || !(round || type == "box" || type == "ellipsoid"))
      return set_place(geom, X * place_of(geom));
    const Vec3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    const double half = (to - from).norm() / 2;
    if (!(half > 0)) return;
    geom.remove("fromto");
    geom.set("size", round ? fmt::format("{:.17g} {:.17g}", size[0], half)
                           : text_of(Vec3(size[0], size[0], half)));
    set_place(geom, X * Transform{turn_of_z((from - to) / (2 * half)), (from + to) / 2});
  }

  static void place_joint(XmlNode& joint, const Transform& X) {
    if (joint.get("type") == "free") return;
    const std::vector<double> axis = numbers_in(joint.get("axis"));
    joint.set("pos", text_of(X * vec_in(joint.get("pos"))));
    joint.set("axis", text_of(Vec3(X.R * (axis.size() == 3 ? Vec3(axis[0], axis[1], axis[2])
                                                           : Vec3(Vec3::UnitZ())))));
  }

  static void set_place(XmlNode& node, const Transform& X) {
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

  static Transform place_of(const XmlNode& node) {
    Transform X;
    X.p = vec_in(node.get("pos"));
    if (const std::vector<double> q = numbers_in(node.get("quat")); q.size() == 4)
      X.R = Quat(q[0], q[1], q[2], q[3]);
    return X;
  }

  static Vec3 vec_in(const std::string& text) {
    const std::vector<double> x = numbers_in(text);
    return x.size() == 3 ? Vec3(x[0], x[1], x[2]) : Vec3(Vec3::Zero());
  }

  RobotTidying& t_;
  const MjcfConventions& conventions_;
  double made_ = 0;  // elements of replicas
};

}  // namespace

ReplicatedNames expand_frames(RobotTidying& tidying, XmlNode& world,
                              const MjcfConventions& conventions) {
  Expanding expanding(tidying, conventions);
  expanding.expand(world);
  return std::move(expanding.joints);
}

}  // namespace gambol
