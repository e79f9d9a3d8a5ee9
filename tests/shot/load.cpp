#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "base/subfolders.h"
#include "figure/shapes/written_shape.h"
#include "schema/canonical.h"
#include "schema/fields.h"
#include "shot/controllers/oscillators/oscillator_gait_spec.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

const std::string source_folder = GAMBOL_SOURCE_DIR;

class Load : public Files {
 protected:
  ShotSpec shot(const std::string& rest, const std::string& film = "") const {
    write("ball.yaml", ball_figure);
    if (film.empty()) return load_shot(write("drop.yaml", ball_shot + rest));
    return load_shot(write("drop.yaml",
                           "shot: drop\nfigures: [{name: ball, file: ball.yaml}]\n"
                           "film: " +
                               film + "\n" + rest));
  }
};

TEST_F(Load, QuantitiesBecomeSi) {
  const ShotSpec s = shot(
      "world: {ground: {height: 2 cm, contact: {friction: 0.5}}}\n"
      "camera: {shutter: 180 deg, focal_length: 35 mm}\n");
  EXPECT_DOUBLE_EQ(s.motion.world.ground->height, 0.02);
  EXPECT_DOUBLE_EQ(s.camera.shutter, std::numbers::pi);
  EXPECT_DOUBLE_EQ(s.camera.focal_length.at(0), 0.035);
  EXPECT_EQ(s.film.playback.at(0), 0.5);
  EXPECT_EQ(s.frames(), 48);
}

TEST_F(Load, ALargeSeedIsExact) {
  EXPECT_EQ(shot("seed: 18446744073709551615\n").motion.seed, 18446744073709551615u);
}

TEST_F(Load, AFilmMayBeginLaterThanItsShot) {
  const ShotSpec s = shot("start: 1 s\n", "{fps: 10, duration: 2 s, playback: 0.5, preroll: 3 s}");
  EXPECT_DOUBLE_EQ(s.simulated_time(0), 4);
  EXPECT_DOUBLE_EQ(s.end(), 5);
  EXPECT_EQ(s.frames(), 20);
  const std::string none = motion_hash(shot("", "{duration: 2 s}"));
  EXPECT_EQ(motion_hash(shot("", "{duration: 2 s, preroll: 0 s}")), none);
  EXPECT_NE(motion_hash(shot("", "{duration: 2 s, preroll: 1 s}")), none);
}

TEST_F(Load, ADurationWithoutAUnitIsKnown) {
  EXPECT_TRUE(shot("", "{duration: 144}").film.bare_duration);
  EXPECT_FALSE(shot("", "{duration: 144 s}").film.bare_duration);
  EXPECT_FALSE(shot("", "{duration: 144 f}").film.bare_duration);
  EXPECT_FALSE(shot("", "{fps: 24}").film.bare_duration);
}

TEST_F(Load, AFluxOfLightIsSpreadOverTheLamp) {
  const auto emitted = [&](const std::string& light) {
    return shot("look: {lights: [{" + light + "}]}\n").look.lights[0].emitted().at(0);
  };
  constexpr double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(emitted("kind: sphere, radius: 50 cm, intensity: 683 lm"), 1 / (pi * pi));
  EXPECT_DOUBLE_EQ(emitted("kind: area, width: 2 m, height: 0.5 m, intensity: 6 W"), 6 / pi);
  EXPECT_DOUBLE_EQ(emitted("kind: disc, radius: 1 m, intensity: 1 kW"), 1000 / (pi * pi));
  // A spot of half the space is a Lambertian disc, whose flux is pi times its intensity.
  EXPECT_NEAR(emitted("kind: spot, cone: 3.1, soft: 0, intensity: 6 W"), 6 / pi, 0.01);
  EXPECT_DOUBLE_EQ(emitted("kind: spot, intensity: 1366 cd"), 2);
  EXPECT_DOUBLE_EQ(emitted("kind: sun, intensity: 1366 lx"), 2);
  EXPECT_DOUBLE_EQ(emitted("kind: area, intensity: 1366 cd/m2"), 2);
  EXPECT_EQ(emitted("kind: sun, intensity: 3.1"), 3.1);
}

TEST_F(Load, FilmFramesCountAtTheShotsRate) {
  const ShotSpec s = shot(
      "camera: {focal_length: [[0 f, 5 cm], [30 f, 6 cm]]}\n"
      "look: {lights: [{kind: sun, intensity: [[0, 1], [60 f, 2]]}]}\n",
      "{fps: 60, duration: 90 f}");
  EXPECT_DOUBLE_EQ(s.film.duration, 1.5);
  EXPECT_DOUBLE_EQ(s.camera.focal_length.keys[1].time, 0.5);
  EXPECT_DOUBLE_EQ(s.look.lights[0].intensity.keys[1].time, 1.0);
}

