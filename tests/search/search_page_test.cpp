#include "search/loops/search_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

#include "search/page/cost_axis.h"
#include "search/page/measured_cells.h"
#include "search/page/summary.h"
#include "search/synthetic_search.h"

namespace gambol {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The first tag that does not close the one before, or that stays open; "" if there is none.
std::string imbalance(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != page.npos; at = page.find('<', at + 1)) {
    if (page.compare(at, 2, "<!") == 0) continue;
    const std::size_t end = page.find('>', at);
    if (end == page.npos) return "a tag without an end";
    const bool closes = page[at + 1] == '/';
    const std::size_t start = at + (closes ? 2 : 1);
    const std::string name = page.substr(start, page.find_first_of(" />\n", start) - start);
    if (!closes && page[end - 1] != '/') open.push_back(name);
    if (!closes) continue;
    if (open.empty() || open.back() != name) return "</" + name + ">";
    open.pop_back();
  }
  return open.empty() ? "" : "<" + open.back() + ">";
}

// Without the style, whose text might look like anything.
std::string body_of(const std::string& page) { return page.substr(page.find("<body>")); }

void expect_sound(const std::string& page) {
  EXPECT_EQ(imbalance(page), "");
  EXPECT_THAT(page, HasSubstr("<!DOCTYPE html>"));
  const std::regex number_in_attribute(R"( (d|x|y|width|height|viewBox)="[^"]*(nan|inf)[^"]*")");
  EXPECT_FALSE(std::regex_search(body_of(page), number_in_attribute));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

Evaluation evaluation(long generation, int candidate, double cost, std::vector<double> x,
                      const std::string& failure = "") {
  Evaluation e;
  e.generation = generation, e.candidate = candidate, e.cost = cost;
  e.x = Eigen::Map<Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  e.trials.resize(1);
  e.trials[0].cost = cost;
  e.trials[0].failure = failure;
  e.trials[0].measured = {10 * cost, 3.25};
  return e;
}

TEST(SearchPage, ShowsTheNumbersOfTheSearch) {
  RunSpec run = synthetic_run(1);
  run.about = "A strided walk.";
  const std::string page =
      search_page(run,
                  {evaluation(0, 0, 2.5, {0.5}), evaluation(0, 1, infinity, {0.1}, "fell at 0.5 s"),
                   evaluation(1, 0, 1.125, {1}), evaluation(1, 1, 1.5, {0.25})},
                  false);
  expect_sound(page);
  EXPECT_THAT(page, AllOf(HasSubstr("<dt>best cost</dt><dd>1.125</dd>"),
                          HasSubstr("<dt>best candidate</dt><dd>1.0</dd>"),
                          HasSubstr("<dt>evaluations</dt><dd>4</dd>"),
                          HasSubstr("<dt>generations</dt><dd>2</dd>"),
                          HasSubstr("<dt>failed</dt><dd>1 (25%)</dd>"), HasSubstr("CMA-ES"),
                          HasSubstr("A strided walk.")));
  // The first row of the table: cost, what was measured, and the parameter at the end of its range.
  EXPECT_THAT(page, HasSubstr("<tr class=\"first\"><th>1.0</th><td class=\"n\">1.125</td>"
                              "<td class=\"n\">11.25</td><td class=\"n\">3.25</td>"
                              "<td class=\"n\"><u>2</u></td></tr>"));
  EXPECT_EQ(count(page, "<tr class=\"first\">"), 1u);
}

TEST(SearchPage, LoadsItselfAgainUntilTheSearchIsFinished) {
  const RunSpec run = synthetic_run(1);
  const auto refreshes = HasSubstr("http-equiv=\"refresh\" content=\"10\"");
  EXPECT_THAT(search_page(run, {}, false), AllOf(refreshes, HasSubstr("running")));
  EXPECT_THAT(search_page(run, {}, true), AllOf(Not(refreshes), HasSubstr("finished")));
}

TEST(SearchPage, ShowsNamesAsText) {
  const std::string hostile = "</title><script>alert('1')</script>&\"";
  RunSpec run = synthetic_run(0);
  run.name = run.about = run.scenarios[0].name = run.objective[0].measured.name = hostile;
  run.parameters = {range_parameter(hostile, 0, 1), choice_parameter("c", {hostile, hostile})};
  const std::string page = search_page(
      run,
      {evaluation(0, 0, 1, {0.5, 0.5}), evaluation(0, 1, infinity, {0, 1}, hostile + "\x01\xff")},
      true);
  expect_sound(page);
  EXPECT_THAT(page, HasSubstr("&lt;script>alert(&#39;1&#39;)&lt;/script>&amp;&quot;"));
  EXPECT_THAT(page, Not(HasSubstr("\x01")));
}

TEST(SearchPage, OfNothingIsAPage) {
  const std::string page = search_page(synthetic_run(3), {}, false);
  expect_sound(page);
  EXPECT_THAT(page, HasSubstr("No candidate has been evaluated yet."));
}

TEST(SearchPage, OfFailuresAloneIsAPage) {
  RunSpec run = synthetic_run(2);
  std::vector<Evaluation> done;
  for (int i = 0; i < 30; ++i)
    done.push_back(evaluation(i / 10, i % 10, i % 2 ? infinity : NAN, {0.5, 1}, "fell"));
  const std::string page = search_page(run, done, false);
  expect_sound(page);
  EXPECT_THAT(page, AllOf(HasSubstr("<dd>30 (100%)</dd>"), HasSubstr("none yet"),
                          Not(HasSubstr("Best candidates"))));
}

TEST(SearchPage, DrawsNoNumberThatIsNone) {
  const RunSpec run = synthetic_run(2);
  std::vector<Evaluation> done;
  for (const double cost : {1e308, -1e308, 0.0, double(NAN), infinity, -infinity, 5e-324, 1.0})
    done.push_back(evaluation(0, static_cast<int>(done.size()), cost, {0.5, NAN}));
  done.push_back(evaluation(1, 0, 3, {infinity}));
  done.back().trials.clear();
  for (std::size_t n = 0; n <= done.size(); ++n)
    expect_sound(search_page(run, {done.begin(), done.begin() + static_cast<long>(n)}, true));
}

TEST(SearchPage, OfALongSearchIsShort) {
  const RunSpec run = synthetic_run(40, 12);
  const auto done = synthetic_search(run, {.generations = 2500, .population = 8, .failing = 0.9});
  ASSERT_EQ(done.size(), 20000u);
  const std::string page = search_page(run, done, false);
  expect_sound(page);
  EXPECT_LT(page.size(), 3'000'000u);
  EXPECT_LE(count(page, "<title>"), 2001u);  // one of the page, one of each dot
}

TEST(SearchPage, OfManyDifferentReasonsIsShort) {
  const RunSpec run = synthetic_run(1);
  std::vector<Evaluation> done;
  for (int i = 0; i < 2000; ++i)
    done.push_back(
        evaluation(0, i, infinity, {0.5}, std::string(static_cast<std::size_t>(i), 'x') + "ü"));
  EXPECT_LT(search_page(run, done, true).size(), 300'000u);
}

TEST(SearchSummary, GroupsFailuresUpToTheFirstDigit) {
  const auto summary = summarise(
      {evaluation(0, 0, infinity, {0}, "blew up at 0.25 s"),
       evaluation(0, 1, infinity, {0}, "fell at 0.5 s"), evaluation(0, 2, 1, {0}),
       evaluation(1, 0, infinity, {0}, "fell at 1.5 s"), evaluation(1, 1, infinity, {0})});
  ASSERT_EQ(summary.failures.size(), 3u);
  EXPECT_EQ(summary.failures[0].count, 2u);
  EXPECT_EQ(summary.failures[0].reason, "fell at 0.5 s");
  EXPECT_EQ(candidate_name(*summary.failures[0].example), "0.1");
  EXPECT_EQ(summary.failures[1].reason, "blew up at 0.25 s");
  EXPECT_EQ(summary.failures[2].reason, "the cost is not a finite number");
  EXPECT_EQ(summary.failed, 4u);
}

TEST(SearchSummary, OrdersByGenerationWhateverTheOrderOfTheEvaluations) {
  const std::vector<Evaluation> done = {evaluation(1, 0, 1, {0}), evaluation(0, 1, 2, {0}),
                                        evaluation(0, 0, 1, {0})};
  const auto summary = summarise(done);
  EXPECT_THAT(summary.in_order, ElementsAre(&done[2], &done[1], &done[0]));
  EXPECT_THAT(summary.best, ElementsAre(&done[2], &done[0], &done[1]));  // the first of equals
  ASSERT_EQ(summary.generations.size(), 2u);
  EXPECT_EQ(summary.generations[1].begin, 2u);
  EXPECT_EQ(best_of(summary, summary.generations[0]), &done[2]);
}

// The cost of one that was not tried in all scenarios is no cost of the whole.
TEST(SearchSummary, HasNoCandidateAmongTheBestThatSkippedAScenario) {
  std::vector<Evaluation> done = {evaluation(0, 0, 2, {0}), evaluation(0, 1, 1, {0})};
  done[1].trials.resize(2);
  done[1].trials[1].skipped = true;
  const auto summary = summarise(done);
  EXPECT_THAT(summary.best, ElementsAre(&done[0]));
  EXPECT_EQ(best_of(summary, summary.generations[0]), &done[0]);
  EXPECT_EQ(summary.failed, 0u);
}

TEST(SearchSummary, MergesGenerationsWithoutLosingAny) {
  const auto done = synthetic_search(synthetic_run(1), {.generations = 101, .population = 3});
  const auto summary = summarise(done);
  for (const std::size_t most : {1, 7, 100, 101, 500}) {
    const auto spans = merged_generations(summary, most);
    EXPECT_LE(spans.size(), most);
    std::size_t at = 0;
    for (const EvaluationSpan span : spans) {
      EXPECT_EQ(span.begin, at);
      at = span.end;
    }
    EXPECT_EQ(at, done.size());
  }
}

TEST(SearchSummary, ThinsToAscendingNumbersThatAreAlwaysTheSame) {
  EXPECT_THAT(thinned(3, 5), ElementsAre(0, 1, 2));
  EXPECT_TRUE(thinned(0, 5).empty());
  const auto kept = thinned(20000, 2000);
  EXPECT_EQ(kept, thinned(20000, 2000));
  EXPECT_EQ(kept.size(), 2000u);
  std::vector<int> of_candidate(10);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i] / 10, i);
    ++of_candidate[kept[i] % 10];
  }
  for (const int n : of_candidate) EXPECT_GT(n, 120);  // no place in the generation is preferred
}

