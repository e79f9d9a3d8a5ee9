#pragma once

// A controller that plays periodic waves of joints (figure/waves_spec.h), as torques towards where
// the waves have the joints.

#include <optional>
#include <string_view>

#include "base/curve.h"
#include "figure/waves_spec.h"
#include "schema/names.h"
#include "shot/controllers/controller_trait.h"

namespace gambol {

struct SpectralSpec {
  std::optional<WavesSpec> waves;  // default: the figure's
  std::optional<Curve> period;     // s over simulated time, instead of that of the waves
  Curve strength = Curve(1.0);     // factor of all amplitudes, over simulated time
  double over = 0;                 // s: from the start of the controller to the full amplitudes
};
void fields(Fields& v, SpectralSpec& of);
template <>
inline constexpr std::string_view variant_name<SpectralSpec> = "spectral";

// The waves that the controller plays; nullptr if neither it nor the figure has any.
const WavesSpec* waves_of(const SpectralSpec& spectral, const FigureSpec& figure);

template <>
struct ControllerTrait<SpectralSpec> {
  static constexpr bool commands_steps = false, oscillates = false, reverses = false,
                        has_goals = false, keeps_stance = false;
  static void complete(const ControllerSpec&, SpectralSpec&, Findings&) {}
  static void check(const ControllerSpec& c, const SpectralSpec& spectral,
                    const ControlledFigure& figure, Findings& findings);
  static CommandedDofs commands(const SpectralSpec& spectral, const FigureSpec& figure);
  static void check_set(const SpectralSpec&, const FigureSpec&, const SetByCue&, Findings&) {}
  static bool vary(SpectralSpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const SpectralSpec&) { return {}; }
  static const GaitPlan* plan(const SpectralSpec&) { return nullptr; }
  static std::vector<FrameOfLegs> frames(const SpectralSpec&) { return {}; }
  static std::vector<std::string> programs(const SpectralSpec&) { return {}; }
  static bool rests(const SpectralSpec&, const std::string&) { return false; }
  static ReflexesOfSteps reflexes(SpectralSpec&) { return {}; }
};

}  // namespace gambol
