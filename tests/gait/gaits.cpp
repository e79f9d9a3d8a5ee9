// Gait patterns: each named gait steps as its definition says, in every way of writing it, and the
// page about them shows what they are.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "figure/legs.h"
#include "gait/gait_design.h"
#include "gait/gait_spec.h"
#include "schema/canonical.h"
#include "schema/explain.h"
#include "schema/fields.h"
#include "schema/loader.h"
#include "shot/file_kinds.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

const std::string source = GAMBOL_SOURCE_DIR;

std::vector<LegSpec> legs_of(int rows) {
  std::vector<LegSpec> legs;
  for (Side side : {Side::left, Side::right})
    for (int row = 0; row < rows; ++row) {
      LegSpec leg;
      leg.side = side;
      leg.row = row;
      leg.name = short_name(leg);
      legs.push_back(leg);
    }
  return legs;
}

// A cycle of a gait as its feet show it: which are on the ground at each of many instants that are
// not quite those of its events.
class Cycle {
 public:
  Cycle(const GaitPattern& pattern, int rows) : legs_(legs_of(rows)) {
    EXPECT_EQ(gait_misfit(pattern, legs_), "") << pattern.name;
    const std::vector<double> phases = phases_of(pattern, legs_);
    for (int i = 0; i < instants; ++i) {
      std::vector<bool> down;
      for (double phase : phases)
        down.push_back(leg_state(phase, time(i)) < pattern.duty_factor.value());
      down_.push_back(down);
    }
  }
  explicit Cycle(const std::string& name, int rows = 2)
      : Cycle(*find_gait(load_gaits(source + "/figures/gaits.yaml"), name), rows) {}

  static constexpr int instants = 1800;
  static double time(int i) { return (i + 0.5) / instants; }

