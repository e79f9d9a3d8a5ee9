// The animals of seed 004 in whole simulations.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/rotation.h"
#include "control/led_motion.h"
#include "dynamics/momentum.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulator.h"
#include "simulation/state/stored_state.h"
#include "support/figures.h"
#include "support/led.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

ShotSpec shot(const std::string& name) { return load_shot(scene_file(name)); }

// What the controller says of itself, by name, and where feet are.
struct Watched {
  Simulator sim;
  std::vector<std::string> names;
  explicit Watched(const ShotSpec& s)
      : sim(s.motion), names(sim.figures()[0]->controllers()[0]->outputs()) {}
  double output(const std::string& name) const {
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    return sim.state().figures[0].command.outputs[at];
  }
  Vec3 com() {
    FigureSim& f = *sim.figures()[0];
    f.place(sim.state().figures[0].q, sim.state().figures[0].v);
    return centre_of_mass(f.model(), f.work());
  }
  // The frame of a foot's last body, with its origin at the centre of the ball on which it rolls.
  Frame ball(const LegSpec& leg) {
    FigureSim& f = *sim.figures()[0];
    const FigureState& s = sim.state().figures[0];
    f.place(s.q, s.v);
    const Frame& X = f.work().bodies[f.model().body_index(leg.feet[0])].X_WB;
    return {X.R, X.R * foot_ball(f.model(), leg).p_B + X.p};
  }
  Vec3 foot(const LegSpec& leg) { return ball(leg).p; }
  // m: how far the ball's surface has slid on level ground between two of its places.
  double slid(const LegSpec& leg, const Frame& from, const Frame& to) {
    const double radius = foot_ball(sim.figures()[0]->model(), leg).radius;
    const Vec3 turned = log_rotation(Quat(Mat3(to.R * from.R.transpose())));
    return (to.p - from.p - radius * turned.cross(Vec3::UnitZ())).norm();
  }
};

TEST(KinematicGait, KeepsPlantedFeetWhereTheyAre) {
  for (const char* name : {"poda_quadruped", "poda_insect"}) {
    ShotSpec s = shot(name);
    Watched w(s);
    const auto& legs = s.motion.figures[0].figure.legs;
    const double tick = s.motion.figures[0].controllers[0].tick;
    std::map<std::string, Frame> stood;
    double worst = 0;
    int supports = 0;
    std::map<std::string, Frame> between;  // feet half way since the last tick
    for (int k = 1; k * tick < 1.5; ++k) {
      w.sim.advance(k * tick + 1e-6);  // the tick has spoken
      for (const LegSpec& leg : legs) {
        EXPECT_LT(w.output("missing/" + leg.name), 1e-6) << name << " " << leg.name << " " << k;
        if (w.output("step/" + leg.name) != 0) {
          stood.erase(leg.name);
          continue;
        }
        const Frame X = w.ball(leg);
        const auto [at, is_new] = stood.emplace(leg.name, X);
        supports += is_new;
        if (is_new) continue;
        worst = std::max(
            {worst, w.slid(leg, at->second, X), w.slid(leg, at->second, between[leg.name])});
      }
      w.sim.advance((k + 0.5) * tick);
      for (const LegSpec& leg : legs) between[leg.name] = w.ball(leg);
    }
    EXPECT_GT(supports, 8);
    EXPECT_LT(worst, 2e-4) << name;
  }
}

TEST(KinematicGait, HasTheDutyFactorsAndPhasesThatWereAskedFor) {
  ShotSpec s = shot("poda_quadruped");
  const double period = 0.5, duty = 0.45;  // of the shot
  Watched w(s);
  const auto& legs = s.motion.figures[0].figure.legs;
  const std::vector<double> phases = phases_of(gait_of(s).gait, legs);
  std::map<std::string, double> placed, stands;
  std::map<std::string, bool> stood;
  constexpr double tick = 0.004;
  for (int k = 1; k <= 500; ++k) {
    w.sim.advance(k * tick);
    for (const LegSpec& leg : legs) {
      const bool now = w.output("step/" + leg.name) == 0;
      stands[leg.name] += now ? tick : 0;
      if (k > 1 && now && !stood[leg.name]) placed[leg.name] = k * tick;
      stood[leg.name] = now;
    }
  }
  for (std::size_t i = 0; i < legs.size(); ++i) {
    EXPECT_NEAR(stands[legs[i].name] / 2, duty, 0.01);
    const double state = phases[i] + placed[legs[i].name] / period;  // Eq. 9: whole when placed
    EXPECT_NEAR(state, std::round(state), 0.02) << legs[i].name;
  }
}

