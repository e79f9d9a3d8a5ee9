// Figures that cannot meet step by themselves.

#include "simulation/islands.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <map>

#include "base/hash.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "simulation/state/saved_state.h"
#include "simulation/state/state_visitors.h"

namespace gambol::testing {
namespace {

std::string bits(FigureState state) {
  StateWriter writer;
  writer(state);
  return hash_of(writer.bytes);
}

// Roaches on a level ground, which collide with each other.
MotionSpec roaches(const std::vector<Vec3>& places) {
  MotionSpec motion = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes").motion;
  motion.cues.clear();
  motion.world.collisions.self.clear();
  motion.figures[0].controllers[0].active = true;
  const CastSpec roach = motion.figures[0];
  motion.figures.clear();
  for (const Vec3& p : places) {
    motion.figures.push_back(roach);
    motion.figures.back().at += p;
    motion.figures.back().name += std::to_string(motion.figures.size());
  }
  return motion;
}

TEST(Islands, MoveTheSameWhoeverElseIsFarAway) {
  const double until = 0.2;
  const MotionSpec alone = roaches({Vec3::Zero()});
  Simulator one(alone);
  one.advance(until);
  MotionSpec many = roaches({Vec3::Zero(), Vec3(0.5, 0, 0), Vec3(0, -0.3, 0), Vec3(0, 0.4, 0.02)});
  many.figures[1].controllers[0].tick = 0.003;  // stops where the others do not
  many.figures[2].step = 1e-4;
  many.figures[3].controllers.clear();  // never stops
  Simulator among(many);
  among.advance(until);
  EXPECT_EQ(bits(among.state().figures[0]), bits(one.state().figures[0]));
  // The others, too.
  for (std::size_t f = 1; f < many.figures.size(); ++f) {
    MotionSpec single = many;
    single.figures = {many.figures[f]};
    Simulator simulator(single);
    simulator.advance(until);
    EXPECT_EQ(bits(simulator.state().figures[0]), bits(among.state().figures[f])) << f;
  }
}

// The state of a stage that prepares a shot has cues that the stage does not perform.
TEST(Islands, ArePreparedWithoutTheCuesOfTheShot) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes");
  ASSERT_FALSE(shot.motion.cues.empty());
  shot.motion.figures.push_back(shot.motion.figures[0]);
  shot.motion.figures[1].name = "other";
  shot.motion.figures[1].at.y() += 0.2;
  shot.motion.world.collisions.self.clear();
  shot.motion.prepare = {{Place(), 0.01, {}, {}}};
  shot.motion.simulate_until = 0;
  shot.film.duration = 0.1;
  const Poses poses = simulate(shot);
  EXPECT_EQ(poses.failure, "");
  EXPECT_GT(poses.frames, 0);
}

TEST(Islands, PayForTheirOwnStepsAlone) {
  MotionSpec motion = roaches({Vec3::Zero(), Vec3(0.5, 0, 0)});
  motion.figures[1].step = 5e-5;
  Simulator simulator(motion);
  simulator.advance(0.05);
  EXPECT_EQ(simulator.steps(), 50 * (8 + 20));
  motion.figures[1].at = Vec3(0.034, 0, 0.0185);  // near the first one
  Simulator beside(motion);
  beside.advance(0.05);
  EXPECT_EQ(beside.steps(), 50 * 20);  // of both together
}

// After 1000 rounds islands are made to stop at the next one. Three are there already, but for a
// rounding error, in the middle of what they step through.
TEST(Islands, StopTogetherThoughTheyNeverWouldByThemselves) {
  constexpr double round = 0.33712e-3, other = 0.5123e-3;
  MotionSpec motion =
      roaches({Vec3::Zero(), Vec3(0.2, 0, 0), Vec3(0.4, 0, 0), Vec3(0.6, 0, 0), Vec3(0.8, 0, 0)});
  motion.world.ground.reset();
  motion.world.gravity.setZero();
  motion.figures[0].controllers[0].tick = round;
  motion.figures[1].controllers[0].tick = other;
  std::size_t f = 2;
  for (const int rounds : {7, 11, 13}) {  // 1001 is 7 times 11 times 13
    motion.figures[f].controllers.clear();
    motion.figures[f++].step = rounds * round;
  }
  Simulator simulator(motion);
  simulator.advance(1);
  EXPECT_EQ(simulator.state().time, 1);
}

// Nine roaches in a heap, which meet and part.
TEST(Islands, AreTheSameOnAnyNumberOfThreads) {
  std::vector<Vec3> heap;
  for (int k = 0; k < 9; ++k) heap.emplace_back(0.035 * (k % 3), 0.03 * (k / 3), 0.004 * (k % 2));
  const MotionSpec motion = roaches(heap);
  std::map<std::string, int> ends;
  for (const std::size_t threads : {1, 2, 5}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    Simulator simulator(motion);
    simulator.advance(0.1);
    ++ends[state_hash(simulator.state())];
  }
  EXPECT_EQ(ends.size(), 1u);
}

TEST(Islands, GoOnFromASavedStateWithTheSameBits) {
  Simulator simulator(roaches({Vec3::Zero(), Vec3(0.034, 0, 0), Vec3(0.4, 0, 0)}));
  simulator.advance(0.03);
  SavedState saved;
  simulator.save(saved);
  simulator.advance(0.06);
  const std::string gone = state_hash(simulator.state());
  simulator.restore(saved);
  simulator.advance(0.06);
  EXPECT_EQ(state_hash(simulator.state()), gone);
  Simulator other(simulator.shared_world());
  other.restore(saved);
  other.advance(0.06);
  EXPECT_EQ(state_hash(other.state()), gone);
}

// Whoever sees every step and whoever asks for some instants see the same there.
TEST(Islands, ShowTheSameToWhoeverLooks) {
  MotionSpec motion = roaches({Vec3::Zero(), Vec3(0.4, 0, 0)});
  motion.figures[1].step = 3.5e-4;
  const double every = 0.0017;
  const auto seen = [&](bool sees_every_step) {
    Simulator simulator(motion);
    std::vector<Eigen::VectorXd> all;
    double next = every;
    const auto see = [&](const StepView& step) {
      EXPECT_LE(step.t0, step.t1);
      for (; next <= step.t1; next += every)
        for (std::size_t f = 0; f < 2; ++f) {
          all.emplace_back();
          Eigen::VectorXd v;
          step.interpolate(f, step.nearest(next), all.back(), v);
        }
    };
    const auto ask = [&] { return next; };
    simulator.advance(0.04, sees_every_step ? Observer(see) : Observer(see, ask));
    return std::pair(all, state_hash(simulator.state()));
  };
  const auto [each, a] = seen(true);
  const auto [asked, b] = seen(false);
  EXPECT_EQ(a, b);
  ASSERT_EQ(each.size(), 2u * 23u);
  ASSERT_EQ(each.size(), asked.size());
  for (std::size_t i = 0; i < each.size(); ++i) EXPECT_EQ(each[i], asked[i]) << i;
}

// A roach that drifts at 3 m/s strikes another one, 10 cm before it.
TEST(Islands, JoinBeforeTheyMeet) {
  MotionSpec motion = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes").motion;
  motion.cues.clear();
  motion.world.ground.reset();
  motion.world.gravity.setZero();
  motion.world.collisions.self.clear();
  const CastSpec roach = motion.figures[0];
  motion.figures = {roach, roach};
  motion.figures[1].name = "other";
  motion.figures[1].at.x() += 0.1;
  for (CastSpec& cast : motion.figures) cast.controllers.clear();
  Simulator simulator(motion);
  simulator.state().figures[0].v[3] = 3;
  simulator.advance(0.1);
  const Eigen::VectorXd &a = simulator.state().figures[0].q, &b = simulator.state().figures[1].q;
  EXPECT_LT(a.x(), b.x());  // it has not passed through
  EXPECT_GT(b.x(), motion.figures[1].at.x() + 0.02);
}

}  // namespace
}  // namespace gambol::testing
