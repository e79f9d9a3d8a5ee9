#include "render/denoise.h"

#include <tbb/parallel_for.h>

#include "render/reconstruct.h"

namespace gambol {
namespace {

constexpr int window = 4;        // px: radius of the search for similar pixels
constexpr int patch = 1;         // px: radius of the patches that are compared around two pixels
constexpr float color_k = 0.7f;  // tolerated difference of the guiding half, in standard errors
// The same for the mean of all samples: a glint that only the filtered half has found differs from
// its surroundings, however similar they are in the other half.
constexpr float glint_k = 0.7f;
constexpr float normal_k = 0.25f, albedo_k = 0.08f, cover_k = 0.1f;  // tolerated differences
constexpr float least_albedo = 0.02f;

static_assert(window + patch <= PixelPlane::border);
// px: the width of a tile with the patches around it, in whole registers.
constexpr int registers = PixelPlane::spare / float_lanes, span = PixelPlane::spare;
constexpr int tile_size = span - 2 * patch;

struct Planes {
  std::vector<PixelPlane> half[2];   // three each: light over albedo
  std::vector<PixelPlane> variance;  // three: of one half's mean
  std::vector<PixelPlane>
      features;                    // normal, albedo, coverage, divided by the tolerated difference
  std::vector<PixelPlane> albedo;  // three
  std::vector<PixelPlane> fibres;  // one: the share of samples that met a fibre
};

template <class Function>
void each_pixel(const ViewPixels& pixels, const Function& function) {
  tbb::parallel_for(0, pixels.height(), [&](int y) {
    for (int x = 0; x < pixels.width(); ++x) function(x, y, pixels.at(x, y));
  });
}

// What the pixel's light is divided by: its albedo. The sky has none: 1 takes its place.
Float3 divisor(const PixelSums& s) {
  const Float3 c = s.albedo * (1 / float(s.samples));
  return Float3(least_albedo) + (is_black(c) ? Float3(1) : c);
}

std::vector<PixelPlane> half_of(const ViewPixels& pixels, int half) {
  return planes_of<3>(pixels, [&](const PixelSums& s, float* to) {
    const Float3 light = s.lit_half(half), by = divisor(s);
    put({light.x / by.x, light.y / by.y, light.z / by.z}, to);
  });
}

Planes planes_of(const ViewPixels& pixels) {
  Planes p;
  p.albedo = planes_of<3>(pixels, [](const PixelSums& s, float* to) { put(divisor(s), to); });
  p.features = planes_of<7>(pixels, [](const PixelSums& s, float* to) {
    const float share = 1 / float(s.samples);
    const Float3 c = divisor(s);
    put(s.normal * (share / normal_k), to);
    put(Float3(std::sqrt(c.x), std::sqrt(c.y), std::sqrt(c.z)) * (0.5f / albedo_k), to + 3);
    to[6] = std::min(s.covered * share, 1.0f) / cover_k;
  });
  for (int h = 0; h < 2; ++h) p.half[h] = half_of(pixels, h);
  return p;
}

// A path that found a light by rare chance makes its pixel far brighter than its surroundings, and
// only in one half. Clamps each value to the largest of its neighbours in the same half and of the
// same pixel in the other half. Beyond the edge it is dark: a pixel there is no neighbour of
// itself. Hairs shine one by one: without those that do, their coat would be too dark.
void tame_outliers(const PixelPlane& fibres, std::vector<PixelPlane> (&half)[2]) {
  const std::vector<PixelPlane> before[2] = {half[0], half[1]};
  const auto tame = [&](int h, int k, int x, int y) {
    Floats most = load(before[1 - h][k].row(x, y));
    for (int v = -1; v <= 1; ++v)
      for (int u = -1; u <= 1; ++u)
        if (u != 0 || v != 0) most = larger(most, load(before[h][k].row(x + u, y + v)));
    float* value = half[h][k].row(x, y);
    const Floats own = load(value);
    store(select(load(fibres.row(x, y)) > 0.5f, own, smaller(own, most)), value);
  };
  tbb::parallel_for(0, fibres.height(), [&](int y) {
    for (int h = 0; h < 2; ++h)
      for (int k = 0; k < 3; ++k)
        for (int x = 0; x < fibres.width(); x += float_lanes) tame(h, k, x, y);
  });
}

void find_variance(Planes& p) {
  for (int k = 0; k < 3; ++k) {
    const PixelPlane &a = p.half[0][k], &b = p.half[1][k];
    PixelPlane& variance = p.variance.emplace_back(a.width(), a.height());
    tbb::parallel_for(0, a.height(), [&](int y) {
      for (int x = 0; x < a.width(); x += float_lanes) {
        const Floats d = load(a.row(x, y)) - load(b.row(x, y));
        store(0.5f * d * d, variance.row(x, y));
      }
    });
    variance.smooth(2);
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

  void filter(std::vector<PixelPlane> (&out)[2]) {
    for (int dy = -window; dy <= window; ++dy)
      for (int dx = -window; dx <= window; ++dx) {
        compare(dx, dy);
        gather(dx, dy);
      }
    const int columns = std::min(tile_size, p_.albedo[0].width() - left_);
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
          const auto here = [&](const PixelPlane& plane) { return load(plane.row(x, y)); };
          const auto there = [&](const PixelPlane& plane) {
            return load(plane.row(x + dx, y + dy));
          };
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
    for (const PixelPlane& f : p_.features) {
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
        // Glints of hairs are everywhere: they are spread.
        const Floats no_fibre = 1.0f - load(p_.fibres[0].row(x, y));
        const Floats glint = sum_across(glint_down_[j] + right) * of_glint * no_fibre;
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
  int rows() const { return std::min(tile_size, p_.albedo[0].height() - top_); }

  const Planes& p_;
  int left_, top_;
  // By half: differences of colours, weights and weighted light.
  Square apart_[2], glint_, weights_[2], sums_[2][3];
  Column apart_down_[2] = {}, glint_down_ = {};
};

}  // namespace

std::vector<PixelPlane> means(const ViewPixels& pixels) {
  return planes_of<3>(pixels, [](const PixelSums& s, float* to) { put(s.light(), to); });
}

std::vector<PixelPlane> denoised(const ViewPixels& pixels) {
  const int w = pixels.width(), h = pixels.height();
  if (pixels.at(0, 0).samples < 2) return means(pixels);  // there are no halves
  Planes planes = planes_of(pixels);
  planes.fibres = planes_of<1>(
      pixels, [](const PixelSums& s, float* to) { to[0] = s.fibres / float(s.samples); });
  tame_outliers(planes.fibres[0], planes.half);
  find_variance(planes);
  for (auto* list : {&planes.half[0], &planes.half[1], &planes.variance, &planes.features})
    for (PixelPlane& plane : *list) plane.repeat_edge();
  std::vector<PixelPlane> filtered[2];
  for (auto& half : filtered)
    for (int k = 0; k < 3; ++k) half.emplace_back(w, h);
  const int across = (w + tile_size - 1) / tile_size, down = (h + tile_size - 1) / tile_size;
  tbb::parallel_for(0, across * down, [&](int i) {
    Tile tile(planes, i % across * tile_size, i / across * tile_size);
    tile.filter(filtered);
  });
  std::vector<PixelPlane>& light = filtered[0];
  each_pixel(pixels, [&](int x, int y, const PixelSums& s) {
    float seen[3];
    put((s.seen[0] + s.seen[1]) * (1 / float(s.samples)), seen);
    for (int k = 0; k < 3; ++k)
      light[k].at(x, y) = seen[k] + 0.5f * (light[k].at(x, y) + filtered[1][k].at(x, y)) *
                                        planes.albedo[k].at(x, y);
  });
  return std::move(light);
}

}  // namespace gambol
