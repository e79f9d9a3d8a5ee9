// Turns what is asked for by behaviour into numbers, from what hangs on each joint
// (figure/joint_load.h) with the figure as it is written and its root upright.
//
// A hold sags by s under a load M: its spring has the stiffness k = |M| / s, with M where all that
// hold have sagged. About that place the load itself changes by M' per unit of q, so that the joint
// swings with the stiffness k - M' and the inertia I of the load; the damper is
// b = 2 zeta sqrt((k - M') I).
//
// A limit gives way by `give` under the greatest load that it may have to bear: the weight of what
// the joint carries, in the posture in which it bends the joint most, or, of a joint of a leg, all
// of the figure's weight at the tip; k = M / give. (A knee that hits its stop in a stance bears the
// figure; its shank alone would choose a stop that the figure bends by a right angle.) A part that
// is nearly balanced on its joint, such as a wheel, has its weight at a fifth of its radius of
// gyration instead. Its damper is critical for the part that hangs on the joint, b = 2 sqrt(k I):
// beyond the limit the part comes to rest within a few time constants sqrt(I / k), without
// rebounding.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "figure/joint_load.h"
#include "figure/joint_motion.h"
#include "figure/reading.h"
#include "figure/rest_posture.h"
#include "schema/names.h"
#include "schema/values.h"

namespace gambol {
namespace {

// Less than this share of what the weight could exert does not bend a joint, and rounding decides.
constexpr double least_share = 1e-3;

// Of the radius of gyration, at which the weight of what is nearly balanced counts: less than the
// lever of any joint of ours, also of those that twist a limb about its length (of figures/ragdoll:
// the head 0.23, an upper arm 0.40; a slender rod on its end has 0.87).
constexpr double balanced_share = 0.2;

class Behaviour {
 public:
  Behaviour(FigureSpec& figure, Findings& findings) : figure_(figure), findings_(findings) {
    for (const JointDof& dof : joint_dofs(figure))
      dofs_.emplace(dof.name, static_cast<std::size_t>(dof.body - figure.bodies.data()));
    for (const BodySpec& body : figure.bodies)
      if (joint_dofs(body).size() != 1) many_.insert(body.name);
  }

  void resolve() {
    if (!any()) return;
    JointLoads written(figure_, rest_posture(figure_));
    sag(written);
    JointLoads sagged(figure_, rest_posture(sagged_));
    std::vector<ActuatorSpec> all;
    for (const ActuatorSpec& a : figure_.actuators) {
      if (a.type == ActuatorType::hold)
        hold(a, sagged, all);
      else if (is_open(a))
        limit(a, written, all);
      else
        all.push_back(a);
    }
    figure_.actuators = std::move(all);
    if (figure_.limits == LimitsUse::act) add_limits(written);
  }

 private:
  bool is_written(const ActuatorSpec& a, const char* field) const {
    return findings_.written(a.place, field) != nullptr;
  }
  // A limit of joints whose range or stiffness is to be chosen.
  bool is_open(const ActuatorSpec& a) const {
    return a.type == ActuatorType::limit && a.between.empty() &&
           !(is_written(a, "lower") && is_written(a, "stiffness"));
  }
  bool is_bare(const ActuatorSpec& a) const {
    return is_open(a) && !is_written(a, "lower") && !is_written(a, "stiffness") &&
           !is_written(a, "give");
  }
  bool any() const {
    if (figure_.limits == LimitsUse::act)
      for (const BodySpec& body : figure_.bodies)
        if (body.joint.limits) return true;
    for (const ActuatorSpec& a : figure_.actuators)
      if (a.type == ActuatorType::hold || is_open(a)) return true;
    return false;
  }

  // The body that carries the degree of freedom, if its joint has only that one.
  std::optional<std::size_t> single(const ActuatorSpec& a, const std::string& joint) {
    const auto found = dofs_.find(joint);
    if (found == dofs_.end()) return {};  // reported elsewhere
    const std::string& body = figure_.bodies[found->second].name;
    if (!many_.contains(body)) return found->second;
    if (told_.insert(body).second)
      findings_.report(
          a.place, "joints",
          fmt::format("{}, a joint of several degrees of freedom", in_quotes(body)),
          fmt::format("joints of one degree of freedom for a {} by behaviour", name_of(a.type)));
    return {};
  }

  int legs_of(const HoldSpec& hold) const {
    return hold.legs.value_or(static_cast<int>(figure_.legs.size()));
  }

