#include "control/kinematic_gait/led_figure.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "control/kinematic_gait/led_limbs.h"
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

// The posture in mid-stance, as placed.
Eigen::VectorXd posture_of(const KinematicGaitSpec& spec, const FigureSpec& figure,
                           const Model& model) {
  Eigen::VectorXd q = initial_q(model, {});
  const PoseSpec* pose = find_pose(figure, spec.posture);
  if (!pose) return q;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.nv());
  coordinates(model, q, x);
  for (const JointTarget& t : pose->joints) x[model.dof_of(t.name)] = t.to;
  set_coordinates(model, x, q);
  return q;
}

// Makes a LedFigure, part by part.
class LedFigureMaker {
 public:
  LedFigureMaker(const KinematicGaitSpec& spec, const FigureSpec& figure, const Model& model)
      : made{posture_of(spec, figure, model)},
        spec_(spec),
        figure_(figure),
        model_(model),
        limbs_{spec, figure, model, made.posture},
        work_(model) {
    update_kinematics(model, made.posture, Eigen::VectorXd::Zero(model.nv()), work_);
    com_ = centre_of_mass(model_, work_);
    made.height = standing_height(model, figure.legs, work_);
  }
  void add_sections();
  void add_legs();
  void add_swings();
  void add_steady();
  void find_driven();

  LedFigure made;

 private:
  Frame in_trunk(int body) const {
    const Frame& X = work_.bodies[body].X_WB;
    return {X.R, X.p - com_};
  }
  std::size_t section_of(int body) const;
  LegLimb leg_limb(const LegSpec& leg, int base, int foot, const ContactPoint& ball) const;
  void add_pads(int base, int foot, const ContactPoint& tip, Limb& limb) const;
  std::vector<Vec3> sole(int base, int foot, const ContactPoint& tip) const;
  void share_bodies();
  bool add_chain_swing(int body, ChainSwing swing);

  const KinematicGaitSpec& spec_;
  const FigureSpec& figure_;
  const Model& model_;
  LedLimbs limbs_;
  Workspace work_;
  Vec3 com_;
  std::vector<int> feet_, bases_;  // [leg]
};

// Of `body`, or of the nearest carrier inwards.
std::size_t LedFigureMaker::section_of(int body) const {
  for (;; body = model_.bodies[body].parent)
    for (std::size_t k = 0; k < made.sections.size(); ++k)
      if (made.sections[k].body == body) return k;
}

void LedFigureMaker::add_sections() {
  for (const LegSpec& leg : figure_.legs) feet_.push_back(model_.body_index(leg.feet[0]));
  for (int foot : feet_) bases_.push_back(base_of(model_, foot, feet_));
  for (int body : with_forks(model_, {bases_.begin(), bases_.end()})) {
    SectionPlace place{in_trunk(body), in_trunk(body).p, 0};
    LedSection s{body, std::nullopt, {}};
    if (body > 0) {
      place.parent = section_of(model_.bodies[body].parent);
      s.chain = limbs_.limb(made.sections[place.parent].body, body, Vec3::Zero());
      s.comfort = limbs_.comfort(*s.chain);
      if (s.chain->joints() > 0) place.begins = in_trunk(s.chain->bodies().front()).p;
    }
    made.places.push_back(place);
    made.sections.push_back(std::move(s));
  }
}

// What of a leg, besides its tip, may not sink into the ground, the height of which is that below
// the posture.
void LedFigureMaker::add_pads(int base, int foot, const ContactPoint& tip, Limb& limb) const {
  if (spec_.level_feet) return;  // soles are led
  const double ground = com_.z() - made.height;
  std::vector<int> bodies;
  for (int i = foot; i != base; i = model_.bodies[i].parent) bodies.insert(bodies.begin(), i);
  for (int i : bodies)
    for (const ContactPoint& ball : model_.bodies[i].contacts) {
      if (i == foot && tip.radius > 0 && ball.p_B == tip.p_B) continue;
      const Frame& X = work_.bodies[i].X_WB;
      limb.add_pad(i, ball, X.p.z() + X.R.row(2).dot(ball.p_B) - ball.radius - ground);
    }
}

LegLimb LedFigureMaker::leg_limb(const LegSpec& leg, int base, int foot,
                                 const ContactPoint& ball) const {
  LegLimb made_limb{section_of(base),
                    limbs_.limb(base, foot, ball.p_B),
                    {},
                    {},
                    work_.bodies[foot].X_WB.R,
                    ball.radius,
                    spec_.level_feet};
  add_pads(base, foot, ball, made_limb.limb);
  made_limb.comfort = limbs_.comfort(made_limb.limb);
  const std::vector<StepKeySpec>& keys = spec_.step_of(leg.name).keys;
  const auto is_plain = [](const StepKeySpec& k) { return k.posture.empty() && k.gains.empty(); };
  if (!std::all_of(keys.begin(), keys.end(), is_plain))
    for (const StepKeySpec& key : keys)
      made_limb.keys.push_back(limbs_.comfort(made_limb.limb, &key));
  if (spec_.soles) made_limb.rolling = make_rolling_limb(limbs_, leg, base, work_);
  return made_limb;
}

