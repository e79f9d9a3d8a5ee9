#pragma once

// A made-up shot with its poses: a trunk, and a foot at the end of a leg. It turns and moves ahead,
// for six frames of two samples.

#include <gtest/gtest.h>

#include "exchange/make_scene.h"
#include "shot/shot_spec.h"

namespace gambol::testing {

inline ShapeSpec box(const Vec3& size, const Vec3& at) {
  ShapeSpec shape;
  shape.shape.kind = ShapeKind::box;
  shape.shape.size = size;
  shape.shape.X_BS.p = at;
  return shape;
}

class MadeUpShot : public ::testing::Test {
 protected:
  MadeUpShot() {
    shot.name = "walk";
    CastSpec& cast = shot.motion.figures.emplace_back();
    cast.name = "hopper";
    cast.figure.bodies.resize(2);
    cast.figure.bodies[0].name = "trunk";
    cast.figure.bodies[0].visible = {box(Vec3(3, 2, 1), Vec3(0, 0, 0.5))};
    cast.figure.bodies[1].name = "foot";
    cast.figure.bodies[1].parent = "trunk";
    cast.figure.bodies[1].visible = {box(Vec3(0.1, 0.1, 0.1), Vec3::Zero()),
                                     box(Vec3(3, 2, 1), Vec3(1, 0, 0))};
    LegSpec leg;
    leg.name = "left";
    leg.feet = {"foot"};
    leg.tip = Vec3(0, 0, -0.05);
    cast.figure.legs = {leg};
    cast.controllers.emplace_back().name = "gait";

    poses.fps = 10;
    poses.frames = 6;
    poses.samples_per_frame = 2;
    poses.bodies = {"hopper/trunk", "hopper/foot"};
    for (int k = 0; k <= 12; ++k) {
      poses.sample_times.push_back(0.05 * k);
      for (int b = 0; b < 2; ++b)
        poses.X_WB.push_back({Quat(Eigen::AngleAxisd(0.3 * k + b, Vec3(1, 2, 3).normalized())),
                              Vec3(0.1 * k, b, -1.0 / 3)});
    }
    for (int k = 0; k < 60; ++k) poses.track_times.push_back(0.01 * k);
    sight.camera = [](std::size_t, int) { return SceneCamera(); };
  }

  // The leg steps from 0.15 s to 0.25 s, and again from 0.5 s.
  void record_steps() {
    Channel& gait = poses.channels.emplace_back();
    gait.name = "hopper/gait";
    gait.columns = {"phase", "step/left"};
    for (int k = 0; k < 60; ++k) {
      gait.values.push_back(0.7);
      gait.values.push_back((k >= 15 && k < 25) || k >= 50);
    }
  }
  // On the foot: 1 N along x, and an impact in the row at 0.33 s.
  void record_forces() {
    Channel& force = poses.channels.emplace_back();
    force.name = "hopper/foot_force";
    force.columns = {"left.x", "left.y", "left.z"};
    for (int k = 0; k < 60; ++k)
      for (const double f : {1.0, 0.0, k == 33 ? 50.0 : 0.0}) force.values.push_back(f);
  }
  // A skin over both bodies.
  void add_skin() {
    FigureSpec& figure = shot.motion.figures[0].figure;
    figure.bodies[1].at = Vec3(1.5, 0, 0.5);
    SkinSpec& skin = figure.skins.emplace_back();
    skin.from = SkinSource::shapes;
    skin.cell = 0.2;
    skin.blend = 0.5;
  }

  FilmedScene film() const {
    return {make_scene(shot, poses, sight),
            [this](FrameSpan span, Scene& made) { show_frames(shot, poses, sight, span, made); }};
  }
  Scene scene() const { return scene({0, poses.frames - 1}); }
  Scene scene(FrameSpan span) const {
    FilmedScene made = film();
    made.show(span, made.scene);
    return made.scene;
  }

  ShotSpec shot;
  Poses poses;
  SceneSight sight;
};

}  // namespace gambol::testing
