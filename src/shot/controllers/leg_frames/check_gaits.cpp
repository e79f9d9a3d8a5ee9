#include "shot/controllers/leg_frames/check_gaits.h"

#include <fmt/format.h>

#include <algorithm>

#include "figure/joint_names.h"
#include "figure/reading.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// The ranges of speeds follow each other without a gap.
void check_speeds(const LegFramesSpec& spec, Findings& findings) {
  const StrideSpec *slower = nullptr, *before = nullptr;  // the last one, and that before it
  for (const StrideSpec& gait : spec.gaits) {
    if (!gait.speeds) continue;
    const bool switches = gait.from_slower && gait.to_slower;
    if (switches) before = nullptr;
    const double from = (*gait.speeds)[0], to = (*gait.speeds)[1];
    if (from >= to)
      findings.report(gait.place, "speeds", fmt::format("{} to {} m/s", from, to),
                      "a least speed below the greatest");
    if (slower && from > (*slower->speeds)[1])
      findings.report(gait.place, "speeds", fmt::format("from {} m/s", from),
                      fmt::format("at most {} m/s, where {} ends: between them there is no gait",
                                  (*slower->speeds)[1], slower->name));
    if (slower && from <= (*slower->speeds)[0])
      findings.report(gait.place, "speeds", fmt::format("from {} m/s", from),
                      fmt::format("more than the {} m/s of {}, which stands before it",
                                  (*slower->speeds)[0], slower->name));
    else if (before && from < (*before->speeds)[1])
      findings.report(gait.place, "speeds", fmt::format("from {} m/s", from),
                      fmt::format("at least {} m/s, where {} ends: only two gaits are interpolated",
                                  (*before->speeds)[1], before->name));
    before = switches ? nullptr : slower;
    slower = &gait;
  }
}

// A gait takes over and gives way within the speeds of both, and outside those over which its
// neighbours are interpolated with others.
void check_switch(const StrideSpec& gait, const StrideSwitchSpec& by, double from, double to,
                  Findings& findings) {
  if (by.speed < from || by.speed > to)
    findings.report(by.place, "speed", fmt::format("{} m/s", by.speed),
                    fmt::format("{} to {} m/s, where {} and the gait before it alone are used",
                                from, to, gait.name));
}

void check_switches(const LegFramesSpec& spec, Findings& findings) {
  std::vector<const StrideSpec*> gaits;
  for (const StrideSpec& gait : spec.gaits)
    if (gait.speeds) gaits.push_back(&gait);
  for (const StrideSpec& gait : spec.gaits) {
    if (gait.from_slower.has_value() != gait.to_slower.has_value())
      findings.report(gait.place, gait.from_slower ? "from_slower" : "to_slower", "it alone",
                      "from_slower and to_slower, or neither");
    if (!gait.from_slower || !gait.to_slower) continue;
    const auto k =
        static_cast<std::size_t>(std::find(gaits.begin(), gaits.end(), &gait) - gaits.begin());
    if (k == 0 || k == gaits.size()) {
      findings.report(gait.place, "from_slower", k == 0 ? "the slowest gait" : "no speeds",
                      "a gait with `speeds` and a slower one before it");
      continue;
    }
    double from = (*gait.speeds)[0], to = (*gaits[k - 1]->speeds)[1];
    if (k > 1 && !gaits[k - 1]->from_slower) from = std::max(from, (*gaits[k - 2]->speeds)[1]);
    if (k + 1 < gaits.size() && !gaits[k + 1]->from_slower)
      to = std::min(to, (*gaits[k + 1]->speeds)[0]);
    check_switch(gait, *gait.from_slower, from, to, findings);
    check_switch(gait, *gait.to_slower, from, to, findings);
    if (gait.to_slower->speed >= gait.from_slower->speed)
      findings.report(gait.to_slower->place, "speed", fmt::format("{} m/s", gait.to_slower->speed),
                      fmt::format("less than the {} m/s from which {} is taken",
                                  gait.from_slower->speed, gait.name));
  }
}

