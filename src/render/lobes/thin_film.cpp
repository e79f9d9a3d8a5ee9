#include "render/lobes/thin_film.h"

#include <complex>
#include <numbers>

#include "render/spectrum.h"

namespace gambol {
namespace {

constexpr double substrate_index = 1.5;  // the coat's

struct Amplitudes {
  double s = 0, p = 0;
};

// Amplitudes of the wave that a boundary reflects; the cosines are those on either side of it.
Amplitudes reflected(double n1, double cos1, double n2, double cos2) {
  return {(n1 * cos1 - n2 * cos2) / (n1 * cos1 + n2 * cos2),
          (n2 * cos1 - n1 * cos2) / (n2 * cos1 + n1 * cos2)};
}

double airy(double r1, double r2, double phase) {
  const std::complex<double> turn = std::polar(1.0, phase);
  return std::norm((r1 + r2 * turn) / (1.0 + r1 * r2 * turn));
}

double film_reflectance(const ThinFilmSpec& film, double cosine, double metres) {
  const double sine2 = 1 - cosine * cosine;
  const double cos_film = std::sqrt(1 - sine2 / (film.index * film.index));
  const double cos_base = std::sqrt(1 - sine2 / (substrate_index * substrate_index));
  const Amplitudes top = reflected(1, cosine, film.index, cos_film);
  const Amplitudes bottom = reflected(film.index, cos_film, substrate_index, cos_base);
  const double phase = 4 * std::numbers::pi * film.index * film.thickness * cos_film / metres;
  return 0.5 * (airy(top.s, bottom.s, phase) + airy(top.p, bottom.p, phase));
}

}  // namespace

ThinFilm::ThinFilm(const ThinFilmSpec& spec) {
  for (int i = 0; i <= size; ++i) {
    const double cosine = std::max(double(i) / size, 1e-4);
    Vec3 sum = Vec3::Zero(), white = Vec3::Zero();
    for (double nm = 380; nm <= 740; nm += 5) {
      const Vec3 rgb = bt709_of_xyz(cie_xyz(nm));
      sum += film_reflectance(spec, cosine, nm * 1e-9) * rgb;
      white += rgb;
    }
    const Vec3 rgb = sum.cwiseQuotient(white);
    table_[i] = Float3(Vec3(rgb.cwiseMax(0).cwiseMin(1)));
  }
}

Float3 ThinFilm::reflectance(float cosine) const {
  const float at = std::clamp(cosine, 0.0f, 1.0f) * size;
  const int i = std::min(int(at), size - 1);
  return lerp(table_[i], table_[i + 1], at - float(i));
}

}  // namespace gambol
