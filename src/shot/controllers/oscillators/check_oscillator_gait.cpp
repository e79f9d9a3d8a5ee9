// Checks controllers beyond the types of their fields.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figure/find.h"
#include "figure/reading.h"
#include "schema/findings.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"

namespace gambol {
namespace {

double largest(const Curve& curve) {
  double most = curve.keys.front().value;
  for (const auto& key : curve.keys) most = std::max(most, key.value);
  return most;
}

double least(const Curve& curve) {
  double value = curve.keys.front().value;
  for (const auto& key : curve.keys) value = std::min(value, key.value);
  return value;
}

// The highest frequency that the gait reaches within its clamps, Hz.
double fastest(const OscillatorGaitSpec& gait) {
  const double tripod = 0.5 / least(gait.step_time);
  double top = std::min(gait.top_frequency.value_or(tripod), tripod);
  if (gait.frequency) top = std::min(top, largest(*gait.frequency));
  if (gait.cycle_time) top = std::min(top, 1 / least(*gait.cycle_time));
  if (gait.slowdown) top = std::min(top, top / least(*gait.slowdown));
  return std::max(top, gait.bottom_frequency);
}

void check_one_pace(const ControllerSpec& c, const OscillatorGaitSpec& gait, Findings& findings) {
  std::string first;
  for (const char* key : {"frequency", "cycle_time", "slowdown", "speed"}) {
    if (!findings.written(c.place, key)) continue;
    if (!first.empty())
      findings.report(c.place, key, first + " as well",
                      "one of frequency, cycle_time, slowdown and speed");
    first = key;
  }
  if (first.empty())
    findings.report(c.place, "frequency", "nothing",
                    "this key, or one of cycle_time, slowdown and speed");
  if (!gait.goal_speed || findings.written(c.place, "stride")) return;
  if (gait.paces.empty())
    findings.report(c.place, "stride", "nothing", "this key, or paces: speed needs them");
  for (const PaceSpec& pace : gait.paces)
    if (!pace.speed)
      findings.report(pace.place, "speed", "nothing",
                      "this key, which the speed of the gait needs");
}

void check_clamps(const ControllerSpec& c, const OscillatorGaitSpec& gait, Findings& findings) {
  constexpr double rounding = 1e-9;
  const double tripod = 0.5 / largest(gait.step_time);
  if (gait.top_frequency && *gait.top_frequency > tripod * (1 + rounding))
    findings.report(c.place, "top_frequency", fmt::format("{} Hz", *gait.top_frequency),
                    fmt::format("at most {:.4g} Hz, the tripod's: faster, a leg would step while "
                                "its neighbour is still in the air",
                                tripod));
  const double top = gait.top_frequency.value_or(tripod);
  if (gait.bottom_frequency > top * (1 + rounding))
    findings.report(c.place, "bottom_frequency", fmt::format("{} Hz", gait.bottom_frequency),
                    fmt::format("at most the top frequency, {:.4g} Hz", top));
  const double f = fastest(gait);
  if (!gait.retraction || f <= 0) return;
  const double room = 1 / f - least(gait.step_time);
  if (largest(*gait.retraction) > room * (1 + rounding))
    findings.report(
        c.place, "retraction", fmt::format("{:.6g} s", largest(*gait.retraction)),
        fmt::format("at most {:.4g} s, what a step leaves of a cycle at {:.4g} Hz", room, f));
}

void check_paces(const OscillatorGaitSpec& gait, Findings& findings) {
  for (std::size_t k = 0; k < gait.paces.size(); ++k) {
    const PaceSpec& pace = gait.paces[k];
    if (pace.retraction && gait.retraction)
      findings.report(pace.place, "retraction", "a retraction of the skill as well",
                      "this key in one of the two places");
    if (k == 0) continue;
    const PaceSpec& before = gait.paces[k - 1];
    if (!(pace.frequency > before.frequency))
      findings.report(pace.place, "frequency", fmt::format("{} Hz", pace.frequency),
                      fmt::format("more than the pace before, {} Hz", before.frequency));
    if (pace.speed && before.speed && !(*pace.speed > *before.speed))
      findings.report(pace.place, "speed", fmt::format("{} m/s", *pace.speed),
                      fmt::format("more than the pace before, {} m/s", *before.speed));
  }
}

void check_path(const ControllerSpec& c, const OscillatorGaitSpec& gait, Findings& findings) {
  if (!gait.path) return;
  if (findings.written(c.place, "turn"))
    findings.report(c.place, "path", "turn as well", "one of the two");
  check_path_points(gait.path->place, gait.path->points, gait.path->closed, findings);
}

void check_legs(const FigureSpec& figure, const ControllerSpec& c, const OscillatorGaitSpec& gait,
                Findings& findings) {
  if (figure.legs.empty()) findings.report(c.place, "type", "oscillators", "a figure with legs");
  const bool steered = gait.path || !gait.turn.is_constant() || gait.turn.keys[0].value != 0;
  for (const LegSpec& leg : figure.legs) {
    if (leg.step.empty() || leg.stance.empty())
      findings.report(
          c.place, "type",
          fmt::format("leg {} without {}", leg.name, leg.step.empty() ? "step" : "stance"),
          "every leg of the figure to have both motor programs");
    if (steered && leg.upper_joint.empty())
      findings.report(c.place, gait.path ? "path" : "turn",
                      fmt::format("leg {} without upper_joint", leg.name),
                      "an upper_joint for every leg of the figure: its swing steers");
  }
}

// Reflexes may name a leg that the figure has lost in this shot.
void check_reflexes_of(const FigureSpec& figure, const std::vector<std::string>& lost_legs,
                       const ReflexSpec& reflexes, Findings& findings) {
  check_reflexes(reflexes, findings);
  std::vector<std::string> known = names_in(figure.legs);
  known.insert(known.end(), lost_legs.begin(), lost_legs.end());
  for (const LegReflexSpec& leg : reflexes.legs) {
    if (std::find(known.begin(), known.end(), leg.name) == known.end())
      report_unknown(findings, leg.place, "name", leg.name, "a leg of the figure", known);
    for (const LegSpec& l : figure.legs) {
      if (l.name != leg.name) continue;
      if (l.upper_joint.empty() && (leg.step || leg.obstacle))
        findings.report(leg.place, leg.step ? "step" : "obstacle",
                        "leg " + l.name + " without upper_joint", "a leg with upper_joint");
      if (l.support_joint.empty() && leg.tipping)
        findings.report(leg.place, "tipping", "leg " + l.name + " without support_joint",
                        "a leg with support_joint");
    }
  }
}

}  // namespace

void ControllerTrait<OscillatorGaitSpec>::complete(const ControllerSpec& c,
                                                   OscillatorGaitSpec& gait, Findings& findings) {
  if (!gait.metabolism) return;
  if (!findings.written(c.place, "step_time")) gait.step_time = *gait.metabolism;
  if (!findings.written(c.place, "delay")) gait.delay = *gait.metabolism;
}

void ControllerTrait<OscillatorGaitSpec>::check(const ControllerSpec& c,
                                                const OscillatorGaitSpec& gait,
                                                const ControlledFigure& figure,
                                                Findings& findings) {
  check_one_pace(c, gait, findings);
  check_clamps(c, gait, findings);
  check_paces(gait, findings);
  check_path(c, gait, findings);
  if (!figure.figure) return;
  check_legs(*figure.figure, c, gait, findings);
  if (gait.reflexes) check_reflexes_of(*figure.figure, figure.lost_legs, *gait.reflexes, findings);
  for (const ShiftSpec& shift : gait.posture)
    check_joints(*figure.figure, shift.place, shift.joints, findings);
}

// A gait whose `turn` a cue sets must steer by `turn`, and its legs must be able to.
void ControllerTrait<OscillatorGaitSpec>::check_set(const OscillatorGaitSpec& gait,
                                                    const FigureSpec& figure, const SetByCue& set,
                                                    Findings& findings) {
  const auto needs = [&](const char* key, bool given) {
    if (set.name == key && !given)
      findings.report(set.place, key, fmt::format("a gait without {}", key),
                      fmt::format("a gait that {} sets", key));
  };
  needs("speed", gait.goal_speed.has_value());
  needs("frequency", !gait.goal_speed);
  needs("cycle_time", gait.cycle_time.has_value());
  needs("slowdown", gait.slowdown.has_value());
  needs("retraction", gait.retraction.has_value());
  if (set.name != "turn") return;
  if (gait.path) findings.report(set.place, "turn", "a gait that follows a path", "one of the two");
  for (const LegSpec& leg : figure.legs)
    if (leg.upper_joint.empty())
      findings.report(set.place, "turn", fmt::format("leg {} without upper_joint", leg.name),
                      "an upper_joint for every leg of the figure: its swing steers");
}

bool ControllerTrait<OscillatorGaitSpec>::vary(OscillatorGaitSpec& gait, const Variation& by) {
  const auto scale = [](Curve& curve, double factor) {
    for (auto& key : curve.keys) key.value *= factor;
  };
  const auto scale_any = [&](std::optional<Curve>& curve, double factor) {
    if (curve) scale(*curve, factor);
  };
  // The whole rhythm, so that a step stays the same share of its cycle.
  const double rate = by.speed / std::sqrt(by.size);
  scale_any(gait.frequency, rate);
  scale_any(gait.goal_speed, rate * by.size);
  scale_any(gait.cycle_time, 1 / rate);
  scale_any(gait.retraction, 1 / rate);
  scale(gait.step_time, 1 / rate);
  scale(gait.delay, 1 / rate);
  if (gait.metabolism) *gait.metabolism /= rate;
  if (gait.top_frequency) *gait.top_frequency *= rate;
  gait.bottom_frequency *= rate;
  gait.stride *= by.size;
  for (PaceSpec& pace : gait.paces) {
    pace.frequency *= rate;
    if (pace.speed) *pace.speed *= rate * by.size;
    if (pace.retraction) *pace.retraction /= rate;
  }
  if (gait.path) gait.path->look_ahead *= by.size;
  gait.phase = std::fmod(gait.phase + by.phase, 1.0);
  return true;
}

std::optional<FollowedPath> ControllerTrait<OscillatorGaitSpec>::path(
    const OscillatorGaitSpec& gait) {
  if (!gait.path) return {};
  return FollowedPath{positions(gait.path->points), gait.path->closed, gait.path->look_ahead,
                      Spline::catmull_rom};
}

// The joints of the legs' motor programs, among which are those that reflexes move.
CommandedDofs ControllerTrait<OscillatorGaitSpec>::commands(const OscillatorGaitSpec&,
                                                            const FigureSpec& figure) {
  CommandedDofs all;
  const auto is_of_leg = [&](const MotorProgramSpec& program) {
    return std::any_of(figure.legs.begin(), figure.legs.end(), [&](const LegSpec& leg) {
      return leg.step == program.name || leg.stance == program.name;
    });
  };
  for (const MotorProgramSpec& program : figure.motor_programs)
    for (const RampSpec& ramp : program.ramps)
      if (is_of_leg(program)) all.rests.push_back(ramp.joint);
  return all;
}

}  // namespace gambol