TEST(KinematicGait, FallsFreelyWhenNoFootIsDown) {
  ShotSpec s = shot("poda_quadruped");
  Watched w(s);
  std::vector<double> z, down;
  constexpr double tick = 0.004;
  for (int k = 1; k <= 500; ++k) {
    w.sim.advance(k * tick);
    z.push_back(w.com().z());
    down.push_back(w.output("allowed"));
  }
  int free = 0;
  for (std::size_t k = 1; k + 1 < z.size(); ++k) {
    if (down[k - 1] > 0 || down[k] > 0 || down[k + 1] > 0) continue;
    ++free;
    // The body's motion keeps the law in the mean of two ticks; from one to the next it ripples.
    EXPECT_NEAR((z[k + 1] - 2 * z[k] + z[k - 1]) / (tick * tick), -9.81, 0.6);
  }
  EXPECT_GT(free, 20);
}

TEST(KinematicGait, AcceleratesNoMoreThanItsFeetAllow) {
  ShotSpec s = shot("poda_quadruped");
  KinematicGaitSpec& gait = gait_of(s);
  gait.design.body_speed = Curve();
  gait.design.body_speed->keys = {{0.5, 0.5, Interpolation::step}, {0.6, 1.5, Interpolation::step}};
  gait.foot_force = 0.4;  // a trot whose feet could give less takes some force from nowhere
  Watched w(s);
  std::vector<Vec3> at;
  std::vector<double> x;
  constexpr double tick = 0.004;
  for (int k = 1; k <= 1000; ++k) {
    w.sim.advance(k * tick);
    at.push_back(w.com());
    x.push_back(at.back().x());
  }
  double most = 0;
  for (std::size_t k = 1; k + 1 < at.size(); ++k) {
    const Vec3 a = (at[k + 1] - 2 * at[k] + at[k - 1]) / (tick * tick);
    EXPECT_LE(a.head<2>().norm(), gait.foot_force * (9.81 + a.z()) + 0.6) << k;
    most = std::max(most, a.head<2>().norm());
  }
  EXPECT_GT(most, 0.3);
  EXPECT_GT((x.back() - x[x.size() - 100]) / (99 * tick), 1.3);
}

TEST(KinematicGait, KeepsItsJointsWithinTheirLimits) {
  ShotSpec s = shot("poda_quadruped");
  Simulator sim(s.motion);
  const auto& f = *sim.figures()[0];
  for (int k = 1; k < 60; ++k) {
    sim.advance(0.016 * k);  // at ticks; between them the motion is a cubic
    for (int i = root_dofs; i < f.model().nv(); ++i) {
      const Dof& dof = f.model().dofs[i];
      const auto& limits = s.motion.figures[0].figure.bodies[dof.body].joint.limits;
      if (!limits) continue;
      EXPECT_GE(sim.state().figures[0].q[dof.q], limits->x() - 1e-9);
      EXPECT_LE(sim.state().figures[0].q[dof.q], limits->y() + 1e-9);
    }
  }
}

TEST(KinematicGait, GoesOnFromAStoredState) {
  ShotSpec s = shot("poda_quadruped");
  Simulator one(s.motion), other(s.motion);
  one.advance(0.5);
  other.state() = one.state();
  one.advance(0.9);
  other.advance(0.9);
  EXPECT_EQ(state_hash(one.state()), state_hash(other.state()));
}

TEST(KinematicGait, StandsWhereACueStopsIt) {
  ShotSpec s = shot("poda_quadruped");
  CueSpec halt;
  halt.name = "halt";
  halt.at = 0.3;
  halt.stop = "gait";
  s.motion.cues = {halt};
  Simulator sim(s.motion);
  sim.advance(0.31);
  const Eigen::VectorXd q = sim.state().figures[0].q;
  sim.advance(0.8);
  EXPECT_EQ(sim.state().figures[0].q, q);
  EXPECT_EQ(sim.state().figures[0].v.norm(), 0);
}

TEST(KinematicGait, LetsGoOfAFigureThatAnotherShotDoesNotLead) {
  ShotSpec s = shot("poda_quadruped");
  Simulator led(s.motion);
  led.advance(0.3);
  s.motion.figures[0].controllers.clear();
  Simulator free(s.motion);
  adopt(stored_state(led.world(), led.state(), ""), free.world(), free.state());
  const double z = free.state().figures[0].q[2];
  free.advance(free.state().time + 0.1);
  EXPECT_LT(free.state().figures[0].q[2], z - 0.01) << "it falls";
}

