#pragma once

// The plan of a designed gait over simulated time: which gait, how fast, by which steps.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/curve.h"
#include "gait/gait_design.h"
#include "gait/gait_spec.h"
#include "gait/step_spec.h"

namespace gambol {

// From time `at` on, the legs shift towards another gait.
struct GaitShiftSpec {
  Place place;
  double at = 0;  // s simulated
  GaitPattern gait;
};
void fields(Fields& v, GaitShiftSpec& of);

// The quantities of a GaitDesign, each over simulated time.
struct GaitCurves {
  std::optional<Curve> period, duty_factor, support_duration, transfer_duration, stroke, body_speed,
      leg_speed;
};

// What is particular to some legs.
struct LegGaitSpec {
  Place place;
  std::vector<std::string> legs;  // names
  double push = 1;                // share of the body's weight, relative to the other legs' shares
  std::optional<Curve> duty_factor;  // over simulated time; default: the gait's
  std::optional<Curve> leg_force;    // instead of it: see GaitPlan
  std::optional<double> foot_force;  // Fmax of Eq. 14, in body weights; default: the gait's
  std::optional<StepSpec> step;      // default: the gait's
  Curve footing = Curve(1.0);        // 0 where the foot, standing, finds no hold
};
void fields(Fields& v, LegGaitSpec& of);

struct GaitPlan {
  GaitPattern gait;
  std::vector<GaitShiftSpec> shifts;  // by rising time
  GaitCurves design;
  // F of Eq. 12, over time: upward force of each leg while it stands, in body weights. It decides
  // the duty factor: a leg that carries the share w of the weight stands for w / F of the cycle.
  std::optional<Curve> leg_force;
  StepSpec step;
  std::vector<LegGaitSpec> legs;
  Curve lift = Curve(1.0);  // over time: factor of the heights of all steps

  // Returns what is particular to a leg; nullptr if nothing is.
  const LegGaitSpec* of_leg(const std::string& leg) const;
  // Returns the path of the leg's steps.
  const StepSpec& step_of(const std::string& leg) const;
  // Returns the share of the weight that each leg carries, [leg]; their sum is 1.
  std::vector<double> shares(const std::vector<LegSpec>& figure_legs) const;
  // Returns the leg's share of a cycle on the ground at t (s), where `times` are the gait's and
  // `share` is what the leg carries of the weight. `force` replaces `leg_force` at t.
  double duty_factor(const std::string& leg, double share, const GaitTimes& times, double t,
                     std::optional<double> force = {}) const;
  // Returns the index of the gait in effect at t (s): 0 is `gait`, k is shifts[k - 1].
  std::size_t ruling(double t) const;
  const GaitPattern& pattern(std::size_t ruling) const {
    return ruling == 0 ? gait : shifts[ruling - 1].gait;
  }
  // Returns the design at t (s). It has the duty factor of the gait in effect if the quantities
  // that are written are not sufficient, and that of a leg of `count` equal ones by `leg_force`.
  GaitDesign design_at(double t, std::size_t count) const;
  // Returns rising times, s, at which to test the design, because it may become unsolvable: those
  // of every key of its curves and of every shift, and times between them.
  std::vector<double> instants() const;
};

// Duty factor of each of `count` legs that push with `force` weights and carry equal shares (Eq. 12
// and 13).
double duty_of_equal_legs(double force, std::size_t count);
// A quantity of the design, by the name of its key; nullptr if the design does not have it.
double* find_quantity(GaitDesign& design, std::string_view name);
// The keys of the quantities that the design has.
std::vector<std::string> quantities_of(const GaitDesign& design);

}  // namespace gambol
