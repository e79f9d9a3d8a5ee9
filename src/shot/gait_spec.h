#pragma once

// Gait patterns: which foot is on the ground when (seed 004, "Gait design in PODA"; the gaits that
// its figure 5 named are in figures/gaits.yaml).
//
// The convention is the seed's Eq. 9: the leg with relative phase R is, at the time t of a gait of
// period P, in the state
//
//   legState = (R P + t) mod P.
//
// Its foot is placed when the state is 0, at t = (1 - R) P, and lifted when the state is the
// support duration. (The seed's text calls R the share of the period before the leg is lifted,
// which is another thing.) So of two legs the one with the larger phase is ahead.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "shot/figure_spec.h"

namespace gambol {

// A phase for each leg, each list from front to back.
struct GaitPhases {
  Place place;
  std::vector<double> left, right;
};

// Phases for any number of rows: row * between_rows, and `across` more for the right legs. Each row
// is ahead of the one before it: steps run from the rear to the front.
struct GaitRule {
  Place place;
  double between_rows = 0, across = 0;
};

struct GaitPattern {
  Place place;
  std::string name;
  std::string about;
  std::optional<double> duty_factor;  // typical; a gait's design may give another
  std::optional<GaitPhases> phases;   // one of these two, else those of the gait of that name
  std::optional<GaitRule> rule;
};

// A gaits file.
struct GaitTable {
  Place place;
  std::string name;
  std::string about;
  std::vector<GaitPattern> patterns;
};

// Reads and checks a gaits file. Throws InputError with every problem found.
GaitTable load_gaits(const std::string& path);
// figures/gaits.yaml, which comes with gambol.
std::string common_gaits_file();

// nullptr if there is none.
const GaitPattern* find_gait(const GaitTable& table, const std::string& name);

// An author's gait, `{name: trot}` or one written out, or both: what is written counts, the rest is
// as the table's gait of that name has it. "" or what is wrong with it.
std::string resolve_gait(const GaitTable& table, GaitPattern& gait);

// Why legs cannot walk by a resolved pattern; "" if they can. A row may have lost a leg.
std::string gait_misfit(const GaitPattern& pattern, const std::vector<LegSpec>& legs);
// R of each leg, from 0 to below 1. The pattern fits the legs.
std::vector<double> phases_of(const GaitPattern& pattern, const std::vector<LegSpec>& legs);

// The leg's state as a share of the period, from 0 to below 1, after so many cycles of the gait:
// its foot is on the ground while that is below the duty factor.
double leg_state(double relative_phase, double cycles);

}  // namespace gambol