  JointForce load_of(const HoldSpec& hold, const JointLoad& load) const {
    if (hold.load == HoldLoad::most) return {load.most, 0};
    return hold.load == HoldLoad::stance ? load.stance : load.weight;
  }

  // The posture in which every joint that holds has given way.
  void sag(const JointLoads& written) {
    sagged_ = figure_;
    for (const ActuatorSpec& a : figure_.actuators) {
      if (a.type != ActuatorType::hold) continue;
      for (const std::string& joint : a.joints) {
        const auto b = single(a, joint);
        if (!b) continue;
        const JointForce load = load_of(a.hold, written.of(*b, legs_of(a.hold)));
        JointSpec& bent = sagged_.bodies[*b].joint;
        bent.initial = {bent.initial_of(0) + std::copysign(a.hold.sag, load.force)};
      }
    }
  }

  void hold(const ActuatorSpec& a, const JointLoads& sagged, std::vector<ActuatorSpec>& all) {
    for (const std::string& joint : a.joints) {
      const auto b = single(a, joint);
      if (!b || !fits(a, "sag", *b)) continue;
      if (!held_.insert(joint).second) {
        findings_.report(a.place, "joints",
                         fmt::format("{}, which another hold holds", in_quotes(joint)),
                         "one hold of each joint");
        continue;
      }
      const JointLoad load = sagged.of(*b, legs_of(a.hold));
      const JointForce bends = load_of(a.hold, load);
      const bool stance = a.hold.load == HoldLoad::stance;
      const double could = stance ? load.most_stance : load.most;
      if (std::abs(bends.force) <= least_share * could) {
        findings_.report(
            a.place, "load",
            stance && could == 0
                ? fmt::format("stance, and {} carries no leg", in_quotes(joint))
                : fmt::format("{}, which does not bend {}", name_of(a.hold.load), in_quotes(joint)),
            "another load: `most`, or a linear_spring and a damper");
        continue;
      }
      const double stiffness = std::abs(bends.force) / a.hold.sag;
      const double swings = stiffness - bends.by_position;
      if (swings <= 0) {
        findings_.report(a.place, "sag",
                         fmt::format("a sag from which {} falls on, as its load grows faster than "
                                     "the spring's force",
                                     in_quotes(joint)),
                         "a smaller sag");
        continue;
      }
      const double inertia = stance ? load.stance_inertia : load.inertia;
      ActuatorSpec one = only(a, joint);
      one.type = ActuatorType::linear_spring;
      one.stiffness = stiffness;
      one.rest = a.rest;
      all.push_back(one);
      one = only(a, joint);
      one.type = ActuatorType::damper;
      one.damping = 2 * a.hold.damping_ratio * std::sqrt(swings * inertia);
      all.push_back(std::move(one));
    }
  }

  // A limit without any number leaves joints to others. Joints without `limits` are free.
  void limit(const ActuatorSpec& a, const JointLoads& written, std::vector<ActuatorSpec>& all) {
    bool any_joint = false;
    for (const std::string& joint : a.joints) {
      const auto found = dofs_.find(joint);
      if (found == dofs_.end()) continue;
      const std::size_t b = found->second;
      const bool own_range = is_written(a, "lower");
      const std::optional<Vec2>& limits = figure_.bodies[b].joint.limits;
      if (!own_range && !limits) continue;
      any_joint = true;
      if ((is_bare(a) && has_limit(joint)) || !single(a, joint)) continue;
      ActuatorSpec one = only(a, joint);
      one.type = ActuatorType::limit;
      one.lower = own_range ? a.lower : limits->x();
      one.upper = own_range ? a.upper : limits->y();
      one.scale = a.scale;
      one.stiffness = a.stiffness;
      one.damping = a.damping;
      if (!is_written(a, "stiffness")) {
        if (!fits(a, "give", b)) continue;
        const JointLoad load = written.of(b, 1);
        if (most_on(load) == 0) {
          findings_.report(a.place, "stiffness",
                           fmt::format("nothing, and nothing weighs on {}", in_quotes(joint)),
                           "this key");
          continue;
        }
        choose(one, load, b, is_written(a, "give") ? std::optional(a.give) : std::nullopt,
               !is_written(a, "damping"));
      }
      all.push_back(std::move(one));
    }
    if (!any_joint && !a.joints.empty())
      findings_.report(a.place, "lower", "nothing, and joints without `limits`",
                       "lower and upper, or joints that have limits");
  }

