#pragma once

// A kinematic gait (Girard and Maciejewski 1985, PODA, "seed 004"): the figure is led instead of
// driven by forces. A plan moves the body, feet stand still in the world or swing to the next
// foothold, and inverse kinematics positions all joints between. The root is led, and so are all
// joints without a `motion` curve of their own. A figure may have any number of legs with any
// joints, and a leg may hang on any body: a body other than the root that carries legs moves with
// the trunk too, by the chain of joints between them.
//
// The legs' posture in mid-stance is the figure's initial one or a pose of its library. The feet's
// positions in that posture determine the footholds (seed 004's reference leg position).

#include <array>

#include "contact/find/ground_search.h"
#include "control/controller.h"
#include "control/kinematic_gait/body_plan.h"
#include "control/kinematic_gait/carried_motion.h"
#include "control/kinematic_gait/foot_roll.h"
#include "control/kinematic_gait/led_memory.h"
#include "control/kinematic_gait/limb.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

class KinematicGait final : public Controller {
 public:
  // `tick`: s between two calls of tick(). The model must outlive the gait.
  KinematicGait(const KinematicGaitSpec& spec, const FigureSpec& figure, const Model& model,
                double tick);
  KinematicGait(const KinematicGait&) = delete;  // plan_ refers to score_
  ControllerMemory start() const override;
  void tick(const Sense& sense, ControllerMemory& memory, Command& command) const override;
  bool leads() const override { return true; }
  double plants(const ControllerMemory& memory, std::size_t leg,
                const LedMotion& motion) const override;
  double most_creep() const override;
  void place(const Sense& sense, ControllerMemory& memory, Command& command) const override;

 private:
  struct Leg {
    Limb limb;
    Comfort comfort;            // while the leg stands
    std::vector<Comfort> keys;  // at the keys of the step; empty: as while it stands
    Mat3 R_TF;                  // of the foot in mid-stance, in the body's axes
    Vec3 foot;                  // in mid-stance, from below the body's centre, in its axes, m
    double radius;              // m, of the ball on which it turns: the limb's tip is its centre
    double outwards;            // sign of y on the leg's side
    std::size_t section;
    StepSpec step;
    double push;    // share of the weight that it carries
    Curve footing;  // over time: whether the foot finds hold
    std::optional<FootRoll> roll = std::nullopt;
  };
  // A body that carries legs, or at which the chains to such bodies part. The root is the first;
  // each section comes after its parent.
  struct Section {
    int body;
    Frame X_TS;                 // in mid-stance, in the trunk's frame
    std::size_t parent = 0;     // section
    std::optional<Limb> chain;  // from the parent
    Comfort comfort;
  };
  // A body that stays level, and the chain to it from the section that carries it.
  struct Steady {
    Frame X_TB;  // in mid-stance, in the trunk's frame
    std::size_t section;
    Limb chain;
    Comfort comfort;
    double share;
  };
  // A joint that swings with a leg, such as an arm's.
  struct Swing {
    int q;  // place of the joint's position
    std::size_t leg;
    Curve gain, offset;
    double lower, upper;
  };
  using Pose = Eigen::VectorXd;  // q of the figure

