#pragma once

// A leg of a figure file: its feet, and what a gait watches and plays; see figure_spec.h.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

enum class Side { left, right, middle };
template <>
inline constexpr auto names_of<Side> = named<Side>({
    {"left", Side::left},
    {"right", Side::right},
    {"middle", Side::middle},
});
// The direction outwards along y: 1 on the left, -1 on the right, 0 in the middle.
inline double outward(Side side) {
  return side == Side::left ? 1.0 : side == Side::right ? -1.0 : 0.0;
}

// Contact points of a foot that hold on to sticky ground (seed 000 App. D, `bodygroundstick`).
struct FootPadSpec {
  Place place;
  std::string body;
  Vec3 at = Vec3::Zero();        // in the body's frame, m
  std::optional<double> within;  // m: only points as close to `at`; default: all of the body
};
void fields(Fields& v, FootPadSpec& of);

struct LegSpec {
  Place place;
  std::string name;
  Side side = Side::left;
  int row = 0;                    // 0 is the foremost pair
  std::vector<std::string> feet;  // bodies that may stand on the ground
  Vec3 tip = Vec3::Zero();        // the point that is planted, in the first foot's frame, m
  std::optional<std::vector<FootPadSpec>> pads;  // default: all contact points of the feet
  // m from the figure's middle plane, on its own side: a kinematic gait plants the foot no nearer.
  std::optional<double> inmost;
  std::string upper_joint;    // watched by the step reflex (seed 000 section 4.6)
  std::string support_joint;  // watched by the load reflex
  std::string step, stance;   // motor programs; needed by gaits of oscillators only
};
void fields(Fields& v, LegSpec& of);

}  // namespace gambol
