// What seed 002 (section 4) says of its search.

#include "search/optimisers/greedy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost_functions.h"

namespace gambol {
namespace {

const Eigen::VectorXd middle = Eigen::VectorXd::Constant(144, 0.5);  // a canter's parameters

TEST(Greedy, BeginsWithItsStart) {
  GreedySearch search({.start = middle});
  EXPECT_EQ(search.ask(), std::vector{middle});
}

TEST(Greedy, ChangesOneParameterInFiveByUpToATenthOfTheRange) {
  GreedySearch search({.start = middle, .round = 1001, .evaluations = 1001});
  auto candidates = search.ask();
  candidates.erase(candidates.begin());
  std::vector<double> changes;
  std::vector<int> per_parameter(144, 0);
  for (const auto& candidate : candidates)
    for (int i = 0; i < 144; ++i)
      if (candidate[i] != 0.5) changes.push_back(candidate[i] - 0.5), ++per_parameter[i];
  const double count = 144 * 1000;
  EXPECT_NEAR(changes.size() / count, 0.2, 5 * std::sqrt(0.16 / count));
  for (const int changed : per_parameter)
    EXPECT_NEAR(changed / 1000.0, 0.2, 5 * std::sqrt(0.16 / 1000));
  // Uniform between -0.1 and 0.1.
  std::sort(changes.begin(), changes.end());
  EXPECT_GE(changes.front(), -0.1 - 1e-15);
  EXPECT_LE(changes.back(), 0.1 + 1e-15);
  const auto n = static_cast<double>(changes.size());
  for (std::size_t k = 0; k < changes.size(); ++k)
    ASSERT_NEAR((changes[k] + 0.1) / 0.2, k / n, 1.95 / std::sqrt(n));
}

TEST(Greedy, AlwaysChangesSomething) {
  GreedySearch search(
      {.start = Eigen::VectorXd::Constant(1, 0.5), .round = 200, .evaluations = 200});
  const auto candidates = search.ask();
  for (std::size_t i = 1; i < candidates.size(); ++i) EXPECT_NE(candidates[i], candidates[0]);
}

TEST(Greedy, AcceptsOnlyALowerCost) {
  GreedySearch search({.start = middle, .evaluations = 100});
  search.tell({5});
  Eigen::VectorXd best = middle;
  double least = 5;
  for (const double cost : {5.0, 6.0, 4.0, 4.0, 4.5, 3.0, double(INFINITY), double(NAN)}) {
    const Eigen::VectorXd candidate = search.ask().at(0);
    EXPECT_LE((candidate - best).cwiseAbs().maxCoeff(), 0.1 + 1e-15);
    search.tell({cost});
    if (cost < least) best = candidate, least = cost;
    EXPECT_EQ(search.best(), best);
    EXPECT_EQ(search.best_cost(), least);
  }
}

TEST(Greedy, TakesTheBestOfARoundWhoseCandidatesAllComeFromOne) {
  GreedySearch search({.start = middle, .round = 4, .evaluations = 10});
  search.tell({9, 8, 8, 10});
  const Eigen::VectorXd best = search.best();
  const auto round = search.ask();
  ASSERT_EQ(round.size(), 4u);
  for (const auto& candidate : round)
    EXPECT_LE((candidate - best).cwiseAbs().maxCoeff(), 0.1 + 1e-15);
  search.tell({8, 7, 6, 6});
  EXPECT_EQ(search.best(), round[2]);
  EXPECT_EQ(search.ask().size(), 2u);  // ten in all
}

TEST(Greedy, StaysInTheRangeAndReachesItsEnds) {
  GreedySearch search({.start = Eigen::VectorXd::Constant(6, 0.5)});
  const auto cost = [](const Eigen::VectorXd& u) { return u.head(3).sum() - u.tail(3).sum(); };
  Eigen::VectorXd expected(6);
  expected << 0, 0, 0, 1, 1, 1;
  EXPECT_EQ(minimise(search, cost, -3).at, expected);
}

// Fig. 7: three starts, half the range apart, end with about the same cost after 2000 evaluations.
TEST(Greedy, EndsAlikeFromThreeStarts) {
  const int n = 72;  // "approximately half" of 144, for a trot
  const Eigen::MatrixXd rotation = random_rotation(n, 3);
  const auto smooth = [&](const Eigen::VectorXd& u) {
    const Eigen::VectorXd x = rotation * (u - Eigen::VectorXd::Constant(n, 0.45));
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += (1 + 9.0 * i / n) * x[i] * x[i];
    return sum;
  };
  std::vector<double> first, last;
  for (const int test : {0, 1, 2}) {
    GreedySearch search({.start = Eigen::VectorXd::Constant(n, 0.5),
                         .offset = test == 0 ? 0 : 0.5,
                         .seed = static_cast<std::uint64_t>(test)});
    first.push_back(smooth(search.ask().at(0)));
    last.push_back(minimise(search, smooth, 0).cost);
    RecordProperty("cost_" + std::to_string(test), std::to_string(last.back()));
  }
  EXPECT_GT(first[1], 10 * first[0]);
  EXPECT_GT(first[2], 10 * first[0]);
  const auto [least, most] = std::minmax_element(last.begin(), last.end());
  EXPECT_LT(*most, 3 * *least);
  EXPECT_LT(*most, first[1] / 20);
}

}  // namespace
}  // namespace gambol