// What `gait` names may be unknown, which is reported elsewhere.
bool has_pattern(const GaitPattern& gait) { return gait.phases || gait.rule; }

// A gait takes on the numbers of others whose legs step in the same order: between two phases that
// differ, legs would jump.
void check_pushed(const StrideSpec& gait, const LegFramesSpec& spec, const FigureSpec& figure,
                  Findings& findings) {
  if (!gait.pushed) return;
  const StridePushedSpec& pushed = *gait.pushed;
  if (pushed.left.empty() && pushed.right.empty())
    findings.report(pushed.place, "left", "no gait", "this key, right, or both");
  for (const auto& [key, name] :
       {std::pair("left", pushed.left), std::pair("right", pushed.right)}) {
    if (name.empty()) continue;
    const auto other = std::find_if(spec.gaits.begin(), spec.gaits.end(),
                                    [&](const StrideSpec& g) { return g.name == name; });
    if (other == spec.gaits.end())
      report_unknown(findings, pushed.place, key, name, "a gait of this skill",
                     names_in(spec.gaits));
    else if (&*other == &gait)
      findings.report(pushed.place, key, name, "another gait");
    else if (has_pattern(gait.gait) && has_pattern(other->gait) &&
             gait_misfit(gait.gait, figure.legs).empty() &&
             gait_misfit(other->gait, figure.legs).empty() &&
             phases_of(gait.gait, figure.legs) != phases_of(other->gait, figure.legs))
      findings.report(pushed.place, key, name,
                      "a gait whose legs have the same phases as those of " + gait.name);
  }
}

}  // namespace

void check_gaits(const LegFramesSpec& spec, const ControlledFigure& on, Findings& findings) {
  const std::vector<std::string> frames = names_in(spec.frames);
  std::vector<std::string> legs;
  for (const LegFrameSpec& frame : spec.frames)
    legs.insert(legs.end(), frame.legs.begin(), frame.legs.end());
  check_speeds(spec, findings);
  check_switches(spec, findings);
  const JointsByName joints(*on.figure);
  for (const StrideSpec& gait : spec.gaits) {
    if (const std::string misfit = gait_misfit(gait.gait, on.figure->legs); !misfit.empty())
      findings.report(gait.place, "gait", misfit, "a gait for the figure's legs");
    check_pushed(gait, spec, *on.figure, findings);
    for (const StrideFrameSpec& f : gait.frames)
      check_patterns(f.place, "name", {f.name}, "a leg frame", frames, findings);
    for (const StrideLegSpec& l : gait.legs)
      check_patterns(l.place, "name", {l.name}, "a leg of a frame", legs, findings);
    for (const StrideJointSpec& j : gait.angles) {
      if (!joints.has(j.name))
        report_unknown(findings, j.place, "name", j.name, "a joint of the figure", joints.names());
      if (!j.leg.empty() && std::find(legs.begin(), legs.end(), j.leg) == legs.end())
        report_unknown(findings, j.place, "leg", j.leg, "a leg of a frame", legs);
    }
  }
}

std::vector<std::vector<const StrideSpec*>> groups_of_gaits(const LegFramesSpec& spec) {
  std::vector<std::vector<const StrideSpec*>> groups;
  for (const StrideSpec& gait : spec.gaits) {
    if (spec.only.empty() ? !gait.speeds : gait.name != spec.only) continue;
    if (groups.empty() || (gait.from_slower && gait.to_slower)) groups.emplace_back();
    groups.back().push_back(&gait);
  }
  return groups;
}

double most_turn_rate(const LegFramesSpec& spec, double speed) {
  return spec.most_turn_rate ? spec.most_turn_rate->at(std::abs(speed)) : HUGE_VAL;
}

double speed_of_standing(const LegFramesSpec& spec) {
  const std::vector<std::vector<const StrideSpec*>> groups = groups_of_gaits(spec);
  if (groups.empty()) return 0;
  const StrideSpec& slowest = *groups.front().front();
  return slowest.speeds && slowest.duty_factor.value_or(0) >= 1 ? (*slowest.speeds)[1] : 0;
}

}  // namespace gambol
