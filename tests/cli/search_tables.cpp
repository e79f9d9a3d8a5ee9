// The table that a grid search prints.

#include <algorithm>

#include "command_line.h"

namespace gambol {
namespace {

class SearchTables : public CommandLine {
 protected:
  // A box that falls from some heights, in `scenarios`.
  Ran search(const std::string& scenarios, int levels) const {
    write("scenes/heights.yaml",
          "shot: heights\nextends: drop.yaml\n"
          "takes: {a: , b: , c: , d: , e: {figures: [{name: brick, at: [1 m, 0, 2 cm]}]}}\n");
    write(
        "searches/fall.yaml",
        "search: fall\nscenarios: [{name: s, shot: \"" + scenarios +
            "\"}]\nparameters:\n"
            "  - {name: side, path: figures.brick.at.1, values: [0, 1]}\n"
            "  - {name: up, path: figures.brick.at.2, from: 2 cm, to: 3 cm, levels: " +
            std::to_string(levels) +
            "}\nobjective: [{measure: height, to: 20 ms, max: 25 mm}, {measure: mass, weight: 0}]\n"
            "method: grid\n");
    return gambol("optimise searches/fall.yaml --threads 1 --out out" + std::to_string(levels));
  }
};

TEST_F(SearchTables, HasARowForEachCandidate) {
  const Ran ran = search("../scenes/heights.yaml@a", 2);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("side  up   cost  height  mass\n"
                                  "      cm             mm     g\n"
                                  "0     2       0    19.3     2\n"
                                  "0     3   4.325   29.3!     2\n"
                                  "1     2       0    19.3     2\n"
                                  "1     3   4.325   29.3!     2\n"
                                  "best: 0 "));
}

TEST_F(SearchTables, JoinsFewScenariosAndSumsUpMany) {
  Ran ran = search("../scenes/heights.yaml@?", 4);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("5 scenarios: mean (least to greatest)\n"));
  EXPECT_THAT(ran.out, HasSubstr("29.3 (29.3 to 29.3) 5!"));
  edit("scenes/heights.yaml", "e: {", "other: {");
  ran = gambol("optimise searches/fall.yaml --threads 1 --out few");
  EXPECT_THAT(ran.out, StartsWith("s_a / s_b / s_c / s_d\n"));
  EXPECT_THAT(ran.out, HasSubstr("29.3! / 29.3! / 29.3! / 29.3!"));
}

TEST_F(SearchTables, ShowsTheBestOfManyCandidates) {
  const Ran ran = search("../scenes/drop.yaml", 30);
  EXPECT_THAT(ran.out, StartsWith("of 60 candidates the best 3 for each value of side\n"));
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1 + 2 + 6 + 4);
}

}  // namespace
}  // namespace gambol
