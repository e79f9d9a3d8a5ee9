// `gambol calibrate --pose`: poses whose springs hold them.

#include "cli/command_line.h"

namespace gambol {
namespace {

// A pendulum with arms to both sides that hang on springs.
constexpr const char* tee = R"(figure: tee
mirror: {from: left, to: right}
bodies:
  - {name: post, shapes: [{box: [2 cm, 2 cm, 20 cm]}]}
  - {name: left_arm, parent: post, at: [0, 1 cm, 8 cm], joint: {axis: [1, 0, 0]}, shapes: [{box: [2 cm, 20 cm, 2 cm], at: [0, 10 cm, 0]}]}
actuators: [{type: linear_spring, joints: ["*_arm"], stiffness: 4 N*m}]
poses:
  level: {joints: {left_arm: 0}}
  raised: {joints: {left_arm: 30 deg}}
  skew: {joints: {left_arm: 30 deg, right_arm: 0}}
)";

constexpr const char* hanging = R"(shot: hanging
film: {duration: 1 s}
figures: [{name: tee, file: ../figures/tee.yaml, fixed_root: true, pose: raised}]
camera: {position: [1, 0, 0]}
)";

class CalibratingPoses : public CommandLine {
 protected:
  CalibratingPoses() {
    write("figures/tee.yaml", tee);
    write("scenes/hanging.yaml", hanging);
  }
};

TEST_F(CalibratingPoses, WritesAFigureThatHoldsThem) {
  const Ran ran =
      gambol("calibrate scenes/hanging.yaml --pose level,raised,skew -o figures/held.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("least eigenvalue"));
  const std::string text = content(folder_ / "figures/held.yaml");
  EXPECT_THAT(text, HasSubstr("figure: held\nextends: tee.yaml\nposes:\n"));
  // 0.08 kg, 10 cm from the joint: 0.0785 N*m on 4 N*m/rad.
  EXPECT_THAT(text, HasSubstr("  level:\n    joints:\n      left_arm: 0\n    rests:\n"
                              "      left_arm: 0.01962  # 0.07848\n  # "));
  EXPECT_THAT(text, HasSubstr("      right_arm: 0\n"));  // of the skew pose alone
  EXPECT_EQ(gambol("check figures/held.yaml").code, 0);
}

TEST_F(CalibratingPoses, PrintsJson) {
  const Ran ran = gambol("calibrate scenes/hanging.yaml --pose level --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"joint\": \"left_arm\", \"torque\": 0.07848, \"position\": 0"));
  EXPECT_THAT(ran.out, HasSubstr("\"stable\": true"));
  EXPECT_TRUE(fs::exists(folder_ / "figures/tee_calibrated.yaml"));
}

TEST_F(CalibratingPoses, CallsAPreparedPostureAsAsked) {
  write("scenes/hanging.yaml",
        std::string(hanging) +
            "prepare: [{settle: 0.1 s, pose: level}, {settle: 0.1 s, calibrate: {}}]\n");
  const Ran ran = gambol("calibrate scenes/hanging.yaml --as flat -o figures/held.yaml");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(content(folder_ / "figures/held.yaml"), HasSubstr("  flat:\n    joints:\n"));
}

TEST_F(CalibratingPoses, TellsWhatIsWrongFirst) {
  EXPECT_THAT(
      gambol("calibrate scenes/hanging.yaml --pose levle").err,
      HasSubstr("scenes/hanging.yaml:3:11: pose: found \"levle\", expected a pose of \"tee\" (did "
                "you mean level?)"));
  EXPECT_EQ(gambol("calibrate scenes/hanging.yaml --pose level --as flat").code, 2);
  EXPECT_EQ(gambol("calibrate scenes/hanging.yaml scenes/hanging.yaml --pose level").code, 2);
  EXPECT_EQ(gambol("calibrate scenes/hanging.yaml --json").code, 2);
  EXPECT_THAT(gambol("calibrate scenes/hanging.yaml --as flat").err,
              HasSubstr("found no stage that calibrates \"tee\""));
}

}  // namespace
}  // namespace gambol
