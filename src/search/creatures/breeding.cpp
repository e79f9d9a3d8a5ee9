#include "search/creatures/breeding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "figure/grow.h"
#include "search/creatures/genes.h"

namespace gambol {
namespace {

int drawn_count(const Vec2& range, Random& random) {
  const int least = static_cast<int>(range.x()), most = static_cast<int>(range.y());
  return least + static_cast<int>(random.uniform() * (most - least + 1));
}

template <class T>
T& any_of(std::vector<T>& list, Random& random) {
  return list[static_cast<std::size_t>(random.uniform() * static_cast<double>(list.size()))];
}

LimbJoint drawn_joint(Random& random) {
  // A limb's every joint may be of any kind; hinges that swing are what most legs are made of.
  constexpr LimbJoint kinds[] = {LimbJoint::swing,     LimbJoint::swing,  LimbJoint::universal,
                                 LimbJoint::universal, LimbJoint::spread, LimbJoint::twist,
                                 LimbJoint::ball};
  return kinds[static_cast<std::size_t>(random.uniform() * std::size(kinds))];
}

// Five digits.
double rounded(double x) { return std::strtod(fmt::format("{:.5g}", x).c_str(), nullptr); }

}  // namespace

Breeder::Breeder(const EvolutionSpec& run, GenomeSpec start)
    : run_(run), start_(std::move(start)) {}

std::string Breeder::why_no_body(const GenomeSpec& genome) const {
  const Vec2 &limbs = run_.ranges.limbs, &freedom = run_.ranges.freedom;
  const int have = degrees_of_freedom(genome);
  const double count = static_cast<double>(genome.limbs.size());
  if (evolves() && (have < freedom.x() || have > freedom.y()))
    return fmt::format("{} degrees of freedom", have);
  if (evolves() && (count < limbs.x() || count > limbs.y())) return fmt::format("{} limbs", count);
  Findings findings;
  check_genome(genome, findings);
  return findings.problems.empty() ? "" : findings.problems[0].found;
}

void Breeder::require_bodies() const {
  Random random(run_.seed);
  std::string why;
  for (int i = 0; i < most_drawn; ++i) {
    GenomeSpec genome = drawn(random);
    finish(genome);
    why = why_no_body(genome);
    if (why.empty()) return;
  }
  Problem problem;
  problem.place = run_.ranges.place.file.empty() ? run_.place : run_.ranges.place;
  problem.key = "ranges";
  problem.found =
      fmt::format("no body among {} genomes that were drawn: the last has {}", most_drawn, why);
  problem.expected = "ranges within which limbs find room";
  throw InputError(problem);
}

WaveSpec Breeder::drawn_wave(const std::string& axis, Random& random) const {
  WaveSpec wave;
  wave.name = axis;
  wave.centre = 0;
  wave.gains.assign(static_cast<std::size_t>(start_.drive.harmonics), 1);
  wave.shifts.assign(wave.gains.size(), 0);
  each_gene(wave, run_.ranges, [&](Gene gene) { gene.redraw(random); });
  return wave;
}

SegmentGenes Breeder::drawn_segment(Random& random, bool first) const {
  SegmentGenes segment;
  segment.end_radius = 0;
  segment.joint = drawn_joint(random);
  each_gene(segment, run_.ranges, [&](Gene gene) { gene.redraw(random); });
  if (first) segment.bend = 0;
  return segment;
}

LimbGenes Breeder::drawn_limb(Random& random) const {
  LimbGenes limb;
  each_gene(limb, run_.ranges, [&](Gene gene) { gene.redraw(random); });
  const int segments = drawn_count(run_.ranges.segments, random);
  for (int i = 0; i < segments; ++i) limb.segments.push_back(drawn_segment(random, i == 0));
  return limb;
}

GenomeSpec Breeder::drawn(Random& random) const {
  GenomeSpec genome = start_;
  each_gene(genome.drive, run_.ranges, [&](Gene gene) { gene.redraw(random); });
  if (evolves()) {
    each_gene(genome.trunk, run_.ranges, [&](Gene gene) { gene.redraw(random); });
    genome.limbs.clear();
    const int limbs = drawn_count(run_.ranges.limbs, random);
    for (int i = 0; i < limbs; ++i) genome.limbs.push_back(drawn_limb(random));
  }
  for (LimbGenes& limb : genome.limbs) {
    limb.lag = random.uniform() < 0.5 ? 0 : 0.5;
    for (SegmentGenes& segment : limb.segments) segment.waves.clear();
  }
  complete_waves(genome, random);
  return genome;
}

void Breeder::complete_waves(GenomeSpec& genome, Random& random) const {
  for (LimbGenes& limb : genome.limbs)
    for (SegmentGenes& segment : limb.segments) {
      std::vector<WaveSpec> waves;
      for (const std::string& axis : axes_of(segment.joint)) {
        const auto known = std::find_if(segment.waves.begin(), segment.waves.end(),
                                        [&](const WaveSpec& w) { return w.name == axis; });
        waves.push_back(known != segment.waves.end() ? *known : drawn_wave(axis, random));
      }
      segment.waves = std::move(waves);
    }
}

// Limbs are named by their place; genes get five digits.
void Breeder::finish(GenomeSpec& genome) const {
  each_gene(genome.trunk, run_.ranges, [](Gene gene) { gene.value = rounded(gene.value); });
  each_gene(genome.drive, run_.ranges, [](Gene gene) { gene.value = rounded(gene.value); });
  for (std::size_t i = 0; i < genome.limbs.size(); ++i) {
    LimbGenes& limb = genome.limbs[i];
    if (evolves()) limb.name = std::string(1, static_cast<char>('a' + i));
    each_gene(limb, run_.ranges, [](Gene gene) { gene.value = rounded(gene.value); });
    for (SegmentGenes& segment : limb.segments) {
      each_gene(segment, run_.ranges, [](Gene gene) { gene.value = rounded(gene.value); });
      if (evolves()) segment.end_radius = rounded(*segment.end_radius);
      for (WaveSpec& wave : segment.waves)
        each_gene(wave, run_.ranges, [](Gene gene) { gene.value = rounded(gene.value); });
    }
  }
}

GenomeSpec Breeder::founder(Random& random) const {
  GenomeSpec genome;
  // One that makes a body is drawn before long; the start's does.
  for (int i = 0; i < most_drawn; ++i) {
    genome = drawn(random);
    finish(genome);
    if (is_sound(genome)) return genome;
  }
  return start_;
}

GenomeSpec Breeder::child(const GenomeSpec& mother, const GenomeSpec* father,
                          Random& random) const {
  for (int i = 0; i < run_.breeding.tries; ++i) {
    GenomeSpec child = mother;
    if (father) mix(child, *father, random);
    if (evolves() && random.uniform() < run_.breeding.structure) change_structure(child, random);
    complete_waves(child, random);
    change_genes(child, random);
    finish(child);
    if (is_sound(child)) return child;
  }
  return mother;
}

// Each limb comes whole from one of the parents, and so do trunk and period. With a fixed
// morphology both have the same limbs.
void Breeder::mix(GenomeSpec& child, const GenomeSpec& father, Random& random) const {
  constexpr double half = 0.5;
  if (random.uniform() < half) child.trunk = father.trunk;
  if (random.uniform() < half) child.drive = father.drive;
  for (std::size_t i = 0; i < father.limbs.size(); ++i) {
    if (random.uniform() < half) continue;
    if (i < child.limbs.size())
      child.limbs[i] = father.limbs[i];
    else
      child.limbs.push_back(father.limbs[i]);
  }
}

void Breeder::change_structure(GenomeSpec& genome, Random& random) const {
  LimbGenes& limb = any_of(genome.limbs, random);
  switch (static_cast<int>(random.uniform() * 7)) {
    case 0:
      genome.limbs.push_back(drawn_limb(random));
      return;
    case 1: {  // a copy elsewhere along the trunk
      LimbGenes copy = limb;
      copy.at = random.uniform();
      copy.fore = random.between(run_.ranges.fore.x(), run_.ranges.fore.y());
      genome.limbs.push_back(std::move(copy));
      return;
    }
    case 2:
      genome.limbs.erase(genome.limbs.begin() + (&limb - genome.limbs.data()));
      return;
    case 3:
      if (static_cast<double>(limb.segments.size()) < run_.ranges.segments.y())
        limb.segments.push_back(drawn_segment(random, false));
      return;
    case 4:
      if (static_cast<double>(limb.segments.size()) > run_.ranges.segments.x())
        limb.segments.pop_back();
      return;
    case 5:
      any_of(limb.segments, random).joint = drawn_joint(random);
      return;
    default:
      limb.lag = limb.lag == 0 ? 0.5 : 0;
  }
}

void Breeder::change_genes(GenomeSpec& genome, Random& random) const {
  const BreedingSpec& breeding = run_.breeding;
  const auto change = [&](Gene gene) {
    if (random.uniform() >= breeding.chance) return;
    if (random.uniform() < breeding.redraw)
      gene.redraw(random);
    else
      gene.shift(breeding.reach, random);
  };
  each_gene(genome.drive, run_.ranges, change);
  if (evolves()) each_gene(genome.trunk, run_.ranges, change);
  for (LimbGenes& limb : genome.limbs) {
    if (evolves()) each_gene(limb, run_.ranges, change);
    each_lag(limb, change);
    for (SegmentGenes& segment : limb.segments) {
      if (evolves()) each_gene(segment, run_.ranges, change);
      for (WaveSpec& wave : segment.waves) each_gene(wave, run_.ranges, change);
    }
  }
  if (evolves())
    for (LimbGenes& limb : genome.limbs) limb.segments[0].bend = 0;
}

}  // namespace gambol
