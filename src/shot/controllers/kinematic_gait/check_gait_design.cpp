#include "shot/controllers/kinematic_gait/check_gait_design.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gait/step_path.h"
#include "schema/findings.h"

namespace gambol {
namespace {

using namespace std::string_literals;

// Returns why a design has no solution that walks; "" if it has one.
std::string why_unsolvable(const GaitDesign& design, const ArcLength& arc_length) {
  if (const std::string missing = missing_quantities(design); !missing.empty()) return missing;
  std::string problem;
  const auto found = solve_gait(design, arc_length, problem);
  return found ? hardly_moves(*found) : problem;
}

// What a cue may set of a design.
bool is_of_design(std::string_view key) {
  constexpr std::string_view keys[] = {"period",    "duty_factor",       "leg_force",
                                       "stroke",    "transfer_duration", "support_duration",
                                       "leg_speed", "body_speed"};
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

// Checks that the design has a solution with what a cue sets, at any time. Reports it once: at the
// first of the quantities that the cue sets.
void check_design_set(const KinematicGaitSpec& gait, std::size_t legs, const SetByCue& set,
                      Findings& findings) {
  const auto first = std::find_if(set.with.begin(), set.with.end(),
                                  [](const auto& field) { return is_of_design(field.first); });
  if (first != set.with.end() && first->first != set.name) return;
  const ArcLength arc_length = arc_length_of(gait.step);
  for (double t : gait.instants()) {
    GaitDesign design = gait.design_at(t, legs);
    for (const auto& [name, value] : set.with) {
      if (double* quantity = find_quantity(design, name)) *quantity = value;
      if (name == "leg_force") design.duty_factor = duty_of_equal_legs(value, legs);
    }
    const std::string problem = why_unsolvable(design, arc_length);
    if (problem.empty()) continue;
    findings.report(
        set.place, set.name,
        fmt::format("a design without solution, with the gait of {:.4g} s: {}", t, problem),
        "quantities that agree (docs/gaits.md)");
    return;
  }
}

void check_one_of_force_and_duty(const Place& place, bool both, Findings& findings) {
  if (both)
    findings.report(place, "leg_force", "duty_factor as well",
                    "one of the two: the force of a leg decides its duty factor");
}

}  // namespace

void check_design(const ControllerSpec& c, const KinematicGaitSpec& gait, std::size_t legs,
                  Findings& findings) {
  check_one_of_force_and_duty(c.place, gait.leg_force && gait.design.duty_factor, findings);
  for (const LegGaitSpec& own : gait.legs)
    check_one_of_force_and_duty(own.place, own.leg_force && own.duty_factor, findings);
  if (gait.step.keys.size() > most_step_keys) return;                    // reported already
  if (gait.leg_force && (legs == 0 || gait.design.duty_factor)) return;  // likewise
  const ArcLength arc_length = arc_length_of(gait.step);
  for (double t : gait.instants()) {
    const GaitDesign design = gait.design_at(t, legs);
    std::string problem = why_unsolvable(design, arc_length);
    if (problem.empty()) continue;
    if (gait.leg_force && design.duty_factor)
      problem += fmt::format(" (leg_force makes duty_factor {:.4g})", *design.duty_factor);
    findings.report(c.place, "gait",
                    fmt::format("a design without solution at {:.4g} s: {}", t, problem),
                    "a sufficient set of quantities that agree (docs/gaits.md)");
    return;
  }
}

void check_leg_force(const FigureSpec& figure, const ControllerSpec& c,
                     const KinematicGaitSpec& gait, Findings& findings) {
  const std::vector<double> shares = gait.shares(figure.legs);
  for (std::size_t k = 0; k < figure.legs.size(); ++k) {
    const LegGaitSpec* own = gait.of_leg(figure.legs[k].name);
    if (own && own->duty_factor) continue;
    const bool is_own = own && own->leg_force;
    const std::optional<Curve>& force = is_own ? own->leg_force : gait.leg_force;
    if (!force) continue;
    const auto weaker = [](const Curve::Key& a, const Curve::Key& b) { return a.value < b.value; };
    const double least = std::min_element(force->keys.begin(), force->keys.end(), weaker)->value;
    if (least > shares[k]) continue;
    findings.report(is_own ? own->place : c.place, "leg_force",
                    fmt::format("{:.4g} weights for leg {}", least, figure.legs[k].name),
                    fmt::format("more than {:.4g}, its share of the weight", shares[k]));
    return;
  }
}

// A cue sets a quantity that the gait gives, and the design has a solution then.
void ControllerTrait<KinematicGaitSpec>::check_set(const KinematicGaitSpec& gait,
                                                   const FigureSpec& figure, const SetByCue& set,
                                                   Findings& findings) {
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    findings.report(set.place, set.name, found, expected);
  };
  if (set.name == "direction" && gait.path)
    refuse("a gait that follows a path", "a gait without path");
  if (set.name == "facing" && gait.aim)
    refuse("a gait with aim, which says where the body faces", "a gait without aim");
  const std::size_t legs = figure.legs.size();
  if (!is_of_design(set.name) || legs == 0) return;
  if (set.name == "body_speed" && gait.path && !gait.path->speeds.empty())
    refuse("a gait with speeds by place (path.speeds)", "a gait without them");
  GaitDesign given = gait.design_at(0, legs);
  std::vector<std::string> keys = quantities_of(given);
  if (gait.leg_force) std::replace(keys.begin(), keys.end(), "duty_factor"s, "leg_force"s);
  if (std::find(keys.begin(), keys.end(), set.name) == keys.end()) {
    refuse("a quantity that the gait does not give",
           fmt::format("one that it gives: {}", fmt::join(keys, ", ")));
    return;
  }
  if (set.name == "leg_force") {
    const std::vector<double> shares = gait.shares(figure.legs);
    const double most = *std::max_element(shares.begin(), shares.end());
    if (!(set.value > most)) {
      refuse(fmt::format("{:.4g} weights", set.value),
             fmt::format("more than {:.4g}, a leg's share of the weight", most));
      return;
    }
  }
  check_design_set(gait, legs, set, findings);
}

}  // namespace gambol