TEST(CostAxis, IsLogarithmicForPositiveCostsOverMoreThanTwoDecades) {
  EXPECT_TRUE(CostAxis({0.01, 1, 5}).is_log());
  EXPECT_FALSE(CostAxis({0.1, 1, 5}).is_log());
  EXPECT_FALSE(CostAxis({-0.01, 1, 5000}).is_log());
  const CostAxis axis({0.01, 0.1, 10});
  EXPECT_NEAR(axis.part(1) - axis.part(0.1), axis.part(10) - axis.part(1), 1e-12);
  EXPECT_EQ(axis.ticks().front().text, "0.01");
  EXPECT_EQ(axis.ticks().back().text, "10");
}

TEST(CostAxis, LeavesAFewFarCostsAbove) {
  std::vector<double> costs;
  for (int i = 0; i < 100; ++i) costs.push_back(-1 - 0.01 * i);
  costs.push_back(1e6);
  const CostAxis axis(costs);
  EXPECT_EQ(axis.above(), 1u);
  EXPECT_EQ(axis.part(1e6), 1);
  EXPECT_LT(axis.part(-1.99), 0.1);
  EXPECT_GT(axis.part(-1), 0.7);
}

TEST(CostAxis, HasFewTicksWhateverTheCosts) {
  for (const std::vector<double>& costs : {std::vector<double>{},
                                           {0},
                                           {1, 1},
                                           {-3, -3 + 1e-15},
                                           {1e-300, 1e300},
                                           {-1e308, 1e308},
                                           {7e15, 7e15 + 8}}) {
    const auto ticks = CostAxis(costs).ticks();
    EXPECT_GE(ticks.size(), 1u);
    EXPECT_LE(ticks.size(), 7u);
    for (const AxisTick& tick : ticks) {
      EXPECT_GE(tick.part, 0);
      EXPECT_LE(tick.part, 1);
      EXPECT_LE(tick.text.size(), 14u);
    }
  }
}

