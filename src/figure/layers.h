#pragma once

// Tells which shapes and skins of a figure are seen. Those without a layer are always seen.

#include <optional>
#include <string>
#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

// Returns the layer of a visible shape: its own, else the figure's; may be empty.
const std::string& layer_of(const FigureSpec& figure, const ShapeSpec& shape);

// Returns the layers of all visible shapes and skins of the figure, each once, in their order.
std::vector<std::string> layers_of(const FigureSpec& figure);

// Returns whether a layer is seen: one of those `chosen` by the shot or, if it does not choose, by
// the figure. All layers are seen if neither chooses.
bool is_seen(const FigureSpec& figure, const std::optional<std::vector<std::string>>& chosen,
             const std::string& layer);

}  // namespace gambol
