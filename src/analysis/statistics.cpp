#include "analysis/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace gambol {

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2;
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const double x0 = mean(x), y0 = mean(y);
  double xy = 0, xx = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xy += (x[k] - x0) * (y[k] - y0);
    xx += (x[k] - x0) * (x[k] - x0);
  }
  return xy / xx;
}

double slope(const Track& track, const std::vector<double>& x) {
  std::vector<double> times(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) times[k] = track.time(k);
  return slope(times, x);
}

double curvature(const Track& track, const std::vector<double>& x) {
  // Regression on the part of t^2 that is orthogonal to constants and straight lines.
  const double t0 = track.time(0) + track.duration() / 2;
  std::vector<double> squares;
  for (std::size_t k = 0; k < x.size(); ++k)
    squares.push_back((track.time(k) - t0) * (track.time(k) - t0));
  const double level = mean(squares), drift = slope(track, squares);
  double xs = 0, ss = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double s = squares[k] - level - drift * (track.time(k) - t0);
    xs += s * x[k];
    ss += s * s;
  }
  return 2 * xs / ss;
}

double advance(const Track& track) {
  const auto x = track.column(channels::com, columns::x),
             y = track.column(channels::com, columns::y);
  const auto heading = track.heading();
  double covered = 0;
  for (std::size_t k = 1; k < x.size(); ++k) {
    covered += (x[k] - x[k - 1]) * std::cos(heading[k]) + (y[k] - y[k - 1]) * std::sin(heading[k]);
  }
  return covered;
}

double amplitude_at(const Track& track, const std::vector<double>& x, double frequency) {
  const double drift = slope(track, x);
  const double x0 = mean(x), t0 = track.time(0) + track.duration() / 2;
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double t = track.time(k);
    sum += (x[k] - x0 - drift * (t - t0)) * std::polar(1.0, -2 * std::numbers::pi * frequency * t);
  }
  return 2 * std::abs(sum) / static_cast<double>(x.size());
}

Value worst_of(const Track& track, const std::vector<double>& x, const std::string& what) {
  const auto worst = std::max_element(x.begin(), x.end());
  return {*worst, fmt::format("{} at {:.3f} s", what,
                              track.time(static_cast<std::size_t>(worst - x.begin())))};
}

}  // namespace gambol
