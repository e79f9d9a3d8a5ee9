#pragma once

// The camera while the shutter is open: its keyframes, the body that it follows, and rays through
// its lens.

#include <optional>
#include <vector>

#include "poses/poses.h"
#include "render/float3.h"
#include "render/sampler.h"
#include "shot/camera_spec.h"

namespace gambol {

// The path of the followed body over the film, smoothed by a Gaussian with a standard deviation of
// `smoothing` s. For the smoothing, the path is continued beyond both ends by its point reflection,
// so that the camera follows a steady walk steadily from the first frame to the last.
class FollowPath {
 public:
  FollowPath() = default;  // follows nothing: at() returns zero
  FollowPath(const Poses& poses, std::size_t body, double smoothing);
  Vec3 at(double frame) const;

 private:
  double samples_per_frame_ = 1;
  std::vector<Vec3> path_;
};

// The camera at one instant of film time, in the world frame. Lengths in m.
struct CameraPose {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();
  double focal_length = 0.05;
  double lens_radius = 0;
  double focus = 1;  // m along the view axis
  std::optional<Vec3> up;
  double view_width = 0;  // m across the picture for parallel rays; 0: rays through a lens
};

CameraPose camera_at(const CameraSpec& spec, const FollowPath& follow, double fps, double frame);

// Moves the camera straight back (or, with parallel rays, widens its view) until it sees every
// point at least a twentieth of the picture away from the edges. `aspect`: height over width.
CameraPose stepped_back(const CameraPose& camera, double sensor_width, double aspect,
                        const std::vector<Vec3>& points);

// The footprint of a ray: `width` m at its origin, plus `spread` m per metre along the ray.
struct RayCone {
  float width = 0, spread = 0;
};

template <class F>
struct CameraRayOf {
  Float3Of<F> origin, direction;
};
using CameraRay = CameraRayOf<float>;

class Camera {
 public:
  // `instants` are evenly spaced over the time that the shutter is open. Rays and points are
  // relative to `origin`.
  Camera(const std::vector<CameraPose>& instants, double sensor_width, int width, int height,
         const Vec3& origin);

  // (x, y) in pixels from the top left; `time` in [0, 1] over the open shutter; `lens` selects the
  // point on the lens. Directions have unit length.
  CameraRay ray(float x, float y, float time, Sample2 lens) const;
  CameraRayOf<Floats> rays(Floats x, Floats y, Floats time, Sample2Of<Floats> lens) const;
  // For the camera as the shutter opens: the depth of a point along the view axis, m, and its
  // position in the picture, in pixels.
  Float3 position() const { return views_[0].position; }
  float depth(Float3 p) const { return dot(p - views_[0].position, views_[0].forward); }
  Sample2 pixel_of(Float3 p) const;
  // The width of a pixel's footprint at the camera, m, and its growth per metre of distance.
  RayCone pixel_cone() const {
    const View& at = views_[0];
    if (at.view_width > 0) return {at.view_width / width_, 0};
    return {0, pixel_ / at.focal_length};
  }

 private:
  template <class F>
  struct ViewOf {
    Float3Of<F> position, right, up, forward;
    F focal_length, lens_radius, focus, view_width;
  };
  using View = ViewOf<float>;
  template <class F>
  ViewOf<F> at(F time) const;
  template <class F>
  CameraRayOf<F> ray_of(F x, F y, F time, Sample2Of<F> lens) const;

  std::vector<View> views_;  // [instant]; one if the camera stays still
  float width_;              // px
  float pixel_;              // m on the sensor
  float center_x_, center_y_;
  bool has_lens_ = false;
};

}  // namespace gambol
