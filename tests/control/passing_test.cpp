// How feet keep beside each other, and how a standing figure comes to its first step.

#include "control/skills/passing.h"

#include <gtest/gtest.h>

#include "control/skills/standing.h"
#include "control/standing_figure.h"

namespace gambol::testing {
namespace {

using namespace skills;

struct PassingHuman : StandingFigure {
  PassingHuman() : StandingFigure("human/human_walk.yaml") {}
};

// It stands on its right foot, and its left one swings.
struct LeftSwings : PassingHuman {
  Sense sensed = sense();
  Seen seen = see(sensed);
  Wanted wanted = by(seen, gait("walk"), 0, 1.3);
  std::vector<LegStep> legs = std::vector<LegStep>(2);
  std::size_t left = named("left");
  Vec3 right = seen.legs[named("right")].foot;
  const StrideBalanceSpec& balance = gait("walk").balance;

  LeftSwings() { legs[left].swing = 0.5; }
  Stepping now() const { return {seen, wanted, legs}; }
  Detour way(const Vec3& from, const Vec3& to) const {
    return detour(spec, body, now(), left, right + from, right + to);
  }
};

TEST(Detour, PassesBesideTheStandingFootAndEndsWhereTheWayDoes) {
  const LeftSwings human;
  const Vec3 from(-0.6, 0.01, 0), to(0.6, 0.03, 0);
  const Detour way = human.way(from, to);
  EXPECT_NEAR((from + 0.5 * (to - from) + way.at(0.5)).y(), human.balance.passes, 1e-9);
  EXPECT_NEAR(way.at(0).norm(), 0, 1e-12);
  EXPECT_NEAR(way.at(1).norm(), 0, 1e-12);
  for (const double s : {0.1, 0.4, 0.7, 0.9})
    EXPECT_NEAR((way.slope(s) - (way.at(s + 1e-6) - way.at(s - 1e-6)) / 2e-6).norm(), 0, 1e-6);
}

TEST(Detour, IsNoneForAFootThatIsBesideAnyway) {
  const LeftSwings human;
  const double wide = human.balance.passes + 0.01;
  EXPECT_EQ(human.way({-0.6, wide, 0}, {0.6, wide, 0}).most.norm(), 0);
}

TEST(BesideStanding, MovesAFootholdOutwardsTheLessTheFartherAheadItIs) {
  const LeftSwings human;
  const auto aside = [&](double ahead) {
    const Vec3 at = human.right + Vec3(ahead, -0.3, 0);
    return (beside_standing(human.spec, human.body, human.now(), human.left, at, 0) - human.right)
        .y();
  };
  EXPECT_NEAR(aside(0), human.balance.apart, 1e-9);
  EXPECT_NEAR(aside(0.6) - aside(0.5), -0.1 * human.balance.crosses, 1e-9);
  EXPECT_NEAR(aside(-0.6), aside(0.6), 1e-9);
}

// Ticks until a leg lifts; none within 3 s. The capture point follows where it is to be.
struct FirstStep {
  std::optional<std::size_t> leg;
  double after = 0;              // s
  Vec3 captured = Vec3::Zero();  // m, from the middle of the feet, as it lifts
};
FirstStep first_step(PassingHuman& human, double speed, double heading) {
  const Soles soles(human.spec, human.body);
  const Standing standing(human.spec, human.body, soles);
  StandingMemory memory;
  memory.stands = true;
  const Footings feet{{false, true}, {false, true}};
  FirstStep first;
  for (; first.after < 3; first.after += tick) {
    const Sense sense = human.sense();
    Seen seen = human.see(sense);
    const Vec3 middle = across(soles.middle(seen, 0) + soles.middle(seen, 1)) / 2;
    first.captured = standing.captured(seen, memory);
    seen.whole = {middle + first.captured + Vec3(0, 0, 0.95), Vec3::Zero(), 3.2};
    first.leg = standing.run({seen, feet, speed, heading}, memory).lifts;
    if (first.leg) return first;
    human.time += tick;
  }
  return first;
}

TEST(Standing, ShiftsItsWeightToTheOtherFootBeforeOneLifts) {
  PassingHuman human;
  const FirstStep first = first_step(human, 1, 0);
  ASSERT_TRUE(first.leg);
  EXPECT_NEAR(first.after, human.spec.sole->shifts, 0.01);
  EXPECT_LT(human.body.legs[*first.leg].side * first.captured.y(), -0.02);
  EXPECT_NEAR(first.captured.x(), human.spec.sole->leans, 1e-3);

  PassingHuman at_once;
  at_once.spec.sole->shifts = 0;
  EXPECT_FALSE(first_step(at_once, 1, 0).leg) << "it steps, by whichever leg the stride's phase is";
}

TEST(Standing, StepsToFaceElsewhereWithTheFootOnThatSideFirst) {
  for (const double heading : {0.5, -0.5}) {
    PassingHuman human;
    const FirstStep first = first_step(human, 0, heading);
    ASSERT_TRUE(first.leg) << heading;
    EXPECT_GT(human.body.legs[*first.leg].side * heading, 0);
  }
  PassingHuman human;
  EXPECT_FALSE(first_step(human, 0, 0.1).leg) << "the trunk turns alone";
}

TEST(StrideClock, LiftsTheLegThatIsToLift) {
  PassingHuman human;
  const Sense sense = human.sense();
  const Seen seen = human.see(sense);
  for (const std::size_t leg : {0u, 1u}) {
    Wanted wanted = begin_wanted(seen, human.body, 0.3);
    StrideMemory memory{0.3, {}};
    StrideClock::In in{seen, Course(), 0.1};
    in.lifts = leg;
    human.stride.run(in, memory, wanted);
    const LegInStride at = leg_in_stride(wanted, leg);
    EXPECT_GE(at.state, at.duty);
    EXPECT_LT(at.state, at.duty + 0.01);
  }
}

}  // namespace
}  // namespace gambol::testing
