#pragma once

// Leg frames (seed 002, chapter 3): at every tick, torques that
//
//   - hold each leg frame at a height and an orientation in the world, and at a speed, by virtual
//     forces between the frame and the feet that stand, and by the hips of those legs;
//   - bring swinging feet to footholds that the frame's speed asks for;
//   - hold the shape of legs, back, neck and tail by servos, whose angles come from inverse
//     kinematics and from the leg frames;
//   - bear the weight of what does not stand.
//
// Where it differs from the paper: legs that stand bear the figure's weight by their frame's share
// of it, not by the error of its height alone; a foothold is half a stance ahead of the hip at the
// speed that is wanted, as Raibert's, besides the paper's term; legs that stand balance the whole
// figure about its long axis; the torque of a frame is shared by load, taken on by degrees after a
// footfall, and does not twist a leg; and the force along the ground keeps within friction.
//
// It is made of parts, each of which is a function of what it is given and of its own memory.
// tick() in leg_frames.cpp is their order.

#include <optional>

#include "control/skills/act_player.h"
#include "control/skills/bearing.h"
#include "control/skills/course.h"
#include "control/skills/falls.h"
#include "control/skills/leaps.h"
#include "control/skills/leg_frames_memory.h"
#include "control/skills/posture.h"
#include "control/skills/seen.h"
#include "control/skills/steps.h"
#include "control/skills/stride.h"
#include "control/skills/torques.h"

namespace gambol::skills {

class LegFrames final : public Controller {
 public:
  // `tick`: s between two ticks. `seed`: of its random numbers.
  LegFrames(const LegFramesSpec& spec, double tick, const FigureSpec& figure, const Model& model,
            std::uint64_t seed);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  Feels feels() const override { return Feels::contacts; }
  bool commands_joints() const override { return true; }
  void release(Command& command) const override;
  bool plays(const std::string& program) const override;
  void obey(const Order& order, double time, ControllerMemory& memory, Goals& goals) const override;

 private:
  // What balance on soles adds; none where forces act at the feet's points.
  struct OnSoles {
    Soles soles;
    SoleBalance balance;
    SoleServos servos;
    OnSoles(const LegFramesSpec& spec, const Anatomy& body)
        : soles(spec, body), balance(spec, body, soles), servos(spec, body) {}
  };
  // How the motion changes at this tick.
  struct Changes {
    bool act_begins = false, stage_begins = false;
  };

  Changes choose_motion(const Seen& seen, LegFramesMemory& memory, Wanted& wanted) const;
  void follow_gait(const Seen& seen, const Footings& feet, LegFramesMemory& memory,
                   Wanted& wanted) const;
  void go(const Seen& seen, const Footings& feet, Falls::Catch by, LegFramesMemory& memory,
          Wanted& wanted) const;
  void play_act(const Seen& seen, const Footings& feet, LegFramesMemory& memory, Wanted& wanted,
                Changes& changes) const;
  void forget_what_it_lacks(LegFramesMemory& memory) const;
  void write_outputs(const Seen& seen, const Wanted& wanted, const LegFramesMemory& memory,
                     Command& command) const;

  LegFramesSpec spec_;
  double tick_ = 0;  // s
  Anatomy body_;
  std::optional<OnSoles> on_soles_;
  StrideClock stride_;
  Acts acts_;
  Senses senses_;
  CoursePlanner course_;
  Falls falls_;
  Leaps leaps_;
  ActPlayer player_;
  Steps steps_;
  Bearers bearers_;
  Postures postures_;
  TorqueMaker torques_;
  Efforts efforts_;
};

}  // namespace gambol::skills
