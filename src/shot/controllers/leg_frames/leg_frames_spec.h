#pragma once

// A controller of leg frames (Coros, Karpathy, Jones, Reveret and van de Panne, Locomotion Skills
// for Simulated Quadrupeds, SIGGRAPH 2011, "seed 002", chapter 3), as its author writes it. A leg
// frame is a body with its legs: the pelvis and the chest of a dog, the pelvis of a biped.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "gait/gait_spec.h"
#include "schema/names.h"
#include "shot/controllers/controller_trait.h"
#include "shot/controllers/leg_frames/acts_spec.h"
#include "shot/controllers/leg_frames/balance_spec.h"
#include "shot/controllers/leg_frames/falls_spec.h"

namespace gambol {

struct LegFrameSpec {
  Place place;
  std::string name;
  std::string body;
  std::vector<std::string> legs;
  double bears = 0;        // share of the figure's weight that its legs bear on average
  double spine_share = 0;  // of the torque that turns the frame, which the spine exerts
};
void fields(Fields& v, LegFrameSpec& of);

// What a gait says of a leg frame. Angles are relative to the figure with all joints at 0.
struct StrideFrameSpec {
  Place place;
  std::string name;             // of a frame, or a pattern
  std::optional<Curve> height;  // m of the hips above the ground over the stride's phase
  // m of the hips as feet come down, over m/s; between, they go up and down as flight lets them.
  std::optional<Curve> bounces;
  // m by which these hips are lower, over m/s by which it is faster than is wanted.
  std::optional<Curve> brakes;
  std::optional<Curve> pitch;  // rad, nose down, over the stride's phase
  std::optional<Curve> roll;   // rad, right side down
  std::optional<Curve> yaw;    // rad to the left, from the heading
};
void fields(Fields& v, StrideFrameSpec& of);

// What a gait says of a leg. Of several elements that mean a leg, the last that writes a field
// counts.
struct StrideLegSpec {
  Place place;
  std::string name;                 // of a leg, or a pattern
  std::optional<Vec2> step;         // m forward and outwards from where the leg stands at rest
  std::optional<double> placement;  // s: s_fp of P2 = P_LF + (v - v_d) s_fp
  std::optional<double> placement_aside;  // s: the same across the heading; default: placement
  std::optional<Curve> lift;              // m: h_sw over the swing's phase
  std::optional<Curve> progress;          // t_sw over the swing's phase
  std::optional<Curve> pull;              // N/m: k_ft over the swing's phase
  std::optional<Curve> drive;             // N: F_D over D, m
  std::optional<double> toe_off, toe_off_time;  // rad, s: theta_a, dt_a
  std::optional<double> strike, strike_time;    // rad, s: theta_b, dt_b
  std::optional<Curve> pitch;  // rad, heel up, over the swing's phase; default: theta_a to theta_b
  // rad, heel up, over the share of the stance; default: by theta_a and theta_b.
  std::optional<Curve> stance_pitch;
  // rad, inner edge up: of the swinging foot over the swing's phase, of the standing one over the
  // share of the stance.
  std::optional<Curve> inversion, stance_inversion;
  std::optional<Curve> aside;  // m outwards of the straight way to the foothold, over the swing
};
void fields(Fields& v, StrideLegSpec& of);

// Gains of a gait.
struct StrideGainsSpec {
  Place place;
  double height_stiffness = 0, height_damping = 0;  // N/m, N*s/m: of the force that lifts a frame
  double speed_gain = 0, aside_gain = 0;            // N*s/m: of that along the ground
  double turn_stiffness = 0, turn_damping = 0;      // N*m, N*m*s: of the torque that turns a frame
  double yaw_gain = 2;       // 1/s: rate of turning per heading error, by stepping aside
  double turn_share = 1;     // of the heading's error that it turns by; 0: it keeps its heading
  double swing_damping = 0;  // N*s/m: of the force that pulls swinging feet
  double foot_follows = 0;   // share of the leg's pitch that its foot takes
  // How far the force that bears points from the foot to the hip, along the way, and not up.
  double through_hips = 0;
  double through_hips_aside = 0;  // the same, aside, to the middle of the frame's hips
  double stance_follows = 0;      // share of the frame's present height in the shape of its legs
  double height_ahead = 0;        // share of the acceleration of height that is wanted
  double least_share = 0;         // of a frame's force that each of two standing legs keeps
  double press = 0;               // N, by which a standing foot that has lost the ground goes down
  double spine_yaw = 1;           // share of the vertical part of what the back gives a frame
};
void fields(Fields& v, StrideGainsSpec& of);

// Gains of the servos of joints.
struct JointGainSpec {
  Place place;
  std::string name;  // of a joint or degree of freedom, or a pattern
  double stiffness = 0, damping = 0;
  bool hangs = false;  // no torque bears the weight of what the joint carries
};
void fields(Fields& v, JointGainSpec& of);

// How a gait follows the one before it, or gives way to it, otherwise than by interpolation over
// the speed.
struct StrideSwitchSpec {
  Place place;
  double speed = 0;  // m/s wanted at once
  // s in which the numbers of one gait go over into the other's; 0: at once, as soon as both ask
  // the same legs to stand.
  double over = 0.3;
  // m/s: while it is faster than this, and than its goal by more than `lag`, it does not give way.
  std::optional<double> brakes_to;
  double lag = 0.3;  // m/s
};
void fields(Fields& v, StrideSwitchSpec& of);

// Gaits with the same footfalls whose numbers a gait takes on while it is used alone and a frame
// moves aside, as after a push: faster across the heading that is wanted at once than `from`.
struct StridePushedSpec {
  Place place;
  std::string left, right;        // while it moves to this side; "": none
  double from = 0.6, over = 0.4;  // m/s aside from which, and over which more, it takes them on
};
void fields(Fields& v, StridePushedSpec& of);

// What a gait says whole: its plan has it as it is.
struct StrideNumbers {
  Curve duty_by_speed = Curve(0.0);  // added to the duty factors, over m/s
  Curve period = Curve(0.5);         // s over m/s
  Curve varies = Curve(0.0);         // standard deviation of strides' times over m/s, a share
  Curve hurry = Curve(1.0);          // factor of the strides' rate over the speed aside, m/s
  Curve hurry_low = Curve(1.0);      // another one, over how far hips are too low at most, m
  double lean = 0;  // rad, nose down, added to frames and to steady bodies that do not rest
  StrideGainsSpec gains;
  StrideBalanceSpec balance;
};

struct StrideSpec : StrideNumbers {
  Place place;
  std::string name;
  std::string as;  // a gait above that says what this one does not
  // m/s from, to; where two overlap, they are interpolated. Default: it is used by its name alone.
  std::optional<Vec2> speeds;
  std::optional<StrideSwitchSpec> from_slower, to_slower;  // both, or none: it is interpolated
  std::optional<StridePushedSpec> pushed;
  GaitPattern gait;
  std::optional<double> duty_factor;  // default: the pattern's
  std::vector<StrideFrameSpec> frames;
  std::vector<StrideLegSpec> legs;
  std::vector<StrideJointSpec> angles;
  std::vector<JointGainSpec> joints;  // instead of the skill's, while it is used
};
void fields(Fields& v, StrideSpec& of);

// How a steady body looks where the figure is to face.
struct GazeSpec {
  Place place;
  double within = 0.7;  // rad: most of its turn on what carries it
  double over = 0.2;    // s: time constant
  double ahead = 1;     // s: it knows its goals for so long
};
void fields(Fields& v, GazeSpec& of);

// A body that keeps its pitch and roll in the world, such as the head.
struct SteadyBodySpec {
  Place place;
  std::string body;
  Curve pitch = Curve(0.0);  // rad, nose down, over the stride's phase
  bool rests = false;        // damped against the world, not against the joints
  std::optional<GazeSpec> looks;
};
void fields(Fields& v, SteadyBodySpec& of);

struct LegFramesSpec {
  Curve speed = Curve(0.0);          // m/s, the goal over simulated time
  Curve heading = Curve(0.0);        // rad to the left of x
  Curve facing = Curve(0.0);         // rad to the left of the heading
  std::vector<LegFrameSpec> frames;  // from front to back
  std::string only;                  // the one gait that it uses, at all speeds; default: by speeds
  std::vector<StrideSpec> gaits;     // by rising speeds
  std::vector<ActSpec> acts;         // that cues run
  std::optional<LeapPlanSpec> plan_leaps;
  std::optional<CatchSpec> catches;
  std::optional<LimpSpec> limp;
  std::vector<JointGainSpec> joints;
  std::vector<SteadyBodySpec> steady;
  std::optional<PressedSoleSpec> sole;
  // m/s2 over m/s of the goal that it follows: follows changes of the goal no faster
  std::optional<Curve> acceleration;
  double most_ahead = 0.5;                 // m/s between the speed and the one wanted
  double trim_time = 0, most_trim = 0.25;  // s, m/s: learns what is added to the goal's speed
  double most_turn = 0.4;                  // rad between the heading and the one wanted at once
  // rad/s over m/s of the goal: it follows changes of its heading and facing no faster
  std::optional<Curve> most_turn_rate;
  double into_turns = 0;      // share of a turn's centripetal acceleration
  bool keeps_course = false;  // it does not follow its nose if a push has turned it
  // s over m/s, of the speed that is wanted: in which a joint's torque grows by its most at least
  Curve torque_rise = Curve(0.0);
  double stand_gain = 3;          // 1/s: rate at which a standing frame goes back over its feet
  double load_smoothing = 0.008;  // s: time constant of the loads that legs share by
  double smoothing = 0.05;        // s: time constant of frames' velocities that place feet
  // s over m/s, of the speed that is wanted: time in which a leg that lands takes on its share
  Curve ramp = Curve(0.025);
  double least_aside = 0.01;  // m: of a foothold from the frame's middle, outwards
  double soft_reach = 0;      // share of a leg's length over which it straightens softly
  bool regrip = false;        // a foot that loses the ground takes on its share anew
  double late_drop = 0.03;    // m by which a foot that finds no ground is lowered
  double late_over = 0.05;    // s: time constant of that
  double step_reach = 0;      // of the leg at rest: longest leg to a foothold; 0: any
  double lost_speed = 0;      // m/s at which a standing foot that has lost the ground steps on
  double pushed_from = 0;     // m/s aside from which `step_reach` and `lost_speed` count
  double pitch_follows = 0;   // share of the ground's slope between its frames
};
void fields(Fields& v, LegFramesSpec& of);

// The gaits that are used, by rising speeds; those of one group are interpolated over the speed,
// and each group but the first begins with a gait that has switches.
std::vector<std::vector<const StrideSpec*>> groups_of_gaits(const LegFramesSpec& spec);
// rad/s, at a speed of the goal, m/s; infinite without a limit.
double most_turn_rate(const LegFramesSpec& spec, double speed);
// The greatest speed of the slowest gait, m/s, if that one stands; else 0.
double speed_of_standing(const LegFramesSpec& spec);
template <>
inline constexpr std::string_view variant_name<LegFramesSpec> = "leg_frames";

template <>
struct ControllerTrait<LegFramesSpec> {
  static constexpr bool commands_steps = true, oscillates = false, reverses = false,
                        has_goals = true, keeps_stance = true;
  static void complete(const ControllerSpec& c, LegFramesSpec& spec, Findings& findings);
  static void check(const ControllerSpec& c, const LegFramesSpec& spec,
                    const ControlledFigure& figure, Findings& findings);
  static CommandedDofs commands(const LegFramesSpec& spec, const FigureSpec& figure);
  static void check_set(const LegFramesSpec& spec, const FigureSpec& figure, const SetByCue& set,
                        Findings& findings);
  static bool vary(LegFramesSpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const LegFramesSpec&) { return {}; }
  static const GaitPlan* plan(const LegFramesSpec&) { return nullptr; }
  static ReflexesOfSteps reflexes(LegFramesSpec&) { return {}; }
  static std::vector<FrameOfLegs> frames(const LegFramesSpec& spec);
  static std::vector<std::string> programs(const LegFramesSpec& spec);
  static bool rests(const LegFramesSpec& spec, const std::string& program);
};

}  // namespace gambol
