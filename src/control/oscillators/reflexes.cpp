#include "control/oscillators/reflexes.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/gravity.h"
#include "dynamics/coordinates.h"

namespace gambol {
namespace {

std::vector<int> springs_of(int dof, const std::vector<Actuator>& actuators) {
  std::vector<int> springs;
  for (std::size_t a = 0; a < actuators.size(); ++a) {
    if (actuators[a].dof == dof && actuators[a].is_spring()) springs.push_back(static_cast<int>(a));
  }
  return springs;
}

// Starts moving the rest positions of these springs from their present values to `to`.
void move_rest(const Sense& sense, const std::vector<int>& springs, double to, double over,
               Command& command) {
  for (int a : springs) {
    ActuatorCommand& c = command.actuators[a];
    const double from = rest_position(sense.actuators[a], c, sense.time);
    c.rest = Ramp{sense.time, sense.time + over, from, to};
    c.has_rest = true;
  }
}

double rest_now(const Sense& sense, const std::vector<int>& springs, const Command& command) {
  if (springs.empty()) return 0;
  return rest_position(sense.actuators[springs[0]], command.actuators[springs[0]], sense.time);
}

}  // namespace

Reflexes::Reflexes(const ReflexSpec& spec, const FigureSpec& figure, const Model& model,
                   const std::vector<Actuator>& actuators)
    : spec_(spec) {
  for (const LegSpec& l : figure.legs) {
    Leg leg;
    for (const LegReflexSpec& trigger : spec.legs) {
      if (trigger.name == l.name) leg.trigger = trigger;
    }
    leg.side = l.side;
    leg.row = l.row;
    leg.upper_dof = model.dof_of(l.upper_joint);
    leg.support_dof = model.dof_of(l.support_joint);
    // A joint that cannot move senses nothing.
    if (leg.upper_dof < 0) {
      leg.trigger.step.reset();
      leg.trigger.obstacle.reset();
    }
    leg.upper_springs = springs_of(leg.upper_dof, actuators);
    leg.support_springs = springs_of(leg.support_dof, actuators);
    for (const std::string& foot : l.feet) leg.feet.push_back(model.body_index(foot));
    legs_.push_back(std::move(leg));
  }
  find_neighbours();
}

// Finds the nearest existing legs in front and behind on the same side, and the leg across in the
// same row.
void Reflexes::find_neighbours() {
  int first = 0, last = 0;
  for (const Leg& l : legs_) {
    first = std::min(first, l.row);
    last = std::max(last, l.row);
  }
  for (Leg& l : legs_) {
    l.between = l.row > first && l.row < last;
    for (std::size_t k = 0; k < legs_.size(); ++k) {
      const Leg& other = legs_[k];
      const int index = static_cast<int>(k);
      if (other.side != l.side && other.row == l.row) l.across = index;
      if (other.side != l.side || other.row == l.row) continue;
      int& place = other.row < l.row ? l.front : l.back;
      if (place < 0 || std::abs(other.row - l.row) < std::abs(legs_[place].row - l.row)) {
        place = index;
      }
    }
  }
}

bool Reflexes::bears(const Sense& sense, std::size_t leg) const {
  const auto& feet = legs_[leg].feet;
  return std::any_of(sense.contacts.begin(), sense.contacts.end(), [&](const GroundContact& c) {
    return !c.force.isZero(0) && std::find(feet.begin(), feet.end(), c.body) != feet.end();
  });
}

double Reflexes::load(const Sense& sense, std::size_t leg) const {
  const auto& feet = legs_[leg].feet;
  Vec3 force = Vec3::Zero();
  for (const GroundContact& c : sense.contacts)
    if (std::find(feet.begin(), feet.end(), c.body) != feet.end()) force += c.force;
  return force.norm() / (sense.model.mass * standard_gravity);
}

bool Reflexes::side_bears_alone(const Sense& sense, Side side) const {
  double here = 0, all = 0;
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    const double l = load(sense, leg);
    all += l;
    if (legs_[leg].side == side) here += l;
  }
  return here > spec_.alone * all;
}

bool Reflexes::wants_step(const Sense& sense, std::size_t leg) const {
  const Leg& l = legs_[leg];
  return spec_.step && l.trigger.step &&
         l.trigger.step->beyond(coordinate(sense.model, sense.q, l.upper_dof));
}

// Two legs across from each other may lift at once if one of them found no ground and all others
// stand on ground.
bool Reflexes::over_a_hole(std::size_t leg, std::size_t across, const OscillatorMemory& m) const {
  if (!spec_.middle_pair || !legs_[leg].between) return false;
  if (m.legs[leg].reflex.footing && m.legs[across].reflex.footing) return false;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    if (k == leg || k == across) continue;
    if (m.legs[k].phase == LegPhase::step || !m.legs[k].reflex.footing) return false;
  }
  return true;
}

bool Reflexes::inhibited_by(int neighbour, std::size_t leg, const Sense& sense,
                            const OscillatorMemory& m) const {
  if (neighbour < 0 || m.legs[neighbour].phase != LegPhase::step) return false;
  const double step = m.legs[neighbour].performance.duration;
  const double left = m.legs[neighbour].since + step - sense.time;
  return left > legs_[leg].trigger.overlap * step + clock_slack;
}

