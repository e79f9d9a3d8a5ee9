#include "render/sparks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol {
namespace {

constexpr int most_clusters = 64;

struct Looking {
  RTCIntersectContext context;  // must be first: callbacks cast its address back to Looking
  const std::vector<Streak>* streaks;
  Float3 origin, direction;
  float distance;
  Float3 light;
};

// Closest points of the ray and the segment: their squared distance, and the distance along the
// ray.
void approach(const Streak& s, Float3 origin, Float3 direction, float& apart2, float& along) {
  const Float3 u = s.b - s.a, w = origin - s.a;
  const float uu = dot(u, u), ud = dot(u, direction), wu = dot(w, u), wd = dot(w, direction);
  const float denominator = uu - ud * ud;
  float part = denominator > 1e-6f * uu ? (wu - ud * wd) / denominator : 0.5f;
  part = std::clamp(part, 0.0f, 1.0f);
  along = part * ud - wd;
  apart2 = length2(w + direction * along - u * part);
}

void look_at_streak(const RTCOccludedFunctionNArguments* args) {
  if (!args->valid[0]) return;
  auto& looking = *reinterpret_cast<Looking*>(args->context);
  const Streak& s = (*looking.streaks)[args->primID];
  float apart2, along;
  approach(s, looking.origin, looking.direction, apart2, along);
  const float r2 = s.radius * s.radius;
  if (apart2 >= r2 || along <= 0 || along >= looking.distance) return;
  looking.light += s.radiance * (1 - apart2 / r2);
}

void bound_streak(const RTCBoundsFunctionArguments* args) {
  const auto& streaks = *static_cast<const std::vector<Streak>*>(args->geometryUserPtr);
  const Streak& s = streaks[args->primID];
  RTCBounds& box = *args->bounds_o;
  box.lower_x = std::min(s.a.x, s.b.x) - s.radius;
  box.lower_y = std::min(s.a.y, s.b.y) - s.radius;
  box.lower_z = std::min(s.a.z, s.b.z) - s.radius;
  box.upper_x = std::max(s.a.x, s.b.x) + s.radius;
  box.upper_y = std::max(s.a.y, s.b.y) + s.radius;
  box.upper_z = std::max(s.a.z, s.b.z) + s.radius;
}

// A moment of a particle's life.
struct Knot {
  double time;
  float age;
  Vec3 p;
};

Knot between(const Knot& a, const Knot& b, double time) {
  const double s = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0;
  return {time, float(a.age + s * (b.age - a.age)), a.p + s * (b.p - a.p)};
}

// The samples of one particle, in order of time.
class Life {
 public:
  Life(const SparkLook& look, const Shutter& shutter, const Vec3& origin, RayCone pixel,
       std::vector<Streak>& streaks)
      : look_(look), shutter_(shutter), origin_(origin), pixel_(pixel), streaks_(streaks) {}

  void add(const Knot& knot) { knots_.push_back(knot); }

  // Adds the particle's streaks from t0 to t1; a single point if these are equal.
  void draw(double t0, double t1, float life) {
    if (knots_.size() == 1) knots_.push_back(knots_[0]);
    for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
      const Knot &a = knots_[i], &b = knots_[i + 1];
      const double from = std::max(a.time, t0), to = std::min(b.time, t1);
      if (from > to || (t1 > t0 && from == to)) continue;
      const double share =
          t1 > t0 ? shutter_.share((from - t0) / (t1 - t0), (to - t0) / (t1 - t0)) : 1;
      streak(between(a, b, from), between(a, b, to), float(share), life);
      if (t1 == t0) return;
    }
  }

