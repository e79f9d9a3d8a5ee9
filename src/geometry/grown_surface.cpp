#include "geometry/grown_surface.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol {
namespace {

constexpr double far_away = 1e30;
constexpr int kept = 12;  // nearest shapes per point: several may contain each other

struct Near {
  std::array<float, kept> d;
  std::array<int, kept> shape;
  void add(float distance, int which) {
    int at = kept;
    while (at > 0 && distance < d[at - 1]) --at;
    if (at == kept) return;
    for (int k = kept - 1; k > at; --k) d[k] = d[k - 1], shape[k] = shape[k - 1];
    d[at] = distance, shape[at] = which;
  }
};

struct Grid {
  Grid(const Eigen::AlignedBox3d& box, const Growth& g)
      : margin(std::max(g.melt, 3 * g.soften) + std::abs(g.offset) + 3 * g.cell),
        low(box.min() - Vec3::Constant(margin)) {
    for (int a = 0; a < 3; ++a)
      n[a] = static_cast<int>(std::min(std::ceil((box.sizes()[a] + 2 * margin) / g.cell) + 1, 1e9));
  }
  double points() const { return double(n[0]) * n[1] * n[2]; }

  double margin;
  Vec3 low;
  std::array<int, 3> n;
};

Eigen::AlignedBox3d bounds_of(const std::vector<GrownShape>& shapes) {
  Eigen::AlignedBox3d box;
  for (const GrownShape& s : shapes) box.extend(s.distance.bounds());
  return box;
}

class GrownField {
 public:
  GrownField(const std::vector<GrownShape>& shapes, const std::function<bool(int, int)>& related,
             const Growth& g)
      : GrownField(shapes, related, g, Grid(bounds_of(shapes), g)) {}

  TriangleMesh surface() {
    values_.assign(index(0, 0, n_[2]), float(far_away));
    tbb::parallel_for(0, n_[2], [&](int k) { fill(k); });
    clamp_far();
    blur();
    fill_hollows();
    place_vertices();
    join();
    tbb::parallel_for(std::size_t(0), mesh_.positions.size(), [&](std::size_t i) { settle(i); });
    return std::move(mesh_);
  }

