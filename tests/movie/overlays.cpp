#include "movie/overlays.h"
#include "movie/eyes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

constexpr int grey = 100;

// Two pairs of legs over one second of film at a quarter of real time. The left front leg steps
// from 0.1 to 0.15 s, triggered at 0.1 s; the right hind leg from 0.2 s on.
struct Walk {
  ShotSpec shot;
  Poses poses;

  Walk() {
    shot.film.fps = 20;
    shot.film.duration = 1;
    shot.film.playback = Curve(0.25);
    CastSpec& cast = shot.motion.figures.emplace_back();
    cast.name = "bug";
    for (int row : {0, 1})
      for (Side side : {Side::right, Side::left}) {
        LegSpec& leg = cast.figure.legs.emplace_back();
        leg.name = std::string(side == Side::left ? "left" : "right") + std::to_string(row);
        leg.side = side;
        leg.row = row;
      }
    poses.fps = 20;
    poses.frames = 20;
    poses.samples_per_frame = 2;
    for (int k = 0; k <= 40; ++k) poses.sample_times.push_back(k / 40.0 * 0.25);
    Channel gait{"bug/gait", "", "", {"phase"}, {}};
    for (const char* kind : {"step/", "flash/"})
      for (const LegSpec& leg : cast.figure.legs) gait.columns.push_back(kind + leg.name);
    for (int k = 0; k <= 300; ++k) {
      poses.track_times.push_back(k * 0.001);
      const double left0 = k >= 100 && k < 150, right1 = k >= 200;
      const double flash0 = k == 100, flash1 = k == 200;
      // phase, steps of right0, left0, right1, left1, flashes of the same
      for (double v : {0.0, 0.0, left0, right1, 0.0, 0.0, flash0, flash1, 0.0})
        gait.values.push_back(v);
    }
    poses.channels.push_back(gait);
  }

  OverlaySpec& add() {
    OverlaySpec& overlay = shot.overlays.emplace_back();
    overlay.text_size = 0.05;
    return overlay;
  }
  SteppingSpec& add_stepping() {
    OverlaySpec& overlay = add();
    overlay.corner = Vec2(0.25, 0.25);
    overlay.size = Vec2(0.5, 0.5);
    SteppingSpec stepping;
    stepping.figure = "bug", stepping.controller = "gait";
    overlay.kind = stepping;
    return std::get<SteppingSpec>(overlay.kind);
  }
  OscillatorsSpec& add_oscillators() {
    OverlaySpec& overlay = add();
    overlay.corner = Vec2(0.5, 0);
    overlay.size = Vec2(0.5, 1);
    OscillatorsSpec oscillators;
    oscillators.figure = "bug", oscillators.controller = "gait";
    overlay.kind = oscillators;
    return std::get<OscillatorsSpec>(overlay.kind);
  }
};

Image8 grey_picture(int width, int height) {
  return {width, height, 3, std::vector<std::uint8_t>(std::size_t(3) * width * height, grey)};
}

Image8 drawn(const Walk& walk, int frame, int width = 640, int height = 360) {
  Image8 picture = grey_picture(width, height);
  draw_overlays(walk.shot, walk.poses, frame, picture);
  return picture;
}

// At fractions of the picture.
int green(const Image8& picture, double x, double y) {
  const int column = int(x * picture.width), row = int(y * picture.height);
  return picture.pixels[3 * (std::size_t(row) * picture.width + column) + 1];
}

int ink(const Image8& picture) {
  int changed = 0;
  for (std::uint8_t v : picture.pixels) changed += v != grey;
  return changed;
}

// Where the rows of the pattern lie in `add_stepping`: left front, left hind, right front, hind.
constexpr double em = 0.05 / 1.2;
constexpr double row_y(int row) { return 0.25 + (row + 0.5) * (0.5 - 1.4 * em) / 4; }
double time_x(double fraction, double aspect = 9.0 / 16) {
  const double names = 2 * em * aspect;
  return 0.25 + names + fraction * (0.5 - names);
}

TEST(Overlays, NoneLeaveThePictureAsItIs) { EXPECT_EQ(ink(drawn(Walk(), 3)), 0); }

