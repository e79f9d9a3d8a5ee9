// Every field of waves. See schema/fields.h.

#include "figure/joint_units.h"
#include "figure/waves_spec.h"
#include "schema/fields.h"

namespace gambol {
namespace {

Field limit_field(const char* help) {
  return {.help = help, .dim = dim::torque, .or_dim = {dim::force}, .positive = true};
}

}  // namespace

void fields(Fields& v, WaveSpec& w) {
  v.field("name", w.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("centre", w.centre,
          {.help = "position about which the wave swings; default: the initial one",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("amplitude", w.amplitude,
          {.help = "amplitude of the first harmonic at gain 1; that of harmonic f is this times "
                   "its gain times f^-beta",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("phase", w.phase, {.help = "cycles by which the whole wave is ahead"});
  v.field("gains", w.gains,
          {.help = "of the harmonics, from the first; those that are missing are 0",
           .min = -1,
           .max = 1});
  v.field("shifts", w.shifts,
          {.help = "cycles of its own by which each harmonic is ahead, from the first; those that "
                   "are missing are 0"});
  v.field("stiffness", w.stiffness,
          joint_stiffness_field("stiffness, instead of that of the waves"));
  v.field("damping", w.damping, joint_damping_field("damping, instead of that of the waves"));
  v.field("most_torque", w.most_torque, limit_field("limit, instead of that of the waves"));
}

void fields(Fields& v, WavesSpec& w) {
  v.field("period", w.period,
          {.help = "time in which all waves repeat", .dim = dim::time, .positive = true});
  v.field("beta", w.beta,
          {.help = "exponent by which amplitudes fall with frequency: 1/f^beta", .min = 0});
  v.field("harmonics", w.harmonics,
          {.help = "number of sines in a wave, at most", .min = 1, .max = 64});
  v.field("stiffness", w.stiffness,
          joint_stiffness_field("torque per distance from where the wave has the joint"));
  v.field("damping", w.damping,
          joint_damping_field("torque per difference from the rate that the wave has"));
  v.field("most_torque", w.most_torque,
          limit_field("largest torque on each degree of freedom, besides its joint's own limit; "
                      "default: that limit alone"));
  v.field("joints", w.joints, {.help = "waves, by joint or pattern", .by_name = true});
}

}  // namespace gambol
