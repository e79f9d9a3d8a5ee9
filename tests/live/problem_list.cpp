#include "live/problem_list.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/allowed_paths.h"
#include "support/own_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ProblemsOnAPage : public testing::Test {
 protected:
  ProblemsOnAPage() {
    fs::create_directories(folder_ + "/project");
    std::ofstream(file_) << "shot: a\r\nfilm: {fps: 24, duratoin: 1 s}\n";
  }
  Problem at(int line, int col) const {
    return {{file_, line, col}, "film.duratoin", "an unknown key", "duration"};
  }
  const std::string folder_ = own_file("");
  const std::string file_ = folder_ + "/project/a.yaml";
};

TEST_F(ProblemsOnAPage, HaveTheirLineOfTheFile) {
  EXPECT_EQ(
      problem_list({at(2, 18)}, folder_ + "/project").text(),
      R"([{"text":")" + at(2, 18).to_string() +
          R"(","file":"a.yaml","line":2,"col":18,"key":"film.duratoin","found":"an unknown key",)"
          R"("expected":"duration","source":"film: {fps: 24, duratoin: 1 s}"}])");
  EXPECT_THAT(problem_list({at(1, 1)}, "").text(), HasSubstr(R"("source":"shot: a"})"));
  EXPECT_THAT(problem_list({at(3, 1)}, "").text(), HasSubstr(R"("source":""})"));
  for (const int line : {0, 4, 1000000})
    EXPECT_THAT(problem_list({at(line, 1)}, "").text(), Not(HasSubstr("source")));
  fs::remove(file_);
  EXPECT_THAT(problem_list({at(1, 1)}, "").text(), Not(HasSubstr("source")));
}

TEST_F(ProblemsOnAPage, ManyAreCut) {
  const std::vector<Problem> many(most_shown_problems + 7, at(1, 1));
  EXPECT_THAT(problem_list(many, "").text(), HasSubstr(R"({"text":"and 7 more problems"}])"));
}

TEST_F(ProblemsOnAPage, ALineFromOutsideTheProjectIsNotShown) {
  std::ofstream(folder_ + "/secret") << "the secret\n";
  // Every other test of this program may read everything.
  EXPECT_EXIT(
      {
        allow_only_below({folder_ + "/project"});
        fs::remove(file_);
        fs::create_symlink(folder_ + "/secret", file_);
        const std::string shown = problem_list({at(1, 1)}, "").text();
        std::exit(shown.find("secret") == shown.npos && shown.find("source") == shown.npos ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace gambol
