#pragma once

// Low-discrepancy samples: one Sobol' (0,2)-sequence for the whole frame, walked pixel by pixel
// along a Morton curve, so that the samples of a pixel, and of each block of 2x2, 4x4, … pixels,
// are stratified together (Ahmed and Wonka, "Screen-space blue-noise diffusion of Monte Carlo
// sampling error", 2020). Each pair of dimensions has its own Owen scrambling by hash (Burley,
// "Practical hash-based Owen scrambling", JCGT 2020). A function of frame, pixel, sample and
// dimension alone.

#include <cstdint>

namespace gambol {

struct Sample2 {
  float x, y;  // in [0, 1)
};

inline std::uint32_t mix_bits(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x21f0aaadu;
  x ^= x >> 15;
  x *= 0xd35a2d97u;
  return x ^ (x >> 15);
}

inline std::uint32_t reverse_bits(std::uint32_t x) {
  x = __builtin_bswap32(x);
  x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
  x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
  return ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
}

// A random permutation in which each bit depends only on those below it.
inline std::uint32_t laine_karras(std::uint32_t x, std::uint32_t seed) {
  x ^= x * 0x3d20adeau;
  x += seed;
  x *= (seed >> 16) | 1;
  x ^= x * 0x05526c56u;
  return x ^ (x * 0x53a22864u);
}

// The second Sobol' dimension, bit-reversed: multiplication by Pascal's matrix modulo 2.
inline std::uint32_t sobol_1_reversed(std::uint32_t x) {
  x ^= x >> 16;
  x ^= (x >> 8) & 0x00ff00ffu;
  x ^= (x >> 4) & 0x0f0f0f0fu;
  x ^= (x >> 2) & 0x33333333u;
  return x ^ ((x >> 1) & 0x55555555u);
}

inline std::uint32_t morton(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint32_t v) {
    v &= 0xffffu;
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
  };
  return spread(x) | (spread(y) << 1);
}

class Sampler {
 public:
  // `log2_samples`: of the smallest power of two not below the number of samples per pixel.
  Sampler(std::uint32_t frame, std::uint32_t x, std::uint32_t y, std::uint32_t log2_samples,
          std::uint32_t sample)
      : seed_(mix_bits(frame + 0x9e3779b9u)),
        reversed_index_(reverse_bits((morton(x, y) << log2_samples) | sample)) {}

  Sample2 next_2d() {
    const std::uint32_t seed = mix_bits(seed_ ^ (++dimension_ * 0x9e3779b9u));
    const std::uint32_t index = reverse_bits(laine_karras(reversed_index_, seed));
    const std::uint32_t x = laine_karras(index, mix_bits(seed + 1));
    const std::uint32_t y = laine_karras(sobol_1_reversed(index), mix_bits(seed + 2));
    return {to_float(reverse_bits(x)), to_float(reverse_bits(y))};
  }

  float next_1d() {
    const std::uint32_t seed = mix_bits(seed_ ^ (++dimension_ * 0x9e3779b9u));
    const std::uint32_t index = reverse_bits(laine_karras(reversed_index_, seed));
    return to_float(reverse_bits(laine_karras(index, mix_bits(seed + 1))));
  }

  // The same dimensions whatever the path did before.
  void start_dimension(std::uint32_t dimension) { dimension_ = dimension; }

 private:
  static float to_float(std::uint32_t x) { return static_cast<float>(x >> 8) * 0x1p-24f; }

  std::uint32_t seed_, reversed_index_, dimension_ = 0;
};

}  // namespace gambol
