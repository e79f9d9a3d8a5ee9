#include "search/loops/mutations.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/vec.h"
#include "poses/channels.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void scale(Curve& curve, double by) {
  for (auto& key : curve.keys) key.value *= by;
}

bool less_friction(ShotSpec& shot, const Poses&) {
  constexpr double share = 0.1;
  WorldSpec& world = shot.motion.world;
  if (world.ground) scale(world.ground->contact.friction, share);
  scale(world.collisions.contact.friction, share);
  if (world.contact) scale(world.contact->friction, share);
  for (CastSpec& cast : shot.motion.figures)
    if (cast.contact) scale(cast.contact->friction, share);
  for (ObstacleSpec& obstacle : world.obstacles)
    if (obstacle.friction) scale(*obstacle.friction, share);
  for (CueSpec& cue : shot.motion.cues)
    if (cue.set && cue.set->friction) *cue.set->friction *= share;
  return world.ground || world.collisions.any() || !world.obstacles.empty();
}

bool more_gravity(ShotSpec& shot, const Poses&) {
  constexpr double factor = 1.3;
  shot.motion.world.gravity *= factor;
  for (CueSpec& cue : shot.motion.cues)
    if (cue.set && cue.set->gravity) *cue.set->gravity *= factor;
  return !shot.motion.world.gravity.isZero();
}

// The first figure that has at least so many legs; nullptr if there is none.
CastSpec* with_legs(ShotSpec& shot, std::size_t least) {
  for (CastSpec& cast : shot.motion.figures)
    if (cast.figure.legs.size() >= least) return &cast;
  return nullptr;
}

// Neither the first nor the last of many legs: a middle leg of an insect.
const LegSpec& chosen_leg(const FigureSpec& figure) { return figure.legs[figure.legs.size() / 2]; }

// The joint that a step raises and lowers is the one that its program moves more than once.
bool remove_lift(FigureSpec& figure, const LegSpec& leg) {
  for (MotorProgramSpec& program : figure.motor_programs) {
    if (program.name != leg.step) continue;
    std::map<std::string, int> moves;
    for (const RampSpec& ramp : program.ramps)
      if (ramp.moves_rest()) ++moves[ramp.joint];
    return std::erase_if(program.ramps,
                         [&](const RampSpec& ramp) { return moves[ramp.joint] > 1; }) > 0;
  }
  return false;
}

bool no_lift(ShotSpec& shot, const Poses&) {
  CastSpec* cast = with_legs(shot, 1);
  if (!cast) return false;
  for (ControllerSpec& c : cast->controllers)
    if (auto* gait = c.kind.as<KinematicGaitSpec>()) {
      const std::string leg = chosen_leg(cast->figure).name;
      StepSpec low = gait->step_of(leg);
      low.height = 0;
      LegGaitSpec own = gait->of_leg(leg) ? *gait->of_leg(leg) : LegGaitSpec();
      for (LegGaitSpec& some : gait->legs) std::erase(some.legs, leg);
      own.legs = {leg};
      own.step = low;
      gait->legs.push_back(own);
      return true;
    }
  return remove_lift(cast->figure, chosen_leg(cast->figure));
}

// The joint whose recorded force is the greatest on the mean, of those that a spring moves.
std::string most_loaded(const CastSpec& cast, const Poses& poses) {
  std::string most;
  double greatest = 0;
  for (const ActuatorSpec& a : cast.figure.actuators) {
    if (a.strength == 0 && a.stiffness == 0) continue;
    for (const std::string& joint : a.joints) {
      const auto force = find_column(poses, cast.name, channels::joint_force.name, joint).values();
      double sum = 0;
      for (const double f : force) sum += std::abs(f);
      if (!force.empty() && sum / static_cast<double>(force.size()) > greatest) {
        greatest = sum / static_cast<double>(force.size());
        most = joint;
      }
    }
  }
  return most;
}

// The springs of that joint become half as strong, those of other joints stay.
bool half_spring(ShotSpec& shot, const Poses& poses) {
  for (CastSpec& cast : shot.motion.figures) {
    const std::string joint = most_loaded(cast, poses);
    if (joint.empty()) continue;
    std::vector<ActuatorSpec> halves;
    for (ActuatorSpec& a : cast.figure.actuators) {
      if (std::erase(a.joints, joint) == 0) continue;
      halves.push_back(a);
      halves.back().joints = {joint};
      halves.back().strength /= 2;
      halves.back().stiffness /= 2;
    }
    auto& all = cast.figure.actuators;
    std::erase_if(all, [](const ActuatorSpec& a) { return a.joints.empty() && a.between.empty(); });
    all.insert(all.end(), halves.begin(), halves.end());
    return true;
  }
  return false;
}

// Two neighbours of one side change their places in the gait.
bool shuffled_phases(ShotSpec& shot, const Poses&) {
  CastSpec* cast = with_legs(shot, 2);
  if (!cast) return false;
  auto& legs = cast->figure.legs;
  for (LegSpec& a : legs)
    for (LegSpec& b : legs)
      if (a.side == b.side && b.row == a.row + 1) {
        std::swap(a.row, b.row);
        return true;
      }
  return false;
}

bool no_recoil(ShotSpec& shot, const Poses&) {
  bool any = false;
  for (CastSpec& cast : shot.motion.figures)
    for (ControllerSpec& c : cast.controllers)
      if (auto* gait = c.kind.as<KinematicGaitSpec>()) {
        any = any || gait->recoil;
        gait->recoil = false;
      }
  return any;
}

BodySpec* find_body(FigureSpec& figure, const std::string& name) {
  for (BodySpec& body : figure.bodies)
    if (body.name == name) return &body;
  return nullptr;
}

// The last link of the leg moves away from the one before by 5 % of the leg's length.
bool longer_foot(ShotSpec& shot, const Poses&) {
  constexpr double share = 0.05;
  CastSpec* cast = with_legs(shot, 1);
  if (!cast) return false;
  const LegSpec& leg = chosen_leg(cast->figure);
  BodySpec* last = find_body(cast->figure, leg.feet.back());
  double length = 0;
  for (const BodySpec* b = last; b && !b->parent.empty(); b = find_body(cast->figure, b->parent))
    length += b->at.norm();
  if (!last || last->at.isZero()) return false;
  last->at += share * length * last->at.normalized();
  return true;
}

}  // namespace

const std::vector<Mutation>& all_mutations() {
  static const std::vector<Mutation> all{
      {Fault::friction, "a tenth of the friction", less_friction},
      {Fault::gravity, "1.3 times the gravity", more_gravity},
      {Fault::lift, "one leg's steps do not lift it", no_lift},
      {Fault::spring, "the springs of the most loaded joint are half as strong", half_spring},
      {Fault::phases, "two neighbours of one side change their places in the gait",
       shuffled_phases},
      {Fault::recoil, "the body of a kinematic gait keeps to its plan", no_recoil},
      {Fault::foot, "one leg is longer by 5 %", longer_foot},
  };
  return all;
}

}  // namespace gambol