TEST_F(Load, AVectorIsConstantOrKeyed) {
  EXPECT_EQ(shot("camera: {position: [1, 2, 3 cm]}\n").camera.position.at(9), Vec3(1, 2, 0.03));
  const VecCurve path = shot(
                            "camera: {position: [[0 s, [0, 0, 1]], {t: 1 s, value: [2, 0, 1], "
                            "interpolation: step}]}\n")
                            .camera.position;
  EXPECT_EQ(path.at(0.5), Vec3(1, 0, 1));
  EXPECT_EQ(path.keys[1].interpolation, Interpolation::step);
}

TEST_F(Load, ColoursAreLinearOrHexadecimalSrgb) {
  const LookSpec look = load_look(write(
      "l.yaml", "look: l\nmaterials: {a: {color: [0.1, 0.2, 0.3]}, b: {color: \"#ff8000\"}}\n"));
  EXPECT_EQ(look.materials[0].color, Vec3(0.1, 0.2, 0.3));
  EXPECT_NEAR((look.materials[1].color - Vec3(1, 0.2158605, 0)).norm(), 0, 1e-6);
}

TEST_F(Load, AShotOverridesItsLook) {
  write("look.yaml",
        "look: l\nexposure: 1\nsky: {zenith: [1, 0, 0], horizon: [0, 1, 0]}\n"
        "materials: {a: {color: [1, 0, 0], coat: 0.5}, b: {}}\n");
  const ShotSpec s = shot(
      "look:\n  file: look.yaml\n  sky: {zenith: [0, 0, 1]}\n"
      "  materials: {a: {color: [0, 1, 0]}, c: {}}\n");
  EXPECT_EQ(s.look.exposure, 1);
  EXPECT_EQ(s.look.sky.zenith, Vec3(0, 0, 1));
  EXPECT_EQ(s.look.sky.horizon, Vec3(0, 1, 0));
  ASSERT_EQ(s.look.materials.size(), 3u);
  EXPECT_EQ(s.look.materials[0].color, Vec3(0, 1, 0));
  EXPECT_EQ(s.look.materials[0].coat, 0.5);
  EXPECT_EQ(s.look.materials[2].name, "c");
}

TEST_F(Load, ShapesFillTheListsThatAreNotWritten) {
  const FigureSpec f = load_figure(
      write("f.yaml",
            "figure: f\nbodies: [{name: a, shapes: [{sphere: 1}], collision: [], visible: "
            "[{box: [1, 2, 3]}, {capsule: {radius: 1, length: 2}}]}]\n"));
  EXPECT_EQ(f.bodies[0].inertia.size(), 1u);
  EXPECT_TRUE(f.bodies[0].collision.empty());
  ASSERT_EQ(f.bodies[0].visible.size(), 2u);
  EXPECT_EQ(f.bodies[0].visible[1].shape.kind, ShapeKind::capsule);
}

TEST_F(Load, RotationsAreAppliedInOrderAboutFixedAxes) {
  const Quat q = rotation_of({{'x', std::numbers::pi / 2}, {'z', std::numbers::pi / 2}});
  EXPECT_LT((q * Vec3(0, 1, 0) - Vec3(0, 0, 1)).norm(), 1e-15);  // y to z, which stays
  EXPECT_LT((q * Vec3(1, 0, 0) - Vec3(0, 1, 0)).norm(), 1e-15);
}

TEST_F(Load, BodiesMayBeWrittenInAnyOrder) {
  const FigureSpec f = load_figure(write("f.yaml",
                                         "figure: f\nbodies:\n"
                                         "  - {name: hand, parent: arm, shapes: [{sphere: 1}]}\n"
                                         "  - {name: arm, parent: trunk, shapes: [{sphere: 1}]}\n"
                                         "  - {name: trunk, shapes: [{sphere: 1}]}\n"));
  EXPECT_EQ(f.bodies[0].name, "trunk");
  EXPECT_EQ(f.bodies[1].name, "arm");
  EXPECT_EQ(f.bodies[2].name, "hand");
}

