// Which gait a controller of leg frames uses, on the gaits of scenes/dog/dog_stand.yaml.

#include "control/skills/gait_choice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gait/gait_spec.h"
#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol::testing {
namespace {

struct Dog {
  ShotSpec shot = load_shot(GAMBOL_SOURCE_DIR "/scenes/dog/dog_stand.yaml");
  const FigureSpec& figure = shot.motion.figures.front().figure;
  LegFramesSpec spec = *shot.motion.figures.front().controllers.front().kind.as<LegFramesSpec>();
  // Legs in the order of the frames.
  std::vector<std::size_t> legs = {0, 2, 1, 3};
  Model model = make_model(figure);
  GaitChoice choice() const { return {spec, figure, model, legs, {0.47, 0.45}}; }
  const StrideSpec& gait(const std::string& name) const {
    for (const StrideSpec& g : spec.gaits)
      if (g.name == name) return g;
    throw std::runtime_error(name);
  }
};

// A dog whose wanted speed goes through a list, a value per tick of 1 ms.
struct Runner {
  const GaitChoice& choice;
  StrideMemory memory = {};
  double time = 0;
  StrideMix at(double speed) {
    const StrideMix mix = choice.choose({speed, speed, speed}, time, time == 0, memory);
    memory.phase += 1e-3 / mix.of([&](const StridePlan& s) { return s.period.at(speed); });
    memory.phase -= std::floor(memory.phase);
    time += 1e-3;
    return mix;
  }
  std::size_t group() const { return memory.groups.empty() ? 0 : memory.groups.front().group; }
};

// States of all legs, as a controller has them.
std::vector<double> states(const StrideMix& mix, double phase) {
  std::vector<double> all;
  for (std::size_t k = 0; k < mix.slow->legs.size(); ++k) {
    const double slow = mix.slow->legs[k].relative_phase + mix.shift;
    const double way = std::remainder(mix.fast->legs[k].relative_phase - slow, 1.0);
    all.push_back(leg_state(slow + mix.share * way, phase));
  }
  return all;
}

TEST(GaitChoice, KeepsToTheGaitItHasBetweenTheSpeedsOfItsSwitches) {
  const Dog dog;
  const GaitChoice choice = dog.choice();
  Runner run{choice};
  const double up = dog.gait("canter").from_slower->speed,
               down = dog.gait("canter").to_slower->speed;
  ASSERT_LT(down, up);
  const double between = (down + up) / 2;
  for (int i = 0; i < 1000; ++i) run.at(between);
  EXPECT_EQ(run.group(), 0u);  // from below
  for (int i = 0; i < 1000; ++i) run.at(up + 0.01);
  EXPECT_EQ(run.group(), 1u);
  for (int i = 0; i < 1000; ++i) run.at(between);
  EXPECT_EQ(run.group(), 1u);  // from above
  for (int i = 0; i < 1000; ++i) run.at(down - 0.01);
  EXPECT_EQ(run.group(), 0u);
}

TEST(GaitChoice, BeginsWithTheGaitOfItsSpeed) {
  const Dog dog;
  const GaitChoice choice = dog.choice();
  Runner run{choice};
  const StrideMix mix = run.at(2.8);
  EXPECT_EQ(run.group(), 1u);
  EXPECT_EQ(mix.share, 0);
  EXPECT_EQ(mix.slow, mix.fast);
}

// Nobody's leg jumps, neither as the trot is left nor as the canter is reached, and each goes on
// by less than a fifth of a stride more or less than it would.
TEST(GaitChoice, GoesOverWithoutAJumpOfAnyLeg) {
  const Dog dog;
  const GaitChoice choice = dog.choice();
  for (int start = 0; start < 40; ++start) {
    Runner run{choice};
    const double up = dog.gait("canter").from_slower->speed;
    for (int i = 0; i < 100 + 11 * start; ++i) run.at(up - 0.01);
    double phase = run.memory.phase;
    std::vector<double> last = states(run.at(up - 0.01), phase);
    double share = 0;
    for (int i = 0; i < 600; ++i) {
      const StrideMix mix = run.at(up + 0.01);
      // The phase at which the mix was chosen, which the run has advanced since.
      phase = run.memory.phase -
              1e-3 / mix.of([&](const StridePlan& s) { return s.period.at(up + 0.01); });
      const std::vector<double> now = states(mix, phase - std::floor(phase));
      for (std::size_t k = 0; k < now.size(); ++k)
        EXPECT_LT(std::abs(std::remainder(now[k] - last[k], 1.0)), 0.006)
            << "leg " << k << " at " << i;
      last = now;
      if (mix.slow != mix.fast) {
        EXPECT_GE(mix.share, share);
        share = mix.share;
      }
    }
    EXPECT_GT(share, 0.99);
    EXPECT_EQ(run.group(), 1u);
  }
}

// The canter is left only while the legs that stand in it stand in the trot, too, and at once.
TEST(GaitChoice, WaitsForPhasesThatMatch) {
  const Dog dog;
  const GaitChoice choice = dog.choice();
  int waited = 0;
  for (int start = 0; start < 40; ++start) {
    Runner run{choice};
    for (int i = 0; i < 1000 + 7 * start; ++i) run.at(2.4);
    ASSERT_EQ(run.group(), 1u);
    for (int i = 0; run.group() == 1 && i < 1000; ++i) {
      const double before = run.memory.phase;
      const StrideMix left = Runner{run}.at(2.4);
      const StrideMix mix = run.at(1.9);
      if (run.group() == 1) {
        ++waited;
        continue;
      }
      EXPECT_EQ(mix.share, 0);
      double phase = run.memory.phase - 1e-3 / mix.slow->period.at(1.9);
      phase -= std::floor(phase);
      const std::vector<double> old = states(left, before), now = states(mix, phase);
      for (std::size_t k = 0; k < now.size(); ++k)
        EXPECT_EQ(old[k] < left.slow->legs[k].duty_factor, now[k] < mix.slow->legs[k].duty_factor)
            << "leg " << k;
    }
    EXPECT_EQ(run.group(), 0u);
  }
  EXPECT_GT(waited, 0);
}

// From canter to gallop and back the gaits are interpolated over the speed, in one group: no leg's
// state jumps where one begins or ends, and in between there is the hand gallop alone.
TEST(GaitChoice, GoesFromCanterToGallopOverTheSpeedWithoutAJump) {
  const Dog dog;
  const GaitChoice choice = dog.choice();
  Runner run{choice};
  for (int i = 0; i < 500; ++i) run.at(3);
  std::vector<double> last;
  bool hand = false;
  for (int i = 0; i <= 2000; ++i) {
    const double speed = i <= 1000 ? 3 + i * 1e-3 : 5 - i * 1e-3;
    const StrideMix mix = run.at(speed);
    const double phase =
        run.memory.phase - 1e-3 / mix.of([&](const StridePlan& s) { return s.period.at(speed); });
    const std::vector<double> now = states(mix, phase - std::floor(phase));
    for (std::size_t k = 0; k < last.size(); ++k)
      EXPECT_LT(std::abs(std::remainder(now[k] - last[k], 1.0)), 0.006)
          << "leg " << k << " at " << speed;
    last = now;
    EXPECT_EQ(run.group(), 1u);
    if (mix.slow == mix.fast)
      EXPECT_TRUE(speed <= 3.1 || speed >= 3.8);
    else if (std::abs(speed - 3.5) < 1e-6)
      hand = mix.share < 1e-6 || mix.share > 1 - 1e-6;
  }
  EXPECT_TRUE(hand);
}

// Of gaits of the same footfalls the shift undoes a shift of all of them.
TEST(GaitChoice, FindsTheShiftBetweenTheSameFootfalls) {
  StridePlan a;
  for (const double phase : {0.0, 0.3, 0.7, 0.9}) {
    StrideLeg leg;
    leg.relative_phase = phase;
    a.legs.push_back(leg);
  }
  StridePlan b = a;
  for (StrideLeg& leg : b.legs) leg.relative_phase = std::fmod(leg.relative_phase + 0.35, 1.0);
  EXPECT_NEAR(matching_shift(a, b), 0.35, 1e-12);
  EXPECT_NEAR(std::remainder(matching_shift(a, a), 1.0), 0, 1e-12);
}

}  // namespace
}  // namespace gambol::testing
