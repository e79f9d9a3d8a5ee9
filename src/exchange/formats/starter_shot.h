#pragma once

// The shot that an import writes beside its figures, so that they are seen at once.

#include <string>
#include <vector>

#include "exchange/formats/imported.h"
#include "figure/figure_spec.h"

namespace gambol {

// How large figures are, and where.
struct ImportedBounds {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  // m, of all that is seen or collides
  double touch_high = 0;                         // m: the top of what collides

  Vec3 middle() const { return (low + high) / 2; }
  double reach() const { return (high - low).norm() / 2; }
};

// Of a loaded figure in the posture in which the shot begins, turned as in its first frame, with
// the root's origin at 0.
ImportedBounds bounds_of(const ImportedFigure& made, const FigureSpec& figure);

// The text of the shot. `specs` [figure] are the figures as loaded, `files` [figure] their files as
// the shot names them. Puts figures that stand on the ground: sets their `at`. The ground lies at
// the height of the file's, or lower if what is held would begin below it.
std::string starter_shot(Imported& made, const std::vector<FigureSpec>& specs,
                         const std::vector<std::string>& files);

}  // namespace gambol
