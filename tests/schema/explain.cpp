// What is told of every field: help, the JSON Schema, and which kinds of files there are.

#include "schema/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "schema/file_kinds.h"
#include "schema/key_search.h"
#include "shot/file_kinds.h"

namespace gambol {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Explain, TellsHelpUnitRangeAndDefault) {
  EXPECT_THAT(explain(file_kinds(), "camera.focal_length"),
              HasSubstr("a length (m) greater than 0"));
  EXPECT_THAT(explain(file_kinds(), "camera.focal_length"), HasSubstr("default 0.05 m"));
  EXPECT_THAT(explain(file_kinds(), "shot.camera.shutter"), HasSubstr("default 180 deg"));
  EXPECT_THAT(
      explain(file_kinds(), "figure.bodies[3].joint.type"),
      HasSubstr(
          "rotary, prismatic, fixed, cylindrical, screw, universal, gimbal, planar, spherical or "
          "free"));
  EXPECT_THAT(explain(file_kinds(), "figures.skills.oscillators"), HasSubstr("step_time"));
  EXPECT_THAT(explain(file_kinds(), "figures.skills.step_time"), HasSubstr("default 0.05 s"));
  EXPECT_THAT(explain(file_kinds(), "simulate_until"),
              AllOf(HasSubstr("default: the end of the film"), Not(HasSubstr("default 0"))));
  EXPECT_THAT(explain(file_kinds(), ""), HasSubstr("preset"));
  EXPECT_THAT(explain(file_kinds(), "look"), HasSubstr("exposure"));
}

TEST(Explain, TheLastPartsOfAKeyAreEnough) {
  EXPECT_EQ(explain(file_kinds(), "joint.axis"), explain(file_kinds(), "figure.bodies.joint.axis"));
  EXPECT_THAT(explain(file_kinds(), "friction"),
              AllOf(HasSubstr("shot.world.ground.contact.friction\n"),
                    HasSubstr("shot.world.contact.friction\n"), Not(HasSubstr("restitution"))));
  EXPECT_THAT(explain(file_kinds(), "leg_frames"), HasSubstr("shot.figures.skills.leg_frames: "));
  EXPECT_THAT(explain(file_kinds(), "camera"),
              HasSubstr("focal_length"));  // a shot's, first of all
}

TEST(Explain, AnUnknownWordIsComparedWithAllKeys) {
  const auto told = [](const std::string& key) -> std::string {
    try {
      explain(file_kinds(), key);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(told("stifness"), HasSubstr("did you mean stiffness?"));
  EXPECT_THAT(told("zzzqqq"), HasSubstr("`gambol explain` lists files"));
}

TEST(Explain, AWordThatIsNoKeyFindsWhatIsAboutIt) {
  const auto told = [](const std::string& word) { return explain(file_kinds(), word); };
  EXPECT_THAT(told("lens"),
              AllOf(HasSubstr("no key has this name"), HasSubstr("shot.camera.focal_length\n"),
                    HasSubstr("shot.camera.f_number\n")));
  EXPECT_THAT(told("volume"), HasSubstr("sequence.audio.gain\n"));
  EXPECT_THAT(told("arm"), HasSubstr("kinematic.swings\n"));
  EXPECT_EQ(told("arms").substr(4), told("arm").substr(3)) << "a plural";
  for (const char* slow : {"slow motion", "slow-motion", "Slow_Motion"})
    EXPECT_THAT(told(slow), HasSubstr("shot.film.playback\n")) << slow;
  EXPECT_THAT(told("depth of field"), HasSubstr("shot.camera.f_number\n"));
  EXPECT_THAT(told("length"), HasSubstr("what the word may mean, too:\n  shot.film.duration\n"))
      << "keys of this name are of other things";
}

// A word of another trade leads to keys that there are.
TEST(Explain, EveryWordThatMeansAKeyFindsOne) {
  std::vector<NamedKey> keys;
  for (const FieldInfo* kind : file_kinds()) collect_keys(kind->fields, kind->name + ".", "", keys);
  for (const std::string& word : words_with_meanings())
    for (const std::string& meant : meant_by_word(word))
      EXPECT_TRUE(std::any_of(keys.begin(), keys.end(),
                              [&](const NamedKey& key) { return key.path.ends_with("." + meant); }))
          << word << " means " << meant;
}

TEST(Explain, AnUnknownKeyHasAnIdeaOfWhatWasMeant) {
  try {
    explain(file_kinds(), "figure.bodys.joint");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "figure.bodys.joint: found no such key, expected a known key (did you "
                 "mean bodies?)");
  }
  EXPECT_THROW(json_schema(file_kinds(), "shoot"), InputError);
}

// Every key that `explain` lists can itself be explained.
TEST(Explain, EveryKeyOfEveryFileIsExplained) {
  const std::function<void(const std::string&, const std::vector<FieldInfo>&)> walk =
      [&](const std::string& above, const std::vector<FieldInfo>& list) {
        for (const FieldInfo& f : list) {
          EXPECT_STRNE(f.field.help, "") << above << f.name;
          EXPECT_NO_THROW(explain(file_kinds(), above + f.name)) << above << f.name;
          walk(above + f.name + ".", f.fields);
          for (const auto& a : f.alternatives) walk(above + f.name + "." + a.name + ".", a.fields);
        }
      };
  for (const FieldInfo* kind : file_kinds()) walk(kind->name + ".", kind->fields);
}

TEST(FileKinds, AreFoundByName) {
  for (const char* name : file_kind_names) {
    const FieldInfo* kind = find_kind(file_kinds(), name);
    ASSERT_TRUE(kind) << name;
    EXPECT_EQ(kind->name, name);
  }
  EXPECT_EQ(file_kinds().size(), file_kind_names.size());
  EXPECT_EQ(find_kind(file_kinds(), "shoot"), nullptr);
}

TEST(Schema, NamesDialectKeysAndChoices) {
  const std::string schema = json_schema(file_kinds(), "shot");
  for (const char* part : {"https://json-schema.org/draft/2020-12/schema", "\"focal_length\"",
                           "\"rkf45\"", "\"additionalProperties\": false", "\"required\""})
    EXPECT_THAT(schema, HasSubstr(part));
}

}  // namespace
}  // namespace gambol
