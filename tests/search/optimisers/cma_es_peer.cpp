// CMA-ES against python3-cmaes, which others wrote from the same tutorial.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "cost_functions.h"
#include "search/optimisers/cma_es.h"
#include "support/own_file.h"

namespace gambol {
namespace {

const std::string peer =
    "/usr/bin/python3 " GAMBOL_SOURCE_DIR "/tests/search/optimisers/cma_es_peer.py ";

using Reals = Eigen::Ref<const Eigen::VectorXd>;

// In hexadecimals, so that no digit is lost.
void write(std::FILE* file, const char* what, const Reals& numbers) {
  std::fputs(what, file);
  for (const double x : numbers) std::fprintf(file, " %a", x);
  std::fputs("\n", file);
}

void write(std::FILE* file, const CmaEsState& state) {
  write(file, "mean", state.mean);
  write(file, "sigma", Eigen::VectorXd::Constant(1, state.sigma));
  write(file, "C", state.C.reshaped());
  write(file, "p_sigma", state.p_sigma);
  write(file, "p_c", state.p_c);
}

// A run far from the faces, as the peer knows no mirrors. Some costs are equal, some infinite. It
// ends early when its steps are small, as the peer finds them from candidates, which are rounded.
void write_run(std::FILE* file, const CmaEsOptions& options, const Cost& cost, int generations) {
  CmaEs search(options);
  std::fprintf(file, "run %d\n", static_cast<int>(search.ask().size()));
  write(file, search.state());
  const auto width = [&] {
    return search.state().sigma * std::sqrt(search.state().C.diagonal().minCoeff());
  };
  for (int generation = 0; generation < generations && width() > 1e-3; ++generation) {
    const auto candidates = search.ask();
    std::vector<double> costs = costs_of(candidates, cost);
    if (generation % 3 == 1)
      for (double& c : costs) c = std::round(c);
    if (generation % 5 == 2) costs[1] = costs.back() = INFINITY;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      ASSERT_TRUE((candidates[i].array() > 0).all() && (candidates[i].array() < 1).all());
      Eigen::VectorXd row(candidates[i].size() + 1);
      row << candidates[i], costs[i];
      write(file, "candidate", row);
    }
    search.tell(costs);
    write(file, search.state());
  }
}

// A condition of 1e6 would leave ten digits of C's inverse root, in either program.
double tame_ellipsoid(const Eigen::VectorXd& u) {
  const Eigen::ArrayXd x = 10 * (u.array() - 0.5);
  return (Eigen::ArrayXd::LinSpaced(x.size(), 1, 30) * x * x).sum();
}

TEST(CmaEsPeer, LearnsTheSameFromTheSameGenerations) {
  const std::string path = own_file(".txt");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"),
                                                             std::fclose);
  ASSERT_TRUE(file);
  for (const int n : {2, 5, 12})
    for (const int population : {0, 7, 40}) {
      const CmaEsOptions options{.start = Eigen::VectorXd::LinSpaced(n, 0.45, 0.55),
                                 .spread = 0.04,
                                 .population = population,
                                 .seed = static_cast<std::uint64_t>(n)};
      write_run(file.get(), options, n == 5 ? rosenbrock : tame_ellipsoid, 30);
    }
  // Down a slope, the path of sigma soon holds the other path back.
  const auto slope = [](const Eigen::VectorXd& u) { return u.sum(); };
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6})
    write_run(
        file.get(),
        {.start = in_cube(Eigen::Vector3d::Zero()), .spread = 0.01, .population = 20, .seed = seed},
        slope, 5);
  std::fflush(file.get());
  EXPECT_EQ(std::system((peer + "update " + path).c_str()), 0);
}

long median_evaluations(const std::string& function) {
  const std::map<std::string, Cost> costs = {
      {"sphere", sphere}, {"ellipsoid", ellipsoid}, {"rosenbrock", rosenbrock}};
  std::vector<long> counts;
  for (std::uint64_t seed = 1; seed <= 11; ++seed) {
    CmaEs search(
        {.start = in_cube(Eigen::VectorXd::Zero(6).array() - 1), .spread = 0.1, .seed = seed});
    counts.push_back(minimise(search, costs.at(function), 1e-8).evaluations);
  }
  std::sort(counts.begin(), counts.end());
  return counts[5];
}

TEST(CmaEsPeer, NeedsAsManyEvaluations) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> answers(
      ::popen((peer + "evaluations").c_str(), "r"), ::pclose);
  ASSERT_TRUE(answers);
  std::array<char, 32> function;
  double theirs = 0;
  int functions = 0;
  while (std::fscanf(answers.get(), "%31s %lf", function.data(), &theirs) == 2) {
    ++functions;
    const auto ours = static_cast<double>(median_evaluations(function.data()));
    RecordProperty(function.data(), std::to_string(ours) + " against " + std::to_string(theirs));
    EXPECT_GT(ours, theirs / 1.3) << function.data();
    EXPECT_LT(ours, theirs * 1.3) << function.data();
  }
  EXPECT_EQ(functions, 3);
}

}  // namespace
}  // namespace gambol