 private:
  GrownField(const std::vector<GrownShape>& shapes, const std::function<bool(int, int)>& related,
             const Growth& g, const Grid& grid)
      : shapes_(shapes),
        related_(related),
        g_(g),
        margin_(grid.margin),
        low_(grid.low),
        n_(grid.n) {}

  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * n_[1] + j) * n_[0] + i;
  }
  Vec3 point(int i, int j, int k) const { return low_ + g_.cell * Vec3(i, j, k); }

  // Fills one layer of the grid, with each shape only where it can matter.
  void fill(int k) {
    std::vector<Near> near(static_cast<std::size_t>(n_[0]) * n_[1]);
    for (Near& at : near) at.d.fill(float(far_away)), at.shape.fill(-1);
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
      const auto& box = shapes_[s].distance.bounds();
      const Vec3 a = (box.min() - low_ - Vec3::Constant(margin_)) / g_.cell,
                 b = (box.max() - low_ + Vec3::Constant(margin_)) / g_.cell;
      if (k < a.z() || k > b.z()) continue;
      const int i0 = std::max(0, int(std::ceil(a.x()))), i1 = std::min(n_[0] - 1, int(b.x()));
      const int j0 = std::max(0, int(std::ceil(a.y()))), j1 = std::min(n_[1] - 1, int(b.y()));
      for (int j = j0; j <= j1; ++j)
        for (int i = i0; i <= i1; ++i)
          near[static_cast<std::size_t>(j) * n_[0] + i].add(
              float(shapes_[s].distance.at(point(i, j, k))), int(s));
    }
    for (int j = 0; j < n_[1]; ++j)
      for (int i = 0; i < n_[0]; ++i) {
        const Near& at = near[static_cast<std::size_t>(j) * n_[0] + i];
        if (at.shape[0] >= 0) values_[index(i, j, k)] = float(united(at, point(i, j, k)));
      }
  }

  Vec3 direction(int shape, const Vec3& p) const {
    const double h = 0.25 * g_.cell;
    const ShapeDistance& d = shapes_[shape].distance;
    Vec3 n;
    for (int a = 0; a < 3; ++a) n[a] = d.at(p + h * Vec3::Unit(a)) - d.at(p - h * Vec3::Unit(a));
    return n.norm() > 0 ? n.normalized() : Vec3::UnitZ();
  }

  // The nearest shape's distance, reduced where a shape that it blends with is about as near.
  double united(const Near& at, const Vec3& p) const {
    double d = at.d[0];
    const auto less_by = [](double gap, double width) {
      const double h = std::max(width - gap, 0.0);
      return h * h / (4 * width);
    };
    double less = 0;
    // Farther from the surface, blending cannot change the sign.
    const double band = g_.melt / 4 + std::abs(g_.offset) + 3 * g_.soften + 2 * g_.cell;
    for (int k = 1; k < kept && g_.melt > 0 && std::abs(d) < band; ++k) {
      const double gap = at.d[k] - at.d[0];
      if (at.shape[k] < 0 || gap >= g_.melt) break;
      if (!related_(shapes_[at.shape[0]].body, shapes_[at.shape[k]].body)) continue;
      const double cosine = direction(at.shape[0], p).dot(direction(at.shape[k], p));
      // The blend is complete from 60 degrees on.
      const double angle = std::clamp(1 - cosine, 0.0, 0.5) / 0.5;
      if (angle > 0) less = std::max(less, less_by(gap, g_.melt * angle));
    }
    return d - less - g_.offset;
  }

  // Points beyond the reach of all shapes get a positive distance that is not too large to blur.
  void clamp_far() {
    const float most = float(margin_);
    tbb::parallel_for(std::size_t(0), values_.size(),
                      [&](std::size_t i) { values_[i] = std::clamp(values_[i], -most, most); });
  }

  void blur() {
    const double sigma = g_.soften / g_.cell;
    if (sigma <= 0) return;
    const int reach = static_cast<int>(std::ceil(3 * sigma));
    std::vector<float> kernel;
    double sum = 0;
    for (int k = -reach; k <= reach; ++k) sum += std::exp(-0.5 * k * k / (sigma * sigma));
    for (int k = -reach; k <= reach; ++k)
      kernel.push_back(float(std::exp(-0.5 * k * k / (sigma * sigma)) / sum));
    for (int axis = 0; axis < 3; ++axis) blur_along(axis, kernel, reach);
  }

  void blur_along(int axis, const std::vector<float>& kernel, int reach) {
    std::vector<float> out(values_.size());
    const std::size_t step = axis == 0 ? 1 : axis == 1 ? n_[0] : std::size_t(n_[0]) * n_[1];
    tbb::parallel_for(0, n_[2], [&](int k) {
      for (int j = 0; j < n_[1]; ++j)
        for (int i = 0; i < n_[0]; ++i) {
          const int at = axis == 0 ? i : axis == 1 ? j : k;
          const std::size_t here = index(i, j, k);
          float sum = 0;
          for (int o = -reach; o <= reach; ++o) {
            const int way = std::clamp(at + o, 0, n_[axis] - 1) - at;
            sum += kernel[o + reach] * values_[here + static_cast<std::ptrdiff_t>(way) *
                                                          static_cast<std::ptrdiff_t>(step)];
          }
          out[here] = sum;
        }
    });
    values_ = std::move(out);
  }

  // A cavity (outside the shapes, but enclosed by them) would have a surface of its own inside the
  // skin, which could show where bodies bend it through the skin.
  void fill_hollows() {
    std::vector<char> open(values_.size(), 0);
    std::vector<std::size_t> front{0};  // the grid's corner is outside everything
    open[0] = 1;
    const std::size_t steps[3] = {1, std::size_t(n_[0]), std::size_t(n_[0]) * n_[1]};
    while (!front.empty()) {
      const std::size_t at = front.back();
      front.pop_back();
      for (int axis = 0; axis < 3; ++axis) {
        const std::size_t along = at / steps[axis] % std::size_t(n_[axis]);
        const auto visit = [&](std::size_t next) {
          if (open[next] || values_[next] < 0) return;
          open[next] = 1;
          front.push_back(next);
        };
        if (along > 0) visit(at - steps[axis]);
        if (along + 1 < std::size_t(n_[axis])) visit(at + steps[axis]);
      }
    }
    const float inside = -float(g_.cell);
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!open[i] && values_[i] >= 0) values_[i] = inside;
  }

  // Places a vertex in every cell that the surface passes, at the mean of the points where the
  // surface crosses the cell's edges.
  void place_vertices() {
    cells_.assign(values_.size(), -1);
    for (int k = 0; k + 1 < n_[2]; ++k)
      for (int j = 0; j + 1 < n_[1]; ++j)
        for (int i = 0; i + 1 < n_[0]; ++i) place_vertex(i, j, k);
  }

  void place_vertex(int i, int j, int k) {
    float v[8];
    int inside = 0;
    for (int c = 0; c < 8; ++c) {
      v[c] = values_[index(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))];
      inside += v[c] < 0;
    }
    if (inside == 0 || inside == 8) return;
    Vec3 sum = Vec3::Zero();
    int crossings = 0;
    for (int c = 0; c < 8; ++c)
      for (int axis = 0; axis < 3; ++axis) {
        const int d = c | 1 << axis;
        if (d == c || (v[c] < 0) == (v[d] < 0)) continue;
        Vec3 p(c & 1, c >> 1 & 1, c >> 2);
        p[axis] = v[c] / (double(v[c]) - v[d]);
        sum += p;
        ++crossings;
      }
    cells_[index(i, j, k)] = static_cast<int>(mesh_.positions.size());
    mesh_.positions.push_back(point(i, j, k) + g_.cell * (sum / crossings));
  }

  // Joins the vertices of the four cells around each grid edge that the surface crosses to a quad.
  void join() {
    mesh_.normals.resize(mesh_.positions.size());
    for (int k = 0; k < n_[2]; ++k)
      for (int j = 0; j < n_[1]; ++j)
        for (int i = 0; i < n_[0]; ++i)
          for (int axis = 0; axis < 3; ++axis) join_around({i, j, k}, axis);
  }

  void join_around(const std::array<int, 3>& at, int axis) {
    std::array<int, 3> on = at;
    if (++on[axis] >= n_[axis]) return;
    const bool in = values_[index(at[0], at[1], at[2])] < 0;
    if (in == (values_[index(on[0], on[1], on[2])] < 0)) return;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<std::uint32_t, 4> q;
    int corner = 0;
    for (auto [du, dv] : {std::pair{-1, -1}, {0, -1}, {0, 0}, {-1, 0}}) {
      std::array<int, 3> cell = at;
      cell[u] += du, cell[v] += dv;
      q[corner++] = static_cast<std::uint32_t>(cells_[index(cell[0], cell[1], cell[2])]);
    }
    if (!in) std::swap(q[1], q[3]);
    const auto length = [&](int a, int b) {
      return (mesh_.positions[q[a]] - mesh_.positions[q[b]]).squaredNorm();
    };
    if (length(0, 2) <= length(1, 3)) {
      mesh_.triangles.push_back({q[0], q[1], q[2]});
      mesh_.triangles.push_back({q[0], q[2], q[3]});
    } else {
      mesh_.triangles.push_back({q[0], q[1], q[3]});
      mesh_.triangles.push_back({q[1], q[2], q[3]});
    }
  }

  double value(const Vec3& p, Vec3& gradient) const {
    const Vec3 u = (p - low_) / g_.cell;
    int c[3];
    double t[3];
    for (int a = 0; a < 3; ++a) {
      c[a] = std::clamp(static_cast<int>(u[a]), 0, n_[a] - 2);
      t[a] = u[a] - c[a];
    }
    double sum = 0;
    gradient.setZero();
    for (int corner = 0; corner < 8; ++corner) {
      double w[3], slope[3];
      for (int a = 0; a < 3; ++a) {
        const bool far = corner >> a & 1;
        w[a] = far ? t[a] : 1 - t[a];
        slope[a] = far ? 1 : -1;
      }
      const double v =
          values_[index(c[0] + (corner & 1), c[1] + (corner >> 1 & 1), c[2] + (corner >> 2))];
      sum += v * w[0] * w[1] * w[2];
      gradient += v * Vec3(slope[0] * w[1] * w[2], w[0] * slope[1] * w[2], w[0] * w[1] * slope[2]);
    }
    gradient /= g_.cell;
    return sum;
  }

  // Moves vertex i onto the surface and computes its normal from the field's differences over one
  // cell to either side. A vertex stays within its cell, so that its triangles do not fold over.
  void settle(std::size_t i) {
    Vec3& p = mesh_.positions[i];
    Vec3 slope, corner = (p - low_) / g_.cell;
    for (double& x : corner) x = std::floor(x);
    corner = low_ + g_.cell * corner;
    for (int step = 0; step < 3; ++step) {
      const double d = value(p, slope);
      const double steep = slope.squaredNorm();
      if (steep > 0.01) p -= std::clamp(d / steep, -0.5 * g_.cell, 0.5 * g_.cell) * slope;
      p = p.cwiseMax(corner).cwiseMin(corner + Vec3::Constant(g_.cell));
    }
    Vec3 n = Vec3::Zero(), unused;
    for (int a = 0; a < 3; ++a)
      n[a] =
          value(p + g_.cell * Vec3::Unit(a), unused) - value(p - g_.cell * Vec3::Unit(a), unused);
    mesh_.normals[i] = n.norm() > 0 ? n.normalized() : Vec3::UnitZ();
  }

  const std::vector<GrownShape>& shapes_;
  const std::function<bool(int, int)>& related_;
  Growth g_;
  double margin_;
  Vec3 low_;
  std::array<int, 3> n_;
  std::vector<float> values_;
  std::vector<int> cells_;  // [cell] its vertex, or -1
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh grown_surface(const std::vector<GrownShape>& shapes,
                           const std::function<bool(int, int)>& related, const Growth& growth) {
  return shapes.empty() ? TriangleMesh() : GrownField(shapes, related, growth).surface();
}

double grid_points(const Eigen::AlignedBox3d& bounds, const Growth& growth) {
  return bounds.isEmpty() ? 0 : Grid(bounds, growth).points();
}

}  // namespace gambol