TEST(Overlays, AStepIsWhiteAndStanceBlackAtItsTime) {
  Walk walk;
  walk.add_stepping();
  for (const auto& [width, height] : {std::pair(640, 360), {1280, 720}, {320, 180}}) {
    const Image8 p = drawn(walk, 0, width, height);
    EXPECT_EQ(green(p, time_x(0.125 / 0.25), row_y(0)), 255);  // 0.125 s of 0.25 s
    EXPECT_EQ(green(p, time_x(0.09 / 0.25), row_y(0)), 0);
    EXPECT_EQ(green(p, time_x(0.16 / 0.25), row_y(0)), 0);
    EXPECT_EQ(green(p, time_x(0.125 / 0.25), row_y(1)), 0);
    EXPECT_EQ(green(p, time_x(0.23 / 0.25), row_y(3)), 255);
    EXPECT_EQ(green(p, time_x(0.18 / 0.25), row_y(3)), 0);
  }
}

TEST(Overlays, AWindowFillsAndThenScrollsSoThatNowIsAtItsRight) {
  Walk walk;
  walk.add_stepping().window = 0.1;
  // Frame 12 is 0.15 s: the window began at 0.05 s, the step in its middle, and it just ended.
  const Image8 p = drawn(walk, 12);
  EXPECT_EQ(green(p, time_x(0.75), row_y(0)), 255);
  EXPECT_EQ(green(p, time_x(0.45), row_y(0)), 0);
  // Frame 4 is 0.05 s: half of the window is filled, and what comes is not shown.
  EXPECT_EQ(green(drawn(walk, 4), time_x(0.25), row_y(0)), 0);
  EXPECT_EQ(green(drawn(walk, 4), time_x(0.75), row_y(0)), grey);
}

TEST(Overlays, AnOscillatorFlashesAndDiesAway) {
  Walk walk;
  walk.add_oscillators().flash = 0.3;  // s of film: 6 frames
  // Two rows in a box half the picture wide: the pitch is half the box's width.
  const double x = 0.75 - 0.5 * 0.5 * 0.5, y = 0.5 - 0.5 * 0.25 * 640 / 360;
  std::vector<int> glow;
  for (int frame = 7; frame <= 15; ++frame) glow.push_back(green(drawn(walk, frame), x, y));
  EXPECT_LT(glow[0], 60);   // frame 7 is 0.0875 s
  EXPECT_EQ(glow[1], 255);  // 0.1 s
  for (int k = 1; k < 7; ++k) EXPECT_GT(glow[k], glow[k + 1]);
  EXPECT_EQ(glow[7], glow[0]);
  EXPECT_EQ(glow[8], glow[0]);
  // The right hind leg's, four frames after.
  EXPECT_EQ(green(drawn(walk, 16), 1.5 - x, 1 - y), 255);
}

TEST(Overlays, TheLayoutIsTheSameAtEveryResolution) {
  Walk walk;
  walk.add_stepping().window = 0.2;
  walk.add_oscillators();
  OverlaySpec& caption = walk.add();
  caption.kind = CaptionSpec{"two\nlines"};
  caption.background = Vec3(0, 0, 1);
  caption.size = Vec2(0.2, 0.2);
  const Image8 small = drawn(walk, 12, 320, 180), large = drawn(walk, 12, 960, 540);
  // A pixel of the small picture is the mean of nine of the large one, but for its edges.
  double difference = 0;
  for (int y = 0; y < 180; ++y)
    for (int x = 0; x < 320; ++x) {
      double sum = 0;
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
          sum += large.pixels[3 * (std::size_t(3 * y + j) * 960 + 3 * x + i) + 1];
      difference += std::abs(sum / 9 - small.pixels[3 * (std::size_t(y) * 320 + x) + 1]);
    }
  EXPECT_LT(difference / (320 * 180), 0.8);
}

TEST(Overlays, AreSeenFromTheirBeginningToTheirEnd) {
  Walk walk;
  OverlaySpec& overlay = walk.add();
  overlay.kind = CaptionSpec{"caption"};
  overlay.from = 0.2;  // frame 4
  overlay.to = 0.4;    // frame 8, not included
  EXPECT_EQ(ink(drawn(walk, 3)), 0);
  EXPECT_GT(ink(drawn(walk, 4)), 100);
  EXPECT_GT(ink(drawn(walk, 7)), 100);
  EXPECT_EQ(ink(drawn(walk, 8)), 0);
}

