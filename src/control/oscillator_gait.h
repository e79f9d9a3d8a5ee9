#pragma once

// Coupled oscillators with reflexes (seed 000 sections 3.2 and 4.6).
//
// Every leg has an oscillator. All run at one frequency, locked in phase to a master by two of
// Wilson's rules: legs across the body step half a cycle apart (rule 2), and along a side each leg
// steps a constant `delay` after the one behind it (rules 1 and 5). A leg's oscillator fires as it
// passes 90 degrees, the peak of its sine. Firing makes a *potential* step, which
// reflexes may hold back or cause too (control/reflexes.h). A step lasts `step_time`
// (rule 3), then stance begins; only stance grows shorter as the frequency rises (rule 4). Fastest
// is where step and stance are equally long: the tripod gait. Slow, it is a wave running forward
// along each side.
//
// Step and stance are motor programs of the figure's legs; the springs do the rest. The stance
// program may end before the stance does (`retraction`); the leg then maintains its posture.

#include "control/gait_timing.h"
#include "control/motor_program.h"
#include "control/reflexes.h"
#include "control/steering.h"

namespace gambol {

class OscillatorGait final : public Controller {
 public:
  OscillatorGait(const OscillatorGaitSpec& spec, const FigureSpec& figure, const Model& model,
                 const std::vector<Actuator>& actuators);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  bool feels_forces() const override { return spec_.reflexes.has_value(); }

  const GaitTiming& timing() const { return timing_; }
  double leg_offset(std::size_t leg, const GaitInstant& now) const;  // cycles ahead of the master

 private:
  struct Leg {
    Side side;
    int row;
    int step, stance;     // motor programs
    int swing_dof;        // of its upper joint
    double swing_middle;  // rad between where step and stance leave it
  };
  void begin(const Sense& sense, OscillatorMemory& m) const;
  void end_step(const Sense& sense, const GaitInstant& now, std::size_t leg,
                OscillatorMemory::Leg& m) const;
  ReflexAction begin_step(const Sense& sense, const GaitInstant& now, bool fired, std::size_t leg,
                          OscillatorMemory& m) const;

  OscillatorGaitSpec spec_;
  GaitTiming timing_;
  Steering steering_;
  MotorPrograms programs_;
  Reflexes reflexes_;
  std::vector<Leg> legs_;
  std::vector<int> springs_;   // all take the gain
  std::vector<double> shift_;  // rad or m of the whole posture, [degree of freedom]
};

}  // namespace gambol
