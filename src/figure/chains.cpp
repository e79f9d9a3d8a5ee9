// Expands chains into bodies. The origin of a body lies on the axis of its joint, whereas
// Denavit-Hartenberg frame i lies at the far end of link i. The body of link i is therefore frame
// i-1 moved by joint i,
//
//     X_0,Bi = T_1 ... T_(i-1) Rz(theta_i) Tz(d_i),
//
// and Tx(a_i) Rx(alpha_i), the rest of T_i, places the next body on it (Girard and Maciejewski
// 1985, "seed 004", "Representing articulated limbs"). The joint position is then theta_i or d_i
// itself.

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "figure/figure_spec.h"
#include "figure/find.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

constexpr double right_angle = std::numbers::pi / 2;

std::string link_name(const ChainSpec& chain, std::size_t i) {
  const std::string& own = chain.links[i].name;
  return own.empty() ? fmt::format("{}_{}", chain.name, i + 1) : own;
}

// Makes problems that checks report for `field` of the body point at `written_field` of `owner`,
// from which the body got that field.
void stands_for(Findings& findings, const Place& body, const char* field, const Place& owner,
                const char* written_field) {
  if (const Written* written = findings.written(owner, written_field)) {
    const Written copy = *written;
    findings.record(body, field, copy);
  } else if (const Written* whole = findings.written(owner, "")) {
    const Written copy{owner, whole->key + "." + written_field, {}};
    findings.record(body, field, copy);
  }
}

ShapeSpec solid(const ChainLinkSpec& link, ShapeKind kind, double radius) {
  ShapeSpec s;
  s.place = link.place;
  s.shape.kind = kind;
  s.shape.radius = radius;
  return s;
}

// A capsule between the body's origin and the point at `end` along one of its axes.
ShapeSpec rod(const ChainLinkSpec& link, double radius, char axis, double end) {
  ShapeSpec s = solid(link, ShapeKind::capsule, radius);
  s.shape.length = std::abs(end);
  s.shape.X_BS.p = (axis == 'x' ? Vec3::UnitX() : Vec3::UnitZ()) * (end / 2);
  const RotationSpec y_to_axis =
      axis == 'x' ? RotationSpec{'z', -right_angle} : RotationSpec{'x', right_angle};
  s.shape.X_BS.R = rotation_of({y_to_axis});
  return s;
}

// Fills the shape lists of a link that the author did not write: with a capsule along d, which lies
// behind the origin of the body, and one along a, before it. A link without length is only a point
// where axes meet, and its neighbours already show it and collide there; a ball gives it inertia,
// because without mass nothing could turn it. At the end of a chain the ball also collides.
void fill_shapes(const ChainSpec& chain, const ChainLinkSpec& link, BodySpec& body,
                 Findings& findings) {
  const auto missing = [&](const char* list) {
    return !findings.written(link.place, "shapes") && !findings.written(link.place, list);
  };
  const bool inertia = missing("inertia"), collision = missing("collision"),
             visible = missing("visible");
  if (!inertia && !collision && !visible) return;
  const std::optional<double> radius = link.radius ? link.radius : chain.radius;
  if (!radius) {
    const bool bad =
        findings.written(link.place, "radius") || findings.written(chain.place, "radius");
    if (!bad)
      findings.report(link.place, "radius", "nothing",
                      "a radius of the link or of its chain, or shapes");
    body.inertia = {solid(link, ShapeKind::sphere, 1)};  // avoids a second report, of missing mass
    return;
  }
  std::vector<ShapeSpec> rods;
  if (link.d != 0) rods.push_back(rod(link, *radius, 'z', -link.d));
  if (link.a != 0) rods.push_back(rod(link, *radius, 'x', link.a));
  const bool point = rods.empty();
  if (point) rods.push_back(solid(link, ShapeKind::sphere, *radius));
  const bool last = &link == &chain.links.back();
  if (inertia) body.inertia = rods;
  if (collision && (!point || last)) body.collision = rods;
  if (visible && !point) body.visible = rods;
}

