#pragma once

// Uneven ground: heights on a regular grid, each cell split into two triangles (McKenna's MS
// thesis, MIT 1990, seed 000, section 4.4, `trigrid`). The grid is its own look-up table: the cost
// of finding the triangle under a point does not depend on the size of the grid. A cell is split
// along its higher diagonal, so that ridges that run across cells stay sharp.
//
// Beyond its border the ground continues with the heights of the border, level perpendicular to it.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "base/wide.h"

namespace gambol {

class HeightField {
 public:
  // A side shared by two triangles, or a side on the border. Normals are unit and point up.
  struct Edge {
    Vec3 p, q;                       // W
    Vec3 normal_right, normal_left;  // of the triangles on the right and left of p -> q
  };
  struct Under {
    double height = 0;
    Vec3 normal = Vec3::UnitZ();
  };
  // The plane of a triangle: normal . x = offset.
  struct TrianglePlane {
    Vec3 normal;
    double offset;
  };

  // Vertex (i, j), i < nx, j < ny, is at x = middle.x + (i - (nx - 1) / 2) spacing, likewise y, and
  // at height middle.z + z[j * nx + i]. nx, ny >= 2; all numbers are finite. m.
  HeightField(int nx, int ny, double spacing, const Vec3& middle, std::vector<double> z);

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  double spacing() const { return spacing_; }
  double x(int i) const { return x0_ + i * spacing_; }
  double y(int j) const { return y0_ + j * spacing_; }
  double z(int i, int j) const { return z_[static_cast<std::size_t>(j) * nx_ + i]; }
  Vec3 vertex(int i, int j) const { return {x(i), y(j), z(i, j)}; }
  // Whether cell (i, j) is split from (i, j) to (i + 1, j + 1); if not, it is split from (i + 1, j)
  // to (i, j + 1).
  bool rising_split(int i, int j) const {
    return z(i, j) + z(i + 1, j + 1) >= z(i + 1, j) + z(i, j + 1);
  }

  Under under(double x, double y) const;
  // Returns the same numbers for all points above one triangle. (x, y) lies within the border.
  TrianglePlane triangle_under(double x, double y) const;
  double height(double x, double y) const { return plane_below(x, y).height; }

  // Four heights at once.
  Wide heights(const Wide& x, const Wide& y) const;

  // The largest slope of any triangle, m/m.
  double steepest() const { return steepest_; }

  // A height that no point of the surface above the rectangle exceeds.
  double highest(double x_low, double y_low, double x_high, double y_high) const;

  // The height of the highest vertex of cell (i, j); beyond the last cell, that of the last cell.
  double top(int i, int j) const {
    const Level& c = peaks_[0];
    return c.z[static_cast<std::size_t>(std::min(j, c.ny - 1)) * c.nx + std::min(i, c.nx - 1)];
  }

  // Whether the rectangle certainly lies over one triangle.
  bool in_one_triangle(double x_low, double y_low, double x_high, double y_high) const {
    const double u0 = (x_low - x0_) * per_spacing_, u1 = (x_high - x0_) * per_spacing_;
    const double v0 = (y_low - y0_) * per_spacing_, v1 = (y_high - y0_) * per_spacing_;
    if (!(u0 > 0 && v0 > 0 && u1 < nx_ - 1 && v1 < ny_ - 1)) return false;
    const int i = static_cast<int>(u0), j = static_cast<int>(v0);
    if (i == u0 || j == v0 || u1 >= i + 1 || v1 >= j + 1) return false;
    if (rising_split(i, j)) return v0 - j > u1 - i || v1 - j < u0 - i;
    return u0 - i + v0 - j > 1 || u1 - i + v1 - j < 1;
  }

  // The cells whose squares the rectangle meets: [i_low, i_high] x [j_low, j_high]; empty if the
  // rectangle lies beyond the border.
  struct Cells {
    int i_low = 0, i_high = -1, j_low = 0, j_high = -1;
  };
  Cells cells(double x_low, double y_low, double x_high, double y_high) const;

