#pragma once

// How much larger a figure is than another one, or than its file says.

#include <optional>

#include "figure/figure_spec.h"
#include "schema/scale_tree.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Of a figure as its file says to that of the longest side `size`, to the person or to the animal
// that the nodes of a shot say. Identity where they cannot be read or do not fit: loading the
// figure reports it.
Similarity similarity_of_size(const FigureSpec& figure, const YamlNode& size);
Similarity similarity_of_person(const FigureSpec& figure, const YamlNode& person);
Similarity similarity_of_animal(const FigureSpec& figure, const YamlNode& animal);
// Of a figure to another one: by the heights of their legs, of figures without legs by their
// longest sides, and by their masses. Nothing if only one of them has legs.
std::optional<Similarity> similarity_of_figures(const FigureSpec& own, const FigureSpec& other);

}  // namespace gambol
