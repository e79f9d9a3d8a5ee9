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

#include <algorithm>

#include "control/controller.h"
#include "control/skills/acts.h"
#include "control/skills/gait_choice.h"
#include "control/skills/leg_frames_memory.h"
#include "control/skills/leg_frames_now.h"
#include "control/skills/sole_balance.h"

namespace gambol {

class LegFrames final : public Controller {
 public:
  // `tick`: s between two ticks.
  LegFrames(const LegFramesSpec& spec, double tick, const FigureSpec& figure, const Model& model);
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;

  bool feels_forces() const override { return true; }
  bool commands_joints() const override { return true; }
  void release(Command& command) const override;
  bool plays(const std::string& program) const override {
    return acts_->has(program) || target_index(program) >= 0;
  }
  void obey(const Order& order, double time, ControllerMemory& memory, Goals& goals) const override;

 private:
  using Leg = leg_frames::Leg;
  using LegFrame = leg_frames::LegFrame;
  using Chain = leg_frames::Chain;
  using Gain = leg_frames::Gain;
  using Feet = leg_frames::Feet;
  using FrameNow = leg_frames::FrameNow;
  using LegNow = leg_frames::LegNow;
  using Now = leg_frames::Now;

  Now look(const Sense& sense, LegFramesMemory& memory) const;
  double ground_below(const Sense& sense, const LegFrame& frame, const Vec3& hips,
                      const LegFramesMemory& memory) const;
  void write_outputs(const Now& now, const LegFramesMemory& memory, Command& command) const;
  void choose_gait(Now& now, LegFramesMemory& memory) const;
  void go(Now& now, const StridePlan* by, double share, LegFramesMemory& memory) const;
  void advance(Now& now, double wanted, LegFramesMemory& memory) const;
  double course(const Now& now, const Vec3& velocity) const;
  void move_frames(Now& now, double heading) const;
  void pitch_with_ground(Now& now) const;
  void read_goals(Now& now) const;
  void weigh(Now& now) const;
  static double mean_heading(const Now& now);
  static Vec3 mean_velocity(const Now& now);
  static double most_sunk(const Now& now, double phase);
  int target_index(const std::string& name) const;  // -1 if there is none
  void plan_leap(const Now& now, double phase_before, LegFramesMemory& memory) const;
  struct Pace {
    double speed = 0;              // m/s
    double half_stride = 0;        // m: length of half a stride
    std::optional<double> change;  // m/s: of the speed over the last one, if it has measured it
  };
  Pace pace(const Now& now, const Vec3& com, LegFramesMemory& memory) const;
  void begin_act(const Now& now, double phase_before, LegFramesMemory& memory) const;
  void play_act(Now& now, LegFramesMemory& memory) const;
  void forget_what_it_lacks(LegFramesMemory& memory) const;
  double time_to_land(const Now& now, const LegFramesMemory& memory) const;
  static double fall_time(const Now& now, const FrameNow& frame, double height);
  bool next_stage(const Now& now, LegFramesMemory& memory) const;
  bool stage_is_over(const Now& now, const LegFramesMemory& memory) const;
  void walk_in_place(Now& now, LegFramesMemory& memory) const;
  static void face_as_it_lies(Now& now, LegFramesMemory& memory);
  void act_on_frame(Now& now, std::size_t frame, LegFramesMemory& memory) const;
  Vec3 hip_of(const Now& now, std::size_t leg) const;  // W
  void fly(Now& now, std::size_t leg, LegFramesMemory& memory) const;
  Vec3 landing(const Now& now, std::size_t leg) const;
  void aim_by_act(Now& now, LegFramesMemory& memory) const;
  // The goal's speed, as fast as it may change.
  void follow_goal(Now& now, double speed, LegFramesMemory& memory) const;
  void trim(const Now& now, double speed, LegFramesMemory& memory) const;
  void step(Now& now, LegFramesMemory& memory) const;
  void search(const Now& now, LegFramesMemory::Leg& m, bool down) const;
  void stand(Now& now, std::size_t frame) const;
  Vec3 over_support(const Now& now, std::size_t frame, const Vec3& off) const;
  double aside_of_support(const Now& now) const;
  void lift_or_land(const Now& now, std::size_t leg, LegFramesMemory::Leg& m) const;
  Vec3 within_reach(const Now& now, std::size_t leg, const Vec3& off) const;
  Vec3 foothold(const Now& now, std::size_t leg, double time_left) const;
  void swing(Now& now, std::size_t leg, LegFramesMemory& memory) const;
  bool pushed_aside(const Now& now, std::size_t leg) const;
  bool steps_on_if_lost(const Now& now, std::size_t leg) const;
  void step_on(Now& now, std::size_t leg) const;
  void share_loads(Now& now, const LegFramesMemory& memory) const;

