#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figure/grow.h"
#include "figure/rest_limbs.h"
#include "schema/fields.h"
#include "schema/file_kinds.h"
#include "schema/loader.h"
#include "schema/names.h"
#include "schema/report.h"

namespace gambol {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void check_waves_of(const GenomeSpec& genome, const SegmentGenes& s, Findings& findings) {
  const std::vector<std::string> axes = axes_of(s.joint);
  const auto most = static_cast<std::size_t>(genome.drive.harmonics);
  for (const WaveSpec& wave : s.waves) {
    if (std::find(axes.begin(), axes.end(), wave.name) == axes.end())
      findings.report(wave.place, "name", in_quotes(wave.name),
                      fmt::format("an axis of the joint {}: {}", name_of(s.joint), joined(axes)));
    for (const auto& [field, size] :
         {std::pair("gains", wave.gains.size()), std::pair("shifts", wave.shifts.size())})
      if (size > most)
        findings.report(wave.place, field, fmt::format("{} of them", size),
                        fmt::format("at most {}, one for each harmonic", most));
  }
}

void check_segment(const GenomeSpec& genome, const SegmentGenes& s, Findings& findings) {
  if (!(s.length > 0) || !(s.radius > 0)) return;  // reported when they were read
  const double end = s.end_radius.value_or(s.radius);
  if (std::abs(end - s.radius) >= s.length)
    findings.report(s.place, "end_radius", "one end within the other",
                    "a length greater than the difference of the radii");
  check_waves_of(genome, s, findings);
}

// Parts that are joined may share what is round their joint: then the far end has to be clear.
double depth(const RestSegment& a, const RestSegment& b) {
  const bool joined =
      b.limb >= 0 && b.index >= 0 &&
      ((a.limb < 0 && b.index == 0) || (a.limb == b.limb && b.index == a.index + 1));
  if (!joined) return overlap(a, b);
  RestSegment tip = b;
  // Almost a point: an axis needs a length.
  tip.from = b.to + 1e-6 * (b.from - b.to);
  tip.radius = b.end_radius;
  return overlap(a, tip);
}

void check_overlaps(const GenomeSpec& genome, Findings& findings) {
  constexpr double touching = 1e-6;  // m
  const std::vector<RestSegment> all = rest_segments(genome);
  for (std::size_t b = 1; b < all.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      const double d = depth(all[a], all[b]);
      if (d <= touching) continue;
      findings.report(all[b].genes->place, "",
                      fmt::format("{} {:.3g} m deep in {} at rest", all[b].name, d, all[a].name),
                      "segments that touch only at their common joint");
      return;
    }
}

bool is_whole(const GenomeSpec& genome) {
  const auto sound = [](double x) { return x > 0; };
  if (!sound(genome.trunk.length) || !sound(genome.trunk.front) || !sound(genome.trunk.back))
    return false;
  for (const LimbGenes& limb : genome.limbs) {
    if (limb.segments.empty()) return false;
    for (const SegmentGenes& s : limb.segments)
      if (!sound(s.length) || !sound(s.radius)) return false;
  }
  return true;
}

}  // namespace

const FieldInfo& describe_genome() {
  return describe_file<GenomeSpec>("genome",
                                   "a creature as evolution changes it: body, limbs, waves");
}

void check_genome(const GenomeSpec& genome, Findings& findings) {
  const std::size_t before = findings.problems.size();
  const TrunkGenes& trunk = genome.trunk;
  if (trunk.length > 0 && std::abs(trunk.front - trunk.back) >= trunk.length)
    findings.report(trunk.place, "length", "one end within the other",
                    "a length greater than the difference of the radii");
  for (const LimbGenes& limb : genome.limbs) {
    if (limb.segments.empty() && findings.written(limb.place, "segments"))
      findings.report(limb.place, "segments", "none", "at least one");
    for (const SegmentGenes& s : limb.segments) check_segment(genome, s, findings);
  }
  for (std::size_t i = 0; i < genome.limbs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (genome.limbs[i].name == genome.limbs[j].name)
        findings.report(genome.limbs[i].place, "name",
                        in_quotes(genome.limbs[i].name) + " a second time", "a name of its own");
  const int freedom = degrees_of_freedom(genome);
  if (freedom < least_freedom || freedom > most_freedom)
    findings.report(genome.place, "limbs", fmt::format("{} degrees of freedom", freedom),
                    fmt::format("{} to {}", least_freedom, most_freedom));
  if (findings.problems.size() == before && is_whole(genome)) check_overlaps(genome, findings);
}

GenomeSpec load_genome(const std::string& path, const YamlNode& root, Findings& findings) {
  GenomeSpec genome;
  LoadContext context{path, findings};
  const std::size_t before = findings.problems.size();
  load_document(context, root, "genome", genome, genome.name);
  if (findings.problems.size() == before) check_genome(genome, findings);
  return genome;
}

}  // namespace gambol
