// Whether legs step as a kinematic gait's design asks, on steps that were made up.

#include <gtest/gtest.h>

#include "made_up.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol::testing {
namespace {

constexpr double sample = 0.001;  // s

Curve line(double from, double to, double until) {
  Curve c;
  c.keys = {{0, from, Interpolation::linear}, {until, to, Interpolation::linear}};
  return c;
}

GaitPattern pattern(std::vector<double> left, std::vector<double> right) {
  GaitPattern p;
  p.phases.emplace();
  p.phases->left = std::move(left);
  p.phases->right = std::move(right);
  return p;
}

// Asked for: a walk on four legs with a period of 0.5 s that stand for 0.6 of it.
struct Walk : MadeUp {
  explicit Walk(double seconds = 4) : MadeUp(2, seconds) {
    KinematicGaitSpec spec;
    spec.gait = pattern({0.75, 0}, {0.25, 0.5});
    spec.step.height = 0.1;
    spec.design.period = 0.5;
    spec.design.duty_factor = 0.6;
    spec.design.body_speed = 1;
    shot.motion.figures[0].controllers[0].kind = spec;
  }
  KinematicGaitSpec& asked() {
    return *shot.motion.figures[0].controllers[0].kind.as<KinematicGaitSpec>();
  }
  double phase(std::size_t leg) { return phases_of(asked().gait, figure().legs)[leg]; }

