// Expands `copies:`. Of the bodies whose names contain `from`, those whose parents are not copied
// carry the others. Copy k of such a body stands where the original does after a turn R_k about the
// axis through c and a shift of k steps along s, both in the frame of the body that carries it:
//
//     p -> c + R_k (p - c) + k s
//
// or, `on: previous`, at that turn and shift from the copy before, in the frame of that copy. Joint
// axes in a body's own frame turn along with it; names change as for `mirror:`. Copies keep the
// places of their originals in the file, so that a problem is reported there.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/pattern.h"
#include "figure/copy_plan.h"
#include "figure/name_images.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

constexpr std::size_t most_copied_bodies = 20'000;

class Copies {
 public:
  Copies(FigureSpec& figure, const CopiesSpec& spec, Findings& findings)
      : figure_(figure), spec_(spec), findings_(findings) {}

  void expand() {
    std::optional<CopyPlan> plan = plan_copies(spec_, findings_);
    if (!plan) return;
    names_ = std::move(plan->names);
    steps_ = std::move(plan->steps);
    if (!check_parts()) return;
    if (figure_.bodies.size() + copied_.size() * names_.size() > most_copied_bodies) {
      findings_.report(spec_.place, "count", fmt::format("copies of {} bodies", copied_.size()),
                       fmt::format("at most {} bodies in all", most_copied_bodies));
      return;
    }
    for (std::size_t k = 0; k < names_.size(); ++k) copy(k);
    share();
  }

 private:
  bool fail(const char* field, const std::string& found, const std::string& expected) {
    findings_.report(spec_.place, field, found, expected);
    return false;
  }

  // What hangs on a copied body must be copied too.
  bool check_parts() {
    const PartNames known = part_names(figure_);
    images_.emplace_back(spec_.from, spec_.from, known);
    for (const std::string& name : names_) images_.emplace_back(spec_.from, name, known);
    const NameImages& same = images_[0];
    std::set<std::string> copied;
    for (std::size_t b = 0; b < figure_.bodies.size(); ++b) {
      if (!same.touches(figure_.bodies[b].name)) continue;
      copied_.push_back(b);
      copied.insert(figure_.bodies[b].name);
    }
    if (copied_.empty()) return fail("from", in_quotes(spec_.from), "a part of the name of a body");
    bool good = true;
    for (const BodySpec& body : figure_.bodies) {
      if (body.parent.empty() && copied.contains(body.name))
        good = fail(
            "from",
            fmt::format("{}, which means the root {}", in_quotes(spec_.from), in_quotes(body.name)),
            "a part of the name of a body that another one carries");
      if (copied.contains(body.name) || !copied.contains(body.parent)) continue;
      findings_.report(body.place, "name", in_quotes(body.name),
                       fmt::format("a name with {} in it, as the body that carries it is copied",
                                   in_quotes(spec_.from)));
      good = false;
    }
    return good;
  }

  // Adds the images of all elements whose names contain `from`, of which there were `originals`.
  template <class T, class Change>
  void copy_all(std::vector<T>& list, std::size_t originals, const NameImages& image,
                const Change& change) {
    std::set<std::string> taken;
    for (const T& t : list) taken.insert(t.name);
    for (std::size_t i = 0; i < originals; ++i) {
      if (!image.touches(list[i].name)) continue;
      T one = list[i];
      one.name = image.of(list[i].name);
      if (!taken.insert(one.name).second) {
        findings_.report(list[i].place, "name",
                         fmt::format("{}, whose copy {} is written too", in_quotes(list[i].name),
                                     in_quotes(one.name)),
                         "one of the two");
        continue;
      }
      change(one, list[i].name);
      list.push_back(std::move(one));
    }
  }

  void move(BodySpec& body, const std::string& original, std::size_t k) const {
    const NameImages& image = images_[k + 1];
    const bool carried = image.touches(body.parent);  // by a body that is copied too
    const CopyStep& step = steps_[k];
    if (carried) {
      body.parent = image.of(body.parent);
      return;
    }
    if (spec_.on == CopyOn::previous) {
      CopyStep one = step;
      if (k > 0) one.angle -= steps_[k - 1].angle;
      one.shift = spec_.along.value_or(Vec3::Zero());
      body.parent = images_[k].of(original);
      body.at = one.moved(Vec3::Zero());
      body.rotate = one.turns();
      if (body.joint.axis_in == AxisFrame::parent) turn_axes(body.joint, one.rotation());
      return;
    }
    body.at = step.moved(body.at);
    for (const RotationSpec& turn : step.turns()) body.rotate.push_back(turn);
    if (body.joint.axis_in == AxisFrame::parent) turn_axes(body.joint, step.rotation());
  }
  static void turn_axes(JointSpec& joint, const Mat3& R) {
    for (Vec3* axis : {&joint.axis, &joint.axis2, &joint.axis3}) *axis = R * *axis;
  }

