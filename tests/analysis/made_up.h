#pragma once

// Tracks made up from functions of time, so that what a measure must say is known.

#include <cmath>
#include <functional>
#include <numbers>

#include "analysis/measures.h"
#include "shot/shot_spec.h"

namespace gambol::testing {

inline constexpr double pi = std::numbers::pi;

// Phase (cycles) of a leg in the tripod gait.
inline double tripod_phase(const LegSpec& leg) {
  return (leg.row + (leg.side == Side::left ? 0 : 1)) % 2 ? 0.5 : 0;
}

struct MadeUp {
  ShotSpec shot;
  Poses poses;

  // A bug with `rows` legs on each side, left0, right0, left1, ...; row 0 is in front.
  explicit MadeUp(int rows = 3, double seconds = 2, double rate = 1000) {
    CastSpec& bug = shot.motion.figures.emplace_back();
    bug.name = "bug";
    bug.controllers.emplace_back().name = "gait";
    for (int row = 0; row < rows; ++row)
      for (Side side : {Side::left, Side::right}) {
        LegSpec& leg = bug.figure.legs.emplace_back();
        leg.side = side;
        leg.row = row;
        leg.name = (side == Side::left ? "left" : "right") + std::to_string(row);
      }
    for (int k = 0; k <= std::lround(seconds * rate); ++k) poses.track_times.push_back(k / rate);
  }

  FigureSpec& figure() { return shot.motion.figures[0].figure; }

  MadeUp& with(const std::string& name, const std::vector<std::string>& columns,
               const std::function<double(double t, std::size_t column)>& value) {
    Channel channel{"bug/" + name, "", "", columns, {}};
    for (double t : poses.track_times)
      for (std::size_t c = 0; c < columns.size(); ++c) channel.values.push_back(value(t, c));
    poses.channels.push_back(channel);
    return *this;
  }
  // Of the centre of mass.
  MadeUp& com(const std::function<Vec3(double t)>& at) {
    return with("com", {"x", "y", "z"}, [&](double t, std::size_t c) { return at(t)[int(c)]; });
  }
  MadeUp& root(const std::function<Quat(double t)>& turned) {
    return with("q", {"x", "y", "z", "qw", "qx", "qy", "qz"}, [&](double t, std::size_t c) {
      const Quat q = turned(t);
      return c < 3 ? 0.0 : c == 3 ? q.w() : q.vec()[int(c) - 4];
    });
  }
  MadeUp& heading(const std::function<double(double t)>& angle) {
    return root([&](double t) { return Quat(Eigen::AngleAxisd(angle(t), Vec3::UnitZ())); });
  }
  // A leg steps during the first `share` of its cycle, which begins at `phase` (cycles).
  MadeUp& steps(double frequency, double share,
                const std::function<double(const LegSpec&)>& phase) {
    std::vector<std::string> columns;
    for (const LegSpec& leg : figure().legs) columns.push_back("step/" + leg.name);
    return with("gait", columns, [&](double t, std::size_t c) {
      const double cycle = frequency * t - phase(figure().legs[c]) + 10.0001;
      return cycle - std::floor(cycle) < share ? 1.0 : 0.0;
    });
  }

  // A vector of each leg.
  using OfLeg = std::function<Vec3(double t, const LegSpec&)>;
  MadeUp& of_legs(const std::string& name, const OfLeg& value) {
    std::vector<std::string> columns;
    for (const LegSpec& leg : figure().legs)
      for (const char* axis : {".x", ".y", ".z"}) columns.push_back(leg.name + axis);
    return with(name, columns, [&](double t, std::size_t c) {
      return value(t, figure().legs[c / 3])[static_cast<int>(c % 3)];
    });
  }
  // Velocities (m/s) at which feet slide.
  MadeUp& slides(const OfLeg& velocity) { return of_legs("foot_slip", velocity); }
  // Forces of the ground (N) on the feet of a bug of 1 kg.
  MadeUp& forces(const OfLeg& force) {
    poses.figures = {{"bug", 1.0}};
    return of_legs("foot_force", force);
  }
  // A leg bears `up` (N) for the first `share` of its cycle, which begins at `phase` (cycles).
  MadeUp& bearing(double frequency, double share,
                  const std::function<double(const LegSpec&)>& phase, double up = 4) {
    return forces([&](double t, const LegSpec& leg) {
      const double cycle = frequency * t - phase(leg) + 10.0001;
      return Vec3(0, 0, cycle - std::floor(cycle) < share ? up : 0);
    });
  }

  Measurement measured(const ExpectSpec& e) {
    shot.expect = {e};
    return measure(shot, poses).at(0);
  }
  double value(const std::string& measure, const std::string& body = "", double from = 0) {
    ExpectSpec e;
    e.measure = measure;
    e.body = body;
    e.from = from;
    return measured(e).value;
  }
};

}  // namespace gambol::testing
