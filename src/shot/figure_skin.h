#pragma once

// Skins as they are seen, made of what a figure file says of them.

#include <string>
#include <vector>

#include "geometry/skin.h"
#include "shot/figure_spec.h"
#include "shot/findings.h"

namespace gambol {

struct FigureSkin {
  SkinMesh mesh;                       // its bodies are the figure's
  std::vector<std::string> materials;  // names; empty ones too
};

// Every vertex is bound as the mesh's file says, else by how far it is from the visible shapes of
// the skin's bodies in the rest posture. Throws InputError for a file that cannot be read.
FigureSkin make_skin(const FigureSpec& figure, const SkinSpec& skin);

// Reports grown skins whose cells would be too many. The figure is sound otherwise.
void check_cells(const FigureSpec& figure, Findings& findings);

}  // namespace gambol
