#pragma once

// Periodic motions of joints as sums of sines whose amplitudes fall with the frequency (spectral
// synthesis: Arnold, MSc thesis, SFU 1997, "seed 001"). A figure may carry its own; a controller of
// type `spectral` plays them.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/names.h"

namespace gambol {

class Findings;
struct FigureSpec;

// After c cycles of the common period the joint is commanded to be at
//
//     centre + amplitude * sum over f = 1, 2, ... of gain_f f^-beta sin 2 pi (f (c + phase) +
//     shift_f)
struct WaveSpec {
  Place place;
  std::string name;                   // of a joint or degree of freedom, or a pattern
  std::optional<double> centre;       // rad or m; default: the joint's initial position
  double amplitude = 0;               // rad or m
  double phase = 0;                   // cycles by which the whole wave is ahead
  std::vector<double> gains = {1.0};  // [f - 1]; those that are missing are 0
  std::vector<double> shifts;         // [f - 1] cycles of the harmonic; those missing are 0
  std::optional<double> stiffness, damping, most_torque;  // default: those of the waves
};
void fields(Fields& v, WaveSpec& of);

// Of several waves that mean one degree of freedom, the last counts.
struct WavesSpec {
  Place place;
  double period = 0.5;  // s
  double beta = 1;
  int harmonics = 1;
  double stiffness = 0;               // N*m per rad, or N/m, from where the wave has the joint
  double damping = 0;                 // N*m*s, or N*s/m, of the difference of the rates
  std::optional<double> most_torque;  // N*m or N, besides the joint's own limit
  std::vector<WaveSpec> joints;
};
void fields(Fields& v, WavesSpec& of);

// Reports joints that the figure does not have, units that do not fit them, more gains than
// harmonics, and waves without torque.
void check_waves(const FigureSpec& figure, const WavesSpec& waves, Findings& findings);

}  // namespace gambol