 private:
  void streak(const Knot& a, const Knot& b, float share, float life) {
    Streak s;
    s.a = Float3(Vec3(a.p - origin_));
    s.b = Float3(Vec3(b.p - origin_));
    const float r = look_.radius;
    s.radius = std::max(r, 0.5f * (pixel_.width + pixel_.spread * length((s.a + s.b) * 0.5f)));
    const Float3 radiance = look_.radiance((a.age + b.age) / 2 / life) * share;
    const float disc = pi_f * s.radius * s.radius, band = 2 * s.radius * length(s.b - s.a);
    // The profile is 1 - (d/r)^2; its mean is 2/3 across a band and 1/2 over a disc.
    s.radiance = radiance * (pi_f * r * r / (2.0f / 3 * band + 0.5f * disc));
    s.intensity = radiance * (pi_f * r * r * look_.glow);
    if (!is_black(s.radiance)) streaks_.push_back(s);
  }

  const SparkLook& look_;
  const Shutter& shutter_;
  const Vec3 origin_;
  RayCone pixel_;
  std::vector<Streak>& streaks_;
  std::vector<Knot> knots_;
};

}  // namespace

std::vector<Streak> streaks(const Poses& poses, const std::vector<SparkLook>& looks,
                            const Shutter& shutter, double open, double close, const Vec3& origin,
                            RayCone pixel) {
  std::vector<Streak> found;
  if (looks.empty()) return found;
  const std::size_t last = poses.sample_times.size() - 1;
  const auto sample = [&](double x) { return std::min(static_cast<std::size_t>(x), last); };
  const std::size_t k0 = sample(std::floor(open * poses.samples_per_frame + 1e-9));
  const std::size_t k1 = sample(std::ceil(close * poses.samples_per_frame - 1e-9));
  struct Row {
    std::size_t sample;
    const ParticleRow* row;
  };
  std::vector<std::vector<ParticleRow>> seen;  // [sample - k0]
  for (std::size_t k = k0; k <= k1; ++k) seen.push_back(poses.particles_at(k));
  std::vector<Row> rows;
  for (std::size_t k = k0; k <= k1; ++k)
    for (const ParticleRow& row : seen[k - k0]) rows.push_back({k, &row});
  const auto same = [](const Row& a, const Row& b) {
    return a.row->emitter == b.row->emitter && a.row->id == b.row->id;
  };
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.row->emitter != b.row->emitter ? a.row->emitter < b.row->emitter
                                            : a.row->id < b.row->id;
  });
  const double t0 = poses.time_at(open), t1 = poses.time_at(close);
  for (std::size_t i = 0; i < rows.size();) {
    const ParticleRow& first = *rows[i].row;
    Life life(looks[static_cast<std::size_t>(first.emitter)], shutter, origin, pixel, found);
    // Between samples, the particle moves from its birth to its first sample, and from its last
    // sample to its death, at the velocity of that sample.
    if (rows[i].sample > k0)
      life.add({poses.sample_times[rows[i].sample] - first.age, 0,
                (first.p - first.age * first.v).cast<double>()});
    std::size_t j = i;
    for (; j < rows.size() && same(rows[i], rows[j]); ++j)
      life.add(
          {poses.sample_times[rows[j].sample], rows[j].row->age, rows[j].row->p.cast<double>()});
    const Row& end = rows[j - 1];
    if (end.sample < k1) {
      const double left =
          std::min(double(end.row->life - end.row->age),
                   poses.sample_times[end.sample + 1] - poses.sample_times[end.sample]);
      life.add({poses.sample_times[end.sample] + left, end.row->age + float(left),
                end.row->p.cast<double>() + left * end.row->v.cast<double>()});
    }
    life.draw(t0, t1, first.life);
    i = j;
  }
  return found;
}

Sparks::Sparks(const EmbreeDevice& device, std::vector<Streak> streaks)
    : streaks_(std::move(streaks)), scene_(device.scene(RTC_BUILD_QUALITY_MEDIUM)) {
  EmbreeGeometry geometry = device.geometry(RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry.get(), static_cast<unsigned>(streaks_.size()));
  rtcSetGeometryUserData(geometry.get(), &streaks_);
  rtcSetGeometryBoundsFunction(geometry.get(), bound_streak, nullptr);
  rtcSetGeometryOccludedFunction(geometry.get(), look_at_streak);
  device.attach(scene_, std::move(geometry));
  device.commit(scene_);
  std::vector<int> members(streaks_.size());
  for (std::size_t i = 0; i < members.size(); ++i) members[i] = static_cast<int>(i);
  cluster(members, 0, members.size(), most_clusters);
}

