// Beginnings: going on from a stored state, prepared starts; and ends that come too early.

#include "simulation/beginning.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/clock.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulate.h"
#include "simulation/state/state_file.h"
#include "support/figures.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

ShotSpec roach(double until) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml");
  shot.motion.simulate_until = until;
  shot.film.duration = 0.5;  // 25 ms simulated
  shot.motion.track_rate = 100;
  return shot;
}

class Beginning : public ::testing::Test {
 protected:
  Beginning() {
    std::string name = ::testing::TempDir() + "begin_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~Beginning() override { fs::remove_all(folder_); }
  std::string folder_;
};

// Mid-walk: motor programs under way, oscillators between beats.
TEST_F(Beginning, GoingOnFromAStoredStateIsNotHavingStopped) {
  const double stop = 0.173, end = 0.25;
  const ShotSpec whole = roach(end), first = roach(stop);
  Simulator all(whole.motion), before(first.motion);
  all.advance(end);
  before.advance(stop);
  const std::string path = folder_ + "/walk.state";
  save_state(stored_state(before.world(), before.state(), "made"), path);
  const StoredState back = load_state(path);
  EXPECT_EQ(back.made_from, "made");
  EXPECT_EQ(state_hash(back.state), state_hash(before.state()));
  ShotSpec second = whole;
  second.motion.start = stop;
  Simulator after(second.motion);
  adopt(back, after.world(), after.state());
  EXPECT_EQ(state_hash(after.state()), state_hash(before.state()));
  after.advance(end);
  EXPECT_EQ(state_hash(after.state()), state_hash(all.state()));
}

TEST_F(Beginning, AShotMayStartFromAnother) {
  const double stop = 0.15;
  auto first = std::make_shared<ShotSpec>(roach(stop));
  ShotSpec second = roach(0.2);
  second.name = "on";
  second.motion.cues.clear();
  second.motion.start_from = StartFromSpec{Place(), "", stop, first};
  second.motion.simulate_until = 0.05;
  const Poses poses = simulate(second, {}, folder_);
  EXPECT_TRUE(fs::exists(folder_ + "/roach_tripod/end.state"));
  // It goes on walking at its own time 0.
  const ShotSpec whole = roach(0.2);
  Simulator all(whole.motion);
  all.advance(0.2);
  const Channel* q = poses.channel("roach/q");
  ASSERT_TRUE(q);
  EXPECT_EQ(poses.track_times.back(), 0.05);
  const Column x(*q, 0);
  EXPECT_NEAR(x[x.size() - 1], all.state().figures[0].q[0], 1e-5);
  // From the file this time, to the same bits.
  EXPECT_EQ(simulate(second, {}, folder_).state_hash, poses.state_hash);
  EXPECT_EQ(simulate(second).state_hash, poses.state_hash);
}

// Clocks are sums of ticks, so a state of 10.982 s may be one of 10.982 s and half a nanosecond.
TEST_F(Beginning, AStateAheadByLessThanTheClocksSlackIsRecordedFromTheStartOn) {
  ShotSpec shot = roach(0.2);
  shot.motion.start = 0.1;
  Simulator before(shot.motion), on(shot.motion);
  StoredState stored = stored_state(before.world(), before.state(), "");
  stored.state.time += clock_slack / 2;
  adopt(stored, on.world(), on.state());
  ASSERT_GT(on.state().time, shot.motion.start);
  PosesRecorder recorder(shot, on.world(), 0.15);
  recorder.begin(on);
  on.advance(0.15, [&](const StepView& step) { recorder.record(step, on); });
  const Poses poses = recorder.take();
  ASSERT_GT(poses.sample_times.size(), 1u);
  EXPECT_EQ(poses.track_times.front(), 0.1);
  const Channel* q = poses.channel("roach/q");
  ASSERT_TRUE(q);
  const Channel* v = poses.channel("roach/v");
  ASSERT_TRUE(v);
  const FigureState& began = before.state().figures[0];
  for (std::size_t i = 0; i < q->width(); ++i)
    EXPECT_EQ(q->values[i], began.q[static_cast<Eigen::Index>(i)]) << i;
  for (std::size_t i = 0; i < v->width(); ++i)
    EXPECT_EQ(v->values[i], began.v[static_cast<Eigen::Index>(i)]) << i;
}

TEST_F(Beginning, RefusesAStateOfAnotherFigure) {
  ::gambol::testing::Draw draw(3);
  const MotionSpec a = ::gambol::testing::free_motion(::gambol::testing::random_tree(draw, 4));
  MotionSpec b = ::gambol::testing::free_motion(::gambol::testing::random_tree(draw, 6));
  b.figures[0].name = a.figures[0].name;
  Simulator one(a), other(b);
  EXPECT_THROW(adopt(stored_state(one.world(), one.state(), ""), other.world(), other.state()),
               InputError);
}

TEST_F(Beginning, FindsADamagedFile) {
  const ShotSpec shot = roach(0.01);
  Simulator simulator(shot.motion);
  const std::string path = folder_ + "/x.state";
  save_state(stored_state(simulator.world(), simulator.state(), "made"), path);
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string bytes = text.str();
  const auto complaint = [&](const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
    try {
      load_state(path);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(complaint(bytes), "none");
  std::string flipped = bytes;
  flipped[bytes.size() / 2] ^= 1;
  EXPECT_THAT(complaint(flipped), HasSubstr("damaged"));
  EXPECT_THAT(complaint(bytes.substr(0, bytes.size() - 1)), HasSubstr("cut off"));
  EXPECT_THAT(complaint(bytes.substr(0, 20)), HasSubstr("cut off"));
  EXPECT_THAT(complaint("gambol state 999" + bytes.substr(bytes.find('\n'))),
              HasSubstr("was written by another gambol (format 999, not "));
  EXPECT_EQ(complaint(bytes), "none");
  StateFile longer = read_state_file(path, "state");
  longer.bytes += '\0';
  write_state_file(longer, "state", path);
  std::stringstream more;
  more << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_THAT(complaint(more.str()), HasSubstr("is damaged: it has more bytes than its content"));
  EXPECT_THAT(complaint("hello"), HasSubstr("is not a state file"));
  fs::remove(path);
  EXPECT_THROW(load_state(path), InputError);
}

// Dropped from its start it swings on its springs; settled it stands still from the first frame on.
TEST_F(Beginning, ASettledFigureStandsStillFromTheFirstFrame) {
  ShotSpec shot = roach(0.025);
  shot.motion.cues.clear();
  const auto sink = [](const Poses& poses) {
    const std::vector<double> height = find_column(poses, "roach", "com", "z").values();
    double most = 0;
    for (const double z : height) most = std::max(most, std::abs(z - height.at(0)));
    return most;
  };
  const double dropped = sink(simulate(shot));
  shot.motion.prepare = {{Place(), 1.0, 1e-3, {}}};
  const Poses settled = simulate(shot, {}, folder_);
  EXPECT_GT(dropped, 1e-3);
  EXPECT_LT(sink(settled), 1e-5);
  EXPECT_TRUE(fs::exists(folder_ + "/roach_tripod/prepared_1.state"));
  EXPECT_EQ(simulate(shot, {}, folder_).state_hash, settled.state_hash);
}

TEST_F(Beginning, SpringsReachAPoseBeforeTheShot) {
  ShotSpec shot = roach(0.025);
  shot.motion.cues.clear();
  const JointTarget bent{Place(), "head", 0.3};
  shot.motion.prepare = {{Place(), 0.3, {}, ReachSpec{Place(), "roach", "", 0.05, {bent}}}};
  const Poses poses = simulate(shot);
  const Channel* q = poses.channel("roach/q");
  const auto head = std::find(q->columns.begin(), q->columns.end(), "head") - q->columns.begin();
  EXPECT_NEAR(q->values[static_cast<std::size_t>(head)], 0.3, 0.06);
  EXPECT_NEAR(q->values[q->values.size() - q->width() + static_cast<std::size_t>(head)], 0.3, 0.06);
}

// A step a hundred times too long.
TEST(EarlyEnd, ABlowUpLeavesItsFramesAndSaysWhatLedToIt) {
  ShotSpec shot = roach(0.4);
  shot.motion.integrator.method = IntegrationMethod::euler;
  shot.motion.integrator.step = 2e-4;
  shot.film.duration = 8;
  const Poses poses = simulate(shot);
  EXPECT_THAT(poses.failure, HasSubstr("roach: the simulation blew up at "));
  EXPECT_THAT(poses.failure, HasSubstr("led to it: "));
  EXPECT_THAT(poses.failure, HasSubstr("(frame "));
  EXPECT_LT(poses.frames, shot.frames());
  EXPECT_EQ(poses.sample_times.size(),
            static_cast<std::size_t>(poses.frames * poses.samples_per_frame + 1));
  EXPECT_EQ(poses.X_WB.size(), poses.sample_times.size() * poses.bodies.size());
  for (const Channel& c : poses.channels)
    EXPECT_EQ(c.values.size(), c.width() * poses.track_times.size()) << c.name;
}

}  // namespace
}  // namespace gambol
