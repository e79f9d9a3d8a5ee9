// Figures made from the dog, moved by its controller: what must not change its motion, and
// what must.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "dynamics/coordinates.h"
#include "poses/channels.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "support/dog.h"

namespace gambol {
namespace {

using testing::leg_frames_of;
using testing::q_at;
using testing::shipped_motion;
using testing::shipped_shot;

Eigen::VectorXd q_without_limits(MotionSpec motion, double time) {
  motion.figures[0].figure.actuators.clear();
  return q_at(motion, time);
}

TEST(DogFigures, LimitsThatNoJointReachesChangeNoBit) {
  EXPECT_EQ(q_at(shipped_motion("dog_walk.yaml"), 2.5),
            q_without_limits(shipped_motion("dog_walk.yaml"), 2.5));
}

TEST(DogFigures, LimitsHoldAHipThatATrotWouldStretch) {
  const MotionSpec motion = shipped_motion("dog_trot.yaml@fast");
  EXPECT_NE(q_at(motion, 4.5), q_without_limits(motion, 4.5));
}

// Largest angle of an elbow in a trot of 2 m/s, rad; the leg is straight at 0.72.
double straightest_elbow(bool with_stops) {
  ShotSpec trot = shipped_shot("dog_trot.yaml", 4);
  leg_frames_of(trot.motion).soft_reach = 0;
  if (!with_stops) trot.motion.figures[0].figure.actuators.clear();
  const Poses poses = simulate(trot);
  const Column angle = find_column(poses, "dog", "q", "front_left_radius");
  double most = 0;
  for (std::size_t k = 0; k < angle.size(); ++k) most = std::max(most, angle[k]);
  return most;
}

TEST(DogFigures, StopsHoldAnElbowThatATrotWouldBendTheWrongWay) {
  EXPECT_LT(straightest_elbow(true), 0.68);
  EXPECT_GT(straightest_elbow(false), 0.72);
}

TEST(DogFigures, NamedPointsChangeNoBit) {
  EXPECT_EQ(q_at(shipped_motion("dog_markers.yaml"), 1.5),
            q_at(shipped_motion("dog_trot.yaml"), 1.5));
}

TEST(DogFigures, AFusedBackIsMovedWithoutJoints) {
  const MotionSpec fused = shipped_motion("dog_spine.yaml@fused");
  const Eigen::VectorXd q = q_at(fused, 1.5);
  EXPECT_EQ(q.size(), q_at(shipped_motion("dog_spine.yaml"), 0.01).size() - 15);
  EXPECT_TRUE(q.allFinite());
  EXPECT_GT(q[2], 0.38);  // its hips
}

// Times of dynamic similarity: the cat and the horse stand on the dog's numbers, to scale.
TEST(DogFigures, ACatAndAHorseStandByTheDogsController) {
  for (const auto& [name, height] : {std::pair("cat", 0.221), std::pair("horse", 1.23)}) {
    const Eigen::VectorXd q = q_at(shipped_motion(std::string(name) + "_stand.yaml"), 2);
    EXPECT_NEAR(q[2] / height, 1, 0.03) << name;
    EXPECT_GT(q[3], 0.999) << name;  // upright
  }
}

// Root mean square of a joint's torque in a trot, N*m.
double torque_of(const std::string& joint, double through_hips) {
  ShotSpec trot = shipped_shot("dog_trot.yaml", 5);
  for (StrideSpec& gait : leg_frames_of(trot.motion).gaits) gait.gains.through_hips = through_hips;
  const Poses poses = simulate(trot);
  const Column torque = find_column(poses, "dog", "joint_force", joint);
  double squares = 0;
  const std::size_t from = torque.size() * 3 / 5;  // it trots
  for (std::size_t k = from; k < torque.size(); ++k) squares += torque[k] * torque[k];
  return std::sqrt(squares / static_cast<double>(torque.size() - from));
}

TEST(DogForces, ThroughTheHipsSpareTheShouldersTheirTorque) {
  const double upwards = torque_of("front_left_humerus.r1", 0);
  EXPECT_GT(upwards, 5);
  EXPECT_LT(torque_of("front_left_humerus.r1", 1), 0.85 * upwards);
}

// The height of the hips of a dog that is to stand higher, if no spring lifts it there.
double height_without_springs(double stance_follows) {
  MotionSpec motion = shipped_motion("dog_stand.yaml");
  StrideSpec& stand = leg_frames_of(motion).gaits.front();
  stand.gains.height_stiffness = 0;
  stand.gains.stance_follows = stance_follows;
  for (const char* const name : {"shoulders", "hips"}) {
    StrideFrameSpec frame;
    frame.name = name;
    frame.height = Curve(0.48);
    stand.frames.push_back(frame);
  }
  return q_at(motion, 1)[2];
}

TEST(DogLegs, ThatFollowTheHeightAsItIsDoNotStretchToTheHeightThatIsWanted) {
  EXPECT_NEAR(height_without_springs(0), 0.48, 0.005);
  EXPECT_LT(height_without_springs(1), 0.45);
}

// In the walk each leg has a phase of its own: while its column says that it is to swing, it bears
// next to nothing. Any other order of the columns has a leg in the air while it bears its share.
TEST(DogGaits, SayOfEachLegWhatTheGraphAsksOfIt) {
  ShotSpec walk = shipped_shot("dog_walk.yaml", 6);
  const Poses poses = simulate(walk);
  for (const LegSpec& leg : walk.motion.figures[0].figure.legs) {
    const Column asked = find_output(poses, "dog", outputs::asked, leg.name);
    const Column up = find_column(poses, "dog", "foot_force", leg.name + ".z");
    double swings = 0, standing = 0, swinging = 0;
    const std::size_t from = asked.size() / 2;  // it walks
    for (std::size_t k = from; k < asked.size(); ++k) {
      swings += asked[k];
      (asked[k] > 0.5 ? swinging : standing) += up[k];
    }
    EXPECT_NEAR(swings / static_cast<double>(asked.size() - from), 1 - 0.61, 0.04) << leg.name;
    EXPECT_LT(swinging, 0.1 * standing) << leg.name;
  }
}

// A gait that a push to the left brings changes no bit before it, nor after one to the right.
TEST(DogGaits, TakeOnTheNumbersOfAnotherOneWhileTheDogMovesAside) {
  const auto trotted = [](double force, double until, const std::string& left,
                          const std::string& right) {
    MotionSpec motion = shipped_motion("dog_trot.yaml");
    LegFramesSpec& controller = leg_frames_of(motion);
    const auto trot = std::find_if(controller.gaits.begin(), controller.gaits.end(),
                                   [](const StrideSpec& gait) { return gait.name == "trot"; });
    StrideSpec aside = *trot;
    aside.name = "trot_aside";
    aside.gains.aside_gain *= 2;
    if (!left.empty() || !right.empty()) trot->pushed = StridePushedSpec{{}, left, right, 0.3, 0.3};
    controller.gaits.push_back(aside);
    motion.cues.emplace_back();
    motion.cues.back().name = "push";
    motion.cues.back().at = 3;
    motion.cues.back().push = PushSpec{};
    motion.cues.back().push->figure = "dog";
    motion.cues.back().push->body = "pelvis";
    motion.cues.back().push->force = Vec3(0, force, 0);
    motion.cues.back().push->over = 0.1;
    return q_at(motion, until);
  };
  const Eigen::VectorXd before = trotted(200, 3, "", ""), left = trotted(200, 3.15, "", ""),
                        right = trotted(-200, 3.15, "", "");
  EXPECT_EQ(trotted(200, 3, "trot_aside", "trot_aside"), before);
  EXPECT_NE(trotted(200, 3.15, "trot_aside", ""), left);
  EXPECT_EQ(trotted(200, 3.15, "", "trot_aside"), left);
  EXPECT_EQ(trotted(-200, 3.15, "trot_aside", ""), right);
  EXPECT_NE(trotted(-200, 3.15, "", "trot_aside"), right);
}

// A gait that is `as` another one has all that it does not say itself.
TEST(DogGaits, ThatAreAsAnotherOneMoveAsIfTheyWereWrittenOut) {
  const std::string file = ::testing::TempDir() + "gait_as.yaml";
  const auto trots = [&](const std::string& only) {
    std::ofstream(file)
        << "gambol: 3\nshot: gait_as\nabout: It trots.\nextends: " GAMBOL_SOURCE_DIR
           "/scenes/dog/dog_trot.yaml\nfigures: [{name: dog, skills: [{name: gait, "
           "only: "
        << only
        << ", gaits: {trot: {hurry_low: 1.2}, same: {as: trot}, other: {as: same, gains: "
           "{aside_gain: "
           "100 N*s/m}, legs: {hind_left: {pull: 1500 N/m}}}}}]}]\n";
    return load_shot(file).motion;
  };
  EXPECT_EQ(q_at(trots("same"), 2), q_at(trots("trot"), 2));
  MotionSpec changed = trots("trot"), other = trots("other");
  for (StrideSpec& gait : leg_frames_of(changed).gaits) {
    if (gait.name != "trot") continue;
    gait.gains.aside_gain = 100;
    gait.legs.emplace_back();
    gait.legs.back().name = "hind_left";
    gait.legs.back().pull = Curve(1500.0);
  }
  EXPECT_EQ(q_at(other, 2), q_at(changed, 2));
  EXPECT_NE(q_at(other, 2), q_at(trots("same"), 2));
}

// With fore feet on a step of 4 cm a trunk that is to stay level takes the load from the hind feet:
// they slid, and the trot came to rest there.
TEST(DogSteps, ATrunkThatPitchesWithTheGroundGoesUpThem) {
  MotionSpec motion = shipped_motion("dog_steps.yaml");
  EXPECT_GT(q_at(motion, 3)[0], 1.8);
  leg_frames_of(motion).pitch_follows = 0;
  EXPECT_LT(q_at(motion, 3)[0], 1.4);
}

// An act and its successor whose stages are over as they begin: at a tick each is left once.
TEST(DogActs, ThatFollowEachOtherInACircleEndATick) {
  MotionSpec motion = shipped_motion("dog_stand.yaml");
  LegFramesSpec& controller = leg_frames_of(motion);
  for (const auto& [name, then] : {std::pair("a", "b"), std::pair("b", "a")}) {
    ActStageSpec stage;
    stage.name = "over";
    stage.until.emplace();
    stage.until->down = {"*"};
    controller.acts.emplace_back();
    controller.acts.back().name = name;
    controller.acts.back().like = "stand";
    controller.acts.back().then = then;
    controller.acts.back().stages = {stage};
  }
  motion.cues.emplace_back();
  motion.cues.back().name = "go";
  motion.cues.back().at = 0.5;
  motion.cues.back().run = "a";
  const Eigen::VectorXd q = q_at(motion, 1);
  EXPECT_GT(q[3], 0.99);  // it stands
}

// Pushed by 100 N for 0.2 s, it would come to rest beyond its feet.
TEST(DogFalls, StepsCatchADogThatStandsAndTopples) {
  MotionSpec motion = shipped_motion("dog_stand.yaml@pushed");
  EXPECT_GT(q_at(motion, 2.9)[2], 0.4);
  leg_frames_of(motion).catches.reset();
  EXPECT_LT(q_at(motion, 2.9)[2], 0.3);
}

// On its side it is limp: it rests, while without that it goes on thrashing, until it blows up.
TEST(DogFalls, ADogThatHasFallenGoesLimp) {
  MotionSpec motion = shipped_motion("dog_stand.yaml");
  motion.figures[0].rotate = {{'x', M_PI / 2}};
  motion.figures[0].at = {0, 0, 0.2};
  const auto speed_after = [](const MotionSpec& m, double time) {
    Simulator s(m);
    s.advance(time);
    return s.state().figures[0].v.norm();
  };
  EXPECT_LT(speed_after(motion, 3), 0.1);
  leg_frames_of(motion).limp.reset();
  EXPECT_GT(speed_after(motion, 1), 1);
}

// A shot may go on from the middle of an act, or of steps for balance, that its own controller
// lacks.
TEST(DogActs, WhatAControllerLacksIsForgottenOfTheStateItGoesOnFrom) {
  for (const auto& [name, time] : {std::pair("dog_sit.yaml", 1.5), std::pair("dog_sit.yaml", 4.0),
                                   std::pair("dog_sit.yaml@pushed", 1.0)}) {
    ShotSpec on = shipped_shot("dog_sit.yaml", 0.3);
    on.motion.start_from =
        StartFromSpec{Place(), "", time, std::make_shared<ShotSpec>(shipped_shot(name))};
    on.name = "on";
    on.motion.cues.clear();
    LegFramesSpec& controller = leg_frames_of(on.motion);
    controller.acts.clear();
    controller.catches.reset();
    EXPECT_EQ(simulate(on).failure, "") << name;
  }
}

}  // namespace
}  // namespace gambol
