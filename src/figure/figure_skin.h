#pragma once

// Makes the skins that are rendered from their descriptions in a figure file.

#include <string>
#include <vector>

#include "figure/figure_spec.h"
#include "geometry/skin.h"
#include "schema/findings.h"

namespace gambol {

struct FigureSkin {
  SkinMesh mesh;                       // its bodies are the figure's
  std::vector<std::string> materials;  // names; may contain an empty one
};

// Makes a skin. Each vertex is bound to bodies by the weights in the mesh's file or, if that has
// none, by its distances from the visible shapes of the skin's bodies in the rest posture. Throws
// InputError for a file that cannot be read.
FigureSkin make_skin(const FigureSpec& figure, const SkinSpec& skin);

// Reports grown skins that would need more than 50 million grid points. The figure must have no
// other problems.
void check_cells(const FigureSpec& figure, Findings& findings);

}  // namespace gambol
