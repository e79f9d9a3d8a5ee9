// Construction of a kinematic gait from its figure: the legs, the bodies that carry them, centre
// angles.

#include <algorithm>
#include <cmath>
#include <set>

#include "base/channel_names.h"
#include "control/kinematic_gait/kinematic_gait.h"
#include "dynamics/coordinates.h"
#include "dynamics/momentum.h"
#include "figure/find.h"
#include "figure/joint_names.h"

namespace gambol {
namespace {

// The body that a leg hangs on: the first body inwards from its foot that carries another leg too,
// or the root.
int base_of(const Model& model, int foot, const std::vector<int>& feet) {
  const auto carries = [&](int body, int other) {
    for (int i = other; i >= 0; i = model.bodies[i].parent)
      if (i == body) return true;
    return false;
  };
  for (int body = model.bodies[foot].parent; body > 0; body = model.bodies[body].parent)
    for (int other : feet)
      if (other != foot && carries(body, other)) return body;
  return 0;
}

// `bodies`, the root, and the bodies at which the paths to them part, so that each has a chain of
// its own.
std::set<int> with_forks(const Model& model, std::set<int> bodies) {
  std::vector<int> ways(model.bodies.size());
  for (int i = static_cast<int>(model.bodies.size()) - 1; i > 0; --i) {
    if (ways[i] > 1) bodies.insert(i);
    if (ways[i] > 0 || bodies.contains(i)) ++ways[model.bodies[i].parent];
  }
  bodies.insert(0);
  return bodies;
}

}  // namespace

KinematicGait::KinematicGait(const KinematicGaitSpec& spec, const FigureSpec& figure,
                             const Model& model, double tick)
    : spec_(spec),
      score_(spec, figure.legs),
      tick_(tick),
      posture_(initial_q(model, {})),
      model_(model),
      scratch_(model),
      driven_(model.nv(), 1) {
  for (int i = root_dofs; i < model.nv(); ++i)
    if (figure.bodies[model.dofs[i].body].joint.motion) driven_[i] = 0;
  for (const PoseSpec& pose : figure.poses) {
    if (pose.name != spec.posture) continue;
    Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
    coordinates(model, posture_, x);
    for (const JointTarget& t : pose.joints) x[model.dof_of(t.name)] = t.to;
    set_coordinates(model, x, posture_);
  }
  update_kinematics(model, posture_, Eigen::VectorXd::Zero(model.nv()), scratch_);
  height_ = standing_height(model, figure.legs, scratch_);
  find_legs(figure);
  if (spec_.soles) find_rolls(figure);
  find_swings(figure);
  find_steady(figure);
  std::vector<Vec3> feet;
  std::vector<double> shares;
  for (const Leg& leg : legs_) {
    feet.push_back(leg.foot);
    shares.push_back(leg.push);
  }
  plan_.emplace(spec_, score_, feet, shares);
  outputs_.assign(std::begin(outputs::trunk), std::end(outputs::trunk));
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::step.of(leg.name));
  for (const LegSpec& leg : figure.legs) outputs_.push_back(outputs::missing.of(leg.name));
}

Comfort KinematicGait::comfort_of(const Limb& limb, const FigureSpec& figure,
                                  const StepKeySpec* key) const {
  Comfort c;
  c.haste = spec_.haste * tick_;
  const PoseSpec* pose = key ? find_pose(figure, key->posture) : nullptr;
  for (int body : limb.bodies()) {
    c.centre.push_back(posture_[model_.bodies[body].q_start]);
    const std::string& name = model_.bodies[body].name;
    if (pose)
      for (const JointTarget& t : pose->joints)
        if (t.name == name) c.centre.back() = t.to;
    double gain = 1;
    const auto look = [&](const std::vector<GainSpec>& gains) {
      for (const GainSpec& g : gains) {
        const auto named = matching_joints(figure, g.joints);
        if (std::find(named.begin(), named.end(), name) != named.end()) gain = g.gain;
      }
    };
    look(spec_.gains);
    if (key) look(key->gains);
    c.gain.push_back(gain);
  }
  return c;
}

Limb KinematicGait::limb_of(const FigureSpec& figure, int base, int end, const Vec3& tip) const {
  Limb limb(model_, base, end, tip);
  for (int j = 0; j < limb.joints(); ++j) {
    const auto& limits = figure.bodies[limb.bodies()[j]].joint.limits;
    if (!limits) continue;
    limb.lower[j] = limits->x();
    limb.upper[j] = limits->y();
  }
  return limb;
}

// What of a leg, besides its tip, may not sink into the ground, the height of which is that below
// the posture. Requires its kinematics in scratch_.
void KinematicGait::find_pads(int base, int foot, const ContactPoint& tip, double ground,
                              Limb& limb) const {
  if (spec_.level_feet) return;  // soles are led
  std::vector<int> bodies;
  for (int i = foot; i != base; i = model_.bodies[i].parent) bodies.insert(bodies.begin(), i);
  for (int i : bodies)
    for (const ContactPoint& ball : model_.bodies[i].contacts) {
      if (i == foot && tip.radius > 0 && ball.p_B == tip.p_B) continue;
      const Frame& X = scratch_.bodies[i].X_WB;
      limb.add_pad(i, ball, X.p.z() + X.R.row(2).dot(ball.p_B) - ball.radius - ground);
    }
}

