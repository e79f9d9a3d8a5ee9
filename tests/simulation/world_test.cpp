// One world, shared by any number of simulations.

#include "simulation/world.h"

#include <gtest/gtest.h>

#include <thread>

#include "analysis/measures.h"
#include "shot/shot_spec.h"
#include "simulation/beginning.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulate.h"
#include "support/scenes.h"

namespace gambol {
namespace {

ShotSpec scene(const std::string& name) { return load_shot(scene_file(name)); }

std::string end_of(Simulator& s, double until) {
  s.advance(until);
  return state_hash(s.state());
}

// A walker by forces, one by a plan, a crowd of balls with sparks, and sticky feet on terrain.
TEST(World, IsSharedByThreadsWithoutChangingABit) {
  for (const char* name : {"roach_tripod", "poda_biped", "puffs", "roach_terrain"}) {
    const ShotSpec shot = scene(name);
    Simulator alone(shot.motion);
    const std::string expected = end_of(alone, 0.3);
    const auto world = std::make_shared<const World>(shot.motion);
    std::vector<std::string> ends(4);
    std::vector<std::thread> threads;
    for (std::string& end : ends)
      threads.emplace_back([&] {
        Simulator s(world);
        end = end_of(s, 0.3);
      });
    for (std::thread& t : threads) t.join();
    for (const std::string& end : ends) EXPECT_EQ(end, expected) << name;
  }
}

TEST(World, StartsASimulatorAnewWithItsOldScratch) {
  for (const char* name : {"roach_wires", "poda_stones", "cradle"}) {
    Simulator s(scene(name).motion);
    const std::string once = end_of(s, 0.8);
    s.reset();
    EXPECT_EQ(end_of(s, 0.8), once) << name;
  }
}

TEST(World, BeginsWhereItsShotDoes) {
  ShotSpec shot = scene("roach_tripod");
  shot.motion.prepare.emplace_back();
  shot.motion.prepare.back().settle = 0.05;
  const auto world = world_of(shot);
  EXPECT_NE(state_hash(world->start), state_hash(World(shot.motion).start));
  Simulator one(world), other(world);
  one.advance(0.05);
  EXPECT_EQ(state_hash(other.state()), state_hash(world->start)) << "simulations are apart";
}

// An objective watches a simulation that records no film.
TEST(World, IsMeasuredWithoutAFilm) {
  ShotSpec shot = scene("roach_tripod");
  shot.motion.simulate_until = 0.8;
  shot.film.duration = 0.1;
  shot.expect.clear();
  for (const char* name : {"forward_speed", "tilt", "turn_rate"}) {
    ExpectSpec e;
    e.measure = name;
    e.from = 0.2;
    shot.expect.push_back(e);
  }
  const std::vector<Measurement> filmed = measure(shot, simulate(shot));
  Simulator s(world_of(shot));
  TrackRecorder tracks(s.world(), shot.motion.track_rate, 0.8);
  tracks.record(still_view(s), s);
  s.advance(0.8, [&](const StepView& step) { tracks.record(step, s); });
  Poses poses;
  tracks.give(poses);
  const std::vector<Measurement> watched = measure(shot, poses);
  ASSERT_EQ(watched.size(), filmed.size());
  for (std::size_t i = 0; i < filmed.size(); ++i) EXPECT_EQ(watched[i].value, filmed[i].value);
}

}  // namespace
}  // namespace gambol