TEST(MeasuredCells, FindTheTrialThatCostsMost) {
  std::vector<Trial> trials(3);
  trials[0].measured = {5}, trials[1].measured = {2}, trials[2].measured = {9};
  TermSpec t = term("forward_speed", 1);
  EXPECT_THAT(worst_trial(t, 0, trials), ElementsAre(2));
  t.weight = -1;
  EXPECT_THAT(worst_trial(t, 0, trials), ElementsAre(1));
  t.weight = 1;
  t.measured.min = 0.1;  // m/s; the measure is in cm/s: all are below
  EXPECT_THAT(worst_trial(t, 0, trials), ElementsAre(1));
  t.measured.min = 0;
  t.measured.max = 0.08;
  EXPECT_THAT(worst_trial(t, 0, trials), ElementsAre(2));
  trials[2].failure = "fell";
  trials[0].skipped = true;
  EXPECT_THAT(worst_trial(t, 0, trials), ElementsAre(1));
  trials[1].measured = {};
  EXPECT_TRUE(worst_trial(t, 0, trials).empty());
}

TEST(MeasuredCells, OfManyScenariosAreTheMeanAndTheWorst) {
  const RunSpec run = synthetic_run(1, 4);
  Evaluation e = evaluation(0, 0, 1, {0.5});
  e.trials.resize(4);
  for (std::size_t s = 0; s < 4; ++s)
    e.trials[s].measured = {double(s) + 1, double(s)}, e.trials[s].failure.clear();
  EXPECT_EQ(
      measured_cells(run, e),
      "<td class=\"n\">2.5 <span class=\"quiet\" title=\"worst in scenario0\">(1)</span></td>"
      "<td class=\"n\">1.5 <span class=\"quiet\" title=\"worst in scenario3\">(3)</span></td>");
  EXPECT_THAT(measured_head(run).groups, HasSubstr("mean of 4 scenarios (worst)"));
}

}  // namespace
}  // namespace gambol
