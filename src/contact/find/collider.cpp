#include "contact/find/collider.h"

#include <algorithm>
#include <numeric>

#include "geometry/mesh.h"

namespace gambol {
namespace {

constexpr int leaf_size = 2;

void finish(ConvexPart& part) {
  part.hull = hull_of(part.points);
  part.bounds = {};
  for (std::size_t i = 0; i < part.points.size(); ++i) {
    const Vec3 out = Vec3::Constant(part.radius_at(i));
    part.bounds.include(Bounds{part.points[i] - out, part.points[i] + out});
  }
}

void add_mesh(const Shape& shape, std::vector<ConvexPart>& parts) {
  const TriangleMesh mesh = solid_mesh(shape);
  for (const auto& t : mesh.triangles) {
    ConvexPart part;
    for (std::uint32_t corner : t) part.points.push_back(shape.X_BS * mesh.positions[corner]);
    part.normal = (part.points[1] - part.points[0]).cross(part.points[2] - part.points[0]);
    if (part.normal.norm() == 0) continue;  // a sliver without area touches nothing
    part.normal.normalize();
    part.one_sided = true;
    finish(part);
    parts.push_back(std::move(part));
  }
}

void add_shape(const Shape& shape, std::vector<ConvexPart>& parts) {
  if (!is_convex(shape)) return add_mesh(shape, parts);
  ConvexPart part;
  for (const ContactPoint& p : contact_points(shape)) {
    part.points.push_back(p.p_B);
    part.radii.push_back(p.radius);
  }
  part.radius = part.radii[0];
  if (std::count(part.radii.begin(), part.radii.end(), part.radius) ==
      static_cast<std::ptrdiff_t>(part.radii.size()))
    part.radii.clear();
  finish(part);
  parts.push_back(std::move(part));
}

}  // namespace

Collider::Collider(const std::vector<Shape>& shapes) {
  for (const Shape& shape : shapes) add_shape(shape, parts_);
  build();
}

Collider::Collider(std::vector<ConvexPart> parts) : parts_(std::move(parts)) {
  for (ConvexPart& part : parts_) finish(part);
  build();
}

void Collider::build() {
  order_.resize(parts_.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (!parts_.empty()) build(0, static_cast<int>(parts_.size()));
}

// Splits at the median along the axis in which the centres of the parts' bounds spread most.
int Collider::build(int first, int count) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Bounds bounds, middles;
  const auto middle = [&](int part) {
    return Vec3((parts_[part].bounds.low + parts_[part].bounds.high) / 2);
  };
  for (int k = first; k < first + count; ++k) {
    bounds.include(parts_[order_[k]].bounds);
    middles.include(middle(order_[k]));
  }
  nodes_[index].bounds = bounds;
  if (count <= leaf_size) {
    nodes_[index].first = first;
    nodes_[index].count = count;
    return index;
  }
  int axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const auto begin = order_.begin() + first;
  std::stable_sort(begin, begin + count,
                   [&](int a, int b) { return middle(a)[axis] < middle(b)[axis]; });
  const int left = build(first, count / 2);
  const int right = build(first + count / 2, count - count / 2);
  nodes_[index].left = left;
  nodes_[index].right = right;
  return index;
}

void Collider::overlapping(const Bounds& box, std::vector<int>& found) const {
  // A tree split at medians is never deeper than 64 for any number of parts that fits in memory.
  std::array<int, 64> stack;
  int size = 0;
  if (!nodes_.empty()) stack[size++] = 0;
  while (size > 0) {
    const Node& node = nodes_[stack[--size]];
    if (!node.bounds.overlaps(box)) continue;
    if (node.left >= 0) {
      stack[size++] = node.right;
      stack[size++] = node.left;
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k)
      if (parts_[order_[k]].bounds.overlaps(box)) found.push_back(order_[k]);
  }
}

Bounds moved(const Bounds& b, const Frame& X_PC) {
  const Vec3 middle = X_PC.R * ((b.low + b.high) / 2) + X_PC.p;
  const Vec3 half = X_PC.R.cwiseAbs() * ((b.high - b.low) / 2);
  return {middle - half, middle + half};
}

}  // namespace gambol