Float3 Sparks::seen(Float3 origin, Float3 direction, float distance) const {
  Looking looking{{}, &streaks_, origin, direction, distance, {}};
  rtcInitIntersectContext(&looking.context);
  RTCRay r = embree_ray({{origin, direction, 0}, distance});
  rtcOccluded1(scene_.get(), &looking.context, &r);
  return looking.light;
}

// Halves the members along the longest side of their box until there are `leaves` clusters.
void Sparks::cluster(std::vector<int>& members, std::size_t first, std::size_t last, int leaves) {
  if (leaves > 1 && last - first > 1) {
    Float3 low(1e30f), high(-1e30f);
    const auto middle_of = [&](int i) { return (streaks_[i].a + streaks_[i].b) * 0.5f; };
    for (std::size_t i = first; i < last; ++i) {
      const Float3 m = middle_of(members[i]);
      low = smaller(low, m);
      high = larger(high, m);
    }
    const Float3 side = high - low;
    const auto along = [&](int i) {
      const Float3 m = middle_of(i);
      return side.x >= side.y && side.x >= side.z ? m.x : side.y >= side.z ? m.y : m.z;
    };
    std::stable_sort(members.begin() + std::ptrdiff_t(first),
                     members.begin() + std::ptrdiff_t(last),
                     [&](int i, int j) { return along(i) < along(j); });
    const std::size_t half = first + (last - first) / 2;
    cluster(members, first, half, leaves / 2);
    cluster(members, half, last, leaves - leaves / 2);
    return;
  }
  Cluster c;
  float sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Streak& s = streaks_[members[i]];
    const float weight = luminance(s.intensity);
    c.intensity += s.intensity;
    c.center += (s.a + s.b) * (0.5f * weight);
    sum += weight;
  }
  if (!(sum > 0)) return;
  c.brightness = sum;
  c.center *= 1 / sum;
  float spread2 = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Streak& s = streaks_[members[i]];
    const float own = s.radius * s.radius + length2(s.b - s.a) / 4;
    spread2 += luminance(s.intensity) / sum * (own + length2((s.a + s.b) * 0.5f - c.center));
  }
  c.spread = std::sqrt(spread2);
  clusters_.push_back(c);
}

// A cluster counts as a cloud as large as its spread: within that, its light no longer grows.
Sparks::Pick Sparks::pick(Float3 p, float which, Sample2 where) const {
  Pick pick;
  float total = 0;
  std::array<float, most_clusters> arrives;
  for (std::size_t i = 0; i < clusters_.size(); ++i) {
    const Cluster& c = clusters_[i];
    arrives[i] = c.brightness / (length2(c.center - p) + c.spread * c.spread);
    total += arrives[i];
  }
  if (!(total > 0)) return pick;
  float left = which * total;
  std::size_t chosen = 0;
  while (chosen + 1 < clusters_.size() && left >= arrives[chosen]) left -= arrives[chosen++];
  const Cluster& c = clusters_[chosen];
  // The target is a point on a sphere whose diameter is the spread, for soft shadows.
  const float z = 2 * where.x - 1, around = 2 * pi_f * where.y;
  const float ring = std::sqrt(std::max(0.0f, 1 - z * z));
  const Float3 off(ring * std::cos(around), ring * std::sin(around), z);
  const Float3 to = c.center + off * (0.5f * c.spread) - p;
  pick.distance = length(to);
  if (!(pick.distance > 0)) return pick;
  pick.direction = to * (1 / pick.distance);
  pick.irradiance = c.intensity * (total / c.brightness);
  return pick;
}

}  // namespace gambol
