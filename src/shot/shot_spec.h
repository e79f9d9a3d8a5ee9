#pragma once

// A shot file as its author wrote it. Plain data, SI and radians; everything that a `file:` names
// is loaded too. What matters to motion and what matters to pictures are apart, so that a camera
// edit asks for no new simulation.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/units.h"
#include "base/vec.h"
#include "shot/controller_spec.h"
#include "shot/figure_spec.h"
#include "shot/look_spec.h"

namespace gambol {

enum class FrictionModel { damper, coulomb };

// Ground reaction at a contact point (seed 003 Eq. 72-77).
struct ContactSpec {
  Place place;
  MassScale scale = MassScale::total_mass;  // none or total_mass: what strength is multiplied by
  double strength = 17.5;                   // alpha, N or N/kg
  double rise = 3000;                       // beta, 1/m
  double stiffness = 0;                     // N/m
  double damping = 0;                       // N*s/m; the normal force never pulls
  double restitution = 1;                   // Eq. 74: scales the force while parting; 1 is off
  double max_depth = 0.01;                  // m: the exponent is clamped there
  FrictionModel friction_model = FrictionModel::damper;
  Curve friction = Curve(0.7);     // coefficient over simulated time
  double friction_damping = 0.05;  // b_h of Eq. 77, N*s/m
};

struct GroundSpec {
  Place place;
  double height = 0;  // m
  ContactSpec contact;
};

struct WorldSpec {
  Place place;
  Vec3 gravity = Vec3(0, 0, -9.81);
  std::optional<GroundSpec> ground;
};

enum class IntegrationMethod { implicit, euler, rk4, rkf45 };

struct IntegratorSpec {
  Place place;
  IntegrationMethod method = IntegrationMethod::implicit;
  double step = 1e-4;       // s; fixed step, or RKF45's first
  double tolerance = 1e-6;  // RKF45: error per step, relative to 1 + |x|
  double min_step = 1e-12;  // s; a step forced below it is a blow-up
  double max_step = 1e-2;   // s
};

// A figure standing in the shot.
struct CastSpec {
  Place place;
  std::string name;
  std::string file;         // resolved against the shot's folder
  FigureSpec figure;        // loaded from `file`
  Vec3 at = Vec3::Zero();   // the root's origin in the world, m
  double heading = 0;       // rad about z
  bool fixed_root = false;  // the root stays where it is
  std::vector<ControllerSpec> controllers;
};

struct PushSpec {
  Place place;
  std::string figure, body;
  Vec3 force = Vec3::Zero();  // N, world axes, at the body's centre of mass
  double over = 0;            // s
};

// Something that happens at a simulated time. Every cue leaves a mark in the poses.
struct CueSpec {
  Place place;
  std::string name;
  double at = 0;      // s
  std::string start;  // "figure.controller", or "controller" if only one figure has it
  std::string stop;
  std::string run;  // motor program, "figure.program" or "program"
  double over = 0;  // s: duration of the phase that `run` plays
  std::optional<PushSpec> push;
};

// What is measured, beside the source's figure, and what must come true.
struct ExpectSpec {
  Place place;
  std::string measure;                 // see analysis/measures.h
  std::string figure;                  // defaults to the only one
  std::string body;                    // for measures of one body
  double from = 0;                     // s
  std::optional<double> to;            // s; default: the end
  std::optional<double> min, max;      // SI; neither: only reported
  std::optional<double> reference;     // the source's figure, SI
  std::optional<Dimension> dimension;  // of min, max and reference, if one has a unit
  std::string source;                  // where that figure stands
};

// Everything that motion depends on.
struct MotionSpec {
  std::uint64_t seed = 0;
  double start = 0;  // s simulated at film time 0
  WorldSpec world;
  IntegratorSpec integrator;
  std::vector<CastSpec> figures;
  std::vector<CueSpec> cues;
  double simulate_until = 0;  // s; at least the end of the film; the rest is only measured
  double track_rate = 1000;   // Hz of the recorded channels
};

// How simulated time becomes film.
struct FilmSpec {
  double fps = 24;
  double duration = 10;         // s of film
  Curve playback = Curve(1.0);  // simulated seconds per second of film, over film time
  int samples_per_frame = 4;    // recorded poses per frame, for the shutter
};

struct FollowSpec {
  Place place;
  std::string figure, body;
  double smoothing = 0;  // s of film: standard deviation of a Gaussian over the body's path
};

// The camera lives in film time.
struct CameraSpec {
  Place place;
  VecCurve position = VecCurve(Vec3(0.1, -0.1, 0.05));  // m; an offset if `follow`
  VecCurve target = VecCurve(Vec3::Zero());
  std::optional<FollowSpec> follow;   // position and target ride with this body's origin
  Curve focal_length = Curve(0.05);   // m
  double sensor_width = 0.036;        // m
  Curve f_number = Curve(0.0);        // 0 is a pinhole
  std::optional<Curve> focus;         // m from the camera; default: the target
  double shutter = 3.14159265358979;  // rad; 360 deg is open for the whole frame
};

struct ShotSpec {
  Place place;       // place.file is the shot file
  std::string name;  // the file's name without folder and ending
  std::string about;
  MotionSpec motion;
  FilmSpec film;
  CameraSpec camera;
  LookSpec look;  // loaded from `look: file`, then overridden in the shot
  std::vector<ExpectSpec> expect;
  int frames() const;                        // number of frames
  double simulated_time(double film) const;  // s simulated at `film` s of film
};

// Reads and checks a shot and all it names. Throws InputError with every problem found.
ShotSpec load_shot(const std::string& path);

}  // namespace gambol
