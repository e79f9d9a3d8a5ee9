#pragma once

// Low-discrepancy samples: one Sobol' (0,2)-sequence for the whole frame, assigned to pixels along
// a Morton curve, so that the samples of a pixel, and of each block of 2x2, 4x4, … pixels, are
// stratified together (Ahmed and Wonka, "Screen-space blue-noise diffusion of Monte Carlo sampling
// error", 2020). Each pair of dimensions has its own hash-based Owen scrambling (Burley, "Practical
// hash-based Owen scrambling", JCGT 2020). A sample depends on frame, pixel, sample number and
// dimension alone.

#include <cstdint>

#include "render/lanes.h"

namespace gambol {

template <class F>
struct Sample2Of {
  F x, y;  // in [0, 1)
};
using Sample2 = Sample2Of<float>;

// Hashes a 32-bit unsigned integer. U here and below: one such integer, or eight.
template <class U>
U mix_bits(U x) {
  x ^= x >> 16;
  x *= 0x21f0aaadu;
  x ^= x >> 15;
  x *= 0xd35a2d97u;
  return x ^ (x >> 15);
}

template <class U>
U reverse_bits(U x) {
  x = (x << 24) | ((x & 0xff00u) << 8) | ((x >> 8) & 0xff00u) | (x >> 24);
  x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
  x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
  return ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
}

// A random permutation in which each bit depends only on those below it.
template <class U>
U laine_karras(U x, std::uint32_t seed) {
  x ^= x * 0x3d20adeau;
  x += seed;
  x *= (seed >> 16) | 1;
  x ^= x * 0x05526c56u;
  return x ^ (x * 0x53a22864u);
}

// The second Sobol' dimension, bit-reversed: multiplication by Pascal's matrix modulo 2.
template <class U>
U sobol_1_reversed(U x) {
  x ^= x >> 16;
  x ^= (x >> 8) & 0x00ff00ffu;
  x ^= (x >> 4) & 0x0f0f0f0fu;
  x ^= (x >> 2) & 0x33333333u;
  return x ^ ((x >> 1) & 0x55555555u);
}

// Maps the upper 24 bits to [0, 1).
inline float part_of(std::uint32_t x) { return to_float(from_bits(x >> 8)) * 0x1p-24f; }
inline Floats part_of(Bits x) { return to_float(from_bits(x >> 8)) * 0x1p-24f; }

template <class U>
U morton(U x, U y) {
  const auto spread = [](U v) {
    v &= 0xffffu;
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
  };
  return spread(x) | (spread(y) << 1);
}

// The index of a pixel's sample in the sequence, bit-reversed. `log2_samples`: the logarithm of the
// smallest power of two not below the number of samples per pixel.
template <class U>
U sample_index(U x, U y, int log2_samples, U sample) {
  return reverse_bits<U>((morton(x, y) << log2_samples) | sample);
}

// Generates the dimensions of one sample, or of eight.
template <class F>
class SamplerOf {
  using U = BitsOf<F>;

 public:
  SamplerOf(std::uint32_t frame, U index)
      : seed_(mix_bits(frame + 0x9e3779b9u)), reversed_index_(index) {}

  Sample2Of<F> next_2d() {
    const std::uint32_t seed = next_seed();
    const U i = scrambled(reversed_index_, seed);
    return {part_of(scrambled(i, mix_bits(seed + 1))),
            part_of(scrambled(sobol_1_reversed(i), mix_bits(seed + 2)))};
  }
  F next_1d() {
    const std::uint32_t seed = next_seed();
    return part_of(scrambled(scrambled(reversed_index_, seed), mix_bits(seed + 1)));
  }

  // Continues from `dimension`, so that later dimensions do not depend on how many the path used.
  void start_dimension(std::uint32_t dimension) { dimension_ = dimension; }

 private:
  static U scrambled(U x, std::uint32_t seed) { return reverse_bits(laine_karras(x, seed)); }
  std::uint32_t next_seed() { return mix_bits(seed_ ^ (++dimension_ * 0x9e3779b9u)); }

  std::uint32_t seed_;
  U reversed_index_;
  std::uint32_t dimension_ = 0;
};
using Sampler = SamplerOf<float>;
using Samplers = SamplerOf<Floats>;

}  // namespace gambol
