#include "base/curve.h"

#include <algorithm>
#include <array>

namespace gambol {
namespace {

template <class T>
T zero() {
  if constexpr (std::is_same_v<T, double>) {
    return 0.0;
  } else {
    return T::Zero();
  }
}

// Slope at key k by finite differences (Catmull-Rom for uneven spacing), one-sided at the ends.
template <class T>
T tangent(const std::vector<typename CurveOf<T>::Key>& keys, std::size_t k) {
  const std::size_t a = k == 0 ? 0 : k - 1;
  const std::size_t b = std::min(k + 1, keys.size() - 1);
  return (keys[b].value - keys[a].value) / (keys[b].time - keys[a].time);
}

// The segment after key k as a cubic in s = (t - t_k) / (t_k+1 - t_k): c0 + c1 s + c2 s^2 + c3 s^3.
template <class T>
std::array<T, 4> cubic(const std::vector<typename CurveOf<T>::Key>& keys, std::size_t k) {
  const T& a = keys[k].value;
  const T d = keys[k + 1].value - a;
  const T none = zero<T>();
  switch (keys[k].interpolation) {
    case Interpolation::step:
      break;
    case Interpolation::linear:
      return {a, d, none, none};
    case Interpolation::ease:
      return {a, none, 3 * d, -2 * d};
    case Interpolation::catmull_rom: {
      const double dt = keys[k + 1].time - keys[k].time;
      const T m0 = tangent<T>(keys, k) * dt;
      const T m1 = tangent<T>(keys, k + 1) * dt;
      return {a, m0, 3 * d - 2 * m0 - m1, m0 + m1 - 2 * d};
    }
  }
  return {a, none, none, none};
}

}  // namespace

template <class T>
T CurveOf<T>::derivative(double time, int order) const {
  if (time < keys.front().time || is_constant()) {
    return order == 0 ? keys.front().value : zero<T>();
  }
  if (time >= keys.back().time) return order == 0 ? keys.back().value : zero<T>();
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [](double t, const Key& key) { return t < key.time; });
  const std::size_t k = static_cast<std::size_t>(after - keys.begin()) - 1;
  const double dt = keys[k + 1].time - keys[k].time;
  const double s = (time - keys[k].time) / dt;
  const auto c = cubic<T>(keys, k);
  if (order == 0) return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
  if (order == 1) return (c[1] + s * (2 * c[2] + s * 3 * c[3])) / dt;
  return (2 * c[2] + 6 * s * c[3]) / (dt * dt);
}

template struct CurveOf<double>;
template struct CurveOf<Vec3>;

}  // namespace gambol
