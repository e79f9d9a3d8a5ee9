// Values put into a tree by paths, and changes that put them there again.

#include "schema/tree_path.h"

#include <gtest/gtest.h>

#include "figure/reading.h"
#include "schema/merge_trees.h"
#include "shot/compose.h"
#include "shot/file_kinds.h"
#include "shot/shot_reference.h"
#include "support/scenes.h"

namespace gambol {
namespace {

YamlNode scene(const std::string& name) {
  std::vector<Problem> problems;
  return compose_shot(parse_shot_reference(scene_file(name)), problems);
}

YamlNode number(const std::string& text) { return scalar_node(text, {"here.yaml", 1, 2}); }

TEST(TreePath, PutsAValueWhereItLeads) {
  const std::pair<const char*, const char*> places[] = {
      {"roach_speeds", "world.ground.contact.friction"},
      {"roach_speeds", "figures.roach.skills.gait.tick"},
      {"roach_speeds", "figures.roach.skills.gait.paces.0.speed"},
      {"roach_terrain", "figures.roach.skills.gait.posture.1.by"},
      {"roach_speeds", "figures.roach.at.0"},
      {"roach_speeds", "camera.focal_length"}};
  for (const auto& [name, path] : places) {
    YamlNode tree = scene(name);
    const Problem wrong = set_at(tree, path, number("42"), describe_shot());
    EXPECT_EQ(wrong.expected, "") << path;
    // A change of nothing but that value, merged over the shot as it is written.
    std::vector<Problem> problems;
    const YamlNode merged =
        merge_trees(scene(name), change_at(tree, path, describe_shot()), describe_shot(), problems);
    EXPECT_TRUE(problems.empty()) << path;
    EXPECT_NE(yaml_text(merged).find("42"), std::string::npos) << path << "\n" << yaml_text(merged);
  }
}

TEST(TreePath, AddsAKeyThatHadItsDefault) {
  YamlNode tree = scene("roach_tripod");
  EXPECT_EQ(set_at(tree, "world.attraction", number("1"), describe_shot()).expected, "");
  EXPECT_EQ(tree.find("world")->find("attraction")->text, "1");
}

TEST(TreePath, SaysWhatIsThereInstead) {
  YamlNode tree = scene("roach_tripod");
  const Problem wrong =
      set_at(tree, "figures.roach.skills.gate.tick", number("1"), describe_shot());
  EXPECT_EQ(wrong.found, "\"gate\"");
  EXPECT_NE(wrong.expected.find("did you mean gait?"), std::string::npos) << wrong.expected;
  EXPECT_NE(set_at(tree, "seed.2", number("1"), describe_shot()).expected, "");
  EXPECT_NE(set_at(tree, "world.gravity.3", number("1"), describe_shot()).expected, "");
  EXPECT_NE(set_at(tree, "world.nothing", number("1"), describe_shot()).expected, "");
}

// What is written reads back as the same tree.
TEST(TreePath, WritesATreeAsYaml) {
  for (const char* name : {"roach_speeds", "roach_wires", "handover", "materials"}) {
    const std::string text = yaml_text(scene(name));
    std::vector<Problem> problems;
    EXPECT_EQ(yaml_text(parse_yaml(text, "again", problems)), text) << name;
    EXPECT_TRUE(problems.empty()) << name;
  }
}

}  // namespace
}  // namespace gambol
