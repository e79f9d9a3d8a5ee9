#pragma once

// What a shot's `expect:` entries come to: our number, the source's, and whether it is as wanted.

#include <optional>
#include <string>
#include <vector>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

struct Measurement {
  std::string name;   // e.g. "forward_speed", "slip"
  std::string label;  // the author's name for it; may be empty
  std::string figure;
  std::string body;  // or leg; may be empty
  std::string unit;  // of value, min, max and reference as displayed
  std::string help;  // one sentence
  double value = 0;
  std::optional<double> min, max, reference;
  std::string source;
  bool passed = true;
  std::string why;  // if missed: what, when, where
};

// What it is called in tables: the label, or the name with the body.
std::string title(const Measurement& m);

// One result per `expect:` entry, in order. Throws InputError for a measure that does not exist.
std::vector<Measurement> measure(const ShotSpec& shot, const Poses& poses);

// What is wrong with the measures that the shot expects, as far as it can be told before anything
// moves: unknown ones, bounds in units of something else, and what they need of their figure.
std::vector<Problem> problems_of_measures(const ShotSpec& shot);

struct MeasureHelp {
  std::string name, unit, help;
};
std::vector<MeasureHelp> known_measures();

}  // namespace gambol
