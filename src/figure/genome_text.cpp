// Genomes as YAML.

#include <fmt/format.h>

#include "figure/grow.h"
#include "figure/grow_tree.h"
#include "schema/tree_path.h"

namespace gambol {
namespace {

YamlNode wave_tree(TreeGrower& grow, const WaveSpec& w) {
  YamlNode node = grow.map();
  if (w.centre) add(node, "centre", grow.number(*w.centre));
  add(node, "amplitude", grow.number(w.amplitude));
  add(node, "phase", grow.number(w.phase));
  add(node, "gains", grow.numbers(w.gains));
  if (!w.shifts.empty()) add(node, "shifts", grow.numbers(w.shifts));
  if (w.stiffness) add(node, "stiffness", grow.number(*w.stiffness));
  if (w.damping) add(node, "damping", grow.number(*w.damping));
  if (w.most_torque) add(node, "most_torque", grow.number(*w.most_torque));
  return node;
}

YamlNode segment_tree(TreeGrower& grow, const SegmentGenes& s) {
  YamlNode node = grow.map();
  add(node, "joint", grow.text(std::string(name_of(s.joint))));
  if (s.bend != 0) add(node, "bend", grow.number(s.bend));
  add(node, "length", grow.number(s.length));
  add(node, "radius", grow.number(s.radius));
  if (s.end_radius) add(node, "end_radius", grow.number(*s.end_radius));
  add(node, "range", grow.number(s.range));
  if (s.waves.empty()) return node;
  YamlNode waves = grow.map();
  for (const WaveSpec& w : s.waves) add(waves, w.name.c_str(), wave_tree(grow, w));
  add(node, "waves", std::move(waves));
  return node;
}

YamlNode limb_tree(TreeGrower& grow, const LimbGenes& l) {
  YamlNode node = grow.map();
  add(node, "pair", grow.text(l.pair ? "true" : "false"));
  add(node, "at", grow.number(l.at));
  add(node, "around", grow.number(l.around));
  add(node, "out", grow.number(l.out));
  add(node, "fore", grow.number(l.fore));
  add(node, "lag", grow.number(l.lag));
  YamlNode segments = grow.list({});
  for (const SegmentGenes& s : l.segments) segments.items.push_back(segment_tree(grow, s));
  add(node, "segments", std::move(segments));
  return node;
}

YamlNode drive_tree(TreeGrower& grow, const DriveGenes& d) {
  YamlNode node = grow.map();
  add(node, "period", grow.number(d.period));
  add(node, "beta", grow.number(d.beta));
  add(node, "harmonics", grow.text(std::to_string(d.harmonics)));
  add(node, "stress", grow.number(d.stress));
  add(node, "give", grow.number(d.give));
  add(node, "delay", grow.number(d.delay));
  add(node, "stop", grow.number(d.stop));
  return node;
}

YamlNode feature_tree(TreeGrower& grow, const FeatureGenes& f) {
  YamlNode node = grow.map();
  const FeatureGenes usual;
  const auto put = [&](const char* key, double x, double as_usual) {
    if (x != as_usual) add(node, key, grow.number(x));
  };
  put("eye", f.eye, usual.eye);
  put("pupil", f.pupil, usual.pupil);
  put("aside", f.aside, usual.aside);
  put("up", f.up, usual.up);
  put("melt", f.melt, usual.melt);
  put("cell", f.cell, usual.cell);
  put("soften", f.soften, usual.soften);
  if (f.hide != usual.hide) add(node, "hide", grow.text(f.hide));
  if (f.sock != usual.sock) add(node, "sock", grow.text(f.sock));
  return node;
}

}  // namespace

YamlNode genome_tree(const GenomeSpec& g) {
  TreeGrower grow{Place{}};
  YamlNode trunk = grow.map();
  add(trunk, "length", grow.number(g.trunk.length));
  add(trunk, "front", grow.number(g.trunk.front));
  add(trunk, "back", grow.number(g.trunk.back));
  YamlNode limbs = grow.map();
  for (const LimbGenes& l : g.limbs) add(limbs, l.name.c_str(), limb_tree(grow, l));
  YamlNode tree = grow.map();
  add(tree, "genome", grow.text(g.name));
  if (!g.about.empty()) {
    add(tree, "about", grow.text(g.about));
    tree.entries.back().value.quoted = true;
  }
  add(tree, "density", grow.number(g.density));
  add(tree, "trunk", std::move(trunk));
  add(tree, "drive", drive_tree(grow, g.drive));
  if (YamlNode features = feature_tree(grow, g.features); !features.entries.empty())
    add(tree, "features", std::move(features));
  add(tree, "limbs", std::move(limbs));
  return tree;
}

std::string genome_text(const GenomeSpec& genome) { return yaml_text(genome_tree(genome)); }

}  // namespace gambol