  // Balance that is lost: leg_frames_falls.cpp.
  void give_way(Now& now) const;
  double catching_share(const Now& now, LegFramesMemory& memory) const;
  void keep_balance(const Now& now, double phase_before, LegFramesMemory& memory) const;
  bool topples(const Now& now, const LegFramesMemory& memory) const;
  double phase_to_catch(const Now& now) const;
  bool fell(const Now& now) const;
  void be_limp(const Now& now, const LegFramesMemory& memory, Command& command) const;

  void aim_angles(Now& now) const;
  Vec3 couple_of_steady(const Now& now, std::size_t frame) const;

  void aim_legs(Now& now) const;
  // The angles of a leg's joints but the toes at which its foot is at `to_foot` from the hip, W.
  struct LegAngles {
    Vec3 hip = Vec3::Zero(), ankle = Vec3::Zero();
    double knee = 0;
  };
  LegAngles reach(const Now& now, std::size_t leg, const Vec3& to_foot, double later = 0) const;
  void aim_leg(Now& now, std::size_t leg) const;
  double foot_pitch(const Now& now, std::size_t leg, const Vec3& to_foot, double later = 0) const;
  double stance_pitch(const Now& now, std::size_t leg, double pitch, double later) const;
  double swing_pitch(const Now& now, std::size_t leg, double pitch, double later) const;
  static Mat3 posture(const FrameNow& frame);
  void aim_spine(Now& now) const;
  void aim_steady(Now& now) const;
  void aim_chain(Now& now, const Chain& chain, const Mat3& turn) const;

  void bear_weights(Now& now) const;
  void pull_swinging(Now& now) const;
  Mat3 wanted_turn(const Now& now, const FrameNow& frame) const;
  void want_couples(Now& now) const;
  double standing_share(const Now& now, std::size_t frame) const;
  double bears(const Now& now, std::size_t frame) const;
  double lift(const Now& now, std::size_t frame) const;
  void lean(Now& now) const;
  double share_push(Now& now, std::size_t frame, double centre) const;
  void push_standing(Now& now) const;
  void turn_frames(Now& now, LegFramesMemory& memory) const;
  void turn_by_hip(Now& now, std::size_t leg, const Vec3& couple) const;
  Vec3 servo_couple(const Now& now, int body) const;

  void place_weights(const Model& model);
  Chain chain_between(const AtRest& rest, const Model& model, int base, int end) const;

  LegFramesSpec spec_;
  double tick_ = 0;  // s
  AtRest rest_;
  std::vector<LegFrame> frames_;
  std::vector<Leg> legs_;
  std::vector<Chain> spine_;   // between a frame and the next one
  std::vector<Chain> steady_;  // from the frame to the steady body
  std::vector<Gain> gains_;    // [nv]
  std::vector<int> nearest_;   // [body] the frame that bears its weight; -1: the spine's
  std::vector<double> along_;  // [body] of the spine: share of the way to the frame in front
  std::optional<Acts> acts_;
  std::optional<GaitChoice> gaits_;
  std::optional<leg_frames::SoleBalance> soles_;  // none: forces act at the feet's points
  std::vector<StridePlan> plans_;                 // of all gaits, in their order
  int catch_ = -1;                                // of plans_, by which it steps if it topples
  double weight_ = 0;                             // kg
};

}  // namespace gambol
