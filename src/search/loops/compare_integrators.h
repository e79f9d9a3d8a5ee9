#pragma once

// Cost and error of each integration method on a shot.

#include <functional>
#include <string>
#include <vector>

#include "shot/world_spec.h"

namespace gambol {

struct ShotSpec;

struct IntegratorRun {
  IntegratorSpec how;
  // Over all spans.
  long evaluations = 0, accepted = 0, rejected = 0;
  double seconds = 0;     // of processor time
  double simulated = 0;   // s; count_evaluations() alone says it
  double mean_error = 0;  // m, at the ends of the spans
  double worst_error = 0;
  int failed = 0;       // number of spans that blew up; the errors do not include them
  std::string failure;  // message of the first failure
  // Of one run of the whole shot, unless ComparisonOptions::until cuts it short.
  double final_error = 0;        // m
  std::vector<double> measures;  // in the order of IntegratorReport; empty if the run blew up
};

struct IntegratorReport {
  double until = 0, span = 0;         // s
  std::vector<std::string> measures;  // their titles and units
  IntegratorRun reference;            // a stiff method with a very small tolerance
  std::vector<IntegratorRun> runs;
};

struct ComparisonOptions {
  double until = 0;         // s simulated; 0: to the end of the shot
  double span = 0.05;       // s
  double reference = 1e-7;  // tolerance of the reference
};

// Runs the shot with a fine reference integrator, and keeps its state every `span`. Each method
// then starts anew from each of these states: contact makes walks chaotic, so that over seconds
// even the best two methods end in different places, but over a span their distance is their error.
// The error is the root mean square, over all bodies, of the distance between a body's origin and
// the reference's. The shot's measures come from one run of the whole shot, unless `until` cuts it
// short. `progress` receives the fraction done. Throws RunError if the reference blows up.
IntegratorReport compare_integrators(const ShotSpec& shot, const ComparisonOptions& options,
                                     const std::function<void(double)>& progress = {});

// Runs the shot to `until` (s; 0: its end) with its own integrator, without a reference, so that
// the errors are 0. Throws RunError if it blows up.
IntegratorRun count_evaluations(const ShotSpec& shot, double until);

}  // namespace gambol
