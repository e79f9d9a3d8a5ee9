// What gambol wrote itself: damage to it is found by checksums, which a stranger can make right.

#include <cstring>
#include <stdexcept>

#include "base/seal.h"
#include "fuzz/target.h"
#include "poses/poses.h"
#include "poses/spans.h"
#include "simulation/state_file.h"
#include "simulation/stored_state.h"
#include "support/forged_poses.h"

namespace gambol::fuzz {
namespace {

Poses some_poses() {
  Poses p;
  p.shot = "s";
  p.version = "1";
  p.motion_hash = std::string(32, 'a');
  p.frames = 2;
  p.samples_per_frame = 2;
  p.bodies = {"f/a", "f/b"};
  for (int k = 0; k <= 4; ++k) {
    p.sample_times.push_back(k / 48.0);
    p.X_WB.resize(p.X_WB.size() + 2);
    p.first_particle.push_back(static_cast<std::size_t>(k));
    if (k < 4) p.particles.push_back({float(k), 0, 0, 1, {0, 0, 1}, {0, 0, 0}});
  }
  p.appears = {-1, 0};
  p.emitters = {"e"};
  p.track_times = {0, 0.01};
  p.channels = {{"f/q", "rad", "angles", {"a", "b"}, {0, 1, 2, 3}},
                {"f/on", "", "", {"x"}, {0, 1}}};
  p.marks = {{0.01, "cue", "it happened"}};
  return p;
}

std::string saved_poses() {
  const std::string path = project() + "/saved.poses";
  save_poses(some_poses(), path);
  return content_of(path);
}

void look_at(const Poses& p) {
  for (const double frame : {-1.0, 0.0, 0.3, 1.0, 1e9}) {
    p.time_at(frame);
    for (std::size_t body = 0; body < p.bodies.size(); ++body) {
      p.pose_at(frame, body);
      p.is_there(frame, body);
    }
  }
  for (const double t : {-1.0, 0.0, 0.01, 1e9}) {
    p.when(t);
    film_time_of(p, t);
  }
  for (const Channel& channel : p.channels)
    for (const std::string& column : channel.columns) spans_of(p, channel, column);
  film_hash(p);
}

StoredState some_state() {
  StoredState stored;
  stored.made_from = std::string(32, 'b');
  stored.figures = {{"f", {"a", "b"}, {"walk", "script"}}};
  stored.cues = {"c"};
  FigureState f;
  f.q = Eigen::VectorXd::LinSpaced(9, 0, 1);
  f.v = Eigen::VectorXd::LinSpaced(8, -1, 1);
  f.command.actuators.resize(2);
  f.command.drives = {DofDrive::hold, DofDrive::dynamic};
  f.command.outputs = {0.5};
  OscillatorMemory gait;
  gait.legs.resize(2);
  ScriptMemory script;
  script.performances.resize(1);
  f.controllers = {{true, 1.9, 2, 20, 0, gait}, {false, -1, 0, 0, 0, script}};
  f.pushes = {{1, Vec3(1, 2, 3), 2.5}};
  stored.state.figures = {f};
  return stored;
}

std::string saved_state() {
  const std::string path = project() + "/saved.state";
  save_state(some_state(), path);
  return content_of(path);
}

}  // namespace

const Target poses = {"poses",
                      [](const std::string& input) {
                        const std::string path = put("input.poses", input);
                        may_refuse([&] { look_at(load_poses(path)); });
                        read_poses_header(path);
                      },
                      [] { return std::vector<std::string>{saved_poses()}; }, 1500};

// HDF5 (1.10.8) trusts what it reads: small damage makes it read without end (H5HG) or beyond its
// memory, so that the tests leave this one to whoever wants to look for more. The checksum is what
// stands before it; a stranger's file that brings its own is as safe as a stranger's program.
const Target poses_image = {
    "poses_image",
    [](const std::string& input) {
      static const std::string whole = saved_poses();
      const std::string path = put("input.poses", forged_poses(whole, some_poses(), input));
      may_refuse([&] { look_at(load_poses(path)); });
    },
    [] { return std::vector<std::string>{saved_poses().substr(poses_header_size)}; }, 0};

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
