#include "base/error.h"

#include <gtest/gtest.h>

#include "base/nearest.h"

namespace gambol {
namespace {

TEST(Error, NamesPlaceKeyFoundAndExpected) {
  const Problem problem{{"a.yaml", 3, 7}, "camera.shutter", "\"5 s\"", "an angle (rad)"};
  EXPECT_EQ(problem.to_string(),
            "a.yaml:3:7: camera.shutter: found \"5 s\", expected an angle (rad)");
  EXPECT_EQ((Problem{{"a.yaml", 0, 0}, "", "", "no such file"}).to_string(),
            "a.yaml: no such file");
}

TEST(Error, HoldsEveryProblemOnALineOfItsOwn) {
  std::vector<Problem> problems;
  problems.push_back({{"a", 1, 1}, "", "", "one"});
  problems.push_back({{"a", 2, 1}, "", "", "two"});
  const InputError error(problems);
  EXPECT_STREQ(error.what(), "a:1:1: one\na:2:1: two");
  EXPECT_EQ(error.problems().size(), 2u);
}

TEST(Nearest, FindsTheWordThatWasMeant) {
  const std::vector<std::string> known = {"position", "target", "focal_length", "focus"};
  EXPECT_EQ(nearest("focal_lenght", known), "focal_length");
  EXPECT_EQ(nearest("tagret", known), "target");
  EXPECT_EQ(nearest("zoom", known), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), known), "");
}

TEST(Nearest, CountsASwapAsOneEdit) {
  EXPECT_EQ(edit_distance("abcd", "abdc"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

}  // namespace
}  // namespace gambol
