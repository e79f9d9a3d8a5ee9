#pragma once

// A gait that is designed, not simulated (Girard and Maciejewski 1985, PODA, "seed 004"): the
// controller moves the body by forces that its legs could exert, and plants the feet. Inverse
// kinematics determines the joints of the legs.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/ground_line.h"
#include "base/vec.h"
#include "gait/gait_plan.h"
#include "schema/names.h"
#include "shot/controllers/controller_trait.h"
#include "shot/controllers/path_point.h"

namespace gambol {

template <>
inline constexpr auto names_of<Spline> = named<Spline>({{"catmull_rom", Spline::catmull_rom},
                                                        {"b_spline", Spline::b_spline}});

// Limits of fixed arrays, which spare the gait allocations; `check` reports figures beyond them.
constexpr int most_limb_joints = 64;  // of a leg, or of a chain between two bodies with legs
constexpr std::size_t most_leg_bases = 16;

// The body's speed at a place on a line.
struct PlaceSpeedSpec {
  Place place;
  double along = 0;  // m from the line's first point
  double speed = 0;  // m/s
};
void fields(Fields& v, PlaceSpeedSpec& of);

// A line on the ground that the body follows.
struct WaySpec {
  Place place;
  std::vector<PathPoint> points;
  Spline spline = Spline::catmull_rom;
  bool closed = false;
  std::vector<PlaceSpeedSpec> speeds;  // by rising place; default: the design's
};
void fields(Fields& v, WaySpec& of);

// Body that keeps its direction in the world while the trunk nods, as a head does on its neck.
struct SteadySpec {
  Place place;
  std::string body;
  double share = 1;  // of the trunk's pitch, roll and nodding that the chain to it takes away
};
void fields(Fields& v, SteadySpec& of);

// Joints that swing with a leg, as arms do.
struct SwingSpec {
  Place place;
  std::vector<std::string> joints;  // names or patterns, not part of a leg
  std::string leg;
  // Over simulated time: rad, or m, per rad that the leg swings forward; and added to the posture.
  Curve gain = Curve(1.0), offset = Curve(0.0);
};
void fields(Fields& v, SwingSpec& of);

// The roll of feet over their soles, from heel to toes. Angles are those of the sole to the ground,
// over simulated time, taken in mid-stance.
struct SoleSpec {
  Place place;
  Curve heel_strike = Curve(0.35);  // rad, toes up, as the heel comes down
  Curve toe_off = Curve(1.0);       // rad, heel up, as the toes leave the ground
  // Shares of the stance between which the whole sole is on the ground; mid-stance is between them.
  Curve flat_from = Curve(0.2), flat_to = Curve(0.6);
  double reach = 0.995;  // share of the leg's length at which the heel rises
};
void fields(Fields& v, SoleSpec& of);

struct KinematicGaitSpec : GaitPlan {
  bool level_feet = false;        // whether feet keep the posture's angle to the ground
  std::optional<SoleSpec> soles;  // default: feet stand on the tips of their legs
  std::optional<WaySpec> path;    // default: straight on
  double foot_force = 0.7;        // Fmax of Eq. 14: horizontal, of one foot, in body weights
  double bounce = 1;              // share of the legs' lift that the body is to show
  // Shares of their legs' swing by which bodies that carry legs turn against each other.
  double spine = 0.5, spine_aside = 0.35;
  double balance = 0;  // share of the shift to over the middle of standing feet
  // Whether the body moves as its feet can carry it. No key of authors: a fault of `gambol mutate`.
  bool recoil = true;
  double hold_place = 3;           // how fast the body goes back to its wanted place, and
  double hold_attitude = 3;        // attitude: per time in which a pendulum of its height falls
  double ground_smoothing = 0.33;  // cycles: time constant of following the ground
  Curve height = Curve(0.0);       // m, of the body, added to the posture's
  Curve pitch = Curve(0.0);        // rad, nose up, added to the ground's slope
  Curve direction =
      Curve(0.0);             // rad to the left, of motion without a path, from the first heading
  Curve facing = Curve(0.0);  // rad to the left, of the body from the direction of motion
  std::optional<PathPoint> aim;  // point that the body faces; replaces `facing`
  std::vector<SteadySpec> steady;
  std::string posture;          // pose of the figure at mid-stance; default: the initial one
  std::vector<GainSpec> gains;  // of joints; default 1
  std::vector<SwingSpec> swings;
  double gather = 0;  // s: from where the figure lies to the first posture, if it starts later
};
void fields(Fields& v, KinematicGaitSpec& of);
template <>
inline constexpr std::string_view variant_name<KinematicGaitSpec> = "kinematic";

template <>
struct ControllerTrait<KinematicGaitSpec> {
  static constexpr bool commands_steps = true, oscillates = false, reverses = false,
                        has_goals = false, keeps_stance = true;
  static void complete(const ControllerSpec& c, KinematicGaitSpec& gait, Findings& findings);
  static void check(const ControllerSpec& c, const KinematicGaitSpec& gait,
                    const ControlledFigure& figure, Findings& findings);
  static CommandedDofs commands(const KinematicGaitSpec&, const FigureSpec& figure);
  static void check_set(const KinematicGaitSpec& gait, const FigureSpec& figure,
                        const SetByCue& set, Findings& findings);
  static bool vary(KinematicGaitSpec&, const Variation&) { return false; }
  static std::optional<FollowedPath> path(const KinematicGaitSpec& gait);
  static const GaitPlan* plan(const KinematicGaitSpec& gait) { return &gait; }
  static std::vector<FrameOfLegs> frames(const KinematicGaitSpec&) { return {}; }
  static std::vector<std::string> programs(const KinematicGaitSpec&) { return {}; }
  static bool rests(const KinematicGaitSpec&, const std::string&) { return false; }
  static ReflexesOfSteps reflexes(KinematicGaitSpec&) { return {}; }
};

}  // namespace gambol
