// Trigger values from the undisturbed walk of the roach that we ship.

#include "search/loops/calibrate_reflexes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "analysis/measures.h"
#include "figure/lost_legs.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/simulate.h"
#include "support/own_file.h"

namespace gambol {
namespace {

std::string source(const std::string& path) { return std::string(GAMBOL_SOURCE_DIR) + "/" + path; }

// Two seconds of walking, which is as far as the tests look.
ShotSpec tripod() {
  ShotSpec shot = load_shot(source("searches/push_walks.yaml"));
  shot.motion.cues.pop_back();  // the push
  shot.motion.simulate_until = 2.1;
  shot.film.duration = 0.1;
  return shot;
}

ShotSpec with(ShotSpec shot, const ReflexSpec& reflexes) {
  shot.motion.figures[0].controllers[0].kind.as<OscillatorGaitSpec>()->reflexes = reflexes;
  return shot;
}

// Of the roach, every recorded position and rate. (What reflexes remember differs.)
std::vector<double> track_of(const ShotSpec& shot) {
  const Poses poses = simulate(shot);
  std::vector<double> track;
  for (const char* name : {"roach/q", "roach/v"}) {
    const Channel* c = poses.channel(name);
    track.insert(track.end(), c->values.begin(), c->values.end());
  }
  return track;
}

TEST(CalibratedReflexes, DoNothingInUndisturbedWalking) {
  const ShotSpec shot = tripod();
  ReflexSpec reflexes = calibrate_reflexes({shot}, 0.1);
  reflexes.elevator = LiftSpec{{}, 0.5, 0.01, 0.02};
  reflexes.search = SearchSpec{{}, -0.3, 0.3, 0.05, 3};
  EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot));
}

// The file beside the figure serves the shot as it is, to its end.
TEST(CalibratedReflexes, OfTheFileBesideTheFigureDoNothingInTheTripod) {
  const ShotSpec shot = load_shot(source("scenes/roach/roach_tripod.yaml@boxes"));
  const ReflexSpec reflexes = load_reflexes(source("figures/roach_walker.reflexes.yaml"));
  EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot));
}

TEST(CalibratedReflexes, LieBeyondTheNormByTheMargin) {
  const ShotSpec shot = tripod();
  const std::vector<LegNorm> norms = observe_walk(shot);
  const ReflexSpec near = calibrate_reflexes({shot}, 0.05), far = calibrate_reflexes({shot}, 0.5);
  ASSERT_EQ(norms.size(), 6u);
  double alone = 0;
  for (const LegNorm& n : norms) alone = std::max(alone, n.alone);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const LegNorm& n = norms[leg];
    EXPECT_EQ(near.legs[leg].name, n.leg);
    EXPECT_GT(n.steps, 15) << n.leg;
    // Its middle and hind coxae swing backwards with rising angle; the front ones hardly swing.
    const bool above = n.back_is_above;
    const double back = above ? 1 : -1;
    EXPECT_EQ(near.legs[leg].step->side, above ? Beyond::above : Beyond::below);
    EXPECT_NEAR(back * (near.legs[leg].step->at -
                        (above ? n.upper_in_stance.most : n.upper_in_stance.least)),
                0.05 * n.upper_in_stance.width(), 1e-12);
    EXPECT_GT(back * far.legs[leg].step->at, back * near.legs[leg].step->at);
    EXPECT_NEAR(*near.legs[leg].load, n.load_at_steps + 0.05, 1e-12);
    EXPECT_EQ(near.legs[leg].obstacle->side, above ? Beyond::below : Beyond::above);
    EXPECT_LT(back * far.legs[leg].obstacle->at, back * near.legs[leg].obstacle->at);
    EXPECT_NEAR(
        back * ((above ? n.upper_rising.least : n.upper_rising.most) - near.legs[leg].obstacle->at),
        0.05 * n.upper_rising.width(), 1e-12);
    ASSERT_EQ(near.legs[leg].landed.size(), 10u);
    for (std::size_t part = 0; part < 10; ++part)
      EXPECT_NEAR(near.legs[leg].landed[part], n.landed[part] + 0.05, 1e-12);
    EXPECT_GT(n.landed[9], 0.1) << "down before the step is over";
    for (std::size_t part = 3; part < 8; ++part) EXPECT_EQ(n.landed[part], 0) << "in the air";
    EXPECT_NEAR(*near.legs[leg].tipping, alone + 0.05 / 3, 1e-12) << "one norm for all legs";
    EXPECT_GT(*far.legs[leg].ground_time, *near.legs[leg].ground_time);
  }
  // "Different leg pairs will require different values."
  EXPECT_GT(std::abs(near.legs[0].step->at - near.legs[1].step->at), 0.1);
}

TEST(CalibratedReflexes, AreTheSameWhereverTheShotHasReflexesAlready) {
  const ShotSpec shot = tripod();
  const ShotSpec jumpy = with(shot, calibrate_reflexes({shot}, -0.4));  // well within the norm
  EXPECT_NE(track_of(jumpy), track_of(shot));
  EXPECT_EQ(calibrate_reflexes({jumpy}, 0.1).legs[1].step->at,
            calibrate_reflexes({shot}, 0.1).legs[1].step->at);
}

