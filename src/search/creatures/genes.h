#pragma once

// The numbers of a genome that evolve, with their ranges.

#include <algorithm>
#include <cmath>

#include "search/optimisers/normal.h"
#include "shot/evolution_spec.h"

namespace gambol {

// One number of a genome.
struct Gene {
  double& value;
  double least = 0, most = 1;
  bool turns = false;  // a phase: most is least again

  void redraw(Random& random) { value = random.between(least, most); }
  // By `reach` parts of the range, on the mean of squares.
  void shift(double reach, Random& random) {
    value += reach * (most - least) * normal(random);
    value = turns ? value - std::floor((value - least) / (most - least)) * (most - least)
                  : std::clamp(value, least, most);
  }
};

template <class Do>
void each_gene(TrunkGenes& t, const GeneRanges& r, const Do& act) {
  act(Gene{t.length, r.trunk_length.x(), r.trunk_length.y()});
  act(Gene{t.front, r.trunk_radius.x(), r.trunk_radius.y()});
  act(Gene{t.back, r.trunk_radius.x(), r.trunk_radius.y()});
}

template <class Do>
void each_gene(DriveGenes& d, const GeneRanges& r, const Do& act) {
  act(Gene{d.period, r.period.x(), r.period.y()});
}

template <class Do>
void each_gene(LimbGenes& l, const GeneRanges& r, const Do& act) {
  act(Gene{l.at, 0, 1});
  act(Gene{l.around, r.around.x(), r.around.y()});
  act(Gene{l.out, r.out.x(), r.out.y()});
  act(Gene{l.fore, r.fore.x(), r.fore.y()});
}

template <class Do>
void each_lag(LimbGenes& l, const Do& act) {
  act(Gene{l.lag, 0, 1, true});
}

// The end's radius is a part of that at the joint.
template <class Do>
void each_gene(SegmentGenes& s, const GeneRanges& r, const Do& act) {
  const double before = s.radius;
  double taper = s.end_radius.value_or(before) / (before > 0 ? before : 1);
  act(Gene{s.length, r.length.x(), r.length.y()});
  act(Gene{s.radius, r.radius.x(), r.radius.y()});
  act(Gene{taper, r.taper.x(), r.taper.y()});
  act(Gene{s.bend, r.bend.x(), r.bend.y()});
  act(Gene{s.range, r.range.x(), r.range.y()});
  s.end_radius = taper * s.radius;
}

template <class Do>
void each_gene(WaveSpec& w, const GeneRanges& r, const Do& act) {
  double centre = w.centre.value_or(0);
  act(Gene{centre, r.centre.x(), r.centre.y()});
  w.centre = centre;
  act(Gene{w.amplitude, r.amplitude.x(), r.amplitude.y()});
  act(Gene{w.phase, 0, 1, true});
  for (double& gain : w.gains) act(Gene{gain, -1, 1});
  for (double& shift : w.shifts) act(Gene{shift, 0, 1, true});
}

}  // namespace gambol
