#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "figure/grow.h"
#include "figure/grow_tree.h"
#include "figure/rest_limbs.h"

namespace gambol {
namespace {

struct Torques {
  double limit = 0, stiffness = 0, damping = 0;
};
Torques torques_of(const GenomeSpec& genome, const SegmentGenes& s) {
  const double limit = genome.drive.stress * std::pow(s.radius, 3);
  const double stiffness = limit / genome.drive.give;
  return {limit, stiffness, stiffness * genome.drive.delay};
}

YamlNode capsule(TreeGrower& grow, double length, double radius, double end, const Vec3& at,
                 const char* turn) {
  YamlNode solid = grow.map();
  add(solid, "radius", grow.number(radius));
  add(solid, "length", grow.number(length));
  if (end != radius) add(solid, "end_radius", grow.number(end));
  YamlNode shape = grow.map();
  add(shape, "capsule", std::move(solid));
  add(shape, "at", grow.numbers({at.x(), at.y(), at.z()}));
  add(shape, "rotate", grow.list({grow.text(turn)}));
  return shape;
}

YamlNode ball(TreeGrower& grow, double radius, const Vec3& at) {
  YamlNode shape = grow.map();
  add(shape, "sphere", grow.number(radius));
  add(shape, "at", grow.numbers({at.x(), at.y(), at.z()}));
  return shape;
}

// Eyes look ahead, from the upper front of the trunk, a pupil in each.
void add_eyes(TreeGrower& grow, YamlNode& visible, const GenomeSpec& genome, double height) {
  const FeatureGenes& f = genome.features;
  const double radius = genome.trunk.front;
  const Vec3 front(genome.trunk.length / 2, 0, height);
  for (double side : {1.0, -1.0}) {
    const Vec3 to(std::cos(f.up) * std::cos(f.aside), side * std::cos(f.up) * std::sin(f.aside),
                  std::sin(f.up));
    const Vec3 look = (Vec3::UnitX() + to).normalized();
    const Vec3 eye = front + radius * (1 - f.eye / 2) * to;
    // Half of a pupil stands out of its eye.
    const Vec3 pupil = eye + radius * (f.eye - f.pupil / 2) * look;
    for (const auto& [size, at, material] :
         {std::tuple(f.eye, eye, "eye"), std::tuple(f.pupil, pupil, "pupil")}) {
      if (size <= 0) continue;
      YamlNode shape = ball(grow, size * radius, at);
      add(shape, "material", grow.text(material));
      add(shape, "layer", grow.text("eyes"));
      visible.items.push_back(std::move(shape));
    }
  }
}

YamlNode grown_trunk(TreeGrower& grow, const GenomeSpec& genome, double height) {
  const TrunkGenes& trunk = genome.trunk;
  grow.stand_at(trunk.place);
  const auto solid = [&] {
    return grow.list(
        {capsule(grow, trunk.length, trunk.back, trunk.front, Vec3(0, 0, height), "z -90 deg")});
  };
  YamlNode body = grow.map();
  add(body, "name", grow.text("trunk"));
  add(body, "inertia", solid());
  add(body, "collision", solid());
  YamlNode visible = solid();
  add_eyes(grow, visible, genome, height);
  add(body, "visible", std::move(visible));
  return body;
}

// Equal coordinates of the joints of a pair mean mirrored postures.
Vec3 axis_of(const std::string& name, double side) {
  if (name == "swing") return {0, -1, 0};
  if (name == "spread") return {side, 0, 0};
  return {0, 0, side};
}

YamlNode grown_joint(TreeGrower& grow, const SegmentGenes& s, double side, double limit) {
  YamlNode joint = grow.map();
  const std::vector<std::string> axes = axes_of(s.joint);
  const char* type = axes.size() == 1 ? "rotary" : axes.size() == 2 ? "universal" : "gimbal";
  add(joint, "type", grow.text(type));
  constexpr const char* keys[] = {"axis", "axis2", "axis3"};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Vec3 axis = axis_of(axes[i], side);
    add(joint, keys[i], grow.numbers({axis.x(), axis.y(), axis.z()}));
  }
  add(joint, "most_torque", grow.number(limit));
  return joint;
}

YamlNode grown_segment(TreeGrower& grow, const GenomeSpec& genome, const GrownLimb& limb,
                       std::size_t i, double height) {
  const SegmentGenes& s = limb.genes->segments[i];
  grow.stand_at(s.place);
  const double end = s.end_radius.value_or(s.radius);
  YamlNode body = grow.map();
  add(body, "name", grow.text(fmt::format("{}_{}", limb.name, i + 1)));
  add(body, "parent", grow.text(i == 0 ? "trunk" : fmt::format("{}_{}", limb.name, i)));
  const Vec3 at =
      i == 0 ? Vec3(limb.at + Vec3(0, 0, height)) : Vec3(0, 0, -limb.genes->segments[i - 1].length);
  add(body, "at", grow.numbers({at.x(), at.y(), at.z()}));
  // Rotations about the parent's axes, in order.
  YamlNode rotate = grow.list({grow.text(fmt::format("y {}", -s.bend))});
  if (i == 0) {
    rotate.items.push_back(grow.text(fmt::format("y {}", -limb.genes->fore)));
    rotate.items.push_back(grow.text(fmt::format("x {}", limb.side * limb.genes->out)));
  }
  add(body, "rotate", std::move(rotate));
  add(body, "joint", grown_joint(grow, s, limb.side, torques_of(genome, s).limit));
  if (i > 0 && i + 1 == limb.genes->segments.size())
    add(body, "material", grow.text(genome.features.sock));
  const auto solid = [&] {
    return grow.list(
        {capsule(grow, s.length, s.radius, end, Vec3(0, 0, -s.length / 2), "x -90 deg")});
  };
  add(body, "inertia", solid());
  add(body, "collision", solid());
  add(body, "visible", solid());
  return body;
}

// The names of the degrees of freedom of a body's joint, as figures have them.
std::string freedom(const std::string& body, const std::vector<std::string>& axes,
                    const std::string& axis) {
  if (axes.size() == 1) return body;
  const auto at = std::find(axes.begin(), axes.end(), axis) - axes.begin();
  return fmt::format("{}.r{}", body, at + 1);
}

// An axis without a wave of its own is held at rest.
void add_waves(TreeGrower& grow, YamlNode& waves, const GenomeSpec& genome, const GrownLimb& limb,
               std::size_t i) {
  const SegmentGenes& s = limb.genes->segments[i];
  const Torques torques = torques_of(genome, s);
  const std::vector<std::string> axes = axes_of(s.joint);
  for (const std::string& axis : axes) {
    WaveSpec wave;
    wave.place = s.place;
    for (const WaveSpec& w : s.waves)
      if (w.name == axis) wave = w;
    grow.stand_at(wave.place);
    YamlNode node = grow.map();
    add(node, "name", grow.text(freedom(fmt::format("{}_{}", limb.name, i + 1), axes, axis)));
    add(node, "centre", grow.number(wave.centre.value_or(0)));
    add(node, "amplitude", grow.number(wave.amplitude));
    add(node, "phase", grow.number(wave.phase + (limb.lags ? limb.genes->lag : 0)));
    add(node, "gains", grow.numbers(wave.gains));
    add(node, "shifts", grow.numbers(wave.shifts));
    add(node, "stiffness", grow.number(wave.stiffness.value_or(torques.stiffness)));
    add(node, "damping", grow.number(wave.damping.value_or(torques.damping)));
    if (wave.most_torque) add(node, "most_torque", grow.number(*wave.most_torque));
    waves.items.push_back(std::move(node));
  }
}

YamlNode grown_stop(TreeGrower& grow, const GenomeSpec& genome, const GrownLimb& limb,
                    std::size_t i) {
  const SegmentGenes& s = limb.genes->segments[i];
  grow.stand_at(s.place);
  const Torques torques = torques_of(genome, s);
  const double stiffness = torques.limit / genome.drive.stop;
  YamlNode stop = grow.map();
  add(stop, "type", grow.text("limit"));
  const std::string body = fmt::format("{}_{}", limb.name, i + 1);
  add(stop, "joints", grow.list({grow.text(body)}));
  add(stop, "lower", grow.number(-s.range));
  add(stop, "upper", grow.number(s.range));
  add(stop, "stiffness", grow.number(stiffness));
  add(stop, "damping", grow.number(stiffness * genome.drive.delay));
  return stop;
}

YamlNode grown_leg(TreeGrower& grow, const GrownLimb& limb, int row) {
  grow.stand_at(limb.genes->place);
  YamlNode leg = grow.map();
  add(leg, "name", grow.text(limb.name));
  add(leg, "side", grow.text(limb.side > 0 ? "left" : "right"));
  add(leg, "row", grow.text(std::to_string(row)));
  // The whole limb may bear; its end is what is planted.
  YamlNode feet = grow.list({});
  for (std::size_t i = limb.genes->segments.size(); i-- > 0;)
    feet.items.push_back(grow.text(fmt::format("{}_{}", limb.name, i + 1)));
  add(leg, "feet", std::move(feet));
  const double length = limb.genes->segments.back().length;
  add(leg, "tip", grow.numbers({0, 0, -length}));
  return leg;
}

// One surface around all parts.
YamlNode grown_skin(TreeGrower& grow, const GenomeSpec& genome) {
  const double size = std::max(genome.trunk.front, genome.trunk.back);
  const FeatureGenes& f = genome.features;
  YamlNode skin = grow.map();
  add(skin, "name", grow.text("hide"));
  add(skin, "from", grow.text("shapes"));
  add(skin, "around", grow.list({grow.text("form")}));
  add(skin, "layer", grow.text("skin"));
  add(skin, "cell", grow.number(f.cell * size));
  add(skin, "melt", grow.number(f.melt * size));
  add(skin, "soften", grow.number(f.soften * size));
  add(skin, "blend", grow.number(f.melt * size));
  return skin;
}

// Rows of limbs from the front, as gaits count them.
int row_of(const GenomeSpec& genome, const LimbGenes& limb) {
  int row = 0;
  for (const LimbGenes& other : genome.limbs)
    row += other.at > limb.at || (other.at == limb.at && &other < &limb);
  return row;
}

}  // namespace

