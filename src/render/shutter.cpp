#include "render/shutter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol {

Shutter::Shutter(const CameraSpec& camera)
    : open_(std::clamp(camera.shutter / (2 * std::numbers::pi), 0.0, 1.0)) {
  for (const auto& row : camera.shutter_curve) {
    at_.push_back(row[0]);
    openness_.push_back(row[1]);
    const std::size_t i = at_.size() - 1;
    light_.push_back(i == 0 ? 0
                            : light_[i - 1] +
                                  0.5 * (openness_[i] + openness_[i - 1]) * (at_[i] - at_[i - 1]));
  }
  if (!light_.empty())
    for (double all = light_.back(); double& light : light_) light /= all;
}

float Shutter::moment(float u) const {
  if (light_.empty()) return u;
  const auto above = std::upper_bound(light_.begin() + 1, light_.end() - 1, double(u));
  const auto i = std::size_t(above - light_.begin()) - 1;
  const double a = openness_[i], b = openness_[i + 1], width = at_[i + 1] - at_[i];
  const double part = (u - light_[i]) / std::max(light_[i + 1] - light_[i], 1e-12);
  // The root of a x + (b - a) x^2 / 2 = part (a + b) / 2, without cancellation.
  const double rest = part * (a + b);
  const double x = rest > 0 ? rest / (a + std::sqrt(a * a + (b - a) * rest)) : 0;
  return float(at_[i] + std::clamp(x, 0.0, 1.0) * width);
}

double Shutter::up_to(double moment) const {
  if (light_.empty()) return std::clamp(moment, 0.0, 1.0);
  if (moment <= at_.front()) return 0;
  if (moment >= at_.back()) return 1;
  const auto above = std::upper_bound(at_.begin(), at_.end(), moment);
  const auto i = std::size_t(above - at_.begin()) - 1;
  const double x = (moment - at_[i]) / (at_[i + 1] - at_[i]);
  const double a = openness_[i], b = openness_[i + 1];
  return light_[i] +
         (light_[i + 1] - light_[i]) * (a * x + 0.5 * (b - a) * x * x) / (0.5 * (a + b));
}

double Shutter::share(double from, double to) const { return up_to(to) - up_to(from); }

}  // namespace gambol
