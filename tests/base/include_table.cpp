// Fails on an #include between folders of src/, or of a library, that the design does not allow,
// and on an #include of a file that does not exist.

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/sources.h"

namespace gambol {
namespace {

using Rooms = std::set<std::string>;

// The include table: a room, and the rooms that it may include besides itself. A room is a folder
// of src/; shot/controllers is a room of its own.
const std::map<std::string, Rooms> may_include = {
    {"base", {}},
    {"geometry", {"base"}},
    {"image", {"base"}},
    {"poses", {"base"}},
    {"schema", {"base", "image", "geometry"}},
    {"figure", {"base", "geometry", "image", "schema"}},
    {"gait", {"base", "schema", "figure"}},
    {"shot/controllers", {"base", "geometry", "schema", "figure", "gait"}},
    {"shot", {"base", "geometry", "image", "schema", "figure", "gait", "shot/controllers"}},
    {"dynamics", {"base", "geometry", "figure"}},
    {"contact", {"base", "geometry", "figure", "dynamics"}},
    {"control",
     {"base", "geometry", "schema", "figure", "gait", "shot/controllers", "dynamics", "contact"}},
    {"analysis",
     {"base", "geometry", "image", "schema", "figure", "gait", "shot", "shot/controllers", "poses",
      "dynamics"}},
    {"simulation",
     {"base", "geometry", "figure", "gait", "shot", "shot/controllers", "poses", "dynamics",
      "contact", "control", "analysis"}},
    {"render", {"base", "geometry", "image", "figure", "shot", "poses"}},
    {"exchange", {"base", "geometry", "image", "schema", "figure", "shot", "poses"}},
    {"movie", {"base", "image", "figure", "shot", "poses"}},
    {"farm", {"base", "shot", "poses"}},
    {"live",
     {"base", "geometry", "image", "schema", "figure", "gait", "shot", "shot/controllers", "poses",
      "simulation", "render", "exchange"}},
    {"search",
     {"base", "geometry", "image", "poses", "schema", "figure", "gait", "shot/controllers", "shot",
      "dynamics", "contact", "control", "analysis", "simulation", "render", "exchange", "movie",
      "farm"}},
    {"cli", {"base",     "geometry",   "image",   "poses",
             "schema",   "figure",     "gait",    "shot/controllers",
             "shot",     "dynamics",   "contact", "control",
             "analysis", "simulation", "render",  "exchange",
             "movie",    "farm",       "search",  "live"}},
};

// One library, one folder: how the names of its headers begin. Eigen, fmt and oneTBB are
// everywhere.
const std::map<std::string, std::string> home_of = {
    {"yaml.h", "schema"},         {"hdf5", "poses"},
    {"OpenImageIO/", "image"},    {"embree3/", "render"},
    {"libavformat/", "movie"},    {"libavcodec/", "movie"},
    {"libavutil/", "movie"},      {"libswscale/", "movie"},
    {"libswresample/", "movie"},  {"CLI/", "cli"},
    {"cairo", "image"},           {"ft2build.h", "image"},
    {"muParser", "geometry"},     {"tiny_gltf", "geometry"},
    {"opensubdiv/", "geometry"},  {"sundials/", "simulation"},
    {"cvode/", "simulation"},     {"nvector/", "simulation"},
    {"sunmatrix/", "simulation"}, {"sunlinsol/", "simulation"},
    {"ccd/", "contact"},          {"httplib", "live"},
    {"xxhash", "base"},           {"zlib", "base"},
    {"mujoco/", "exchange"},      {"tinyxml2", "exchange"},
    {"assimp/", "exchange"},
};

struct Include {
  std::string header;
  bool quoted;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex line_pattern("(?:^|\n)[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"]");
  std::vector<Include> found;
  for (std::sregex_iterator at(text.begin(), text.end(), line_pattern), end; at != end; ++at)
    found.push_back({(*at)[2], (*at)[1] == "\""});
  return found;
}

std::string top_folder(const std::string& path) { return path.substr(0, path.find('/')); }

std::string room_of(const std::string& path) {
  return path.starts_with("shot/controllers/") ? "shot/controllers" : top_folder(path);
}

// The kind whose subfolder of control/ holds the file; "" of a file that belongs to no kind.
std::string controller_kind(const std::string& path) {
  const std::string folder = "control/";
  if (!path.starts_with(folder)) return "";
  const std::size_t end = path.find('/', folder.size());
  return end == path.npos ? "" : path.substr(folder.size(), end - folder.size());
}

bool may_see(const std::string& file, const std::string& header) {
  const std::string from = room_of(file), to = room_of(header);
  if (from != to) return may_include.at(from).contains(to);
  const std::string kind = controller_kind(file), other = controller_kind(header);
  return kind.empty() || other.empty() || kind == other;
}

// The folder that a library's header belongs to; "" if it belongs to none.
std::string home_of_library(const std::string& header) {
  for (const auto& [beginning, home] : home_of)
    if (header.starts_with(beginning)) return home;
  return "";
}

using Includes = std::map<std::string, std::vector<Include>>;  // of every file

// All of our headers that a file sees, directly or through others.
std::set<std::string> seen_by(const std::string& file, const Includes& includes) {
  std::set<std::string> seen;
  std::vector<std::string> open = {file};
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    for (const Include& include : includes.at(path))
      if (includes.contains(include.header) && seen.insert(include.header).second)
        open.push_back(include.header);
  }
  return seen;
}

// A library stays in its folder only if no header carries it into another.
std::set<std::string> carried_libraries(const Includes& includes) {
  std::set<std::string> found;
  for (const auto& [file, direct] : includes)
    for (const std::string& header : seen_by(file, includes))
      for (const Include& library : includes.at(header))
        if (!library.quoted && top_folder(header) != top_folder(file) &&
            home_of_library(library.header) == top_folder(header))
          found.insert(file + ": " + library.header + " through " + header);
  return found;
}

// "folder/file.cpp: header" for every line that breaks the table.
std::set<std::string> violations(const Sources& sources) {
  Includes includes;
  for (const auto& [path, text] : sources) includes[path] = includes_of(text);
  std::set<std::string> found = carried_libraries(includes);
  for (const auto& [path, direct] : includes) {
    if (!may_include.contains(room_of(path))) {
      found.insert(path + ": a folder that the table does not know");
      continue;
    }
    for (const auto& [header, quoted] : direct) {
      if (quoted && !includes.contains(header))
        found.insert(path + ": " + header + " does not exist");
      else if (includes.contains(header) && may_include.contains(room_of(header)) &&
               !may_see(path, header))
        found.insert(path + ": " + header);
      const std::string home = quoted ? "" : home_of_library(header);
      const bool yaml_in_header = home == "schema" && path.ends_with(".h");
      if (!home.empty() && (home != top_folder(path) || yaml_in_header))
        found.insert(path + ": " + header);
    }
  }
  return found;
}

TEST(IncludeTable, TheSourceKeepsToIt) {
  std::string all;
  for (const std::string& violation : violations(program_sources())) all += violation + '\n';
  EXPECT_EQ(all, "");
}

TEST(IncludeTable, KnowsOnlyItsOwnRooms) {
  for (const auto& [room, others] : may_include)
    for (const std::string& other : others) {
      EXPECT_TRUE(may_include.contains(other)) << room << " may include " << other;
      EXPECT_FALSE(may_include.at(other).contains(room)) << room << " and " << other;
    }
}

TEST(IncludeTable, AForbiddenEdgeIsFound) {
  EXPECT_EQ(violations({{"base/a.h", "#include \"schema/b.h\"\n"},
                        {"schema/b.h", "  #  include \"base/a.h\"\n#include <vector>\n"},
                        {"cli/main.cpp", "#include \"schema/b.h\"\n"}}),
            (std::set<std::string>{"base/a.h: schema/b.h"}));
  EXPECT_EQ(violations({{"base/a.h", ""}, {"render/r.cpp", "#include <base/a.h>\n"}}),
            std::set<std::string>{});
  EXPECT_EQ(violations({{"render/a.h", ""}, {"simulation/s.cpp", "#include <render/a.h>\n"}}),
            (std::set<std::string>{"simulation/s.cpp: render/a.h"}));
}

TEST(IncludeTable, ControllersAreARoomOfTheirOwn) {
  EXPECT_EQ(violations({{"shot/controllers/script/spec.h", "#include \"shot/shot_spec.h\"\n"},
                        {"shot/shot_spec.h", "#include \"shot/controllers/script/spec.h\"\n"},
                        {"control/make.cpp",
                         "#include \"shot/controllers/script/spec.h\"\n"
                         "#include \"shot/shot_spec.h\"\n"},
                        {"farm/job.cpp", "#include \"shot/controllers/script/spec.h\"\n"}}),
            (std::set<std::string>{"shot/controllers/script/spec.h: shot/shot_spec.h",
                                   "control/make.cpp: shot/shot_spec.h",
                                   "farm/job.cpp: shot/controllers/script/spec.h"}));
}

TEST(IncludeTable, OneKindOfControllerSeesNoOther) {
  EXPECT_EQ(
      violations({{"control/kinds.h",
                   "#include \"control/script/script.h\"\n"
                   "#include \"control/oscillators/gait.h\"\n"},
                  {"control/script/script.h", "#include \"control/controller.h\"\n"},
                  {"control/controller.h", ""},
                  {"control/oscillators/gait.h", "#include \"control/script/script.h\"\n"},
                  {"control/oscillators/gait.cpp", "#include \"control/oscillators/gait.h\"\n"}}),
      (std::set<std::string>{"control/oscillators/gait.h: control/script/script.h"}));
}

TEST(IncludeTable, AFileOrFolderThatIsNotKnownIsFound) {
  EXPECT_EQ(violations({{"odd/c.h", ""},
                        {"base/a.cpp", "#include \"base/gone.h\"\n#include \"b.h\"\n"},
                        {"base/b.h", ""}}),
            (std::set<std::string>{"odd/c.h: a folder that the table does not know",
                                   "base/a.cpp: base/gone.h does not exist",
                                   "base/a.cpp: b.h does not exist"}));
}

TEST(IncludeTable, ALibraryStaysInItsFolder) {
  EXPECT_EQ(violations({{"shot/load.cpp", "#include <yaml.h>\n"},
                        {"schema/tree.h", "#include <yaml.h>\n"},
                        {"schema/tree.cpp", "#include <yaml.h>\n"},
                        {"image/oiio/open.h", "#include <OpenImageIO/imageio.h>\n"}}),
            (std::set<std::string>{"shot/load.cpp: yaml.h", "schema/tree.h: yaml.h"}));
  EXPECT_EQ(violations({{"poses/hdf5.h", "#include <hdf5.h>\n"},
                        {"poses/file.h", "#include \"poses/hdf5.h\"\n"},
                        {"poses/file.cpp", "#include \"poses/file.h\"\n"},
                        {"cli/plot.cpp", "#include \"poses/file.h\"\n"}}),
            (std::set<std::string>{"cli/plot.cpp: hdf5.h through poses/hdf5.h"}));
}

}  // namespace
}  // namespace gambol
