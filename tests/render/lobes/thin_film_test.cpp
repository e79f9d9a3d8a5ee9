#include <gtest/gtest.h>

#include "render/lobes/fresnel.h"
#include "render/lobes/thin_film.h"

namespace gambol {
namespace {

// A quarter of a wave of the root of the substrate's index reflects none of that wave at all; half
// a wave is as if there were no film.
TEST(ThinFilm, IsAnAntireflexAtAQuarterWave) {
  ThinFilmSpec quarter{{}, 550e-9 / (4 * std::sqrt(1.5)), std::sqrt(1.5)};
  EXPECT_LT(ThinFilm(quarter).reflectance(1).y, 0.004f);
  ThinFilmSpec none{{}, 350e-9, 1.5};
  for (float c : {0.1f, 0.5f, 1.0f}) {
    const Float3 plain = ThinFilm(none).reflectance(c);
    EXPECT_NEAR(plain.x, dielectric_fresnel(c, 1.5f), 2e-3f);
    EXPECT_NEAR(plain.z, dielectric_fresnel(c, 1.5f), 2e-3f);
  }
}

TEST(ThinFilm, ChangesItsColourWithTheAngle) {
  const ThinFilm film(ThinFilmSpec{{}, 350e-9, 1.8});
  const Float3 front = film.reflectance(1), side = film.reflectance(0.4f);
  EXPECT_GT(std::abs(front.x / front.z - side.x / side.z), 0.2f);
}

}  // namespace
}  // namespace gambol
