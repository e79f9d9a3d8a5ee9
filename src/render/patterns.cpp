#include "render/patterns.h"

#include "render/sampler.h"

namespace gambol {
namespace {

template <class U>
U lattice_hash(U x, U y, U z) {
  return mix_bits<U>(x * 0x8da6b343u ^ y * 0xd8163841u ^ z * 0xcb1ab31fu);
}

// Integral from 0 to x of a square wave of +1 and -1, each one unit long.
template <class F>
F wave_up_to(F x) {
  const F in = x - 2.0f * floor(0.5f * x);
  return select(in < 1.0f, in, 2.0f - in);
}

template <class F>
F wave(F x, F width) {
  const F sharp = select(x - 2.0f * floor(0.5f * x) < 1.0f, F(1.0f), F(-1.0f));
  const F blurred = (wave_up_to<F>(x + 0.5f * width) - wave_up_to<F>(x - 0.5f * width)) / width;
  return select(width < 1e-4f, sharp, blurred);
}

template <class F>
F fade(F t) {
  return t * t * t * polynomial(t, {10.0f, -15.0f, 6.0f});
}

// Dot product of d and one of Perlin's twelve directions to the edges of a cube, which the four
// bits of h select.
template <class F>
F along_gradient(IntOf<F> h, Float3Of<F> d) {
  const F u = select(h < 8, d.x, d.y);
  const F v = select(h < 4, d.y, select((h | 2) == 14, d.x, d.z));
  return select((h & 1) != 0, -u, u) + select((h & 2) != 0, -v, v);
}

// About -1 to 1.
template <class F>
F gradient_noise(Float3Of<F> p) {
  const F fx = floor(p.x), fy = floor(p.y), fz = floor(p.z);
  const Float3Of<F> d(p.x - fx, p.y - fy, p.z - fz);
  const BitsOf<F> x = to_bits(to_int(fx)), y = to_bits(to_int(fy)), z = to_bits(to_int(fz));
  // Corner (i, j, k) of the cell.
  const auto corner = [&](unsigned i, unsigned j, unsigned k) {
    const BitsOf<F> h = lattice_hash<BitsOf<F>>(x + i, y + j, z + k) & 15u;
    return along_gradient<F>(from_bits(h), d - Float3Of<F>(float(i), float(j), float(k)));
  };
  const F u = fade(d.x), v = fade(d.y), w = fade(d.z);
  const auto face = [&](unsigned k) {
    return lerp(lerp(corner(0, 0, k), corner(1, 0, k), u),
                lerp(corner(0, 1, k), corner(1, 1, k), u), v);
  };
  return lerp(face(0), face(1), w);
}

}  // namespace

template <class F>
F checker_pattern(Float3Of<F> p, Float3Of<F> w) {
  const F product = wave(p.x, w.x) * wave(p.y, w.y) * wave(p.z, w.z);
  return within(0.5f - 0.5f * product, 0, 1);  // rounding may exceed [0, 1]
}

template <class F>
F noise_pattern(Float3Of<F> p, F w, int octaves, float gain, float contrast) {
  F sum = 0;
  float weight = 1, total = 0, scale = 1;
  for (int i = 0; i < octaves; ++i, weight *= gain, scale *= 2) {
    total += weight;
    const F seen = within(2.0f - 2.0f * w * scale, 0, 1);
    // Octaves are shifted so that their lattices do not coincide.
    if (any(seen > 0.0f))
      sum += weight * seen * gradient_noise<F>(p * scale + Float3Of<F>(17.3f * float(i)));
  }
  return within(0.5f + 0.5f * contrast * sum / total, 0, 1);
}

template <class F>
StoneCellOf<F> stone_cell(Float3Of<F> p, bool flat) {
  const F fx = floor(p.x), fy = floor(p.y), fz = flat ? F(0.0f) : floor(p.z);
  const BitsOf<F> x = to_bits(to_int(fx)), y = to_bits(to_int(fy)), z = to_bits(to_int(fz));
  const auto center = [&](int i, int j, int k, BitsOf<F>& hash) {
    // Unsigned, which may wrap: lanes of rays that hit nothing are at any place.
    hash = lattice_hash<BitsOf<F>>(x + unsigned(i), y + unsigned(j), z + unsigned(k));
    const auto spread = [](BitsOf<F> bits) { return 0.15f + 0.7f * part_of(bits); };
    return Float3Of<F>(fx + float(i) + spread(hash),
                       fy + float(j) + spread(mix_bits<BitsOf<F>>(hash + 1u)),
                       flat ? p.z : fz + float(k) + spread(mix_bits<BitsOf<F>>(hash + 2u)));
  };
  const int deep = flat ? 0 : 1;
  StoneCellOf<F> cell;
  Float3Of<F> nearest;
  F least = 1e9f;
  for (int k = -deep; k <= deep; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        BitsOf<F> hash;
        const Float3Of<F> c = center(i, j, k, hash);
        const F away = length2(c - p);
        const MaskOf<F> nearer = away < least;
        least = select(nearer, away, least);
        nearest = select(nearer, c, nearest);
        cell.random = select(nearer, part_of(mix_bits<BitsOf<F>>(hash + 3u)), cell.random);
      }
  cell.border = 1;
  const int far_deep = flat ? 0 : 2;
  for (int k = -far_deep; k <= far_deep; ++k)
    for (int j = -2; j <= 2; ++j)
      for (int i = -2; i <= 2; ++i) {
        BitsOf<F> hash;
        const Float3Of<F> c = center(i, j, k, hash), between = c - nearest;
        const F border = dot((c + nearest) * 0.5f - p, normalize(between));
        cell.border = select(length2(between) < 1e-8f, cell.border, smaller(cell.border, border));
      }
  return cell;
}

template float checker_pattern(Float3, Float3);
template Floats checker_pattern(Floats3, Floats3);
template float noise_pattern(Float3, float, int, float, float);
template Floats noise_pattern(Floats3, Floats, int, float, float);
template StoneCell stone_cell(Float3, bool);
template StoneCellOf<Floats> stone_cell(Floats3, bool);

}  // namespace gambol
