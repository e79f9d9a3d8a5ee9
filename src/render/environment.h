#pragma once

// Light from all directions: a gradient, or an equirectangular map that is sampled in proportion
// to its brightness.

#include <memory>
#include <vector>

#include "render/lights.h"
#include "shot/look_spec.h"

namespace gambol {

// An equirectangular map. The middle column faces x; from left to right the columns turn from y
// (a quarter of the width) to -y (three quarters); rows go from z to -z. pixels[y * width + x],
// linear.
struct SkyMap {
  int width = 0, height = 0;
  std::vector<Float3> pixels;
  template <class F>
  Float3Of<F> radiance(const Float3Of<F>& direction) const;
};

// Draws directions in proportion to the brightness of a map.
class SkySampler {
 public:
  explicit SkySampler(const SkyMap& map);
  Float3 sample(Sample2 u, float& pdf) const;  // pdf over solid angle
  Floats pdf(const Floats3& direction) const;

 private:
  int width_ = 0, height_ = 0;
  // Rows of piecewise constant distributions: their cumulative sums, from 0 to 1, and a table of
  // where to begin the search for a number.
  struct Steps {
    int count = 0;                      // steps in a row
    std::vector<float> borders;         // [row][step + 1]
    std::vector<std::uint16_t> guides;  // [row][part]: the step in which part / parts() lies
    int parts() const { return (count + 3) / 4; }  // few enough to stay in the cache
    void add_row(const std::vector<double>& heights);
    // Returns the step that u falls into, and in `rest` the position of u in it, in [0, 1).
    int invert(int row, float u, float& rest) const;
  };
  Steps rows_, columns_;
  std::vector<float> cos_borders_;  // [row]
  template <class F>
  F density(IntOf<F> row, IntOf<F> column) const;
};

class Sky {
 public:
  Sky() = default;
  // Builds what all frames share, and reads the picture. Throws InputError if it cannot be read.
  explicit Sky(const SkySpec& spec);

  // The sky at `film_time`, s. Copies share the map.
  Sky at(double film_time) const;

  Floats3 radiance(const Floats3& direction) const {
    if (map_) return map_->radiance(turned(direction)) * intensity_;
    const Floats t = sqrt(smaller(abs(direction.z), Floats(1.0f)));
    return lerp(horizon_, select(direction.z > 0.0f, Floats3(zenith_), Floats3(nadir_)), t) *
           intensity_;
  }
  // Whether paths sample the sky. A gradient is not sampled: scattered rays find it just as well.
  bool is_sampled() const { return sampler_ != nullptr; }
  LightSamples sample(const Mask& of, Sample2Of<Floats> u) const;
  Floats pdf(const Floats3& direction) const { return sampler_->pdf(turned(direction)); }
  bool is_seen() const { return seen_; }
  // The sun of a physical sky at this film time; empty for other skies.
  std::vector<Light> suns() const;

 private:
  Floats3 turned(const Floats3& d) const {
    return {cos_turn_ * d.x + sin_turn_ * d.y, cos_turn_ * d.y - sin_turn_ * d.x, d.z};
  }
  Floats3 turned_back(const Floats3& d) const {
    return {cos_turn_ * d.x - sin_turn_ * d.y, cos_turn_ * d.y + sin_turn_ * d.x, d.z};
  }

  Curve brightness_ = Curve(1.0);
  float intensity_ = 1;
  bool seen_ = true;
  Float3 zenith_, horizon_, nadir_;
  float cos_turn_ = 1, sin_turn_ = 0;
  std::shared_ptr<const SkyMap> map_;
  std::shared_ptr<const SkySampler> sampler_;
  Vec3 sun_towards_ = Vec3::UnitZ(), sun_irradiance_ = Vec3::Zero();
  double sun_angle_ = 0;
};

}  // namespace gambol