  void copy(std::size_t k) {
    const NameImages& image = images_[k + 1];
    const auto reference = [&](std::string& name) { name = image.of_reference(name); };
    if (k == 0) {
      bodies_ = figure_.bodies.size();
      programs_ = figure_.motor_programs.size();
      poses_ = figure_.poses.size();
      legs_ = figure_.legs.size();
    }
    copy_all(figure_.bodies, bodies_, image,
             [&](BodySpec& b, const std::string& original) { move(b, original, k); });
    copy_all(figure_.motor_programs, programs_, image, [&](MotorProgramSpec& p, const auto&) {
      for (RampSpec& r : p.ramps) reference(r.joint);
    });
    copy_all(figure_.poses, poses_, image, [&](PoseSpec& p, const auto&) {
      for (auto* targets : {&p.joints, &p.rests})
        for (JointTarget& t : *targets) reference(t.name);
    });
    copy_all(figure_.legs, legs_, image, [&](LegSpec& l, const auto&) {
      if (k == 0 && std::none_of(l.feet.begin(), l.feet.end(),
                                 [&](const std::string& foot) { return image.touches(foot); }))
        findings_.report(
            l.place, "feet", "feet that are not copied",
            fmt::format("a body with {} in its name, as the leg is copied", in_quotes(spec_.from)));
      l.row += static_cast<int>(k) + 1;
      if (!spec_.legs.empty()) {
        l.side = spec_.legs[k].side;
        l.row = spec_.legs[k].row;
      }
      for (std::string& foot : l.feet) reference(foot);
      if (l.pads)
        for (FootPadSpec& pad : *l.pads) reference(pad.body);
      for (std::string* name : {&l.upper_joint, &l.support_joint, &l.step, &l.stance})
        reference(*name);
    });
  }

  // What names a part means its copies too, unless they are named beside it.
  void share() {
    for (PoseSpec& pose : figure_.poses) {
      if (images_[0].touches(pose.name) || is_copy(pose.name)) continue;
      for (auto* targets : {&pose.joints, &pose.rests}) add_images(*targets);
    }
    if (figure_.waves) add_images(figure_.waves->joints);
    for (ActuatorSpec& a : figure_.actuators) add_names(a.joints);
    for (SkinSpec& skin : figure_.skins) add_names(skin.bodies);
    share_point_springs();
  }
  bool is_copy(const std::string& name) const {
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& to) {
      return NameImages(to, to, nullptr).touches(name);
    });
  }
  template <class T>
  void add_images(std::vector<T>& targets) const {
    std::set<std::string> written;
    for (const T& t : targets) written.insert(t.name);
    std::vector<T> all;
    for (const T& t : targets) {
      all.push_back(t);
      if (!images_[0].touches(t.name)) continue;
      for (std::size_t k = 0; k < names_.size(); ++k) {
        const std::string name = images_[k + 1].of_reference(t.name);
        if (written.contains(name)) continue;
        all.push_back(t);
        all.back().name = name;
      }
    }
    targets = std::move(all);
  }
  void add_names(std::vector<std::string>& names) const {
    const std::vector<std::string> written = names;
    for (std::size_t k = 0; k < names_.size(); ++k)
      for (const std::string& name : written) {
        const std::string image = images_[k + 1].of_reference(name);
        if (std::find(names.begin(), names.end(), image) == names.end()) names.push_back(image);
      }
  }
  // An end on a body that carries copied ones moves with them.
  void share_point_springs() {
    std::set<std::string> carriers;
    for (const std::size_t b : copied_)
      if (!images_[0].touches(figure_.bodies[b].parent)) carriers.insert(figure_.bodies[b].parent);
    const std::size_t written = figure_.actuators.size();
    for (std::size_t i = 0; i < written; ++i)
      for (std::size_t k = 0; k < names_.size(); ++k) {
        ActuatorSpec image = figure_.actuators[i];
        bool touched = false;
        for (BodyPointSpec& point : image.between) {
          if (images_[0].touches(point.body)) {
            touched = true;
            point.body = images_[k + 1].of_reference(point.body);
          } else if (carriers.contains(point.body)) {
            point.at = steps_[k].moved(point.at);
          }
        }
        if (!touched) continue;
        image.name.clear();
        figure_.actuators.push_back(std::move(image));
      }
  }

  FigureSpec& figure_;
  const CopiesSpec& spec_;
  Findings& findings_;
  std::vector<std::string> names_;   // [copy] instead of `from`
  std::vector<NameImages> images_;   // of the original itself, and of each copy
  std::vector<CopyStep> steps_;      // [copy]
  std::vector<std::size_t> copied_;  // indices of the original bodies
  std::size_t bodies_ = 0, programs_ = 0, poses_ = 0, legs_ = 0;  // before there were copies
};

}  // namespace

void expand_copies(FigureSpec& figure, Findings& findings) {
  const std::vector<CopiesSpec> all = figure.copies;
  for (const CopiesSpec& spec : all) Copies(figure, spec, findings).expand();
}

}  // namespace gambol
