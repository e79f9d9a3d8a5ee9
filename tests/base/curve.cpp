#include "base/curve.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

Curve with(Interpolation interpolation) {
  Curve curve;
  curve.keys = {{0, 1, interpolation}, {1, 3, interpolation}, {3, 2, interpolation}};
  return curve;
}

TEST(Curve, HoldsBeforeItsFirstAndAfterItsLastKey) {
  for (const Interpolation i : {Interpolation::step, Interpolation::linear,
                                Interpolation::catmull_rom, Interpolation::ease}) {
    EXPECT_EQ(with(i).at(-5), 1);
    EXPECT_EQ(with(i).at(9), 2);
  }
}

TEST(Curve, PassesThroughItsKeys) {
  for (const Interpolation i : {Interpolation::step, Interpolation::linear,
                                Interpolation::catmull_rom, Interpolation::ease}) {
    EXPECT_EQ(with(i).at(0), 1);
    EXPECT_EQ(with(i).at(1), 3);
    EXPECT_EQ(with(i).at(3), 2);
  }
}

TEST(Curve, InterpolatesAsItsKeySays) {
  EXPECT_EQ(with(Interpolation::step).at(0.999), 1);
  EXPECT_EQ(with(Interpolation::linear).at(2), 2.5);
  EXPECT_EQ(with(Interpolation::ease).at(2), 2.5);
  EXPECT_LT(with(Interpolation::ease).at(0.1), with(Interpolation::linear).at(0.1));
}

TEST(Curve, CatmullRomHasNoKinks) {
  const Curve curve = with(Interpolation::catmull_rom);
  constexpr double h = 1e-6;
  const double before = (curve.at(1) - curve.at(1 - h)) / h;
  const double after = (curve.at(1 + h) - curve.at(1)) / h;
  EXPECT_NEAR(before, after, 1e-4);
}

TEST(Curve, CatmullRomReproducesALineOverUnevenKeys) {
  Curve curve;
  for (const double t : {0.0, 0.1, 1.0, 4.0})
    curve.keys.push_back({t, 2 * t + 1, Interpolation::catmull_rom});
  for (double t = 0; t < 4; t += 0.07) EXPECT_NEAR(curve.at(t), 2 * t + 1, 1e-12);
}

TEST(Curve, VectorsMoveAsTheirCoordinates) {
  VecCurve curve;
  curve.keys = {{0, Vec3(0, 1, 2), Interpolation::ease}, {1, Vec3(1, 1, 0), Interpolation::step}};
  EXPECT_EQ(curve.at(0.5), Vec3(0.5, 1, 1));
}

}  // namespace
}  // namespace gambol
