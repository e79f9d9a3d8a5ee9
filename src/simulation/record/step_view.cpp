#include "simulation/record/step_view.h"

#include "control/led_motion.h"

namespace gambol {

void StepView::interpolate(std::size_t figure, double t, Eigen::VectorXd& q,
                           Eigen::VectorXd& v) const {
  const End& a = before[figure];
  const End& b = after[figure];
  if (t == b.t) {
    q = b.q;
    v = b.v;
    return;
  }
  between(*models[figure], a.q, a.v, b.q, b.v, a.t, b.t, t, q);
  v = a.v + (t - a.t) / (b.t - a.t) * (b.v - a.v);
}

}  // namespace gambol
