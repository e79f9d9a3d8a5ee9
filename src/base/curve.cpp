#include "base/curve.h"

#include <algorithm>

namespace gambol {
namespace {

// Slope at key k by finite differences (Catmull-Rom for uneven spacing), one-sided at the ends.
template <class T>
T tangent(const std::vector<typename CurveOf<T>::Key>& keys, std::size_t k) {
  const std::size_t a = k == 0 ? 0 : k - 1;
  const std::size_t b = std::min(k + 1, keys.size() - 1);
  return (keys[b].value - keys[a].value) / (keys[b].time - keys[a].time);
}

}  // namespace

template <class T>
T CurveOf<T>::at(double time) const {
  if (time <= keys.front().time) return keys.front().value;
  if (time >= keys.back().time) return keys.back().value;
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Key& key) { return t < key.time; });
  const std::size_t k = static_cast<std::size_t>(after - keys.begin()) - 1;
  const Key& a = keys[k];
  const Key& b = keys[k + 1];
  const double dt = b.time - a.time;
  const double s = (time - a.time) / dt;
  switch (a.interpolation) {
    case Interpolation::step:
      return a.value;
    case Interpolation::linear:
      return a.value + (b.value - a.value) * s;
    case Interpolation::ease:
      return a.value + (b.value - a.value) * (s * s * (3 - 2 * s));
    case Interpolation::catmull_rom: {
      const T m0 = tangent<T>(keys, k) * dt;
      const T m1 = tangent<T>(keys, k + 1) * dt;
      const double s2 = s * s;
      const double s3 = s2 * s;
      return a.value * (2 * s3 - 3 * s2 + 1) + m0 * (s3 - 2 * s2 + s) +
             b.value * (3 * s2 - 2 * s3) + m1 * (s3 - s2);
    }
  }
  return a.value;
}

template struct CurveOf<double>;
template struct CurveOf<Vec3>;

}  // namespace gambol
