#include "schema/yaml_tree.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/files.h"

namespace gambol {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

YamlNode parse(const std::string& text) {
  std::vector<Problem> problems;
  YamlNode root = parse_yaml(text, "f", problems);
  EXPECT_TRUE(problems.empty()) << problems[0].to_string();
  return root;
}

// All that is wrong with a text, whether it stops the reading or not.
std::string complaint(const std::string& text) {
  std::vector<Problem> problems;
  try {
    parse_yaml(text, "f", problems);
  } catch (const InputError& e) {
    problems.insert(problems.end(), e.problems().begin(), e.problems().end());
  }
  return problems.empty() ? "" : InputError(problems).what();
}

std::string place(const YamlNode& node) { return fmt::format("{}:{}", node.line, node.col); }

TEST(YamlTree, PlacesCountFromOneInCharacters) {
  const YamlNode root = parse("a: 1\nb:\n  - x\n  - {ü: ö, c: d}\n");
  EXPECT_EQ(place(root), "1:1");
  EXPECT_EQ(place(*root.find("a")), "1:4");
  EXPECT_EQ(place(root.find("b")->items[0]), "3:5");
  EXPECT_EQ(place(*root.find("b")->items[1].find("c")), "4:15");
}

TEST(YamlTree, ANullStandsWhereItsKeyOrDashEnds) {
  const YamlNode root = parse("a:   # nothing\n\nb: ~\nc:\n  -\n  # no\n  - 1\nd:");
  EXPECT_EQ(root.find("a")->kind, YamlNode::Kind::null);
  EXPECT_EQ(place(*root.find("a")), "1:2");
  EXPECT_EQ(place(*root.find("b")), "3:4");
  EXPECT_EQ(place(root.find("c")->items[0]), "5:3");
  EXPECT_EQ(place(*root.find("d")), "8:2");
}

TEST(YamlTree, AnAliasHasItsOwnPlace) {
  const YamlNode root = parse("a: &x [1, 2]\nb: *x\n");
  EXPECT_EQ(place(*root.find("b")), "2:4");
  EXPECT_EQ(root.find("b")->items[1].text, "2");
}

TEST(YamlTree, QuotedScalarsAreTexts) {
  const YamlNode root = parse("a: \"~\"\nb: 'true'\nc: true\n");
  EXPECT_TRUE(root.find("a")->quoted);
  EXPECT_EQ(root.find("a")->text, "~");
  EXPECT_TRUE(root.find("b")->quoted);
  EXPECT_FALSE(root.find("c")->quoted);
}

TEST(YamlTree, RefusesWhatParsersLetPass) {
  EXPECT_EQ(complaint("a: 1\nb: 2\na: 3\n"),
            "f:3:1: a: found a second time (first on line 1), expected each key once");
  EXPECT_THAT(complaint("a: &x {b: 1}\nc:\n  <<: *x\n"), HasSubstr("f:3:3: <<: found a merge key"));
  EXPECT_EQ(complaint("a: !!int 3\n"),
            "f:1:4: found the tag tag:yaml.org,2002:int, expected no tag");
  EXPECT_EQ(complaint("a: 1\n---\nb: 2\n"),
            "f:2:1: found a second document, expected one document per file");
  EXPECT_EQ(complaint("{[1, 2]: 3}\n"), "f:1:2: found a list as a key, expected a name as a key");
  EXPECT_EQ(complaint("? {a: b}\n: 3\n"),
            "f:1:3: found a mapping as a key, expected a name as a key");
}

TEST(YamlTree, RefusesWhatIsNoMapping) {
  EXPECT_EQ(complaint(""), "f: found an empty file, expected a mapping of keys to values");
  EXPECT_EQ(complaint("# only words\n"),
            "f: found an empty file, expected a mapping of keys to values");
  EXPECT_EQ(complaint("---\n"), "f: found an empty file, expected a mapping of keys to values");
  EXPECT_EQ(complaint("- 1\n- 2\n"),
            "f:1:1: found a list of 2, expected a mapping of keys to values");
  EXPECT_EQ(complaint("hello\n"), "f:1:1: found \"hello\", expected a mapping of keys to values");
}

TEST(YamlTree, BrokenSyntaxSaysWhere) {
  EXPECT_THAT(complaint("a: [1, 2\nb: 3\n"), HasSubstr("f:1:4: found a ["));
  EXPECT_THAT(complaint("a: 1\n b: 2\n"), HasSubstr("f:2:"));
  EXPECT_EQ(complaint("a: \"open \\\"\n"),
            "f:1:4: found a text in quotes that does not end, expected the closing quote");
  EXPECT_THAT(complaint("a: 'it''s\n"), HasSubstr("does not end"));
  EXPECT_EQ(complaint("a: 'it''s'\nb: \"\\\"\"\n"), "");
  const char* quotes = "; a pattern that begins with * needs quotes, such as \"*_foot\"";
  for (const char* text : {"a: *nobody\n", "a: *\n", "a: [b, *_foot*]\n", "a: *:\n"}) {
    EXPECT_THAT(complaint(text), StartsWith("f:1:"));
    EXPECT_THAT(complaint(text), EndsWith(quotes));
  }
  for (const char* text : {"a:\n\t- 1\n", "a:\n\tb: 1\n", "a:\n  \tb: 1\n"}) {
    EXPECT_THAT(complaint(text), StartsWith("f:2:"));
    EXPECT_THAT(
        complaint(text),
        EndsWith("not valid YAML: a tab in the indentation, where only spaces are allowed"));
  }
  EXPECT_THAT(complaint("a: &x [*x]\n"), HasSubstr("f:1:"));
}

// Characters that end a line in YAML 1.1 alone are blanks: editors show no line's end there.
TEST(YamlTree, LinesEndWhereEditorsShowIt) {
  const YamlNode root = parse("a: 1  # see\u2028b: 3\nc: x\u0085y\n");
  EXPECT_FALSE(root.find("b"));
  EXPECT_EQ(root.find("c")->text, "x y");
  EXPECT_EQ(place(*root.find("c")), "2:4");
}

TEST(YamlTree, OnlyUtf8TextIsRead) {
  EXPECT_EQ(complaint("a: \xff\n"), "f:1:4: found the byte 0xFF, expected a text file in UTF-8");
  EXPECT_EQ(complaint(std::string("a: b\n\0", 6)),
            "f:2:1: found the byte 0x00, expected a text file in UTF-8");
  EXPECT_THAT(complaint("\xff\xfe"
                        "a"),
              HasSubstr("UTF-8"));
  EXPECT_THAT(complaint("a: \xed\xa0\x80\n"), HasSubstr("0xED"));  // half a surrogate pair
  EXPECT_THAT(complaint("a: \xc0\xaf\n"), HasSubstr("0xC0"));      // overlong
}

TEST(YamlTree, NestingEndsSomewhere) {
  constexpr int deep = 400;
  std::string lists = "a: ", mappings = "a: ", dashes = "a:\n  ", broken;
  for (int i = 0; i < deep; ++i) lists += "[", mappings += "{a: ", dashes += "- ";
  broken = lists;
  for (int i = 0; i < deep; ++i) lists += "]", mappings += "}";
  for (const std::string& text : {lists, mappings, dashes})
    EXPECT_THAT(complaint(text), HasSubstr("nested more than 64 deep"));
  EXPECT_NE(complaint(broken), "");
}

TEST(YamlTree, AliasesCannotUnfoldWithoutEnd) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i)
    bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i,
                        i - 1);
  EXPECT_THAT(complaint(bomb), HasSubstr("more than 500000 values, aliases unfolded"));

  std::string texts = "a: &a " + std::string(1 << 20, 'x') + "\nb: [";
  for (int i = 0; i < 5000; ++i) texts += "*a, ";
  EXPECT_THAT(complaint(texts + "]\n"), HasSubstr("more than 500000 values, aliases unfolded"));
}

