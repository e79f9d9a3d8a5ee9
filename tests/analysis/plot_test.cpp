#include "analysis/plot.h"
#include "shot/shot_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A trunk with two legs of two joints each, one second of film, two of tracks.
struct Walk {
  ShotSpec shot;
  Poses poses;

  Walk() {
    shot.name = "stroll";
    CastSpec& cast = shot.motion.figures.emplace_back();
    cast.name = "bug";
    cast.controllers.emplace_back().name = "gait";
    const auto body = [&](const char* name, const char* parent) {
      BodySpec& b = cast.figure.bodies.emplace_back();
      b.name = name;
      b.parent = parent;
    };
    body("trunk", "");
    body("tail", "trunk");
    for (const char* side : {"left", "right"}) {
      const std::string hip = std::string(side) + "_hip", foot = std::string(side) + "_foot";
      body(hip.c_str(), "trunk");
      body(foot.c_str(), hip.c_str());
      LegSpec& leg = cast.figure.legs.emplace_back();
      leg.name = std::string(side) + "_leg";
      leg.side = leg.name[0] == 'l' ? Side::left : Side::right;
      leg.feet = {foot};
    }
    poses.fps = 24;
    poses.frames = 24;
    poses.samples_per_frame = 1;
    for (int k = 0; k <= 24; ++k) poses.sample_times.push_back(k / 24.0);
    Channel q{"bug/q",
              "",
              "",
              {"x", "y", "z", "qw", "qx", "qy", "qz", "tail", "left_hip", "left_foot", "right_hip",
               "right_foot"},
              {}};
    Channel gait{"bug/gait", "", "", {"step/left_leg", "step/right_leg"}, {}};
    Channel com{"bug/com", "", "", {"x", "y", "z"}, {}};
    Channel force{"bug/foot_force", "", "", {"left_leg.x", "left_leg.y", "left_leg.z"}, {}};
    for (int k = 0; k <= 2000; ++k) {
      const double t = k / 1000.0, swing = std::sin(20 * t);
      poses.track_times.push_back(t);
      for (double v : {0.05 * t, 0.0, 0.01, 1.0, 0.0, 0.0, 0.0, 0.1, swing, 0.5, -swing, 0.2})
        q.values.push_back(v);
      for (double v : {swing > 0.5 ? 1.0 : 0.0, swing < -0.5 ? 1.0 : 0.0}) gait.values.push_back(v);
      for (double v : {0.05 * t, 0.0, 0.012}) com.values.push_back(v);
      for (double v : {0.0, 0.0, 0.003}) force.values.push_back(v);
    }
    poses.channels = {q, gait, com, force};
    poses.marks = {{0.5, "shove", ""}, {1.5, "after the film", ""}};
  }
  Drawing drawing() const { return plot_figure(shot, poses, shot.motion.figures[0]); }
};

// The last one: the axes that all panels share come after them.
const Drawing::Text* text(const Drawing& drawing, const std::string& wanted) {
  const Drawing::Text* found = nullptr;
  for (const Drawing::Mark& mark : drawing.marks)
    if (const auto* t = std::get_if<Drawing::Text>(&mark))
      if (t->text == wanted) found = t;
  return found;
}

TEST(Plot, NamesLegsJointsAndMarks) {
  const std::string svg = svg_text(Walk().drawing());
  for (const char* name : {"stroll: bug", ">left_leg<", ">right_leg<", "joints of left_leg, deg",
                           ">left_hip<", ">right_foot<", "other joints, deg",
                           "force of the ground on feet", "cm/s", "height, mm", ">shove<"})
    EXPECT_THAT(svg, HasSubstr(name));
  EXPECT_THAT(svg, Not(HasSubstr("after the film")));
}

TEST(Plot, FramesStandAboveTheirTime) {
  const Drawing drawing = Walk().drawing();
  const Drawing::Text *frame = text(drawing, "13"), *half = text(drawing, "0.5");
  ASSERT_EQ(frame, nullptr);  // every other one has room
  frame = text(drawing, "14");
  ASSERT_TRUE(frame && half);
  const Drawing::Text *zero = text(drawing, "1"), *end = text(drawing, "1.0");
  ASSERT_TRUE(zero && end);
  const double second = end->at.x() - zero->at.x();
  EXPECT_NEAR(half->at.x() - zero->at.x(), second / 2, 1e-6);
  EXPECT_NEAR(frame->at.x() - zero->at.x(), second * 13 / 24, 1e-6);
  EXPECT_LT(frame->at.y(), half->at.y());
}

TEST(Plot, ManyRowsOfATrackAreFewPointsThatKeepTheExtremes) {
  Walk walk;
  const Drawing plain = walk.drawing();
  walk.poses.channels[0].values[700 * 12 + 7] = 2;  // the tail jerks, for a millisecond
  std::size_t most = 0;
  double peak = 1e9;
  for (const Drawing::Mark& mark : walk.drawing().marks)
    if (const auto* line = std::get_if<Drawing::Line>(&mark))
      most = std::max(most, line->points.size());
  EXPECT_LT(most, 2500u);
  EXPECT_GT(most, 800u);
  for (const Drawing::Mark& mark : walk.drawing().marks)
    if (const auto* line = std::get_if<Drawing::Line>(&mark))
      if (line->points.size() > 100)
        for (std::size_t k = 1; k < line->points.size(); ++k)
          if (line->points[k].y() < line->points[k - 1].y() - 80) peak = line->points[k].x();
  EXPECT_NEAR(peak, 150 + 0.7 * 890, 2);  // the panel's left edge and width
}

TEST(Plot, LeavesOutWhatIsNotThere) {
  Walk walk;
  walk.poses.channels = {walk.poses.channels[0]};  // q alone
  const std::string svg = svg_text(walk.drawing());
  EXPECT_THAT(svg, Not(HasSubstr("steps (white)")));
  EXPECT_THAT(svg, Not(HasSubstr("force")));
  EXPECT_THAT(svg, HasSubstr("joints of left_leg"));
}

}  // namespace
}  // namespace gambol
