// Obstacles of the world: every figure touches them, by springs and by impulses.

#include <gtest/gtest.h>

#include <cmath>

#include "shot/shot_spec.h"
#include "simulation/simulator.h"
#include "support/files.h"

namespace gambol::obstacles_test {
namespace {

const char* const springs =
    "ground: {contact: {scale: total_mass, strength: 3 N/kg, rise: 3000, damping: 30 N*s/m, "
    "friction: 0.8, "
    "friction_damping: 100 N*s/m}}";
const char* const impulses = "ground: {}, contact: {type: impulse, friction: 0.8}";

class Obstacles : public Files {
 protected:
  // A crate of 10 cm or a ball of 5 cm, on the obstacles.
  MotionSpec shot(const std::string& world, const std::string& obstacles, const std::string& figure,
                  const std::string& cast) {
    write("crate.yaml",
          "figure: crate\nbodies: [{name: crate, shapes: [{box: [10 cm, 10 cm, 10 cm]}]}]\n");
    write("ball.yaml", "figure: ball\nbodies: [{name: ball, shapes: [{sphere: 5 cm}]}]\n");
    write("cube.obj",
          "v 0 -1 0\nv 2 -1 0\nv 2 1 0\nv 0 1 0\nv 0 -1 0.3\nv 2 -1 0.3\nv 2 1 0.3\nv 0 1 0.3\n"
          "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    return load_shot(write("s.yaml",
                           "shot: s\nfilm: {duration: 1 s}\nlook: {materials: {}}\n"
                           "integrator: {method: implicit, step: 0.5 ms}\nworld: {" +
                               world + ", obstacles: [" + obstacles +
                               "]}\nfigures: [{name: it, file: " + figure + ".yaml, " + cast +
                               "}]\n"))
        .motion;
  }
};

Vec3 place(const Simulator& s, std::size_t figure = 0) {
  return s.state().figures[figure].q.head<3>();
}

struct Stand {
  const char* obstacle;
  double x, top;
};
const Stand stands[] = {
    {"{name: it_is_a_box, box: [2 m, 2 m, 30 cm], at: [1 m, 0, 0]}", 1, 0.3},
    {"{name: stairs, stairs: {count: 5, rise: 10 cm, run: 40 cm, width: 2 m}}", 1.0, 0.3},
    {"{name: mesh, mesh: cube.obj}", 1, 0.3},
    {"{name: plank, shapes: [{box: [2 m, 1 m, 2 cm], at: [1 m, 0, 1 cm]}], at: [0, 0, 28 cm]}", 1,
     0.3},
    {"{name: turned, box: [1 m, 2 m, 30 cm], at: [1 m, 0, 0], faces: 30 deg}", 1, 0.3},
};

TEST_F(Obstacles, BearWhatLiesOnThem) {
  for (const char* world : {springs, impulses})
    for (const Stand& stand : stands)
      for (const char* figure : {"crate", "ball"}) {
        SCOPED_TRACE(std::string(world) + stand.obstacle + figure);
        Simulator s(shot(
            world, stand.obstacle, figure,
            "at: [" + std::to_string(stand.x) + ", 0, " + std::to_string(stand.top + 0.06) + "]"));
        s.advance(2);
        const Vec3 p = place(s);
        EXPECT_NEAR(p.z(), stand.top + 0.05, 1.5e-3);
        EXPECT_NEAR(p.x(), stand.x, 2e-3);
        EXPECT_LT(s.state().figures[0].v.norm(), 5e-3);
      }
}

// 20 degrees; friction would hold it up to 39. On springs it creeps as the damper of friction says:
// by the load along the surface over the damping of four corners.
TEST_F(Obstacles, ARampHoldsACrateByFriction) {
  for (const char* world : {springs, impulses}) {
    Simulator s(shot(world, "{name: ramp, ramp: {length: 2 m, width: 1 m, height: 72.8 cm}}",
                     "crate", "at: [1 m, 0, 41.9 cm], rotate: [y -20 deg]"));
    s.advance(1);
    const Vec3 at = place(s);
    s.advance(2);
    const double crept = world == springs ? 9.81 * std::sin(0.349) / (4 * 100) : 0;
    EXPECT_NEAR((place(s) - at).norm(), crept, 2e-4) << world;
    EXPECT_NEAR(at.z(), 0.364 + 0.05 / std::cos(0.349), 0.03);
  }
}

// A version 2 ground sticks, and obstacles do as it does: 15 degrees, where friction of 0.5 holds
// up to 27.
TEST_F(Obstacles, ACrateStandsOnARampAndDoesNotCreep) {
  const auto on_ramp = [&](const std::string& friction, const std::string& figure) {
    return Simulator(shot(
        "ground: {contact: {friction_model: stick, damping: 60 N*s/m, friction_damping: 60 N*s/m, "
        "rise: 1000, strength: 18 N/kg, friction_stiffness: 18e3 N/m}}",
        "{name: ramp, ramp: {length: 2 m, width: 1 m, height: 53.59 cm}, friction: " + friction +
            "}",
        figure, "at: [98.7 cm, 0, 31.7 cm], rotate: [y -15 deg]"));
  };
  Simulator s = on_ramp("0.5", "crate");
  s.advance(1);
  const Vec3 at = place(s);
  s.advance(3);
  EXPECT_LT((place(s) - at).norm(), 1e-5);
  EXPECT_NEAR(at.x(), 0.987, 2e-3);
  Simulator slides = on_ramp("0.2", "crate");  // by g (sin - 0.2 cos) t^2 / 2
  slides.advance(1);
  const Vec3 before = place(slides), v = slides.state().figures[0].v.segment<3>(3);
  slides.advance(1.2);
  const double gains = 9.81 * (std::sin(0.2618) - 0.2 * std::cos(0.2618));
  EXPECT_NEAR((place(slides) - before).norm(), v.norm() * 0.2 + gains * 0.02, 1e-3);
  Simulator rolls = on_ramp("0.5", "ball");  // by 5/7 of what it would slide without friction
  rolls.advance(0.5);
  const Vec3 from = place(rolls);
  const double speed = rolls.state().figures[0].v.segment<3>(3).norm();
  rolls.advance(0.7);
  EXPECT_NEAR((place(rolls) - from).norm(), speed * 0.2 + 5.0 / 7 * 9.81 * std::sin(0.2618) * 0.02,
              2e-3);
}

// Without ground theirs is the law of collisions.
TEST_F(Obstacles, HoldByTheLawOfCollisionsWhereThereIsNoGround) {
  Simulator s(shot(
      "collisions: {contact: {friction_model: stick, damping: 60 N*s/m, friction: 0.5, "
      "friction_damping: 60 N*s/m, rise: 1000, strength: 18 N/kg, friction_stiffness: 18e3 N/m}}",
      "{name: ramp, ramp: {length: 2 m, width: 1 m, height: 53.59 cm}}", "crate",
      "at: [98.7 cm, 0, 31.7 cm], rotate: [y -15 deg]"));
  s.advance(1);
  const Vec3 at = place(s);
  s.advance(3);
  EXPECT_LT((place(s) - at).norm(), 1e-5);
}

// What comes at 1 m/s stays in front of the first step, and is not thrown back faster.
TEST_F(Obstacles, AStairStopsWhatRunsIntoIt) {
  for (const char* world : {springs, impulses})
    for (const char* figure : {"crate", "ball"}) {
      SCOPED_TRACE(std::string(world) + figure);
      MotionSpec motion = shot(world,
                               "{name: stairs, stairs: {count: 3, rise: 15 cm, run: 30 cm, width: "
                               "2 m}, at: [20 cm, 0, 0]}",
                               figure, "at: [0, 0, 5 cm]");
      CueSpec kick;
      kick.name = "go";
      kick.at = 0;
      kick.kick.emplace();
      kick.kick->figures = {"it"};
      kick.kick->velocity = Vec3(3, 0, 0);
      motion.cues = {kick};
      Simulator s(motion);
      double farthest = 0;
      for (int k = 1; k <= 1000; ++k) {
        s.advance(k * 1e-3);
        farthest = std::max(farthest, place(s).x());
        ASSERT_GT(s.state().figures[0].v[3], -3.0);
      }
      EXPECT_GT(farthest, 0.14);
      EXPECT_LT(farthest, 0.155);
    }
}

TEST_F(Obstacles, AMeshIsTouchedAsTheSameBoxIs) {
  for (const char* world : {springs, impulses}) {
    const auto end = [&](const char* obstacle) {
      Simulator s(
          shot(world, obstacle, "crate", "at: [1.02, 0.03, 0.45], rotate: [x 20 deg, y 30 deg]"));
      s.advance(1.5);
      return Eigen::VectorXd(s.state().figures[0].q);
    };
    const Eigen::VectorXd box = end("{name: o, box: [2 m, 2 m, 30 cm], at: [1 m, 0, 0]}"),
                          mesh = end("{name: o, mesh: cube.obj}");
    EXPECT_NEAR(box[2], 0.35, 2e-3) << world;
    EXPECT_NEAR(mesh[2], box[2], 5e-4) << world;
  }
}

// A crate that slides on a box stops after v^2 / (2 mu g), with the obstacle's own mu.
TEST_F(Obstacles, HaveFrictionOfTheirOwn) {
  for (const double mu : {0.3, 0.6}) {
    MotionSpec motion =
        shot(impulses, "{name: o, box: [8 m, 2 m, 30 cm], friction: " + std::to_string(mu) + "}",
             "crate", "at: [-2 m, 0, 35 cm]");
    CueSpec kick;
    kick.name = "go";
    kick.at = 0;
    kick.kick.emplace();
    kick.kick->figures = {"it"};
    kick.kick->velocity = Vec3(2, 0, 0);
    motion.cues = {kick};
    Simulator s(motion);
    s.advance(2);
    const double way = 4 / (2 * mu * 9.81);
    EXPECT_NEAR(place(s).x() + 2, way, 0.05 * way);
  }
}

// Figures touch obstacles without `collisions`, and still pass through each other; the root keeps
// its name as the only figure.
TEST_F(Obstacles, AskForNoCollisionsOfFigures) {
  MotionSpec motion = shot(springs, stands[0].obstacle, "ball", "at: [1, 0, 0.36]");
  EXPECT_EQ(motion.figures.size(), 2u);
  CastSpec other = motion.figures[0];
  other.name = "other";
  other.at = Vec3(1, 0.02, 0.36);
  motion.figures.insert(motion.figures.begin() + 1, other);
  Simulator s(motion);
  s.advance(1);
  EXPECT_NEAR(place(s, 0).z(), 0.35, 1.5e-3);
  EXPECT_NEAR(place(s, 1).y(), 0.02, 1e-3);
}

// The figure is at fault, not the obstacle. (Impulses move apart what begins in each other.)
TEST_F(Obstacles, RefuseAFigureThatBeginsInThem) {
  const MotionSpec motion = shot(springs, stands[0].obstacle, "ball", "at: [1, 0, 0.26]");
  try {
    const Simulator s(motion);
    ADD_FAILURE();
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems()[0].key, "figures[0].at");
    EXPECT_NE(error.problems()[0].found.find("it.ball"), std::string::npos);
  }
}

// An obstacle that stands in the ground is not pushed out of it, and none pushes another.
TEST_F(Obstacles, StayWhereTheyAre) {
  const MotionSpec motion = shot(springs,
                                 "{name: a, box: [1 m, 1 m, 30 cm], at: [3 m, 0, -10 cm]}, {name: "
                                 "b, box: [1 m, 1 m, 30 cm], at: [3.2 m, 0, 0]}",
                                 "ball", "at: [0, 0, 5 cm]");
  Simulator s(motion);
  s.advance(0.5);
  EXPECT_EQ(place(s, 1), Vec3(3, 0, -0.1));
  EXPECT_TRUE(s.state().figures[2].v.isZero(0));
}

}  // namespace
}  // namespace gambol::obstacles_test
