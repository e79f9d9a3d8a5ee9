#pragma once

// What exerts forces in the joints of a figure file, or between two points; see figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "figure/joint_spec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

// `hold` is a linear spring and a damper by behaviour; no figure that is loaded has one.
enum class ActuatorType {
  exponential_spring,
  linear_spring,
  damper,
  limit,
  exponential_limit,
  hold,
};
template <>
inline constexpr auto names_of<ActuatorType> = named<ActuatorType>({
    {"exponential_spring", ActuatorType::exponential_spring},
    {"linear_spring", ActuatorType::linear_spring},
    {"damper", ActuatorType::damper},
    {"limit", ActuatorType::limit},
    {"exponential_limit", ActuatorType::exponential_limit},
    {"hold", ActuatorType::hold},
});

// The mass, in kg, that the constants are multiplied by (seed 003 App. A, `springtype`): none, the
// body beyond the joint, everything beyond the joint, the whole figure.
enum class MassScale { none, mass, distal_mass, total_mass };
template <>
inline constexpr auto names_of<MassScale> = named<MassScale>({
    {"none", MassScale::none},
    {"mass", MassScale::mass},
    {"distal_mass", MassScale::distal_mass},
    {"total_mass", MassScale::total_mass},
});

// A point of a body.
struct BodyPointSpec {
  Place place;
  std::string body;
  Vec3 at = Vec3::Zero();  // in the body's frame, m
};
void fields(Fields& v, BodyPointSpec& of);

struct ActuatorSpec {
  Place place;
  std::string name;  // by which a figure that extends this one changes it; may be empty
  ActuatorType type = ActuatorType::damper;
  std::vector<std::string> joints;     // names of bodies (a joint is named by its child); expanded
  std::vector<BodyPointSpec> between;  // or two points, on whose distance it acts
  MassScale scale = MassScale::none;
  double strength = 0;   // alpha of an exponential spring or limit: N*m or N, or per kg
  double rise = 0;       // beta: 1/rad or 1/m
  double stiffness = 0;  // linear spring or limit
  double damping = 0;    // damper, or damping beyond a limit
  // Rest position, or length, over simulated time; default: that at the start.
  std::optional<Curve> rest;
  double lower = 0, upper = 0;         // limits
  HoldSpec hold;                       // of a hold alone
  double give = 0.017453292519943295;  // rad or m: of a limit whose stiffness follows from the load
};
void fields(Fields& v, ActuatorSpec& of);

}  // namespace gambol
