// The commonest faults of YAML are told in an author's words, where they are.

#include "schema/yaml_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

// What is said of the text.
std::string told(const std::string& text) {
  std::vector<Problem> problems;
  try {
    parse_yaml(text, "f", problems);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

struct Fault {
  const char* name;
  const char* text;
  const char* said;
};

const Fault faults[] = {
    {"a brace", "a: 1\nfilm: {fps: 24, duration: 2 s\nfigures: [1]\n",
     "f:2:7: found a { that nothing closes, expected }"},
    {"a bracket", "a: 1\nfigures: [{name: b}\nfilm: {fps: 24}\n",
     "f:2:10: found a [ that nothing closes, expected ]"},
    {"a bracket at the end", "a: 1\nfigures:\n  - [1, 2\n",
     "f:3:5: found a [ that nothing closes, expected ]"},
    {"the wrong bracket", "a: [{b: 1], c: 2}\n",
     "f:1:10: found ], expected }, for the bracket of line 1, column 5"},
    {"a comment in brackets", "a: 1\nfilm: {fps: 24, duration: 2 s # two}\nb: 2\n",
     "f:2:31: found a # in brackets, expected no } after it: from # on, the line is a comment"},
    {"a quote in brackets", "a: 1\nexpect: [{may_touch: [\"*_paw}]\n",
     "f:2:23: found a text in quotes that does not end, expected the closing quote"},
    {"after a text of two lines",
     "about: The text goes on\n  [see the manual\nfilm:\n  fps:24\n  b: 2\n",
     "f:4:3: found fps:24, expected a space after the colon"},
    {"after a quote in a quote", "about: {a: 'it''s ]', b: 3}\nfilm: x: y\n",
     "f:2:8: found a second colon in this line, expected quotes around the value, as a colon and a "
     "space end a key"},
    {"a quote", "a: 1\nabout: \"never closed\nfilm: {fps: 24}\n",
     "f:2:8: found a text in quotes that does not end, expected the closing quote"},
    {"a tab", "film:\n\tfps: 24\n",
     "f:2:1: not valid YAML: a tab in the indentation, where only spaces are allowed"},
    {"too deep", "film:\n  fps: 24\n   duration: 2 s\n",
     "f:3:4: found a line that is indented by 3, expected 2, as the line above, which has its "
     "value "
     "already"},
    {"between two depths", "film:\n    fps: 24\n  duration: 2 s\n",
     "f:3:3: found a line that is indented by 2, expected 0 or 4, as lines above"},
    {"a colon", "film:\n  fps:24\n  duration: 2 s\n",
     "f:2:3: found fps:24, expected a space after the colon"},
    {"a dash", "figures:\n  -name: b\n   file: c\n",
     "f:2:3: found -name: b, expected a space after the dash"},
    {"a dash before a brace", "figures:\n  -{name: b, file: c}\n",
     "f:2:3: found -{name: b, file: c}, expected a space after the dash"},
    {"a second colon", "a: 1\nabout: see: this\n",
     "f:2:11: found a second colon in this line, expected quotes around the value, as a colon and "
     "a "
     "space end a key"},
    {"a comma between keys", "a: 1\nfilm: {fps: 24 duration: 2 s}\n",
     "f:2:16: found duration: after a value, expected a comma before the next key"},
    {"a comma between keys of lists", "figures: [{name: a, at: 1 file: b}]\n",
     "f:1:27: found file: after a value, expected a comma before the next key"},
    {"a comma at a line's end", "film: {fps: 24\n  duration: 2 s}\n",
     "f:1:14: found a line in braces that ends without a comma, expected a comma before the next "
     "key"},
    {"a colon before a list", "figures\n  - {name: b}\nfilm: {fps: 24}\n",
     "f:1:1: found \"figures\", expected a colon after a key (figures:)"},
    {"a colon before a value", "film:\n  duration 2 s\n  fps: 3\n",
     "f:2:3: found \"duration 2 s\", expected a colon after a key (duration: 2 s)"},
    {"a list's element", "a:\n  - 1\n  b: 2\n",
     "f:3:3: not valid YAML: a line that is no element of the list above: it needs a dash, or less "
     "indentation"},
    {"an escape", "a: \"C:\\new\\p\"\n",
     "f:1:11: not valid YAML: a \\ in double quotes begins an escape: write \\\\, or single "
     "quotes"},
    {"a reserved character", "a: 1\nfigures: [{name: @b}]\n",
     "f:2:18: found @b, expected quotes around a text that begins so"},
};

TEST(YamlFaults, AreToldWhereTheyAre) {
  for (const Fault& fault : faults) EXPECT_EQ(told(fault.text), fault.said) << fault.name;
}

// Whatever is no fault is none of these either: brackets in texts, quotes, comments and literals.
TEST(YamlFaults, AreNotFoundInWhatIsSound) {
  for (const char* text :
       {"a: see [this or {that\nb: 1\n", "a: 'it''s [' # and {\nb: \"\\\"[\"\n",
        "a: |\n  {[\nb: [1]\n", "a: [1, # one ]\n    2]\nb: {c: d#e}\n",
        "a: &x [1]\nb: [{c: '}'}, *x]\n", "a: 5 o'clock\n", "a: >-\n\n  it's {\n\n  so\nb: 1\n",
        "a:\n- {b: 1,\n   c: 2}\n- [3]\n"}) {
    EXPECT_EQ(told(text), "") << text;
    EXPECT_FALSE(find_fault(text, 0)) << text;
  }
}

TEST(YamlFaults, AreInNoFileThatShips) {
  for (const char* folder : {"scenes", "figures", "searches", "render/looks"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(GAMBOL_SOURCE_DIR) + "/" + folder)) {
      if (entry.path().extension() != ".yaml") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const auto fault = find_fault(text.str(), 0);
      EXPECT_FALSE(fault) << entry.path() << ":" << fault->line << ": " << fault->found;
    }
}

}  // namespace
}  // namespace gambol
