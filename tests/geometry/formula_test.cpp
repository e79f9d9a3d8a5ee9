#include "geometry/formula.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace gambol {
namespace {

TEST(Formula, IsWhatItSays) {
  Formula f("0.5*sin(pi*x) + y^2 - (x > 1 ? 3 : 0)");
  EXPECT_NEAR(f.at(0.5, 2), 4.5, 1e-12);
  EXPECT_NEAR(f.at(2, 1), -2, 1e-12);
  EXPECT_TRUE(std::isnan(Formula("sqrt(x)").at(-1, 0)));
}

// Whatever the list says can be used.
TEST(Formula, TellsWhatItKnows) {
  const std::vector<std::string> names = formula_names();
  ASSERT_EQ(names.size(), 3u);
  EXPECT_NE(names[0].find("functions: "), std::string::npos);
  EXPECT_NE(names[0].find("tanh"), std::string::npos);
  EXPECT_EQ(names[1], "constants: pi");
  EXPECT_NO_THROW(Formula("tanh(x) + pi"));
  EXPECT_NO_THROW(Formula("x <= 1 && y != 2 || x == y ? x^2 : x/y - 1"));
}

TEST(Formula, RefusesWhatItCannotRead) {
  for (const char* text : {"", "x +", "x*", "z", "sin()", "x = 3 4", "(x"}) {
    EXPECT_THROW(Formula{text}, std::invalid_argument) << text;
  }
  try {
    Formula f("x + zz");
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("zz"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace gambol
