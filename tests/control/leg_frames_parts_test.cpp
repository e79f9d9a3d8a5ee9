// Parts of a controller of leg frames, each alone, on a dog that stands on level ground with all
// joints at 0, and the gaits of the actor.

#include <gtest/gtest.h>

#include <cmath>

#include "base/rotation.h"
#include "control/skills/act_player.h"
#include "control/skills/bearing.h"
#include "control/skills/course.h"
#include "control/skills/falls.h"
#include "control/skills/posture.h"
#include "control/skills/sole_balance.h"
#include "control/skills/sole_servos.h"
#include "control/skills/steps.h"
#include "control/skills/stride.h"
#include "control/skills/torques.h"
#include "control/standing_figure.h"
#include "dynamics/coordinates.h"
#include "figure/body_measures.h"
#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol::testing {
namespace {

using namespace skills;

// `check` warns of leaps by the height that the skill then sees by.
TEST(Anatomy, HasHipsAsHighAsTheLegsOfItsFile) {
  for (const char* shot : {"dog/dog_stand.yaml", "animals/cat_stand.yaml"}) {
    const CastSpec cast =
        load_shot(std::string(GAMBOL_SOURCE_DIR "/scenes/") + shot).motion.figures.front();
    const Anatomy body(*cast.controllers.front().kind.as<LegFramesSpec>(), cast.figure,
                       make_model(cast.figure));
    EXPECT_NEAR(body.height, leg_height(cast.figure), 1e-9) << shot;
  }
}

struct StandingDog : StandingFigure {
  explicit StandingDog(const Vec3& turned = Vec3::Zero())
      : StandingFigure("dog/dog_stand.yaml", turned) {}  // its root is the pelvis, the hind frame
};

TEST(Senses, FindAStandingDogsHipsAtTheHeightOfItsLegs) {
  StandingDog dog(Vec3(0, 0, 0.4));
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  for (std::size_t f = 0; f < seen.frames.size(); ++f) {
    EXPECT_NEAR(seen.frames[f].height(), dog.body.frames[f].height, 0.02) << f;
    EXPECT_NEAR(seen.frames[f].heading, 0.4, 1e-12);
  }
  EXPECT_NEAR(seen.heading(), 0.4, 1e-12);
  EXPECT_NEAR(seen.whole.omega, std::sqrt(9.81 / seen.whole.com.z()), 1e-9);
}

TEST(CoursePlanner, FollowsAGoalNoFasterThanItsAcceleration) {
  StandingDog dog;
  dog.spec.acceleration = 2;
  dog.spec.speed = Curve(1.5);
  const Sense sense = dog.sense();
  CourseMemory memory;
  Course course = CoursePlanner(dog.spec).run({dog.see(sense), {}}, memory);
  for (int k = 1; k < 100; ++k) course = CoursePlanner(dog.spec).run({dog.see(sense), {}}, memory);
  EXPECT_NEAR(course.goal_speed, 100 * tick * 2, 1e-9);
  EXPECT_EQ(course.asked_speed, 1.5);
  EXPECT_LE(course.speed, dog.spec.most_ahead);
  course = CoursePlanner(dog.spec).run({dog.see(sense), 0.05}, memory);
  EXPECT_EQ(course.goal_speed, 0.05) << "before a leap";
}

TEST(CoursePlanner, TurnsByNoMoreAtOnceThanItMay) {
  StandingDog dog(Vec3(0, 0, 3));
  dog.spec.heading = Curve(-3);
  const Sense sense = dog.sense();
  CourseMemory memory;
  const Course course = CoursePlanner(dog.spec).run({dog.see(sense), {}}, memory);
  EXPECT_NEAR(course.off, std::min(dog.spec.most_turn, 2 * M_PI - 6), 1e-9) << "the nearer way";
}

// The nearer way, whatever its goal counts.
TEST(CoursePlanner, TurnsToAHeadingThatIsToldAtOnceByItsRate) {
  StandingDog dog;
  dog.spec.most_turn_rate = Curve(0.5);
  dog.spec.heading = Curve(4.5);
  const Sense sense = dog.sense();
  CourseMemory memory;
  const CoursePlanner planner(dog.spec);
  Course course;
  for (int k = 0; k < 100; ++k) course = planner.run({dog.see(sense), {}}, memory);
  EXPECT_NEAR(std::remainder(course.goal_heading, 2 * M_PI), -100 * tick * 0.5, 1e-9);
  EXPECT_NEAR(course.turns, -0.5, 1e-9);
  dog.spec.most_turn_rate.reset();
  EXPECT_EQ(planner.run({dog.see(sense), {}}, memory).goal_heading, 4.5) << "at once";
}

TEST(StrideClock, GoesOnByATickAndShortensForABalanceThatIsOff) {
  StandingDog dog;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  const StridePlan& trot = dog.gait("trot");
  Wanted wanted = begin_wanted(seen, dog.body, 0);
  StrideMemory memory{0.99995, {}};
  dog.stride.run_in_place({seen, trot, 0, 1.5}, memory, wanted);
  const double on = memory.phase - 0.99995 + 1;
  EXPECT_NEAR(on, tick / wanted.period, 1e-12) << "and begins anew";
  const double period = wanted.period;
  dog.stride.run_in_place({seen, trot, 0, 1.5, {.stretch = 0.2}}, memory, wanted);
  EXPECT_NEAR(wanted.period, 1.2 * period, 1e-12);
  EXPECT_EQ(wanted.frames.size(), 2u);
}

// Legs of a pair are mirror images, and so are the places where they come down.
TEST(Footholds, AreMirrorImagesAndAheadByHalfAStance) {
  StandingDog dog;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  const StridePlan& trot = dog.gait("trot");
  const Wanted slow = dog.by(seen, trot, 0, 1), fast = dog.by(seen, trot, 0, 1.5);
  std::vector<LegStep> legs(4);
  for (LegStep& leg : legs) leg.stance_time = 0.3;
  const Footholds footholds(dog.spec, dog.body, nullptr);
  const std::size_t left = dog.named("front_left"), right = dog.named("front_right");
  const Vec3 l = footholds.at({seen, slow, legs}, left, 0.1);
  const Vec3 r = footholds.at({seen, slow, legs}, right, 0.1);
  EXPECT_NEAR(l.x(), r.x(), 1e-9);
  EXPECT_NEAR(l.y(), -r.y(), 1e-9);
  const double ahead = footholds.at({seen, fast, legs}, left, 0.1).x() - l.x();
  // Its frame stands: the paper's term draws the foot back by the error of the speed.
  EXPECT_NEAR(ahead, 0.5 * (0.3 / 2 - trot.legs[left].placement), 1e-9);
}

// A dog that trots, and the memory of its steps.
struct SteppingDog : StandingDog {
  Sense sensed = sense();
  Seen seen = see(sensed);
  const StridePlan& trot = gait("trot");
  skills::Steps steps{spec, body, nullptr, tick};
  StepsMemory memory{std::vector<StepsMemory::Leg>(4)};

