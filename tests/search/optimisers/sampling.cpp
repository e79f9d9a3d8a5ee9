#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "cost_functions.h"
#include "search/optimisers/grid.h"
#include "search/optimisers/random_sampling.h"

namespace gambol {
namespace {

std::vector<Eigen::VectorXd> all_of(Optimiser& optimiser, std::size_t generation) {
  std::vector<Eigen::VectorXd> all;
  while (true) {
    const auto candidates = optimiser.ask();
    if (candidates.empty()) return all;
    EXPECT_LE(candidates.size(), generation);
    all.insert(all.end(), candidates.begin(), candidates.end());
    optimiser.tell(std::vector<double>(candidates.size()));
  }
}

std::vector<Eigen::VectorXd> grid(std::vector<int> levels, int generation) {
  GridSearch search({std::move(levels), generation});
  return all_of(search, generation);
}

TEST(Grid, VisitsCombinationsInTheOrderOfNestedLoops) {
  const auto visited = grid({2, 1, 3}, 64);
  std::vector<Eigen::VectorXd> expected;
  for (const double first : {0.0, 1.0})
    for (const double last : {0.0, 0.5, 1.0}) expected.push_back(Eigen::Vector3d(first, 0.5, last));
  EXPECT_EQ(visited, expected);
}

TEST(Grid, VisitsEachCombinationOnce) {
  const auto visited = grid({7, 3, 2, 5}, 11);
  std::set<std::vector<double>> different;
  for (const auto& u : visited) different.emplace(u.begin(), u.end());
  EXPECT_EQ(visited.size(), 210u);
  EXPECT_EQ(different.size(), 210u);
}

TEST(Grid, IsTheSameInPiecesOfAnySize) {
  const auto whole = grid({4, 5, 3}, 1000);
  for (const int generation : {1, 7, 30, 60}) EXPECT_EQ(grid({4, 5, 3}, generation), whole);
}

TEST(Grid, KnowsItsSizeBeforeItBegins) {
  EXPECT_EQ(GridSearch({{4, 5, 3}}).size(), 60u);
  GridSearch huge({std::vector<int>(144, 10)});
  EXPECT_EQ(huge.size(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(huge.ask().size(), 64u);
}

TEST(RandomSampling, IsUniformInEveryParameterAndInPairs) {
  RandomSampling search({.dimension = 3, .samples = 20000, .generation = 128, .seed = 1});
  const auto all = all_of(search, 128);
  ASSERT_EQ(all.size(), 20000u);
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  for (const auto& u : all) {
    const Eigen::Vector3d centred = u.array() - 0.5;
    moments += centred * centred.transpose() / 20000;
  }
  for (int i = 0; i < 3; ++i) {
    std::vector<double> sorted;
    for (const auto& u : all) sorted.push_back(u[i]);
    std::sort(sorted.begin(), sorted.end());
    // Kolmogorov and Smirnov's distance, which chance makes larger once in a thousand times.
    double distance = 0;
    for (int k = 0; k < 20000; ++k) distance = std::max(distance, std::abs(sorted[k] - k / 2e4));
    EXPECT_LT(distance, 1.95 / std::sqrt(20000));
    for (int j = 0; j < i; ++j) EXPECT_NEAR(moments(i, j), 0, 4 / 12.0 / std::sqrt(20000));
  }
}

TEST(RandomSampling, IsTheSameInPiecesOfAnySize) {
  const auto of = [](int generation) {
    RandomSampling search({.dimension = 2, .samples = 100, .generation = generation, .seed = 5});
    return all_of(search, generation);
  };
  EXPECT_EQ(of(1), of(100));
  EXPECT_EQ(of(33), of(100));
}

}  // namespace
}  // namespace gambol
