// What the dog's controller does as the dog is pushed, and not otherwise.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/coordinates.h"
#include "poses/channels.h"
#include "simulation/simulate.h"
#include "support/dog.h"

namespace gambol {
namespace {

using testing::leg_frames_of;
using testing::q_at;
using testing::shipped_motion;
using testing::shipped_shot;

void push(MotionSpec& motion, const std::string& body, const Vec3& force, double at, double over) {
  motion.cues.emplace_back();
  motion.cues.back().name = "push";
  motion.cues.back().at = at;
  motion.cues.back().push.emplace();
  motion.cues.back().push->figure = "dog";
  motion.cues.back().push->body = body;
  motion.cues.back().push->force = force;
  motion.cues.back().push->over = over;
}

// The canter's answers to a push change no bit of a canter that is not pushed.
TEST(DogPushes, StepsWithinReachCountOnlyForAFrameThatIsPushedAside) {
  MotionSpec with = shipped_motion("dog_canter.yaml"), without = with;
  EXPECT_GT(leg_frames_of(with).step_reach, 0);
  EXPECT_GT(leg_frames_of(with).lost_speed, 0);
  EXPECT_GT(leg_frames_of(with).pushed_from, 0);
  leg_frames_of(without).step_reach = leg_frames_of(without).lost_speed = 0;
  EXPECT_EQ(q_at(with, 4), q_at(without, 4));
  for (MotionSpec* const motion : {&with, &without}) push(*motion, "pelvis", {0, 400, 0}, 3.6, 0.1);
  EXPECT_NE(q_at(with, 4), q_at(without, 4));
}

// How far the hind paws of a dog that trots in the air and is pushed to the left get from its hips.
struct Aside {
  double behind = 0;    // m, to the right of where they were
  double reaches = -1;  // m to the left of there, in the second half of the time
};
Aside pushed_in_the_air(double step_reach, double lost_speed, double pushed_from) {
  ShotSpec fall = shipped_shot("dog_trot.yaml", 0.3);
  fall.motion.figures[0].at = {0, 0, 3};
  LegFramesSpec& controller = leg_frames_of(fall.motion);
  controller.only = "trot";
  controller.speed = Curve(0.0);
  controller.step_reach = step_reach;
  controller.lost_speed = lost_speed;
  controller.pushed_from = pushed_from;
  push(fall.motion, "pelvis", {0, 400, 0}, 0.02, 0.05);
  const Poses poses = simulate(fall);
  Aside aside;
  for (const char* const leg : {"hind_left.y", "hind_right.y"}) {
    const Column paw = find_column(poses, "dog", "foot_point", leg);
    const Column pelvis = find_column(poses, "dog", "q", "y");
    for (std::size_t k = 0; k < paw.size(); ++k) {
      const double moved = paw[k] - pelvis[k] - (paw[0] - pelvis[0]);
      aside.behind = std::max(aside.behind, -moved);
      if (2 * k > paw.size()) aside.reaches = std::max(aside.reaches, moved);
    }
  }
  return aside;
}

TEST(DogPushes, AFootholdIsNoFartherThanTheLegReaches) {
  const double any = pushed_in_the_air(0, 0, 0).reaches;
  EXPECT_LT(pushed_in_the_air(1, 0, 0).reaches, any - 0.02);
  EXPECT_EQ(pushed_in_the_air(1, 0, 10).reaches, any) << "no frame goes aside at 10 m/s";
}

TEST(DogPushes, AFootThatHasLostTheGroundGoesOnWithTheHips) {
  const double left = pushed_in_the_air(0, 0, 0).behind;
  EXPECT_GT(left, 0.1);
  EXPECT_LT(pushed_in_the_air(0, 5, 0).behind, 0.7 * left);
  EXPECT_EQ(pushed_in_the_air(0, 5, 10).behind, left);
}

// Sum of angles of joints at a time, rad.
double sum_of(const std::vector<std::string>& joints, const MotionSpec& motion, double time) {
  const Eigen::VectorXd q = q_at(motion, time);
  const Model model = make_model(motion.figures[0].figure);
  double sum = 0;
  for (const std::string& joint : joints)
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(joint, i)) sum += coordinate(model, q, i);
  return sum;
}

// Strides of a trot until `until`, s, whose hips are pushed down at 3 s; they hurry while hips are
// more than 5 cm too low.
double strides(double hurry, double until) {
  ShotSpec trots = shipped_shot("dog_trot.yaml", until);
  for (StrideSpec& gait : leg_frames_of(trots.motion).gaits)
    gait.hurry_low.keys = {{0.05, 1, Interpolation::linear}, {0.08, hurry, Interpolation::linear}};
  push(trots.motion, "pelvis", {0, 0, -800}, 3, 0.2);
  const Poses poses = simulate(trots);
  const Column phase = find_column(poses, "dog", "gait", "phase");
  double sum = 0;
  for (std::size_t k = 1; k < phase.size(); ++k) {
    const double step = phase[k] - phase[k - 1];
    sum += step - std::floor(step);
  }
  return sum;
}

TEST(DogPushes, StridesHurryWhileHipsAreTooLow) {
  EXPECT_EQ(strides(1.5, 3), strides(1, 3)) << "no hips of the trot are";
  EXPECT_GT(strides(1.5, 3.4), strides(1, 3.4) + 0.05);
}

// How far aside the hips hold the hind legs of a trot that has been pushed to the left, rad.
double placed_aside(std::optional<double> placement_aside) {
  MotionSpec motion = shipped_motion("dog_trot.yaml");
  for (StrideSpec& gait : leg_frames_of(motion).gaits)
    for (StrideLegSpec& leg : gait.legs)
      if (leg.name == "hind_*") leg.placement_aside = placement_aside;
  push(motion, "pelvis", {0, 200, 0}, 3.1, 0.1);
  return sum_of({"hind_left_femur.r2", "hind_right_femur.r2"}, motion, 3.35);
}

TEST(DogPushes, FeetArePlacedAsideByTheirOwnShareOfTheSpeed) {
  EXPECT_EQ(placed_aside({}), placed_aside(0.193)) << "as `placement`";
  EXPECT_GT(placed_aside(0.35), placed_aside({}) + 0.02);
}

// A push of its hips turns the trot: then it does not run after its nose. A turn that is asked for
// is as before.
TEST(DogPushes, ADogThatAPushHasTurnedKeepsItsCourse) {
  MotionSpec turns = shipped_motion("dog_trot.yaml");
  leg_frames_of(turns).heading.keys = {{2.5, 0, Interpolation::linear},
                                       {2.6, 1, Interpolation::linear}};
  const auto kept = [](MotionSpec motion) {
    leg_frames_of(motion).keeps_course = true;
    return motion;
  };
  EXPECT_LT((q_at(kept(turns), 2.8) - q_at(turns, 2.8)).norm(), 1e-3) << "but for rounding";
  MotionSpec pushed = shipped_motion("dog_trot.yaml");
  push(pushed, "pelvis", {0, 400, 0}, 3.16, 0.2);
  const double left = q_at(pushed, 5.5)[1];
  EXPECT_LT(q_at(kept(pushed), 5.5)[1], left - 1);
}

// How far the back turns the chest to the left of the pelvis as a standing dog is to turn to the
// left.
double twist_of_back(double spine_yaw) {
  MotionSpec motion = shipped_motion("dog_stand.yaml");
  leg_frames_of(motion).heading = Curve(0.3);
  for (StrideSpec& gait : leg_frames_of(motion).gaits) gait.gains.spine_yaw = spine_yaw;
  return sum_of({"lumbar_1.r2", "lumbar_2.r2", "thorax_1.r2", "thorax_2.r2", "chest.r2"}, motion,
                0.5);
}

TEST(DogPushes, ABackThatDoesNotYawLeavesTheHipsToTheirWay) {
  EXPECT_GT(twist_of_back(1), 0.02);
  EXPECT_LT(std::abs(twist_of_back(0)), 0.3 * twist_of_back(1));
}

}  // namespace
}  // namespace gambol