  LegStep step_of(std::size_t leg, const Wanted& wanted) {
    return steps.run({seen, wanted}, memory).legs[leg];
  }
};

TEST(Steps, LiftWhenTheGaitAsksAndComeDownWhenTheyTouch) {
  SteppingDog dog;
  const std::size_t k = dog.named("front_left");
  const StrideLeg& leg = dog.trot.legs[k];
  const auto at = [&](double state) {
    const double phase = std::fmod(state + leg.relative_phase + 2, 1.0);
    const Wanted wanted = dog.by(dog.seen, dog.trot, phase, 1);
    return dog.step_of(k, wanted);
  };
  EXPECT_LT(at(leg.duty_factor - 0.1).swing, 0) << "it stands";
  LegStep step = at(leg.duty_factor + 0.02);
  EXPECT_GE(step.swing, 0) << "the gait asks it to swing";
  EXPECT_TRUE(step.swings);
  dog.seen.legs[k].load = 0;  // in the air
  for (int tick = 0; tick < 100; ++tick) step = at(leg.duty_factor + 0.1);
  const double high = at((1 + leg.duty_factor) / 2).aim.z();
  EXPECT_GT(high, dog.seen.legs[k].foot.z() + 0.01) << "it lifts";
  EXPECT_TRUE(at(0.1).swings) << "it has found no ground";
  EXPECT_EQ(at(0.1).swing, 1);
  dog.seen.legs[k].load = 100;
  EXPECT_FALSE(at(0.1).swings) << "it is down";
}

// Other parts take a leg for one that stands by either: they must agree at that very tick.
TEST(Steps, OfAFlightEndAsAFootTouches) {
  SteppingDog dog;
  const std::size_t k = dog.named("front_left");
  const double state = (1 + dog.trot.legs[k].duty_factor) / 2;  // in the middle of its swing
  Wanted wanted =
      dog.by(dog.seen, dog.trot, std::fmod(state + dog.trot.legs[k].relative_phase + 1, 1.0), 1);
  ActStage flight;
  flight.legs.resize(4);
  flight.legs[k].tuck = Curve(0.05);
  wanted.stage = &flight;
  dog.seen.legs[k].load = 0;
  LegStep step = dog.step_of(k, wanted);
  flight.legs[k] = {};
  flight.legs[k].lands = true;
  step = dog.step_of(k, wanted);
  EXPECT_TRUE(step.swings);
  EXPECT_GE(step.swing, 0);
  dog.seen.legs[k].load = 100;
  step = dog.step_of(k, wanted);
  EXPECT_FALSE(step.swings);
  EXPECT_LT(step.swing, 0);
}

TEST(Steps, LowerAFootThatFindsNoGround) {
  SteppingDog dog;
  const std::size_t k = dog.named("hind_left");
  const double phase = std::fmod(dog.trot.legs[k].relative_phase + 0.1, 1.0);
  const Wanted wanted = dog.by(dog.seen, dog.trot, phase, 0);
  dog.seen.legs[k].load = 0;
  LegStep step;
  for (int t = 0; t < 1000; ++t) step = dog.step_of(k, wanted);
  EXPECT_NEAR(step.lost, 1, 1e-3);
  EXPECT_NEAR(step.down, dog.body.legs[k].chain.foot_height - dog.spec.late_drop, 1e-3);
}

TEST(Bearers, LegsThatStandBearTheWeight) {
  StandingDog dog;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  Wanted wanted = dog.by(seen, dog.gait("stand"), 0.2, 0);
  // As it stands: nothing is to be put right.
  for (std::size_t f = 0; f < 2; ++f) wanted.frames[f].height = seen.frames[f].height();
  const std::vector<LegStep> legs = dog.step(seen, wanted);
  SolesMemory none;
  const Loads b = Bearers(dog.spec, dog.body, nullptr).run({seen, wanted, legs}, none);
  EXPECT_NEAR(b.frames[0].up + b.frames[1].up, dog.model.mass * 9.81, 1e-6);
  for (const FrameBears& frame : b.frames) EXPECT_GT(frame.up, 0);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_GT(b.legs[k].push, 0) << k;
    EXPECT_NEAR(b.legs[k].push, b.legs[k % 2 == 0 ? k + 1 : k - 1].push, 1e-6) << "its pair";
  }
}