ReflexAction Reflexes::holds_back(const Sense& sense, std::size_t leg,
                                  const OscillatorMemory& m) const {
  const Leg& l = legs_[leg];
  if (spec_.load && l.trigger.load && load(sense, leg) > *l.trigger.load) {
    return ReflexAction::held_by_load;
  }
  if (!spec_.neighbours) return ReflexAction::none;
  for (int neighbour : {l.front, l.back, l.across}) {
    if (!inhibited_by(neighbour, leg, sense, m)) continue;
    if (neighbour == l.across && over_a_hole(leg, static_cast<std::size_t>(neighbour), m)) continue;
    return ReflexAction::held_by_neighbour;
  }
  return ReflexAction::none;
}

ReflexAction Reflexes::act(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m,
                           const Performance& stance, double step_time, Command& command) const {
  if (m.reflex.lifted_at < m.since) m.reflex.lifted_at = -1;
  const bool tips = tips_over(sense, leg, m.reflex, step_time);
  if (m.phase == LegPhase::step) {
    m.reflex.touched = false;
    m.reflex.search_since = -1;
    const double into = sense.time - m.since + clock_slack, step = m.performance.duration;
    if (into >= spec_.lowering * step) return land(sense, leg, m);
    if (into < spec_.raised * step) return ReflexAction::none;
    return elevate(sense, leg, m.reflex, command);
  }
  if (tips) {
    const ReflexAction yielded =
        lift(*spec_.yield, true, ReflexAction::yields, sense, leg, m.reflex, command);
    if (yielded != ReflexAction::none) return yielded;
  }
  return search(sense, leg, m, stance, step_time, command);
}

// Lifts the leg if that is `wanted` and it has not just been lifted. While it lifts, that is what
// it does: `as`.
ReflexAction Reflexes::lift(const LiftSpec& how, bool wanted, ReflexAction as, const Sense& sense,
                            std::size_t leg, ReflexMemory& m, Command& command) const {
  if (m.lifted_at >= 0 && sense.time < m.lifted_at + how.again - clock_slack)
    return sense.time < m.lifted_at + how.over ? as : ReflexAction::none;
  if (!wanted) return ReflexAction::none;
  const std::vector<int>& springs = legs_[leg].support_springs;
  move_rest(sense, springs, rest_now(sense, springs, command) + how.lift, how.over, command);
  m.lifted_at = sense.time;
  return as;
}

ReflexAction Reflexes::elevate(const Sense& sense, std::size_t leg, ReflexMemory& m,
                               Command& command) const {
  const Leg& l = legs_[leg];
  if (!spec_.elevator || !l.trigger.obstacle) return ReflexAction::none;
  const bool stopped = l.trigger.obstacle->beyond(sense.work.force[l.upper_dof]);
  return lift(*spec_.elevator, stopped, ReflexAction::lifted, sense, leg, m, command);
}

// Whether the leg has borne more than it ever does since its side bears alone.
bool Reflexes::tips_over(const Sense& sense, std::size_t leg, ReflexMemory& m,
                         double step_time) const {
  const Leg& l = legs_[leg];
  if (!spec_.yield || !l.trigger.tipping) return false;
  if (!side_bears_alone(sense, l.side)) {
    m.alone = 0;
    return false;
  }
  m.alone += load(sense, leg) * sense.dt / step_time;
  return m.alone > *l.trigger.tipping;
}

// Shortens the step to the time it has lasted, so that the gait ends it.
ReflexAction Reflexes::land(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m) const {
  if (!spec_.landing) return ReflexAction::none;
  const double into = sense.time - m.since;
  const double usual = legs_[leg].trigger.landed_at((into + clock_slack) / m.performance.duration);
  if (load(sense, leg) <= usual) return ReflexAction::none;
  m.performance.duration = into;
  return ReflexAction::landed;
}

ReflexAction Reflexes::search(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m,
                              const Performance& stance, double step_time, Command& command) const {
  const Leg& l = legs_[leg];
  ReflexMemory& r = m.reflex;
  if (r.touched) return ReflexAction::none;
  if (bears(sense, leg)) {
    r.touched = r.footing = true;
    if (r.search_since < 0) return ReflexAction::none;
    r.search_since = -1;
    m.performance = stance;
    return ReflexAction::none;
  }
  if (!l.trigger.ground_time ||
      sense.time <= m.since + *l.trigger.ground_time * step_time + clock_slack) {
    return ReflexAction::none;
  }
  r.footing = false;
  if (!spec_.search) return ReflexAction::none;
  const SearchSpec& how = *spec_.search;
  if (r.search_since < 0) {
    r.search_since = sense.time;
    r.half_sweeps = 0;
    r.upper_rest = rest_now(sense, l.upper_springs, command);
    move_rest(sense, l.support_springs, rest_now(sense, l.support_springs, command) + how.reach,
              how.period / 2, command);
    m.performance.program = -1;
  }
  if (sense.time < r.search_since + r.half_sweeps * how.period / 2 - clock_slack) {
    return ReflexAction::searches;
  }
  // Sweeps forth and back about the position at which the search began, farther each time.
  const double share = std::min(1.0, (r.half_sweeps / 2 + 1) / static_cast<double>(how.sweeps));
  const double side = r.half_sweeps % 2 == 0 ? -1 : 1;
  move_rest(sense, l.upper_springs, r.upper_rest + side * share * how.sweep, how.period / 2,
            command);
  ++r.half_sweeps;
  return ReflexAction::searches;
}

}  // namespace gambol
