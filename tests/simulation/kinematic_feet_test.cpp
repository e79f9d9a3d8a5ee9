// Where the feet of kinematic gaits go, and what goes with them.

#include <gmock/gmock.h>

#include "analysis/measures.h"
#include "dynamics/momentum.h"
#include "geometry/height_field.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "support/figures.h"
#include "support/led.h"
#include "support/scenes.h"

namespace gambol::testing {
namespace {

using ::testing::HasSubstr;

struct Led {
  ShotSpec shot;
  KinematicGaitSpec& gait() {
    return *shot.motion.figures[0].controllers[0].kind.as<KinematicGaitSpec>();
  }
  explicit Led(const std::string& name) : shot(load_shot(scene_file(name))) {}
  const FigureSpec& figure() const { return shot.motion.figures[0].figure; }
};

// Of a simulation, at every tick: looks(simulator, figure's state).
template <class Looks>
void watch(Led& led, double seconds, Looks&& looks) {
  Simulator sim(led.shot.motion);
  const double tick = led.shot.motion.figures[0].controllers[0].tick;
  for (int k = 1; k * tick < seconds; ++k) {
    sim.advance(k * tick);
    FigureSim& f = *sim.figures()[0];
    f.place(sim.state().figures[0].q, sim.state().figures[0].v);
    looks(f, sim.state().figures[0]);
  }
}

// The lowest point of the ball that has the tip on it.
Vec3 tip(const FigureSim& f, const LegSpec& leg) {
  const Frame& X = f.work().bodies[f.model().body_index(leg.feet[0])].X_WB;
  const ContactPoint ball = foot_ball(f.model(), leg);
  return X.R * ball.p_B + X.p - Vec3(0, 0, ball.radius);
}

double output(const FigureSim& f, const FigureState& s, const std::string& name) {
  const auto& names = f.controllers()[0]->outputs();
  return s.command.outputs[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                                    names.begin())];
}

std::shared_ptr<const HeightField> ground(auto&& height) {
  constexpr int n = 321;
  constexpr double spacing = 0.025;
  std::vector<double> z;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      z.push_back(height((i - (n - 1) / 2) * spacing, (j - (n - 1) / 2) * spacing));
  return std::make_shared<HeightField>(n, n, spacing, Vec3::Zero(), z);
}

// Nothing but pads keeps the links between its tip and its hock above the ground.
TEST(KinematicFeet, NothingOfALegSinksIntoTheGround) {
  for (const char* name : {"poda_quadruped", "poda_run", "poda_insect"}) {
    Led led(name);
    double lowest = 1;
    watch(led, 0.5, [&](const FigureSim& f, const FigureState&) {
      for (std::size_t i = 0; i < f.model().bodies.size(); ++i)
        lowest = std::min(lowest, height_above({}, f.model().bodies[i], f.work().bodies[i].X_WB));
    });
    EXPECT_GT(lowest, -2e-4) << name;
  }
}

TEST(KinematicFeet, ABodyThatLooksAtAPointGoesAlongItsPathFromTheFirst) {
  Led led("poda_path");
  led.gait().aim.emplace();
  led.gait().aim->at = Vec3(0, 50, 0);
  led.shot.motion.figures[0].heading = M_PI / 2;
  Vec3 first = Vec3::Zero(), last = Vec3::Zero();
  double facing = 0;
  watch(led, 1, [&](const FigureSim& f, const FigureState& s) {
    last = centre_of_mass(f.model(), f.work());
    if (first.isZero()) first = last;
    facing = output(f, s, "yaw");
  });
  EXPECT_GT(last.x() - first.x(), 1.2);
  EXPECT_LT(std::abs(facing - M_PI / 2), 0.1);
}

TEST(KinematicFeet, ArmsGoWithTheLegsOfTheOtherSide) {
  Led led("poda_biped");
  double product = 0, legs = 0, sum = 0, squares = 0;
  int rows = 0;
  watch(led, 1.9, [&](const FigureSim& f, const FigureState& s) {
    const double ahead = tip(f, led.figure().legs[0]).x() - output(f, s, "x");
    const double arm = s.q[f.model().bodies[f.model().body_index("right_arm_2")].q_start];
    product += ahead * arm, legs += ahead, sum += arm, squares += arm * arm;
    ++rows;
  });
  EXPECT_LT(product / rows, legs / rows * sum / rows) << "it turns forward as it shrinks";
  EXPECT_GT(squares / rows - std::pow(sum / rows, 2), std::pow(0.2, 2)) << "by many degrees";
}

TEST(KinematicFeet, LevelFeetDoNotTurnWhereTheyStandAndPitchByKeys) {
  Led led("poda_biped");
  ASSERT_TRUE(led.gait().level_feet);
  led.gait().soles.reset();
  StepKeySpec up;
  up.at = 0.6, up.progress = 0.6, up.height = 0.09, up.pitch = 0.4;
  led.gait().step.keys = {up};
  Mat3 stood;
  bool was_standing = false;
  double most_turned = 0, most_pitched = 0;
  watch(led, 1.9, [&](const FigureSim& f, const FigureState& s) {
    const LegSpec& leg = led.figure().legs[0];
    const Mat3& R = f.work().bodies[f.model().body_index(leg.feet[0])].X_WB.R;
    const bool stands = output(f, s, "step/" + leg.name) == 0;
    if (stands && !was_standing) stood = R;
    const double turned = Eigen::AngleAxisd(Mat3(R * stood.transpose())).angle();
    (stands ? most_turned : most_pitched) = std::max(stands ? most_turned : most_pitched, turned);
    was_standing = stands;
  });
  EXPECT_LT(most_turned, 0.02);
  EXPECT_NEAR(most_pitched, 0.4, 0.06);
}

TEST(KinematicFeet, KeysOfAStepHaveCentreAnglesAndGainsOfTheirOwn) {
  Led led("poda_quadruped");
  const std::string wrist = "front_left_7";
  StepKeySpec key;
  key.at = 0.5, key.progress = 0.5, key.height = 0.1;
  led.gait().step.keys = {key};
  const auto wrist_in_swing = [&] {
    double sum = 0;
    int rows = 0;
    double stance = 0;
    int stands = 0;
    watch(led, 1, [&](const FigureSim& f, const FigureState& s) {
      const double u = s.q[f.model().bodies[f.model().body_index(wrist)].q_start];
      const bool swings = output(f, s, "step/front_left") == 1;
      (swings ? sum : stance) += u;
      ++(swings ? rows : stands);
    });
    return std::pair(sum / rows, stance / stands);
  };
  const auto [plain, stance] = wrist_in_swing();
  PoseSpec bent;
  bent.name = "bent";
  bent.joints.push_back({});
  bent.joints[0].name = wrist;
  bent.joints[0].to = plain + 0.5;
  led.shot.motion.figures[0].figure.poses.push_back(bent);
  led.gait().step.keys[0].posture = "bent";
  GainSpec& gain = led.gait().step.keys[0].gains.emplace_back();
  gain.joints = {wrist};
  gain.gain = 20;
  const auto [keyed, still] = wrist_in_swing();
  EXPECT_GT(keyed, plain + 0.1);
  EXPECT_NEAR(still, stance, 0.05) << "while it stands nothing has changed";
}

TEST(KinematicFeet, StepOverWhatLiesInTheirWay) {
  Led led("poda_terrain");
  // Walls of 12 cm, 15 cm thick, half a metre apart; feet may come down on them too.
  led.shot.motion.world.ground->terrain->field =
      ground([](double x, double) { return std::fmod(x + 100, 0.5) < 0.15 && x > 0.5 ? 0.12 : 0; });
  led.gait().step.search = 0.1;
  led.gait().step.clearance = 0.02;
  double deepest = 0;
  int over = 0;
  watch(led, 4, [&](const FigureSim& f, const FigureState&) {
    for (const LegSpec& leg : led.figure().legs) {
      const Vec3 p = tip(f, leg);
      const double z = led.shot.motion.world.ground->terrain->field->height(p.x(), p.y());
      deepest = std::max(deepest, z - p.z());
      over += z > 0.1 && p.z() > 0.13;
    }
  });
  // Where a paw rolls, its ball is up to 6 mm beside the path of its step.
  EXPECT_LT(deepest, 0.03) << "beside the walls' slopes of 12 cm in 2.5 cm";
  EXPECT_GT(over, 50);
}

TEST(KinematicFeet, LookForFlatGround) {
  Led led("poda_terrain");
  // Ridges as steep as roofs, flat for 16 cm between them.
  led.shot.motion.world.ground->terrain->field = ground([](double x, double) {
    const double u = std::fmod(x + 100, 0.4);
    return u < 0.16 ? 0.0 : 0.08 - std::abs(u - 0.28) / 0.12 * 0.08;
  });
  const auto steep = [&] {
    int on_slope = 0;
    watch(led, 4, [&](const FigureSim& f, const FigureState& s) {
      for (const LegSpec& leg : led.figure().legs) {
        const Vec3 p = tip(f, leg);
        const Vec3 n = led.shot.motion.world.ground->terrain->field->under(p.x(), p.y()).normal;
        on_slope += output(f, s, "step/" + leg.name) == 0 && n.z() < 0.95;
      }
    });
    return on_slope;
  };
  const int as_they_come = steep();
  led.gait().step.search = 0.16;
  led.gait().step.steepest = 0.2;
  EXPECT_GT(as_they_come, 300);
  EXPECT_LT(steep(), as_they_come / 10);
}

// In the unit that it is shown in.
double measured(const ShotSpec& shot, const std::string& what) {
  ShotSpec s = shot;
  s.expect.assign(1, {});
  s.expect[0].measure = what;
  s.expect[0].figure = s.motion.figures[0].name;
  return measure(s, simulate(s))[0].value;
}

std::string complaint(const ShotSpec& shot, const std::string& what) {
  try {
    measured(shot, what);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(KinematicFeet, ABodyThatBalancesStaysOverThem) {
  Led led("poda_terrain");
  led.shot = beginning_of(led.shot, 5);
  led.shot.motion.world.ground->terrain.reset();
  led.gait().design.body_speed = Curve(0.15);
  led.gait().design.period = Curve(2.0);
  led.gait().design.duty_factor = Curve(0.8);
  led.gait().bounce = 0;
  EXPECT_LT(measured(led.shot, "support_margin"), 0);
  led.gait().balance = 1;
  EXPECT_GT(measured(led.shot, "support_margin"), 0);
  EXPECT_THAT(complaint(led.shot, "flight_gravity"),
              HasSubstr("a gait with times at which no foot is on the ground"));
}

}  // namespace
}  // namespace gambol::testing
