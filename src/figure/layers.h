#pragma once

// Tells which shapes and skins of a figure are seen. Those without a layer are always seen.

#include <string>
#include <vector>

#include "shot/shot_spec.h"

namespace gambol {

// Returns the layer of a visible shape: its own, else the figure's; may be empty.
const std::string& layer_of(const FigureSpec& figure, const ShapeSpec& shape);

// Returns the layers of all visible shapes and skins of the figure, each once, in their order.
std::vector<std::string> layers_of(const FigureSpec& figure);

// Returns whether a layer is seen: chosen by the shot or, if the shot does not choose, by the
// figure. All layers are seen if neither chooses.
bool is_seen(const CastSpec& cast, const std::string& layer);

}  // namespace gambol
