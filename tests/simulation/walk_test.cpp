// The roach and its tripod walk, on the shot and figure files that we ship.

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/measures.h"
#include "shot/check.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"

namespace gambol {
namespace {

std::string source(const std::string& path) { return std::string(GAMBOL_SOURCE_DIR) + "/" + path; }

ShotSpec tripod() { return load_shot(source("scenes/roach/roach_tripod.yaml@boxes")); }

double speed(const ShotSpec& shot, const Poses& poses, double from, double to) {
  ShotSpec asked = shot;
  ExpectSpec e;
  e.measure = "forward_speed";
  e.from = from;
  e.to = to;
  asked.expect = {e};
  return measure(asked, poses).at(0).value;
}

TEST(Roach, IsTheScripts) {
  const Model model = make_model(load_figure(source("figures/roach.yaml")));
  EXPECT_EQ(model.bodies.size(), 33u);
  EXPECT_EQ(model.nv(), root_dofs + 32);
  EXPECT_NEAR(model.mass, 2.143e-3, 0.5e-6);  // kg, bevelled
}

TEST(Roach, WouldWeigh2175MilligramsWithSharpBoxes) {
  FigureSpec figure = load_figure(source("figures/roach.yaml"));
  for (BodySpec& body : figure.bodies) {
    for (ShapeSpec& s : body.inertia) s.shape.bevel = 0;
  }
  EXPECT_NEAR(make_model(figure).mass, 2.1755e-3, 0.5e-6);
}

TEST(Roach, IsTwoPointNineCentimetresLong) {
  const Model model = make_model(load_figure(source("figures/roach.yaml")));
  Workspace work(model);
  const Eigen::VectorXd q = initial_q(model, {});
  update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  double front = 0, back = 0;
  for (const char* name : {"abdomen", "thorax", "head"}) {
    const int i = model.body_index(name);
    for (const ContactPoint& p : model.bodies[i].contacts) {
      const double x = (work.bodies[i].X_WB.R * p.p_B + work.bodies[i].X_WB.p).x();
      front = std::max(front, x);
      back = std::min(back, x);
    }
  }
  EXPECT_NEAR(front - back, 0.029, 0.001);
}

TEST(Roach, IsMirrored) {
  const Model model = make_model(load_figure(source("figures/roach.yaml")));
  Workspace work(model);
  Eigen::VectorXd q = initial_q(model, {});
  for (int i = root_dofs; i < model.nv(); ++i) {
    const std::string& name = model.joint_name(i);
    if (name == "head") continue;
    // The same for a leg and its mirror: a function of the name with its side taken out.
    std::string both = name;
    for (const char* side : {"left", "right"}) {
      const auto at = both.find(side);
      if (at != std::string::npos) both.erase(at, std::string(side).size());
    }
    q[model.dofs[i].q] +=
        0.1 * std::sin(static_cast<double>(std::hash<std::string>()(both) % 1000));
  }
  update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  int pairs = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    std::string name = model.bodies[i].name;
    const auto at = name.find("left");
    if (at == std::string::npos) continue;
    const int other = model.body_index(name.replace(at, 4, "right"));
    ASSERT_GE(other, 0);
    ++pairs;
    const auto centre = [&](int b) {
      return Vec3(work.bodies[b].X_WB.R * model.bodies[b].mass.com + work.bodies[b].X_WB.p);
    };
    const Vec3 left = centre(static_cast<int>(i)), right = centre(other);
    EXPECT_NEAR((left - Vec3(right.x(), -right.y(), right.z())).norm(), 0, 1e-12) << name;
  }
  EXPECT_EQ(pairs, 15);
}

TEST(TripodWalk, IsTheSameByAnAccurateMethod) {
  ShotSpec shot = tripod();
  shot.motion.simulate_until = 0.9;
  const double fast = speed(shot, simulate(shot), 0.3, 0.9);
  shot.motion.integrator.method = IntegrationMethod::rkf45;
  shot.motion.integrator.step = 1e-6;
  shot.motion.integrator.tolerance = 1e-4;  // 1e-6 gives the same speed to four digits
  const Poses accurate = simulate(shot);
  EXPECT_NEAR(fast, speed(shot, accurate, 0.3, 0.9), 0.05 * fast);
  const std::vector<std::string> same{"commanded_tripod_phase_error", "duty_factor", "clearance",
                                      "foot_depth", "heading_kept"};
  for (const Measurement& m : measure(shot, accurate)) {
    if (std::find(same.begin(), same.end(), m.name) != same.end()) {
      EXPECT_TRUE(m.passed) << m.name;
    }
  }
}

// The walk is stiff: stability, not accuracy, is what makes the explicit method's steps short.
TEST(TripodWalk, IsTheSameByAStiffMethod) {
  ShotSpec shot = tripod();
  Simulator simulator(shot.motion);
  simulator.advance(0.3);
  const State start = simulator.state();
  const auto after = [&](IntegrationMethod method, double tolerance, long& evaluations) {
    MotionSpec m = shot.motion;
    m.integrator.method = method;
    m.integrator.step = 1e-6;
    m.integrator.tolerance = tolerance;
    Simulator s(m);
    s.state() = start;
    s.advance(0.33);
    evaluations = s.evaluations();
    return s.state().figures[0].q;
  };
  long stiff = 0, explicitly = 0;
  const Eigen::VectorXd a = after(IntegrationMethod::bdf, 1e-5, stiff);
  const Eigen::VectorXd b = after(IntegrationMethod::rkf45, 1e-5, explicitly);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-3);  // m and rad
  EXPECT_LT(1.5 * stiff, explicitly);  // 4 on a clamped damper, whose force has no memory
}

