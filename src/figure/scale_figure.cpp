#include "figure/scale_figure.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "figure/body_measures.h"
#include "figure/joint_motion.h"
#include "figure/rest_posture.h"
#include "figure/scale_shape.h"

namespace gambol {
namespace {

bool scale_shapes(std::vector<ShapeSpec>& shapes, const ScaledBody& scale, Findings& findings) {
  bool good = true;
  for (ShapeSpec& s : shapes) {
    const StretchAt at = stretch_at(scale, s.shape.X_BS.p[scale.axis]);
    if (scale_shape(s.shape, at.factors, scale.axis)) {
      s.shape.X_BS.p += at.shift;
      if (scale.turns()) s.shape.X_BS = scale.turn * s.shape.X_BS;
      continue;
    }
    findings.report(s.place, "", "a mesh or a height field in a figure that is scaled",
                    "another shape; a skin may have a mesh");
    good = false;
  }
  return good;
}

void scale_values(Curve& curve, double factor) {
  for (Curve::Key& key : curve.keys) key.value *= factor;
}

// Positions of the degrees of freedom that slide, by the scale of the body on which they slide;
// those of a welded joint, too, which stays at its initial position.
void scale_joint(BodySpec& body, double length, double mass, double torque) {
  JointSpec& joint = body.joint;
  const JointMotion motion = motion_of(joint, Mat3::Identity());
  const auto scale_slides = [&](std::vector<double>& q) {
    const auto n = static_cast<std::size_t>(motion.degrees());
    for (std::size_t m = 0; m < std::min(q.size(), n); ++m)
      if (!motion.modes[m].turns) q[m] *= length;
  };
  scale_slides(joint.initial);
  if (joint.modelled) scale_slides(*joint.modelled);
  const bool slides = motion.degrees() > 0 && !motion.modes[0].turns;
  if (slides && joint.limits) *joint.limits *= length;
  if (slides && joint.motion) scale_values(*joint.motion, length);
  joint.pitch *= length;
  joint.armature *= slides ? mass : mass * length * length;
  if (joint.most_torque) *joint.most_torque *= slides ? mass : torque;
}

void scale_cushion(CushionSpec& cushion, const FigureScales& scales) {
  cushion.strength *= scales.mass;
  cushion.rise /= scales.length;
  cushion.stiffness *= scales.mass / scales.length;
  cushion.damping *= scales.mass / scales.length * scales.time();
}

// A skin is stretched from the figure as it was written.
BodyStretch after(const std::optional<BodyStretch>& first, const BodyStretch& second) {
  if (!first) return second;
  BodyStretch both = *first;
  both.length *= second.length;
  both.girth *= second.girth;
  return both;
}

// A body that carries one other turns as the place of that one does: its solids lie along it.
FigureScales with_turns(const FigureSpec& figure, FigureScales scales) {
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const BodySpec* only = nullptr;
    int children = 0;
    for (const BodySpec& child : figure.bodies)
      if (child.parent == figure.bodies[b].name) {
        only = &child;
        ++children;
      }
    if (children != 1) continue;
    const Vec3& factors = scales.of(only->name).at;
    if (factors == Vec3::Constant(factors.x())) continue;
    scales.bodies[b].turn.R = Quat::FromTwoVectors(only->at, only->at.cwiseProduct(factors));
  }
  return scales;
}

bool scale_body(FigureSpec& figure, BodySpec& body, const FigureScales& scales,
                Findings& findings) {
  const ScaledBody& scale = scales.of(body.name);
  bool good = scale_shapes(body.inertia, scale, findings);
  good = scale_shapes(body.collision, scale, findings) && good;
  good = scale_shapes(body.visible, scale, findings) && good;
  if (body.cushion) scale_cushion(*body.cushion, scales);
  if (!body.parent.empty()) {
    const double length = scales.of(body.parent).length;
    body.at = (length * body.at).cwiseProduct(scale.at);
    scale_joint(body, length, scales.mass, scales.mass * scales.length);
  }
  if (!figure.skins.empty()) body.stretch = after(body.stretch, scale);
  return good && !figure.bodies.empty();
}

// Gives the body the mass, kg, by the density of its solids.
void set_mass(const FigureSpec& figure, BodySpec& body, double mass) {
  const double now = mass_of(figure, body).mass;
  if (!(now > 0)) return;
  for (ShapeSpec& s : body.inertia)
    s.density = s.density.value_or(body.density.value_or(figure.density)) * mass / now;
}

// An actuator's constants, for a coordinate that slides or turns.
void scale_constants(ActuatorSpec& a, bool slides, const FigureScales& scales) {
  // Constants per mass are multiplied by the mass of the scaled figure.
  const double mass = a.scale == MassScale::none ? scales.mass : 1;
  const double force = slides ? mass : mass * scales.length;  // or torque
  const double position = slides ? scales.length : 1;
  a.strength *= force;
  a.rise /= position;
  a.stiffness *= force / position;
  a.damping *= force / position * scales.time();
  a.lower *= position;
  a.upper *= position;
  if (a.rest) scale_values(*a.rest, position);
}

void scale_actuators(FigureSpec& figure, const FigureScales& scales) {
  std::set<std::string> sliding;
  for (const JointDof& dof : joint_dofs(figure))
    if (dof.slides) sliding.insert(dof.name);
  std::vector<ActuatorSpec> scaled;
  for (ActuatorSpec& a : figure.actuators) {
    for (BodyPointSpec& point : a.between) {
      const ScaledBody& body = scales.of(point.body);
      point.at = body.turn * Vec3(body.length * point.at);
    }
    ActuatorSpec slider = a, turner = a;
    std::erase_if(slider.joints, [&](const std::string& j) { return !sliding.count(j); });
    std::erase_if(turner.joints, [&](const std::string& j) { return sliding.count(j) > 0; });
    scale_constants(slider, true, scales);
    scale_constants(turner, false, scales);
    if (!turner.joints.empty()) scaled.push_back(turner);
    if (!slider.joints.empty() || !a.between.empty()) scaled.push_back(slider);
  }
  figure.actuators = std::move(scaled);
}

// Positions that poses and motor programs give to degrees of freedom that slide.
void scale_targets(FigureSpec& figure, const FigureScales& scales) {
  std::map<std::string, double> sliding;  // scale by name
  for (const JointDof& dof : joint_dofs(figure))
    if (dof.slides) sliding[dof.name] = scales.of(dof.body->parent).length;
  const auto scale = [&](const std::string& name, double& to) {
    if (const auto found = sliding.find(name); found != sliding.end()) to *= found->second;
  };
  for (PoseSpec& pose : figure.poses) {
    for (JointTarget& target : pose.joints) scale(target.name, target.to);
    for (JointTarget& target : pose.rests) scale(target.name, target.to);
  }
  for (MotorProgramSpec& program : figure.motor_programs)
    for (RampSpec& ramp : program.ramps)
      ramp.change_rests([&](double& rest) { scale(ramp.joint, rest); });
}

void scale_legs(FigureSpec& figure, const FigureScales& scales) {
  for (LegSpec& leg : figure.legs) {
    if (leg.inmost) *leg.inmost *= scales.length;
    if (!leg.feet.empty()) leg.tip = scales.of(leg.feet[0]).place(leg.tip);
    if (!leg.pads) continue;
    for (FootPadSpec& pad : *leg.pads) {
      pad.at = scales.of(pad.body).place(pad.at);
      if (pad.within) *pad.within *= scales.of(pad.body).length;
    }
  }
}

void scale_skins(FigureSpec& figure, const FigureScales& scales) {
  for (SkinSpec& skin : figure.skins) {
    if (skin.from == SkinSource::mesh) continue;  // it follows the bodies: stretch_skin()
    for (double* length : {&skin.cell, &skin.melt, &skin.soften, &skin.offset, &skin.blend})
      *length *= scales.length;
  }
}

}  // namespace

