#include "figure/scale_to_person.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "figure/body_measures.h"
#include "figure/body_stretch.h"
#include "figure/joint_motion.h"
#include "figure/person_shares.h"
#include "figure/rest_posture.h"
#include "figure/scale_shape.h"

namespace gambol {
namespace {

// kg/m2. Adults have died of hunger at 10 to 13; the highest that is known is above 100.
constexpr double least_bmi = 10, most_bmi = 110;
// Bodies of people differ in density by less than 10 % (0.99 to 1.08 g/cm3 by hydrodensitometry);
// twice that leaves room for figures of simple solids.
constexpr double most_density_change = 1.2;
// Fractions have three digits, and a foot keeps its form.
constexpr double most_height_change = 0.03;

// How a body is scaled: `length` is also that of the places of its children.
struct BodyScale : BodyStretch {
  double mass = 1;
  Vec3 at = Vec3::Ones();  // of the place of its joint, beside the length of its parent

  // Without the profile.
  Vec3 factors() const {
    Vec3 f = Vec3::Constant(girth);
    f[axis] = length;
    return f;
  }
};

// The ratios of the person to the figure, and the scale of each body.
struct Scales {
  double length = 1, mass = 1;
  std::vector<BodyScale> bodies;
  std::map<std::string, std::size_t> index;  // of bodies, by name