  // What legs do; `state`: of a leg, in cycles (Eq. 9), and what it stands for.
  struct State {
    double cycles = 0, duty_factor = 0;
  };
  void walk(const std::function<State(double t, std::size_t leg)>& state) {
    std::vector<std::string> columns{"z"};
    for (const LegSpec& leg : figure().legs) columns.push_back("step/" + leg.name);
    with("gait", columns, [&](double t, std::size_t c) {
      if (t == 0) return 0.0;  // before the first tick
      if (c == 0) return 0.7;
      const State s = state(t - sample, c - 1);
      return s.cycles - std::floor(s.cycles) < s.duty_factor ? 0.0 : 1.0;
    });
  }
  double error(const std::string& measure, double from = 0, std::optional<double> to = {}) {
    return said(measure, from, to).value;
  }
  Measurement said(const std::string& measure, double from = 0, std::optional<double> to = {}) {
    ExpectSpec e;
    e.measure = measure;
    e.from = from;
    e.to = to;
    e.max = 0.01;
    return measured(e);
  }
  std::string complaint(const std::string& measure, double from = 0,
                        std::optional<double> to = {}) {
    try {
      said(measure, from, to);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

constexpr double known = sample / 0.5;  // how exactly errors are, of a period of 0.5 s

TEST(StepMeasures, FindNoErrorInTheGaitThatWasAskedFor) {
  for (double offset : {0.0, 0.0003, 0.123, 0.2501}) {
    Walk w;
    w.walk([&](double t, std::size_t leg) {
      return Walk::State{w.phase(leg) + (t + offset) / 0.5, 0.6};
    });
    EXPECT_LE(w.error("commanded_duty_factor_error"), known * 1.01);
    EXPECT_LE(w.error("commanded_phase_error"), known * 1.01);
    EXPECT_TRUE(w.said("commanded_phase_error").passed);
  }
}

TEST(StepMeasures, NoticeALegThatStandsForTooLong) {
  Walk w;
  w.walk([&](double t, std::size_t leg) {
    return Walk::State{w.phase(leg) + t / 0.5, leg == 2 && t > 2 ? 0.7 : 0.6};
  });
  EXPECT_NEAR(w.error("commanded_duty_factor_error"), 0.1, known);
  EXPECT_NE(w.said("commanded_duty_factor_error").why.find("left1"), std::string::npos);
  EXPECT_LE(w.error("commanded_duty_factor_error", 0, 2), known * 1.01);
  EXPECT_LE(w.error("commanded_phase_error"), known * 1.01) << "it is placed when it should";
}

TEST(StepMeasures, KnowTheDutyFactorsOfSingleLegs) {
  for (const double own : {0.5, 0.6}) {
    Walk w;
    w.asked().legs.resize(1);
    w.asked().legs[0].legs = {w.figure().legs[2].name};
    w.asked().legs[0].duty_factor = Curve(0.5);
    w.walk([&](double t, std::size_t leg) {
      return Walk::State{w.phase(leg) + t / 0.5, leg == 2 ? own : 0.6};
    });
    EXPECT_NEAR(w.error("commanded_duty_factor_error"), own - 0.5, known * 1.01);
  }
}

TEST(StepMeasures, NoticeALegThatIsPlacedLate) {
  for (double late : {-0.1, 0.1, 0.4}) {
    Walk w;
    w.walk([&](double t, std::size_t leg) {
      return Walk::State{w.phase(leg) + t / 0.5 - (leg == 3 ? late : 0), 0.6};
    });
    EXPECT_NEAR(w.error("commanded_phase_error"), std::abs(late), known * 1.01);
    EXPECT_NE(w.said("commanded_phase_error").why.find("right1"), std::string::npos);
    EXPECT_LE(w.error("commanded_duty_factor_error"), known * 1.01);
  }
}

TEST(StepMeasures, CompareLegsWithEachOther) {
  Walk w;  // all of them late alike, and slower than asked
  w.walk([&](double t, std::size_t leg) {
    return Walk::State{w.phase(leg) + t / 0.55 - 0.3, 0.6};
  });
  EXPECT_LE(w.error("commanded_phase_error"), known * 1.01);
  EXPECT_LE(w.error("commanded_duty_factor_error"), known * 1.01);
}

TEST(StepMeasures, FollowADesignThatChanges) {
  Walk w(6);
  w.asked().design.period = line(0.7, 0.4, 6);
  w.asked().design.duty_factor = line(0.7, 0.4, 6);
  w.walk([&](double t, std::size_t leg) {
    const double rate = -0.05;  // of either, in a second
    const double cycles = std::log1p(rate * t / 0.7) / rate;
    return Walk::State{w.phase(leg) + cycles, 0.7 + rate * t};
  });
  EXPECT_LT(w.error("commanded_duty_factor_error"), 0.005);
  EXPECT_LT(w.error("commanded_phase_error"), 0.01);
  w.asked().design.duty_factor = 0.55;
  EXPECT_NEAR(w.error("commanded_duty_factor_error"), 0.15, 0.03);
}

TEST(StepMeasures, TakeTheDutyFactorOfTheGaitWhereTheDesignHasNone) {
  Walk w;
  w.asked().design.duty_factor.reset();
  w.asked().gait.duty_factor = 0.6;
  w.walk([&](double t, std::size_t leg) { return Walk::State{w.phase(leg) + t / 0.5, 0.6}; });
  EXPECT_LE(w.error("commanded_duty_factor_error"), known * 1.01);
  w.asked().gait.duty_factor = 0.65;
  EXPECT_NEAR(w.error("commanded_duty_factor_error"), 0.05, known);
}

TEST(StepMeasures, TakeThePhasesOfTheGaitThatRules) {
  Walk w;
  GaitShiftSpec shift;
  shift.at = 2;
  shift.gait = pattern({0.5, 0}, {0, 0.5});
  w.asked().shifts = {shift};
  const auto trot = phases_of(shift.gait, w.figure().legs);
  w.walk([&](double t, std::size_t leg) {
    const double shifted = std::clamp(t - 2, 0.0, 1.0);  // within a second
    return Walk::State{(1 - shifted) * w.phase(leg) + shifted * trot[leg] + t / 0.5, 0.6};
  });
  EXPECT_LE(w.error("commanded_phase_error", 0, 2), known * 1.01);
  EXPECT_LE(w.error("commanded_phase_error", 3), known * 1.01);
  EXPECT_GT(w.error("commanded_phase_error"), 0.1) << "while it shifts";
  w.asked().shifts.clear();
  EXPECT_NEAR(w.error("commanded_phase_error", 3), 0.25, known * 1.01);
}

TEST(StepMeasures, SayWhatTheyNeed) {
  Walk w;
  w.walk([&](double t, std::size_t leg) { return Walk::State{w.phase(leg) + t / 0.5, 0.6}; });
  for (const char* measure : {"commanded_duty_factor_error", "commanded_phase_error"}) {
    EXPECT_NE(w.complaint(measure, 1, 1.4).find("a time with a whole cycle of leg "),
              std::string::npos)
        << w.complaint(measure, 1, 1.4);
    EXPECT_NE(w.complaint(measure, 1.65, 1.8).find("from 1.65 s to 1.8 s it swings never"),
              std::string::npos)
        << w.complaint(measure, 1.65, 1.8);
    Walk other;
    other.walk([](double, std::size_t) { return Walk::State{}; });
    other.shot.motion.figures[0].controllers[0].kind = OscillatorGaitSpec{};
    EXPECT_NE(other.complaint(measure).find("a figure with a kinematic gait"), std::string::npos);
  }
  EXPECT_NE(w.complaint("commanded_duty_factor_error", 1, 1.65).find("it swings only once"),
            std::string::npos);
  w.asked().design.leg_speed = 0.1;  // a fourth quantity, which contradicts the three
  EXPECT_NE(w.complaint("commanded_duty_factor_error").find("a feasible gait: at "),
            std::string::npos);
}

TEST(StepMeasures, DoNotTakeTheFirstTickForALift) {
  // Every leg is in the air when the gait begins to speak, and lands before the phases say.
  Walk w;
  w.walk([&](double t, std::size_t leg) {
    return Walk::State{w.phase(leg) + t / 0.5, t < 0.05 ? 0 : 0.6};
  });
  EXPECT_LE(w.error("commanded_duty_factor_error"), known * 1.01);
}

}  // namespace
}  // namespace gambol::testing
