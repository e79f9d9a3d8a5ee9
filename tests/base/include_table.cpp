// Fails on an #include between folders of src/, or of a library, that the design does not allow.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
using Set = std::set<std::string>;

const std::map<std::string, Set> may_include = {
    {"base", {}},
    {"geometry", {"base"}},
    {"image", {"base"}},
    {"shot", {"base", "geometry", "image"}},
    {"poses", {"base"}},
    {"dynamics", {"base", "geometry", "figure"}},
    {"contact", {"base", "geometry", "figure", "dynamics"}},
    {"control", {"base", "geometry", "schema", "figure", "gait", "shot", "dynamics", "contact"}},
    {"analysis", {"base", "image", "schema", "figure", "gait", "shot", "poses", "dynamics"}},
    {"simulation",
     {"base", "geometry", "figure", "gait", "shot", "poses", "dynamics", "contact", "control",
      "analysis"}},
    {"search",
     {"base", "geometry", "image", "schema", "figure", "gait", "shot", "poses", "dynamics",
      "contact", "control", "analysis", "simulation"}},
    {"render", {"base", "geometry", "image", "shot", "poses"}},
    {"movie", {"base", "image", "shot", "poses"}},
    {"exchange", {"base", "geometry", "shot", "poses"}},
    {"farm", {"base", "shot", "poses"}},
    {"cli",
     {"base", "geometry", "image", "schema", "figure", "gait", "shot", "poses", "dynamics",
      "contact", "control", "analysis", "simulation", "search", "render", "movie", "exchange",
      "farm"}},
};

// One library, one folder: the beginning of its headers' names.
const std::map<std::string, std::string> home_of = {
    {"yaml-cpp/", "shot"},     {"hdf5", "poses"},           {"OpenImageIO/", "image"},
    {"embree3/", "render"},    {"libavformat/", "movie"},   {"libavcodec/", "movie"},
    {"libavutil/", "movie"},   {"libswscale/", "movie"},    {"CLI/", "cli"},
    {"cairo", "image"},        {"ft2build.h", "image"},     {"muParser", "geometry"},
    {"tiny_gltf", "geometry"}, {"opensubdiv/", "geometry"}, {"ccd/", "contact"},
};

// "folder/file.cpp: header" of every line that breaks the table.
Set violations(const fs::path& src) {
  static const std::regex line_pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  Set found;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const std::string ending = entry.path().extension();
    if (ending != ".h" && ending != ".cpp") continue;
    const fs::path file = fs::relative(entry.path(), src);
    const std::string folder = file.begin()->string();
    if (!may_include.contains(folder)) {
      found.insert(file.string() + ": a folder that the table does not know");
      continue;
    }
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) {
      std::smatch match;
      if (!std::regex_match(line, match, line_pattern)) continue;
      const std::string header = match[2];
      const std::string target = header.substr(0, header.find('/'));
      const bool ours = match[1] == "\"" && may_include.contains(target);
      if (ours && target != folder && !may_include.at(folder).contains(target))
        found.insert(file.string() + ": " + header);
      for (const auto& [prefix, home] : home_of)
        if (header.starts_with(prefix) && home != folder)
          found.insert(file.string() + ": " + header);
    }
  }
  return found;
}

TEST(IncludeTable, TheSourceKeepsToIt) {
  std::string all;
  for (const std::string& violation : violations(fs::path(GAMBOL_SOURCE_DIR) / "src"))
    all += violation + '\n';
  EXPECT_EQ(all, "");
}

TEST(IncludeTable, AForbiddenEdgeIsFound) {
  const fs::path src = fs::path(testing::TempDir()) / "include_table";
  fs::remove_all(src);
  fs::create_directories(src / "base");
  fs::create_directories(src / "shot");
  fs::create_directories(src / "odd");
  std::ofstream(src / "base/a.h") << "#include \"shot/b.h\"\n#include <yaml-cpp/yaml.h>\n";
  std::ofstream(src / "shot/b.h") << "#include \"base/a.h\"\n#include <vector>\n";
  std::ofstream(src / "odd/c.h") << "";
  EXPECT_EQ(violations(src), (Set{"base/a.h: shot/b.h", "base/a.h: yaml-cpp/yaml.h",
                                  "odd/c.h: a folder that the table does not know"}));
  fs::remove_all(src);
}

}  // namespace
