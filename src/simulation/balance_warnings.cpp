#include "simulation/balance_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "control/kinematic_gait/led_walk.h"
#include "figure/support.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// A tripod: the least that a figure can stand still on.
constexpr std::size_t least_feet = 3;

// Of the height of the centre of mass: less is no fall, as legs have masses and feet have sizes.
constexpr double slight = 0.01;

struct LeastMargin {
  double margin = INFINITY;  // m; negative outside
  double height = 0;         // m, of the centre of mass
  double time = 0;           // s
};

// Of the planned centre of mass within the polygon of the feet that stand; nothing if there are
// ever too few.
std::optional<LeastMargin> least_margin(const ShotSpec& shot, const CastSpec& cast,
                                        const KinematicGaitSpec& spec, double tick) {
  const Model model = make_model(cast.figure);
  const GaitScore score(spec, cast.figure.legs);
  const LedWalk walk = make_led_walk(spec, score, make_led_figure(spec, cast.figure, model), tick);
  const LedWorld world{{}, shot.motion.world.gravity, 0};
  const Mat3 R = start_orientation(cast).toRotationMatrix();
  const double start = shot.motion.start;
  WalkMemory m = walk.begin({world, start, cast.at, std::atan2(R(1, 0), R(0, 0))});
  const double end = shot.simulated_time(shot.film.duration);
  LeastMargin least;
  for (;;) {
    const WalkInstant now = walk.next(world, m);
    if (now.t >= end) return least;
    std::vector<Vec3> standing;
    for (const FootTarget& foot : now.feet)
      if (foot.stands) standing.push_back(foot.tip);
    if (standing.size() < least_feet) return std::nullopt;
    const Vec3& centre = now.trunk.X_WT.p;
    const double margin = margin_within(centre, standing);
    if (margin < least.margin) least = {margin, centre.z(), now.t};
  }
}

}  // namespace

void warn_of_balance(const ShotSpec& shot, std::vector<Problem>& warnings) {
  const auto& figures = shot.motion.figures;
  for (std::size_t f = 0; f < figures.size(); ++f)
    for (std::size_t i = 0; i < figures[f].controllers.size(); ++i) {
      const ControllerSpec& c = figures[f].controllers[i];
      const auto* gait = c.kind.as<KinematicGaitSpec>();
      if (!gait || !c.active || shot.motion.world.gravity.norm() == 0) continue;
      const auto least = least_margin(shot, figures[f], *gait, c.tick);
      if (!least || least->margin >= -slight * least->height) continue;
      warnings.push_back(
          {c.place, fmt::format("figures[{}].skills[{}].balance", f, i),
           fmt::format("a gait that always has {} feet down and could not stop: the centre of mass "
                       "of {} is {:.2g} cm outside them at {:.3g} s",
                       least_feet, figures[f].name, -100 * least->margin, least->time),
           "more `balance` (1 moves it over the feet that bear), or a higher duty_factor, if it is "
           "to be able to stand at any time"});
    }
}

}  // namespace gambol