  // Cell (i, j) owns its lower (0), left (1) and inner (2) side; indices i == nx - 1 and
  // j == ny - 1 own sides on the border. Convexity is precomputed.
  bool has_side(int i, int j, int side) const {
    return (side == 1 || i < nx_ - 1) && (side == 0 || j < ny_ - 1);
  }
  bool is_convex(int i, int j, int side) const { return bits(i, j) >> side & 1; }
  bool has_convex_side(int i, int j) const { return bits(i, j) & 7; }
  void ends_of(int i, int j, int side, Vec3& p, Vec3& q) const {
    const bool slanted = side == 2 && !rising_split(i, j);
    p = vertex(slanted ? i + 1 : i, j);
    q = vertex(side == 1 || slanted ? i : i + 1, side == 0 ? j : j + 1);
  }
  Edge edge(int i, int j, int side) const;
  // Whether a convex side ends at the vertex.
  bool may_be_corner(int i, int j) const { return bits(i, j) & corner_bit; }
  // Whether a body that is pushed along the unit vector n may touch vertex (i, j) alone: none of
  // the sides that meet there rises along n.
  bool is_corner_for(int i, int j, const Vec3& n) const;

 private:
  static constexpr std::uint8_t corner_bit = 8;
  std::uint8_t bits(int i, int j) const { return convex_[static_cast<std::size_t>(j) * nx_ + i]; }
  struct Plane {
    double height, dx, dy;  // m; rise per cell
  };
  Plane plane_below(double x, double y) const;
  // Of a triangle of cell (i, j): the one below the split, which has the cell's lower right or left
  // corner, or the one above it.
  Vec2 rise_at(int i, int j, bool upper) const;  // per cell along x and y, m
  Vec3 normal_at(int i, int j, bool upper) const;
  bool joins_one_plane(int i, int j, int side) const;
  void find_steepest();
  void find_convex();
  void find_convex_sides(int j);
  bool is_as_the_row_before(int j) const;
  void build_peaks();

  int nx_ = 0, ny_ = 0;
  double spacing_ = 0, per_spacing_ = 0, x0_ = 0, y0_ = 0, steepest_ = 0;
  std::vector<double> z_;
  std::vector<std::uint8_t> convex_;  // [vertex] a bit per side, and corner_bit
  // peaks_[k] holds the height of the highest vertex of each square of 2^k by 2^k cells; level 0
  // has one entry per cell.
  struct Level {
    int nx = 0, ny = 0;
    std::vector<double> z;
  };
  std::vector<Level> peaks_;
};

inline HeightField::Plane HeightField::plane_below(double px, double py) const {
  const double u = (px - x0_) * per_spacing_, v = (py - y0_) * per_spacing_;
  const double cu = std::clamp(u, 0.0, static_cast<double>(nx_ - 1));
  const double cv = std::clamp(v, 0.0, static_cast<double>(ny_ - 1));
  const int i = std::min(static_cast<int>(cu), nx_ - 2),
            j = std::min(static_cast<int>(cv), ny_ - 2);
  const double s = cu - i, t = cv - j;
  const double a = z(i, j), b = z(i + 1, j), c = z(i, j + 1), d = z(i + 1, j + 1);
  Plane plane;
  if (a + d >= b + c) {  // rising_split
    plane.dx = t > s ? d - c : b - a;
    plane.dy = t > s ? c - a : d - b;
    plane.height = a + s * plane.dx + t * plane.dy;
  } else if (s + t > 1) {
    plane.dx = d - c;
    plane.dy = d - b;
    plane.height = d - (1 - s) * plane.dx - (1 - t) * plane.dy;
  } else {
    plane.dx = b - a;
    plane.dy = c - a;
    plane.height = a + s * plane.dx + t * plane.dy;
  }
  if (cu != u) plane.dx = 0;  // level across the border
  if (cv != v) plane.dy = 0;
  return plane;
}

}  // namespace gambol