YamlNode grow_figure(const GenomeSpec& genome) {
  TreeGrower grow(genome.place);
  const double height = -lowest(rest_segments(genome));
  YamlNode bodies = grow.list({grown_trunk(grow, genome, height)});
  YamlNode stops = grow.list({}), legs = grow.list({}), list = grow.list({});
  for (const GrownLimb& limb : grown_limbs(genome)) {
    for (std::size_t i = 0; i < limb.genes->segments.size(); ++i) {
      bodies.items.push_back(grown_segment(grow, genome, limb, i, height));
      stops.items.push_back(grown_stop(grow, genome, limb, i));
      add_waves(grow, list, genome, limb, i);
    }
    legs.items.push_back(grown_leg(grow, limb, row_of(genome, *limb.genes)));
  }
  grow.stand_at(genome.drive.place);
  YamlNode waves = grow.map();
  add(waves, "period", grow.number(genome.drive.period));
  add(waves, "beta", grow.number(genome.drive.beta));
  add(waves, "harmonics", grow.text(std::to_string(genome.drive.harmonics)));
  add(waves, "joints", std::move(list));
  grow.stand_at(genome.place);
  YamlNode figure = grow.map();
  add(figure, "figure", grow.text(genome.name));
  if (!genome.about.empty()) add(figure, "about", grow.text(genome.about));
  add(figure, "density", grow.number(genome.density));
  add(figure, "material", grow.text(genome.features.hide));
  add(figure, "layer", grow.text("form"));
  add(figure, "layers", grow.list({grow.text("skin"), grow.text("eyes")}));
  add(figure, "bodies", std::move(bodies));
  add(figure, "actuators", std::move(stops));
  add(figure, "legs", std::move(legs));
  add(figure, "waves", std::move(waves));
  add(figure, "skins", grow.list({grown_skin(grow, genome)}));
  return figure;
}

}  // namespace gambol