TEST(YamlTree, AliasesCannotNestWithoutEnd) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 100; ++i) text += fmt::format("a{0}: &a{0} [*a{1}]\n", i, i - 1);
  EXPECT_THAT(complaint(text), HasSubstr("nested more than 64 deep"));
}

using YamlFile = Files;

TEST_F(YamlFile, SaysWhyItCannotBeRead) {
  EXPECT_EQ(problems(path("none.yaml")), "none.yaml: no such file\n");
  std::filesystem::create_directories(folder_ / "folder.yaml");
  EXPECT_EQ(problems(path("folder.yaml")), "folder.yaml: found a folder, expected a file\n");
  EXPECT_EQ(problems("/dev/null"), "/dev/null: found a device or pipe, expected a file\n");
  std::filesystem::create_symlink("loop.yaml", path("loop.yaml"));
  EXPECT_EQ(problems(path("loop.yaml")),
            "loop.yaml: cannot be opened: Too many levels of symbolic links\n");
  EXPECT_EQ(problems("/proc/self/mem"), "/proc/self/mem: cannot be read\n");
  EXPECT_EQ(problems(write("big.yaml", std::string(17 << 20, ' '))),
            "big.yaml: found 18 MB, expected at most 16 MB\n");
}

TEST_F(YamlFile, SaysWhatTheSystemSaysOfAFileThatItDoesNotOpen) {
  const std::string file = write("ball.yaml", ball_figure);
  rlimit files;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit none{0, files.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const std::string said = problems(file);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
  EXPECT_EQ(said, "ball.yaml: cannot be opened: Too many open files\n");
}

TEST_F(YamlFile, AByteOrderMarkIsNoContent) {
  EXPECT_EQ(problems(write("ball.yaml", "\xEF\xBB\xBF" + ball_figure)), "");
}

TEST_F(YamlFile, WindowsLineEndsAreFine) {
  EXPECT_EQ(problems(write("ball.yaml",
                           "figure: ball\r\nbodies:\r\n  - name: ball\r\n    shapes: "
                           "[{sphere: 1 cm}]\r\n")),
            "");
}

}  // namespace
}  // namespace gambol
