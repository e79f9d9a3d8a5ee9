#pragma once

// Gait patterns: which foot is on the ground when (Girard and Maciejewski 1985, PODA, "seed 004",
// "Gait design in PODA"; the gaits that its figure 5 names are in figures/gaits.yaml).
//
// The convention is Eq. 9 of seed 004: at time t of a gait of period P, the leg with relative phase
// R is in the state
//
//   legState = (R P + t) mod P.
//
// Its foot is placed when the state is 0, at t = (1 - R) P, and lifted when the state is the
// support duration. (The text of seed 004 calls R the share of the period before the leg is lifted,
// which is a different quantity.) Of two legs, the one with the larger phase is therefore ahead.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "figure/figure_spec.h"
#include "schema/names.h"

namespace gambol {

class Findings;

// A phase for each leg, each list from front to back.
struct GaitPhases {
  Place place;
  std::vector<double> left, right, middle;
};
void fields(Fields& v, GaitPhases& of);

// Phases for any number of rows: row * between_rows, plus `across` for the right legs and half of
// it for those in the middle. With a
// positive between_rows each row is ahead of the row in front of it: steps run from the rear to the
// front.
struct GaitRule {
  Place place;
  double between_rows = 0, across = 0;
};
void fields(Fields& v, GaitRule& of);

struct GaitPattern {
  Place place;
  std::string name;
  std::string about;
  std::optional<double> duty_factor;  // typical; a gait's design may give another
  std::optional<GaitPhases> phases;   // one of these two; default: those of the gait named `name`
  std::optional<GaitRule> rule;
};
void fields(Fields& v, GaitPattern& of);

// A gaits file.
struct GaitTable {
  Place place;
  std::string name;
  std::string about;
  std::vector<GaitPattern> patterns;
};
void fields(Fields& v, GaitTable& of);

// Reads and checks a gaits file. Throws InputError with every problem found.
GaitTable load_gaits(const std::string& path);
// Returns the path of figures/gaits.yaml, which comes with gambol.
std::string common_gaits_file();

// Returns the gait of that name; nullptr if there is none.
const GaitPattern* find_gait(const GaitTable& table, const std::string& name);

// Completes an author's gait, which has a name (`{name: trot}`), its own pattern, or both: fields
// that are not written are taken from the gait of that name in the table. Returns "", or else what
// an error message should say was expected.
std::string resolve_gait(const GaitTable& table, GaitPattern& gait);

// Checks one gait, of a gaits file or of a controller.
void check_gait(const GaitPattern& gait, Findings& findings);

// Returns why legs cannot walk by a resolved pattern; "" if they can. A leg may be missing in a
// row.
std::string gait_misfit(const GaitPattern& pattern, const std::vector<LegSpec>& legs);
// Returns R of each leg, in [0, 1). The pattern must fit the legs.
std::vector<double> phases_of(const GaitPattern& pattern, const std::vector<LegSpec>& legs);

// Returns the leg's state as a share of the period, in [0, 1), after the given number of cycles of
// the gait. The foot is on the ground while the state is below the duty factor.
double leg_state(double relative_phase, double cycles);

}  // namespace gambol
