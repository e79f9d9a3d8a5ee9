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
#include "control/leg_frames/acts.h"
#include "control/leg_frames/balance.h"
#include "control/leg_frames/gait_choice.h"
#include "control/leg_frames/leg_chain.h"
#include "control/leg_frames/leg_frames_memory.h"
#include "control/leg_frames/virtual_force.h"

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
  bool plays(const std::string& program) const override { return acts_->has(program); }
  void obey(const Order& order, double time, ControllerMemory& memory, Goals& goals) const override;

 private:
  struct Leg {
    std::size_t frame = 0;
    std::size_t index = 0;  // in the figure
    double side = 1;        // 1 left, -1 right
    LegChain chain;
    std::vector<int> links;  // bodies beyond the frame
  };
  struct LegFrame {
    int body = 0;
    std::vector<std::size_t> legs;  // of legs_
    double bears = 0, spine_share = 0;
    Vec3 hips = Vec3::Zero();  // between the hips, from the frame's origin in its turn, m
  };
  // Joints between two bodies, which turn alike.
  struct Chain {
    int base = 0, end = 0;
    std::vector<Turns> joints;  // from the base to the end
    bool holds_base = false;    // the end is a frame, and the base is to be steady
  };
  struct Gain {
    double stiffness = 0, damping = 0;
  };

  // Where the feet are, aside, that push: sums weighted by how far they do.
  struct Feet {
    double n = 0, y = 0, yy = 0;  // 1, m, m2
    double least = 0, most = 0;   // m
    double most_push = 0;
    void add(double push, double aside) {
      least = n == 0 ? aside : std::min(least, aside);
      most = n == 0 ? aside : std::max(most, aside);
      most_push = std::max(most_push, push);
      n += push;
      y += push * aside;
      yy += push * aside * aside;
    }
    double middle() const { return n > 0 ? y / n : 0; }
    bool two() const {
      constexpr double narrow = 0.01;  // m
      return most - least > narrow;
    }
  };
  // What a tick knows of a leg frame and of a leg.
  struct FrameNow {
    Mat3 turn = Mat3::Identity();
    Vec3 hips = Vec3::Zero(), velocity = Vec3::Zero();  // W
    Vec3 wanted = Vec3::Zero();                         // velocity, m/s, W
    Vec3 smooth = Vec3::Zero();                         // its velocity along the ground, smoothed
    Vec3 spin = Vec3::Zero();                           // rad/s, W
    double heading = 0;
    double ground = 0;  // m
    double height = 0, pitch = 0;
    double rise = 0, pitch_rate = 0;  // m/s, rad/s: of height and pitch as the gait asks
    double roll = 0, roll_rate = 0, yaw = 0, yaw_rate = 0;
    Vec3 couple = Vec3::Zero();  // N*m, W: wanted on the frame
    double up = 0;               // N: force of its legs together
    // As an act asks; see StageFrameSpec.
    double bears = 1;             // factor
    std::optional<double> ahead;  // m
    double push = 0, lift = 0;    // N
    Feet feet;
  };
  struct LegNow {
    double state = 0;  // share of the stride since its footfall, as the gait asks
    double duty = 0;
    double swing = -1;  // phase of the swing; < 0: it stands
    double stance_time = 0;
    double stood = 0;  // s since its footfall
    double load = 0;   // N
    // Shares of what its frame's legs do together: of the forces, and of the torque that turns it.
    double push = 0, turn = 0;
    double aside = 0;             // m: of the foot from the middle of the hips, to the left
    double stands = 0;            // how far its hip turns the frame, not the leg
    Vec3 foot, foot_velocity;     // W
    std::optional<double> pitch;  // rad: of the foot, as an act asks
    double down = 0;              // m: height at which the foot is on the ground, or is to find it
    Vec3 aim, aim_velocity;
    // Where the ground is to press on it, W, and along which the force points upwards: 0 is up.
    Vec3 press, slope = Vec3::Zero();
  };
  struct Now {
    const Sense& sense;
    VirtualForces forces;
    StrideMix gait = {};
    double phase = 0, period = 0;
    const Act* act = nullptr;  // that it plays, and the stage
    const ActStage* stage = nullptr;
    std::vector<Gain> gains = {};  // [nv] of servos
    bool first = false;            // tick of the controller
    Vec3 wanted = Vec3::Zero();    // velocity, m/s, W
    double heading = 0;
    double goal_speed = 0, goal_heading = 0;
    std::vector<FrameNow> frames = {};
    std::vector<LegNow> legs = {};
    Pendulum whole = {};  // with a sole, or in an act
    Eigen::VectorXd Q = {}, aims = {},
                    rates = {};  // [nv] torques; angles of the servos, and their rates
    Eigen::VectorXd slack = {};  // [nv] share of the servo's gains that is taken away
  };

  Now look(const Sense& sense, LegFramesMemory& memory) const;
  double ground_below(const Sense& sense, const LegFrame& frame, const Vec3& hips,
                      const LegFramesMemory& memory) const;
  void choose_gait(Now& now, LegFramesMemory& memory) const;
  void move_frames(Now& now, double heading, const Vec3& middle) const;
  void read_goals(Now& now) const;
  static double mean_heading(const Now& now);
  static Vec3 mean_velocity(const Now& now);
  void plan_leap(const Now& now, double phase_before, LegFramesMemory& memory) const;
  void begin_act(const Now& now, double phase_before, LegFramesMemory& memory) const;
  void play_act(Now& now, LegFramesMemory& memory) const;
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
  void trim(const Now& now, double speed, LegFramesMemory& memory) const;
  void step(Now& now, LegFramesMemory& memory) const;
  void search(const Now& now, LegFramesMemory::Leg& m, bool down) const;
  void stand(Now& now, std::size_t frame) const;
  Vec3 over_support(const Now& now, std::size_t frame, const Vec3& off) const;
  double aside_of_support(const Now& now) const;
  void lift_or_land(const Now& now, std::size_t leg, LegFramesMemory::Leg& m) const;
  Vec3 foothold(const Now& now, std::size_t leg, double time_left) const;
  void swing(Now& now, std::size_t leg, LegFramesMemory::Leg& m) const;
  void share_loads(Now& now, const LegFramesMemory& memory) const;

  // Balance on soles: leg_frames_balance.cpp.
  void weigh(Now& now) const;
  Vec3 captured(const Now& now, std::size_t leg, double time_left, const Vec3& plain) const;
  Vec3 within_reach(const Now& now, std::size_t leg, double time_left, const Vec3& foothold) const;
  Vec3 at_most(const Now& now, const Vec3& couple) const;
  void press_soles(Now& now) const;
  void share_soles(Now& now, std::size_t frame, const Vec3& wanted) const;
  double ground_pitch(const Now& now, std::size_t leg) const;
  double ground_around(const Sense& sense, const Vec3& hips) const;
  double foot_heading(const Now& now, std::size_t leg) const;
  double heel_rise(double pitch) const;
  Vec3 bent_toes(const Now& now, std::size_t leg) const;
  double heel_lifted(const Now& now, std::size_t leg, const Vec3& to_foot, double pitch) const;
  Vec3 sole_middle(const Now& now, std::size_t leg) const;
  Vec3 on_sole(const Now& now, std::size_t leg, const Vec3& wanted) const;
  Vec3 where_captured(const Now& now, std::size_t leg) const;
  void aim_angles(Now& now) const;
  Vec3 couple_of_steady(const Now& now, std::size_t frame) const;
  void twist(Now& now, std::size_t leg, const Vec3& couple) const;

  void aim_legs(Now& now) const;
  // The angles of a leg's joints but the toes at which its foot is at `to_foot` from the hip, W.
  struct LegAngles {
    Vec3 hip = Vec3::Zero(), ankle = Vec3::Zero();
    double knee = 0;
  };
  LegAngles reach(const Now& now, std::size_t leg, const Vec3& to_foot, double later = 0) const;
  void aim_leg(Now& now, std::size_t leg) const;
  double foot_pitch(const Now& now, std::size_t leg, const Vec3& to_foot, double later = 0) const;
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
  void turn_frames(Now& now) const;
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
  double weight_ = 0;  // kg
};

}  // namespace gambol
