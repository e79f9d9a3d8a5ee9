#pragma once

// Coverage of each pixel by objects or materials, for Cryptomatte (Friedman and Jones, "Fully
// automatic ID mattes with support for motion blur and transparency", 2015).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gambol {

class Mattes {
 public:
  static constexpr int ranks = 6;

  void resize(std::size_t pixels) { cells_.resize(pixels); }
  bool empty() const { return cells_.empty(); }
  // Counts one sample, or a share, of a pixel that met `id`. Once a pixel has met `ranks` different
  // ids, samples of further ids are dropped.
  void add(std::size_t pixel, std::uint32_t id, float weight = 1);

  struct Rank {
    std::uint32_t id = 0;
    float weight = 0;  // samples
  };
  using Ranks = std::array<Rank, ranks>;
  // Sorted by weight, largest first.
  Ranks at(std::size_t pixel) const;

 private:
  std::vector<Ranks> cells_;
};

// Cryptomatte's id of a name: MurmurHash3 (32 bits, seed 0), with the exponent changed where needed
// so that the bits, read as a float, are neither infinite, nor denormal, nor NaN.
std::uint32_t matte_id(const std::string& name);
// The float with these bits.
float matte_float(std::uint32_t id);

}  // namespace gambol
