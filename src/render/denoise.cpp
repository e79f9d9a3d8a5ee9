#include "render/denoise.h"

#include <tbb/parallel_for.h>

namespace gambol {
namespace {

constexpr int window = 6;        // px: radius of the search for similar pixels
constexpr int patch = 1;         // px: radius of the patches that are compared around two pixels
constexpr float color_k = 0.5f;  // tolerated difference of the guiding half, in standard errors
// The same for the mean of all samples: a glint that only the filtered half has found differs from
// its surroundings, however similar they are in the other half.
constexpr float glint_k = 1.0f;
constexpr float normal_k = 0.25f, albedo_k = 0.08f, cover_k = 0.1f;  // tolerated differences
constexpr float least_albedo = 0.02f;

constexpr int border = window + patch;
// px: the width of a tile with the patches around it, in whole registers.
constexpr int registers = 4, span = registers * float_lanes;
constexpr int tile_size = span - 2 * patch;

// One value per pixel, row by row, for the view and a border around it, which repeats the edge.
// Rows are longer than that: what stands there is read, but changes nothing.
struct Plane {
  int width, height, stride;
  std::vector<float> v;
  Plane(int width, int height)
      : width(width),
        height(height),
        stride(width + 2 * border + span),
        v(std::size_t(stride) * (height + 2 * border)) {}
  std::size_t index(int x, int y) const { return std::size_t(y + border) * stride + x + border; }
  float& at(int x, int y) { return v[index(x, y)]; }
  float at(int x, int y) const { return v[index(x, y)]; }
  const float* row(int x, int y) const { return &v[index(x, y)]; }
  void repeat_edge() {
    for (int y = -border; y < height + border; ++y)
      for (int x = -border; x < width + border; ++x)
        if (x < 0 || y < 0 || x >= width || y >= height)
          at(x, y) = at(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
  }
};

struct Planes {
  std::vector<Plane> half[2];   // three each: light over albedo
  std::vector<Plane> variance;  // three: of one half's mean
  std::vector<Plane> features;  // normal, albedo, coverage, divided by the tolerated difference
  std::vector<Plane> albedo;    // three
};

template <class Function>
void each_row(int height, const Function& function) {
  tbb::parallel_for(0, height, function);
}

Plane smoothed(const Plane& p, int radius) {
  Plane across(p.width, p.height), both(p.width, p.height);
  const auto mean = [&](const Plane& from, int x, int y, int dx, int dy) {
    float sum = 0;
    int n = 0;
    for (int k = -radius; k <= radius; ++k) {
      const int u = x + k * dx, v = y + k * dy;
      if (u < 0 || v < 0 || u >= p.width || v >= p.height) continue;
      sum += from.at(u, v);
      ++n;
    }
    return sum / float(n);
  };
  each_row(p.height, [&](int y) {
    for (int x = 0; x < p.width; ++x) across.at(x, y) = mean(p, x, y, 1, 0);
  });
  each_row(p.height, [&](int y) {
    for (int x = 0; x < p.width; ++x) both.at(x, y) = mean(across, x, y, 0, 1);
  });
  return both;
}

Planes planes_of(const ViewPixels& pixels) {
  const int w = pixels.width(), h = pixels.height();
  Planes p;
  const auto make = [&](std::vector<Plane>& list, int n) {
    for (int i = 0; i < n; ++i) list.emplace_back(w, h);
  };
  make(p.half[0], 3), make(p.half[1], 3), make(p.variance, 3), make(p.features, 7),
      make(p.albedo, 3);
  each_row(h, [&](int y) {
    for (int x = 0; x < w; ++x) {
      const PixelSums& s = pixels.at(x, y);
      const float share = 1.0f / float(s.samples);
      const Float3 c = s.albedo * share, n = s.normal * (share / normal_k);
      // The sky has no albedo: 1 takes its place.
      const float covered = std::min(s.covered * share, 1.0f);
      const Float3 albedo = Float3(least_albedo) + (is_black(c) ? Float3(1) : c);
      const Float3 a = s.lit_half(0), b = s.lit_half(1);
      const float light[2][3] = {{a.x / albedo.x, a.y / albedo.y, a.z / albedo.z},
                                 {b.x / albedo.x, b.y / albedo.y, b.z / albedo.z}};
      const float colors[3] = {albedo.x, albedo.y, albedo.z};
      for (int k = 0; k < 3; ++k) {
        p.half[0][k].at(x, y) = light[0][k];
        p.half[1][k].at(x, y) = light[1][k];
        p.albedo[k].at(x, y) = colors[k];
        p.features[3 + k].at(x, y) = std::sqrt(colors[k]) / albedo_k * 0.5f;
      }
      p.features[0].at(x, y) = n.x, p.features[1].at(x, y) = n.y, p.features[2].at(x, y) = n.z;
      p.features[6].at(x, y) = covered / cover_k;
    }
  });
  return p;
}

// A path that found a light by rare chance makes its pixel far brighter than its surroundings, and
// only in one half. Clamps each value to the largest of its neighbours in the same half and of the
// same pixel in the other half.
void tame_outliers(Planes& p) {
  const std::vector<Plane> before[2] = {p.half[0], p.half[1]};
  const int w = p.albedo[0].width, h = p.albedo[0].height;
  for (int half = 0; half < 2; ++half)
    for (int k = 0; k < 3; ++k)
      each_row(h, [&](int y) {
        for (int x = 0; x < w; ++x) {
          float most = before[1 - half][k].at(x, y);
          for (int v = std::max(y - 1, 0); v <= std::min(y + 1, h - 1); ++v)
            for (int u = std::max(x - 1, 0); u <= std::min(x + 1, w - 1); ++u)
              if (u != x || v != y) most = std::max(most, before[half][k].at(u, v));
          float& value = p.half[half][k].at(x, y);
          value = std::min(value, most);
        }
      });
}

void find_variance(Planes& p) {
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < p.variance[k].v.size(); ++i) {
      const float d = p.half[0][k].v[i] - p.half[1][k].v[i];
      p.variance[k].v[i] = 0.5f * d * d;
    }
    p.variance[k] = smoothed(p.variance[k], 2);
  }
}

// About exp(-x) for x >= 0, and 0 from 16 on.
Floats falloff(Floats x) {
  Floats t = larger(1.0f - x * (1.0f / 16), Floats(0.0f));
  t *= t, t *= t, t *= t;
  return t * t;
}

// Filters one tile of each half's light with the similarity in the other half, both in one pass:
// features, noise and glints are the same for both.
class Tile {
 public:
  Tile(const Planes& planes, int left, int top) : p_(planes), left_(left), top_(top) {
    for (int half = 0; half < 2; ++half)
      for (Square* sum : {&weights_[half], &sums_[half][0], &sums_[half][1], &sums_[half][2]})
        for (Row& row : *sum) std::fill(row, row + registers, Floats(0));
  }

