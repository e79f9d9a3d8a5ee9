#include "control/kinematic_gait/led_postures.h"

#include "dynamics/coordinates.h"

namespace gambol {

Eigen::VectorXd first_rates(const Model& model, const Eigen::VectorXd& q0,
                            const Eigen::VectorXd& q1, const Eigen::VectorXd& q2, double tick) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv()), later = v;
  mean_rates(model, q0, q0, q1, tick / 2, v);
  mean_rates(model, q1, q0, q2, tick / 2, later);
  v += (v - later) / 2;
  return v;
}

PosturesMemory LedPostures::begin(std::vector<LedPosture> first) const {
  PosturesMemory m;
  m.v0 = first_rates(model, first[0].q, first[1].q, first[2].q, tick);
  m.v1 = m.v0;
  mean_rates(model, first[0].q, first[1].q, first[2].q, tick, m.v1);
  m.at = std::move(first);
  return m;
}

void LedPostures::run(LedPosture next, PosturesMemory& m) const {
  m.at.erase(m.at.begin());
  m.at.push_back(std::move(next));
  m.v0.swap(m.v1);
  mean_rates(model, m.at[0].q, m.at[1].q, m.at[2].q, tick, m.v1);
}

LedMotion LedPostures::motion(double t, const PosturesMemory& m) const {
  return {t, t + tick, m.at[0].q, m.v0, m.at[1].q, m.v1};
}

}  // namespace gambol