  bool down(std::size_t leg, int i) const {
    return down_[static_cast<std::size_t>((i + instants) % instants)][leg];
  }
  int index(const std::string& name) const {
    for (std::size_t i = 0; i < legs_.size(); ++i)
      if (legs_[i].name == name) return static_cast<int>(i);
    return -1;
  }
  // When a foot is placed, in cycles.
  double placed(const std::string& name) const {
    const auto leg = static_cast<std::size_t>(index(name));
    for (int i = 0; i < instants; ++i)
      if (down(leg, i) && !down(leg, i - 1)) return static_cast<double>(i) / instants;
    ADD_FAILURE() << name << " is never placed";
    return 0;
  }
  // How much later the second foot is placed.
  double lag(const std::string& first, const std::string& second) const {
    const double lag = placed(second) - placed(first);
    return lag < 0 ? lag + 1 : lag;
  }
  // All feet in the order in which they are placed, from the given one on; = joins those at once.
  std::string order(const std::string& from) const {
    std::vector<std::pair<double, std::string>> feet;
    for (const LegSpec& leg : legs_) feet.emplace_back(lag(from, leg.name), leg.name);
    std::stable_sort(feet.begin(), feet.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text = feet[0].second;
    for (std::size_t i = 1; i < feet.size(); ++i)
      text += (feet[i].first == feet[i - 1].first ? "=" : " ") + feet[i].second;
    return text;
  }
  // As horsemen name them.
  std::string footfalls() const {
    std::string text = order("L2");
    for (std::size_t i = 1; i < text.size(); ++i)
      if (text[i] == '1' || text[i] == '2') text[i] = text[i] == '1' ? 'F' : 'H';
    return text;
  }
  int feet_down(int i) const {
    int count = 0;
    for (std::size_t leg = 0; leg < legs_.size(); ++leg) count += down(leg, i);
    return count;
  }
  std::pair<int, int> fewest_and_most_down() const {
    int least = 99, most = 0;
    for (int i = 0; i < instants; ++i) {
      least = std::min(least, feet_down(i));
      most = std::max(most, feet_down(i));
    }
    return {least, most};
  }
  // How often in a cycle the last foot leaves the ground.
  int flights() const {
    int count = 0;
    for (int i = 0; i < instants; ++i) count += feet_down(i) == 0 && feet_down(i - 1) > 0;
    return count;
  }
  bool ever_both_in_air(const std::string& a, const std::string& b) const {
    for (int i = 0; i < instants; ++i)
      if (!down(static_cast<std::size_t>(index(a)), i) &&
          !down(static_cast<std::size_t>(index(b)), i))
        return true;
    return false;
  }

 private:
  std::vector<LegSpec> legs_;
  std::vector<std::vector<bool>> down_;
};

using Counts = std::pair<int, int>;

TEST(NamedGaits, WalkIsALateralSequenceInFourEvenBeats) {
  const Cycle walk("walk");
  EXPECT_EQ(walk.footfalls(), "LH LF RH RF");
  EXPECT_NEAR(walk.lag("L2", "L1"), 0.25, 1e-3);
  EXPECT_NEAR(walk.lag("L1", "R2"), 0.25, 1e-3);
  EXPECT_NEAR(walk.lag("R2", "R1"), 0.25, 1e-3);
  EXPECT_EQ(walk.fewest_and_most_down(), Counts(2, 3));
}

TEST(NamedGaits, AmbleAndRackAreWalksAtARunsDutyFactorWithoutFlight) {
  const Cycle amble("amble"), rack("rack");
  EXPECT_EQ(amble.footfalls(), "LH LF RH RF");
  EXPECT_EQ(rack.footfalls(), "LH LF RH RF");
  EXPECT_LT(amble.lag("L2", "L1"), 0.249) << "nearer to the pace than the walk is";
  EXPECT_NEAR(rack.lag("L2", "L1"), 0.25, 1e-3);
  EXPECT_EQ(amble.fewest_and_most_down(), Counts(1, 2));
  EXPECT_EQ(rack.fewest_and_most_down(), Counts(1, 2));
  int single = 0;
  for (int i = 0; i < Cycle::instants; ++i) single += rack.feet_down(i) == 1;
  EXPECT_GT(single, Cycle::instants / 2) << "that is why it is called single-foot";
}

TEST(NamedGaits, TrotAndPaceMoveFeetByTwosHalfACycleApart) {
  const Cycle trot("trot"), pace("pace");
  EXPECT_EQ(trot.footfalls(), "LH=RF LF=RH");
  EXPECT_NEAR(trot.lag("L2", "L1"), 0.5, 1e-3);
  EXPECT_EQ(trot.flights(), 2);
  EXPECT_EQ(pace.footfalls(), "LF=LH RF=RH");
  EXPECT_NEAR(pace.lag("L2", "R2"), 0.5, 1e-3);
  EXPECT_EQ(pace.flights(), 2);
}

TEST(NamedGaits, CanterHasThreeBeatsAndAFlight) {
  const Cycle canter("canter");
  EXPECT_EQ(canter.footfalls(), "LH LF=RH RF");
  EXPECT_EQ(canter.flights(), 1);
  EXPECT_EQ(canter.fewest_and_most_down(), Counts(0, 3));
}

TEST(NamedGaits, GallopsDifferByTheOrderOfTheForeFeetAndByTheirFlights) {
  const Cycle transverse("transverse_gallop"), rotary("rotary_gallop");
  EXPECT_EQ(transverse.footfalls(), "LH RH LF RF");
  EXPECT_EQ(rotary.footfalls(), "LH RH RF LF");
  EXPECT_EQ(transverse.flights(), 1);
  EXPECT_EQ(rotary.flights(), 2);
}

TEST(NamedGaits, BoundPronkAndHopUseFeetTogether) {
  EXPECT_EQ(Cycle("bound").footfalls(), "LH=RH LF=RF");
  EXPECT_NEAR(Cycle("bound").lag("L2", "L1"), 0.5, 1e-3);
  EXPECT_EQ(Cycle("bound").flights(), 2);
  EXPECT_EQ(Cycle("pronk").footfalls(), "LF=LH=RF=RH");
  for (int rows : {1, 2, 5}) {
    const Cycle hop("hop", rows);
    EXPECT_EQ(hop.fewest_and_most_down(), Counts(0, 2 * rows));
    EXPECT_EQ(hop.flights(), 1);
  }
}

TEST(NamedGaits, BipedsWalkWithAFootOnTheGroundAndRunWithFlights) {
  const Cycle walk("biped_walk", 1), run("biped_run", 1);
  EXPECT_EQ(walk.fewest_and_most_down(), Counts(1, 2));
  EXPECT_EQ(run.fewest_and_most_down(), Counts(0, 1));
  EXPECT_EQ(run.flights(), 2);
  EXPECT_NEAR(walk.lag("L1", "R1"), 0.5, 1e-3);
  EXPECT_NEAR(run.lag("L1", "R1"), 0.5, 1e-3);
}

TEST(NamedGaits, TripodStandsOnTwoTrianglesInTurn) {
  const Cycle tripod("tripod", 3);
  EXPECT_EQ(tripod.order("L1"), "L1=L3=R2 L2=R1=R3");
  EXPECT_EQ(tripod.fewest_and_most_down(), Counts(3, 3));
  for (int rows : {2, 4, 7})
    EXPECT_EQ(Cycle("tripod", rows).fewest_and_most_down(), Counts(rows, rows));
}

TEST(NamedGaits, WavesRunForwardFromTheRearAndNoNeighboursAreInTheAir) {
  for (const char* name : {"wave", "ripple"})
    for (int rows : {3, 4, 7}) {
      const Cycle wave(name, rows);
      for (const char* side : {"L", "R"})
        for (int row = 1; row < rows; ++row) {
          const std::string front = fmt::format("{}{}", side, row);
          const std::string behind = fmt::format("{}{}", side, row + 1);
          EXPECT_LT(wave.lag(behind, front), 0.4) << "soon after the leg behind it";
          EXPECT_FALSE(wave.ever_both_in_air(front, behind)) << name << " " << front;
        }
      for (int row = 1; row <= rows; ++row)
        EXPECT_FALSE(wave.ever_both_in_air(fmt::format("L{}", row), fmt::format("R{}", row)));
    }
  EXPECT_EQ(Cycle("wave", 3).order("L3"), "L3 L2 L1 R3 R2 R1");
  EXPECT_EQ(Cycle("wave", 3).fewest_and_most_down(), Counts(5, 5));
  EXPECT_EQ(Cycle("ripple", 3).fewest_and_most_down(), Counts(4, 4));
}

TEST(LegState, IsPlacedOncePhaseAndTimeMakeAWholeCycleAndStaysBelowOne) {
  EXPECT_EQ(leg_state(0.25, 0.75), 0);
  EXPECT_EQ(leg_state(0.25, 0), 0.25);
  EXPECT_EQ(leg_state(0, -0.25), 0.75);
  EXPECT_EQ(leg_state(0, -1e-20), 0);
  EXPECT_LT(leg_state(0.9, 1e6), 1);
}

TEST(GaitPattern, FitsTheRowsThatItHasPhasesFor) {
  const GaitTable table = load_gaits(source + "/figures/gaits.yaml");
  const GaitPattern& trot = *find_gait(table, "trot");
  EXPECT_EQ(gait_misfit(trot, legs_of(2)), "");
  EXPECT_EQ(gait_misfit(trot, legs_of(3)), "the gait is for 2 rows of legs, and the figure has 3");
  EXPECT_EQ(gait_misfit(*find_gait(table, "biped_run"), legs_of(2)),
            "the gait is for 1 row of legs, and the figure has 2");
  EXPECT_EQ(gait_misfit(*find_gait(table, "hop"), {}), "the figure has no legs");
  auto legs = legs_of(2);
  legs.erase(legs.begin());
  EXPECT_EQ(gait_misfit(trot, legs), "") << "a leg was lost";
  legs.erase(legs.begin() + 1);
  EXPECT_EQ(gait_misfit(trot, legs),
            "the gait has phases for row 0, and the figure has no leg there");
  GaitPattern odd;
  odd.phases.emplace();
  odd.phases->left = {0, 0.3};
  odd.phases->right = {0.6};
  EXPECT_EQ(gait_misfit(odd, legs_of(2)), "the gait has no phase for leg R2, right in row 1");
}

TEST(GaitPattern, IsFoundByNameOrWrittenOutOrBoth) {
  const GaitTable table = load_gaits(common_gaits_file());
  GaitPattern gait;
  gait.name = "trot";
  EXPECT_EQ(resolve_gait(table, gait), "");
  EXPECT_EQ(phases_of(gait, legs_of(2)), (std::vector<double>{0.5, 0, 0, 0.5}));
  EXPECT_EQ(gait.duty_factor, 0.4);

  GaitPattern slow;
  slow.name = "trot";
  slow.duty_factor = 0.6;
  EXPECT_EQ(resolve_gait(table, slow), "");
  EXPECT_EQ(slow.duty_factor, 0.6);
  EXPECT_EQ(phases_of(slow, legs_of(2)), phases_of(gait, legs_of(2)));

  GaitPattern own;
  own.rule.emplace();
  own.rule->between_rows = -0.25;
  own.rule->across = 1;
  EXPECT_EQ(resolve_gait(table, own), "");
  EXPECT_EQ(phases_of(own, legs_of(2)), (std::vector<double>{0, 0.75, 0, 0.75}));

  GaitPattern wrong;
  EXPECT_THAT(resolve_gait(table, wrong), HasSubstr("the name of a gait"));
  wrong.name = "trott";
  EXPECT_THAT(resolve_gait(table, wrong), HasSubstr("(did you mean trot?)"));
  wrong.phases.emplace();
  wrong.rule.emplace();
  EXPECT_EQ(resolve_gait(table, wrong), "`phases` or `rule`, not both");
}

class GaitsFile : public Files {
 protected:
  std::string of(const std::string& gait) const {
    return problems(write("g.yaml", "gaits: g\npatterns:\n  a: " + gait + "\n"));
  }
};

TEST_F(GaitsFile, IsChecked) {
  EXPECT_EQ(of("{duty_factor: 1/3, rule: {between_rows: 1/6, across: 0.5}}"), "");
  EXPECT_EQ(of("{duty_factor: 0.3, phases: {left: 0, right: [0.5]}}"), "");
  EXPECT_THAT(of("{duty_factor: 1, phases: {left: [0]}}"),
              HasSubstr("g.yaml:3:20: patterns.a.duty_factor: found 1, expected a number below 1"));
  EXPECT_THAT(of("{duty_factor: 0, phases: {left: [0]}}"), HasSubstr("greater than 0"));
  EXPECT_THAT(of("{phases: {left: [0]}}"),
              HasSubstr("patterns.a.duty_factor: found nothing, expected"));
  EXPECT_THAT(of("{duty_factor: 0.5}"), HasSubstr("found nothing, expected this key, or rule"));
  EXPECT_THAT(of("{duty_factor: 0.5, phases: {}}"), HasSubstr("found no phase"));
  EXPECT_THAT(of("{duty_factor: 0.5, phases: {left: [0]}, rule: {between_rows: 0, across: 0}}"),
              HasSubstr("patterns.a.rule: found phases as well"));
  EXPECT_THAT(of("{duty_factor: 0.5, phases: {left: [0, 1.5]}}"),
              HasSubstr("patterns.a.phases.left[1]: found \"1.5\", expected a number from 0 to 1"));
  EXPECT_THAT(of("{duty_factor: 0.5, phases: {left: {a: 1}}}"),
              HasSubstr("or a list of such numbers"));
  EXPECT_THAT(of("{duty_factor: 0.5, rule: {across: 1}}"),
              HasSubstr("between_rows: found nothing"));
  EXPECT_THAT(of("{duty_facter: 0.5, rule: {between_rows: 0, across: 0}}"),
              HasSubstr("did you mean duty_factor?"));
  EXPECT_THAT(problems(write("h.yaml",
                             "gaits: h\npatterns:\n"
                             "  - {name: a, duty_factor: 0.5, phases: {left: [0]}}\n"
                             "  - {name: a, duty_factor: 0.5, phases: {left: [0]}}\n"
                             "  - {duty_factor: 0.5, phases: {left: [0]}}\n")),
              AllOf(HasSubstr("h.yaml:4:12: patterns[1].name: found \"a\" a second time"),
                    HasSubstr("h.yaml:5:5: patterns[2].name: found nothing, expected a name")));
  EXPECT_THAT(problems(write("i.yaml", "gaits: i\n")), HasSubstr("patterns: found nothing"));
}

// What a gait's owner needs to let authors write both the pattern and the design in it.
struct Walker {
  Place place;
  std::string name;
  GaitPattern gait;
  GaitDesign design;
};

void fields(Fields& v, Walker& w) {
  v.field("gait", w.gait, {.help = "its pattern", .or_as = "name"});
  fields(v, w.design);
}

TEST(GaitsOwner, TakesANameOrAPatternAndADesignAmongItsKeys) {
  const auto load = [](const std::string& text, std::string& problems) {
    Findings findings;
    LoadContext context{"w.yaml", findings};
    Walker walker;
    load_document(context, parse_yaml("walker: w\n" + text, "w.yaml", findings.problems), "walker",
                  walker, walker.name);
    check_gait(walker.gait, findings);
    for (const Problem& p : findings.problems) problems += p.to_string() + '\n';
    return walker;
  };
  std::string problems;
  Walker walker = load("gait: trot\nperiod: 400 ms\nstroke: 30 cm\n", problems);
  EXPECT_EQ(problems, "");
  EXPECT_EQ(resolve_gait(load_gaits(common_gaits_file()), walker.gait), "");
  EXPECT_EQ(walker.gait.duty_factor, 0.4);
  EXPECT_EQ(walker.design.period, 0.4);
  EXPECT_EQ(walker.design.stroke, 0.3);
  EXPECT_FALSE(walker.design.duty_factor);
  const std::string hash = canonical_text(walker, Touches::motion);
  walker.gait.phases->left[0] = 0.6;
  EXPECT_NE(canonical_text(walker, Touches::motion), hash);

  walker = load("gait: {duty_factor: 0.3, phases: {left: [0], right: [0.5]}}\n", problems);
  EXPECT_EQ(problems, "");
  EXPECT_EQ(walker.gait.phases->right, (std::vector<double>{0.5}));
  load("gait: {duty_factor: 1.5, rule: {between_rows: 0, across: 0}}\nbody_speed: 1 m\n", problems);
  EXPECT_THAT(problems, AllOf(HasSubstr("w.yaml:2:21: gait.duty_factor: found 1.5"),
                              HasSubstr("w.yaml:3:13: body_speed: found \"1 m\" (length)")));
}

TEST(GaitsFileKind, IsExplained) {
  EXPECT_THAT(explain(file_kinds(), "gaits.patterns.phases.left"),
              HasSubstr("or a list of such numbers"));
  EXPECT_THAT(json_schema(file_kinds(), "gaits"), HasSubstr("between_rows"));
}

// A cycle of each leg, `#` while its foot is on the ground.
std::string diagram(const GaitPattern& pattern) {
  constexpr int columns = 60;  // so that sixths and twentieths of a cycle are whole
  int rows = 3;
  if (pattern.phases)
    rows = static_cast<int>(std::max(pattern.phases->left.size(), pattern.phases->right.size()));
  const std::vector<LegSpec> legs = legs_of(rows);
  const std::vector<double> phases = phases_of(pattern, legs);
  std::string text;
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    text += fmt::format("    {}  ", legs[leg].name);
    for (int i = 0; i < columns; ++i)
      text += leg_state(phases[leg], (i + 0.5) / columns) < *pattern.duty_factor ? '#' : '.';
    text += '\n';
  }
  return text;
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// What docs/gaits.md says between its two marks is made of the data, here.
TEST(GaitsPage, ShowsTheNamedGaitsAsTheyAre) {
  const std::string page = text_of(source + "/docs/gaits.md");
  const std::string begin = "<!-- begin: gaits -->\n", end = "<!-- end: gaits -->\n";
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_NE(from, page.npos);
  ASSERT_NE(to, page.npos);
  std::string wanted;
  for (const GaitPattern& gait : load_gaits(source + "/figures/gaits.yaml").patterns)
    wanted += fmt::format("\n`{}`, duty factor {:.3g}: {}.\n\n{}", gait.name, *gait.duty_factor,
                          gait.about, diagram(gait));
  wanted += '\n';
  const std::size_t start = from + begin.size();
  if (page.substr(start, to - start) == wanted) return;
  const std::string fresh = testing::TempDir() + "gaits.md";
  std::ofstream(fresh) << page.substr(0, start) << wanted << page.substr(to);
  ADD_FAILURE() << "docs/gaits.md is out of date; " << fresh << " is what it should be";
}

}  // namespace
}  // namespace gambol
