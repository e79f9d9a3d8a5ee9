#include "analysis/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "analysis/track.h"

namespace gambol {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

struct Value {
  double si = 0;
  std::string where;  // which leg, joint or moment decided it
};

struct Measure {
  const char* name;
  const char* unit;
  double per_si;  // displayed = si * per_si
  const char* help;
  std::function<Value(const Track&, const ExpectSpec&)> value;
};

double mean(const std::vector<double>& x) {
  double sum = 0;
  for (double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

// Least-squares slope of x over the track's time.
double slope(const Track& track, const std::vector<double>& x) {
  const double t0 = track.time(0) + track.duration() / 2;
  const double x0 = mean(x);
  double tx = 0, tt = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double t = track.time(k) - t0;
    tx += t * (x[k] - x0);
    tt += t * t;
  }
  return tx / tt;
}

// Amplitude of x at `frequency`, its linear drift removed.
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

// Heading of the straight line that the body keeps to on average.
double mean_heading(const Track& track) { return mean(track.heading()); }

// Displacement of the centre of mass along and across the mean heading, from its first sample.
struct Path {
  std::vector<double> along, across;
};
Path path(const Track& track) {
  const double a = mean_heading(track);
  const auto x = track.column("com", "x"), y = track.column("com", "y");
  Path p;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double dx = x[k] - x[0], dy = y[k] - y[0];
    p.along.push_back(dx * std::cos(a) + dy * std::sin(a));
    p.across.push_back(dy * std::cos(a) - dx * std::sin(a));
  }
  return p;
}

Value forward_speed(const Track& track, const ExpectSpec&) {
  return {path(track).along.back() / track.duration(), ""};
}

// The wiggle of each stride is no turn: the heading is averaged over the stride before.
Value heading_kept(const Track& track, const ExpectSpec&) {
  const auto heading = track.heading();
  const double stride = track.stride_frequency();
  const double rate = static_cast<double>(track.size() - 1) / track.duration();
  const auto window = std::max<std::size_t>(stride > 0 ? std::lround(rate / stride) : 1, 1);
  Value worst;
  double sum = 0;
  for (std::size_t k = 0; k < heading.size(); ++k) {
    sum += heading[k] - (k >= window ? heading[k - window] : 0);
    if (k + 1 < window) continue;
    const double turned = std::abs(sum / static_cast<double>(window) - heading[0]);
    if (turned >= worst.si) worst = {turned, fmt::format("at {:.3f} s", track.time(k))};
  }
  return worst;
}

Value turn_rate(const Track& track, const ExpectSpec&) {
  return {std::abs(slope(track, track.heading())), ""};
}

Value wiggle(const Track& track, const ExpectSpec&) {
  return {amplitude_at(track, path(track).across, track.stride_frequency()), ""};
}

Value yaw_wiggle(const Track& track, const ExpectSpec&) {
  return {amplitude_at(track, track.heading(), track.stride_frequency()), ""};
}

// Share of the wiggle's power at the stride frequency among it and its neighbours: 1 is a pure
// tone.
Value stride_frequency(const Track& track, const ExpectSpec&) {
  return {track.stride_frequency(), ""};
}

Value gait_cycles(const Track& track, const ExpectSpec&) {
  double fewest = 1e9;
  std::string where;
  for (const LegSpec& leg : track.cast().figure.legs) {
    const auto n = track.onsets(track.stepping(leg.name)).size();
    if (static_cast<double>(n) < fewest) {
      fewest = static_cast<double>(n);
      where = leg.name;
    }
  }
  return {fewest, where};
}

// Mean phase of `leg`'s steps within the cycles of `reference`, in cycles; NaN if neither repeats.
double relative_phase(const Track& track, const std::string& leg, const std::string& reference) {
  const auto steps = track.onsets(track.stepping(leg));
  const auto cycles = track.onsets(track.stepping(reference));
  std::complex<double> sum = 0;
  for (double t : steps) {
    const auto next = std::upper_bound(cycles.begin(), cycles.end(), t);
    if (next == cycles.begin() || next == cycles.end()) continue;
    const double phase = (t - *(next - 1)) / (*next - *(next - 1));
    sum += std::polar(1.0, 2 * std::numbers::pi * phase);
  }
  if (std::abs(sum) == 0) return std::nan("");
  return std::arg(sum) / (2 * std::numbers::pi);
}

double wrapped(double cycles) { return std::abs(cycles - std::round(cycles)); }

Value across_phase_error(const Track& track, const ExpectSpec&) {
  Value worst;
  for (const LegSpec& a : track.cast().figure.legs) {
    for (const LegSpec& b : track.cast().figure.legs) {
      if (a.side != Side::left || b.side != Side::right || a.row != b.row) continue;
      const double error = wrapped(relative_phase(track, b.name, a.name) - 0.5);
      if (std::isnan(error)) return {error, a.name + " and " + b.name};
      if (error > worst.si) worst = {error, a.name + " and " + b.name};
    }
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

Value tripod_phase_error(const Track& track, const ExpectSpec&) {
  const auto& legs = track.cast().figure.legs;
  Value worst;
  for (const LegSpec& leg : legs) {
    const bool same = (leg.row + (leg.side == Side::left ? 0 : 1)) % 2 ==
                      (legs[0].row + (legs[0].side == Side::left ? 0 : 1)) % 2;
    const double error =
        wrapped(relative_phase(track, leg.name, legs[0].name) - (same ? 0.0 : 0.5));
    if (std::isnan(error)) return {error, leg.name};
    if (error > worst.si) worst = {error, leg.name};
  }
  worst.si *= 2 * std::numbers::pi;
  return worst;
}

// Fraction of the time that the leg's feet bear on the ground.
Value duty_factor(const Track& track, const ExpectSpec& e) {
  double down = 0;
  const auto depth = track.column("foot_depth", e.body);
  for (double d : depth) down += d > 0;
  return {down / static_cast<double>(depth.size()), e.body};
}

Value worst_of(const Track& track, const std::vector<double>& x, const std::string& what) {
  const auto worst = std::max_element(x.begin(), x.end());
  return {*worst, fmt::format("{} at {:.3f} s", what,
                              track.time(static_cast<std::size_t>(worst - x.begin())))};
}

Value ground_force(const Track& track, const ExpectSpec& e) {
  return worst_of(track, track.column("ground_force", e.body), e.body);
}

Value clearance(const Track& track, const ExpectSpec& e) {
  auto low = track.column("lowest", e.body);
  for (double& z : low) z = -z;
  Value v = worst_of(track, low, e.body);
  v.si = -v.si;
  return v;
}

Value foot_depth(const Track& track, const ExpectSpec&) {
  Value worst{-1, ""};
  for (const std::string& leg : track.columns("foot_depth")) {
    const Value v = worst_of(track, track.column("foot_depth", leg), leg);
    if (v.si > worst.si) worst = v;
  }
  return worst;
}

Value peak_torque(const Track& track, const ExpectSpec&) {
  Value worst{-1, ""};
  for (const std::string& joint : track.columns("joint_force")) {
    auto x = track.column("joint_force", joint);
    for (double& f : x) f = std::abs(f);
    const Value v = worst_of(track, x, joint);
    if (v.si > worst.si) worst = v;
  }
  return worst;
}

// The largest torque of a joint over the 99th percentile of its own: spikes stand out.
Value torque_spike(const Track& track, const ExpectSpec&) {
  Value worst;
  for (const std::string& joint : track.columns("joint_force")) {
    auto x = track.column("joint_force", joint);
    for (double& f : x) f = std::abs(f);
    const Value peak = worst_of(track, x, joint);
    auto sorted = x;
    std::sort(sorted.begin(), sorted.end());
    const double usual = sorted[sorted.size() * 99 / 100];
    if (usual > 0 && peak.si / usual > worst.si) worst = {peak.si / usual, peak.where};
  }
  return worst;
}

Value height_drift(const Track& track, const ExpectSpec&) {
  return {std::abs(slope(track, track.column("com", "z"))) * track.duration(), ""};
}

Value tilt(const Track& track, const ExpectSpec&) {
  std::vector<double> angles;
  for (const Quat& R : track.root_orientation()) {
    angles.push_back(std::acos(std::clamp((R * Vec3::UnitZ()).z(), -1.0, 1.0)));
  }
  return worst_of(track, angles, "root");
}

Value mean_height(const Track& track, const ExpectSpec&) {
  return {mean(track.column("com", "z")), ""};
}

const std::vector<Measure>& table() {
  static const std::vector<Measure> measures{
      {"forward_speed", "cm/s", 100, "mean speed of the centre of mass along the mean heading",
       forward_speed},
      {"heading_kept", "deg", degrees,
       "largest turn of the heading, averaged over a stride, from the beginning's", heading_kept},
      {"turn_rate", "deg/s", degrees, "steady turning: slope of the heading", turn_rate},
      {"wiggle", "mm", 1000, "side-to-side amplitude of the centre of mass at stride frequency",
       wiggle},
      {"yaw_wiggle", "deg", degrees, "amplitude of the heading at stride frequency", yaw_wiggle},
      {"stride_frequency", "Hz", 1, "steps of a leg per second", stride_frequency},
      {"gait_cycles", "cycles", 1, "steps begun by the leg that took fewest", gait_cycles},
      {"across_phase_error", "deg", degrees,
       "legs across the body: largest deviation from half a cycle", across_phase_error},
      {"tripod_phase_error", "deg", degrees,
       "largest deviation of a leg from its tripod's phase; the tripods alternate",
       tripod_phase_error},
      {"duty_factor", "", 1, "share of the time that the feet of leg `body` bear", duty_factor},
      {"ground_force", "mN", 1000, "largest force of the ground on `body`", ground_force},
      {"clearance", "mm", 1000, "least height of `body` above the ground", clearance},
      {"foot_depth", "mm", 1000, "how deep the worst foot sinks", foot_depth},
      {"peak_torque", "uN*m", 1e6, "largest torque of any joint", peak_torque},
      {"torque_spike", "", 1, "largest torque of a joint over its own 99th percentile",
       torque_spike},
      {"height_drift", "mm", 1000, "rise or fall of the centre of mass, by its trend",
       height_drift},
      {"height", "mm", 1000, "mean height of the centre of mass", mean_height},
      {"tilt", "deg", degrees, "largest angle of the root's up axis from the vertical", tilt},
  };
  return measures;
}

const Measure& find_measure(const ExpectSpec& e) {
  std::string names;
  for (const Measure& m : table()) {
    if (e.measure == m.name) return m;
    names += (names.empty() ? "" : ", ") + std::string(m.name);
  }
  throw InputError(Problem{e.place, "expect.measure", e.measure, "one of " + names});
}

const CastSpec& find_figure(const ShotSpec& shot, const ExpectSpec& e) {
  for (const CastSpec& cast : shot.motion.figures) {
    if (e.figure == cast.name || (e.figure.empty() && shot.motion.figures.size() == 1)) return cast;
  }
  throw InputError(Problem{e.place, "expect.figure", e.figure.empty() ? "nothing" : e.figure,
                           "the name of a figure of this shot"});
}

std::string missed(const Measurement& m, const std::string& where) {
  const std::string at = where.empty() ? "" : " (" + where + ")";
  if (std::isnan(m.value)) return "could not be measured: too few steps" + at;
  if (m.min && m.value < *m.min) return fmt::format("below {:.4g} {}{}", *m.min, m.unit, at);
  return fmt::format("above {:.4g} {}{}", *m.max, m.unit, at);
}

Measurement evaluate(const ShotSpec& shot, const Poses& poses, const ExpectSpec& e) {
  const Measure& measure = find_measure(e);
  const CastSpec& cast = find_figure(shot, e);
  const double end = poses.track_times.empty() ? 0 : poses.track_times.back();
  const Track track(poses, cast, e.from, e.to.value_or(end), e.place);
  const Value value = measure.value(track, e);
  const auto displayed = [&](const std::optional<double>& si) {
    return si ? std::optional<double>(*si * measure.per_si) : std::nullopt;
  };
  Measurement m;
  m.name = measure.name;
  m.figure = cast.name;
  m.body = e.body;
  m.unit = measure.unit;
  m.help = measure.help;
  m.value = value.si * measure.per_si;
  m.min = displayed(e.min);
  m.max = displayed(e.max);
  m.reference = displayed(e.reference);
  m.source = e.source;
  const bool wanted = m.min || m.max;
  m.passed = !wanted || ((!m.min || m.value >= *m.min) && (!m.max || m.value <= *m.max));
  if (!m.passed) m.why = missed(m, value.where);
  return m;
}

}  // namespace

std::vector<Measurement> measure(const ShotSpec& shot, const Poses& poses) {
  std::vector<Measurement> results;
  for (const ExpectSpec& e : shot.expect) results.push_back(evaluate(shot, poses, e));
  return results;
}

std::vector<MeasureHelp> known_measures() {
  std::vector<MeasureHelp> help;
  for (const Measure& m : table()) help.push_back({m.name, m.unit, m.help});
  return help;
}

}  // namespace gambol