// The torques of standing legs press their feet down by what they bear, and no force acts on the
// root.
TEST(TorqueMaker, ActsOnJointsAlone) {
  StandingDog dog;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  const Wanted wanted = dog.by(seen, dog.gait("stand"), 0.2, 0);
  const std::vector<LegStep> legs = dog.step(seen, wanted);
  const Stepping now{seen, wanted, legs};
  SolesMemory no_soles;
  SoleServosMemory no_servos;
  const Loads bearing = Bearers(dog.spec, dog.body, nullptr).run(now, no_soles);
  const Aims aims = Postures(dog.spec, dog.body, nullptr, tick).legs(now);
  const Torques t = TorqueMaker(dog.spec, dog.body, nullptr).run(now, bearing, aims, no_servos);
  EXPECT_EQ(t.Q.head(root_dofs).norm(), 0);
  EXPECT_GT(t.Q.norm(), 1);
  for (std::size_t k = 0; k < 4; ++k)
    for (const int i : dog.body.legs[k].chain.hip_swings)
      EXPECT_NEAR(t.slack[i], bearing.legs[k].stands, 1e-12) << "hips turn the frame instead";
}

TEST(Postures, HoldALegAsItIsThatStandsAsAtRest) {
  StandingDog dog;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  Wanted wanted = dog.by(seen, dog.gait("stand"), 0.2, 0);
  wanted.gait = {&dog.gait("stand"), &dog.gait("stand"), 0};
  for (std::size_t f = 0; f < 2; ++f) {
    wanted.frames[f].height = seen.frames[f].height();
    wanted.frames[f].rise = 0;
  }
  const std::vector<LegStep> legs = dog.step(seen, wanted);
  const Aims aims = Postures(dog.spec, dog.body, nullptr, tick).legs({seen, wanted, legs});
  for (const Leg& leg : dog.body.legs) EXPECT_NEAR(aims.angles[leg.chain.knee.dof], 0, 0.15);
}

TEST(Falls, AFigureThatLiesGoesLimp) {
  StandingDog dog(Vec3(1.3, 0, 0));
  dog.spec.limp.emplace();
  dog.spec.limp->turned = 0.8;
  const Sense sense = dog.sense();
  const Seen seen = dog.see(sense);
  Wanted wanted = dog.by(seen, dog.gait("stand"), 0.2, 0);
  const skills::Falls falls(dog.spec, dog.body, dog.stride.plans());
  FallsMemory memory;
  EXPECT_TRUE(falls.falls(seen, wanted, memory));
  EXPECT_TRUE(memory.fallen);
  memory = {};
  for (FrameWanted& frame : wanted.frames) frame.bears = 0;  // it is to lie
  EXPECT_FALSE(falls.falls(seen, wanted, memory));
  dog.spec.limp.reset();
  for (FrameWanted& frame : wanted.frames) frame.bears = 1;
  EXPECT_FALSE(falls.falls(seen, wanted, memory)) << "it does not know how";
}

}  // namespace
}  // namespace gambol::testing
