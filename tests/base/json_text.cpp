#include "base/json_text.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(JsonText, EscapesWhatJsonForbids) {
  EXPECT_EQ(json_text("roach"), "\"roach\"");
  EXPECT_EQ(json_text("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
  EXPECT_EQ(json_text("gr\u00fcn \xff\xc3"), "\"gr\u00fcn \\ufffd\\ufffd\"") << "no UTF-8";
  EXPECT_EQ(json_text("two\nlines\t"), "\"two\\u000alines\\u0009\"");
  EXPECT_EQ(json_text("µm"), "\"µm\"");
}

}  // namespace
}  // namespace gambol
