#pragma once

// Removes Monte Carlo noise from a picture: see denoised().

#include <vector>

#include "render/plane.h"
#include "render/sampling.h"

namespace gambol {

// Linear red, green and blue of each pixel: the mean over its own samples.
std::vector<PixelPlane> means(const ViewPixels& pixels);

// The same without noise. Light that the camera sees directly from its source (PixelSums::seen) has
// no noise and stays unchanged. All other light is divided by the surfaces' albedo and smoothed
// over similar pixels: pixels whose light is equal within its noise and whose albedo, normal and
// coverage are similar. The similarity of two pixels is computed from one half of the samples and
// applied to the other, so that noise is not mistaken for detail (Rousselle, Manzi and Zwicker,
// "Robust denoising using feature and color information", 2013).
std::vector<PixelPlane> denoised(const ViewPixels& pixels);

}  // namespace gambol
