#pragma once

// Tracks made up from functions of time, so that what a measure must say is known.

#include <cmath>
#include <functional>
#include <numbers>

#include "analysis/measures.h"
#include "shot/shot_spec.h"

namespace gambol::testing {

inline constexpr double pi = std::numbers::pi;

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