TEST_F(Load, DefaultsThatDependOnOtherFields) {
  const ShotSpec s =
      shot("expect: [{measure: speed, min: 3 cm/s}]\ncamera: {follow: {body: ball}}\n");
  EXPECT_EQ(s.expect[0].figure, "ball");
  EXPECT_EQ(s.expect[0].unit->dimension, dim::speed);
  EXPECT_DOUBLE_EQ(*s.expect[0].min, 0.03);
  EXPECT_EQ(s.camera.follow->figure, "ball");
  EXPECT_DOUBLE_EQ(s.motion.simulate_until, 1.0);
}

TEST_F(Load, SimulatedTimeIsTheIntegralOfPlayback) {
  for (const char* kind : {"step", "linear", "ease", "catmull_rom"}) {
    const ShotSpec s =
        shot("start: 1 s\n", std::string("{duration: 4 s, playback: [[0.5 s, 1, ") + kind +
                                 "], [1.5 s, 0.25, " + kind + "], [3 s, 0.5]]}");
    double sum = s.motion.start;
    constexpr int steps = 40000;
    const double dt = 3.7 / steps;
    for (int i = 0; i < steps; ++i) sum += s.film.playback.at((i + 0.5) * dt) * dt;
    // The sum is that far off where a step falls inside one of its intervals.
    EXPECT_NEAR(s.simulated_time(3.7), sum, dt) << kind;
    EXPECT_EQ(s.simulated_time(0), 1.0);
  }
}

TEST_F(Load, TheFilesThatComeWithGambolAreSound) {
  for (const std::string& shot : files_in_subfolders(source_folder + "/scenes"))
    EXPECT_EQ(problems(shot), "");
  for (const char* folder : {"/figures", "/render/looks", "/render/presets"})
    for (const auto& entry : std::filesystem::directory_iterator(source_folder + folder))
      if (entry.path().extension() == ".yaml") {
        EXPECT_EQ(problems(entry.path()), "");
      }
}

// Visits every number of a spec and changes the n-th, to see whether a hash notices.
class Nudge final : public Fields {
 public:
  explicit Nudge(int target) : target_(target) {}
  std::string changed;  // the field, if there was such a number

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    if (f.touches != Touches::motion) return;
    name_ = name;
    const bool known =
        nudge_one_of<bool, int, std::uint64_t, double, std::optional<double>, std::string,
                     std::vector<std::string>, std::vector<double>, Vec2, Vec3,
                     std::vector<RotationSpec>, Transform, Curve, std::optional<Curve>>(value,
                                                                                        type) ||
        nudge_one_of<ShapeKind, JointType, AxisFrame, Drive, ActuatorType, MassScale, Side,
                     IntegrationMethod, FrictionModel, std::optional<FrictionModel>, HoldLoad,
                     StrokeOf>(value, type) ||
        nudge_one_of<FilmSpec, WorldSpec, std::optional<GroundSpec>, CollisionsSpec, IntegratorSpec,
                     std::vector<CueSpec>, std::vector<CastSpec>, std::vector<ControllerSpec>,
                     ContactSpec>(value, type) ||
        nudge_one_of<FigureSpec, std::vector<BodySpec>, JointSpec, std::vector<ShapeSpec>,
                     std::vector<ActuatorSpec>, std::vector<MotorProgramSpec>,
                     std::vector<RampSpec>, std::vector<PoseSpec>, std::vector<JointTarget>,
                     std::vector<LegSpec>>(value, type);
    if (!known && is_anything(value, type))
      throw std::logic_error(std::string("Nudge knows no type of the field ") + name);
  }
  bool visit_filling(const char*, void*, const ValueType&, const Field&) override { return false; }
  void visit_variant(const char*, void* value, const VariantType& type, const Field&) override {
    type.fields(*this, value);
  }
  void visit_made(const char* name, void* value, const ValueType& type, Touches touches) override {
    visit(name, value, type, {.touches = touches});
  }

  // Returns false if the value has none of these types.
  template <class... T>
  bool nudge_one_of(void* value, const ValueType& type) {
    return ((&type == &value_type<T> && (nudge(*static_cast<T*>(value)), true)) || ...);
  }
  // Whether it is more than a missing value or an empty list.
  static bool is_anything(void* value, const ValueType& type) {
    CanonicalText text(Touches::motion);
    type.write(text, value);
    return text.text() != "none" && text.text() != "0[]";
  }

  template <class T>
  void nudge(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (hit()) value = !value;
    } else if constexpr (std::is_arithmetic_v<T>) {
      // The smallest change of a double must count.
      if (hit()) value = std::is_integral_v<T> ? value + 1 : std::nextafter(value, value + 1);
    } else if constexpr (std::is_same_v<T, Vec2> || std::is_same_v<T, Vec3>) {
      for (double& x : value) nudge(x);
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (hit()) value += "x";
    } else if constexpr (std::is_same_v<T, RotationSpec>) {
      nudge(value.angle);
    } else if constexpr (std::is_same_v<T, Transform>) {
      nudge(value.p);
    } else if constexpr (std::is_enum_v<T>) {
      if (hit()) value = static_cast<T>(value == T{} ? 1 : 0);
    } else if constexpr (requires { value.keys[0].value; }) {
      for (auto& key : value.keys) nudge(key.value);
    } else if constexpr (requires { value.emplace(); }) {
      if (value) nudge(*value);
    } else if constexpr (requires { value.push_back({}); }) {
      for (auto& element : value) nudge(element);
    } else {
      fields(*this, value);
    }
  }
  bool hit() {
    if (count_++ != target_) return false;
    changed = name_;
    return true;
  }
  int target_, count_ = 0;
  std::string name_;
};