  void filter(std::vector<Plane> (&out)[2]) {
    for (int dy = -window; dy <= window; ++dy)
      for (int dx = -window; dx <= window; ++dx) {
        compare(dx, dy);
        gather(dx, dy);
      }
    const int columns = std::min(tile_size, p_.albedo[0].width - left_);
    for (int half = 0; half < 2; ++half)
      for (int y = 0; y < rows(); ++y)
        for (int x = 0; x < columns; ++x)
          for (int k = 0; k < 3; ++k)
            out[half][k].at(left_ + x, top_ + y) =
                lane(sums_[half][k][y][x / float_lanes] / weights_[half][y][x / float_lanes],
                     x % float_lanes);
  }

 private:
  using Row = Floats[registers];
  using Square = Row[span];
  using Column = float[tile_size][span + float_lanes];

  // Squared differences between each pixel of the tile and its border and the pixel (dx, dy) away,
  // over their variance: in each half, and in the mean of both.
  void compare(int dx, int dy) {
    for (int j = 0; j < rows() + 2 * patch; ++j)
      for (int i = 0; i < registers; ++i) {
        const int x = left_ - patch + i * float_lanes, y = top_ - patch + j;
        Floats first = 0, second = 0, mean = 0;
        for (int k = 0; k < 3; ++k) {
          const auto here = [&](const Plane& plane) { return load(plane.row(x, y)); };
          const auto there = [&](const Plane& plane) { return load(plane.row(x + dx, y + dy)); };
          const Floats d = here(p_.half[0][k]) - there(p_.half[0][k]);
          const Floats d2 = here(p_.half[1][k]) - there(p_.half[1][k]);
          const Floats va = here(p_.variance[k]), vb = there(p_.variance[k]);
          const Floats least = va + smaller(va, vb), both = 0.5f * (d + d2);
          const Floats share = 1.0f / (1e-6f + va + vb);
          first += (d * d - least) * share;
          second += (d2 * d2 - least) * share;
          mean += (both * both - 0.5f * least) * share;
        }
        apart_[0][j][i] = first, apart_[1][j][i] = second, glint_[j][i] = mean;
      }
  }

