#pragma once

// Noise out of a picture, but nothing else: see denoised().

#include <vector>

#include "render/sampling.h"

namespace gambol {

// The plain means of all light, row by row.
std::vector<Float3> means(const ViewPixels& pixels);

// What shines itself has no noise and stays as it is. All other light, divided by the surfaces'
// colours, is smoothed over pixels that are alike: in that light, as far as its noise lets one
// tell, in colour, in normal and in coverage. How alike two pixels are is found in one half of the
// samples and applied to the other, so that noise is not taken for detail (Rousselle, Manzi and
// Zwicker, "Robust denoising using feature and color information", 2013).
std::vector<Float3> denoised(const ViewPixels& pixels);

}  // namespace gambol
