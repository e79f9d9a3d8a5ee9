// Quantities of a tree at another size.

#include "schema/scale_tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schema/fields.h"
#include "schema/findings.h"
#include "schema/merge_trees.h"
#include "schema/tree_parts.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/controller_spec.h"
#include "shot/file_kinds.h"

namespace gambol {
namespace {

// The elements of `skills` of a shot's figure.
const FieldInfo& skills() {
  const FieldInfo* figures = find_field(describe_shot().fields, "figures");
  return *find_field(figures->fields, "skills");
}

YamlNode scaled(const std::string& text, const Similarity& by) {
  std::vector<Problem> problems;
  YamlNode tree = parse_yaml(text, "s.yaml", problems);
  scale_tree(tree, element_of(skills()), by);
  return tree;
}

double number(const YamlNode* node) { return node ? parse_quantity(node->text).value : NAN; }

TEST(ScaledTrees, ScaleEachNumberByItsDimension) {
  const Similarity by{0.25, 0.125};
  const YamlNode tree = scaled(
      "type: leg_frames\ntick: 2 ms\nspeed: [[1 s, 0 m/s], [3 s, 2 m/s]]\nramp: 0.5\n"
      "most_turn: 10 deg\njoints: {hip: {stiffness: 8 N*m, damping: 4 N*m*s}}\n",
      by);
  EXPECT_NEAR(number(tree.find("tick")), 1e-3, 1e-15);
  const YamlNode& speed = *tree.find("speed");
  EXPECT_NEAR(number(&speed.items[1].items[0]), 1.5, 1e-12);
  EXPECT_NEAR(number(&speed.items[1].items[1]), 1, 1e-12);
  EXPECT_NEAR(number(tree.find("ramp")), 0.25, 1e-12) << "a bare number has its field's dimension";
  EXPECT_EQ(tree.find("most_turn")->text, "10 deg");
  const YamlNode& hip = tree.find("joints")->items.at(0);
  EXPECT_NEAR(number(hip.find("stiffness")), 8 * 0.125 * 0.25, 1e-12);
  EXPECT_NEAR(number(hip.find("damping")), 4 * 0.125 * 0.25 * 0.5, 1e-12);
}

// What a skill leaves open is a number of the figure on which it was found, too.
TEST(ScaledTrees, ScaleDefaults) {
  const YamlNode tree = scaled("type: leg_frames\n", {4, 64});
  EXPECT_NEAR(number(tree.find("tick")), 2e-3, 1e-15);
  EXPECT_TRUE(tree.find("smoothing"));
  EXPECT_FALSE(tree.find("active"));
}

// Nobody wrote them: a gait that is `as` another one takes over what that one says, part by part.
TEST(ScaledTrees, KeepWhatGaitsTakeOver) {
  YamlNode tree = scaled(
      "type: leg_frames\nframes: {hips: {body: a, legs: [b]}}\ngaits:\n"
      "  slow: {speeds: [0 m/s, 1 m/s], gait: biped_walk, period: 1.2 s, gains: {turn_damping: 8 "
      "N*m*s}}\n"
      "  fast: {as: slow, speeds: [1 m/s, 2 m/s], gains: {press: 4 N}}\n"
      "acts:\n"
      "  sit: {like: slow, stages: {down: {duration: 3 s, blend: 0.4 s}}}\n"
      "  sink: {as: sit, stages: {down: {duration: 2 s}}}\n",
      {4, 1});
  Findings findings;
  LoadContext context{"s.yaml", findings};
  ControllerSpec skill;
  const Field any;
  load_value(Slot{tree, "skill", any, context}, skill);
  ASSERT_TRUE(findings.problems.empty()) << findings.problems[0].found;
  const auto& spec = *skill.kind.as<LegFramesSpec>();
  const StrideSpec &slow = spec.gaits.at(0), &fast = spec.gaits.at(1);
  EXPECT_FALSE(findings.written(fast.place, "period"));
  EXPECT_TRUE(findings.written(slow.place, "period"));
  EXPECT_FALSE(findings.written(fast.gains.place, "turn_damping"));
  EXPECT_NEAR(slow.period.at(1), 2.4, 1e-12);
  const ActStageSpec& stage = spec.acts.at(1).stages.at(0);
  EXPECT_FALSE(findings.written(stage.place, "blend"));
  EXPECT_NEAR(stage.duration, 4, 1e-12);
}

// What nobody wrote gives way to what an author did, in whichever order trees are merged.
TEST(ScaledTrees, GiveWayWhenTheyAreMerged) {
  std::vector<Problem> problems;
  const YamlNode own = parse_yaml("tick: 7 ms\n", "s.yaml", problems);
  const YamlNode open = scaled("type: leg_frames\n", {4, 1});
  const FieldInfo skill = element_of(skills());
  EXPECT_EQ(merge_trees(open, own, skill, problems).find("tick")->text, "7 ms");
  EXPECT_EQ(merge_trees(own, open, skill, problems).find("tick")->text, "7 ms");
}

TEST(ScaledTrees, StayAtTheSameSize) {
  const std::string text = "type: leg_frames\ntick: 2 ms\nspeed: 1 m/s\n";
  std::vector<Problem> problems;
  YamlNode tree = parse_yaml(text, "s.yaml", problems);
  scale_tree(tree, element_of(skills()), {1, 1});
  EXPECT_EQ(tree.entries.size(), 3u);
  EXPECT_EQ(tree.find("tick")->text, "2 ms");
}

}  // namespace
}  // namespace gambol
