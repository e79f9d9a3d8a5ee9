// Scales a figure by a set of fractions: measures each segment in the figure as it is written.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/pattern.h"
#include "figure/body_measures.h"
#include "figure/person_shares.h"
#include "figure/rest_posture.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

class FractionScaler {
 public:
  FractionScaler(const FigureSpec& figure, const FractionsSpec& set,
                 std::vector<PersonShare>& shares, Findings& findings)
      : figure_(figure),
        set_(set),
        shares_(shares),
        findings_(findings),
        X_RB_(rest_posture(figure)) {
    for (std::size_t b = 0; b < figure.bodies.size(); ++b) index_[figure.bodies[b].name] = b;
  }

  void scale() {
    const std::size_t before = findings_.problems.size();
    check_names();
    if (findings_.problems.size() > before) return;
    check_cover();
    if (findings_.problems.size() > before) return;
    for (const FractionSegmentSpec& s : set_.segments) scale_bodies(s);
    for (const FractionSegmentSpec& s : set_.segments)
      if (!s.joints.empty()) move_joints(s);
    // The masses of the set have three digits.
    if (is_complete()) share_out();
  }

 private:
  std::vector<std::size_t> matching(const std::vector<std::string>& patterns) const {
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < figure_.bodies.size(); ++b)
      if (std::any_of(patterns.begin(), patterns.end(), [&](const std::string& p) {
            return p == figure_.bodies[b].name || matches(p, figure_.bodies[b].name);
          }))
        found.push_back(b);
    return found;
  }

  void report(const std::string& found, const std::string& expected) {
    findings_.report(figure_.person->place, "fractions", found, expected);
  }

  // The first three, and how many more there are.
  static std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    const std::size_t shown = std::min(most, names.size());
    std::string text = fmt::format(
        "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
    return text;
  }

  void check_names() {
    std::vector<std::string> missing;
    const auto need = [&](const std::vector<std::string>& patterns) {
      if (patterns.empty() || patterns.front().empty() || !matching(patterns).empty()) return;
      const std::string name = in_quotes(patterns.front());
      if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
    };
    for (const FractionSegmentSpec& s : set_.segments) {
      need(s.bodies);
      need(s.joints);
      need({s.from});
      need({s.to});
    }
    if (!missing.empty())
      report(fmt::format("{}, a set for {}", set_.name, some_of(missing)),
             "a set whose bodies the figure has");
  }

  // Every body that weighs something belongs to one segment.
  void check_cover() {
    std::vector<const FractionSegmentSpec*> of(figure_.bodies.size(), nullptr);
    for (const FractionSegmentSpec& s : set_.segments)
      for (const std::size_t b : matching(s.bodies)) {
        if (of[b])
          report(fmt::format("{}, which has {} in {} and in {}", set_.name, figure_.bodies[b].name,
                             of[b]->name, s.name),
                 "each body in one segment");
        of[b] = &s;
      }
    const std::vector<double> masses = masses_of(figure_);
    std::vector<std::string> left;
    for (std::size_t b = 0; b < of.size(); ++b)
      if (!of[b] && masses[b] > 0) left.push_back(figure_.bodies[b].name);
    if (!left.empty())
      report(fmt::format("{}, which has no segment with {}", set_.name, some_of(left)),
             "a set that names every body of the figure");
  }

  // Length of the segment in the figure as it is written, m.
  double own_length(const FractionSegmentSpec& s, const std::vector<std::size_t>& bodies) const {
    const std::size_t first = s.from.empty() ? bodies.front() : matching({s.from}).front();
    if (!s.to.empty()) {
      const Vec3 way = X_RB_[matching({s.to}).front()].p - X_RB_[first].p;
      return s.along ? std::abs(way[static_cast<int>(*s.along)]) : way.norm();
    }
    if (s.along) {
      const Vec2 range = extent(figure_, bodies, static_cast<int>(*s.along));
      return range.y() - range.x();
    }
    return reach(first, bodies);
  }

  // How far the solids of `bodies` that the body `first` carries reach along it from its joint, m.
  double reach(std::size_t first, const std::vector<std::size_t>& bodies) const {
    const int axis = long_axis(figure_, figure_.bodies[first]);
    const double side = std::copysign(1, mass_of(figure_, figure_.bodies[first]).com[axis]);
    const Transform X_FR = X_RB_[first].inverse();
    double most = 0;
    for (const std::size_t b : bodies) {
      if (!carries(first, b)) continue;
      for (const ShapeSpec& s : figure_.bodies[b].inertia)
        for (const ContactPoint& point : contact_points(s.shape))
          most = std::max(most, side * (X_FR * (X_RB_[b] * point.p_B))[axis] + point.radius);
    }
    return most;
  }

  bool carries(std::size_t body, std::size_t other) const {
    for (std::size_t b = other; b != body;) {
      if (figure_.bodies[b].parent.empty()) return false;
      b = index_.at(figure_.bodies[b].parent);
    }
    return true;
  }

  void scale_bodies(const FractionSegmentSpec& s) {
    const std::vector<std::size_t> bodies = matching(s.bodies);
    if (bodies.empty()) return;
    if (s.length) {
      const double own = own_length(s, bodies);
      if (!(own > 0)) {
        report(fmt::format("{}, whose segment {} has no length in the figure", set_.name, s.name),
               "joints that are apart");
        return;
      }
      for (const std::size_t b : bodies) shares_[b].length *= *s.length * *figure_.stature / own;
    }
    if (!s.mass) return;
    const std::vector<double> masses = masses_of(figure_);
    double own = 0, all = 0;
    for (const std::size_t b : bodies) own += masses[b];
    for (const double m : masses) all += m;
    if (!(own > 0)) return;
    for (const std::size_t b : bodies) shares_[b].mass = *s.mass * all / own;
  }

  // From the middle to the outer sides of the solids of the body with its joint at 0, m.
  double half_breadth(const BodySpec& body) const {
    const Transform X_RP = X_RB_[index_.at(body.parent)];
    const Transform X_PB{rotation_of(body.rotate), body.at};
    double most = 0;
    for (const ShapeSpec& s : body.inertia)
      for (const ContactPoint& point : contact_points(s.shape))
        most = std::max(most, std::abs((X_RP * (X_PB * point.p_B)).y()) + point.radius);
    return most;
  }

  // Moves joints across their parents until the outer sides of their bodies are half of the
  // segment's length from the middle, or along them until they are as far from the joint `from` as
  // the segment is long. The parents' lengths are known already.
  void move_joints(const FractionSegmentSpec& s) {
    const double wanted = *s.length * *figure_.stature;
    for (const std::size_t j : matching(s.joints)) {
      const BodySpec& body = figure_.bodies[j];
      if (body.parent.empty()) continue;
      const std::size_t p = index_.at(body.parent);
      const double length = shares_[p].length;
      int axis = 1;
      double to = body.at.y() + std::copysign(1, body.at.y()) * (wanted / 2 - half_breadth(body));
      if (!s.from.empty()) {
        axis = long_axis(figure_, figure_.bodies[p]);
        const std::size_t f = matching({s.from}).front();
        const double own = (X_RB_[p].inverse() * X_RB_[f].p)[axis];
        const double from = own * length * shares_[f].at[axis];
        to = from + std::copysign(wanted, body.at[axis] - own);
      }
      if (std::abs(body.at[axis]) < 1e-6 || to * body.at[axis] < 0)
        report(fmt::format("{}, whose segment {} moves {} beyond the origin of {}", set_.name,
                           s.name, body.name, body.parent),
               "a joint that stays on its side");
      else
        shares_[j].at[axis] = to / (body.at[axis] * length);
    }
  }

  bool is_complete() const {
    return std::all_of(set_.segments.begin(), set_.segments.end(),
                       [](const FractionSegmentSpec& s) { return s.mass || s.bodies.empty(); });
  }

  void share_out() {
    const std::vector<double> masses = masses_of(figure_);
    double all = 0, given = 0;
    for (std::size_t b = 0; b < masses.size(); ++b) {
      all += masses[b];
      given += masses[b] * shares_[b].mass.value_or(0);
    }
    for (PersonShare& share : shares_)
      if (share.mass) *share.mass *= all / given;
  }

  const FigureSpec& figure_;
  const FractionsSpec& set_;
  std::vector<PersonShare>& shares_;
  Findings& findings_;
  std::vector<Transform> X_RB_;  // [body] at rest
  std::map<std::string, std::size_t> index_;
};

}  // namespace

void add_fractions(const FigureSpec& figure, const FractionsSpec& set,
                   std::vector<PersonShare>& shares, Findings& findings) {
  FractionScaler(figure, set, shares, findings).scale();
}

}  // namespace gambol
