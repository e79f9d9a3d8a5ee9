#pragma once

// The picture's pixels, from those of a view and their neighbours: see PixelPlane::reconstruct().

#include <tbb/parallel_for.h>

#include <vector>

#include "render/plane.h"
#include "render/sampling.h"

namespace gambol {

inline void put(Float3 c, float* to) { to[0] = c.x, to[1] = c.y, to[2] = c.z; }

// `count` numbers of each pixel: values(sums of the pixel, numbers).
template <int count, class Values>
std::vector<PixelPlane> planes_of(const ViewPixels& pixels, const Values& values) {
  std::vector<PixelPlane> planes;
  for (int i = 0; i < count; ++i) planes.emplace_back(pixels.width(), pixels.height());
  tbb::parallel_for(0, pixels.height(), [&](int y) {
    for (int x = 0; x < pixels.width(); ++x) {
      float numbers[count] = {};
      values(pixels.at(x, y), numbers);
      for (int i = 0; i < count; ++i) planes[i].at(x, y) = numbers[i];
    }
  });
  return planes;
}

inline void reconstruct(std::vector<PixelPlane>& planes) {
  for (PixelPlane& plane : planes) plane.reconstruct();
}

// The same numbers in the picture.
template <int count, class Values>
std::vector<PixelPlane> reconstructed(const ViewPixels& pixels, const Values& values) {
  std::vector<PixelPlane> planes = planes_of<count>(pixels, values);
  reconstruct(planes);
  return planes;
}

}  // namespace gambol
