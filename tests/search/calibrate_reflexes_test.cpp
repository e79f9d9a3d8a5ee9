// Trigger values from the undisturbed walk of the roach that we ship.

#include "search/calibrate_reflexes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "analysis/measures.h"
#include "figure/lost_legs.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/simulate.h"

namespace gambol {
namespace {

std::string source(const std::string& path) { return std::string(GAMBOL_SOURCE_DIR) + "/" + path; }

// Two seconds of walking, which is as far as the tests look.
ShotSpec tripod() {
  ShotSpec shot = load_shot(source("scenes/roach_tripod.yaml@appendix_c"));
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
  ReflexSpec reflexes = calibrate_reflexes(shot, 0.1);
  reflexes.elevator = ElevatorSpec{{}, 0.5, 0.01, 0.02};
  reflexes.search = SearchSpec{{}, -0.3, 0.3, 0.05, 3};
  EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot));
}

// The file beside the figure serves the shot as it is, to its end.
TEST(CalibratedReflexes, OfTheFileBesideTheFigureDoNothingInTheTripod) {
  const ShotSpec shot = load_shot(source("scenes/roach_tripod.yaml@appendix_c"));
  const ReflexSpec reflexes = load_reflexes(source("figures/roach.reflexes.yaml"));
  EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot));
}

TEST(CalibratedReflexes, LieBeyondTheNormByTheMargin) {
  const ShotSpec shot = tripod();
  const std::vector<LegNorm> norms = observe_walk(shot);
  const ReflexSpec near = calibrate_reflexes(shot, 0.05), far = calibrate_reflexes(shot, 0.5);
  ASSERT_EQ(norms.size(), 6u);
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const LegNorm& n = norms[leg];
    EXPECT_EQ(near.legs[leg].name, n.leg);
    EXPECT_GT(n.steps, 15) << n.leg;
    // The coxae of the roach swing backwards with rising angle, and its femora press down with
    // negative torque.
    EXPECT_EQ(near.legs[leg].step->side, Beyond::above);
    EXPECT_EQ(near.legs[leg].load->side, Beyond::below);
    EXPECT_NEAR(near.legs[leg].step->at - n.upper_in_stance.most, 0.05 * n.upper_in_stance.width(),
                1e-12);
    EXPECT_GT(far.legs[leg].step->at, near.legs[leg].step->at);
    EXPECT_LT(far.legs[leg].load->at, near.legs[leg].load->at);
    EXPECT_LT(far.legs[leg].obstacle->at, near.legs[leg].obstacle->at);
    EXPECT_NEAR(n.upper_rising.least - near.legs[leg].obstacle->at, 0.05 * n.upper_rising.width(),
                1e-12);
    EXPECT_EQ(near.legs[leg].landed->side, Beyond::below);
    EXPECT_NEAR(n.support_lowering.least - near.legs[leg].landed->at,
                0.05 * n.support_lowering.width(), 1e-12);
    EXPECT_GT(*far.legs[leg].ground_time, *near.legs[leg].ground_time);
  }
  // "Different leg pairs will require different values."
  EXPECT_GT(std::abs(near.legs[0].step->at - near.legs[1].step->at), 0.1);
}

TEST(CalibratedReflexes, AreTheSameWhereverTheShotHasReflexesAlready) {
  const ShotSpec shot = tripod();
  const ShotSpec jumpy = with(shot, calibrate_reflexes(shot, -0.4));  // well within the norm
  EXPECT_NE(track_of(jumpy), track_of(shot));
  EXPECT_EQ(calibrate_reflexes(jumpy, 0.1).legs[1].step->at,
            calibrate_reflexes(shot, 0.1).legs[1].step->at);
}

TEST(CalibratedReflexes, AreWrittenAsAFileThatCanBeRead) {
  const ShotSpec shot = tripod();
  const std::string path = ::testing::TempDir() + "/roach.reflexes.yaml";
  std::ofstream(path) << reflex_file_text(shot, 0.1);
  const ReflexSpec read = load_reflexes(path), made = calibrate_reflexes(shot, 0.1);
  ASSERT_EQ(read.legs.size(), made.legs.size());
  for (std::size_t leg = 0; leg < 6; ++leg) {
    EXPECT_NEAR(read.legs[leg].step->at / made.legs[leg].step->at, 1, 1e-5);
    EXPECT_NEAR(read.legs[leg].load->at / made.legs[leg].load->at, 1, 1e-5);
    EXPECT_NEAR(read.legs[leg].landed->at / made.legs[leg].landed->at, 1, 1e-5);
    EXPECT_EQ(read.legs[leg].obstacle->side, made.legs[leg].obstacle->side);
  }
  ASSERT_TRUE(read.calibration);
  EXPECT_EQ(read.calibration->shot, "roach_tripod@appendix_c");
  EXPECT_DOUBLE_EQ(read.calibration->margin, 0.1);
  std::filesystem::remove(path);
}

// A leg in the air feels less than one that comes down or off: the parts have their own norms.
TEST(CalibratedReflexes, KnowThePartsOfAStepThatTheShotNames) {
  ReflexSpec whole;
  whole.raised = 0;
  whole.lowering = 1;
  const ShotSpec shot = tripod();
  const ReflexSpec parts = calibrate_reflexes(shot, 0.1);
  const ReflexSpec one = calibrate_reflexes(with(shot, whole), 0.1);
  EXPECT_EQ(one.raised, 0);
  EXPECT_EQ(one.lowering, 1);
  for (std::size_t leg = 0; leg < 6; ++leg)
    EXPECT_LT(one.legs[leg].obstacle->at, 1.5 * parts.legs[leg].obstacle->at);
  EXPECT_THAT(reflex_file_text(with(shot, whole), 0.1), ::testing::HasSubstr("lowering: 1\n"));
  ReflexSpec acts = one;
  acts.elevator = ElevatorSpec{{}, 0.5, 0.01, 0.02};
  EXPECT_EQ(track_of(with(shot, acts)), track_of(shot));
}

TEST(CalibratedReflexes, OfTheWaveAndOfStickyFeetDoNothingInTheirWalks) {
  const std::pair<const char*, const char*> walks[] = {
      {"scenes/roach_terrain.yaml@level", "figures/roach_wave.reflexes.yaml"},
      {"scenes/roach_sticky.yaml@appendix_c", "figures/roach_sticky.reflexes.yaml"}};
  for (const auto& [walk, file] : walks) {
    const ShotSpec shot = load_shot(source(walk));
    ReflexSpec reflexes = load_reflexes(source(file));
    reflexes.elevator = ElevatorSpec{{}, 0.3, 0.01, 0.02};
    EXPECT_EQ(track_of(with(shot, reflexes)), track_of(shot)) << walk;
  }
}

TEST(CalibratedReflexes, NeedAWalk) {
  ShotSpec standing = tripod();
  standing.motion.cues.clear();
  EXPECT_THROW(observe_walk(standing), InputError);
  ShotSpec nobody = tripod();
  nobody.motion.figures[0].controllers.clear();
  EXPECT_THROW(walker_of(nobody), InputError);
}

}  // namespace
}  // namespace gambol
