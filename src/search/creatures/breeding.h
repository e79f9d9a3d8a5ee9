#pragma once

// Founders and children: genomes drawn at random, changed and mixed.

#include <string>

#include "base/random.h"
#include "figure/genome_spec.h"
#include "shot/evolution_spec.h"

namespace gambol {

// Breeds genomes within the ranges of a run. What does not evolve is taken from `start`. All genes
// have five digits, so that a genome is what its text says.
class Breeder {
 public:
  Breeder(const EvolutionSpec& run, GenomeSpec start);

  // A genome drawn at random; with a fixed morphology, the start's body.
  GenomeSpec founder(Random& random) const;
  // Throws InputError at the ranges if no body is found among many genomes that are drawn.
  void require_bodies() const;
  // A child of one parent, or of two.
  GenomeSpec child(const GenomeSpec& mother, const GenomeSpec* father, Random& random) const;

 private:
  bool evolves() const { return run_.morphology == Morphology::evolving; }
  bool is_sound(const GenomeSpec& genome) const { return why_no_body(genome).empty(); }
  std::string why_no_body(const GenomeSpec& genome) const;
  GenomeSpec drawn(Random& random) const;
  LimbGenes drawn_limb(Random& random) const;
  SegmentGenes drawn_segment(Random& random, bool first) const;
  WaveSpec drawn_wave(const std::string& axis, Random& random) const;
  // Gives every axis of a joint its wave, and removes the others.
  void complete_waves(GenomeSpec& genome, Random& random) const;
  void mix(GenomeSpec& child, const GenomeSpec& father, Random& random) const;
  void change_structure(GenomeSpec& genome, Random& random) const;
  void change_genes(GenomeSpec& genome, Random& random) const;
  void finish(GenomeSpec& genome) const;

  static constexpr int most_drawn = 10000;
  EvolutionSpec run_;
  GenomeSpec start_;
};

}  // namespace gambol
