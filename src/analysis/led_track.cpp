#include "analysis/led_track.h"

#include "analysis/posed_track.h"
#include "dynamics/momentum.h"

namespace gambol {

const ControllerSpec& led_by(const Track& track, const ExpectSpec& e) {
  for (const ControllerSpec& c : track.cast().controllers)
    if (c.kind.plan()) return c;
  throw InputError(Problem{e.place, "expect.measure", e.measure, "a figure with a kinematic gait"});
}

std::vector<std::vector<LedBall>> balls_of(const Track& track) {
  const auto& legs = track.cast().figure.legs;
  std::vector<std::vector<LedBall>> at(track.size());
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    for (const LegSpec& leg : legs) {
      const Frame& X = work.bodies[model.body_index(leg.feet[0])].X_WB;
      const ContactPoint ball = foot_ball(model, leg);
      at[k].push_back({X.R * ball.p_B + X.p, X.R, ball.radius});
    }
  });
  return at;
}

}  // namespace gambol
