#include "base/number_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "base/error.h"
#include "base/python_literal.h"
#include "support/npy.h"
#include "support/own_file.h"

namespace gambol {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string columns =
    "[('name', '|S8'), ('height [m]', '<f8'), ('share', '<f8'), ('way [m over s]', '<f8', (3, 2))]";

std::string row(const std::string& name, const std::vector<double>& numbers) {
  std::string bytes = name;
  bytes.resize(8, '\0');
  return bytes + npy_numbers(numbers);
}
const std::string two_rows =
    row("low", {0.1, 2, 0, 1, 1, 2, 1, 2}) + row("high", {1.0 / 3, 5e-324, 0, 1, 1, 2, 3, -4});

std::string written(const std::string& bytes) {
  const std::string path = own_file("table") + ".npy";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}
NumberTable table(const std::string& bytes) { return NumberTable(written(bytes)); }
std::string problem(const std::string& bytes) {
  try {
    table(bytes);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(NumberTable, HasTheNumbersOfItsColumnsToTheBit) {
  const NumberTable read = table(npy_header(columns, "(2,)") + two_rows);
  ASSERT_EQ(read.rows(), 2u);
  ASSERT_EQ(read.columns().size(), 4u);
  const TableColumn &name = read.columns()[0], &height = read.columns()[1],
                    &share = read.columns()[2], &way = read.columns()[3];
  EXPECT_EQ(height.name, "height");
  EXPECT_EQ(height.unit, "m");
  EXPECT_EQ(share.name, "share");
  EXPECT_EQ(share.unit, "");
  EXPECT_EQ(way.unit, "m");
  EXPECT_EQ(way.over, "s");
  EXPECT_EQ(read.text(0, name), "low");
  EXPECT_EQ(read.number(1, height), 1.0 / 3);
  EXPECT_EQ(read.number(1, share), 5e-324);
  using Key = std::array<double, 2>;
  EXPECT_THAT(read.curve(0, way), ElementsAre(Key{0, 1}, Key{1, 2})) << "the last fills it up";
  EXPECT_THAT(read.curve(1, way), ElementsAre(Key{0, 1}, Key{1, 2}, Key{3, -4}));
}

TEST(NumberTable, IsShownAsText) {
  EXPECT_EQ(as_text(table(npy_header(columns, "(2,)") + two_rows)),
            "name  height [m]  share         way [m over s]\n"
            "low   0.1         2             0: 1, 1: 2\n"
            "high  0.333333    4.94066e-324  0: 1, 1: 2, 3: -4\n");
}

TEST(NumberTable, SaysWhatIsWrongWithItsFile) {
  EXPECT_THAT(problem("gambol: 3\n"), HasSubstr("found no table, expected a file of numpy.save()"));
  const std::string header = npy_header(columns, "(2,)"), whole = header + two_rows;
  EXPECT_THAT(problem(whole.substr(0, 40)), HasSubstr("its header ends early"));
  EXPECT_THAT(problem(whole.substr(0, whole.size() - 36)),
              HasSubstr("rows: found 1.5 of 72 bytes, expected 2, as the header says"));
  EXPECT_THAT(problem(whole + two_rows), HasSubstr("rows: found 4 of 72 bytes, expected 2"));
  EXPECT_THAT(problem(npy_header(columns, "(0,)")), HasSubstr("rows: found none"));
  EXPECT_THAT(problem(npy_header(columns, "(1, 2)") + two_rows), HasSubstr("rows: found another"));
  EXPECT_THAT(problem(npy_header("'<f8'", "(2,)") + npy_numbers({1, 2})),
              HasSubstr("columns: found none, expected rows with named columns"));
  EXPECT_THAT(problem(npy_header("[('a [m]', '<f4')]", "(1,)") + "1234"),
              HasSubstr("columns.a [m]: found type <f4"));
  EXPECT_THAT(problem(npy_header("[('a [m over s]', '<f8')]", "(1,)")), HasSubstr("over UNIT"));
  EXPECT_THAT(problem(npy_header("[('a', '<f8'), ('a [m]', '<f8')]", "(1,)")),
              HasSubstr("found a twice"));
  EXPECT_THAT(problem(npy_header("[('a', '<f8'", "(1,)")), HasSubstr("header: found no literal"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(problem(header + two_rows.substr(0, 72) + row("high", {1, 2, 0, 1, nan, 2, 3, 4})),
              HasSubstr("way[1]: found nan, expected a finite number"));
  EXPECT_THAT(problem(header + row("low", {1 / 0.0, 2, 0, 1, 1, 2, 1, 2}) + two_rows.substr(72)),
              HasSubstr("height[0]: found inf"));
  try {
    NumberTable("/nowhere/leaps.npy");
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("/nowhere/leaps.npy: expected a table (there is none at"));
  }
}

TEST(PythonLiteral, IsReadOrRefused) {
  const PythonLiteral read = parse_python_literal(" {'a': [1, (2,), \"x\"], 'b': False, } \n");
  ASSERT_TRUE(read.find("a"));
  EXPECT_EQ(read.find("a")->items.size(), 3u);
  EXPECT_EQ(read.find("b")->text, "False");
  EXPECT_FALSE(read.find("c"));
  for (const char* bad : {"", "{", "{'a'}", "['a' 'b']", "'a\\n'", "'a", "[1,,]", "1 2", "{'a':}",
                          "((((((((((((((((((1))))))))))))))))))"})
    EXPECT_THROW(parse_python_literal(bad), std::invalid_argument) << bad;
}

}  // namespace
}  // namespace gambol