  static double most_on(const JointLoad& load) {
    return std::max({load.most, balanced_share * load.spread, load.most_stance});
  }
  // A slide gives way by as much of its range as a turn does of a radian, unless it is said.
  void choose(ActuatorSpec& limit, const JointLoad& load, std::size_t b, std::optional<double> give,
              bool damping) const {
    if (!give) {
      const bool slides = joint_dofs(figure_.bodies[b])[0].slides;
      give = ActuatorSpec{}.give * (slides ? limit.upper - limit.lower : 1);
    }
    limit.stiffness = most_on(load) / *give;
    if (damping) limit.damping = 2 * std::sqrt(limit.stiffness * load.inertia);
  }

  // The `limits` of joints that no actuator limits. A joint without mass beyond it has no use for
  // any.
  void add_limits(const JointLoads& written) {
    std::unordered_set<std::string> limited;
    for (const ActuatorSpec& a : figure_.actuators)
      if (a.type == ActuatorType::limit || a.type == ActuatorType::exponential_limit)
        limited.insert(a.joints.begin(), a.joints.end());
    for (std::size_t b = 0; b < figure_.bodies.size(); ++b) {
      const JointSpec& joint = figure_.bodies[b].joint;
      const std::vector<JointDof> dofs = joint_dofs(figure_.bodies[b]);
      if (!joint.limits || dofs.size() != 1 || limited.contains(dofs[0].name)) continue;
      const JointLoad load = written.of(b, 1);
      if (most_on(load) == 0) continue;
      ActuatorSpec one;
      one.place = joint.place;
      one.type = ActuatorType::limit;
      one.joints = {dofs[0].name};
      one.lower = joint.limits->x();
      one.upper = joint.limits->y();
      choose(one, load, b, {}, true);
      figure_.actuators.push_back(std::move(one));
    }
  }

  bool has_limit(const std::string& joint) const {
    for (const ActuatorSpec& a : figure_.actuators) {
      const bool limits = (a.type == ActuatorType::limit && !is_bare(a)) ||
                          a.type == ActuatorType::exponential_limit;
      if (limits && std::find(a.joints.begin(), a.joints.end(), joint) != a.joints.end())
        return true;
    }
    return false;
  }

  static ActuatorSpec only(const ActuatorSpec& a, const std::string& joint) {
    ActuatorSpec one;
    one.place = a.place;
    one.joints = {joint};
    return one;
  }

  // Whether the unit of a field fits the joint of body `b`.
  bool fits(const ActuatorSpec& a, const char* field, std::size_t b) {
    const Written* at = findings_.written(a.place, field);
    const bool slides = joint_dofs(figure_.bodies[b])[0].slides;
    const Dimension& wanted = slides ? dim::length : dim::angle;
    if (!at || !at->dimension || at->dimension->same_as(wanted)) return true;
    findings_.report(
        a.place, field, describe(*at->dimension),
        fmt::format("{}, as the joint of {} is {}", describe(wanted),
                    in_quotes(figure_.bodies[b].name), name_of(figure_.bodies[b].joint.type)));
    return false;
  }

  FigureSpec& figure_;
  Findings& findings_;
  FigureSpec sagged_;
  std::unordered_map<std::string, std::size_t> dofs_;  // the body that a degree of freedom moves
  std::unordered_set<std::string> many_;               // bodies whose joints have more or none
  std::unordered_set<std::string> told_, held_;
};

}  // namespace

void gather_holds(FigureSpec& figure, Findings& findings) {
  for (const BodySpec& body : figure.bodies) {
    if (!body.joint.hold) continue;
    const std::vector<JointDof> dofs = joint_dofs(body);
    if (dofs.size() != 1) {
      findings.report(body.joint.place, "hold",
                      fmt::format("the hold of a joint of {} degrees of freedom", dofs.size()),
                      "a joint of one degree of freedom");
      continue;
    }
    ActuatorSpec a;
    a.place = body.joint.hold->place;
    a.type = ActuatorType::hold;
    a.joints = {dofs[0].name};
    a.hold = *body.joint.hold;
    figure.actuators.push_back(std::move(a));
  }
}

void resolve_behaviour(FigureSpec& figure, Findings& findings) {
  Behaviour(figure, findings).resolve();
}

}  // namespace gambol