TEST(KinematicGait, IsTheSameByEveryIntegrator) {
  ShotSpec s = shot("poda_quadruped");
  Simulator implicit(s.motion);
  s.motion.integrator.method = IntegrationMethod::rk4;
  s.motion.integrator.step = 0.002;
  Simulator rk4(s.motion);
  implicit.advance(0.3);
  rk4.advance(0.3);
  EXPECT_LT((implicit.state().figures[0].q - rk4.state().figures[0].q).norm(), 1e-12);
}

TEST(LedMotion, HasTheRatesOfItsPositions) {
  Draw draw(3);
  FigureSpec figure = solid_figure("f", ball_shape(0.1));
  for (const JointType type : {JointType::spherical, JointType::rotary, JointType::free}) {
    figure.bodies.push_back(box_body(name_of(type), "body", Vec3::Zero(), Vec3(1, 1, 1)));
    figure.bodies.back().joint.type = type;
  }
  const Model model = make_model(figure);
  LedMotion m;
  m.t0 = 1, m.t1 = 1.02;
  m.q0 = random_q(draw, model), m.q1 = m.q0 + draw.vector(model.nq, 0.05);
  normalise(model, m.q1);
  m.v0 = draw.vector(model.nv(), 1), m.v1 = draw.vector(model.nv(), 1);
  Eigen::VectorXd q, v, before, after, unused;
  for (double t : {1.002, 1.01, 1.017}) {
    constexpr double h = 1e-6;
    follow(model, m, t, q, v);
    follow(model, m, t - h, before, unused);
    follow(model, m, t + h, after, unused);
    Eigen::VectorXd rate(model.nq);
    q_rate(model, q, v, rate);
    EXPECT_LT(((after - before) / (2 * h) - rate).norm(), 1e-5);
  }
  follow(model, m, m.t1, q, v);
  EXPECT_LT((q - m.q1).norm(), 1e-12);
  EXPECT_LT((v - m.v1).norm(), 1e-9);
}

// Joints that go their own way from where he lies would put his shanks 0.3 m into the ground.
TEST(Handover, LiftsWhomItGathersOverTheGround) {
  const ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/handover.yaml");
  Simulator s(shot.motion);
  const auto deepest = [&] {
    FigureSim& figure = *s.figures()[0];
    const FigureState& f = s.state().figures[0];
    update_kinematics(figure.model(), f.q, f.v, figure.work());
    double least = 0;
    for (std::size_t i = 0; i < figure.model().bodies.size(); ++i)
      least = std::min(least, figure.height_above(static_cast<int>(i)));
    return -least;
  };
  s.advance(4.6);
  const double lies = deepest();
  for (int k = 1; k <= 60; ++k) {
    s.advance(4.6 + 0.02 * k);
    EXPECT_LT(deepest(), std::max(lies * (1 - k / 60.0), 0.01) + 2e-3) << k;
  }
}

// Handed to physics in mid-stride a figure keeps its momentum; gathered up, it walks from there.
TEST(Handover, KeepsMomentumAndWalksOn) {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/poda/handover.yaml");
  shot.motion.cues[0].push.reset();
  Simulator s(shot.motion);
  const auto momentum_now = [&] {
    const FigureState& f = s.state().figures[0];
    const Model& model = s.figures()[0]->model();
    Workspace w(model);
    update_kinematics(model, f.q, f.v, w);
    return momentum(model, w);
  };
  s.advance(2);
  const Momentum before = momentum_now();
  const Eigen::VectorXd v = s.state().figures[0].v;
  s.advance(2 + 1e-6);  // the cue at 2 s, and next to nothing of the fall
  const Momentum after = momentum_now();
  EXPECT_LT((after.linear - before.linear).norm(), 1e-2);  // N s, of 90
  EXPECT_GT(before.linear.x(), 60);
  EXPECT_FALSE(s.state().figures[0].command.leads());
  EXPECT_LT((s.state().figures[0].v - v).norm(), 1e-2);
  s.advance(4.6);
  EXPECT_LT(momentum_now().com.z(), 0.4);
  const Eigen::VectorXd lying = s.state().figures[0].q;
  s.advance(4.6 + 1e-3);
  EXPECT_TRUE(s.state().figures[0].command.root_led());
  EXPECT_LT((s.state().figures[0].q - lying).norm(), 0.02);  // no jump
  s.advance(7.5);
  const Momentum walking = momentum_now();
  EXPECT_GT(walking.com.z(), 0.85);
  EXPECT_GT(walking.linear.head<2>().norm(), 60);
}

}  // namespace
}  // namespace gambol::testing
