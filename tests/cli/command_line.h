#pragma once

// Runs the built program as its user would, in a folder of its own that goes away.

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gambol {
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

inline std::string content(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Ran {
  int code = -1;
  std::string out, err;
};

// A box that falls onto the ground from a centimetre up.
inline constexpr const char* figure = R"(figure: brick
density: 1 g/cm3
bodies:
  - name: body
    shapes: [{box: [2 cm, 1 cm, 1 cm]}]
)";

inline constexpr const char* shot = R"(shot: drop
film: {fps: 24, duration: 0.25 s, playback: 1/4}
world:
  ground: {}
figures:
  - {name: brick, file: ../figures/brick.yaml, at: [0, 0, 2 cm]}
camera:
  position: [10 cm, -10 cm, 5 cm]
  target: [0, 0, 1 cm]
)";

inline constexpr const char* preset = R"(preset: tiny
width: 32
height: 18
samples: 1
bounces: 1
shutter_poses: 2
)";

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    std::string name = testing::TempDir() + "cli_XXXXXX";
    folder_ = mkdtemp(name.data());
    write("figures/brick.yaml", figure);
    write("scenes/drop.yaml", shot);
    write("tiny.yaml", preset);
  }
  ~CommandLine() override { fs::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  // The shot with one text replaced by another.
  void edit(const std::string& path, const std::string& from, const std::string& to) const {
    std::string text = content(folder_ / path);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, text.npos) << from;
    write(path, text.replace(at, from.size(), to));
  }
  // `before` is said to the shell first; `from` is the working folder, the project's if empty.
  Ran gambol(const std::string& arguments, const std::string& before = "",
             const std::string& from = "") const {
    const std::string here = folder_.string();
    const std::string command = before + "cd '" + (from.empty() ? here : from) +
                                "' && GAMBOL_DATA='" GAMBOL_SOURCE_DIR "' '" GAMBOL_PROGRAM "' " +
                                arguments + " >'" + here + "/stdout' 2>'" + here +
                                "/stderr' </dev/null";
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), content(folder_ / "stdout"), content(folder_ / "stderr")};
  }
  // A command that must be refused with one problem, exit code 3 and nothing written.
  std::string refused(const std::string& arguments) const {
    const Ran ran = gambol(arguments);
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    return ran.err;
  }
  fs::path at(const std::string& path) const { return folder_ / path; }

  fs::path folder_;
};

}  // namespace gambol
