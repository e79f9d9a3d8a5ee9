// The insect repeats the boxes and springs of the roach that it covers: they must stay the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "figure/figure_spec.h"
#include "figure/layers.h"

namespace gambol {
namespace {

FigureSpec figure_of(const std::string& name) {
  return load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + name + ".yaml");
}

const BodySpec& body_of(const FigureSpec& figure, const std::string& name) {
  return *std::find_if(figure.bodies.begin(), figure.bodies.end(),
                       [&](const BodySpec& b) { return b.name == name; });
}

void expect_same(const std::vector<ShapeSpec>& as, const std::vector<ShapeSpec>& is,
                 const std::string& body) {
  ASSERT_EQ(as.size(), is.size()) << body;
  for (std::size_t i = 0; i < as.size(); ++i) {
    EXPECT_EQ(as[i].shape.kind, is[i].shape.kind) << body;
    EXPECT_EQ(as[i].shape.size, is[i].shape.size) << body;
    EXPECT_EQ(as[i].shape.bevel, is[i].shape.bevel) << body;
    EXPECT_EQ(as[i].shape.edge, is[i].shape.edge) << body;
    EXPECT_EQ(as[i].shape.X_BS.p, is[i].shape.X_BS.p) << body;
    EXPECT_EQ(as[i].shape.X_BS.R.coeffs(), is[i].shape.X_BS.R.coeffs()) << body;
  }
}

bool touches_with(const std::string& body) {
  return body.find("_antenna_") != std::string::npos && !body.ends_with("_1");
}

TEST(Insect, HasTheRoachsBodiesAndShowsThemInALayer) {
  const FigureSpec roach = figure_of("roach"), insect = figure_of("roach_insect");
  for (const BodySpec& body : roach.bodies) {
    const BodySpec& covered = body_of(insect, body.name);
    expect_same(body.inertia, covered.inertia, body.name);
    expect_same(body.collision, covered.collision, body.name);
    std::vector<ShapeSpec> boxes = covered.visible;
    std::erase_if(boxes, [&](const ShapeSpec& s) { return layer_of(insect, s) != "boxes"; });
    expect_same(body.visible, boxes, body.name);
  }
}

// Else its antennae would hang through the ground on which it lies, and through the egg in which it
// sleeps.
TEST(Insect, TouchesWithItsFlagellaButNotWithCerciAndBasesOfAntennae) {
  const FigureSpec roach = figure_of("roach"), insect = figure_of("roach_insect");
  std::set<std::string> covered;
  for (const BodySpec& body : roach.bodies) covered.insert(body.name);
  EXPECT_EQ(insect.bodies.size(), covered.size() + 22);
  for (const BodySpec& body : insect.bodies)
    if (!covered.contains(body.name)) {
      EXPECT_EQ(body.collision.size(), touches_with(body.name) ? 1u : 0u) << body.name;
    }
}

TEST(Insect, WalksByTheScriptInOneOfItsFigures) {
  const FigureSpec roach = figure_of("roach"), insect = figure_of("roach_insect_script");
  ASSERT_EQ(insect.motor_programs.size(), roach.motor_programs.size());
  for (std::size_t i = 0; i < roach.motor_programs.size(); ++i) {
    const auto &is = insect.motor_programs[i], &was = roach.motor_programs[i];
    EXPECT_EQ(is.name, was.name);
    ASSERT_EQ(is.ramps.size(), was.ramps.size()) << was.name;
    for (std::size_t k = 0; k < was.ramps.size(); ++k) {
      EXPECT_EQ(is.ramps[k].joint, was.ramps[k].joint) << was.name;
      EXPECT_EQ(is.ramps[k].to, was.ramps[k].to) << was.name;
      EXPECT_EQ(is.ramps[k].start, was.ramps[k].start) << was.name;
      EXPECT_EQ(is.ramps[k].over, was.ramps[k].over) << was.name;
    }
  }
}

TEST(Insect, HasTheRoachsSpringsBeforeItsOwn) {
  const FigureSpec roach = figure_of("roach"), insect = figure_of("roach_insect");
  ASSERT_GT(insect.actuators.size(), roach.actuators.size());
  for (std::size_t i = 0; i < roach.actuators.size(); ++i) {
    const ActuatorSpec &was = roach.actuators[i], &is = insect.actuators[i];
    EXPECT_EQ(was.type, is.type) << i;
    EXPECT_EQ(was.joints, is.joints) << i;
    EXPECT_EQ(was.scale, is.scale) << i;
    EXPECT_EQ(was.strength, is.strength) << i;
    EXPECT_EQ(was.rise, is.rise) << i;
    EXPECT_EQ(was.stiffness, is.stiffness) << i;
    EXPECT_EQ(was.damping, is.damping) << i;
  }
}

}  // namespace
}  // namespace gambol
