#include "base/json.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Layout = Json::Layout;

TEST(Json, EscapesWhatATextMustNotContain) {
  EXPECT_EQ(Json("roach").text(), "\"roach\"");
  EXPECT_EQ(Json("a \"b\" \\ c").text(), "\"a \\\"b\\\" \\\\ c\"");
  EXPECT_EQ(Json("gr\u00fcn \xff\xc3").text(), "\"gr\u00fcn \\ufffd\\ufffd\"") << "no UTF-8";
  EXPECT_EQ(Json("two\nlines\t").text(), "\"two\\u000alines\\u0009\"");
  EXPECT_EQ(Json("µm\x7f").text(), "\"µm\x7f\"");
}

TEST(Json, WritesNumbersWithTheDigitsAskedFor) {
  EXPECT_EQ(Json(12345678).text(), "12345678");
  EXPECT_EQ(Json::number(0.1).text(), "0.1");
  EXPECT_EQ(Json::number(1.0 / 3, 3).text(), "0.333");
  EXPECT_EQ(Json::fixed(2, 3).text(), "2.000");
  EXPECT_EQ(Json::number(std::nan(""), 7).text(), "null");
  EXPECT_EQ(Json::number(INFINITY).text(), "null");
  EXPECT_EQ(Json(true).text(), "true");
}

Json pair(Layout layout) {
  Json list = Json::array(layout).push(1).push("two");
  return Json::object(layout).add("a", list).add("b", Json::object(layout));
}

TEST(Json, KeepsTheOrderOfItems) {
  EXPECT_EQ(pair(Layout::compact).text(), R"({"a":[1,"two"],"b":{}})");
  EXPECT_EQ(pair(Layout::spaced).text(), R"({"a": [1, "two"], "b": {}})");
}

TEST(Json, IndentsLines) {
  EXPECT_EQ(pair(Layout::lines).text(), R"({
  "a": [
    1,
    "two"
  ],
  "b": {}
})");
}

TEST(Json, FitsOnALineWhatIsShort) {
  const std::string text(40, 'x');
  Json list = Json::array(Layout::fitted).push(text);
  EXPECT_EQ(list.text(), "[\"" + text + "\"]");
  list.push(text);
  EXPECT_EQ(list.text(), "[\n  \"" + text + "\",\n  \"" + text + "\"\n]");
  EXPECT_EQ(Json::object(Layout::fitted).add("a", list).text(),
            "{\n  \"a\": [\n    \"" + text + "\",\n    \"" + text + "\"\n  ]\n}");
}

TEST(Json, WrapsLongObjects) {
  Json object = Json::object(Layout::spaced).add("a", 1).add("b", 2);
  object.wrap().add("c", 3);
  EXPECT_EQ(Json::array(Layout::lines).push(object).text(),
            "[\n  {\"a\": 1, \"b\": 2,\n   \"c\": 3}\n]");
}

TEST(Json, StacksDocuments) {
  const Json document = Json::object(Layout::lines).add("a", 1);
  const Json all = Json::array(Layout::stacked).push(document.ended()).push(document.ended());
  EXPECT_EQ(all.text(), "[\n{\n  \"a\": 1\n}\n,\n{\n  \"a\": 1\n}\n]");
}

}  // namespace
}  // namespace gambol
