#include <fmt/format.h>

#include "figure/joint_names.h"
#include "figure/joint_units.h"
#include "figure/waves_spec.h"
#include "schema/findings.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

constexpr std::initializer_list<JointNumber> numbers_of_waves{
    {"centre", JointQuantity::position},
    {"amplitude", JointQuantity::position},
    {"stiffness", JointQuantity::stiffness},
    {"damping", JointQuantity::damping},
    {"most_torque", JointQuantity::force}};

void check_wave(const FigureSpec& figure, const JointsByName& joints, const WavesSpec& waves,
                const WaveSpec& wave, Findings& findings) {
  const std::vector<std::string> meant = joints.matching({wave.name});
  if (meant.empty() && !wave.name.empty())
    report_unknown(findings, wave.place, "name", wave.name, "a joint of the figure",
                   joints.names());
  check_joint_units(figure, wave.place, meant, numbers_of_waves, findings);
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
  const JointsByName joints(figure);
  for (const WaveSpec& wave : waves.joints) {
    check_wave(figure, joints, waves, wave, findings);
    all.push_back(wave.name);
  }
  check_joint_units(figure, waves.place, joints.matching(all), numbers_of_waves, findings);
}

}  // namespace gambol
