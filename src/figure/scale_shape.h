#pragma once

// Scales a solid along the axes of its body.

#include "geometry/shape.h"

namespace gambol {

// Scales the shape and its place by `factors` along the axes of its body. A shape whose own axes
// are not the body's is scaled along each by the factor of the body's axis that is nearest to it,
// so that right angles stay; a sphere by the cube root of their product, so that its volume is
// right; the cross-section of a capsule by the least factor that is not that of `length_axis` (0 to
// 2) of the body. Returns false for a mesh or a height field, which cannot be scaled.
bool scale_shape(Shape& shape, const Vec3& factors, int length_axis);

}  // namespace gambol
