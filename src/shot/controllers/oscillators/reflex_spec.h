#pragma once

// A reflex file: when the legs' reflexes act, and what they do (McKenna's MS thesis, MIT 1990,
// "seed 000", sections 2.2, 3.2, 4.6). The trigger values come from undisturbed walking (`gambol
// calibrate`, search/loops/calibrate_reflexes.h).

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "figure/figure_spec.h"
#include "schema/names.h"

namespace gambol {

class Findings;

enum class Beyond { above, below };
template <>
inline constexpr auto names_of<Beyond> = named<Beyond>({
    {"above", Beyond::above},
    {"below", Beyond::below},
});

// A threshold, and the side of it on which the reflex acts.
struct TriggerSpec {
  Place place;
  double at = 0;  // position of a joint, rad or m, or its force, N*m or N
  Beyond side = Beyond::above;
  bool beyond(double value) const { return side == Beyond::above ? value > at : value < at; }
};
void fields(Fields& v, TriggerSpec& of);

// The triggers of one leg. A trigger that is not given never acts.
struct LegReflexSpec {
  Place place;
  std::string name;                     // of the leg
  std::optional<TriggerSpec> step;      // upper joint's position beyond which the leg wants to step
  std::optional<double> load;           // weights on its feet beyond which no step begins
  std::optional<TriggerSpec> obstacle;  // upper joint's force beyond which an obstacle is felt
  // Weights on its feet beyond which the step ends, for as many equal parts of a step.
  std::vector<double> landed;
  std::optional<double> ground_time;  // share of a step after its end by which the leg must bear
  double overlap = 0;  // share of a neighbour's step that may remain when this leg's step begins
  std::optional<double> tipping;  // weights x steps that it bears while its side bears alone

  // At a share of the step from 0 to 1; infinite if the leg never lands early.
  double landed_at(double share) const;
};
void fields(Fields& v, LegReflexSpec& of);

// A leg takes its foot up by a shift of its support joint: one that meets an obstacle while it
// rises in its step (elevator), or one over which the body tips (yield).
struct LiftSpec {
  Place place;
  double lift = 0;      // rad or m: signed shift of the rest position of its support joint
  double over = 0.01;   // s that the shift takes
  double again = 0.02;  // s until the leg may lift further
};
void fields(Fields& v, LiftSpec& of);

// A leg that finds no ground after its step searches until it does.
struct SearchSpec {
  Place place;
  double reach = 0;      // rad or m: signed shift of the rest position of its support joint
  double sweep = 0;      // rad or m: largest sweep of its upper joint to either side
  double period = 0.05;  // s of a sweep forth and back
  int sweeps = 3;        // number of growing sweeps until one reaches `sweep`
};
void fields(Fields& v, SearchSpec& of);

// The source of the trigger values. It is a record only and affects nothing.
struct CalibrationSpec {
  Place place;
  std::vector<std::string> shots, motion_hashes;
  double margin = 0;  // fraction of the observed range that was added beyond it
};
void fields(Fields& v, CalibrationSpec& of);

struct ReflexSpec {
  Place place;
  std::string name;
  std::string file;  // another reflex file, which this one overrides
  std::string about;
  bool step = true;         // a leg beyond its trigger wants to step
  bool load = true;         // a loaded leg holds back its step
  bool neighbours = true;   // a leg whose neighbour steps holds back its step
  bool middle_pair = true;  // exception: the two middle legs may lift at once over a hole
  bool landing = true;      // a leg that bears before its step is over begins its stance
  // Shares of a step. Before `raised` the leg is still leaving the ground, and forces on it are not
  // taken for an obstacle. From `lowering` on it comes down, and what it bears is taken for ground.
  double raised = 0.2, lowering = 0.5;
  // Share of the load beyond which the legs of one side bear it alone.
  double alone = 0.97;
  double fill_gap = 0;  // rad or m: backward shift of the leg in front of a lost one
  std::optional<LiftSpec> elevator, yield;
  std::optional<SearchSpec> search;
  std::vector<LegReflexSpec> legs;
  std::optional<CalibrationSpec> calibration;
};
void fields(Fields& v, ReflexSpec& of);

// Reads and checks a reflex file. Throws InputError with every problem found.
ReflexSpec load_reflexes(const std::string& path);

// Makes the leg in front of each lost one, on the same side, stand in for it: shifts the motor
// programs of its upper joint, and the position at which its step reflex acts, backwards by
// reflexes.fill_gap (rad or m). Backwards is the direction from the end of its step to the end of
// its stance.
void fill_gaps(FigureSpec& figure, const std::vector<LegSpec>& lost, ReflexSpec& reflexes);

void check_reflexes(const ReflexSpec& reflexes, Findings& findings);

}  // namespace gambol
