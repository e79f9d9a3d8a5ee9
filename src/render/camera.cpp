#include "render/camera.h"

namespace gambol {
namespace {

// Standard deviations of the Gaussian that count.
constexpr double most_sigmas = 4;

// The up direction of the picture: along x if the camera looks straight up or down.
Vec3 up_of(const CameraPose& camera) {
  if (camera.up) return *camera.up;
  const Vec3 forward = (camera.target - camera.position).normalized();
  const bool steep = forward.x() * forward.x() + forward.y() * forward.y() < 1e-10;
  return steep ? Vec3::UnitX() : Vec3::UnitZ();
}

// Moves the camera aside, without turning it. A point straight ahead of the middle at the distance
// of convergence is then in the middle of the shifted film gate.
void stand_at_eye(const StereoSpec& stereo, double eye, double time, CameraPose& pose) {
  const Vec3 to = pose.target - pose.position;
  const Vec3 right = to.cross(up_of(pose)).normalized();
  const double aside = eye * stereo.separation.at(time);
  const double distance = stereo.convergence ? stereo.convergence->at(time) : to.norm();
  pose.position += aside * right;
  pose.target += aside * right;
  pose.shift = -aside * pose.focal_length / distance;
}

}  // namespace

FollowPath::FollowPath(const Poses& poses, std::size_t body, double smoothing)
    : poses_(&poses), body_(body), weights_{1} {
  const double sigma = smoothing * poses.fps * poses.samples_per_frame;
  const long most = std::lround(std::ceil(most_sigmas * sigma));
  for (long k = 1; k <= most; ++k) weights_.push_back(std::exp(-0.5 * k * k / (sigma * sigma)));
}

// Continues the path beyond its ends by point reflection.
Vec3 FollowPath::extended(long i) const {
  const long last = static_cast<long>(poses_->sample_times.size()) - 1;
  const auto at = [&](long k) { return poses_->pose(static_cast<std::size_t>(k), body_).p; };
  if (i < 0) return 2 * at(0) - at(std::min(-i, last));
  if (i > last) return 2 * at(last) - at(std::max(2 * last - i, 0l));
  return at(i);
}

Vec3 FollowPath::smooth(std::size_t sample) const {
  const long i = static_cast<long>(sample);
  Vec3 sum = extended(i);
  double total = 1;
  for (long k = 1; k < std::ssize(weights_); ++k) {
    sum += weights_[k] * (extended(i - k) + extended(i + k));
    total += 2 * weights_[k];
  }
  return sum / total;
}

Vec3 FollowPath::at(double frame) const {
  if (!poses_) return Vec3::Zero();
  const std::size_t last = poses_->sample_times.size() - 1;
  const double s = std::clamp(frame * poses_->samples_per_frame, 0.0, double(last));
  const auto i = static_cast<std::size_t>(s);
  const Vec3 here = smooth(i);
  if (i >= last) return here;
  return here + (s - double(i)) * (smooth(i + 1) - here);
}

int reach_of(const CameraSpec& spec, double fps) {
  return spec.follow ? static_cast<int>(std::ceil(most_sigmas * spec.follow->smoothing * fps)) + 1
                     : 0;
}

CameraPose camera_at(const CameraSpec& spec, const FollowPath& follow, double fps, double frame,
                     double eye) {
  const double time = frame / fps;
  const Vec3 ride = follow.at(frame);
  CameraPose pose;
  pose.target = spec.target.at(time) + ride;
  const Vec3 away = spec.position.at(time) + ride - pose.target;
  pose.position = pose.target + Eigen::AngleAxisd(spec.orbit.at(time), Vec3::UnitZ()) * away;
  pose.up = spec.up;
  pose.focal_length = spec.focal_length.at(time);
  const double f_number = spec.f_number.at(time);
  pose.lens_radius = f_number > 0 ? 0.5 * pose.focal_length / f_number : 0;
  pose.focus = spec.focus ? spec.focus->at(time) : (pose.target - pose.position).norm();
  if (spec.projection == Projection::orthographic) pose.view_width = spec.view_width.at(time);
  pose.around = spec.projection == Projection::equirectangular;
  if (spec.stereo && eye != 0) stand_at_eye(*spec.stereo, eye, time, pose);
  return pose;
}

CameraPose stepped_back(const CameraPose& camera, double sensor_width, double aspect,
                        const std::vector<Vec3>& points) {
  constexpr double inside = 0.9;
  if (camera.around) return camera;
  const Vec3 forward = (camera.target - camera.position).normalized();
  const Vec3 right = forward.cross(up_of(camera)).normalized();
  CameraPose moved = camera;
  const double per_depth = inside * 0.5 * sensor_width / camera.focal_length;
  double back = 0;
  for (const Vec3& p : points) {
    const Vec3 d = p - camera.position;
    const double off =
        std::max(std::abs(d.dot(right)), std::abs(d.dot(right.cross(forward))) / aspect);
    back = std::max(back, off / per_depth - d.dot(forward));
    moved.view_width = camera.view_width > 0 ? std::max(moved.view_width, 2 * off / inside) : 0;
  }
  if (camera.view_width > 0) return moved;
  moved.position -= back * forward;
  moved.focus += back;
  return moved;
}

Camera::Camera(const std::vector<CameraPose>& instants, double sensor_width, int width, int height,
               const Vec3& origin, double pixel_aspect)
    : width_(float(width)),
      pixel_(float(sensor_width / width)),
      tall_(float(1 / pixel_aspect)),
      seen_square_(float(std::sqrt(1 / pixel_aspect))),
      center_x_(0.5f * width),
      center_y_(0.5f * height) {
  bool still = true;
  for (const CameraPose& c : instants) {
    const Float3 forward = normalize(Float3(Vec3(c.target - c.position)));
    const Float3 right = normalize(cross(forward, Float3(up_of(c))));
    views_.push_back({Float3(Vec3(c.position - origin)), right, cross(right, forward), forward,
                      float(c.focal_length), float(c.lens_radius), float(c.focus),
                      float(c.view_width), float(c.shift)});
    has_lens_ = has_lens_ || c.lens_radius > 0;
    const CameraPose& a = instants[0];
    around_ = c.around;
    still = still && a.position == c.position && a.target == c.target &&
            a.focal_length == c.focal_length && a.lens_radius == c.lens_radius &&
            a.focus == c.focus && a.view_width == c.view_width && a.shift == c.shift;
  }
  if (still) views_.resize(1);
}

// Interpolated axes are not normalised: between neighbouring instants a camera turns so little that
// their lengths hardly change.
template <class F>
Camera::ViewOf<F> Camera::at(F time) const {
  ViewOf<F> view;
  constexpr int numbers = sizeof(View) / sizeof(float);
  static_assert(sizeof view == numbers * sizeof(F));
  const float* from = &views_[0].position.x;
  F* to = &view.position.x;
  if (views_.size() == 1) {
    std::copy(from, from + numbers, to);
    return view;
  }
  const F s = time * float(views_.size() - 1);
  const IntOf<F> i = smaller(to_int(s), IntOf<F>{} + int(views_.size() - 2));
  const F t = s - to_float(i);
  for (int k = 0; k < numbers; ++k)
    to[k] = lerp(gather(from + k, i * numbers), gather(from + numbers + k, i * numbers), t);
  return view;
}

Sample2 Camera::pixel_of(Float3 p) const {
  const View& v = views_[0];
  const Float3 to = p - v.position;
  if (around_) {
    const float pi = 3.14159265f, ahead = dot(to, v.forward), aside = dot(to, v.right);
    return {center_x_ * (1 + std::atan2(aside, ahead) / pi),
            center_y_ * (1 - 2 / pi * std::atan2(dot(to, v.up), std::hypot(ahead, aside)))};
  }
  const float scale =
      v.view_width > 0 ? width_ / v.view_width : v.focal_length / (pixel_ * dot(to, v.forward));
  return {center_x_ + scale * dot(to, v.right) - v.shift / pixel_,
          center_y_ - scale * dot(to, v.up) / tall_};
}

template <class F>
CameraRayOf<F> Camera::ray_of(F x, F y, F time, Sample2Of<F> lens) const {
  const ViewOf<F> v = at(time);
  if (around_) {
    const CircleOf<F> across = circle((x - center_x_) * (0.5f / center_x_));
    const CircleOf<F> above = circle((center_y_ - y) * (0.25f / center_y_));
    return {v.position,
            normalize((v.forward * across.cosine + v.right * across.sine) * above.cosine +
                      v.up * above.sine)};
  }
  const F right = x - center_x_, up = (center_y_ - y) * tall_;
  if (views_[0].view_width > 0) {
    const F pixel = v.view_width / width_;
    return {v.position + v.right * (right * pixel) + v.up * (up * pixel), normalize(v.forward)};
  }
  const Float3Of<F> through =
      v.forward * v.focal_length + v.right * (right * pixel_ + v.shift) + v.up * (up * pixel_);
  if (!has_lens_) return {v.position, normalize(through)};
  const Float3Of<F> in_focus = through * (v.focus / v.focal_length);
  const CircleOf<F> phi = circle(lens.y);
  const F r = v.lens_radius * sqrt(lens.x);
  const Float3Of<F> on_lens = v.right * (r * phi.cosine) + v.up * (r * phi.sine);
  return {v.position + on_lens, normalize(in_focus - on_lens)};
}

CameraRay Camera::ray(float x, float y, float time, Sample2 lens) const {
  return ray_of(x, y, time, lens);
}
CameraRayOf<Floats> Camera::rays(Floats x, Floats y, Floats time, Sample2Of<Floats> lens) const {
  return ray_of(x, y, time, lens);
}

}  // namespace gambol
