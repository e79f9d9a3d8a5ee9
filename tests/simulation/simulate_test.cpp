#include "simulation/simulate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/own_file.h"

namespace gambol::testing {
namespace {

// A tree thrown into the air, filmed for 0.4 s and simulated for 0.5 s.
ShotSpec thrown(double fps) {
  Draw draw(21);
  ShotSpec shot;
  shot.name = "thrown";
  shot.motion = free_motion(random_tree(draw, 6));
  shot.motion.world.gravity = Vec3(0, 0, -9.81);
  shot.motion.integrator.tolerance = 1e-8;
  ActuatorSpec spring;
  spring.type = ActuatorType::linear_spring;
  spring.stiffness = 30;
  spring.rest = Curve(0.5);
  for (const BodySpec& b : shot.motion.figures[0].figure.bodies) {
    if (!b.parent.empty() && b.joint.type != JointType::fixed) spring.joints.push_back(b.name);
  }
  shot.motion.figures[0].figure.actuators = {spring};
  shot.motion.simulate_until = 0.5;
  shot.film.fps = fps;
  shot.film.duration = 0.4;
  return shot;
}

TEST(Simulate, EndsInTheSameStateAtEveryFrameRate) {
  const Poses a = simulate(thrown(24)), b = simulate(thrown(30));
  EXPECT_EQ(a.state_hash, b.state_hash);
  EXPECT_NE(a.sample_times.size(), b.sample_times.size());
}

// What both films show at the same instant is the same to the last bit.
TEST(Simulate, ShowsTheSamePosesAtEveryFrameRate) {
  const Poses a = simulate(thrown(25)), b = simulate(thrown(50));
  const std::size_t n = a.bodies.size();
  int shared = 0;
  for (std::size_t i = 0; i < a.sample_times.size(); ++i) {
    for (std::size_t j = 0; j < b.sample_times.size(); ++j) {
      if (a.sample_times[i] != b.sample_times[j]) continue;
      ++shared;
      for (std::size_t k = 0; k < n; ++k) {
        EXPECT_EQ(a.pose(i, k).p, b.pose(j, k).p);
        EXPECT_EQ(a.pose(i, k).R.coeffs(), b.pose(j, k).R.coeffs());
      }
    }
  }
  EXPECT_GT(shared, 10);
}

// The film begins later, and shows then what the other one shows at that time.
TEST(Simulate, FilmsWhatComesAfterAPreroll) {
  ShotSpec late = thrown(25);
  late.film.preroll = 0.2;
  late.film.duration = 0.2;
  const Poses whole = simulate(thrown(25)), b = simulate(late);
  EXPECT_EQ(b.state_hash, whole.state_hash);
  EXPECT_DOUBLE_EQ(b.sample_times.front(), 0.2);
  EXPECT_EQ(b.frames, 5);
  EXPECT_EQ(b.frame_at(0.1), 0);
  EXPECT_EQ(b.when(0.1), "0.1 s");
  EXPECT_EQ(b.frame_at(0.2), 1);
  EXPECT_EQ(b.track_times.front(), 0);
  const std::size_t from = 5 * whole.samples_per_frame;  // at 0.2 s
  for (std::size_t k = 0; k < b.bodies.size(); ++k)
    EXPECT_EQ(b.pose(0, k).p, whole.pose(from, k).p) << b.bodies[k];
}

TEST(Simulate, LeavesTheSamePosesEveryTime) {
  const Poses a = simulate(thrown(24)), b = simulate(thrown(24));
  EXPECT_EQ(a.state_hash, b.state_hash);
  ASSERT_EQ(a.channels.size(), b.channels.size());
  for (std::size_t c = 0; c < a.channels.size(); ++c) {
    EXPECT_EQ(a.channels[c].values, b.channels[c].values) << a.channels[c].name;
  }
}

// The motion starts at rest, so that its first poses are those of the springs' start.
TEST(Simulate, BeginsWithTheStart) {
  const ShotSpec shot = thrown(24);
  const Poses poses = simulate(shot);
  Simulator s(shot.motion);
  const Model& model = s.figures()[0]->model();
  Workspace w(model);
  update_kinematics(model, s.state().figures[0].q, s.state().figures[0].v, w);
  for (std::size_t k = 0; k < poses.bodies.size(); ++k) {
    EXPECT_LT((poses.pose(0, k).p - w.bodies[k].X_WB.p).norm(), 1e-12) << poses.bodies[k];
  }
}

// What is simulated would be of the old mesh, and be called by the new one.
TEST(Simulate, AMeshThatIsReplacedMeanwhileEndsIt) {
  namespace fs = std::filesystem;
  const fs::path folder = own_file("project");
  fs::create_directories(folder);
  for (const char* part : {"scenes", "figures", "render"})
    fs::copy(fs::path(GAMBOL_SOURCE_DIR) / part, folder / part, fs::copy_options::recursive);
  // By its path: the name of a figure would be that of gambol's own.
  const std::string file = (folder / "scenes/roach/roach_pod.yaml").string();
  std::stringstream content;
  content << std::ifstream(file).rdbuf();
  std::string text = content.str();
  const std::string name = "file: pod,";
  ASSERT_NE(text.find(name), std::string::npos);
  text.replace(text.find(name), name.size(), "file: ../../figures/pod.yaml,");
  std::ofstream(file) << text;
  ShotSpec shot = load_shot(file);
  shot.film.duration = 0.1;
  shot.motion.simulate_until = 0;
  EXPECT_NO_THROW(simulate(shot));
  bool replaced = false;
  const auto replace = [&](double) {
    if (!std::exchange(replaced, true))
      std::ofstream(folder / "figures/meshes/pod.obj", std::ios::app) << "# edited\n";
  };
  try {
    simulate(shot, replace);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_NE(std::string(error.what()).find("pod.obj was changed while it was in use"),
              std::string::npos);
  }
}

// Of a crowd, the film of all and the tracks of those that something names.
TEST(Simulate, RecordsTheTracksOfNamedMembersAlone) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_tripod.yaml@boxes");
  shot.motion.cues.clear();
  shot.film.duration = 0.25;
  shot.motion.simulate_until = 0;
  const CastSpec roach = shot.motion.figures[0];
  for (int k = 1; k <= 2; ++k) {
    CastSpec& member = shot.motion.figures.emplace_back(roach);
    member.name += std::to_string(k);
    member.at.y() += 0.1 * k;
    member.is_tracked = k == 2;
  }
  const Poses poses = simulate(shot);
  EXPECT_EQ(poses.bodies.size(), 3 * roach.figure.bodies.size());
  EXPECT_EQ(poses.X_WB.size(), poses.bodies.size() * poses.sample_times.size());
  EXPECT_TRUE(find_channel(poses, roach.name, "q"));
  EXPECT_FALSE(find_channel(poses, roach.name + "1", "q"));
  EXPECT_TRUE(find_channel(poses, roach.name + "2", "q"));
  const std::vector<double> alone = find_column(poses, roach.name, "q", "z").values();
  EXPECT_EQ(find_column(poses, roach.name + "2", "q", "z").values(), alone);
}

}  // namespace
}  // namespace gambol::testing
