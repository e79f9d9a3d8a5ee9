#pragma once

// Coupled oscillators with reflexes (McKenna's MS thesis, MIT 1990, "seed 000", sections 3.2 and
// 4.6).
//
// Every leg has an oscillator. All oscillators run at one frequency, phase-locked to a master by
// Wilson's rules: legs across the body step half a cycle apart (rule 2), and along a side each leg
// steps a constant `delay` after the one behind it (rules 1 and 5). A leg's oscillator fires as it
// passes 90 degrees, the peak of its sine. Firing makes a *potential* step, which reflexes may hold
// back; they may also cause one (control/oscillators/reflexes.h). A step lasts `step_time` (rule
// 3), then stance begins; only the stance becomes shorter as the frequency rises (rule 4). The
// fastest gait, in which step and stance are equally long, is the tripod gait. Slow gaits are waves
// that run forward along each side.
//
// Step and stance are motor programs of the figure's legs, which move the springs' rest positions.
// The stance program may end before the stance does (`retraction`); the leg then maintains its
// posture.

#include "control/motor_program.h"
#include "control/oscillators/gait_timing.h"
#include "control/oscillators/oscillator_memory.h"
#include "control/oscillators/reflexes.h"
#include "control/oscillators/steering.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"

namespace gambol {

class OscillatorGait final : public Controller {
 public:
  OscillatorGait(const OscillatorGaitSpec& spec, const FigureSpec& figure, const Model& model,
                 const std::vector<Actuator>& actuators);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  Feels feels() const override {
    return spec_.reflexes ? Feels::contacts_and_joints : Feels::nothing;
  }

  const GaitTiming& timing() const { return timing_; }
  double leg_offset(std::size_t leg, const GaitInstant& now) const;  // cycles ahead of the master

 private:
  struct Leg {
    Side side;
    int row;
    int step, stance;  // motor programs
    std::vector<StrokeJoint> stroke;
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
  std::vector<int> springs_;   // actuators that the gain scales
  std::vector<double> shift_;  // [degree of freedom] rad or m, shift of the whole posture
};

}  // namespace gambol
