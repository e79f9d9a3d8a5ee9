// Rewriting old files: the table of moved keys, in memory and in texts.

#include "shot/migrate.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "schema/file_version.h"
#include "schema/tree_path.h"

namespace gambol::testing {
namespace {

const std::vector<MovedKey> table = {
    {"look", "lamp", "light"},
    {"look", "lamps.*.glow", "lamps.*.power"},
    {"look", "sky.sun", "light.sun", "type", "disc"},
    {"look", "dust", ""},
    {"search", "dust", ""},
    {"shot", "world.ground.grip", "world.ground.hold"},
};

std::string migrated(const std::string& text) { return migrate("f.yaml", text, table).text; }

// The tree that loading the old file gives, as text.
std::string loaded(const std::string& text) {
  std::vector<Problem> problems;
  YamlNode root = parse_yaml(text, "f.yaml", problems);
  take_version(root, problems, table);
  EXPECT_TRUE(problems.empty());
  return yaml_text(root);
}

TEST(Migrate, AnOldKeyHasANewNameInItsPlace) {
  EXPECT_EQ(migrated("look: l   # a look\nlamp: 3   # bright\nsky: {}\n"),
            "gambol: 3\nlook: l   # a look\nlight: 3   # bright\nsky: {}\n");
  EXPECT_EQ(migrated("look: l\nlamps:\n  - {glow: 1}\n  - name: b\n    \"glow\": 2\n"),
            "gambol: 3\nlook: l\nlamps:\n  - {power: 1}\n  - name: b\n    power: 2\n");
  EXPECT_EQ(migrated("look: l\nlamps: {a: {glow: 1, at: 2}, b: {at: 3}}\n"),
            "gambol: 3\nlook: l\nlamps: {a: {power: 1, at: 2}, b: {at: 3}}\n");
}

TEST(Migrate, AMappingMovesToWhereItIsAChoice) {
  EXPECT_EQ(migrated("look: l\nsky: {blue: 1, sun: {size: 2}}\nlight: {}\n"),
            "gambol: 3\nlook: l\nsky: {blue: 1}\nlight: {sun: {type: disc, size: 2}}\n");
  EXPECT_EQ(migrated("look: l\n"
                     "sky:\n"
                     "  sun:   # of noon\n"
                     "    size: 2   # wide\n"
                     "    # and\n"
                     "    red: 1\n"
                     "light:\n"
                     "  moon: 1\n"),
            "gambol: 3\nlook: l\n"
            "sky: {}\n"
            "light:\n"
            "  moon: 1\n"
            "  sun:   # of noon\n"
            "    type: disc\n"
            "    size: 2   # wide\n"
            "    # and\n"
            "    red: 1\n");
  // What is on the way is made.
  EXPECT_EQ(migrated("look: l\nsky: {sun: {size: 2}}\n"),
            "gambol: 3\nlook: l\nsky: {}\nlight: {sun: {type: disc, size: 2}}\n");
}

TEST(Migrate, CommentsOfAMappingThatEmptiesStay) {
  EXPECT_EQ(migrated("look: l\nsky:   # \"blue: #\n  # of noon\n  sun: {size: 2}\nlight: {}\n"),
            "gambol: 3\nlook: l\nsky: {}   # \"blue: #\n  # of noon\n"
            "light: {sun: {type: disc, size: 2}}\n");
  EXPECT_EQ(migrated("look: l\n'sky': &s # wide\n\n  sun:\n    size: 2\nlight: {}"),
            "gambol: 3\nlook: l\n'sky': &s {} # wide\n\nlight: {sun: {type: disc, size: 2}}");
  EXPECT_EQ(migrated("look: l\nlight: {}\nsky: # at the end\n  sun: {size: 2}"),
            "gambol: 3\nlook: l\nlight: {sun: {type: disc, size: 2}}\nsky: {} # at the end\n");
}

TEST(Migrate, CommentsBehindAMovedValueMoveWithIt) {
  EXPECT_EQ(migrated("look: l\nsky:\n  blue: 1   # cold\n  sun: {size: 2} # of \"noon\nlight:\n"
                     "  moon: 1 # full\n"),
            "gambol: 3\nlook: l\nsky:\n  blue: 1   # cold\nlight:\n  moon: 1 # full\n"
            "  sun: {type: disc, size: 2}   # of \"noon\n");
  // Into one line, or to a place that is made.
  const std::string block =
      "sky:\n  blue: 1\n  sun:   # of noon\n    # not\n    size: 2   # wide\n";
  EXPECT_EQ(migrated("look: l\n" + block + "light: {} # all\n"),
            "gambol: 3\nlook: l\nsky:\n  blue: 1\n"
            "light: {sun: {type: disc, size: 2}} # all   # of noon # not # wide\n");
  EXPECT_EQ(migrated("look: l\n" + block),
            "gambol: 3\nlook: l\nsky:\n  blue: 1\n"
            "light: {sun: {type: disc, size: 2}}   # of noon # not # wide\n");
  // The last line of a block, and one of several lines in flow style.
  EXPECT_EQ(migrated("look: l\nsky:\n  sun:\n    size: 2 # wide\nlight:\n  moon: 1\n"),
            "gambol: 3\nlook: l\nsky: {}\nlight:\n  moon: 1\n  sun:\n    type: disc\n"
            "    size: 2 # wide\n");
  EXPECT_EQ(
      migrated("look: l\nsky: {\n  sun: {size: 2},  # of noon\n  blue: 1}   # all\nlight: {}\n"),
      "gambol: 3\nlook: l\nsky: {\n  blue: 1}   # all\n"
      "light: {sun: {type: disc, size: 2}}   # of noon\n");
}

TEST(Migrate, AKeyWithoutEffectGoes) {
  EXPECT_EQ(migrated("look: l\ndust: 1   # grey\nsky: 2\n"), "gambol: 3\nlook: l\nsky: 2\n");
}

TEST(Migrate, TheTextMeansWhatLoadingTheOldFileMeant) {
  for (const std::string text :
       {"look: l\nlamp: 3\n", "look: l\nlamps: [{glow: 1}]\n", "look: l\ndust: 1\nsky: 2\n",
        "look: l\nsky: {blue: 1, sun: {size: 2}}\nlight: {}\n"}) {
    EXPECT_EQ(loaded(migrated(text)), loaded(text)) << text;
    EXPECT_EQ(migrated(migrated(text)), migrated(text)) << text;  // a second time changes nothing
  }
}

TEST(Migrate, PathsOfSearchesAndWithoutFollow) {
  EXPECT_EQ(migrated("search: s\nparameters:\n  - {name: g, path: world.ground.grip.at}\n"),
            "gambol: 3\nsearch: s\nparameters:\n  - {name: g, path: world.ground.hold.at}\n");
  EXPECT_EQ(path_today("world.ground.grips", "shot", table), "world.ground.grips");
}

TEST(Migrate, WhatItCannotRewriteIsLeftToItsAuthor) {
  EXPECT_THROW(migrated("look: l\nlamp: 1\nlight: 2\n"), InputError);
  EXPECT_THROW(migrated("gambol: 9\nlook: l\n"), InputError);
  EXPECT_THROW(migrated("gambol: x\nlook: l\n"), InputError);
  EXPECT_THROW(migrated("services: 1\n"), InputError);
  EXPECT_THROW(migrated("look: [\n"), InputError);
}

TEST(Migrate, LineEndsAndLastLinesStay) {
  EXPECT_EQ(migrated("# c\r\nlook: l\r\nlamp: 1"), "# c\r\ngambol: 3\r\nlook: l\r\nlight: 1");
  EXPECT_EQ(migrated("gambol: 1   # old\nlook: l\n"), "gambol: 3   # old\nlook: l\n");
}

// Everything that other tests migrate, with the line ends of Windows.
TEST(Migrate, LineEndsOfWindowsStay) {
  const auto windows = [](const std::string& text) {
    std::string all;
    for (const char c : text) all += c == '\n' ? "\r\n" : std::string(1, c);
    return all;
  };
  for (const std::string text :
       {"look: l   # a look\nlamp: 3   # bright\nsky: {}\n",
        "look: l\nlamps:\n  - {glow: 1}\n  - name: b\n    \"glow\": 2\n",
        "look: l\nsky: {blue: 1, sun: {size: 2}}\nlight: {}\n",
        "look: l\nsky:\n  sun:   # of noon\n    size: 2   # wide\n    # and\n    red: 1\n"
        "light:\n  moon: 1\n",
        "look: l\nsky:   # blue\n  # of noon\n  sun: {size: 2}\nlight: {}\n",
        "look: l\nsky: {sun: {size: 2}}\n", "look: l\ndust: 1   # grey\nsky: 2\n",
        "look: l\nsky:\n  blue: 1\n  sun:\n    size: 2\n  red: 1\nlight: {}\n"})
    EXPECT_EQ(migrated(windows(text)), windows(migrated(text))) << text;
}

TEST(Migrate, WhatItCannotRewriteHasAPlace) {
  try {
    migrated("look: l\nsky:\n  blue: 1\n  sun: {size: 2}\nlight: {sun: 3}\n");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.problems().at(0).to_string(),
                ::testing::StartsWith("f.yaml:4:3: sky.sun: found a way of writing"));
  }
}

}  // namespace
}  // namespace gambol::testing
