#include "shot/condition.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gambol {
namespace {

TEST(Conditions, AreReadWithTheirUnits) {
  const Condition c = parse_condition("roach.abdomen above 2 cm + 50 ms");
  EXPECT_EQ(c.kind, ConditionKind::above);
  EXPECT_EQ(c.subject, "roach.abdomen");
  EXPECT_DOUBLE_EQ(c.value, 0.02);
  EXPECT_DOUBLE_EQ(c.delay, 0.05);
  EXPECT_EQ(parse_condition("wire_3 broken").subject, "wire_3");
  EXPECT_EQ(parse_condition("a.b touches ground").object, "ground");
  EXPECT_EQ(parse_condition("a.b touches").object, "");
  EXPECT_NEAR(parse_condition("roach tilted 60 deg").value, 1.0472, 1e-4);
  EXPECT_DOUBLE_EQ(parse_condition("puff slower 1e-3").value, 1e-3);
}

TEST(Conditions, SayWhatWasExpected) {
  for (const char* wrong : {"", "wire_3", "wire_3 breaks", "a above", "a above 2 kg", "a tilted cm",
                            "wire_3 broken now", "wire_3 broken + 3 kg", "a slower 1 mm/s + -1 s"})
    EXPECT_THROW(parse_condition(wrong), std::invalid_argument) << wrong;
}

TEST(AfterCues, MayWaitAWhileLonger) {
  EXPECT_EQ(parse_after("touchdown").cue, "touchdown");
  EXPECT_DOUBLE_EQ(parse_after("touchdown + 50 ms").delay, 0.05);
  EXPECT_THROW(parse_after("touchdown + soon"), std::invalid_argument);
}

}  // namespace
}  // namespace gambol
