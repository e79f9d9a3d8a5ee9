#include "image/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/module.h"
#include "image/drawing_backend.h"
#include "image/srgb.h"

namespace gambol {

Color shown_color(const Vec3& linear, double opacity) {
  const auto shown = [&](int i) { return double(srgb_from_linear(float(linear[i]))); };
  return {shown(0), shown(1), shown(2), opacity};
}

Color blend(const Color& a, const Color& b, double t) {
  const auto mix = [t](double x, double y) { return x + t * (y - x); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), mix(a.a, b.a)};
}

void draw(const Drawing& drawing, Image8& picture) {
  if (picture.channels != 3 || picture.width != std::lround(drawing.width / drawing.pixel_aspect) ||
      picture.height != std::lround(drawing.height))
    throw RunError(ExitCode::failed, "a drawing and a picture of different sizes");
  static const DrawingBackend& backend =
      *module_function<const DrawingBackend*()>(drawing_backend_module, drawing_backend_symbol)();
  if (const std::string why = backend.draw(drawing, picture); !why.empty())
    throw RunError(ExitCode::failed, "cannot draw: " + why);
}

double tick_distance(double range, int most) {
  const double least = range / std::max(most, 1);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string tick_text(double value, double distance) {
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(distance) - 1e-9)));
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text == fmt::format("{:.{}f}", -0.0, digits) ? fmt::format("{:.{}f}", 0.0, digits) : text;
}

}  // namespace gambol
