#pragma once

// What each method of integration costs on a shot, and how far it errs.

#include <functional>
#include <string>
#include <vector>

#include "shot/shot_spec.h"

namespace gambol {

struct IntegratorRun {
  IntegratorSpec how;
  // Over all spans.
  long evaluations = 0, accepted = 0, rejected = 0;
  double seconds = 0;     // of processor time
  double mean_error = 0;  // m, at the ends of the spans
  double worst_error = 0;
  int failed = 0;       // spans that blew up; in none of the errors
  std::string failure;  // of the first of them
  // Of the whole shot at once, if it was asked for.
  double final_error = 0;        // m
  std::vector<double> measures;  // as in IntegratorReport; none if it blew up
};

struct IntegratorReport {
  double until = 0, span = 0;         // s
  std::vector<std::string> measures;  // what they are called, with their units
  IntegratorRun reference;            // a stiff method at its finest
  std::vector<IntegratorRun> runs;
};

struct ComparisonOptions {
  double until = 0;         // s simulated; 0: to the end of the shot
  double span = 0.05;       // s
  double reference = 1e-7;  // tolerance of the reference
};

// Runs the shot by a fine reference, and keeps its state every `span`. Each method then starts
// anew from each of these states: contact makes walks chaotic, so that over seconds even the best
// two methods end in different places, but over a span their distance is their error. It is the
// root mean square over all bodies of how far a body's origin is from the reference's. What the
// shot measures comes from one run of the whole shot, unless `until` cuts it short.
// `progress` is told the fraction done. Throws RunError if the reference blows up.
IntegratorReport compare_integrators(const ShotSpec& shot, const ComparisonOptions& options,
                                     const std::function<void(double)>& progress = {});

}  // namespace gambol