void LedFigureMaker::add_legs() {
  const std::vector<double> shares = spec_.shares(figure_.legs);
  for (std::size_t k = 0; k < feet_.size(); ++k) {
    const LegSpec& leg = figure_.legs[k];
    const ContactPoint ball = foot_ball(model_, leg);
    made.limbs.push_back(leg_limb(leg, bases_[k], feet_[k], ball));
    const Frame& X_TF = work_.bodies[feet_[k]].X_WB;
    SteppingLeg stepping;
    stepping.foot = X_TF.R * ball.p_B + X_TF.p - com_;
    stepping.foot.z() = 0;
    stepping.outwards = outward(leg.side);
    stepping.inmost = leg.inmost;
    stepping.step = spec_.step_of(leg.name);
    made.limbs.back().foot = stepping.foot.x();
    made.limbs.back().outwards = stepping.outwards;
    stepping.section = made.limbs.back().section;
    if (spec_.soles) stepping.roll = made.limbs.back().rolling->roll;
    stepping.sole = sole(bases_[k], feet_[k], ball);
    made.stepping.push_back(std::move(stepping));
    const LegGaitSpec plain, *own = spec_.of_leg(leg.name);
    if (!own) own = &plain;
    made.bearing.push_back({shares[k], own->footing, spec_.soles.has_value(), own->foot_force});
  }
  share_bodies();
}

// SteppingLeg::sole of the leg that stands on `tip`.
std::vector<Vec3> LedFigureMaker::sole(int base, int foot, const ContactPoint& tip) const {
  const auto lowest = [&](int body, const ContactPoint& ball) -> Vec3 {
    const Frame& X = work_.bodies[body].X_WB;
    return X.R * ball.p_B + X.p - ball.radius * Vec3::UnitZ();
  };
  std::vector<Vec3> points;
  for (int i = foot; i != base; i = model_.bodies[i].parent)
    for (const ContactPoint& ball : model_.bodies[i].contacts)
      points.push_back(lowest(i, ball) - lowest(foot, tip));
  for (Vec3& p : points) p.z() = std::max(p.z(), 0.0);
  return points;
}

// Which leg moves which body: that whose joint is the next inwards.
void LedFigureMaker::share_bodies() {
  made.leg_of.assign(model_.bodies.size(), -1);
  for (std::size_t k = 0; k < made.limbs.size(); ++k)
    for (int body : made.limbs[k].limb.bodies())
      made.leg_of[static_cast<std::size_t>(body)] = static_cast<int>(k);
  for (std::size_t i = 1; i < model_.bodies.size(); ++i) {  // parents come first
    const auto parent = static_cast<std::size_t>(model_.bodies[i].parent);
    if (made.leg_of[i] < 0) made.leg_of[i] = made.leg_of[parent];
  }
}

void LedFigureMaker::add_steady() {
  for (const SteadySpec& spec : spec_.steady) {
    const int body = model_.body_index(spec.body);
    const std::size_t section = section_of(model_.bodies[body].parent);
    Limb chain = limbs_.limb(made.sections[section].body, body, Vec3::Zero());
    Comfort comfort = limbs_.comfort(chain);
    made.steady.push_back(
        {in_trunk(body), section, std::move(chain), std::move(comfort), spec.share});
  }
}

// Adds a swing of the joint of `body` to the chain that it is part of, if any.
bool LedFigureMaker::add_chain_swing(int body, ChainSwing swing) {
  const auto add = [&](const Limb& chain, std::vector<ChainSwing>& swings) {
    const std::vector<int>& bodies = chain.bodies();
    const auto at = std::find(bodies.begin(), bodies.end(), body);
    if (at == bodies.end()) return false;
    swing.joint = static_cast<std::size_t>(at - bodies.begin());
    swings.push_back(swing);
    return true;
  };
  for (LegLimb& leg : made.limbs)
    if (add(leg.rolling ? leg.rolling->limb : leg.limb, leg.swings)) return true;
  for (LedSection& section : made.sections)
    if (section.chain && add(*section.chain, section.swings)) return true;
  return false;
}

void LedFigureMaker::add_swings() {
  for (const SwingSpec& swing : spec_.swings) {
    const auto named = std::find_if(figure_.legs.begin(), figure_.legs.end(),
                                    [&](const LegSpec& l) { return l.name == swing.leg; });
    const auto leg = static_cast<std::size_t>(named - figure_.legs.begin());
    for (const std::string& name : matching_joints(figure_, swing.joints)) {
      const Dof& dof = model_.dofs[model_.dof_of(name)];
      if (add_chain_swing(dof.body, {0, leg, swing.gain, swing.offset})) continue;
      const auto& limits = figure_.bodies[dof.body].joint.limits;
      made.swings.push_back({dof.q, made.posture[dof.q], leg, swing.gain, swing.offset,
                             limits ? limits->x() : -INFINITY, limits ? limits->y() : INFINITY});
    }
  }
}

void LedFigureMaker::find_driven() {
  made.driven.assign(static_cast<std::size_t>(model_.nv()), 1);
  for (int i = root_dofs; i < model_.nv(); ++i)
    if (figure_.bodies[model_.dofs[i].body].joint.motion) made.driven[i] = 0;
}

}  // namespace

LedFigure make_led_figure(const KinematicGaitSpec& spec, const FigureSpec& figure,
                          const Model& model) {
  LedFigureMaker maker(spec, figure, model);
  maker.find_driven();
  maker.add_sections();
  maker.add_legs();
  maker.add_swings();
  maker.add_steady();
  return std::move(maker.made);
}

}  // namespace gambol