std::string clock_text(Walk walk, const ClockSpec& clock, int frame) {
  walk.add().kind = clock;
  return svg_text(overlay_drawing(walk.shot, walk.poses, frame, 640, 360));
}

TEST(Overlays, AClockShowsTimeRateAndFrame) {
  Walk walk;
  EXPECT_THAT(clock_text(walk, {true, true, true}, 4),
              HasSubstr(">0.050 s   1/4 real time   frame 5<"));
  EXPECT_THAT(clock_text(walk, {false, false, true}, 0), HasSubstr(">frame 1<"));
  for (const auto& [rate, text] : {std::pair(1.0, ">real time<"),
                                   {0.05, ">1/20 real time<"},
                                   {2.0, ">2 × real time<"},
                                   {0.4, ">0.4 × real time<"}}) {
    walk.shot.film.playback = Curve(rate);
    EXPECT_THAT(clock_text(walk, {false, true, false}, 0), HasSubstr(text));
  }
}

TEST(Overlays, AreTheSameEveryTimeAndHashWhatTheyShow) {
  Walk walk;
  const std::string none = overlays_hash(walk.shot, walk.poses);
  walk.add_stepping();
  EXPECT_EQ(drawn(walk, 5).pixels, drawn(walk, 5).pixels);
  const std::string before = overlays_hash(walk.shot, walk.poses);
  EXPECT_NE(before, none);
  walk.poses.channels[0].values[120 * 9 + 2] = 0;
  EXPECT_NE(overlays_hash(walk.shot, walk.poses), before);
}

TEST(Overlays, PosesWithoutTheGaitAreNamed) {
  Walk walk;
  walk.add_stepping();
  walk.poses.channels.clear();
  try {
    drawn(walk, 0);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("bug/gait"));
  }
}

TEST(Overlays, FadeInAndOut) {
  Walk walk;
  OverlaySpec& overlay = walk.add();
  overlay.kind = CaptionSpec{};
  overlay.background = Vec3(1, 1, 1);
  overlay.from = 0.2;  // frame 4
  overlay.fade_in = 0.2;
  overlay.fade_out = 0.1;  // until the film's end at frame 20
  const auto level = [&](int frame) { return green(drawn(walk, frame), 0.5, 0.5); };
  EXPECT_EQ(level(4), grey);
  EXPECT_NEAR(level(6), (grey + 255) / 2, 1);
  EXPECT_EQ(level(8), 255);
  EXPECT_EQ(level(18), 255);
  EXPECT_NEAR(level(19), (grey + 255) / 2, 1);
}

std::string burn_in(const Walk& walk, const BurnInSpec& spec, int frame) {
  return burn_in_text(spec, burn_in_facts(walk.shot, frame));
}

TEST(Overlays, ABurnInTellsWhatAFrameIs) {
  Walk walk;
  walk.shot.name = "bug_walk@slow";
  walk.shot.motion.seed = 7;
  EXPECT_EQ(burn_in(walk, {}, 0), "bug_walk   @slow   0001   00:00:00:00");
  EXPECT_EQ(burn_in(walk, {}, 20 * 3725 + 19), "bug_walk   @slow   74520   01:02:05:19");
  EXPECT_EQ(burn_in(walk, {false, false, false, false, true, true}, 3), "50 mm   seed 7");
  walk.shot.views.resize(2);
  walk.shot.views[0].name = "side";
  EXPECT_EQ(burn_in(walk, {false, false, false, false, true, false}, 3), "side + view 2");
  walk.shot.views[1].from = 1;
  EXPECT_EQ(burn_in(walk, {false, false, false, false, true, false}, 19), "side");
  EXPECT_EQ(burn_in(walk, {false, false, false, false, true, false}, 20), "side + view 2");
  walk.shot.name = "bug_walk";
  EXPECT_EQ(burn_in(walk, {.frame = false, .timecode = false}, 3), "bug_walk");
}

