#pragma once

// A run file: what a search varies, and what it makes small. `gambol optimise` runs it.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "schema/names.h"
#include "shot/expect_spec.h"

namespace gambol {

enum class Scale { linear, log };
template <>
inline constexpr auto names_of<Scale> = named<Scale>({{"linear", Scale::linear},
                                                      {"log", Scale::log}});

// A path that gets `plus` + `by` times the value of a parameter, alone or within a text.
struct ScaledSpec {
  Place place;
  std::string path;
  double by = 1, plus = 0;  // SI
  std::string text;         // with {} for the number; empty: the number alone
};
// Where the number stands in the text of a ScaledSpec.
inline constexpr const char* number_place = "{}";
void fields(Fields& v, ScaledSpec& of);

// A number that a search varies, and where it stands.
struct ParameterSpec {
  Place place;
  std::string name;
  // Paths (schema/tree_path.h) that all get the value, and those that get its opposite. In the
  // shots, or in the files of the figure `figure`.
  std::vector<std::string> path, mirrored;
  std::vector<ScaledSpec> scaled;
  std::string figure;
  std::optional<double> from, to;  // SI
  std::optional<double> start;     // SI; default: the middle
  // After loading: of the range, if it was written with a unit.
  std::optional<Dimension> dimension;
  Scale scale = Scale::linear;
  std::vector<std::string> values;  // instead of a range: YAML (schema/tree_path.h, value_node())
  int levels = 5;                   // of a range, for a grid
};
void fields(Fields& v, ParameterSpec& of);

// A factor of a parameter in one scenario.
struct FactorSpec {
  Place place;
  std::string name;  // of the parameter
  double by = 1;
};
void fields(Fields& v, FactorSpec& of);

// A shot in which every candidate is simulated. After loading there is one for each take that a
// pattern matches.
struct ScenarioSpec {
  Place place;
  std::string name;
  std::string shot;  // FILE, FILE@TAKE or FILE@PATTERN
  double weight = 1;
  std::vector<FactorSpec> factors;
  std::string reference;  // path of the shot, with its take, after loading
};
void fields(Fields& v, ScenarioSpec& of);

// A term of the objective: a measure times `weight`. With `min` or `max`, only what it lies outside
// of them counts.
struct TermSpec {
  Place place;
  double weight = 1;    // per unit in which the measure is shown
  bool square = false;  // of what counts
  ExpectSpec measured;
};
void fields(Fields& v, TermSpec& of);

enum class Combine { mean, worst, quantile };
template <>
inline constexpr auto names_of<Combine> = named<Combine>({{"mean", Combine::mean},
                                                          {"worst", Combine::worst},
                                                          {"quantile", Combine::quantile}});

struct CmaEsSpec {
  double spread = 0.3;    // of the ranges
  int population = 0;     // 0: 4 + 3 ln n
  int generations = 100;  // at most
  double cost_tolerance = 1e-9;
};
template <>
inline constexpr const char* variant_name<CmaEsSpec> = "cma_es";
void fields(Fields& v, CmaEsSpec& of);

struct GreedySpec {
  double chance = 0.2;  // that a parameter changes
  double reach = 0.1;   // of the ranges
  int round = 8;        // candidates that are evaluated side by side
  int evaluations = 2000;
  int first = 0;  // scenarios that decide whether a candidate is tried in the others; 0: it is
};
template <>
inline constexpr const char* variant_name<GreedySpec> = "greedy";
void fields(Fields& v, GreedySpec& of);

struct GridSpec {};
template <>
inline constexpr const char* variant_name<GridSpec> = "grid";
void fields(Fields& v, GridSpec& of);

struct RandomSpec {
  int samples = 100;
};
template <>
inline constexpr const char* variant_name<RandomSpec> = "random";
void fields(Fields& v, RandomSpec& of);

struct MethodSpec {
  Place place;
  std::variant<CmaEsSpec, GreedySpec, GridSpec, RandomSpec> kind;
};
void fields(Fields& v, MethodSpec& of);

struct RunSpec {
  Place place;
  std::string name;
  std::string about;
  std::vector<ScenarioSpec> scenarios;
  std::vector<ParameterSpec> parameters;
  std::vector<TermSpec> objective;
  Combine combine = Combine::mean;
  double quantile = 0.9;
  std::vector<std::string> give_up;  // conditions (shot/condition.h) that end a hopeless simulation
  std::optional<double> until;       // s simulated; default: the end of each shot
  std::optional<double> rate;        // Hz, at which measures watch; default: each shot's track_rate
  std::uint64_t seed = 1;
  MethodSpec method;
};
void fields(Fields& v, RunSpec& of);

// Reads and checks a run file. What it says of its shots is checked when they are prepared
// (search/candidates.h). Throws InputError with every problem found.
RunSpec load_run(const std::string& path);

}  // namespace gambol
