#include "farm/openjd.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/frame_range.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

std::string text_of(const std::vector<int>& frames, const std::vector<std::string>& options = {}) {
  ::setenv("GAMBOL_DATA", GAMBOL_SOURCE_DIR, 1);
  SubmitRequest request;
  request.submission.shot = "scenes/a \"good\" shot.yaml";
  request.submission.preset = "draft";
  request.submission.motion = "0123";
  request.program = "gambol";
  request.submission.project = "/projects/film";
  request.out = "out";
  request.name = "a good shot";
  request.chunk = 3;
  request.options = options;
  request.submission.exr = options.empty();
  return openjd_text(request, frames);
}

TEST(OpenJobDescription, HoldsWhatWasAskedFor) {
  const std::string text = text_of({1, 3, 5, 7, 20});
  for (const char* expected :
       {"\nspecificationVersion: jobtemplate-2023-09\n", "default: \"1-7:2,20\"", "default: \"3\"",
        "default: \"scenes/a \\\"good\\\" shot.yaml\"", "default: \"0123\"", "- name: Simulate",
        "dependencies: [{dependsOn: Simulate}]", "dependencies: [{dependsOn: Render}]"})
    EXPECT_THAT(text, HasSubstr(expected));
}

TEST(OpenJobDescription, PassesOptionsOn) {
  const std::string text = text_of({1}, {"--allow-path", "/far/a b"});
  for (const char* expected : {"Param.Poses}}\", \"--allow-path\", \"/far/a b\"]",
                               "Param.Frame}}\", \"--allow-path\", \"/far/a b\", \"--no-exr\"]"})
    EXPECT_THAT(text, HasSubstr(expected));
}

}  // namespace
}  // namespace gambol
