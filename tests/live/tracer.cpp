#include "live/tracer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "simulation/simulate.h"
#include "support/own_file.h"

namespace gambol {
namespace {

using std::chrono::milliseconds;

class ATracer : public testing::Test {
 protected:
  static Played a_box() {
    const std::filesystem::path folder = own_file("");
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "box.yaml")
        << "figure: box\ndensity: 1 g/cm3\n"
           "bodies: [{name: body, shapes: [{box: [2 cm, 1 cm, 1 cm]}]}]\n";
    std::ofstream(folder / "still.yaml")
        << "shot: still\nfilm: {fps: 24, duration: 0.1 s}\nfigures: [{name: box, file: box.yaml}]\n"
           "camera: {position: [10 cm, -10 cm, 5 cm], target: [0, 0, 0]}\n";
    const auto shot = std::make_shared<const ShotSpec>(load_shot(folder / "still.yaml"));
    return {shot, std::make_shared<const Poses>(simulate(*shot))};
  }
  void await_a_set_up() const {
    while (tracer_.set_ups() == 0) std::this_thread::sleep_for(milliseconds(5));
  }
  void await_picture(const std::string& name) const {
    while (!board_.picture(name)) std::this_thread::sleep_for(milliseconds(5));
  }

  Board board_;
  Tracer tracer_{board_};
};

// The set-up took most of the time from the first key to its picture.
TEST_F(ATracer, GetsReadyWhileNobodyAsks) {
  tracer_.play(a_box());
  await_a_set_up();
  tracer_.ask({"first", 0, {}});
  await_picture("first");
  EXPECT_EQ(tracer_.set_ups(), 1);
}

TEST_F(ATracer, SetsNothingUpForAnotherCamera) {
  tracer_.play(a_box());
  tracer_.ask({"shot's", 1, {}});
  await_picture("shot's");
  for (const char* name : {"free", "freer"}) {
    tracer_.ask({name, 1, FreeCamera{Vec3(0.1, 0.01 * (name[4] == 'r'), 0.1), Vec3::Zero()}});
    await_picture(name);
  }
  EXPECT_EQ(tracer_.set_ups(), 1);
  tracer_.play(a_box());  // another shot, if an equal one
  tracer_.ask({"next", 1, {}});
  await_picture("next");
  EXPECT_EQ(tracer_.set_ups(), 2);
}

// A simulation begins: the processor is its own.
TEST_F(ATracer, DoesNotGetReadyForWhatIsNoLongerPlayed) {
  tracer_.play(a_box());
  tracer_.end("");
  std::this_thread::sleep_for(2 * Tracer::rest);
  EXPECT_EQ(tracer_.set_ups(), 0);
}

}  // namespace
}  // namespace gambol