  // Sums over the patch around each pixel of the tile: first down, for all rows, so that the
  // unaligned loads across do not wait for the stores.
  void sum_down(const Square& of, Column& down) const {
    for (int j = 0; j < rows(); ++j)
      for (int i = 0; i < registers; ++i) {
        Floats sum = 0;
        for (int b = 0; b <= 2 * patch; ++b) sum += of[j + b][i];
        store(sum, down[j] + i * float_lanes);
      }
  }
  static Floats sum_across(const float* down) {
    Floats sum = 0;
    for (int a = 0; a <= 2 * patch; ++a) sum += load(down + a);
    return sum;
  }

  Floats feature_distance(int x, int y, int dx, int dy) const {
    Floats sum = 0;
    for (const Plane& f : p_.features) {
      const Floats d = load(f.row(x, y)) - load(f.row(x + dx, y + dy));
      sum += d * d;
    }
    return sum;
  }

  void gather(int dx, int dy) {
    constexpr float share = 1.0f / (3 * (2 * patch + 1) * (2 * patch + 1));
    // The mean of both halves has half the variance.
    constexpr float of_glint = share / (glint_k * glint_k * 0.5f);
    constexpr float of_color = share / (color_k * color_k);
    for (int half = 0; half < 2; ++half) sum_down(apart_[half], apart_down_[half]);
    sum_down(glint_, glint_down_);
    for (int j = 0; j < rows(); ++j)
      for (int i = 0; i < registers; ++i) {
        const int right = i * float_lanes, x = left_ + right, y = top_ + j;
        const Floats features = feature_distance(x, y, dx, dy);
        const Floats glint = sum_across(glint_down_[j] + right) * of_glint;
        for (int half = 0; half < 2; ++half) {
          const Floats apart = sum_across(apart_down_[1 - half][j] + right) * of_color;
          const Floats weight = falloff(larger(larger(apart, glint), Floats(0.0f)) + features);
          weights_[half][j][i] += weight;
          for (int k = 0; k < 3; ++k)
            sums_[half][k][j][i] += weight * load(p_.half[half][k].row(x + dx, y + dy));
        }
      }
  }
  // Height of the tile, clipped to the view.
  int rows() const { return std::min(tile_size, p_.albedo[0].height - top_); }

  const Planes& p_;
  int left_, top_;
  // By half: differences of colours, weights and weighted light.
  Square apart_[2], glint_, weights_[2], sums_[2][3];
  Column apart_down_[2] = {}, glint_down_ = {};
};

}  // namespace

std::vector<Float3> means(const ViewPixels& pixels) {
  std::vector<Float3> light;
  light.reserve(std::size_t(pixels.width()) * pixels.height());
  for (int y = 0; y < pixels.height(); ++y)
    for (int x = 0; x < pixels.width(); ++x) light.push_back(pixels.at(x, y).light());
  return light;
}

std::vector<Float3> denoised(const ViewPixels& pixels) {
  const int w = pixels.width(), h = pixels.height();
  if (pixels.at(0, 0).samples < 2) return means(pixels);  // there are no halves
  Planes planes = planes_of(pixels);
  tame_outliers(planes);
  find_variance(planes);
  for (auto* list : {&planes.half[0], &planes.half[1], &planes.variance, &planes.features})
    for (Plane& plane : *list) plane.repeat_edge();
  std::vector<Plane> filtered[2];
  for (auto& half : filtered)
    for (int k = 0; k < 3; ++k) half.emplace_back(w, h);
  const int across = (w + tile_size - 1) / tile_size, down = (h + tile_size - 1) / tile_size;
  tbb::parallel_for(0, across * down, [&](int i) {
    Tile tile(planes, i % across * tile_size, i / across * tile_size);
    tile.filter(filtered);
  });
  std::vector<Float3> light;
  light.reserve(std::size_t(w) * h);
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float c[3];
      for (int k = 0; k < 3; ++k)
        c[k] =
            0.5f * (filtered[0][k].at(x, y) + filtered[1][k].at(x, y)) * planes.albedo[k].at(x, y);
      const PixelSums& sums = pixels.at(x, y);
      const Float3 seen = (sums.seen[0] + sums.seen[1]) * (1.0f / float(sums.samples));
      light.push_back(seen + Float3(c[0], c[1], c[2]));
    }
  return light;
}

}  // namespace gambol
