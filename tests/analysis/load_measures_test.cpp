// Measures of loads, postures and figures, on tracks that were made up.

#include <gtest/gtest.h>

#include "geometry/distance.h"
#include "made_up.h"

namespace gambol::testing {
namespace {

double deg(double d) { return d * pi / 180; }

TEST(LoadMeasures, KnowTheLeastHeightAndTheDeepestFoot) {
  MadeUp m;
  m.with("lowest", {"belly", "tail"},
         [](double t, std::size_t c) { return c == 0 ? 0.005 + 0.002 * std::cos(pi * t) : 0.1; });
  m.with("foot_depth", {"left0", "right0"},
         [](double t, std::size_t c) { return 1e-4 * (1 + double(c)) * std::sin(pi * t / 2); });
  EXPECT_NEAR(m.value("clearance", "belly"), 3, 1e-9);
  EXPECT_NEAR(m.value("clearance", "tail"), 100, 1e-9);
  EXPECT_NEAR(m.value("foot_depth"), 0.2, 1e-9);
}

TEST(LoadMeasures, ShareTheTimeWithoutAFootOnTheGround) {
  MadeUp m;
  m.with("foot_depth", {"left0", "right0"}, [](double t, std::size_t c) {
    const bool down = c == 0 ? t < 0.5 : t > 0.3995 && t < 1;
    return down ? 1e-5 : 0;
  });
  m.with("foot_force", {"left0.z", "right0.z"}, [](double, std::size_t) { return 0.0; });
  EXPECT_NEAR(m.value("flight"), 1001 / 2001.0, 1e-12);
  EXPECT_NEAR(m.value("flight", "", 1), 1, 1e-12);
}

TEST(LoadMeasures, AFootThatPressesWithoutSinkingInIsOnTheGround) {
  MadeUp m;
  m.with("foot_depth", {"left0"}, [](double, std::size_t) { return 0.0; });
  m.with("foot_force", {"left0.z"}, [](double t, std::size_t) { return t < 0.9995 ? 2.0 : 0.0; });
  EXPECT_NEAR(m.value("flight"), 1001 / 2001.0, 1e-12);
}

TEST(LoadMeasures, OfAFigureThatStandsKnowNoSlip) {
  MadeUp m;
  m.com([](double) { return Vec3::Zero(); });
  m.slides([](double, const LegSpec&) { return Vec3::Zero(); });
  EXPECT_EQ(m.value("foot_slip"), 0);
  EXPECT_EQ(m.value("foot_slip", "right0"), 0);
  EXPECT_THROW(m.value("foot_slip", "belly"), InputError);
}

TEST(LoadMeasures, ComparePeaksWithEachJointsOwnTorques) {
  MadeUp m;
  // The hip is strong all the time; the knee is weak but for one sample.
  m.with("joint_force", {"hip", "knee"}, [](double t, std::size_t c) {
    return c == 0 ? 8e-6 : std::abs(t - 1) < 1e-6 ? -6e-6 : 2e-6;
  });
  EXPECT_NEAR(m.value("peak_torque"), 8, 1e-9);
  EXPECT_NEAR(m.value("torque_spike"), 3, 1e-9);
}

// A hip of 50 N*m at most, an ankle of two axes of 20 N*m, and a tail without a limit.
MadeUp limited(double rate, const std::function<double(double t, std::size_t joint)>& torque) {
  MadeUp m(0, 2, rate);
  const auto body = [&](const char* name, const char* parent, JointType type,
                        std::optional<double> most) {
    BodySpec& b = m.figure().bodies.emplace_back();
    b.name = name;
    b.parent = parent;
    b.joint.type = type;
    b.joint.most_torque = most;
  };
  body("trunk", "", JointType::rotary, {});
  body("hip", "trunk", JointType::rotary, 50);
  body("ankle", "hip", JointType::universal, 20);
  body("tail", "trunk", JointType::rotary, {});
  return m.with("joint_force", {"hip", "ankle.r1", "ankle.r2", "tail"}, torque);
}

TEST(LoadMeasures, AJointsNameMeansAllItsAxes) {
  MadeUp m = limited(1000, [](double, std::size_t) { return 0.0; });
  m.with("q", {"hip", "ankle.r1", "ankle.r2", "tail"},
         [](double t, std::size_t joint) { return double(joint) * t / 2; });
  EXPECT_NEAR(m.value("joint_range", "ankle"), 180 / pi, 1e-9) << "of the axis that turns least";
  EXPECT_NEAR(m.value("joint_range", "ankle.r2"), 2 * 180 / pi, 1e-9);
}

ExpectSpec jump_of(const std::string& joint) {
  ExpectSpec e;
  e.measure = "torque_jump";
  e.body = joint;
  return e;
}

// The hip jumps by 5 N*m; an axis of the ankle rises by 8 N*m in 20 ms, and by 20 in the whole
// second; the tail jumps by 1000.
TEST(LoadMeasures, ATorqueJumpsByWhatItChangesInTenMilliseconds) {
  MadeUp m = limited(1000, [](double t, std::size_t joint) {
    if (joint == 0) return t < 1.0005 ? -3.0 : 2.0;
    if (joint == 1) return 20 * t + 8 * std::clamp((t - 1) / 0.02, 0.0, 1.0);
    return joint == 2 ? 0.0 : t < 1 ? 0.0 : 1000.0;
  });
  EXPECT_NEAR(m.measured(jump_of("hip")).value, 0.1, 1e-9);
  EXPECT_NEAR(m.measured(jump_of("ankle.r1")).value, (4 + 0.2) / 20, 1e-9);
  EXPECT_NEAR(m.measured(jump_of("ankle")).value, (4 + 0.2) / 20, 1e-9) << "both axes";
  EXPECT_NEAR(m.measured(jump_of("*ip")).value, 0.1, 1e-9);
  EXPECT_NEAR(m.value("torque_jump"), (4 + 0.2) / 20, 1e-9) << "of all that have a limit";
  EXPECT_EQ(m.measured(jump_of("tail")).why, "no joint that has `most_torque`");
}

// A rise and a fall within 10 ms count by the larger of the two.
TEST(LoadMeasures, ATorqueJumpsBetweenAnyRowsOfTenMilliseconds) {
  MadeUp m = limited(1000, [](double t, std::size_t joint) {
    return joint == 0 && t > 1.0005 && t < 1.0045 ? 10.0 : 0.0;
  });
  EXPECT_NEAR(m.value("torque_jump"), 0.2, 1e-9);
}

TEST(LoadMeasures, ATorqueJumpNeedsRowsNoFartherApart) {
  const auto ramp = [](double t, std::size_t) { return 100 * t; };
  EXPECT_NEAR(limited(100, ramp).measured(jump_of("hip")).value, 1.0 / 50, 1e-9);
  EXPECT_NEAR(limited(240, ramp).measured(jump_of("hip")).value, 100 * 2 / 240.0 / 50, 1e-9);
  EXPECT_EQ(limited(50, ramp).measured(jump_of("hip")).why,
            "rows are 20 ms apart: a change within 10 ms needs a track_rate of 100 Hz or more");
}

const std::vector<std::string> root_columns = {"x", "y", "z", "qw", "qx", "qy", "qz"};

// A ball of 1 cm comes down towards a plate, 2 cm thick, and 3 mm into it.
TEST(GapMeasures, KnowTheLeastDistanceFromWhatIsSeenOfOtherFigures) {
  MadeUp m(0);
  const auto body = [](FigureSpec& figure, ShapeKind kind, const Vec3& size) {
    figure.density = 1000;
    BodySpec& b = figure.bodies.emplace_back();
    b.name = "body";
    ShapeSpec s;
    s.shape.kind = kind;
    s.shape.size = size;
    s.shape.radius = size.x();
    b.inertia = b.collision = b.visible = {s};
  };
  body(m.figure(), ShapeKind::sphere, Vec3(0.01, 0, 0));
  m.with("q", root_columns, [](double t, std::size_t c) {
    return c == 2 ? 0.017 + 0.02 * (1 - t / 2) : c == 3 ? 1.0 : 0;
  });
  const auto gap = [&](double to) {
    ExpectSpec e;
    e.measure = "gap";
    e.figure = "bug";
    e.body = "body";
    e.to = to;
    return m.measured(e).value;
  };
  EXPECT_TRUE(std::isnan(gap(2)));  // alone
  CastSpec& plate = m.shot.motion.figures.emplace_back();
  plate.name = "plate";
  body(plate.figure, ShapeKind::box, Vec3(0.2, 0.2, 0.02));
  m.with("q", root_columns, [](double, std::size_t c) { return c == 3 ? 1.0 : 0.0; });
  m.poses.channels.back().name = "plate/q";
  EXPECT_NEAR(gap(2), -3, 1e-6);
  EXPECT_NEAR(gap(1), 7, 1e-6);
  plate.figure.bodies[0].visible.clear();
  EXPECT_TRUE(std::isnan(gap(2)));
}

// A plank of eight corners that tumbles past, and through, things of every kind.
Transform tumbling(double t) {
  const Vec3 axis = Vec3(1, 2, -0.5).normalized();
  return {Quat(Eigen::AngleAxisd(5 * t, axis)),
          Vec3(0.2 - 0.2 * t, 0.05 * std::sin(4 * t), 0.06 * std::cos(7 * t))};
}

// What the measure leaves out must not change what it finds, to the last bit.
TEST(GapMeasures, AreThoseOfEveryPointAtEveryInstant) {
  for (const ShapeKind kind : {ShapeKind::mesh, ShapeKind::ellipsoid, ShapeKind::capsule}) {
    MadeUp m(0, 2, 100);
    ShapeSpec plank;
    plank.shape.size = Vec3(0.05, 0.02, 0.01);
    m.figure().density = 1000;
    m.figure().bodies.emplace_back();
    m.figure().bodies[0].inertia = m.figure().bodies[0].collision = {plank};
    m.with("q", root_columns, [](double t, std::size_t c) {
      const Transform X = tumbling(t);
      return c < 3 ? X.p[int(c)] : c == 3 ? X.R.w() : X.R.vec()[int(c) - 4];
    });
    ShapeSpec thing;
    thing.shape.kind = kind;
    thing.shape.size = Vec3(0.08, 0.03, 0.05);
    thing.shape.radius = 0.04;
    thing.shape.length = 0.1;
    thing.shape.mesh = GAMBOL_SOURCE_DIR "/figures/meshes/jack.obj";
    const ShapeDistance distance(thing.shape);
    EXPECT_EQ(distance.even(), kind != ShapeKind::ellipsoid);
    CastSpec& other = m.shot.motion.figures.emplace_back();
    other.name = "thing";
    other.figure.density = 1000;
    other.figure.bodies.emplace_back();
    other.figure.bodies[0].inertia = {plank};
    other.figure.bodies[0].visible = {thing};
    m.with("q", root_columns, [](double, std::size_t c) { return c == 3 ? 1.0 : 0.0; });
    m.poses.channels.back().name = "thing/q";

    double least = 1;
    for (double t : m.poses.track_times)
      for (const ContactPoint& point : contact_points(plank.shape))
        least = std::min(least, distance.at(tumbling(t) * point.p_B) - point.radius);
    EXPECT_LT(least, -0.005);
    ExpectSpec e;
    e.measure = "gap";
    e.figure = "bug";
    EXPECT_NEAR(m.measured(e).value, 1000 * least, 1e-12) << int(kind);
  }
}

TEST(PostureMeasures, KnowAJump) {
  MadeUp m(3, 0.2);
  m.com([](double t) { return Vec3(0, 0, 0.01 + 0.981 * t - 9.81 / 2 * t * t); });
  EXPECT_NEAR(m.value("vertical_acceleration"), -9.81, 1e-6);
  EXPECT_NEAR(m.value("climb"), 49.05, 1e-6);
  EXPECT_NEAR(m.value("descent"), 49.05, 1e-6);
  EXPECT_NEAR(m.value("bounce"), 49.05 / 2, 1e-6);
  EXPECT_NEAR(m.value("peak_height"), 59.05, 1e-6);
  EXPECT_NEAR(m.value("height_drift"), 0, 1e-9);
  EXPECT_NEAR(m.value("height"), 10 + 49.05 * 2 / 3, 0.3);
}

// A ball that rises to 2, 8, 2, 4.5, 0.5 and 10 cm, one after the other: ratios of speeds are 2,
// 1/2, 3/2, 1/3 and 4.5. A flight whose top is not seen counts for nothing.
TEST(PostureMeasures, KnowHowFastABallBouncesBack) {
  const auto height = [](double t) {
    for (const double most : {0.02, 0.08, 0.02, 0.045, 0.005, 0.1}) {
      const double fall = std::sqrt(2 * most / 9.81);
      if (t < 2 * fall) return 9.81 * t * (fall - t / 2);
      t -= 2 * fall;
    }
    return 0.0;
  };
  const auto rebound = [&](double from, double duration) {
    MadeUp m(3, duration);
    m.com([&](double t) { return Vec3(0, 0, 0.01 + height(from + t)); });
    return m.value("rebound");
  };
  EXPECT_NEAR(rebound(0.02, 0.83), 1, 0.02) << "the mean of 1/2 and 3/2";
  EXPECT_NEAR(rebound(0.1, 0.5), 0.5, 0.02) << "from the fall from 2 cm on: 1/2 alone";
  EXPECT_TRUE(std::isnan(rebound(0.05, 0.1))) << "one fall";
}

TEST(PostureMeasures, KnowADriftBesideABounce) {
  MadeUp m;
  m.com([](double t) { return Vec3(0, 0, 0.01 - 0.002 * t + 0.001 * std::cos(2 * pi * 10 * t)); });
  EXPECT_NEAR(m.value("height_drift"), 4, 0.02);
  EXPECT_NEAR(m.value("vertical_acceleration"), 0, 0.02);
}

TEST(PostureMeasures, KnowTiltWhateverTheHeading) {
  MadeUp m;
  m.root([](double t) {
    return Quat(Eigen::AngleAxisd(2 * t, Vec3::UnitZ()) *
                Eigen::AngleAxisd(deg(120) * std::sin(pi * t / 2), Vec3::UnitY()));
  });
  EXPECT_NEAR(m.value("tilt"), 120, 1e-6);
  // Beyond 90 degrees from asin(3/4) on.
  EXPECT_NEAR(m.value("overturned"), 1 - 2 * std::asin(0.75) / pi, 1e-3);
}

TEST(FigureMeasures, KnowMassSizeAndFreedom) {
  MadeUp m(1);
  FigureSpec& f = m.figure();
  f.density = 500;
  const auto add = [&](const char* name, const char* parent, const Vec3& at, const Vec3& size) {
    BodySpec& b = f.bodies.emplace_back();
    b.name = name;
    b.parent = parent;
    b.at = at;
    ShapeSpec s;
    s.shape.kind = ShapeKind::box;
    s.shape.size = size;
    b.inertia = {s};
    return &b;
  };
  add("trunk", "", Vec3::Zero(), Vec3(0.2, 0.1, 0.1));
  add("head", "trunk", Vec3(0.15, 0, 0), Vec3(0.1, 0.1, 0.1));
  add("horn", "head", Vec3(0.1, 0, 0), Vec3(0.1, 0.02, 0.02));
  f.bodies.back().joint.type = JointType::fixed;
  add("hip", "trunk", Vec3(0.1, 0.05, 0), Vec3(0.4, 0.01, 0.01));
  add("foot", "hip", Vec3(0.3, 0, 0), Vec3(0.4, 0.01, 0.01));
  f.legs[0].feet = {"foot"};
  f.legs[1].feet = {};
  EXPECT_NEAR(m.value("mass"), 500 * 1000 * (2e-3 + 1e-3 + 4e-5 + 8e-5), 1e-9);
  EXPECT_NEAR(m.value("body_length"), 40, 1e-9) << "the trunk, the head and its horn; no leg";
  EXPECT_EQ(m.value("degrees_of_freedom"), 9);
  m.shot.motion.figures[0].fixed_root = true;
  EXPECT_EQ(m.value("degrees_of_freedom"), 3);
}

}  // namespace
}  // namespace gambol::testing
