#include "geometry/height_field.h"

#include <cassert>

namespace gambol {
namespace {

// Sides whose triangles are tilted to each other by less than this (rad) count as flat.
constexpr double flat_turn = 1e-6;

}  // namespace

HeightField::HeightField(int nx, int ny, double spacing, const Vec3& middle, std::vector<double> z)
    : nx_(nx),
      ny_(ny),
      spacing_(spacing),
      per_spacing_(1 / spacing),
      x0_(middle.x() - (nx - 1) * spacing / 2),
      y0_(middle.y() - (ny - 1) * spacing / 2),
      z_(std::move(z)) {
  assert(nx >= 2 && ny >= 2 && z_.size() == static_cast<std::size_t>(nx) * ny);
  for (double& h : z_) h += middle.z();
  find_steepest();
  find_convex();
  build_peaks();
}

Vec2 HeightField::rise_at(int i, int j, bool upper) const {
  const double a = z(i, j), b = z(i + 1, j), c = z(i, j + 1), d = z(i + 1, j + 1);
  const bool left = rising_split(i, j) == upper;  // the triangle has the cell's left side
  return {upper ? d - c : b - a, left ? c - a : d - b};
}

Vec3 HeightField::normal_at(int i, int j, bool upper) const {
  const Vec2 rise = rise_at(i, j, upper);
  return Vec3(-rise.x(), -rise.y(), spacing_).normalized();
}

HeightField::Under HeightField::under(double px, double py) const {
  const Plane plane = plane_below(px, py);
  return {plane.height, Vec3(-plane.dx, -plane.dy, spacing_).normalized()};
}

HeightField::TrianglePlane HeightField::triangle_under(double px, double py) const {
  const Vec3 n = under(px, py).normal;
  const int i = std::clamp(static_cast<int>((px - x0_) * per_spacing_), 0, nx_ - 2);
  const int j = std::clamp(static_cast<int>((py - y0_) * per_spacing_), 0, ny_ - 2);
  return {n, n.dot(vertex(rising_split(i, j) ? i : i + 1, j))};  // a vertex of both triangles
}

HeightField::Edge HeightField::edge(int i, int j, int side) const {
  Edge e;
  ends_of(i, j, side, e.p, e.q);
  const bool right = i < nx_ - 1, up = j < ny_ - 1;
  const double outside = spacing_ / 4;
  const Vec3 middle = (e.p + e.q) / 2;
  const auto beyond = [&](double dx, double dy) {
    return under(middle.x() + dx, middle.y() + dy).normal;
  };
  if (side == 0) {
    e.normal_left = up ? normal_at(i, j, false) : beyond(0, outside);
    e.normal_right = j > 0 ? normal_at(i, j - 1, true) : beyond(0, -outside);
  } else if (side == 1) {
    e.normal_right = right ? normal_at(i, j, rising_split(i, j)) : beyond(outside, 0);
    e.normal_left = i > 0 ? normal_at(i - 1, j, !rising_split(i - 1, j)) : beyond(-outside, 0);
  } else {
    e.normal_right = normal_at(i, j, !rising_split(i, j));
    e.normal_left = normal_at(i, j, rising_split(i, j));
  }
  return e;
}

bool HeightField::is_corner_for(int i, int j, const Vec3& n) const {
  constexpr double slack = 1e-9;
  const Vec3 p = vertex(i, j);
  for (int dj = -1; dj <= 1; ++dj) {
    for (int di = -1; di <= 1; ++di) {
      const int a = i + di, b = j + dj;
      if ((di == 0 && dj == 0) || a < 0 || b < 0 || a >= nx_ || b >= ny_) continue;
      if (di != 0 && dj != 0) {  // a diagonal, where the cell is split along it
        const bool rising = rising_split(std::min(i, a), std::min(j, b));
        if (rising != (di == dj)) continue;
      }
      const Vec3 side = vertex(a, b) - p;
      if (n.dot(side) > slack * side.norm()) return false;
    }
  }
  // Beyond the border the ground continues level.
  if ((i == 0 && n.x() < -slack) || (i == nx_ - 1 && n.x() > slack)) return false;
  if ((j == 0 && n.y() < -slack) || (j == ny_ - 1 && n.y() > slack)) return false;
  return true;
}

void HeightField::find_steepest() {
  double most = 0;  // the square of the rise of the steepest one
  for (int j = 0; j + 1 < ny_; ++j) {
    if (j > 0 && is_as_the_row_before(j) && is_as_the_row_before(j + 1)) continue;
    for (int i = 0; i + 1 < nx_; ++i) {
      for (bool upper : {false, true}) {
        const double rise = rise_at(i, j, upper).squaredNorm();
        if (rise <= 0.999 * most) continue;  // it cannot be steeper, however slopes are rounded
        const Vec3 n = normal_at(i, j, upper);
        steepest_ = std::max(steepest_, std::hypot(n.x(), n.y()) / n.z());
        most = std::max(most, rise);
      }
    }
  }
}

// True if the two triangles of a side, none of them beyond the border, rise alike: such a side is
// not convex. Most are, and to know it takes no square root.
bool HeightField::joins_one_plane(int i, int j, int side) const {
  const auto alike = [&](int i, int j, bool upper, int other_i, int other_j, bool other_upper) {
    return rise_at(i, j, upper) == rise_at(other_i, other_j, other_upper);
  };
  if (side == 0) return j > 0 && j < ny_ - 1 && alike(i, j, false, i, j - 1, true);
  if (side == 1)
    return i > 0 && i < nx_ - 1 &&
           alike(i, j, rising_split(i, j), i - 1, j, !rising_split(i - 1, j));
  return alike(i, j, false, i, j, true);
}

// Sides of row j alone; their corners are marked afterwards.
void HeightField::find_convex_sides(int j) {
  for (int i = 0; i < nx_; ++i) {
    std::uint8_t& bits = convex_[static_cast<std::size_t>(j) * nx_ + i];
    for (int side = 0; side < 3; ++side) {
      if (!has_side(i, j, side) || joins_one_plane(i, j, side)) continue;
      const Edge e = edge(i, j, side);
      const Vec3 along = e.q - e.p;
      if (e.normal_left.cross(e.normal_right).dot(along) > flat_turn * along.norm())
        bits |= static_cast<std::uint8_t>(1 << side);
    }
  }
}

void HeightField::find_convex() {
  convex_.assign(z_.size(), 0);
  const auto row = [&](int j) { return convex_.begin() + static_cast<std::ptrdiff_t>(j) * nx_; };
  int alike = 1;  // rows up to j + 1 that have the same heights
  for (int j = 0; j < ny_; ++j) {
    alike = j + 1 < ny_ && is_as_the_row_before(j + 1) ? alike + 1 : 1;
    // Within the border a row's sides depend on the heights of the rows before and behind it.
    if (alike >= 4 && j + 1 < ny_)
      std::copy_n(row(j - 1), nx_, row(j));
    else
      find_convex_sides(j);
  }
  for (int j = 0; j < ny_; ++j) {
    for (int i = 0; i < nx_; ++i) {
      const std::uint8_t convex = bits(i, j) & 7;
      for (int side = 0; convex >> side != 0; ++side) {
        if (!(convex >> side & 1)) continue;
        const bool slanted = side == 2 && !rising_split(i, j);
        const auto mark = [&](int a, int b) {
          convex_[static_cast<std::size_t>(b) * nx_ + a] |= corner_bit;
        };
        mark(slanted ? i + 1 : i, j);
        mark(side == 1 || slanted ? i : i + 1, side == 0 ? j : j + 1);
      }
    }
  }
}

bool HeightField::is_as_the_row_before(int j) const {
  const auto row = z_.begin() + static_cast<std::ptrdiff_t>(j) * nx_;
  return std::equal(row, row + nx_, row - nx_);
}

void HeightField::build_peaks() {
  Level cells{nx_ - 1, ny_ - 1, {}};
  for (int j = 0; j < cells.ny; ++j)
    for (int i = 0; i < cells.nx; ++i)
      cells.z.push_back(std::max({z(i, j), z(i + 1, j), z(i, j + 1), z(i + 1, j + 1)}));
  peaks_.push_back(std::move(cells));
  while (peaks_.back().nx > 1 || peaks_.back().ny > 1) {
    const Level& fine = peaks_.back();
    Level coarse{(fine.nx + 1) / 2, (fine.ny + 1) / 2, {}};
    coarse.z.assign(static_cast<std::size_t>(coarse.nx) * coarse.ny, -INFINITY);
    for (int j = 0; j < fine.ny; ++j) {
      for (int i = 0; i < fine.nx; ++i) {
        double& top = coarse.z[static_cast<std::size_t>(j / 2) * coarse.nx + i / 2];
        top = std::max(top, fine.z[static_cast<std::size_t>(j) * fine.nx + i]);
      }
    }
    peaks_.push_back(std::move(coarse));
  }
}

Wide HeightField::heights(const Wide& x, const Wide& y) const {
  const auto clamp = [](const Wide& u, double most) {
    const Wide above = u < 0.0 ? wide(0) : u;
    return above > most ? wide(most) : above;
  };
  const Wide u = clamp((x - x0_) * per_spacing_, nx_ - 1);
  const Wide v = clamp((y - y0_) * per_spacing_, ny_ - 1);
  Wide i, j, a, b, c, d;
  for (int k = 0; k < lanes; ++k) {
    const int column = std::min(static_cast<int>(u[k]), nx_ - 2);
    const int row = std::min(static_cast<int>(v[k]), ny_ - 2);
    const double* corner = &z_[static_cast<std::size_t>(row) * nx_ + column];
    i[k] = column, j[k] = row;
    a[k] = corner[0], b[k] = corner[1], c[k] = corner[nx_], d[k] = corner[nx_ + 1];
  }
  const Wide s = u - i, t = v - j;
  const WideMask rising = a + d >= b + c;
  const WideMask upper = rising ? t > s : s + t > 1.0;
  const Wide dx = upper ? d - c : b - a;
  const Wide dy = (rising ? upper : ~upper) ? c - a : d - b;
  return ~rising & upper ? d - (1.0 - s) * dx - (1.0 - t) * dy : a + s * dx + t * dy;
}

double HeightField::highest(double x_low, double y_low, double x_high, double y_high) const {
  const auto cell = [this](double at, double origin, int cells) {
    const double c = (at - origin) * per_spacing_;
    return static_cast<int>(std::clamp(c, 0.0, cells - 0.5));  // truncates: the value is >= 0
  };
  int i0 = cell(x_low, x0_, nx_ - 1), i1 = cell(x_high, x0_, nx_ - 1);
  int j0 = cell(y_low, y0_, ny_ - 1), j1 = cell(y_high, y0_, ny_ - 1);
  std::size_t level = 0;
  while (i1 - i0 > 1 || j1 - j0 > 1) {  // at most 2 x 2 squares of some level
    i0 /= 2, i1 /= 2, j0 /= 2, j1 /= 2;
    ++level;
  }
  const Level& l = peaks_[level];
  double top = -INFINITY;
  for (int j = j0; j <= j1; ++j)
    for (int i = i0; i <= i1; ++i) top = std::max(top, l.z[static_cast<std::size_t>(j) * l.nx + i]);
  return top;
}

HeightField::Cells HeightField::cells(double x_low, double y_low, double x_high,
                                      double y_high) const {
  const double u0 = (x_low - x0_) * per_spacing_, u1 = (x_high - x0_) * per_spacing_;
  const double v0 = (y_low - y0_) * per_spacing_, v1 = (y_high - y0_) * per_spacing_;
  if (!(u1 >= 0 && v1 >= 0 && u0 <= nx_ - 1 && v0 <= ny_ - 1)) return {};
  const auto at = [](double u, int most) {
    return static_cast<int>(std::clamp(u, 0.0, static_cast<double>(most)));
  };
  // The upper limits are one more than the last cell's: the sides of the border have these indices.
  return {at(u0, nx_ - 1), at(u1, nx_ - 1), at(v0, ny_ - 1), at(v1, ny_ - 1)};
}

}  // namespace gambol
