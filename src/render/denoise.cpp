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
constexpr int tile_size = 32;

constexpr int border = window + patch;

// One value per pixel, row by row, for the view and a border around it, which repeats the edge.
struct Plane {
  int width, height;
  std::vector<float> v;
  Plane(int width, int height)
      : width(width), height(height), v(std::size_t(width + 2 * border) * (height + 2 * border)) {}
  std::size_t index(int x, int y) const {
    return std::size_t(y + border) * (width + 2 * border) + x + border;
  }
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

// About exp(-x) for x >= 0, and 0 from 16 on: without a call, so that compilers vectorise it.
float falloff(float x) {
  float t = std::max(1 - x * (1.0f / 16), 0.0f);
  t *= t, t *= t, t *= t;
  return t * t;
}

// Filters one tile of one half's light with the similarity in the other half. Loops over x run over
// whole rows of the tile and its border, beyond the view too, where planes repeat the edge.
class Tile {
 public:
  Tile(const Planes& planes, int left, int top) : p_(planes), left_(left), top_(top) {}

  void filter(int guide, std::vector<Plane>& out) {
    std::fill(&weights_[0][0], &weights_[0][0] + tile_size * tile_size, 0.0f);
    std::fill(&sums_[0][0][0], &sums_[0][0][0] + 3 * tile_size * tile_size, 0.0f);
    for (int dy = -window; dy <= window; ++dy)
      for (int dx = -window; dx <= window; ++dx) {
        compare(guide, dx, dy);
        gather(p_.half[1 - guide], dx, dy);
      }
    const Plane& size = p_.albedo[0];
    for (int y = 0; y < std::min(tile_size, size.height - top_); ++y)
      for (int x = 0; x < std::min(tile_size, size.width - left_); ++x)
        for (int k = 0; k < 3; ++k)
          out[k].at(left_ + x, top_ + y) = sums_[k][y][x] / weights_[y][x];
  }

 private:
  static constexpr int span = tile_size + 2 * patch;

  // Squared differences between each pixel of the tile and its border and the pixel (dx, dy) away,
  // in units of the tolerance.
  void compare(int guide, int dx, int dy) {
    const std::vector<Plane>&light = p_.half[guide], &other = p_.half[1 - guide];
    for (int j = 0; j < rows(); ++j) {
      const int x = left_ - patch, y = top_ - patch + j;
      float *out = distance_[j], *glint = glint_[j];
      for (int i = 0; i < span; ++i) out[i] = glint[i] = 0;
      for (int k = 0; k < 3; ++k) {
        const float *a = light[k].row(x, y), *b = light[k].row(x + dx, y + dy);
        const float *a2 = other[k].row(x, y), *b2 = other[k].row(x + dx, y + dy);
        const float *va = p_.variance[k].row(x, y), *vb = p_.variance[k].row(x + dx, y + dy);
        for (int i = 0; i < columns(); ++i) {
          const float d = a[i] - b[i], all = 0.5f * (d + a2[i] - b2[i]);
          const float least = va[i] + std::min(va[i], vb[i]), scale = 1e-6f + va[i] + vb[i];
          out[i] += (d * d - least) / (color_k * color_k * scale);
          // The mean of both halves has half the variance.
          glint[i] += (all * all - 0.5f * least) / (glint_k * glint_k * 0.5f * scale);
        }
      }
    }
  }

  // Sums `of` over the patch around each pixel of the tile's row j.
  void sum_patches(const float (&of)[span][span], int j, float* sums) const {
    float across[span];
    for (int i = 0; i < columns(); ++i) {
      across[i] = 0;
      for (int b = 0; b <= 2 * patch; ++b) across[i] += of[j + b][i];
    }
    for (int i = 0; i < columns() - 2 * patch; ++i) {
      sums[i] = 0;
      for (int a = 0; a <= 2 * patch; ++a) sums[i] += across[i + a];
    }
  }

  void gather(const std::vector<Plane>& light, int dx, int dy) {
    constexpr float share = 1.0f / (3 * (2 * patch + 1) * (2 * patch + 1));
    for (int j = 0; j < rows() - 2 * patch; ++j) {
      const int y = top_ + j, n = columns() - 2 * patch;
      float apart[tile_size], glint[tile_size];
      sum_patches(distance_, j, apart);
      sum_patches(glint_, j, glint);
      for (int i = 0; i < n; ++i) apart[i] = std::max(std::max(apart[i], glint[i]) * share, 0.0f);
      for (const Plane& f : p_.features) {
        const float *here = f.row(left_, y), *there = f.row(left_ + dx, y + dy);
        for (int i = 0; i < n; ++i) apart[i] += (here[i] - there[i]) * (here[i] - there[i]);
      }
      for (int i = 0; i < n; ++i) apart[i] = falloff(apart[i]);
      for (int i = 0; i < n; ++i) weights_[j][i] += apart[i];
      for (int k = 0; k < 3; ++k) {
        const float* there = light[k].row(left_ + dx, y + dy);
        for (int i = 0; i < n; ++i) sums_[k][j][i] += apart[i] * there[i];
      }
    }
  }
  // Size of the tile and its patches, clipped to the view and its patches.
  int rows() const { return std::min(span, p_.albedo[0].height + 2 * patch - top_); }
  int columns() const { return std::min(span, p_.albedo[0].width + 2 * patch - left_); }

  const Planes& p_;
  int left_, top_;
  float distance_[span][span], glint_[span][span], weights_[tile_size][tile_size],
      sums_[3][tile_size][tile_size];
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
    tile.filter(0, filtered[1]);
    tile.filter(1, filtered[0]);
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
