#pragma once

// Cameras, and how several of them share a frame.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

struct FollowSpec {
  Place place;
  std::string figure, body;
  double smoothing = 0;  // s of film: standard deviation of a Gaussian filter of the body's path
};
void fields(Fields& v, FollowSpec& of);

enum class Projection { perspective, orthographic, equirectangular };
template <>
inline constexpr auto names_of<Projection> = named<Projection>({
    {"perspective", Projection::perspective},
    {"orthographic", Projection::orthographic},
    {"equirectangular", Projection::equirectangular},
});

enum class StereoLayout {
  side_by_side,  // left | right
  top_bottom,    // left above right
  separate,      // EXR files with two views, a movie of each eye; other files side by side
};
template <>
inline constexpr auto names_of<StereoLayout> = named<StereoLayout>({
    {"side_by_side", StereoLayout::side_by_side},
    {"top_bottom", StereoLayout::top_bottom},
    {"separate", StereoLayout::separate},
});

// Two eyes with parallel axes, whose film gates are shifted so that their pictures coincide at the
// distance of convergence.
struct StereoSpec {
  Place place;
  Curve separation = Curve(0.065);   // m, between the eyes
  std::optional<Curve> convergence;  // m from the camera; default: the target
  StereoLayout layout = StereoLayout::side_by_side;
};
void fields(Fields& v, StereoSpec& of);

// A camera. All its times are film time.
struct CameraSpec {
  Place place;
  VecCurve position = VecCurve(Vec3(0.1, -0.1, 0.05));  // m; an offset if `follow`
  VecCurve target = VecCurve(Vec3::Zero());             // m; likewise
  Curve orbit = Curve(0.0);          // rad: rotation of the position around the target, about z
  std::optional<FollowSpec> follow;  // position and target move with this body's origin
  std::optional<Vec3> up;  // towards the picture's top; default: z, or x if the view is vertical
  Projection projection = Projection::perspective;
  Curve view_width = Curve(0.1);      // m across the picture; orthographic
  Curve focal_length = Curve(0.05);   // m
  double sensor_width = 0.036;        // m
  Curve f_number = Curve(0.0);        // 0 is a pinhole
  std::optional<Curve> focus;         // m from the camera; default: the target
  std::optional<StereoSpec> stereo;   // otherwise one eye
  double shutter = 3.14159265358979;  // rad; 360 deg is open for the whole frame
  // Rows of [part of the open time, openness]: weights of moments; empty: always fully open.
  std::vector<std::vector<double>> shutter_curve;
};
void fields(Fields& v, CameraSpec& of);

// A part of the frame, and of the film, with a camera of its own. Successive views of the whole
// frame make cuts.
struct ViewSpec {
  Place place;
  std::string name;  // for shots that change this one
  CameraSpec camera;
  Vec2 corner = Vec2(0, 0);  // upper left, in fractions of the frame
  Vec2 size = Vec2(1, 1);    // in fractions of the frame
  double from = 0;           // s of film
  std::optional<double> to;  // s of film, exclusive; default: the end
  double eye = 0;            // -0.5: the left one, 0.5: the right one; see eyes_of()

  // Whether the view is seen at a film time in s. The tolerance is for rounding: film times are
  // multiples of a frame.
  bool is_on(double film_time) const {
    const double t = film_time + 1e-9;
    return t >= from && (!to || t < *to);
  }
};
void fields(Fields& v, ViewSpec& of);

// The views of both eyes, each with its half of the view's place; of a view without `stereo`
// itself.
std::vector<ViewSpec> eyes_of(const ViewSpec& view);

}  // namespace gambol
