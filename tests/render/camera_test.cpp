#include "render/camera.h"

#include <gtest/gtest.h>

#include "roach_scene.h"

namespace gambol {
namespace {

CameraPose pose(const Vec3& position, const Vec3& target) {
  CameraPose c;
  c.position = position;
  c.target = target;
  c.focus = (target - position).norm();
  return c;
}

// The pixel at which a pinhole sees a place, by projection.
Eigen::Vector2d project(const CameraPose& c, double sensor, int width, int height, const Vec3& p) {
  const Vec3 f = (c.target - c.position).normalized(), r = f.cross(Vec3::UnitZ()).normalized();
  const Vec3 d = p - c.position;
  const double scale = c.focal_length / d.dot(f) * width / sensor;
  return {0.5 * width + scale * d.dot(r), 0.5 * height - scale * d.dot(r.cross(f))};
}

TEST(Camera, SeesAPlaceAtThePixelItProjectsTo) {
  const CameraPose c = pose(Vec3(0.3, -0.2, 0.15), Vec3(0, 0.05, 0));
  const Camera camera({c}, 0.036, 640, 360, Vec3(0.1, 0, 0));
  const Vec3 place(0.02, 0.03, 0.04);
  const Eigen::Vector2d at = project(c, 0.036, 640, 360, place);
  const CameraRay ray = camera.ray(float(at.x()), float(at.y()), 0, {0, 0});
  const Float3 to = normalize(Float3(Vec3(place - Vec3(0.1, 0, 0))) - ray.origin);
  EXPECT_NEAR(dot(to, ray.direction), 1, 1e-6);
  EXPECT_NEAR(length(cross(to, ray.direction)), 0, 1e-5);
}

TEST(Camera, LeftOfThePictureIsLeftOfTheWalk) {
  const Camera camera({pose(Vec3(-1, 0, 0), Vec3(0, 0, 0))}, 0.036, 100, 100, Vec3::Zero());
  EXPECT_GT(camera.ray(0, 50, 0, {0, 0}).direction.y, 0);
  EXPECT_GT(camera.ray(50, 0, 0, {0, 0}).direction.z, 0);
}

TEST(Camera, LooksStraightDownWithXUp) {
  const Camera camera({pose(Vec3(0, 0, 1), Vec3(0, 0, 0))}, 0.036, 100, 100, Vec3::Zero());
  EXPECT_GT(camera.ray(50, 0, 0, {0, 0}).direction.x, 0.1f);
}

TEST(Camera, RaysThroughTheWholeLensMeetInFocus) {
  CameraPose c = pose(Vec3(0, -1, 0), Vec3(0, 0, 0));
  c.lens_radius = 0.05;
  const Camera camera({c}, 0.036, 100, 100, Vec3::Zero());
  for (float u : {0.1f, 0.5f, 0.9f}) {
    const CameraRay ray = camera.ray(50, 50, 0, {u, 1 - u});
    const Float3 at = ray.origin - ray.direction * (ray.origin.y / ray.direction.y);
    EXPECT_NEAR(length(at), 0, 1e-6);
  }
}

TEST(Camera, MovesWhileTheShutterIsOpen) {
  const Camera camera({pose(Vec3(0, -1, 0), Vec3::Zero()), pose(Vec3(1, -1, 0), Vec3(1, 0, 0))},
                      0.036, 100, 100, Vec3::Zero());
  EXPECT_NEAR(camera.ray(50, 50, 0.25f, {0, 0}).origin.x, 0.25f, 1e-6);
}

TEST(FollowPath, SmoothsWobbleAndKeepsASteadyWalkSteady) {
  Scene scene = empty_scene(48);
  add_body(scene, "body", rounded_box(Vec3::Constant(0.01), 0), "", Transform{},
           {Quat::Identity(), Vec3(0.48, 0, 0)});
  for (std::size_t i = 0; i < scene.poses.X_WB.size(); ++i)
    scene.poses.X_WB[i].p.y() = i % 2 ? 0.01 : -0.01;
  const FollowPath follow(scene.poses, 0, 0.25);
  for (double frame : {0.0, 0.5, 13.25, 24.0, 47.0, 48.0}) {
    EXPECT_NEAR(follow.at(frame).x(), 0.01 * frame, 1e-9) << frame;
    if (frame == 24) {
      EXPECT_NEAR(follow.at(frame).y(), 0, 1e-4) << frame;
    }
  }
}

}  // namespace
}  // namespace gambol
