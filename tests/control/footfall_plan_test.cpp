// The plan of footfalls, on a dog and on a human that stand with all joints at 0 and are asked to
// walk.

#include "control/skills/footfall_plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "control/standing_figure.h"
#include "geometry/height_field.h"

namespace gambol::testing {
namespace {

using namespace skills;

// Legs `state` of a stride after the first one's footfall, as a gait has them on the ground or in
// the air.
std::vector<LegStep> legs_at(const StandingFigure& figure, const StridePlan& gait, double phase) {
  std::vector<LegStep> legs(figure.body.legs.size());
  for (std::size_t k = 0; k < legs.size(); ++k) {
    LegStep& leg = legs[k];
    leg.state = leg_state(gait.legs[k].relative_phase, phase);
    leg.duty = gait.legs[k].duty_factor;
    leg.stance_time = leg.duty * gait.period.at(1);
    if (leg.state >= leg.duty) leg.swing = (leg.state - leg.duty) / (1 - leg.duty);
  }
  return legs;
}

// A dog at 0.3 of a stride of one of its gaits, and the plan of its footfalls.
struct PlanningDog : StandingFigure {
  Sense sensed = sense();
  const StridePlan& stride_plan;
  Wanted wanted;
  Footfalls plan;

  static constexpr double phase = 0.3;
  PlanningDog(const std::string& by_gait, double speed)
      : StandingFigure("dog/dog_stand.yaml"), stride_plan(gait(by_gait)) {
    const Seen seen = see(sensed);
    wanted = by(seen, stride_plan, phase, speed);
    const std::vector<LegStep> legs = legs_at(*this, stride_plan, phase);
    plan = FootfallPlan(Footholds(spec, body, nullptr), nullptr).run({seen, wanted, legs});
  }
};

TEST(FootfallPlan, OfADogIsTheNextSixFootfallsOfItsTrot) {
  const PlanningDog dog("trot", 1.5);
  ASSERT_EQ(dog.plan.size(), 6u);
  std::vector<const Footfall*> before(4);
  for (std::size_t i = 0; i < dog.plan.size(); ++i) {
    const Footfall& f = dog.plan[i];
    EXPECT_GE(f.after, i == 0 ? 0 : dog.plan[i - 1].after);
    EXPECT_LE(f.after, 1.5 * dog.wanted.period);
    // When it comes down, the leg's stride begins anew.
    const double then = PlanningDog::phase + f.after / dog.wanted.period;
    const double state =
        leg_state(dog.stride_plan.legs[f.leg].relative_phase, then - std::floor(then));
    EXPECT_NEAR(std::remainder(state, 1.0), 0, 1e-9) << i;
    if (before[f.leg]) {
      const Vec3 moved = f.place - before[f.leg]->place;
      EXPECT_NEAR((moved - dog.wanted.period * dog.wanted.velocity).norm(), 0, 1e-12);
    }
    before[f.leg] = &f;
  }
  for (const Footfall* each : before) EXPECT_TRUE(each) << "each leg comes down once at least";
}

TEST(FootfallPlan, IsEmptyWhileAllLegsAreToStand) {
  EXPECT_TRUE(PlanningDog("stand", 0).plan.empty());
}

// A human that walks at 1.2 m/s: one leg stands, `state` of a stride after it came down, and the
// other swings.
struct WalkingHuman : StandingFigure {
  Soles soles{spec, body};
  SoleBalance balance{spec, body, soles};
  FootfallPlan plan{Footholds(spec, body, &balance), &balance};
  Sense sensed = sense();
  Seen seen = see(sensed);
  const StridePlan& walk = gait("walk");
  Wanted wanted;
  std::vector<LegStep> legs;

