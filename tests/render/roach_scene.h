#pragma once

// A stand-in for the roach: 33 rounded boxes in the posture of a walk, built in memory, for tests
// and benchmarks of the picture.

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

struct Scene {
  ShotSpec shot;
  Poses poses;
};

inline Shape rounded_box(const Vec3& size, double edge) {
  Shape s;
  s.size = size;
  s.edge = edge;
  return s;
}

// Adds a body of one shape that moves from X to `to` over the film.
inline void add_body(Scene& scene, const std::string& name, const Shape& shape,
                     const std::string& material, const Transform& from, const Transform& to) {
  if (scene.shot.motion.figures.empty()) scene.shot.motion.figures.emplace_back().name = "roach";
  BodySpec body;
  body.name = name;
  body.material = material;
  body.visible.emplace_back().shape = shape;
  scene.shot.motion.figures[0].figure.bodies.push_back(body);

  Poses& poses = scene.poses;
  const std::size_t samples = std::size_t(poses.frames) * poses.samples_per_frame + 1;
  std::vector<Transform> all;
  for (std::size_t s = 0; s < samples; ++s) {
    for (std::size_t b = 0; b < poses.bodies.size(); ++b)
      all.push_back(poses.X_WB[s * poses.bodies.size() + b]);
    const double t = samples > 1 ? double(s) / double(samples - 1) : 0;
    all.push_back({from.R.slerp(t, to.R), from.p + t * (to.p - from.p)});
  }
  poses.bodies.push_back("roach/" + name);
  poses.X_WB = all;
}

inline Scene empty_scene(int frames = 1) {
  Scene scene;
  scene.poses.frames = frames;
  scene.poses.samples_per_frame = 4;
  scene.poses.fps = 24;
  for (int k = 0; k <= 4 * frames; ++k) scene.poses.sample_times.push_back(k / 96.0);
  scene.shot.motion.world.ground.emplace();
  scene.shot.film.fps = 24;
  return scene;
}

// A box between two places of the figure, `thick` across, that swings about the first.
inline void add_limb(Scene& scene, const std::string& name, const std::string& material,
                     const Vec3& a, const Vec3& b, double thick, const Vec3& drift, double swing) {
  Shape shape = rounded_box(Vec3(thick, (b - a).norm(), thick), 0.25 * thick);
  shape.X_BS.p = Vec3(0, 0.5 * (b - a).norm(), 0);
  Transform X;
  X.p = a;
  X.R = Quat::FromTwoVectors(Vec3::UnitY(), (b - a).normalized());
  Transform to = X;
  to.R = Quat(Eigen::AngleAxisd(swing, Vec3::UnitZ())) * X.R;
  to.p += drift;
  add_body(scene, name, shape, material, X, to);
}

// `drift` is how far the figure walks, and `swing` how far its legs turn, over the film.
inline Scene roach_scene(int frames, const Vec3& drift, double swing) {
  Scene scene = empty_scene(frames);
  const auto trunk = [&](const char* name, const char* material, Vec3 size, double edge, Vec3 at) {
    Transform X;
    X.p = at * 0.01;
    Transform to = X;
    to.p += drift;
    add_body(scene, name, rounded_box(size * 0.01, edge), material, X, to);
  };
  trunk("abdomen", "chitin_abdomen", {1.63, 1.25, 0.706}, 0.0016, {0, 0, 0.95});
  trunk("thorax", "chitin_thorax", {1.06, 0.875, 0.529}, 0.0012, {1.344, 0, 1.05});
  trunk("head", "chitin_head", {0.265, 0.25, 0.635}, 0.0007, {2.01, 0, 0.92});
  struct Leg {
    const char* name;
    Vec3 hip, knee, ankle, foot;
    double thick;
  };
  const Leg legs[] = {
      {"front", {1.71, 0.44, 0.9}, {1.85, 0.72, 0.6}, {2.45, 0.85, 0.62}, {2.75, 1.15, 0.12}, 2.0},
      {"middle", {1.36, 0.44, 0.9}, {1.4, 0.92, 0.55}, {1.12, 1.25, 0.85}, {0.95, 1.75, 0.12}, 1.8},
      {"back", {0.96, 0.44, 0.9}, {0.9, 0.88, 0.55}, {0.55, 1.0, 0.6}, {-0.75, 1.45, 0.12}, 2.4}};
  for (int side : {1, -1})
    for (const Leg& leg : legs) {
      const auto at = [&](Vec3 p) { return Vec3(0.01 * Vec3(p.x(), side * p.y(), p.z())); };
      const std::string name = std::string(leg.name) + (side > 0 ? "_left_" : "_right_");
      const double turn = side * (leg.name[0] == 'm' ? swing : -swing), t = leg.thick * 1e-3;
      const Vec3 toe = leg.foot + Vec3(leg.foot.x() > 2 ? 0.12 : -0.15, 0.1, -0.1);
      add_limb(scene, name + "coxa", "chitin_leg", at(leg.hip), at(leg.knee), t, drift, turn);
      add_limb(scene, name + "femur", "chitin_leg", at(leg.knee), at(leg.ankle), t / 2, drift,
               turn);
      add_limb(scene, name + "tibia", "chitin_leg", at(leg.ankle), at(leg.foot), t / 3, drift,
               turn);
      add_limb(scene, name + "tarsus1", "chitin_foot", at(leg.foot), at(0.7 * leg.foot + 0.3 * toe),
               3.5e-4, drift, turn);
      add_limb(scene, name + "tarsus2", "chitin_foot", at(0.7 * leg.foot + 0.3 * toe), at(toe),
               3.5e-4, drift, turn);
    }
  return scene;
}

inline MaterialSpec material(const std::string& name, const Vec3& color, double roughness = 0.5,
                             double specular = 0.5, double coat = 0) {
  MaterialSpec m;
  m.name = name;
  m.color = color;
  m.roughness = roughness;
  m.specular = specular;
  m.coat = coat;
  return m;
}

// Sun, sky, paper and chitin, like the look of the shots.
inline LookSpec chitin_look() {
  LookSpec look;
  look.materials = {material("paper", {0.7, 0.62, 0.5}, 0.8, 0.2),
                    material("chitin_abdomen", {0.10, 0.03, 0.012}, 0.4, 0.5, 0.9),
                    material("chitin_thorax", {0.14, 0.045, 0.016}, 0.4, 0.5, 0.9),
                    material("chitin_head", {0.08, 0.025, 0.012}, 0.35, 0.5, 0.9),
                    material("chitin_leg", {0.34, 0.13, 0.04}, 0.4, 0.5, 0.7),
                    material("chitin_foot", {0.2, 0.07, 0.025}, 0.5, 0.5, 0.3)};
  look.ground.emplace();
  look.ground->material = "paper";
  TextureSpec rules;
  rules.space = TextureSpace::world;
  rules.color = Vec3(0.1, 0.1, 0.1);
  rules.kind = GridTexture{};
  look.materials[0].textures.push_back(rules);
  LightSpec sun;
  sun.direction = Vec3(-0.4, 0.6, -1);
  sun.angle = 0.06;
  sun.intensity = Curve(2.2);
  look.lights.push_back(sun);
  look.sky.zenith = Vec3(0.5, 0.55, 0.65);
  look.sky.horizon = Vec3(0.8, 0.76, 0.7);
  return look;
}

}  // namespace gambol