TEST_F(Load, AnyMotionEditChangesTheMotionHash) {
  const ShotSpec original = load_shot(source_folder + "/scenes/roach/roach_tripod.yaml");
  const std::string hash = motion_hash(original);
  int n = 0;
  for (;; n < 150 ? ++n : n += 7) {  // every field of the shot, a sample of the bodies'
    ShotSpec edited = original;
    Nudge nudge(n);
    fields(nudge, edited);
    if (nudge.changed.empty()) break;
    EXPECT_NE(motion_hash(edited), hash) << nudge.changed;
  }
  EXPECT_GT(n, 1000);
}

TEST_F(Load, EditsOfThePictureLeaveTheMotionHash) {
  const ShotSpec original = load_shot(source_folder + "/scenes/roach/roach_tripod.yaml");
  const PresetSpec preset = load_preset(source_folder + "/render/presets/draft.yaml");
  const std::string motion = motion_hash(original), picture = picture_hash(original, preset);
  const std::vector<std::function<void(ShotSpec&)>> edits = {
      [](ShotSpec& s) { s.camera.focal_length = Curve(0.1); },
      [](ShotSpec& s) { s.camera.shutter = 1; },
      [](ShotSpec& s) { s.camera.up = Vec3(0, 1, 0); },
      [](ShotSpec& s) { s.views.emplace_back(); },
      [](ShotSpec& s) {
        s.overlays.emplace_back().kind = CaptionSpec{"text", Align::left};
      },
      [](ShotSpec& s) { s.look.exposure += 1; },
      [](ShotSpec& s) { s.look.materials[0].roughness = 0.77; },
      [](ShotSpec& s) { s.motion.figures[0].figure.bodies[3].material = "other"; },
      [](ShotSpec& s) { s.motion.figures[0].figure.bodies[0].visible.clear(); },
      [](ShotSpec& s) { s.motion.figures[0].figure.bodies[0].visible[0].shape.edge = 0; },
      [](ShotSpec& s) { s.motion.figures[0].figure.bodies[0].visible[0].layer = "bone"; },
      [](ShotSpec& s) { s.motion.figures[0].figure.skins.emplace_back().cell = 0.01; },
      [](ShotSpec& s) { s.motion.figures[0].layers.emplace(); },
  };
  for (std::size_t i = 0; i < edits.size(); ++i) {
    ShotSpec edited = original;
    edits[i](edited);
    EXPECT_EQ(motion_hash(edited), motion) << i;
    EXPECT_NE(picture_hash(edited, preset), picture) << i;
  }
  PresetSpec finer = preset;
  finer.samples += 1;
  EXPECT_NE(picture_hash(original, finer), picture);
  ShotSpec worded = original;
  worded.about = "Other words.";
  worded.expect.clear();
  EXPECT_EQ(picture_hash(worded, preset), picture);
}

TEST_F(Load, HashesDependOnMeaningNotOnWriting) {
  const std::string a = motion_hash(shot("seed: 3\nworld: {gravity: [0, 0, -9.81]}\n"));
  const std::string b =
      motion_hash(shot("# words\nworld:\n  gravity: [0 cm/s2, 0, -981 cm/s2]\nseed: 3\n"));
  EXPECT_EQ(a, b);
  std::filesystem::create_directories(folder_ / "moved");
  write("moved/ball.yaml", ball_figure);
  const std::string moved = write("moved/drop.yaml", ball_shot + "seed: 3\n");
  EXPECT_EQ(motion_hash(load_shot(moved)), a);
}

}  // namespace
}  // namespace gambol
