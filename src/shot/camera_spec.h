#pragma once

// Where the film is taken from: cameras, and how several of them share a frame.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"

namespace gambol {

struct FollowSpec {
  Place place;
  std::string figure, body;
  double smoothing = 0;  // s of film: standard deviation of a Gaussian over the body's path
};

enum class Projection { perspective, orthographic };

// The camera lives in film time.
struct CameraSpec {
  Place place;
  VecCurve position = VecCurve(Vec3(0.1, -0.1, 0.05));  // m; an offset if `follow`
  VecCurve target = VecCurve(Vec3::Zero());
  Curve orbit = Curve(0.0);          // rad by which the position has gone round the target, about z
  std::optional<FollowSpec> follow;  // position and target ride with this body's origin
  std::optional<Vec3> up;  // towards the picture's top; default: z, or x straight up and down
  Projection projection = Projection::perspective;
  Curve view_width = Curve(0.1);      // m across the picture; orthographic
  Curve focal_length = Curve(0.05);   // m
  double sensor_width = 0.036;        // m
  Curve f_number = Curve(0.0);        // 0 is a pinhole
  std::optional<Curve> focus;         // m from the camera; default: the target
  double shutter = 3.14159265358979;  // rad; 360 deg is open for the whole frame
  // Rows of [part of the open time, openness]: what a moment counts; none: always fully open.
  std::vector<std::vector<double>> shutter_curve;
};

// A part of the frame, and of the film, with a camera of its own. Views of the whole frame one
// after the other are cuts.
struct ViewSpec {
  Place place;
  std::string name;  // for shots that change this one
  CameraSpec camera;
  Vec2 corner = Vec2(0, 0);  // its left upper one, in fractions of the frame
  Vec2 size = Vec2(1, 1);
  double from = 0;           // s of film
  std::optional<double> to;  // s of film, not included; else the end

  // Film times are counted in frames, and rounded.
  bool is_on(double film_time) const {
    const double t = film_time + 1e-9;
    return t >= from && (!to || t < *to);
  }
};

}  // namespace gambol
