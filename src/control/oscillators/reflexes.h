#pragma once

// Reflexes: sensed quantities change when and how a leg steps (McKenna's MS thesis, MIT 1990,
// "seed 000", sections 2.2, 3.2 and 4.6).
//
// Every reflex is a condition with a trigger value per leg, which undisturbed walking does not
// reach.
//   step        a leg bent beyond an angle wants to step, whatever its oscillator does
//   load        a leg under a high load holds back its step; the step remains wanted until the load
//               is off ("potential stepping")
//   neighbours  a leg also holds back its step while the next leg in front, behind or across is
//               stepping; except that the locust's two middle legs may lift at once over a hole,
//               while all other legs stand
//   elevator    a leg that is stopped on its way forward and up lifts higher
//   landing     the step ends if the leg, on its way down, bears more load than it ever does there
//   yield       a leg in stance gives way once it has borne more, since its side bears alone, than
//               it ever does: the body is tipping over it
//   search      a leg that finds no ground after its step reaches down and sweeps to and fro until
//               it finds ground, then pushes as usual
// A leg senses the position and torque of its joints and the load on its feet, and from other legs
// whether they step (neighbours) and what they bear (yield). Loads are shares of the weight and
// times shares of a step, and what a leg may bear in its step depends on how far the step is: the
// same values serve every speed, and feet of any grip. The reflexes therefore work on any ground,
// and against other bodies.

#include "control/controller.h"
#include "control/oscillators/oscillator_memory.h"
#include "shot/controllers/oscillators/reflex_spec.h"

namespace gambol {

// The effect of the reflexes on a leg at a tick, recorded as the output "reflex/LEG".
enum class ReflexAction {
  none,
  stepped,
  held_by_load,
  held_by_neighbour,
  lifted,
  searches,
  landed,
  yields
};

class Reflexes {
 public:
  // A shot without `reflexes:` gives a spec whose legs have no trigger values.
  Reflexes(const ReflexSpec& spec, const FigureSpec& figure, const Model& model,
           const std::vector<Actuator>& actuators);

  // For a leg in stance: whether it is beyond its step angle.
  bool wants_step(const Sense& sense, std::size_t leg) const;

  // The reason why a wanted step does not begin: none, held_by_load or held_by_neighbour.
  ReflexAction holds_back(const Sense& sense, std::size_t leg, const OscillatorMemory& m) const;

  // Elevator, landing, yield and search; call it after the leg's motor program has played. A leg
  // whose search has found the ground performs `stance`. `step_time`: what a step lasts now, s.
  ReflexAction act(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m,
                   const Performance& stance, double step_time, Command& command) const;

 private:
  struct Leg {
    LegReflexSpec trigger;
    Side side = Side::left;
    int row = 0;
    bool between = false;  // neither the first nor the last row
    int upper_dof = -1, support_dof = -1;
    std::vector<int> upper_springs, support_springs;
    std::vector<int> feet;                   // bodies
    int front = -1, back = -1, across = -1;  // legs; -1: none
  };
  void find_neighbours();
  double load(const Sense& sense, std::size_t leg) const;  // weights, on its feet
  bool bears(const Sense& sense, std::size_t leg) const;
  bool side_bears_alone(const Sense& sense, Side side) const;
  bool inhibited_by(int neighbour, std::size_t leg, const Sense& sense,
                    const OscillatorMemory& m) const;
  bool over_a_hole(std::size_t leg, std::size_t across, const OscillatorMemory& m) const;
  bool tips_over(const Sense& sense, std::size_t leg, ReflexMemory& m, double step_time) const;
  ReflexAction lift(const LiftSpec& how, bool wanted, ReflexAction as, const Sense& sense,
                    std::size_t leg, ReflexMemory& m, Command& command) const;
  ReflexAction elevate(const Sense& sense, std::size_t leg, ReflexMemory& m,
                       Command& command) const;
  ReflexAction land(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m) const;
  ReflexAction search(const Sense& sense, std::size_t leg, OscillatorMemory::Leg& m,
                      const Performance& stance, double step_time, Command& command) const;

  ReflexSpec spec_;
  std::vector<Leg> legs_;
};

}  // namespace gambol
