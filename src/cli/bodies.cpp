// What the program makes of a figure file: joints and masses of its bodies, in two tables like
// those of McKenna's PhD thesis (MIT 1994, "seed 003"), Appendix E.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "base/json.h"
#include "cli/columns.h"
#include "cli/springs_table.h"
#include "cli/verbs.h"
#include "dynamics/model.h"
#include "figure/rest_posture.h"
#include "schema/names.h"

namespace gambol {
namespace {

using BodyRows = std::vector<std::vector<std::string>>;

// A figure, and where its bodies are in the root's frame: at 0 and at `initial` of its file.
struct Posed {
  FigureSpec figure;
  Model model;
  std::vector<Frame> at_zero;  // [body] X_RB
  std::vector<Transform> modelled;
};

Posed posed(const std::string& file) {
  Posed p{load_figure(file), {}, {}, {}};
  p.model = make_model(p.figure);
  p.modelled = rest_posture(p.figure);
  for (const Body& body : p.model.bodies)
    p.at_zero.push_back(body.parent < 0 ? Frame() : p.at_zero[body.parent] * body.X_PB);
  return p;
}

// Moments of inertia about the principal axes through the centre of mass, ascending, kg m2.
Vec3 principal_moments(const Body& body) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(body.mass.I_cm, Eigen::EigenvaluesOnly).eigenvalues();
}

// p_PoBo in the axes of the root, with all joints at 0, m.
Vec3 offset(const Posed& p, std::size_t b) {
  const int parent = p.model.bodies[b].parent;
  return parent < 0 ? Vec3(Vec3::Zero()) : Vec3(p.at_zero[b].p - p.at_zero[parent].p);
}

struct Total {
  double mass = 0;                 // kg
  Vec3 com = Vec3::Zero();         // in the root's frame, joints at `initial`, m
  double lowest = 0, highest = 0;  // z of the shapes that give inertia, there, m
  int joint_dofs = 0;
};

Total total_of(const Posed& p) {
  Total t;
  t.lowest = std::numeric_limits<double>::infinity();
  t.highest = -t.lowest;
  t.joint_dofs = p.model.nv() - root_dofs;
  for (std::size_t b = 0; b < p.model.bodies.size(); ++b) {
    const MassProperties& mass = p.model.bodies[b].mass;
    t.mass += mass.mass;
    t.com += mass.mass * (p.modelled[b] * mass.com);
    for (const ShapeSpec& s : p.figure.bodies[b].inertia)
      for (const ContactPoint& point : contact_points(s.shape)) {
        const double z = (p.modelled[b] * point.p_B).z();
        t.lowest = std::min(t.lowest, z - point.radius);
        t.highest = std::max(t.highest, z + point.radius);
      }
  }
  t.com /= t.mass;
  return t;
}

// Three significant digits, as the thesis prints them; 0 for what is only rounding.
std::string three(double x) { return std::abs(x) < 1e-12 ? "0" : fmt::format("{:.3g}", x); }
// As Table 9 prints axes: six significant digits.
std::string place(double x) { return fmt::format("{:.6g}", std::abs(x) < 5e-7 ? 0 : x); }

void print_joints(const Posed& p) {
  BodyRows rows{{"body", "parent", "joint", "axis x", "y", "z", "offset x, m", "y", "z"}};
  for (std::size_t b = 0; b < p.model.bodies.size(); ++b) {
    const Body& body = p.model.bodies[b];
    const Vec3 at = offset(p, b);
    const std::string parent = body.parent < 0 ? "" : p.model.bodies[body.parent].name;
    const std::string type = body.parent < 0 ? "free root" : std::string(name_of(body.type));
    if (body.parent < 0 || body.motion.modes.empty())
      rows.push_back({body.name, parent, body.parent < 0 ? type : "fixed", "", "", "",
                      place(at.x()), place(at.y()), place(at.z())});
    for (std::size_t m = 0; body.parent >= 0 && m < body.motion.modes.size(); ++m) {
      const Vec3 axis = p.at_zero[b].R * body.motion.modes[m].axis;
      const bool first = m == 0;
      rows.push_back({body.name + std::string(body.motion.modes[m].suffix), first ? parent : "",
                      first ? type : "", place(axis.x()), place(axis.y()), place(axis.z()),
                      first ? place(at.x()) : "", first ? place(at.y()) : "",
                      first ? place(at.z()) : ""});
    }
  }
  fmt::print("Joints, with all of them at 0, in the axes of the root\n");
  print_columns(rows, 3);
}

void print_masses(const Posed& p) {
  BodyRows rows{{"body", "mass, kg", "share", "distal, kg", "com from joint, m", "x", "y", "z",
                 "moments, kg m2", "2nd", "3rd"}};
  for (const Body& body : p.model.bodies) {
    const Vec3& com = body.mass.com;
    const Vec3 moments = principal_moments(body);
    rows.push_back({body.name, three(body.mass.mass), three(body.mass.mass / p.model.mass),
                    three(body.distal_mass), three(com.norm()), place(com.x()), place(com.y()),
                    place(com.z()), three(moments[0]), three(moments[1]), three(moments[2])});
  }
  fmt::print("\nMasses; centres of mass in the axes of the body, principal moments about them\n");
  print_columns(rows);
}

void print_total(const Posed& p) {
  const Total t = total_of(p);
  fmt::print("\n{}: {} bodies, {:.5g} kg; {} degrees of freedom of joints and 6 of the root\n",
             p.figure.name, p.model.bodies.size(), t.mass, t.joint_dofs);
  fmt::print(
      "with joints at `initial`: {:.4g} m tall; the root's origin {:.4g} m above the lowest point, "
      "the centre of mass {:.4g} m above it and {:.4g} m ahead of the origin\n",
      t.highest - t.lowest, -t.lowest, t.com.z() - t.lowest, t.com.x());
}

Json vector(const Vec3& v) {
  Json list = Json::array(Json::Layout::spaced);
  for (const double x : v) list.push(Json::number(x, 9));
  return list;
}

Json json_of(const Posed& p, std::size_t b) {
  const Body& body = p.model.bodies[b];
  const bool root = body.parent < 0;
  Json dofs = Json::array(Json::Layout::spaced);
  for (const JointMode& mode : body.motion.modes)
    dofs.push(Json::object(Json::Layout::spaced)
                  .add("name", body.name + std::string(mode.suffix))
                  .add("axis_at_zero", vector(p.at_zero[b].R * mode.axis))
                  .add("turns", mode.turns));
  return Json::object(Json::Layout::spaced)
      .add("body", body.name)
      .add("parent", root ? "" : p.model.bodies[body.parent].name)
      .add("joint", root ? "free root" : std::string(name_of(body.type)))
      .add("offset", vector(offset(p, b)))
      .add("origin", vector(p.modelled[b].p))
      .wrap()
      .add("dofs", dofs)
      .wrap()
      .add("mass", Json::number(body.mass.mass, 9))
      .add("distal_mass", Json::number(body.distal_mass, 9))
      .add("com", vector(body.mass.com))
      .add("principal_moments", vector(principal_moments(body)));
}

void print_json(const Posed& p, bool springs) {
  const Total t = total_of(p);
  Json bodies = Json::array(Json::Layout::lines);
  for (std::size_t b = 0; b < p.model.bodies.size(); ++b) bodies.push(json_of(p, b));
  Json document = Json::object(Json::Layout::lines)
                      .add("figure", p.figure.name)
                      .add("mass", Json::number(t.mass, 9))
                      .add("joint_dofs", t.joint_dofs)
                      .add("com", vector(t.com))
                      .add("lowest", Json::number(t.lowest, 9))
                      .add("highest", Json::number(t.highest, 9))
                      .add("bodies", bodies);
  if (springs) document.add("springs", springs_json(p.figure, p.model));
  fmt::print("{}\n", document.text());
}

}  // namespace

ExitCode bodies_verb(const std::string& figure, bool json, bool springs) {
  const Posed p = posed(figure);
  if (json) {
    print_json(p, springs);
  } else {
    print_joints(p);
    print_masses(p);
    if (springs) print_springs(p.figure, p.model);
    print_total(p);
  }
  return ExitCode::ok;
}

}  // namespace gambol
