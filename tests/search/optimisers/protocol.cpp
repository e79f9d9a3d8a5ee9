// What holds of every optimiser.

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "cost_functions.h"
#include "search/optimisers/cma_es.h"
#include "search/optimisers/greedy.h"
#include "search/optimisers/grid.h"
#include "search/optimisers/random_sampling.h"

namespace gambol {
namespace {

struct Kind {
  const char* name;
  std::function<std::unique_ptr<Optimiser>(std::uint64_t seed)> make;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

template <class O, class Options>
std::unique_ptr<Optimiser> made(Options options, std::uint64_t seed) {
  if constexpr (requires { options.seed; }) options.seed = seed;
  if constexpr (requires { options.start; }) options.start = Eigen::VectorXd::Constant(4, 0.9);
  return std::make_unique<O>(options);
}

const Kind kinds[] = {
    {"CmaEs", [](auto seed) { return made<CmaEs>(CmaEsOptions{.generations = 60}, seed); }},
    {"Greedy",
     [](auto seed) {
       return made<GreedySearch>(GreedyOptions{.round = 7, .evaluations = 300}, seed);
     }},
    {"Grid",
     [](auto seed) {
       return made<GridSearch>(GridOptions{{3, 4, 5, 6}, 50}, seed);
     }},
    {"Random",
     [](auto seed) {
       return made<RandomSampling>(RandomSamplingOptions{4, 300, 50}, seed);
     }},
};

class AnyOptimiser : public testing::TestWithParam<Kind> {};

struct Record {
  std::vector<std::vector<Eigen::VectorXd>> candidates;
  std::vector<std::vector<double>> costs;
};

Record recorded(Optimiser& optimiser, const Cost& cost) {
  Record record;
  while (true) {
    record.candidates.push_back(optimiser.ask());
    if (record.candidates.back().empty()) return record;
    record.costs.push_back(costs_of(record.candidates.back(), cost));
    optimiser.tell(record.costs.back());
  }
}

// A third fails in one way or another.
double failing(const Eigen::VectorXd& u) {
  const double bad[] = {std::numeric_limits<double>::infinity(),
                        std::numeric_limits<double>::quiet_NaN(),
                        -std::numeric_limits<double>::infinity()};
  const auto pick = static_cast<int>(u.sum() * 1e6) % 9;
  return pick < 3 ? bad[pick] : rosenbrock(u);
}

TEST_P(AnyOptimiser, AsksTheSameUntilItIsTold) {
  const auto optimiser = GetParam().make(1);
  const auto first = optimiser->ask();
  EXPECT_EQ(optimiser->ask(), first);
  optimiser->tell(costs_of(first, sphere));
  const auto second = optimiser->ask();
  EXPECT_NE(second, first);
  EXPECT_EQ(optimiser->ask(), second);
}

TEST_P(AnyOptimiser, AsksInsideTheCubeUntilItIsOver) {
  const auto optimiser = GetParam().make(2);
  const Record record = recorded(*optimiser, failing);
  EXPECT_GT(record.costs.size(), 5u);
  for (const auto& generation : record.candidates)
    for (const Eigen::VectorXd& u : generation) {
      ASSERT_EQ(u.size(), 4);
      EXPECT_TRUE((u.array() >= 0).all() && (u.array() <= 1).all()) << u.transpose();
    }
  optimiser->tell({});
  EXPECT_TRUE(optimiser->ask().empty());
}

TEST_P(AnyOptimiser, ResumesToTheBitFromRecordedCosts) {
  const Record record = recorded(*GetParam().make(3), failing);
  const auto again = GetParam().make(3);
  for (std::size_t i = 0; i < record.costs.size(); ++i) {
    ASSERT_EQ(again->ask(), record.candidates[i]) << i;  // compares numbers exactly
    again->tell(record.costs[i]);
  }
}

TEST_P(AnyOptimiser, DependsOnItsSeedIfItIsRandom) {
  const auto of = [&](std::uint64_t seed) {
    return recorded(*GetParam().make(seed), sphere).candidates;
  };
  EXPECT_EQ(of(4) == of(5), std::string(GetParam().name) == "Grid");
}

TEST_P(AnyOptimiser, TakesAllFailuresAlike) {
  const auto of = [&](double failure) {
    const auto cost = [&](const Eigen::VectorXd& u) { return u[0] < 0.5 ? failure : sphere(u); };
    return recorded(*GetParam().make(6), cost).candidates;
  };
  const auto infinite = of(std::numeric_limits<double>::infinity());
  EXPECT_EQ(of(std::numeric_limits<double>::quiet_NaN()), infinite);
  EXPECT_EQ(of(-std::numeric_limits<double>::infinity()), infinite);
}

TEST_P(AnyOptimiser, GoesOnWhenEverythingFails) {
  const auto nothing = [](const auto&) { return std::numeric_limits<double>::quiet_NaN(); };
  const Record record = recorded(*GetParam().make(7), nothing);
  EXPECT_EQ(record.costs.size(), recorded(*GetParam().make(7), sphere).costs.size());
  for (const auto& generation : record.candidates)
    for (const Eigen::VectorXd& u : generation) EXPECT_TRUE(u.allFinite());
}

INSTANTIATE_TEST_SUITE_P(Search, AnyOptimiser, testing::ValuesIn(kinds),
                         [](const auto& info) { return info.param.name; });

TEST(NormalDeviates, HaveTheMomentsAndTailsOfTheirDistribution) {
  Random random(1);
  const int count = 200000;
  double sum = 0, squares = 0, fourth = 0;
  int beyond = 0;
  for (int i = 0; i < count; ++i) {
    const double x = normal(random);
    sum += x, squares += x * x, fourth += x * x * x * x;
    beyond += std::abs(x) > 2;
  }
  // Five standard errors each.
  EXPECT_NEAR(sum / count, 0, 5 * std::sqrt(1.0 / count));
  EXPECT_NEAR(squares / count, 1, 5 * std::sqrt(2.0 / count));
  EXPECT_NEAR(fourth / count, 3, 5 * std::sqrt(96.0 / count));
  EXPECT_NEAR(double(beyond) / count, std::erfc(std::sqrt(2.0)), 5 * std::sqrt(0.0434 / count));
}

}  // namespace
}  // namespace gambol
