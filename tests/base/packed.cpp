#include "base/packed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gambol {
namespace {

std::string packed(const std::vector<double>& column, bool single) {
  return std::string(Packer().pack(column, single));
}

std::vector<double> column(std::size_t rows, double noise) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, noise);
  std::vector<double> values;
  for (std::size_t k = 0; k < rows; ++k)
    values.push_back(static_cast<float>(std::sin(0.001 * double(k)) + normal(random)));
  return values;
}

TEST(Packed, GivesBackEveryBit) {
  Packer packer;
  for (const std::size_t rows : {1u, 2u, 17u, 255u, 3000u, 40000u})
    for (const double noise : {0.0, 1e-6, 1.0})
      for (const bool single : {true, false}) {
        const std::vector<double> values = column(rows, noise);
        EXPECT_EQ(unpacked(packer.pack(values, single), rows, single), values)
            << rows << " rows with noise " << noise;
      }
  EXPECT_EQ(unpacked(packed({}, true), 0, true), std::vector<double>());
}

// Bytes that look random are copied and all others deflated, whatever their order.
TEST(Packed, TakesHardlyMoreThanTheBytesThatLookRandom) {
  const std::size_t rows = 10000;
  const std::vector<double> still(rows, 0.1), moving = column(rows, 1e-4);
  EXPECT_LT(packed(still, false).size(), rows / 20);
  // Two bytes of a mantissa are noise; four of a double's are zeros.
  EXPECT_LT(packed(moving, false).size(), rows * 11 / 4);
  EXPECT_LT(packed(moving, true).size(), rows * 11 / 4);
}

TEST(Packed, RefusesBytesOfAnotherColumn) {
  const std::string bytes = packed(column(100, 1), true);
  EXPECT_THROW(unpacked(bytes, 99, true), std::runtime_error);
  EXPECT_THROW(unpacked(bytes, 101, true), std::runtime_error);
  EXPECT_THROW(unpacked(bytes, 100, false), std::runtime_error);
  EXPECT_THROW(unpacked(bytes.substr(0, bytes.size() / 2), 100, true), std::runtime_error);
}

}  // namespace
}  // namespace gambol
