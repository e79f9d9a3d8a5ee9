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
  // `poses` must outlive the path.
  FollowPath(const Poses& poses, std::size_t body, double smoothing);
  Vec3 at(double frame) const;

 private:
  Vec3 extended(long i) const;
  Vec3 smooth(std::size_t sample) const;

  const Poses* poses_ = nullptr;
  std::size_t body_ = 0;
  std::vector<double> weights_;  // [samples from the middle] of the Gaussian
};

// The number of frames before and after a frame from which a camera's place in it depends on the
// poses.
int reach_of(const CameraSpec& spec, double fps);

// The camera at one instant of film time, in the world frame. Lengths in m.
struct CameraPose {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();
  double focal_length = 0.05;
  double lens_radius = 0;
  double focus = 1;  // m along the view axis
  std::optional<Vec3> up;
  double view_width = 0;  // m across the picture for parallel rays; 0: rays through a lens
  double shift = 0;       // m, of the film gate to the right
  bool around = false;    // sees all directions instead, in an equirectangular picture
};

// `eye`: where the camera stands between the eyes of a stereo pair, from -0.5, the left one.
CameraPose camera_at(const CameraSpec& spec, const FollowPath& follow, double fps, double frame,
                     double eye = 0);

// Moves the camera straight back (or, with parallel rays, widens its view) until it sees every
// point at least a twentieth of the picture away from the edges. `aspect`: height over width as
// seen. A camera that sees all directions stays where it is.
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
  // relative to `origin`. `pixel_aspect`: width over height of a pixel as seen.
  Camera(const std::vector<CameraPose>& instants, double sensor_width, int width, int height,
         const Vec3& origin, double pixel_aspect = 1);

  // (x, y) in pixels from the top left; `time` in [0, 1] over the open shutter; `lens` selects the
  // point on the lens. Directions have unit length.
  CameraRay ray(float x, float y, float time, Sample2 lens) const;
  CameraRayOf<Floats> rays(Floats x, Floats y, Floats time, Sample2Of<Floats> lens) const;
  // For the camera as the shutter opens: the depth of a point along the view axis, m (of a camera
  // that sees all directions its distance), and its position in the picture, in pixels.
  Float3 position() const { return views_[0].position; }
  float depth(Float3 p) const {
    const Float3 to = p - views_[0].position;
    return around_ ? length(to) : dot(to, views_[0].forward);
  }
  Sample2 pixel_of(Float3 p) const;
  // From one pixel_of() to another, the shorter way around.
  Sample2 motion(Sample2 from, Sample2 to) const {
    const float x = to.x - from.x;
    return {around_ ? x - width_ * std::round(x / width_) : x, to.y - from.y};
  }
  // The width of a pixel's footprint at the camera, m, and its growth per metre of distance.
  RayCone pixel_cone() const {
    const View& at = views_[0];
    if (around_) return {0, 6.2831853f / width_ * seen_square_};
    if (at.view_width > 0) return {at.view_width / width_ * seen_square_, 0};
    return {0, pixel_ / at.focal_length * seen_square_};
  }

 private:
  template <class F>
  struct ViewOf {
    Float3Of<F> position, right, up, forward;
    F focal_length, lens_radius, focus, view_width, shift;
  };
  using View = ViewOf<float>;
  template <class F>
  ViewOf<F> at(F time) const;
  template <class F>
  CameraRayOf<F> ray_of(F x, F y, F time, Sample2Of<F> lens) const;

  std::vector<View> views_;  // [instant]; one if the camera stays still
  float width_;              // px
  float pixel_;              // m on the sensor, across
  float tall_;               // height over width of a pixel as seen
  float seen_square_;        // side of a square of a pixel's area, over its width
  float center_x_, center_y_;
  bool has_lens_ = false;
  bool around_ = false;
};

}  // namespace gambol