  explicit WalkingHuman(const std::string& standing, double state = 0.25)
      : StandingFigure("human/human_walk.yaml") {
    const std::size_t k = named(standing);
    const double phase = state + walk.legs[k].relative_phase;
    wanted = by(seen, walk, phase - std::floor(phase), 1.2);
    legs = legs_at(*this, walk, phase - std::floor(phase));
    for (std::size_t leg = 0; leg < legs.size(); ++leg)
      if (legs[leg].swing >= 0) seen.legs[leg].load = 0;
    seen.whole.velocity.x() = 1.2;
  }
  Footfalls run() const { return plan.run({seen, wanted, legs}); }
};

TEST(FootfallPlan, OfAHumanOnLevelGroundRepeatsItsStep) {
  WalkingHuman human("right");
  const Footfalls plan = human.run();
  ASSERT_EQ(plan.size(), 3u);
  const double time = human.wanted.period / 2;
  const double width = balance_of(human.wanted.gait, &StrideBalanceSpec::width);
  const double length = human.wanted.velocity.norm() * time;
  const Vec2 repeats =
      capture_offset(length - human.spec.sole->travel, width, human.seen.whole.omega, time);
  for (std::size_t i = 0; i < 3; ++i) {
    const double side = human.body.legs[plan[i].leg].side;
    EXPECT_EQ(side, i == 1 ? -1 : 1);
    EXPECT_NEAR(plan[i].ahead.x(), repeats.x(), 1e-12) << i;
    EXPECT_NEAR(plan[i].ahead.y(), -side * repeats.y(), 1e-12) << i;
    if (i > 0) {
      EXPECT_NEAR(plan[i].asked.x() - plan[i - 1].asked.x(), length, 1e-12);
      EXPECT_NEAR(plan[i].after - plan[i - 1].after, time, 1e-9);
    }
  }
}

TEST(FootfallPlan, TurnsStepsAndFeetBeforeTheTrunk) {
  WalkingHuman human("right");
  const Footfalls straight = human.run();
  const double rate = human.wanted.turn_rate = human.wanted.turns = 0.8;
  human.spec.heading = Curve(2.0);  // told at once
  const Footfalls turned = human.run();
  ASSERT_EQ(turned.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(straight[i].heading, 0);
    EXPECT_NEAR(turned[i].way, rate * turned[i].after / 2, 1e-12) << "on the mean of the way";
    EXPECT_NEAR(turned[i].heading, rate * (turned[i].after + human.wanted.period / 4), 1e-12);
  }
  const auto apart = [](const Footfalls& plan) {
    const Vec3 left = Vec3::UnitZ().cross(ahead_of(plan[1].way));
    return std::abs((plan[1].asked - plan[0].asked).dot(left));
  };
  EXPECT_GT(apart(turned), apart(straight) + 0.02) << "it steps wider";
}

// What balance makes of the plan does not hang on which of the two legs comes first in the file:
// it once did, and the human limped.
TEST(FootfallPlan, OfBothFeetIsTheMirrorImage) {
  for (const double state : {0.15, 0.2, 0.25, 0.35}) {
    const WalkingHuman on_left("left", state), on_right("right", state);
    const auto next = [](const WalkingHuman& human) {
      StepsMemory memory;
      memory.legs.resize(2);
      for (std::size_t k = 0; k < 2; ++k) {
        memory.legs[k].begun = true;
        memory.legs[k].swings = human.legs[k].swing >= 0;
        memory.legs[k].from = human.seen.legs[k].foot;
        memory.legs[k].asked = memory.legs[k].swings;
      }
      return Steps(human.spec, human.body, &human.balance, tick)
          .run({human.seen, human.wanted}, memory)
          .legs;
    };
    const std::vector<LegStep> l = next(on_left), r = next(on_right);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(l[k].aim.x(), r[1 - k].aim.x(), 1e-9) << state << " " << k;
      EXPECT_NEAR(l[k].aim.y(), -r[1 - k].aim.y(), 1e-9) << state << " " << k;
    }
    EXPECT_NEAR(on_left.run()[0].place.x(), on_right.run()[0].place.x(), 1e-9);
    EXPECT_NEAR(on_left.run()[0].place.y(), -on_right.run()[0].place.y(), 1e-9);
  }
}

// The footfall after the next would be on the edge of a step: it is asked beyond it, and the
// capture point upon the next one farther ahead, so that the pendulum goes that much farther.
TEST(FootfallPlan, LooksAheadForEdges) {
  WalkingHuman level("right");
  const Footfalls plain = level.run();
  WalkingHuman human("right");
  constexpr int nx = 401, ny = 101;
  constexpr double spacing = 0.01;                // m
  const double edge = plain[1].asked.x() - 0.12;  // under its heel
  std::vector<double> heights(nx * ny);
  for (int i = 0; i < nx * ny; ++i)
    heights[static_cast<std::size_t>(i)] = (i % nx - (nx - 1) / 2) * spacing > edge ? 0.1 : 0;
  const HeightField ground(nx, ny, spacing, Vec3::Zero(), heights);
  human.sensed.ground.terrain = &ground;
  const Footfalls plan = human.run();
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_NEAR(plan[0].asked.x(), plain[0].asked.x(), 1e-9);
  const double moved = plan[1].asked.x() - plain[1].asked.x();
  EXPECT_GT(moved, 0.06);
  EXPECT_LT(moved, 0.14);
  const double growth = std::exp(human.seen.whole.omega * human.wanted.period / 2);
  EXPECT_NEAR(plan[0].ahead.x() - plain[0].ahead.x(),
              (moved + plan[1].ahead.x() - plain[1].ahead.x()) / growth, 1e-12);
}

}  // namespace
}  // namespace gambol::testing
