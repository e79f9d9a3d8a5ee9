#include "figure/rest_limbs.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

Mat3 about(const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

struct Nearest {
  double s = 0, t = 0;  // along the axes, 0 to 1
};

// Of two line segments: Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
Nearest nearest(const RestSegment& a, const RestSegment& b) {
  const Vec3 u = a.to - a.from, v = b.to - b.from, w = a.from - b.from;
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w);
  const double apart = uu * vv - uv * uv;
  constexpr double parallel = 1e-12;  // relative
  Nearest n;
  n.s = apart > parallel * uu * vv ? std::clamp((uv * vw - uw * vv) / apart, 0.0, 1.0) : 0;
  n.t = (uv * n.s + vw) / vv;
  if (n.t < 0 || n.t > 1) {
    n.t = std::clamp(n.t, 0.0, 1.0);
    n.s = std::clamp((uv * n.t - uw) / uu, 0.0, 1.0);
  }
  return n;
}

}  // namespace

std::vector<std::string> axes_of(LimbJoint joint) {
  switch (joint) {
    case LimbJoint::swing:
      return {"swing"};
    case LimbJoint::spread:
      return {"spread"};
    case LimbJoint::twist:
      return {"twist"};
    case LimbJoint::universal:
      return {"swing", "spread"};
    case LimbJoint::ball:
      return {"swing", "spread", "twist"};
  }
  return {};
}

int degrees_of_freedom(const GenomeSpec& genome) {
  std::size_t sum = 0;
  for (const LimbGenes& limb : genome.limbs)
    for (const SegmentGenes& segment : limb.segments)
      sum += axes_of(segment.joint).size() * (limb.pair ? 2 : 1);
  return static_cast<int>(sum);
}

// A limb's first joint lies below the surface, by half of its radius, so that it grows out of it.
std::vector<GrownLimb> grown_limbs(const GenomeSpec& genome) {
  std::vector<GrownLimb> all;
  const TrunkGenes& trunk = genome.trunk;
  for (const LimbGenes& limb : genome.limbs) {
    const double radius = trunk.back + limb.at * (trunk.front - trunk.back);
    const double first = limb.segments.empty() ? 0 : limb.segments[0].radius;
    const double depth = std::max(radius - first / 2, 0.0);
    const Vec3 at((limb.at - 0.5) * trunk.length, std::sin(limb.around) * depth,
                  -std::cos(limb.around) * depth);
    if (!limb.pair) {
      all.push_back({&limb, limb.name, 1, false, at});
      continue;
    }
    all.push_back({&limb, limb.name + "_left", 1, false, at});
    all.push_back({&limb, limb.name + "_right", -1, true, Vec3(at.x(), -at.y(), at.z())});
  }
  return all;
}

std::vector<RestSegment> rest_segments(const GenomeSpec& genome) {
  const TrunkGenes& trunk = genome.trunk;
  const Vec3 half(trunk.length / 2, 0, 0);
  std::vector<RestSegment> all{{-half, half, trunk.back, trunk.front, "trunk"}};
  const std::vector<GrownLimb> limbs = grown_limbs(genome);
  for (std::size_t k = 0; k < limbs.size(); ++k) {
    const GrownLimb& limb = limbs[k];
    Mat3 R =
        about(Vec3::UnitX(), limb.side * limb.genes->out) * about(Vec3::UnitY(), -limb.genes->fore);
    Vec3 p = limb.at;
    for (std::size_t i = 0; i < limb.genes->segments.size(); ++i) {
      const SegmentGenes& s = limb.genes->segments[i];
      R = R * about(Vec3::UnitY(), -s.bend);
      const Vec3 end = p - s.length * R.col(2);
      all.push_back({p, end, s.radius, s.end_radius.value_or(s.radius),
                     limb.name + "_" + std::to_string(i + 1), &s, static_cast<int>(k),
                     static_cast<int>(i)});
      p = end;
    }
  }
  return all;
}

double lowest(const std::vector<RestSegment>& segments) {
  double low = INFINITY;
  for (const RestSegment& s : segments)
    low = std::min({low, s.from.z() - s.radius, s.to.z() - s.end_radius});
  return low;
}

double overlap(const RestSegment& a, const RestSegment& b) {
  const Nearest n = nearest(a, b);
  const Vec3 p = a.from + n.s * (a.to - a.from), q = b.from + n.t * (b.to - b.from);
  return a.radius + n.s * (a.end_radius - a.radius) + b.radius + n.t * (b.end_radius - b.radius) -
         (p - q).norm();
}

}  // namespace gambol