TEST(TripodWalk, DependsLittleOnTheStep) {
  ShotSpec shot = tripod();
  shot.motion.simulate_until = 1.3;
  const double usual = speed(shot, simulate(shot), 0.3, 1.3);
  shot.motion.integrator.step /= 2;
  EXPECT_NEAR(speed(shot, simulate(shot), 0.3, 1.3), usual, 0.03 * usual);
}

TEST(TripodWalk, IsStraightWheneverItStarts) {
  for (double start : {0.1, 0.12, 0.15}) {
    ShotSpec shot = tripod();
    for (CueSpec& cue : shot.motion.cues) {
      if (cue.name == "walk") cue.at = start;
    }
    shot.motion.simulate_until = 3;
    ExpectSpec turn;
    turn.measure = "turn_rate";
    turn.from = 0.5;
    shot.expect = {turn};
    EXPECT_LT(measure(shot, simulate(shot)).at(0).value, 5) << start;
  }
}

TEST(TripodWalk, DoesNotDependOnTheFrameRate) {
  ShotSpec shot = tripod();
  shot.motion.simulate_until = 0.6;
  shot.film.fps = 24;
  const Poses at24 = simulate(shot);
  shot.film.fps = 30;
  shot.film.samples_per_frame = 3;
  const Poses at30 = simulate(shot);
  EXPECT_EQ(at24.state_hash, at30.state_hash);
  EXPECT_NE(at24.frames, at30.frames);
  // The same instant of film, sampled at both rates.
  const double second = 5;
  const Transform a = at24.pose_at(second * 24, 0), b = at30.pose_at(second * 30, 0);
  EXPECT_NEAR((a.p - b.p).norm(), 0, 1e-12);
}

TEST(TripodWalk, RecordsWhatTheFilmShows) {
  ShotSpec shot = tripod();
  shot.motion.simulate_until = 0;
  const Poses poses = simulate(shot);
  EXPECT_EQ(poses.frames, 288);
  EXPECT_EQ(poses.sample_times.size(), 288u * 4 + 1);
  EXPECT_EQ(poses.X_WB.size(), poses.sample_times.size() * 33);
  for (const Channel& c : poses.channels) {
    EXPECT_EQ(c.values.size(), poses.track_times.size() * c.width()) << c.name;
  }
  ASSERT_EQ(poses.marks.size(), 3u);
  EXPECT_EQ(poses.marks[2].name, "walk");
  EXPECT_NEAR(poses.marks[2].time, 0.1, 1e-12);
}

}  // namespace
}  // namespace gambol