TEST(CalibratedReflexes, AreWrittenAsAFileThatCanBeRead) {
  const ShotSpec shot = tripod();
  const std::string path = own_file(".yaml");
  std::ofstream(path) << reflex_file_text({shot}, 0.1);
  const ReflexSpec read = load_reflexes(path), made = calibrate_reflexes({shot}, 0.1);
  ASSERT_EQ(read.legs.size(), made.legs.size());
  for (std::size_t leg = 0; leg < 6; ++leg) {
    EXPECT_NEAR(read.legs[leg].step->at / made.legs[leg].step->at, 1, 1e-5);
    EXPECT_NEAR(*read.legs[leg].load / *made.legs[leg].load, 1, 1e-3);
    EXPECT_NEAR(*read.legs[leg].tipping / *made.legs[leg].tipping, 1, 1e-3);
    for (std::size_t part = 0; part < 10; ++part)
      EXPECT_NEAR(read.legs[leg].landed[part] / made.legs[leg].landed[part], 1, 1e-3);
    EXPECT_EQ(read.legs[leg].obstacle->side, made.legs[leg].obstacle->side);
  }
  ASSERT_TRUE(read.calibration);
  EXPECT_THAT(read.calibration->shots, ::testing::ElementsAre("push_walks"));
  EXPECT_DOUBLE_EQ(read.calibration->margin, 0.1);
}

// A leg in the air feels less than one that comes down or off: the parts have their own norms.
TEST(CalibratedReflexes, KnowThePartsOfAStepThatTheShotNames) {
  ReflexSpec whole;
  whole.raised = 0;
  whole.lowering = 1;
  const ShotSpec shot = tripod();
  const ReflexSpec parts = calibrate_reflexes({shot}, 0.1);
  const ReflexSpec one = calibrate_reflexes({with(shot, whole)}, 0.1);
  EXPECT_EQ(one.raised, 0);
  EXPECT_EQ(one.lowering, 1);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const double out = one.legs[leg].obstacle->side == Beyond::above ? 1 : -1;
    EXPECT_GE(out * one.legs[leg].obstacle->at, out * parts.legs[leg].obstacle->at);
  }
  EXPECT_THAT(reflex_file_text({with(shot, whole)}, 0.1), ::testing::HasSubstr("lowering: 1\n"));
  ReflexSpec acts = one;
  acts.elevator = LiftSpec{{}, 0.5, 0.01, 0.02};
  EXPECT_EQ(track_of(with(shot, acts)), track_of(shot));
}

// One file serves the tripod and the wave, plain and sticky feet, from several starts.
TEST(CalibratedReflexes, OfOneFileDoNothingInAnyUndisturbedWalk) {
  ReflexSpec reflexes = load_reflexes(source("figures/roach_walker.reflexes.yaml"));
  reflexes.elevator = LiftSpec{{}, 0.3, 0.01, 0.02};
  reflexes.yield = LiftSpec{{}, 0.1, 0.01, 0.02};
  reflexes.search = SearchSpec{{}, -0.3, 0.1, 0.05, 3};
  for (const char* walk :
       {"searches/undisturbed.yaml@hz_10_b", "searches/undisturbed.yaml@hz_4_c",
        "searches/undisturbed_sticky.yaml@hz_10_c", "searches/undisturbed_sticky.yaml@hz_4_a"}) {
    const ShotSpec shot = load_shot(source(walk));
    EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot)) << walk;
  }
}

// The norm is that of all walks together.
TEST(CalibratedReflexes, KnowWhatLegsDoInAnyOfTheWalks) {
  const ShotSpec fast = tripod();
  ShotSpec slow = load_shot(source("searches/undisturbed.yaml@hz_4_a"));
  const ReflexSpec of_fast = calibrate_reflexes({fast}, 0.1),
                   of_slow = calibrate_reflexes({slow}, 0.1);
  const ReflexSpec both = calibrate_reflexes({fast, slow}, 0.1);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    EXPECT_EQ(*both.legs[leg].load, std::max(*of_fast.legs[leg].load, *of_slow.legs[leg].load));
    for (std::size_t part = 0; part < 10; ++part)
      EXPECT_EQ(both.legs[leg].landed[part],
                std::max(of_fast.legs[leg].landed[part], of_slow.legs[leg].landed[part]));
  }
  EXPECT_THAT(reflex_file_text({fast, slow}, 0.1),
              ::testing::HasSubstr("shots: [\"push_walks\", \"undisturbed@hz_4_a\"]"));
}

TEST(CalibratedReflexes, NeedAWalk) {
  ShotSpec standing = tripod();
  standing.motion.cues.clear();
  EXPECT_THROW(observe_walk(standing), InputError);
  ShotSpec nobody = tripod();
  nobody.motion.figures[0].controllers.clear();
  EXPECT_THROW(walker_of(nobody), InputError);
  const ShotSpec other = load_shot(source("scenes/roach/roach_leg_loss.yaml@middle_left"));
  EXPECT_THROW(calibrate_reflexes({tripod(), other}, 0.1), InputError) << "has other legs";
}

}  // namespace
}  // namespace gambol