  void find_swings(const FigureSpec& figure);
  void find_steady(const FigureSpec& figure);
  void steady(const BodyAhead& body, const Frame& X_WT, Pose& q) const;
  double turned_over(const LedMemory& m, double t) const;
  double grip(const Sense& sense) const;
  bool holds(std::size_t leg, double t) const { return legs_[leg].footing.at(t) >= 0.5; }
  void swing_joints(const LedMemory& m, double t, Pose& q) const;
  void find_legs(const FigureSpec& figure);
  Limb limb_of(const FigureSpec& figure, int base, int end, const Vec3& tip) const;
  Comfort comfort_of(const Limb& limb, const FigureSpec& figure, const StepKeySpec* key) const;
  const Comfort& comfort(const LedMemory& m, std::size_t leg, double t) const;
  void begin(const Sense& sense, LedMemory& m) const;
  bool has_begun(const Sense& sense, const LedMemory& m) const;
  void lead_now(const Sense& sense, LedMemory& m, Command& command) const;
  void lead(double t0, double t1, const Pose& q0, const Eigen::VectorXd& v0, const Pose& q1,
            const Eigen::VectorXd& v1, Command& command) const;
  void tell_outputs(const Sense& sense, const LedMemory& m, double t, Command& command) const;
  bool gather_up(const Sense& sense, LedMemory& m, Command& command) const;
  void lead_gathered(const Sense& sense, const LedMemory& m, Command& command) const;
  double depth(const Sense& sense, const Pose& q) const;
  double lift_over_ground(const Sense& sense, const LedMotion& way) const;
  void begin_at(const Sense& sense, const Vec3& centre, double yaw, LedMemory& m) const;
  void look_ahead(const Sense& sense, LedMemory& m, double t) const;
  void step_feet(const Sense& sense, LedMemory& m, double t) const;
  void raise(const Sense& sense, LedMemory& m, std::size_t leg) const;
  Vec3 turned_at(const Sense& sense, const LedMemory& m, double t, const Vec3& p) const;
  Mat3 foot_turned(const LedMemory& m, std::size_t leg, double t) const;
  AmongKeys among_keys_at(const LedMemory& m, std::size_t leg, double t) const;
  void bend_leg(LedMemory& m, std::size_t leg, const Frame& base, double t,
                Eigen::Ref<Eigen::VectorXd> joints) const;
  Vec3 flat_near(const Sense& sense, std::size_t leg, const Vec3& place) const;
  void lift(const Sense& sense, LedMemory& m, std::size_t leg) const;
  void pose(LedMemory& m, double gravity, double t, const BodyOffset& offset, Pose& q) const;
  void bend_joints(LedMemory& m, const Frame& X_WT, double curve, double t, Pose& q) const;
  void settle(LedMemory& m, double gravity, const BodyOffset& offset, Pose& q) const;
  void find_pads(int base, int foot, const ContactPoint& tip, double ground, Limb& limb) const;
  const BodyOffset& offset_of_posture(const LedMemory& m, long number) const;
  void pose_next(const Sense& sense, LedMemory& m, Pose& q) const;
  void carry_body(const Sense& sense, LedMemory& m) const;
  double see(const Sense& sense, const LedMemory& m, CarriedMotion& motion,
             std::vector<Pose>& seen) const;
  double look_at(const Sense& sense, LedMemory& look, CarriedMotion& motion,
                 std::vector<Pose>& seen) const;
  template <class Stands>
  std::vector<GroundHold> tips(const Sense& sense, const LedMemory& m, double t,
                               Stands&& stands) const;
  template <class Stands>
  std::vector<GroundHold> soles(const Sense& sense, double t, GroundSearch& search,
                                Stands&& stands) const;
  void differentiate(LedMemory& look, double gravity, double t, const Pose& q,
                     CarriedInstant& at) const;
  void measure(const std::vector<Pose>& seen, CarriedMotion& motion) const;
  void first_rates(const std::vector<Pose>& q, Eigen::VectorXd& v) const;
  void tell(const LedMemory& m, Eigen::VectorXd& told) const;
  Frame trunk(const LedMemory& m, const BodyAhead& body, double gravity, double t) const;
  double curve_of(const LedMemory& m, const BodyAhead& body, double t) const;
  Vec3 foot_at(const LedMemory& m, std::size_t leg, double t) const;
  Vec3 up_at(const LedMemory& m, std::size_t leg, double t) const;
  Vec3 ground_of(const LedMemory& m, std::size_t leg, double t) const;
  void find_rolls(const FigureSpec& figure);
  SoleAngles sole_angles(double mid) const;
  double foot_pitch(const LedMemory& m, std::size_t leg, double t, double* toes) const;
  Mat3 sole_turned(const LedMemory& m, std::size_t leg, double t) const;
  void step_by_ball(LedMemory& m, std::size_t leg) const;
  Vec3 ball_at(const LedMemory& m, std::size_t leg, double t) const;
  Vec3 rolling_foot_at(const LedMemory& m, std::size_t leg, double t) const;
  void bend_rolling_leg(LedMemory& m, std::size_t leg, const Frame& base, double t,
                        Eigen::Ref<Eigen::VectorXd> joints) const;
  Vec3 foothold(const Sense& sense, const LedMemory& m, std::size_t leg, double t) const;

  KinematicGaitSpec spec_;
  GaitScore score_;
  double tick_;
  Pose posture_;       // q in mid-stance, as placed
  double height_ = 0;  // m, of the trunk's centre (the posture's centre of mass) above the ground
  std::vector<Section> sections_;
  std::vector<Leg> legs_;
  std::vector<Swing> swings_;
  std::vector<Steady> steady_;
  const Model& model_;
  mutable Workspace scratch_;
  // Scratch: of the sections, in W. Twice as many as bases: chains to these may fork.
  mutable std::array<Frame, 2 * most_leg_bases> at_;
  mutable Comfort between_;   // scratch
  std::vector<int> leg_of_;   // [body] index of the leg that moves it; -1: none
  std::vector<char> driven_;  // [degree of freedom] whether the gait moves it
  std::optional<BodyPlan> plan_;
};

}  // namespace gambol
