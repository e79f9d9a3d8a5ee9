#include "render/mattes.h"

#include <algorithm>
#include <bit>

namespace gambol {
namespace {

std::uint32_t scrambled(std::uint32_t k) { return std::rotl(k * 0xcc9e2d51u, 15) * 0x1b873593u; }

// Appleby's MurmurHash3_x86_32.
std::uint32_t murmur3(const std::string& text) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t(static_cast<unsigned char>(text[i]));
  };
  std::uint32_t h = 0;
  std::size_t i = 0;
  for (; i + 4 <= text.size(); i += 4) {
    h ^= scrambled(byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24);
    h = std::rotl(h, 13) * 5 + 0xe6546b64u;
  }
  std::uint32_t rest = 0;
  for (std::size_t k = text.size(); k > i; --k) rest = rest << 8 | byte(k - 1);
  h ^= scrambled(rest);
  h ^= std::uint32_t(text.size());
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

}  // namespace

void Mattes::add(std::size_t pixel, std::uint32_t id, float weight) {
  for (Rank& rank : cells_[pixel]) {
    if (rank.weight > 0 && rank.id != id) continue;
    rank.id = id;
    rank.weight += weight;
    return;
  }
}

Mattes::Ranks Mattes::at(std::size_t pixel) const {
  auto ranks = cells_[pixel];
  std::stable_sort(ranks.begin(), ranks.end(),
                   [](const Rank& a, const Rank& b) { return a.weight > b.weight; });
  return ranks;
}

std::uint32_t matte_id(const std::string& name) {
  std::uint32_t id = murmur3(name);
  const std::uint32_t exponent = id >> 23 & 255;
  if (exponent == 0 || exponent == 255) id ^= 1u << 23;
  return id;
}

float matte_float(std::uint32_t id) { return std::bit_cast<float>(id); }

}  // namespace gambol