// Places the body of link i on its parent, at joint position 0.
void place_body(const ChainSpec& chain, std::size_t i, BodySpec& body) {
  const ChainLinkSpec& link = chain.links[i];
  const bool turns = link.type == JointType::rotary, slides = link.type == JointType::prismatic;
  if (!turns && link.theta != 0) body.rotate.push_back({'z', link.theta});
  if (i == 0) {
    body.parent = chain.parent;
    body.at = chain.at;
    body.rotate.insert(body.rotate.end(), chain.rotate.begin(), chain.rotate.end());
  } else {
    const ChainLinkSpec& before = chain.links[i - 1];
    body.parent = link_name(chain, i - 1);
    body.at = Vec3(before.a, 0, 0);
    if (before.alpha != 0) body.rotate.push_back({'x', before.alpha});
  }
  // A rotation about z leaves the z axis in place, so that theta does not move the origin.
  if (!slides) body.at += rotation_of(body.rotate) * Vec3(0, 0, link.d);
}

BodySpec body_of(const ChainSpec& chain, std::size_t i, Findings& findings) {
  const ChainLinkSpec& link = chain.links[i];
  BodySpec body;
  body.place = link.place;
  body.name = link_name(chain, i);
  place_body(chain, i, body);
  body.joint.place = link.place;
  body.joint.type = link.type;
  if (link.type != JointType::rotary && link.type != JointType::prismatic &&
      link.type != JointType::fixed) {
    findings.report(link.place, "type", fmt::format("a {} link", name_of(link.type)),
                    "rotary, prismatic or fixed: theta or d is the joint's position");
    body.joint.type = JointType::fixed;  // reported once
  }
  if (link.type == JointType::rotary) body.joint.initial = {link.theta};
  if (link.type == JointType::prismatic) body.joint.initial = {link.d};
  body.joint.drive = chain.drive;
  body.joint.limits = link.limits;
  body.density = link.density ? link.density : chain.density;
  body.material = link.material.empty() ? chain.material : link.material;
  body.inertia = link.inertia;
  body.collision = link.collision;
  body.visible = link.visible;
  fill_shapes(chain, link, body, findings);
  stands_for(findings, link.place, "initial", link.place,
             link.type == JointType::prismatic ? "d" : "theta");
  stands_for(findings, link.place, "parent", chain.place, "parent");
  if (link.name.empty()) stands_for(findings, link.place, "name", chain.place, "name");
  return body;
}

LegSpec leg_of(const ChainSpec& chain, Findings& findings) {
  LegSpec leg;
  leg.place = chain.leg->place;
  leg.name = chain.name;
  leg.side = chain.leg->side;
  leg.row = chain.leg->row;
  leg.inmost = chain.leg->inmost;
  leg.feet = {link_name(chain, chain.links.size() - 1)};
  leg.tip = Vec3(chain.links.back().a, 0, 0);
  leg.upper_joint = link_name(chain, 0);
  stands_for(findings, leg.place, "name", chain.place, "name");
  return leg;
}

// A prismatic joint may lengthen the chain even if it begins at 0.
bool has_length(const ChainSpec& chain) {
  return std::any_of(chain.links.begin(), chain.links.end(), [](const ChainLinkSpec& link) {
    return link.a != 0 || link.d != 0 || link.type == JointType::prismatic;
  });
}

// A link whose own name lacks `from` is not mirrored, and the rest of the mirrored chain would hang
// on the original.
void check_mirrored_names(const FigureSpec& figure, const ChainSpec& chain, Findings& findings) {
  if (!figure.mirror || figure.mirror->from.empty()) return;
  const std::string& from = figure.mirror->from;
  if (chain.name.find(from) == chain.name.npos) return;
  for (const ChainLinkSpec& link : chain.links)
    if (!link.name.empty() && link.name.find(from) == link.name.npos)
      findings.report(
          link.place, "name", in_quotes(link.name),
          fmt::format("a name with {} in it, as the chain is mirrored", in_quotes(from)));
}

}  // namespace

void expand_chains(FigureSpec& figure, Findings& findings) {
  for (const ChainSpec& chain : figure.chains) {
    if (chain.links.empty()) {
      // A list that could not be read has been reported.
      if (findings.written(chain.place, "links"))
        findings.report(chain.place, "links", "no links", "at least one");
      continue;
    }
    check_mirrored_names(figure, chain, findings);
    if (!has_length(chain))
      findings.report(chain.place, "links", "links without length", "an a or a d that is not 0");
    for (std::size_t i = 0; i < chain.links.size(); ++i)
      figure.bodies.push_back(body_of(chain, i, findings));
    if (chain.leg) figure.legs.push_back(leg_of(chain, findings));
  }
}

}  // namespace gambol