FigureScales similar_scales(const FigureSpec& figure, double size) {
  FigureScales scales;
  scales.length = size;
  scales.mass = size * size * size;
  const std::vector<Transform> X_RB = rest_posture(figure);
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const BodySpec& body = figure.bodies[b];
    ScaledBody s;
    s.X_RB = X_RB[b];
    s.visible = body.visible;
    s.axis = long_axis(figure, body);
    s.length = s.girth = size;
    s.mass = scales.mass;
    scales.index.emplace(body.name, b);
    scales.bodies.push_back(s);
  }
  return scales;
}

std::optional<FigureSpec> scaled_figure(const FigureSpec& figure, const FigureScales& to,
                                        const std::vector<double>& masses, Findings& findings) {
  const FigureScales scales = with_turns(figure, to);
  FigureSpec out = figure;
  bool good = true;
  scale_actuators(out, scales);  // while joints are those of the figure
  scale_targets(out, scales);
  for (BodySpec& body : out.bodies) good = scale_body(out, body, scales, findings) && good;
  for (std::size_t b = 0; b < out.bodies.size(); ++b) set_mass(out, out.bodies[b], masses[b]);
  scale_legs(out, scales);
  scale_skins(out, scales);
  if (!good) return {};
  return out;
}

std::optional<FigureSpec> scaled_figure(const FigureSpec& figure, double size, Findings& findings) {
  const FigureScales scales = similar_scales(figure, size);
  std::vector<double> masses = masses_of(figure);
  for (double& mass : masses) mass *= scales.mass;
  return scaled_figure(figure, scales, masses, findings);
}

}  // namespace gambol
