// The page that says which key does what a command of corpus did names keys that exist.

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/error.h"
#include "base/text_file.h"
#include "schema/explain.h"
#include "shot/file_kinds.h"

namespace gambol {
namespace {

TEST(CorpusCommands, NameKeysThatExist) {
  const std::string page = read_text_file(GAMBOL_SOURCE_DIR "/docs/corpus-commands.md", 1 << 20);
  const std::regex key(
      "`((camera|cues|figure|figures|film|integrator|look|overlays|prepare|preset|reflexes|search|"
      "views|world)(\\.[a-z_0-9]+)+)`");
  std::set<std::string> keys;
  for (std::sregex_iterator it(page.begin(), page.end(), key), end; it != end; ++it)
    keys.insert((*it)[1]);
  EXPECT_GT(keys.size(), 150u);
  for (const std::string& name : keys) EXPECT_NO_THROW(explain(file_kinds(), name)) << name;
}

}  // namespace
}  // namespace gambol
