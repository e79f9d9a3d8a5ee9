// Falls that no expectation asks about, of bugs whose motion is made up.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/fall.h"
#include "made_up.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double stands = 0.1, lies = 0.02;  // m of the centre of mass over its lowest foot

// How the bug is held at a time.
struct Held {
  double feet = 1, trunk = 0;  // weights that bear on them
  double height = stands;
  double tilt = 0;   // rad
  double shins = 0;  // weights
};
constexpr Held on_its_feet{}, fallen{0.2, 0.8, lies, 1.4};

struct Bug : testing::MadeUp {
  explicit Bug(const std::function<Held(double t)>& held, int seconds = 6)
      : MadeUp(2, seconds, 200) {
    poses.figures = {{"bug", 2}};
    poses.fps = 10;
    poses.samples_per_frame = 1;
    poses.frames = 10 * seconds;
    for (int k = 0; k <= poses.frames; ++k) poses.sample_times.push_back(k * 0.1);
    std::vector<std::string> bodies{"trunk"};
    for (LegSpec& leg : figure().legs) {
      leg.feet = {leg.name + "_foot"};
      bodies.push_back(leg.feet[0]);
    }
    for (const LegSpec& leg : figure().legs) bodies.push_back(leg.name + "_shin");
    const double weight = 2 * 9.81, legs = 4;
    with("ground_force", bodies, [=](double t, std::size_t c) {
      const Held now = held(t);
      return weight * (c == 0 ? now.trunk : (c <= legs ? now.feet : now.shins) / legs);
    });
    of_legs("foot_point", [](double, const LegSpec&) { return Vec3(0, 0, 0.5); });
    com([=](double t) { return Vec3(t, 0, 0.5 + held(t).height); });
    root([=](double t) { return Quat(Eigen::AngleAxisd(held(t).tilt, Vec3::UnitX())); });
  }
  std::vector<RecordedFall> falls() const { return falls_of(shot, poses); }
};

TEST(Falls, AreToldWithTheirTimes) {
  const Bug bug([](double t) { return t < 3 ? on_its_feet : fallen; });
  ASSERT_THAT(bug.falls(), SizeIs(1));
  EXPECT_NEAR(bug.falls()[0].time, 3, 0.01);
  EXPECT_EQ(to_string(bug.falls()[0], bug.poses),
            "bug fell at 3 s (frame 31); `falls: allowed` says that this is meant");
}

TEST(Falls, ConcernOnlyFiguresThatWereToStand) {
  const auto falls = [](double t) { return t < 3 ? on_its_feet : fallen; };
  Bug allowed(falls), on_springs(falls), bred(falls), legless(falls), held(falls);
  allowed.shot.motion.figures[0].falls = Falls::allowed;
  EXPECT_THAT(allowed.falls(), IsEmpty());
  on_springs.shot.motion.figures[0].controllers.clear();
  EXPECT_THAT(on_springs.falls(), SizeIs(1)) << "springs hold it, or nothing does";
  bred.shot.motion.figures[0].controllers[0].kind.any() = SpectralSpec{};
  EXPECT_THAT(bred.falls(), IsEmpty()) << "waves keep no stance";
  legless.figure().legs.clear();
  EXPECT_THAT(legless.falls(), IsEmpty());
  held.with("root_force", {"fx", "fy", "fz", "mx", "my", "mz"},
            [](double, std::size_t c) { return c == 2 ? 5.0 : 0.0; });
  EXPECT_THAT(held.falls(), IsEmpty());
}

// A belly that brushes the ground, a step in the air, a trunk that leans on straight legs, a squat.
TEST(Falls, AreNotToldOfWhatStands) {
  for (const Held& other : {Held{0.8, 0.2, 0.06, 0}, Held{0, 0, 0.14, 0}, Held{1, 0, stands, 1.4},
                            Held{1, 0, lies, 0}, Held{0.5, 0.5, 0.08, 0.3}}) {
    const Bug bug([&](double t) { return t < 3 ? on_its_feet : other; });
    EXPECT_THAT(bug.falls(), IsEmpty()) << other.feet << " " << other.height;
  }
}

TEST(Falls, AreThoseOfALowOrATurnedFigure) {
  for (const Held& other : {Held{0.3, 0.7, lies, 0}, Held{0.3, 0.7, 0.09, 2.5}}) {
    const Bug bug([&](double t) { return t < 3 ? on_its_feet : other; });
    EXPECT_THAT(bug.falls(), SizeIs(1)) << other.height;
  }
}

// Joints that are limp give way before the feet bear its weight.
TEST(Falls, AreThoseOfWhatGivesWayAtOnce) {
  const Bug limp([](double t) {
    return t < 0.2 ? Held{0.03, 0, stands - (stands - lies) * t / 0.2, 0} : fallen;
  });
  ASSERT_THAT(limp.falls(), SizeIs(1));
  EXPECT_NEAR(limp.falls()[0].time, 0.2, 0.01);
  const Bug dropped([](double t) { return t < 0.5 ? Held{0, 0} : fallen; });
  EXPECT_THAT(dropped.falls(), IsEmpty()) << "it began in the air";
}