  const BodyScale& of(const std::string& body) const { return bodies[index.at(body)]; }
  // Time that motion under gravity takes.
  double time() const { return std::sqrt(length); }
};

double sum(const std::vector<double>& all) {
  double total = 0;
  for (const double x : all) total += x;
  return total;
}

double total_volume(const FigureSpec& figure) {
  double all = 0;
  for (const BodySpec& body : figure.bodies)
    for (const ShapeSpec& s : body.inertia) all += volume(s.shape);
  return all;
}

// From the lowest to the highest point of the solids, as the file poses the figure, m.
double tallness(const FigureSpec& figure) {
  std::vector<std::size_t> all(figure.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Vec2 z = extent(figure, all, 2);
  return z.y() - z.x();
}

std::set<std::string> feet_of(const FigureSpec& figure) {
  std::set<std::string> feet;
  for (const LegSpec& leg : figure.legs) feet.insert(leg.feet.begin(), leg.feet.end());
  return feet;
}

// Each body's part of the person's mass, kg. Empty if that has been reported as impossible.
std::vector<double> new_masses(const FigureSpec& figure, const std::vector<PersonShare>& parts,
                               double mass, Findings& findings) {
  const std::vector<double> old = masses_of(figure);
  const double all = sum(old);
  std::vector<double> shares;  // of the bodies whose share is given; 0 for the others
  double rest = 0;             // of the figure's mass, kg, of the others
  for (std::size_t b = 0; b < old.size(); ++b) {
    const bool is_given = parts[b].mass.has_value();
    shares.push_back(is_given ? *parts[b].mass * old[b] / all : 0);
    if (!is_given) rest += old[b];
  }
  const double given = sum(shares);
  const bool fits = rest > 0 ? given < 1 : std::abs(given - 1) < 1e-6;
  if (!fits) {
    findings.report(figure.person->place, "proportions",
                    fmt::format("masses that add up to {:.4g} of the person's", given),
                    rest > 0 ? "less than 1, as other bodies have mass too" : "1 in all");
    return {};
  }
  for (std::size_t b = 0; b < old.size(); ++b) {
    const double share = shares[b] > 0 ? shares[b] : (1 - given) * old[b] / rest;
    shares[b] = old[b] > 0 ? mass * share : 0;
  }
  return shares;
}

// The mean of the factors by which the profile makes the body's cross-sections larger.
double mean_section(const BodySpec& body, const BodyStretch& stretch) {
  if (stretch.profile.empty()) return 1;
  BodyStretch profile = stretch;
  profile.length = profile.girth = 1;
  double volumes = 0, scaled = 0;
  for (const ShapeSpec& s : body.inertia) {
    const double v = volume(s.shape);
    volumes += v;
    scaled += v * stretch_at(profile, s.shape.X_BS.p[stretch.axis]).factors.prod();
  }
  return volumes > 0 ? scaled / volumes : 1;
}

// The scale of each body, for lengths that are `length` times those of the figure; all bodies are
// as wide as long if `similar`.
Scales scales_of(const FigureSpec& figure, const std::vector<PersonShare>& parts, double length,
                 const std::vector<double>& masses, bool similar) {
  const std::vector<double> old = masses_of(figure);
  const std::vector<Transform> X_RB = rest_posture(figure);
  const std::set<std::string> feet = feet_of(figure);
  Scales scales;
  scales.length = length;
  scales.mass = sum(masses) / sum(old);
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const BodySpec& body = figure.bodies[b];
    BodyScale s;
    s.X_RB = X_RB[b];
    s.visible = body.visible;
    s.axis = long_axis(figure, body);
    s.length = length * parts[b].length;
    s.mass = old[b] > 0 ? masses[b] / old[b] : 1;
    s.at = parts[b].at;
    if (!similar) s.profile = parts[b].profile;
    if (parts[b].girth)
      s.girth = length * *parts[b].girth;
    else if (similar || feet.count(body.name))
      s.girth = s.length;
    else
      s.girth = std::sqrt(s.mass / s.length / mean_section(body, s));
    scales.index.emplace(body.name, b);
    scales.bodies.push_back(s);
  }
  return scales;
}

bool scale_shapes(std::vector<ShapeSpec>& shapes, const BodyScale& scale, Findings& findings) {
  bool good = true;
  for (ShapeSpec& s : shapes) {
    const StretchAt at = stretch_at(scale, s.shape.X_BS.p[scale.axis]);
    if (scale_shape(s.shape, at.factors, scale.axis)) {
      s.shape.X_BS.p += at.shift;
      continue;
    }
    findings.report(s.place, "", "a mesh or a height field in a figure that is scaled to a person",
                    "another shape; a skin may have a mesh");
    good = false;
  }
  return good;
}

void scale_values(Curve& curve, double factor) {
  for (Curve::Key& key : curve.keys) key.value *= factor;
}

// Positions of the degrees of freedom that slide, by the scale of the body on which they slide.
void scale_joint(BodySpec& body, double length, double mass, double torque) {
  JointSpec& joint = body.joint;
  const std::vector<JointDof> dofs = joint_dofs(body);
  const auto scale_slides = [&](std::vector<double>& q) {
    for (std::size_t m = 0; m < std::min(q.size(), dofs.size()); ++m)
      if (dofs[m].slides) q[m] *= length;
  };
  scale_slides(joint.initial);
  if (joint.modelled) scale_slides(*joint.modelled);
  const bool slides = !dofs.empty() && dofs[0].slides;
  if (slides && joint.limits) *joint.limits *= length;
  if (slides && joint.motion) scale_values(*joint.motion, length);
  joint.pitch *= length;
  joint.armature *= slides ? mass : mass * length * length;
  if (joint.most_torque) *joint.most_torque *= slides ? mass : torque;
}

void scale_cushion(CushionSpec& cushion, const Scales& scales) {
  cushion.strength *= scales.mass;
  cushion.rise /= scales.length;
  cushion.stiffness *= scales.mass / scales.length;
  cushion.damping *= scales.mass / scales.length * scales.time();
}

bool scale_body(FigureSpec& figure, BodySpec& body, const Scales& scales, Findings& findings) {
  const BodyScale& scale = scales.of(body.name);
  bool good = scale_shapes(body.inertia, scale, findings);
  good = scale_shapes(body.collision, scale, findings) && good;
  good = scale_shapes(body.visible, scale, findings) && good;
  if (body.cushion) scale_cushion(*body.cushion, scales);
  if (!body.parent.empty()) {
    const double length = scales.of(body.parent).length;
    body.at = (length * body.at).cwiseProduct(scale.at);
    scale_joint(body, length, scales.mass, scales.mass * scales.length);
  }
  if (!figure.skins.empty()) body.stretch = scale;
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
void scale_constants(ActuatorSpec& a, bool slides, const Scales& scales) {
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

void scale_actuators(FigureSpec& figure, const Scales& scales) {
  std::set<std::string> sliding;
  for (const JointDof& dof : joint_dofs(figure))
    if (dof.slides) sliding.insert(dof.name);
  std::vector<ActuatorSpec> scaled;
  for (ActuatorSpec& a : figure.actuators) {
    for (BodyPointSpec& point : a.between) point.at *= scales.of(point.body).length;
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
void scale_targets(FigureSpec& figure, const Scales& scales) {
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
    for (RampSpec& ramp : program.ramps) scale(ramp.joint, ramp.to);
}

void scale_legs(FigureSpec& figure, const Scales& scales) {
  for (LegSpec& leg : figure.legs) {
    if (!leg.feet.empty()) leg.tip = leg.tip.cwiseProduct(scales.of(leg.feet[0]).factors());
    if (!leg.pads) continue;
    for (FootPadSpec& pad : *leg.pads) {
      pad.at = pad.at.cwiseProduct(scales.of(pad.body).factors());
      if (pad.within) *pad.within *= scales.of(pad.body).length;
    }
  }
}

void scale_skins(FigureSpec& figure, const Scales& scales) {
  for (SkinSpec& skin : figure.skins) {
    if (skin.from == SkinSource::mesh) continue;  // it follows the bodies: stretch_skin()
    for (double* length : {&skin.cell, &skin.melt, &skin.soften, &skin.offset, &skin.blend})
      *length *= scales.length;
  }
}

// Returns the figure at these scales; its masses are `masses`.
std::optional<FigureSpec> scaled(const FigureSpec& figure, const Scales& scales,
                                 const std::vector<double>& masses, Findings& findings) {
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

// The factor of lengths at which the person with these shares is `height` times as tall as the
// figure: longer heads need shorter legs. Lengths by fractions alone stay what they are, and must
// add up to the height. Reports what makes that impossible.
std::optional<double> length_factor(const FigureSpec& figure, const std::vector<PersonShare>& parts,
                                    double height, const std::vector<double>& masses,
                                    Findings& findings) {
  const PersonSpec& person = *figure.person;
  if (std::all_of(parts.begin(), parts.end(),
                  [](const PersonShare& part) { return part.keeps_lengths(); }))
    return height;
  const auto as_asked =
      scaled(figure, scales_of(figure, parts, height, masses, true), masses, findings);
  if (!as_asked) return {};
  const double too_tall = tallness(*as_asked) / (height * tallness(figure));
  const bool by_fractions =
      !person.fractions.empty() &&
      std::all_of(person.proportions.begin(), person.proportions.end(),
                  [](const PersonPartSpec& p) { return p.length == 1 && p.at == Vec3::Ones(); });
  if (!by_fractions) return height / too_tall;
  if (std::abs(too_tall - 1) < most_height_change) return height;
  findings.report(person.place, "fractions",
                  fmt::format("lengths that add up to {:.3g} of the height", too_tall),
                  fmt::format("1, within {:.0f} %", 100 * most_height_change));
  return {};
}

bool check_person(const PersonSpec& person, double height, double mass, Findings& findings) {
  const std::size_t before = findings.problems.size();
  const double bmi = mass / (height * height);
  if (bmi < least_bmi || bmi > most_bmi)
    findings.report(
        person.place, person.mass ? "mass" : "height",
        fmt::format("{:.4g} kg at {:.4g} m: a body mass index of {:.3g} kg/m2", mass, height, bmi),
        fmt::format("a living person's, {:g} to {:g} kg/m2", least_bmi, most_bmi));
  return findings.problems.size() == before;
}

void check_density(const FigureSpec& before, const FigureSpec& after, Findings& findings) {
  const double old = sum(masses_of(before)) / total_volume(before);
  const double now = sum(masses_of(after)) / total_volume(after);
  if (now < most_density_change * old && old < most_density_change * now) return;
  findings.report(
      before.person->place, "proportions",
      fmt::format("girths that make a mean density of {:.4g} kg/m3 out of {:.4g}", now, old),
      fmt::format("a density within {:.0f} % of the figure's, as people's are",
                  100 * (most_density_change - 1)));
}

}  // namespace

void scale_to_person(FigureSpec& figure, Findings& findings) {
  if (!figure.person) return;
  const PersonSpec& person = *figure.person;
  if (!figure.stature) {
    findings.report(person.place, "height", "a person in a figure without stature",
                    "`stature:` of the figure, the height that it has as it is written");
    return;
  }
  const double height = person.height.value_or(*figure.stature) / *figure.stature;
  const double own_mass = sum(masses_of(figure));
  const double mass = person.mass.value_or(own_mass * height * height * height);
  const std::size_t before = findings.problems.size();
  const std::vector<PersonShare> parts = person_shares(figure, findings);
  if (!check_person(person, height * *figure.stature, mass, findings)) return;
  if (findings.problems.size() > before) return;
  const std::vector<double> masses = new_masses(figure, parts, mass, findings);
  if (masses.empty()) return;
  const auto length = length_factor(figure, parts, height, masses, findings);
  if (!length) return;
  auto out = scaled(figure, scales_of(figure, parts, *length, masses, false), masses, findings);
  if (!out) return;
  check_density(figure, *out, findings);
  figure = std::move(*out);
}

}  // namespace gambol
