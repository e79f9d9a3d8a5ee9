// Expands `mirror:`, which derives one half of a symmetric figure from the other. With M the
// reflection y -> -y: points and vectors become M p, and rotations M R M. Joints are marked as
// mirrored (figure/joint_motion.h), so that equal joint positions mean mirrored postures.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "figure/find.h"
#include "figure/name_images.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// 0 - y instead of -y keeps a coordinate of 0 at +0.
Vec3 reflected(const Vec3& p) { return {p.x(), 0.0 - p.y(), p.z()}; }

Quat reflected(const Quat& q) { return Quat(q.w(), 0.0 - q.x(), q.y(), 0.0 - q.z()); }

class Mirror {
 public:
  Mirror(const MirrorSpec& spec, const FigureSpec& figure, Findings& findings)
      : images_(spec.from, spec.to, part_names(figure)), findings_(findings) {}

  bool touches(const std::string& name) const { return images_.touches(name); }
  void reference(std::string& name) const { name = images_.of_reference(name); }

  // Adds the images of all elements whose names contain `from`.
  template <class T, class Reflect>
  void copy(std::vector<T>& list, Reflect reflect) {
    std::set<std::string> taken;
    for (const T& t : list) taken.insert(t.name);
    const std::size_t originals = list.size();
    for (std::size_t i = 0; i < originals; ++i) {
      if (!touches(list[i].name)) continue;
      any_ = true;
      T image = list[i];
      image.name = images_.of(image.name);
      if (!taken.insert(image.name).second) {
        findings_.report(list[i].place, "name",
                         fmt::format("{}, whose mirror image {} is written too",
                                     in_quotes(list[i].name), in_quotes(image.name)),
                         "one of the two");
        continue;
      }
      reflect(image);
      list.push_back(std::move(image));
    }
  }

  void body(BodySpec& b) {
    reference(b.parent);
    b.at = reflected(b.at);
    for (RotationSpec& r : b.rotate)
      if (r.axis != 'y') r.angle = 0.0 - r.angle;
    b.joint.mirrored = !b.joint.mirrored;
    for (auto* shapes : {&b.inertia, &b.collision, &b.visible})
      for (ShapeSpec& s : *shapes) shape(s);
  }

  // Adds the targets of joints for their images too, except for images that have targets of their
  // own.
  void both_sides(std::vector<JointTarget>& targets) const {
    std::vector<JointTarget> both;
    std::set<std::string> written;
    for (const JointTarget& t : targets) written.insert(t.name);
    for (const JointTarget& t : targets) {
      both.push_back(t);
      std::string image = t.name;
      reference(image);
      if (written.contains(image)) continue;
      both.push_back(t);
      both.back().name = image;
    }
    targets = std::move(both);
  }

  bool any() const { return any_; }

 private:
  // With X the shape's transform and N the reflection in its own frame, M X N is again a rigid
  // transform, for the shape reflected by N.
  void shape(ShapeSpec& s) {
    s.shape.X_BS = {reflected(s.shape.X_BS.R), reflected(s.shape.X_BS.p)};
    reflect(s.shape);
  }

  NameImages images_;  // of the parts that there are before there are images
  Findings& findings_;
  bool any_ = false;
};

}  // namespace

void expand_mirror(FigureSpec& figure, Findings& findings) {
  if (!figure.mirror) return;
  const MirrorSpec& spec = *figure.mirror;
  if (spec.from.empty() || spec.to.empty()) return;  // reported when it was read
  if (spec.from == spec.to) {
    findings.report(spec.place, "to", in_quotes(spec.to), "a name that differs from `from`");
    return;
  }
  Mirror mirror(spec, figure, findings);
  mirror.copy(figure.bodies, [&](BodySpec& b) { mirror.body(b); });
  mirror.copy(figure.motor_programs, [&](MotorProgramSpec& p) {
    for (RampSpec& r : p.ramps) mirror.reference(r.joint);
  });
  for (PoseSpec& pose : figure.poses) {
    if (mirror.touches(pose.name)) continue;
    mirror.both_sides(pose.joints);
    mirror.both_sides(pose.rests);
  }
  mirror.copy(figure.poses, [&](PoseSpec& p) {
    for (JointTarget& t : p.joints) mirror.reference(t.name);
    for (JointTarget& t : p.rests) mirror.reference(t.name);
  });
  mirror.copy(figure.legs, [&](LegSpec& l) {
    if (l.side != Side::middle) l.side = l.side == Side::left ? Side::right : Side::left;
    for (std::string& foot : l.feet) mirror.reference(foot);
    l.tip = reflected(l.tip);
    if (l.pads) {
      for (FootPadSpec& pad : *l.pads) {
        mirror.reference(pad.body);
        pad.at = reflected(pad.at);
      }
    }
    for (std::string* name : {&l.upper_joint, &l.support_joint, &l.step, &l.stance})
      mirror.reference(*name);
  });
  // An actuator acts on the images of its joints too. A joint listed twice counts once.
  for (ActuatorSpec& a : figure.actuators) {
    const std::vector<std::string> written = a.joints;
    for (const std::string& joint : written) {
      std::string image = joint;
      mirror.reference(image);
      if (std::find(a.joints.begin(), a.joints.end(), image) == a.joints.end())
        a.joints.push_back(image);
    }
  }
  // One between two points is copied if it is on one side.
  const std::size_t written = figure.actuators.size();
  for (std::size_t i = 0; i < written; ++i) {
    ActuatorSpec image = figure.actuators[i];
    bool touched = false;
    for (BodyPointSpec& point : image.between) {
      touched = touched || mirror.touches(point.body);
      mirror.reference(point.body);
      point.at = reflected(point.at);
    }
    if (touched) figure.actuators.push_back(std::move(image));
  }
  if (!mirror.any())
    findings.report(spec.place, "from", in_quotes(spec.from), "a part of the name of a body");
}

}  // namespace gambol
