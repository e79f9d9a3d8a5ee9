#include "gait/step_path.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hermite.h"

namespace gambol {
namespace {

// Knots of the curve: a foothold, the keys, a foothold.
struct Knots {
  std::array<double, most_step_keys + 2> u;
  std::array<Vec3, most_step_keys + 2> p;
  std::size_t n = 0;
  void add(double at, const Vec3& place) {
    u[n] = at;
    p[n++] = place;
  }
};

Vec3 placed(const StepEnds& ends, double progress, double height, double side) {
  const double middle = 4 * progress * (1 - progress);
  return ends.from + progress * (ends.to - ends.from) +
         Vec3(0, ends.outwards * side, height * ends.lift + ends.raise * std::max(middle, 0.0));
}

Knots knots_of(const StepSpec& step, const StepEnds& ends) {
  Knots k;
  k.add(0, ends.from);
  if (step.keys.empty()) k.add(0.5, placed(ends, 0.5, step.height, 0));
  for (const StepKeySpec& key : step.keys)
    k.add(key.at.value_or(-1),
          placed(ends, key.progress.at(ends.begins), key.height.at(ends.begins), key.side));
  k.add(1, ends.to);
  // Keys without a time get one: the foot passes them at constant speed along straight lines.
  for (std::size_t first = 0, last = 1; last < k.n; ++last) {
    if (k.u[last] < 0) continue;
    double way = 0;
    for (std::size_t i = first; i < last; ++i) way += (k.p[i + 1] - k.p[i]).norm();
    double gone = 0;
    for (std::size_t i = first + 1; i < last; ++i) {
      gone += (k.p[i] - k.p[i - 1]).norm();
      k.u[i] = k.u[first] + (k.u[last] - k.u[first]) * gone / std::max(way, 1e-12);
    }
    first = last;
  }
  return k;
}

// The span that u lies in, from knot i to the next.
struct KnotSpan {
  std::size_t i;
  double duration, share;
};
KnotSpan span_at(const Knots& k, double u) {
  u = std::clamp(u, 0.0, 1.0);
  std::size_t i = 0;
  while (i + 2 < k.n && u > k.u[i + 1]) ++i;
  const double duration = std::max(k.u[i + 1] - k.u[i], 1e-9);
  return {i, duration, (u - k.u[i]) / duration};
}

// Catmull-Rom tangent for non-uniform times.
Vec3 tangent(const Knots& k, std::size_t i) {
  const double before = k.u[i] - k.u[i - 1], after = k.u[i + 1] - k.u[i];
  const Vec3 in = (k.p[i] - k.p[i - 1]) / std::max(before, 1e-9);
  const Vec3 out = (k.p[i + 1] - k.p[i]) / std::max(after, 1e-9);
  return (in * after + out * before) / std::max(before + after, 1e-9);
}

}  // namespace

Vec3 step_at(const StepSpec& step, const StepEnds& ends, double u) {
  const Knots k = knots_of(step, ends);
  const auto [i, h, s] = span_at(k, u);
  const Vec3 in = i == 0 ? ends.from_rate : tangent(k, i);
  const Vec3 out = i + 2 == k.n ? ends.to_rate : tangent(k, i + 1);
  return Hermite(s, h)(k.p[i], in, k.p[i + 1], out);
}

AmongKeys among_keys(const StepSpec& step, const StepEnds& ends, double u) {
  const KnotSpan span = span_at(knots_of(step, ends), u);
  return {span.i, span.share};
}

double step_length(const StepSpec& step, double stroke) {
  constexpr int pieces = 64;
  StepEnds ends;
  ends.to = Vec3(stroke, 0, 0);
  double length = 0;
  Vec3 last = ends.from;
  for (int i = 1; i <= pieces; ++i) {
    const Vec3 next = step_at(step, ends, static_cast<double>(i) / pieces);
    length += (next - last).norm();
    last = next;
  }
  return std::max(length, stroke);
}

// Tabulates the path length for strokes up to sixty times the step's height, or 6 cm if that is
// more. Beyond, the path grows by as much as the stroke.
ArcLength arc_length_of(const StepSpec& step) {
  double height = step.height;
  for (const StepKeySpec& key : step.keys)
    for (const Curve::Key& k : key.height.keys) height = std::max(height, std::abs(k.value));
  const double apart = std::max(height, 1e-3) / 4;
  std::vector<double> lengths;
  for (int k = 0; k <= 240; ++k) lengths.push_back(step_length(step, k * apart));
  return [lengths, apart](double stroke) {
    const double at = stroke / apart;
    const auto k = static_cast<std::size_t>(at);
    if (k + 1 >= lengths.size())
      return lengths.back() + stroke - static_cast<double>(lengths.size() - 1) * apart;
    const double s = at - static_cast<double>(k);
    return lengths[k] + s * (lengths[k + 1] - lengths[k]);
  };
}

}  // namespace gambol
