#pragma once

// Where the film is taken from: cameras, and how several of them share a frame.

#include <optional>
#include <string>

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
  std::optional<FollowSpec> follow;  // position and target ride with this body's origin
  std::optional<Vec3> up;  // towards the picture's top; default: z, or x straight up and down
  Projection projection = Projection::perspective;
  Curve view_width = Curve(0.1);      // m across the picture; orthographic
  Curve focal_length = Curve(0.05);   // m
  double sensor_width = 0.036;        // m
  Curve f_number = Curve(0.0);        // 0 is a pinhole
  std::optional<Curve> focus;         // m from the camera; default: the target
  double shutter = 3.14159265358979;  // rad; 360 deg is open for the whole frame
};

// A part of the frame with a camera of its own.
struct ViewSpec {
  Place place;
  std::string name;  // for shots that change this one
  CameraSpec camera;
  Vec2 corner = Vec2(0, 0);  // its left upper one, in fractions of the frame
  Vec2 size = Vec2(1, 1);
};

}  // namespace gambol
