#include "control/share_joints.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// A way from t on that ends where the first of both ends: what stands still ends never.
JointWay mixed(double t, const JointWay& a, const JointWay& b, double share) {
  const auto end = [&](const JointWay& way) {
    return way.t1 > std::max(way.t0, t) ? way.t1 : INFINITY;
  };
  const double t1 = std::min(end(a), end(b));
  const auto mix = [&](double at, int order) {
    return std::lerp(a.at(at, order), b.at(at, order), share);
  };
  if (std::isinf(t1)) return {t, t, mix(t, 0), 0, mix(t, 0), 0};
  return {t, t1, mix(t, 0), mix(t, 1), mix(t1, 0), mix(t1, 1)};
}

JointCommand mixed(double t, const JointCommand& a, const JointCommand& b, double share) {
  if (!a.commanded || share >= 1) return b;
  if (!b.commanded || share <= 0) return a;
  JointCommand all{true, std::lerp(a.torque, b.torque, share),
                   std::lerp(a.stiffness, b.stiffness, share),
                   std::lerp(a.damping, b.damping, share), mixed(t, a.way, b.way, share)};
  if (a.most && b.most) all.most = std::lerp(*a.most, *b.most, share);
  return all;
}

}  // namespace

void mix_layers(double t, const std::vector<double>& weights, Command& command) {
  for (std::size_t dof = 0; dof < command.joints.size(); ++dof) {
    JointCommand all;
    for (std::size_t c = 0; c < command.layers.size(); ++c)
      if (const JointCommand& own = command.layers[c][dof]; own.commanded)
        all = mixed(t, all, own, weights[c]);
    command.joints[dof] = all;
  }
}

}  // namespace gambol
