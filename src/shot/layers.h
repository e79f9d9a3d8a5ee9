#pragma once

// Which shapes and skins of a figure are seen. Something without a layer always is.

#include <string>
#include <vector>

#include "shot/shot_spec.h"

namespace gambol {

// Of a visible shape: its own, else the figure's; may be empty.
const std::string& layer_of(const FigureSpec& figure, const ShapeSpec& shape);

// Of all its visible shapes and skins, each once, in their order.
std::vector<std::string> layers_of(const FigureSpec& figure);

// As the shot says, else the figure; where neither does, all are.
bool is_seen(const CastSpec& cast, const std::string& layer);

}  // namespace gambol
