#include "base/wide.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace gambol {
namespace {

// In units of the last place of the true value, which long double holds.
double units_off(double x, long double truth) {
  const double near = static_cast<double>(std::abs(truth));
  const double unit = std::nextafter(near, std::numeric_limits<double>::infinity()) - near;
  return static_cast<double>(std::abs(static_cast<long double>(x) - truth) / unit);
}

Wide draw(std::mt19937_64& engine, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  Wide x;
  for (int i = 0; i < lanes; ++i) x[i] = uniform(engine);
  return x;
}

TEST(Wide, ExponentiatesToTheLastPlace) {
  std::mt19937_64 engine(1);
  for (double size : {1e-9, 1e-3, 0.4, 1.0, 30.0, 700.0}) {
    for (int trial = 0; trial < 5000; ++trial) {
      const Wide x = draw(engine, size), e = exp(x);
      for (int i = 0; i < lanes; ++i) {
        ASSERT_LE(units_off(e[i], std::exp(static_cast<long double>(x[i]))), 1.0) << x[i];
      }
    }
  }
}

TEST(Wide, ExponentiatesTheExtremes) {
  const double inf = std::numeric_limits<double>::infinity();
  const Wide e = exp(Wide{0, inf, -inf, std::nan("")});
  EXPECT_EQ(e[0], 1);
  EXPECT_GT(e[1], 1e307);
  EXPECT_TRUE(std::isfinite(e[1]));
  EXPECT_GE(e[2], 0);
  EXPECT_LT(e[2], 1e-307);
  EXPECT_TRUE(std::isnan(e[3]));
}

TEST(Wide, KnowsSinesAndCosinesNearlyToTheLastPlace) {
  std::mt19937_64 engine(2);
  for (double size : {1e-9, 1e-3, 0.8, 4.0, 100.0, 1e6, 9e8, 1e12}) {
    for (int trial = 0; trial < 5000; ++trial) {
      const Wide x = draw(engine, size);
      const SineCosine sc = sine_cosine(x);
      for (int i = 0; i < lanes; ++i) {
        const long double true_x = x[i];
        ASSERT_LE(units_off(sc.sine[i], std::sin(true_x)), 1.5) << x[i];
        ASSERT_LE(units_off(sc.cosine[i], std::cos(true_x)), 1.5) << x[i];
      }
    }
  }
}

// Where a sine passes through zero, digits lost in the reduction would show.
TEST(Wide, KnowsSinesAndCosinesBesideTheirZeros) {
  for (int k = -2000; k <= 2000; ++k) {
    const double zero = k * 1.5707963267948966;
    const Wide x{zero, std::nextafter(zero, 1e9), zero + 1e-12, zero - 1e-7};
    const SineCosine sc = sine_cosine(x);
    for (int i = 0; i < lanes; ++i) {
      const double s = std::sin(x[i]), c = std::cos(x[i]);
      ASSERT_NEAR(sc.sine[i], s, 4e-16 * std::abs(s)) << x[i];
      ASSERT_NEAR(sc.cosine[i], c, 4e-16 * std::abs(c)) << x[i];
    }
  }
}

TEST(Wide, TellsNoSineOfWhatIsNoNumber) {
  const double inf = std::numeric_limits<double>::infinity();
  const SineCosine sc = sine_cosine(Wide{0, inf, -0.0, std::nan("")});
  EXPECT_EQ(sc.sine[0], 0);
  EXPECT_EQ(sc.cosine[0], 1);
  EXPECT_TRUE(std::isnan(sc.sine[1]));
  EXPECT_TRUE(std::signbit(sc.sine[2]));
  EXPECT_TRUE(std::isnan(sc.cosine[3]));
}

TEST(Wide, TransposesFourRows) {
  Wide a{0, 1, 2, 3}, b{4, 5, 6, 7}, c{8, 9, 10, 11}, d{12, 13, 14, 15};
  transpose(a, b, c, d);
  for (int i = 0; i < lanes; ++i) {
    EXPECT_EQ(a[i], 4 * i);
    EXPECT_EQ(b[i], 4 * i + 1);
    EXPECT_EQ(c[i], 4 * i + 2);
    EXPECT_EQ(d[i], 4 * i + 3);
  }
}

}  // namespace
}  // namespace gambol