TEST(Overlays, ABurnInIsReadOnWhateverLiesBelow) {
  for (const Vec3& letters : {Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
    Walk walk;
    walk.shot.name = "bug";
    OverlaySpec& overlay = walk.add();
    overlay.kind = BurnInSpec{};
    overlay.color = letters;
    for (const int ground : {0, 255}) {
      Image8 picture = grey_picture(640, 360);
      std::fill(picture.pixels.begin(), picture.pixels.end(), std::uint8_t(ground));
      draw_overlays(walk.shot, walk.poses, 0, picture);
      const auto [dark, light] = std::minmax_element(picture.pixels.begin(), picture.pixels.end());
      EXPECT_LT(*dark, 30);
      EXPECT_GT(*light, 225);
    }
  }
}

TEST(Overlays, ANameThatABurnInShowsIsPartOfTheHash) {
  Walk walk;
  walk.add().kind = BurnInSpec{};
  const std::string before = overlays_hash(walk.shot, walk.poses);
  walk.shot.name = "another";
  EXPECT_NE(overlays_hash(walk.shot, walk.poses), before);
}

// A bug on four feet of one ball each, 2 m apart both ways; its left feet bear three quarters.
struct Standing : Walk {
  Standing() {
    CastSpec& cast = shot.motion.figures[0];
    poses.figures = {{"bug", 4 / 9.81}};  // 4 N
    cast.figure.bodies.emplace_back().name = "trunk";
    for (LegSpec& leg : cast.figure.legs) {
      BodySpec& foot = cast.figure.bodies.emplace_back();
      foot.name = leg.name + "_foot";
      leg.feet = {foot.name};
      foot.collision.emplace_back().shape.kind = ShapeKind::sphere;
      foot.collision.back().shape.radius = 0.1;
    }
    for (const BodySpec& body : cast.figure.bodies) poses.bodies.push_back("bug/" + body.name);
    for (std::size_t k = 0; k < poses.sample_times.size(); ++k) {
      poses.X_WB.emplace_back();
      for (const LegSpec& leg : cast.figure.legs)
        poses.X_WB.push_back({Quat::Identity(), place(leg)});
    }
    std::vector<std::string> bodies = {"trunk"}, axes;
    std::vector<double> loads = {0}, forces, points;
    for (const LegSpec& leg : cast.figure.legs) {
      bodies.push_back(leg.name + "_foot");
      loads.push_back(leg.side == Side::left ? 1.5 : 0.5);
      for (const char* axis : {".x", ".y", ".z"}) axes.push_back(leg.name + axis);
      forces.insert(forces.end(), {0, 0, loads.back()});
      points.insert(points.end(), {place(leg).x(), place(leg).y(), 0});
    }
    record("ground_force", bodies, loads);
    record("foot_force", axes, forces);
    record("foot_point", axes, points);
    record("com", {"x", "y", "z"}, {0, 0.5, 1});
    OverlaySpec& overlay = add();
    overlay.size = Vec2(0.5, 1);
    BalanceSpec balance;
    balance.figure = "bug";
    balance.span = 4;
    overlay.kind = balance;
  }
  static Vec3 place(const LegSpec& leg) {
    return {leg.row == 0 ? 1.0 : -1.0, leg.side == Side::left ? 1.0 : -1.0, 0.1};
  }
  void record(const char* name, const std::vector<std::string>& columns,
              const std::vector<double>& row) {
    Channel channel{std::string("bug/") + name, "", "", columns, {}};
    for (std::size_t k = 0; k < poses.track_times.size(); ++k)
      channel.values.insert(channel.values.end(), row.begin(), row.end());
    poses.channels.push_back(channel);
  }
};

TEST(Overlays, ABalanceHasDiscsWhoseAreasAreTheForcesAndARingAtTheirCentre) {
  const Standing bug;
  const Drawing drawing = overlay_drawing(bug.shot, bug.poses, 3, 800, 400);
  std::vector<Drawing::Disc> discs;
  std::vector<Drawing::Line> lines;
  for (const Drawing::Mark& mark : drawing.marks) {
    if (const auto* disc = std::get_if<Drawing::Disc>(&mark)) discs.push_back(*disc);
    if (const auto* line = std::get_if<Drawing::Line>(&mark)) lines.push_back(*line);
  }
  ASSERT_EQ(discs.size(), 5u);  // right0, left0, right1, left1, the ring
  // 100 px for 1 m around (200, 200): ahead is up, left is left.
  EXPECT_LT((discs[1].center - Vec2(100, 100)).norm(), 1e-9);
  EXPECT_LT((discs[2].center - Vec2(300, 300)).norm(), 1e-9);
  // The whole weight has a diameter of half of 400 px.
  EXPECT_NEAR(discs[1].radius, 100 * std::sqrt(1.5 / 4), 1e-9);
  EXPECT_NEAR(discs[2].radius, 100 * std::sqrt(0.5 / 4), 1e-9);
  EXPECT_LT((discs[4].center - Vec2(150, 200)).norm(), 1e-9);
  ASSERT_EQ(lines.size(), 3u);  // the polygon, closed, and a cross at the centre of mass
  EXPECT_EQ(lines[0].points.size(), 5u);
  EXPECT_LT(((lines[1].points[0] + lines[1].points[1]) / 2 - Vec2(150, 200)).norm(), 1e-9);
}

TEST(Overlays, ABalanceTurnsWithTheFigure) {
  Standing bug;
  const Quat left(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ()));
  for (Transform& X : bug.poses.X_WB) X = Transform{left, left * X.p};
  const Drawing drawing = overlay_drawing(bug.shot, bug.poses, 3, 800, 400);
  std::vector<Vec2> centers;
  for (const Drawing::Mark& mark : drawing.marks)
    if (const auto* disc = std::get_if<Drawing::Disc>(&mark)) centers.push_back(disc->center);
  EXPECT_LT((centers.at(1) - Vec2(100, 100)).norm(), 1e-9);
}

