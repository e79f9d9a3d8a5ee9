#pragma once

// A frame of a scene as a Wavefront OBJ file with its materials (MTL; B1 and B2 of the manual of
// Wavefront's Advanced Visualizer, 1995): an object for each body that has shapes, each skin and
// the ground, in the world. y is up, as programs expect of such files; lengths are in m.

#include <string>

#include "exchange/formats/seen.h"

namespace gambol {

// `materials`: the file beside it that material_library() is written to.
std::string wavefront_text(const Scene& scene, std::size_t frame, const std::string& materials);

// Materials of all frames. Metal and roughness are also written as Pm and Pr, which programs with
// physically based materials read.
std::string material_library(const Scene& scene);

}  // namespace gambol
