#pragma once

// Figures and shots written in memory, for tests of motion.

#include <fmt/format.h>

#include <random>
#include <string>

#include "dynamics/articulated_body.h"
#include "dynamics/coordinates.h"
#include "shot/motion_spec.h"

namespace gambol::testing {

inline ShapeSpec box_shape(const Vec3& size, const Vec3& at = Vec3::Zero()) {
  ShapeSpec s;
  s.shape.kind = ShapeKind::box;
  s.shape.size = size;
  s.shape.X_BS.p = at;
  return s;
}

// A body of one box that gives it inertia; it neither collides nor is seen.
inline BodySpec box_body(const std::string& name, const std::string& parent, const Vec3& at,
                         const Vec3& size, const Vec3& centre = Vec3::Zero()) {
  BodySpec b;
  b.name = name;
  b.parent = parent;
  b.at = at;
  b.inertia = {box_shape(size, centre)};
  return b;
}

inline ShapeSpec ball_shape(double radius) {
  ShapeSpec s;
  s.shape.kind = ShapeKind::sphere;
  s.shape.radius = radius;
  return s;
}

// One body, which is and collides with `shape`.
inline FigureSpec solid_figure(const std::string& name, const ShapeSpec& shape) {
  FigureSpec f;
  f.name = name;
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  f.bodies[0].inertia = f.bodies[0].collision = {shape};
  return f;
}

// Sums of the engine's own bits, so that every standard library draws the same numbers.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967295.0);
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  Vec3 vec(double size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }
  Quat rotation() {
    const Vec3 axis = vec(1) + Vec3(1e-3, 0, 0);
    return Quat(Eigen::AngleAxisd((*this)(-3, 3), axis.normalized()));
  }
  Eigen::VectorXd vector(int n, double size) {
    Eigen::VectorXd x(n);
    for (int i = 0; i < n; ++i) x[i] = (*this)(-size, size);
    return x;
  }

 private:
  std::mt19937 engine_;
};

// A tree of `bodies` boxes with mixed joints and centres of mass away from the joints.
inline FigureSpec random_tree(Draw& draw, int bodies) {
  FigureSpec figure;
  figure.name = "tree";
  for (int i = 0; i < bodies; ++i) {
    BodySpec b;
    b.name = fmt::format("b{}", i);
    const int near = std::max(0, i - 1 - draw.below(3));
    if (i > 0) b.parent = fmt::format("b{}", draw.below(3) ? near : draw.below(i));
    b.at = draw.vec(0.4);
    for (int k = draw.below(3); k > 0; --k) {
      b.rotate.push_back({static_cast<char>('x' + draw.below(3)), draw(-3, 3)});
    }
    const int kind = draw.below(5);
    b.joint.type = kind == 0   ? JointType::fixed
                   : kind == 1 ? JointType::prismatic
                               : JointType::rotary;
    b.joint.axis = draw.vec(1) + Vec3(0, 0, 1.5);
    b.joint.axis_in = draw.below(2) ? AxisFrame::body : AxisFrame::parent;
    ShapeSpec s = box_shape(Vec3(draw(0.1, 0.5), draw(0.1, 0.5), draw(0.1, 0.5)), draw.vec(0.3));
    s.shape.X_BS.R = draw.rotation();
    b.inertia = {s};
    b.density = draw(200, 3000);
    figure.bodies.push_back(b);
  }
  return figure;
}

// The same with joints of all types, some mirrored, and with rotors. Screws can be left out.
inline FigureSpec random_tree_of_all_joints(Draw& draw, int bodies, bool screws = true) {
  FigureSpec figure = random_tree(draw, bodies);
  for (BodySpec& b : figure.bodies) {
    JointSpec& joint = b.joint;
    const auto types = static_cast<int>(names_of<JointType>.size());
    do joint.type = static_cast<JointType>(draw.below(types));
    while (joint.type == JointType::screw && !screws);
    joint.axis2 = draw.vec(1) + Vec3(1.5, 0, 0);
    joint.axis3 = joint.axis.cross(joint.axis2);  // far from gimbal lock
    joint.pitch = draw(0.05, 0.3);
    joint.mirrored = draw.below(3) == 0;
    if (joint.type != JointType::free) joint.armature = draw.below(2) ? draw(0, 2) : 0;
  }
  return figure;
}

inline Eigen::VectorXd random_q(Draw& draw, const Model& model) {
  Eigen::VectorXd q = initial_q(model, {draw.rotation(), draw.vec(2)});
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
  for (int i = root_dofs; i < model.nv(); ++i) x[i] = draw(-1.5, 1.5);
  set_coordinates(model, x, q);
  return q;
}

// A number for each of the joints' degrees of freedom, and 0 for the root's.
inline Eigen::VectorXd for_joints(Draw& draw, const Model& model, double size) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
  x.tail(model.nv() - root_dofs) = draw.vector(model.nv() - root_dofs, size);
  return x;
}

inline CastSpec cast(const FigureSpec& figure, const Vec3& at = Vec3::Zero()) {
  CastSpec c;
  c.name = figure.name.empty() ? "figure" : figure.name;
  c.figure = figure;
  c.at = at;
  return c;
}

// Three boxes in a row; joint b turns about z, joint c about y and z.
inline FigureSpec three_links() {
  FigureSpec f;
  f.name = "links";
  f.bodies = {box_body("a", "", Vec3::Zero(), Vec3(0.4, 0.2, 0.1), Vec3(0.1, 0, 0)),
              box_body("b", "a", Vec3(0.3, 0, 0), Vec3(0.5, 0.1, 0.1), Vec3(0.25, 0, 0)),
              box_body("c", "b", Vec3(0.5, 0, 0.1), Vec3(0.3, 0.1, 0.2), Vec3(0.15, 0, 0))};
  f.bodies[2].joint.axis = Vec3(0, 1, 0.5).normalized();
  return f;
}

// A shot of one figure without gravity and ground, integrated closely.
inline MotionSpec free_motion(const FigureSpec& figure) {
  MotionSpec m;
  m.world.gravity = Vec3::Zero();
  m.integrator.method = IntegrationMethod::rkf45;
  m.integrator.step = 1e-3;
  m.integrator.tolerance = 1e-10;
  m.integrator.max_step = 0.1;
  m.figures = {cast(figure)};
  return m;
}

}  // namespace gambol::testing