// A disc of the oscillators is round on the screen, however wide pixels are.
TEST(Overlays, PixelsThatAreNotSquareAreAllowedFor) {
  Walk walk;
  walk.add_oscillators();
  const Image8 square = drawn(walk, 4, 640, 360);
  walk.shot.film.frame.pixel_aspect = 2;
  const Image8 wide = drawn(walk, 4, 320, 360);
  int differing = 0;
  for (int y = 0; y < 360; ++y)
    for (int x = 0; x < 320; ++x) {
      const auto at = [&](const Image8& p, int column) {
        return int(p.pixels[3 * (std::size_t(y) * p.width + column) + 1]);
      };
      differing += std::abs(at(wide, x) - (at(square, 2 * x) + at(square, 2 * x + 1)) / 2) > 8;
    }
  EXPECT_GT(ink(wide), 1000);
  EXPECT_LT(differing, 320 * 360 / 200);  // rounding along edges
}

TEST(Overlays, BothEyesSeeThemAtTheSamePlace) {
  Walk walk;
  walk.add().kind = CaptionSpec{"two eyes", Align::left};
  const Image8 alone = drawn(walk, 4);
  walk.shot.camera.stereo.emplace();
  for (const StereoLayout layout :
       {StereoLayout::side_by_side, StereoLayout::top_bottom, StereoLayout::separate}) {
    walk.shot.camera.stereo->layout = layout;
    const bool above = layout == StereoLayout::top_bottom;
    const Image8 both = drawn(walk, 4, above ? 640 : 1280, above ? 720 : 360);
    for (int eye = 0; eye < 2; ++eye)
      EXPECT_TRUE(eye_of(walk.shot, eye, both).pixels == alone.pixels) << eye;
    EXPECT_TRUE(poster_of(walk.shot, both).pixels == alone.pixels);
  }
}

TEST(Poster, HasSquarePixels) {
  Image8 picture{2, 3, 3, {}};
  for (int i = 0; i < 18; ++i) picture.pixels.push_back(std::uint8_t(10 * i));
  const Image8 wide = with_square_pixels(picture, 2), tall = with_square_pixels(picture, 0.5);
  EXPECT_EQ(wide.width, 4);
  EXPECT_EQ(wide.height, 3);
  EXPECT_EQ(tall.width, 2);
  EXPECT_EQ(tall.height, 6);
  EXPECT_EQ(wide.pixels[0], 0);   // the first of a row
  EXPECT_EQ(wide.pixels[3], 8);   // a quarter of the way to the second, 30
  EXPECT_EQ(tall.pixels[6], 15);  // to the one below, 60
}

}  // namespace
}  // namespace gambol
