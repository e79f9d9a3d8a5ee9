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
  x = (x << 24) | ((x & 0xff00u) << 8) | ((x >> 8) & 0xff00u) | (x >> 24);
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
    const std::uint32_t d = dimension_++;
    if (d / block_size != block_) fill(d / block_size);
    return {x_[d % block_size], y_[d % block_size]};
  }

  float next_1d() { return next_2d().x; }

  // The same dimensions whatever the path did before. They are made block_size at a time, in one
  // go: dimensions that are used together are best in one block.
  void start_dimension(std::uint32_t dimension) { dimension_ = dimension; }
  static constexpr std::uint32_t block_size = 8;

 private:
  static float to_float(std::uint32_t x) {
    return static_cast<float>(static_cast<std::int32_t>(x >> 8)) * 0x1p-24f;
  }

  // Written so that compilers do all lanes at once.
  void fill(std::uint32_t block) {
    block_ = block;
    std::uint32_t seed[block_size], index[block_size], u[block_size], v[block_size];
    for (std::uint32_t i = 0; i < block_size; ++i)
      seed[i] = mix_bits(seed_ ^ ((block * block_size + i + 1) * 0x9e3779b9u));
    for (std::uint32_t i = 0; i < block_size; ++i)
      index[i] = reverse_bits(laine_karras(reversed_index_, seed[i]));
    for (std::uint32_t i = 0; i < block_size; ++i)
      u[i] = reverse_bits(laine_karras(index[i], mix_bits(seed[i] + 1)));
    for (std::uint32_t i = 0; i < block_size; ++i)
      v[i] = reverse_bits(laine_karras(sobol_1_reversed(index[i]), mix_bits(seed[i] + 2)));
    for (std::uint32_t i = 0; i < block_size; ++i) x_[i] = to_float(u[i]), y_[i] = to_float(v[i]);
  }

  std::uint32_t seed_, reversed_index_, dimension_ = 0, block_ = ~0u;
  float x_[block_size], y_[block_size];
};

}  // namespace gambol
