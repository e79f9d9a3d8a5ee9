#include <fmt/format.h>

#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/waves_spec.h"
#include "schema/findings.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

Dimension dimension_of(std::string_view field, bool slides) {
  if (field == "stiffness") return slides ? dim::force_per_length : dim::torque;
  if (field == "damping") return slides ? dim::force_per_speed : dim::torque_time;
  if (field == "most_torque") return slides ? dim::force : dim::torque;
  return slides ? dim::length : dim::angle;
}

void check_units(const FigureSpec& figure, const Place& owner,
                 const std::vector<std::string>& names, Findings& findings) {
  for (const char* field : {"centre", "amplitude", "stiffness", "damping", "most_torque"}) {
    const Written* at = findings.written(owner, field);
    if (!at || !at->dimension) continue;
    for (const std::string& name : names) {
      const Dimension wanted = dimension_of(field, find_dof(figure, name)->slides);
      if (at->dimension->same_as(wanted)) continue;
      findings.report(owner, field, describe(*at->dimension),
                      fmt::format("{} for {}", describe(wanted), name));
      break;
    }
  }
}

void check_wave(const FigureSpec& figure, const WavesSpec& waves, const WaveSpec& wave,
                Findings& findings) {
  const std::vector<std::string> meant = matching_joints(figure, {wave.name});
  if (meant.empty() && !wave.name.empty())
    report_unknown(findings, wave.place, "name", wave.name, "a joint of the figure",
                   joint_names(figure));
  check_units(figure, wave.place, meant, findings);
  const auto most = static_cast<std::size_t>(waves.harmonics);
  const auto check_size = [&](const char* field, std::size_t size) {
    if (size > most)
      findings.report(wave.place, field, fmt::format("{} of them", size),
                      fmt::format("at most {}, one for each harmonic", most));
  };
  check_size("gains", wave.gains.size());
  check_size("shifts", wave.shifts.size());
  if (wave.stiffness.value_or(waves.stiffness) == 0 && wave.damping.value_or(waves.damping) == 0)
    findings.report(wave.place, "stiffness", "no stiffness or damping",
                    "one of them, here or of the waves: torques follow from them");
}

}  // namespace

void check_waves(const FigureSpec& figure, const WavesSpec& waves, Findings& findings) {
  if (waves.joints.empty()) findings.report(waves.place, "joints", "none", "at least one");
  std::vector<std::string> all;
  for (const WaveSpec& wave : waves.joints) {
    check_wave(figure, waves, wave, findings);
    all.push_back(wave.name);
  }
  check_units(figure, waves.place, matching_joints(figure, all), findings);
}

}  // namespace gambol
