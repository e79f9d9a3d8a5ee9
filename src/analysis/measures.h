#pragma once

// Results of a shot's `expect:` entries: the measured value, the source's value, and whether the
// measured value is within its bounds.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "poses/poses.h"

namespace gambol {

struct ShotSpec;

struct Measurement {
  std::string name;   // e.g. "forward_speed", "slip"
  std::string label;  // the author's name for the measurement; may be empty
  std::string figure;
  std::string body;  // or leg; may be empty
  std::string over;  // "mean of 10 starts"; empty for the film
  std::string unit;  // of value, min, max and reference as displayed
  std::string help;  // one sentence
  double value = 0;
  std::optional<double> min, max, reference;
  std::string source;
  bool passed = true;
  std::string why;  // if not passed: what, when, where
};

// The name of `m` in tables: the label, or the name with the body.
std::string title(const Measurement& m);

// One result per `expect:` entry, in order. Throws InputError for a measure that does not exist.
std::vector<Measurement> measure(const ShotSpec& shot, const Poses& poses);

// Problems of the shot's `expect:` entries that can be found before the simulation: unknown
// measures, bounds in units of another dimension, and figures that lack what a measure needs.
std::vector<Problem> problems_of_measures(const ShotSpec& shot);

struct MeasureHelp {
  std::string name, unit, help;
};
std::vector<MeasureHelp> known_measures();

}  // namespace gambol
