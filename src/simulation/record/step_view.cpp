#include "simulation/record/step_view.h"

#include "control/led_motion.h"

namespace gambol {

void StepView::interpolate(std::size_t figure, double t, Eigen::VectorXd& q,
                           Eigen::VectorXd& v) const {
  const End& a = before[figure];
  const End& b = after[figure];
  if (t == t1) {
    q = b.q;
    v = b.v;
    return;
  }
  between(*models[figure], a.q, a.v, b.q, b.v, t0, t1, t, q);
  v = a.v + (t - t0) / (t1 - t0) * (b.v - a.v);
}

}  // namespace gambol
