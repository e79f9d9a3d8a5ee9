#include "simulation/force_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// NaN and infinity count as larger than any number.
double size(double force) { return std::isfinite(force) ? std::abs(force) : INFINITY; }

}  // namespace

void ForceWatch::note(double t, std::size_t figure, const FigureSim& sim) {
  Noted& noted = of_[figure];
  Step& step = noted.steps[noted.count++ % noted.steps.size()];
  step = {t, {}, {}};
  const auto consider = [](Force& force, int where, double value) {
    if (force.where < 0 || value > force.value) force = {where, value};
  };
  for (const GroundContact& c : sim.contacts()) consider(step.ground, c.body, size(c.force.norm()));
  for (int i = root_dofs; i < sim.model().nv(); ++i)
    consider(step.joint, i, size(sim.work().force[i]));
}

// Going back from the last step: each moment at which the force was at most a third of the force at
// the moment found before. In the order of time.
std::vector<ForceWatch::Moment> ForceWatch::growth(std::size_t figure, Force Step::*kind) const {
  std::vector<Moment> moments;
  const Noted& noted = of_[figure];
  const std::size_t kept = std::min(noted.count, noted.steps.size());
  for (std::size_t back = 1; back <= kept && moments.size() < 5; ++back) {
    const Step& step = noted.steps[(noted.count - back) % noted.steps.size()];
    const Force& force = step.*kind;
    if (force.where < 0) continue;
    if (force.value == 0 && !moments.empty()) break;  // the growth began here
    if (moments.empty() || force.value <= moments.back().value / 3)
      moments.push_back({step.time, force.value, force.where});
  }
  std::reverse(moments.begin(), moments.end());
  return moments;
}

std::string ForceWatch::story(std::size_t figure, const FigureSim& sim) const {
  const std::vector<Moment> ground = growth(figure, &Step::ground);
  const std::vector<Moment> joint = growth(figure, &Step::joint);
  if (ground.empty() && joint.empty()) return "";
  // The force with the longer chain of threefold growth is the more likely cause.
  const bool by_ground = ground.size() >= joint.size();
  const Model& model = sim.model();
  const int last = by_ground ? ground.back().where : joint.back().where;
  std::string text =
      by_ground ? fmt::format("the ground's force on {} led to it: ", model.bodies[last].name)
                : fmt::format("the actuators of joint {} led to it: ", model.joint_name(last));
  const char* comma = "";
  for (const Moment& m : by_ground ? ground : joint) {
    text += fmt::format("{}{:.3g} {} at {:.6g} s", comma, m.value, by_ground ? "N" : "N*m", m.time);
    comma = ", ";
  }
  return text;
}

}  // namespace gambol
