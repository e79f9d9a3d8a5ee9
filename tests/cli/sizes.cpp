// `ground: {}` fits figures of any size: what is open in the constants of contact follows from
// their mass and height.

#include "command_line.h"

namespace gambol {
namespace {

class Sizes : public CommandLine {
 protected:
  // Simulates a shot of version 2 and returns what it says; it must meet what it expects.
  void meets(const std::string& text) const {
    write("scenes/fits.yaml", "gambol: 3\nshot: fits\n" + text);
    const Ran ran = gambol("simulate scenes/fits.yaml");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, Not(HasSubstr("warning")));
  }
};

// v^2 / (2 mu g) = 1 / (2 x 0.7 x 9.81) m = 72.81 mm.
TEST_F(Sizes, ACrateOf19KilogramsSlidesAsFarAsCoulombsLawSays) {
  write("figures/crate.yaml",
        "gambol: 3\nfigure: crate\ndensity: 703.7 kg/m3\n"
        "bodies: [{name: body, shapes: [{box: [30 cm, 30 cm, 30 cm]}]}]\n");
  const std::string crate =
      "film: {fps: 24, duration: 1.5 s}\n"
      "world: {ground: {}}\n"
      "integrator: {step: STEP}\n"
      "figures: [{name: crate, file: ../figures/crate.yaml, at: [0, 0, 15 cm]}]\n"
      "camera: {position: [2 m, -2 m, 1 m], target: [0, 0, 0]}\n"
      "cues: [{name: kick, at: 0.5 s, kick: {figures: crate, velocity: [1 m/s, 0, 0]}}]\n"
      "expect:\n"
      "  - {measure: mass, min: 18.9 kg, max: 19.1 kg}\n"
      "  - {measure: distance, min: 69.2 mm, max: 76.4 mm}\n"
      "  - {measure: distance, name: stays, from: 1 s, max: 0.1 mm}\n"
      "  - {measure: sinking, max: 3 mm}\n";
  for (const char* step : {"0.1 ms", "1 ms"}) {
    std::string text = crate;
    meets(text.replace(text.find("STEP"), 4, step));
  }
}

// Eight legs on springs; a push of a third of the weight, which friction can hold.
std::string spider() {
  std::string text =
      "gambol: 3\nfigure: spider\ndensity: 1.52 g/cm3\nmirror: {from: left, to: right}\n"
      "bodies:\n  - {name: body, shapes: [{ellipsoid: [5 cm, 3.6 cm, 2.6 cm]}]}\n";
  const char* angles[] = {"30 deg", "70 deg", "110 deg", "150 deg"};
  std::string legs = "legs:\n";
  for (int i = 0; i < 4; ++i) {
    const std::string name = "left_" + std::to_string(i + 1);
    text += "  - {name: " + name +
            ", parent: body, joint: {type: rotary, axis: [0, 1, 0]}, rotate: [z " + angles[i] +
            "],\n     shapes: [{capsule: {radius: 5 mm, length: 10 cm}, at: [6 cm, 0, -4.5 cm], "
            "rotate: [y 60 deg]}]}\n";
    legs += "  - {name: " + name + ", side: left, row: " + std::to_string(i) + ", feet: [" + name +
            "]}\n";
  }
  return text + "actuators:\n  - {type: linear_spring, joints: [\"left_?\"], stiffness: 2 N*m}\n" +
         "  - {type: damper, joints: [\"left_?\"], damping: 0.02 N*m*s}\n" + legs;
}

TEST_F(Sizes, ASpidersFeetHold) {
  write("figures/spider.yaml", spider());
  meets(
      "film: {fps: 24, duration: 3 s}\n"
      "world: {ground: {}}\n"
      "integrator: {step: 0.5 ms}\n"
      "figures: [{name: spider, file: ../figures/spider.yaml, at: [0, 0, 8 cm]}]\n"
      "camera: {position: [1 m, -1 m, 0.5 m], target: [0, 0, 0]}\n"
      "cues: [{name: push, at: 1 s, push: {body: body, force: [1.3 N, 0, 0], over: 1 s}}]\n"
      "expect:\n"
      "  - {measure: mass, min: 0.38 kg, max: 0.42 kg}\n"
      "  - {measure: distance, from: 0.9 s, max: 0.3 mm}\n"
      "  - {upright: 3 deg}\n");
}

TEST_F(Sizes, ARoachOf2GramsStands) {
  meets(
      "film: {fps: 24, duration: 1 s}\n"
      "world: {ground: {}}\n"
      "figures: [{name: roach, file: " GAMBOL_SOURCE_DIR
      "/figures/roach.yaml, at: [0, 0, 1.8 cm]}]\n"
      "look: plate\n"
      "camera: {position: [6 cm, -8 cm, 3 cm], target: [0, 0, 0]}\n"
      "expect:\n"
      "  - {measure: mass, min: 1 g, max: 3 g}\n"
      "  - {measure: distance, from: 0.6 s, max: 0.05 mm}\n"
      "  - {measure: sinking, from: 0.6 s, max: 0.2 mm}\n"
      "  - {upright: 20 deg}\n");
}

TEST_F(Sizes, AHumansFeetHold) {
  meets(
      "extends: human_stand\nwithout: [world.ground]\n"
      "world: {ground: {contact: {friction: 1}}}\nfilm: {duration: 4 s}\n");
}

// In one world, each figure stands on ground of its own.
TEST_F(Sizes, EachFigureOfAWorldHasItsOwnConstants) {
  write("figures/crate.yaml",
        "gambol: 3\nfigure: crate\ndensity: 703.7 kg/m3\n"
        "bodies: [{name: body, shapes: [{box: [30 cm, 30 cm, 30 cm]}]}]\n");
  write("figures/crumb.yaml",
        "gambol: 3\nfigure: crumb\ndensity: 1 g/cm3\n"
        "bodies: [{name: body, shapes: [{box: [1 cm, 1 cm, 1 cm]}]}]\n");
  meets(
      "film: {fps: 24, duration: 1.5 s}\n"
      "world: {ground: {}}\n"
      "figures:\n"
      "  - {name: crate, file: ../figures/crate.yaml, at: [0, 0, 15 cm]}\n"
      "  - {name: crumb, file: ../figures/crumb.yaml, at: [0, 1 m, 5 mm]}\n"
      "camera: {position: [2 m, -2 m, 1 m], target: [0, 0, 0]}\n"
      "cues: [{name: kick, at: 0.5 s, kick: {figures: \"*\", velocity: [0.3 m/s, 0, 0]}}]\n"
      "expect:\n"
      "  - {figure: crate, measure: distance, min: 5.9 mm, max: 6.9 mm}\n"
      "  - {figure: crumb, measure: distance, min: 5.9 mm, max: 6.9 mm}\n"
      "  - {figure: crate, measure: sinking, max: 1.5 mm}\n"
      "  - {figure: crumb, measure: sinking, max: 0.05 mm}\n");
}

}  // namespace
}  // namespace gambol
