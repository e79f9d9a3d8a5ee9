#include "exchange/formats/bvh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numbers>

#include "exchange/formats/euler_angles.h"
#include "exchange/formats/unique_names.h"

namespace gambol {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

// From z up to y up: y becomes -z.
Vec3 upright(const Vec3& v) { return {v.x(), v.z(), -v.y()}; }
Quat upright(const Quat& q) { return {q.w(), q.x(), q.z(), -q.y()}; }

class BvhFigure {
 public:
  BvhFigure(const Scene& scene, std::size_t figure, SceneSpan span)
      : scene_(scene), figure_(figure), span_(span) {
    add_joints(scene.figures[figure].root);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      largest_ = std::max(largest_, rest(b).p.norm());
  }

  std::string text() {
    out_ = "HIERARCHY\n";
    write_joint(0, 0);
    fmt::format_to(std::back_inserter(out_), "MOTION\nFrames: {}\nFrame Time: {:.10g}\n",
                   span_.size(), 1 / scene_.fps);
    std::vector<Vec3> angles(joints_.size(), Vec3::Zero());
    for (std::size_t frame = span_.from; frame < span_.to; ++frame) write_frame(frame, angles);
    return std::move(out_);
  }

 private:
  struct Joint {
    std::size_t body = 0;
    std::string name;
    bool slides = false;
    std::vector<std::size_t> children;  // indices into joints_
  };

  // In the order in which they are written: each before its children.
  std::size_t add_joints(int body) {
    const std::size_t index = joints_.size();
    const auto b = static_cast<std::size_t>(body);
    joints_.push_back({b, names_.word(scene_.bodies[b].name), scene_.bodies[b].parent < 0, {}});
    for (std::size_t c = b + 1; c < scene_.bodies.size(); ++c) {
      if (scene_.bodies[c].parent != body || scene_.bodies[c].figure != int(figure_)) continue;
      const std::size_t child = add_joints(int(c));
      joints_[index].children.push_back(child);
    }
    for (std::size_t frame = span_.from; frame < span_.to && !joints_[index].slides; ++frame)
      joints_[index].slides =
          (placement(frame, b).p - offset(b)).norm() > 1e-9 * (1 + offset(b).norm());
    return index;
  }

  const Transform& rest(std::size_t b) const { return scene_.bodies[b].X_RB; }

  // From the parent's joint at rest, in the root's axes.
  Vec3 offset(std::size_t b) const {
    const int parent = scene_.bodies[b].parent;
    return parent < 0 ? Vec3(Vec3::Zero()) : Vec3(rest(b).p - rest(std::size_t(parent)).p);
  }

  // The joint's frame in W: at rest its axes are those of the root.
  Transform joint(std::size_t frame, std::size_t b) const {
    const Transform& X_WB = scene_.placements[frame * scene_.bodies.size() + b];
    return {X_WB.R * rest(b).R.conjugate(), X_WB.p};
  }
  // In the frame of the parent's joint.
  Transform placement(std::size_t frame, std::size_t b) const {
    const int parent = scene_.bodies[b].parent;
    return parent < 0 ? joint(frame, b)
                      : joint(frame, std::size_t(parent)).inverse() * joint(frame, b);
  }

  // What ends a limb, which no joint does: as far beyond the middle of its shapes as that is from
  // its joint, or a little.
  Vec3 end_of(std::size_t b) const {
    Eigen::AlignedBox3d box;
    for (const SceneShape& shape : scene_.bodies[b].shapes)
      for (const Vec3& p : scene_.meshes[shape.mesh].positions) box.extend(shape.X_BS * p);
    const Vec3 end = box.isEmpty() ? Vec3(Vec3::Zero()) : Vec3(box.min() + box.max());
    const double least = 1e-3 * (largest_ > 0 ? largest_ : 1);
    return rest(b).R * (end.norm() > least ? end : Vec3(0, 0, -least));
  }

  void write_joint(std::size_t index, int depth) {
    const Joint& j = joints_[index];
    const auto line = [&](int deep, const std::string& text) {
      out_.append(std::size_t(deep), '\t').append(text).append("\n");
    };
    const auto place = [](const Vec3& v) {
      const Vec3 p = upright(v) + Vec3::Zero();  // no -0
      return fmt::format("OFFSET {:.9g} {:.9g} {:.9g}", p.x(), p.y(), p.z());
    };
    line(depth, fmt::format("{} {}", index == 0 ? "ROOT" : "JOINT", j.name));
    line(depth, "{");
    line(depth + 1, place(offset(j.body)));
    line(depth + 1, j.slides
                        ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation"
                        : "CHANNELS 3 Zrotation Yrotation Xrotation");
    for (const std::size_t child : j.children) write_joint(child, depth + 1);
    if (j.children.empty()) {
      line(depth + 1, "End Site");
      line(depth + 1, "{");
      line(depth + 2, place(end_of(j.body)));
      line(depth + 1, "}");
    }
    line(depth, "}");
  }

  // `angles` [joint] of the frame before, and then of this one.
  void write_frame(std::size_t frame, std::vector<Vec3>& angles) {
    const char* space = "";
    const auto write = [&](double x) {
      fmt::format_to(std::back_inserter(out_), "{}{:.10g}", space, x == 0 ? 0.0 : x);
      space = " ";
    };
    for (std::size_t index = 0; index < joints_.size(); ++index) {
      const Transform X = placement(frame, joints_[index].body);
      if (joints_[index].slides)
        for (const double x : upright(X.p)) write(x);
      angles[index] = zyx_angles(upright(X.R).toRotationMatrix(), angles[index]);
      for (const double x : angles[index]) write(x * degrees);
    }
    out_ += '\n';
  }

  const Scene& scene_;
  std::size_t figure_;
  SceneSpan span_;
  double largest_ = 0;  // distance of a body from the root, at rest
  std::vector<Joint> joints_;
  UniqueNames names_;
  std::string out_;
};

}  // namespace

std::string bvh_text(const Scene& scene, std::size_t figure, SceneSpan span) {
  return BvhFigure(scene, figure, span).text();
}

}  // namespace gambol