// Requires the kinematics of the posture in scratch_.
void KinematicGait::find_legs(const FigureSpec& figure) {
  const Vec3 com = centre_of_mass(model_, scratch_);
  const auto in_trunk = [&](int body) {
    const Frame& X = scratch_.bodies[body].X_WB;
    return Frame{X.R, X.p - com};
  };
  std::vector<int> feet, bases;
  for (const LegSpec& leg : figure.legs) feet.push_back(model_.body_index(leg.feet[0]));
  for (int foot : feet) bases.push_back(base_of(model_, foot, feet));
  const std::set<int> carriers = with_forks(model_, {bases.begin(), bases.end()});
  const auto section_of = [&](int body) {  // of `body` or of the nearest carrier inwards
    while (!carriers.contains(body)) body = model_.bodies[body].parent;
    return static_cast<std::size_t>(std::distance(carriers.begin(), carriers.find(body)));
  };
  for (int body : carriers) {
    Section s{body, in_trunk(body), 0, std::nullopt, {}};
    if (body > 0) {
      s.parent = section_of(model_.bodies[body].parent);
      s.chain = limb_of(figure, sections_[s.parent].body, body, Vec3::Zero());
      s.comfort = comfort_of(*s.chain, figure, nullptr);
    }
    sections_.push_back(std::move(s));
  }
  for (std::size_t k = 0; k < feet.size(); ++k) {
    const ContactPoint ball = foot_ball(model_, figure.legs[k]);
    Limb limb = limb_of(figure, bases[k], feet[k], ball.p_B);
    find_pads(bases[k], feet[k], ball, com.z() - height_, limb);
    Comfort comfort = comfort_of(limb, figure, nullptr);
    std::vector<Comfort> keys;
    const StepSpec& step = spec_.step_of(figure.legs[k].name);
    const LegGaitSpec* own = spec_.of_leg(figure.legs[k].name);
    const auto is_plain = [](const StepKeySpec& k) { return k.posture.empty() && k.gains.empty(); };
    if (!std::all_of(step.keys.begin(), step.keys.end(), is_plain))
      for (const StepKeySpec& key : step.keys) keys.push_back(comfort_of(limb, figure, &key));
    const Frame& X_TF = scratch_.bodies[feet[k]].X_WB;
    Vec3 foot = X_TF.R * ball.p_B + X_TF.p - com;
    foot.z() = 0;
    legs_.push_back({std::move(limb), std::move(comfort), std::move(keys), X_TF.R, foot,
                     ball.radius, outward(figure.legs[k].side), section_of(bases[k]), step,
                     own ? own->push : 1.0, own ? own->footing : Curve(1.0)});
  }
  leg_of_.assign(model_.bodies.size(), -1);
  for (std::size_t k = 0; k < legs_.size(); ++k)
    for (int body : legs_[k].limb.bodies())
      leg_of_[static_cast<std::size_t>(body)] = static_cast<int>(k);
  for (std::size_t i = 1; i < model_.bodies.size(); ++i)  // parents come first
    if (leg_of_[i] < 0) leg_of_[i] = leg_of_[static_cast<std::size_t>(model_.bodies[i].parent)];
  double all = 0;
  for (const Leg& leg : legs_) all += leg.push;
  for (Leg& leg : legs_) leg.push /= all;
}

// Requires the kinematics of the posture in scratch_.
void KinematicGait::find_steady(const FigureSpec& figure) {
  const Vec3 com = centre_of_mass(model_, scratch_);
  for (const SteadySpec& spec : spec_.steady) {
    const int body = model_.body_index(spec.body);
    const auto section_at = [&](int b) {
      return std::find_if(sections_.begin(), sections_.end(),
                          [b](const Section& s) { return s.body == b; });
    };
    int base = model_.bodies[body].parent;
    while (section_at(base) == sections_.end()) base = model_.bodies[base].parent;
    const Frame& X = scratch_.bodies[body].X_WB;
    Limb chain = limb_of(figure, base, body, Vec3::Zero());
    Comfort comfort = comfort_of(chain, figure, nullptr);
    steady_.push_back({{X.R, X.p - com},
                       static_cast<std::size_t>(section_at(base) - sections_.begin()),
                       std::move(chain),
                       std::move(comfort),
                       spec.share});
  }
}

void KinematicGait::find_swings(const FigureSpec& figure) {
  for (const SwingSpec& swing : spec_.swings) {
    const auto leg = std::find_if(figure.legs.begin(), figure.legs.end(),
                                  [&](const LegSpec& l) { return l.name == swing.leg; });
    for (const std::string& name : matching_joints(figure, swing.joints)) {
      const Dof& dof = model_.dofs[model_.dof_of(name)];
      const auto& limits = figure.bodies[dof.body].joint.limits;
      swings_.push_back({dof.q, static_cast<std::size_t>(leg - figure.legs.begin()), swing.gain,
                         swing.offset, limits ? limits->x() : -INFINITY,
                         limits ? limits->y() : INFINITY});
    }
  }
}

}  // namespace gambol
