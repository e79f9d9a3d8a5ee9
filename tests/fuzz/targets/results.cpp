// What gambol wrote itself: damage to it is found by checksums, which a stranger can make right.

#include <cstring>
#include <stdexcept>

#include "base/seal.h"
#include "control/controller_memory.h"
#include "fuzz/target.h"
#include "simulation/state/state_file.h"
#include "simulation/state/stored_state.h"

namespace gambol::fuzz {
namespace {

StoredState some_state() {
  StoredState stored;
  stored.made_from = std::string(32, 'b');
  stored.figures = {{"f", {"a", "b"}, {"walk", "script"}}};
  stored.cues = {"c"};
  FigureState f;
  f.q = Eigen::VectorXd::LinSpaced(9, 0, 1);
  f.v = Eigen::VectorXd::LinSpaced(8, -1, 1);
  f.command.actuators.resize(2);
  f.command.drives.assign(7, Drive::hold);
  f.command.drives.back() = Drive::dynamic;
  f.command.outputs = {0.5};
  OscillatorMemory gait;
  gait.legs.resize(2);
  ScriptMemory script;
  script.performances.resize(1);
  f.controllers = {{true, 1.9, 2, 20, 0, gait}, {false, -1, 0, 0, 0, script}};
  f.pushes = {{1, Vec3(1, 2, 3), Vec3(4, 5, 6), 2.5}};
  stored.state.figures = {f};
  return stored;
}

std::string saved_state() {
  const std::string path = project() + "/saved.state";
  save_state(some_state(), path);
  return content_of(path);
}

}  // namespace

const Target state = {"state",
                      [](const std::string& input) {
                        const std::string path = put("input.state", input);
                        may_refuse([&] { load_state(path); });
                      },
                      [] { return std::vector<std::string>{saved_state()}; }, 3000};

const Target state_content = {
    "state_content",
    [](const std::string& input) {
      const std::string path = project() + "/input.state";
      write_state_file({std::string(32, 'b'), input}, "state", path);
      may_refuse([&] { load_state(path); });
    },
    [] {
      const std::string whole = saved_state();
      return std::vector<std::string>{whole.substr(whole.find("\n\n") + 2)};
    },
    2000};

const Target seal = {"seal",
                     [](const std::string& input) {
                       const std::string path = put("sealed.png", input);
                       if (is_whole(path) && sealed_from(path).empty())
                         must_not_be("whole, but from nothing");
                     },
                     [] {
                       std::vector<std::string> files;
                       for (const char* end : {"\xFF\xD9", "film"}) {
                         const std::string path = put("seed.bin", std::string("content") + end);
                         gambol::seal(path, std::string(32, 'c'), path);
                         files.push_back(content_of(path));
                       }
                       return files;
                     },
                     3000};

}  // namespace gambol::fuzz
