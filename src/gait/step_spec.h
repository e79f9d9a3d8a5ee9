#pragma once

// The path of a foot during a swing, as an author writes it.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "schema/names.h"

namespace gambol {

constexpr std::size_t most_step_keys = 16;

struct GainSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns
  double gain = 1;
};
void fields(Fields& v, GainSpec& of);

// A key leg position: the place of a foot during its swing.
struct StepKeySpec {
  Place place;
  std::optional<double> at;  // share of the swing's time; default: for even speed
  // Over simulated time, taken as the step begins: share of the way from foothold to foothold, m
  // above the line between them, and rad, toes up, if the gait has level_feet.
  Curve progress = Curve(0.0), height = Curve(0.0), pitch = Curve(0.0);
  double side = 0;              // m outwards
  std::string posture;          // pose of the figure that gives the centre angles there
  std::vector<GainSpec> gains;  // there, overriding the gait's
};
void fields(Fields& v, StepKeySpec& of);

struct StepSpec {
  Place place;
  double height = 0;              // m, of the single key at mid-swing if there are no keys
  std::vector<StepKeySpec> keys;  // in order of time
  double clearance = 0;           // m, least height over the terrain at the middle of the swing
  double search = 0;              // m: distance within which a foot searches for flat ground
  double steepest = 0.5;          // largest rise over run that counts as flat
};
void fields(Fields& v, StepSpec& of);

}  // namespace gambol