// An insect that lacks legs stumbles along on its shins; a man kneels.
TEST(Falls, AreNotToldOfAnUprightOneOnItsShins) {
  Bug bug([](double t) { return t < 3 ? on_its_feet : Held{0.3, 0.1, lies, 0.3, 0.6}; });
  std::vector<std::string> names{"trunk"};
  for (const LegSpec& leg : bug.figure().legs)
    for (const char* part : {"_shin", "_foot"}) names.push_back(leg.name + part);
  for (const std::string& name : names) {
    BodySpec& body = bug.figure().bodies.emplace_back();
    body.name = name;
    body.parent = name == "trunk" ? "" : "trunk";
    body.density = 1000;
    ShapeSpec& shape = body.inertia.emplace_back();
    shape.shape.kind = ShapeKind::sphere;
    shape.shape.radius = stands;
  }
  EXPECT_THAT(bug.falls(), SizeIs(1)) << "no leg has these shins";
  for (BodySpec& body : bug.figure().bodies)
    if (const std::size_t foot = body.name.find("_foot"); foot != body.name.npos)
      body.parent = body.name.substr(0, foot) + "_shin";
  EXPECT_THAT(bug.falls(), IsEmpty());
}

// The legs of passive walkers are feet from the knee on: these bear one that lies.
TEST(Falls, AreThoseOfAWalkerThatLiesOnItsFeet) {
  const Bug bug([](double t) { return t < 3 ? on_its_feet : Held{1, 0, lies, 1.5}; });
  EXPECT_THAT(bug.falls(), SizeIs(1));
}

TEST(Falls, AreNotToldOfActsThatRest) {
  const auto sits_and_gets_up = [](double t) {
    return t < 2     ? on_its_feet
           : t < 3.5 ? Held{0.65, 0.35, 0.05, 0.8}
           : t < 4   ? fallen
                     : on_its_feet;
  };
  Bug told(sits_and_gets_up);
  EXPECT_THAT(told.falls(), SizeIs(1)) << "nobody told it to";
  const ShotSpec dog = load_shot(GAMBOL_SOURCE_DIR "/scenes/dog/dog_acts.yaml");
  told.shot.motion.figures[0].controllers = dog.motion.figures[0].controllers;
  for (const auto& [at, run] : {std::pair{1.9, "sit"}, std::pair{3.4, "get_up"}}) {
    CueSpec& cue = told.shot.motion.cues.emplace_back();
    cue.at = at;
    cue.run = run;
  }
  EXPECT_THAT(told.falls(), IsEmpty()) << "it stumbles as it gets up from where it sat";
}

TEST(Falls, EndWithGettingUp) {
  const Bug up([](double t) { return t < 3 ? fallen : on_its_feet; });
  EXPECT_THAT(up.falls(), IsEmpty()) << "it lay from the beginning";
  const Bug again([](double t) { return std::fmod(t, 2) < 1 ? on_its_feet : fallen; });
  ASSERT_THAT(again.falls(), SizeIs(1));
  EXPECT_NEAR(again.falls()[0].time, 1, 0.02);
  EXPECT_EQ(again.falls()[0].others, 2);
  EXPECT_THAT(to_string(again.falls()[0], again.poses), HasSubstr("(and 2 times later)"));
}

// Of which a minute is in memory at a time.
TEST(Falls, AreFoundInAMotionOfSeveralMinutes) {
  for (const double first : {59.95, 60.0, 60.02, 100.0}) {
    const Bug bug(
        [=](double t) {
          return (t >= first && t < first + 2) || t >= 179.98 ? fallen : on_its_feet;
        },
        185);
    ASSERT_THAT(bug.falls(), SizeIs(1)) << first;
    EXPECT_NEAR(bug.falls()[0].time, first, 0.01);
    EXPECT_EQ(bug.falls()[0].others, 1) << first;
  }
}

// A figure rolls over for a moment and is on its feet again: a leap's landing, not a fall.
TEST(Falls, LastAWhile) {
  const Bug bug([](double t) { return t > 3 && t < 3.08 ? fallen : on_its_feet; });
  EXPECT_THAT(bug.falls(), IsEmpty());
}

// A crate that stands on obstacles has touches instead of the ground's forces.
TEST(Falls, HappenOnObstaclesToo) {
  const auto held = [](double t) { return t < 3 ? on_its_feet : fallen; };
  Bug bug([](double) { return Held{0, 0}; });
  bug.poses.channels.erase(bug.poses.channels.begin() + 2, bug.poses.channels.end());
  bug.com([=](double t) { return Vec3(t, 0, 0.5 + held(t).height); });
  bug.root([=](double t) { return Quat(Eigen::AngleAxisd(held(t).tilt, Vec3::UnitX())); });
  const std::vector<std::string> bodies = bug.poses.channels[0].columns;
  const auto touch = [=](double t, std::size_t c) {
    return 2 * 9.81 * (c == 0 ? held(t).trunk : c <= 4 ? held(t).feet / 4 : 0);
  };
  bug.with("touch_force", bodies, touch);
  bug.shot.motion.world.collisions.self.clear();
  EXPECT_THAT(bug.falls(), SizeIs(1)) << "a figure without self-collisions is touched by others";
  bug.shot.motion.world.collisions.self = {bug.shot.motion.figures[0].name};
  EXPECT_THAT(bug.falls(), IsEmpty()) << "nothing outside touches it: it touches itself";
  CastSpec& floor = bug.shot.motion.figures.emplace_back();
  floor.name = "floor";
  floor.is_obstacle = true;
  Channel channel{"floor/touch_force", "", "", {"floor"}, {}};
  for (double t : bug.poses.track_times) channel.values.push_back(touch(t, 0) + 4 * touch(t, 1));
  bug.poses.channels.push_back(channel);
  EXPECT_THAT(bug.falls(), SizeIs(1));
}

}  // namespace
}  // namespace gambol
