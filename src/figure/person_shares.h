#pragma once

// The shares of height and mass that the bodies of a person have, beside those of the figure as it
// is written: by a set of fractions, by `proportions`, or by both.

#include <optional>
#include <vector>

#include "figure/figure_spec.h"
#include "figure/fractions_spec.h"
#include "schema/findings.h"

namespace gambol {

// Of one body. 1 means: as in the figure as it is written.
struct PersonShare {
  double length = 1;
  std::optional<double> girth, mass;
  Vec3 at = Vec3::Ones();          // of the place of its joint, beside the parent's length
  std::vector<GirthSpec> profile;  // by `at`

  bool keeps_lengths() const { return length == 1 && at == Vec3::Ones(); }
};

// The shares of each body of `figure`, which has a person and a stature. Of the proportions that
// name a body the last one counts; it multiplies the shares of the set of fractions. Reports names
// that the figure lacks and sets that do not fit it.
std::vector<PersonShare> person_shares(const FigureSpec& figure, Findings& findings);

// The shares by a set of fractions: figure/fractions.cpp.
void add_fractions(const FigureSpec& figure, const FractionsSpec& set,
                   std::vector<PersonShare>& shares, Findings& findings);

}  // namespace gambol
