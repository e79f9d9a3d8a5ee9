#include "render/environment.h"

#include <algorithm>
#include <numeric>

#include "image/image.h"
#include "render/sky_model.h"

namespace gambol {
namespace {

constexpr int most_columns = 1024;  // of a sampler; scattered rays find finer detail well enough

SkyMap read_map(const std::string& path) {
  const Image image = read_image(path);
  SkyMap map{image.width, image.height, {}};
  map.pixels.reserve(std::size_t(image.width) * image.height);
  for (std::size_t i = 0; i < std::size_t(image.width) * image.height; ++i) {
    const float* p = &image.pixels[i * image.channels];
    const bool grey = image.channels < 3;
    map.pixels.emplace_back(p[0], p[grey ? 0 : 1], p[grey ? 0 : 2]);
  }
  return map;
}

// Coordinates in an equirectangular map, both from 0 to 1.
template <class F>
struct MapPlace {
  F u, v;
};
template <class F>
MapPlace<F> place_of(const Float3Of<F>& d) {
  const F level = sqrt(d.x * d.x + d.y * d.y);
  return {0.5f - turn_of(d.y, d.x), 2.0f * turn_of(level, d.z)};
}

}  // namespace

template <class F>
Float3Of<F> SkyMap::radiance(const Float3Of<F>& d) const {
  const MapPlace<F> at = place_of(d);
  const F x = at.u * float(width) - 0.5f;
  const F y = within(at.v * float(height) - 0.5f, 0, float(height - 1));
  const F left = floor(x);
  const IntOf<F> i = to_int(left), j = smaller(to_int(y), IntOf<F>{} + std::max(height - 2, 0));
  // Columns wrap around.
  const IntOf<F> none{};
  const IntOf<F> here = smaller(larger(select(i < 0, i + width, i), none), none + (width - 1));
  const IntOf<F> next = select(here == width - 1, none, here + 1);
  const IntOf<F> row = j * width, below = smaller(j + 1, none + (height - 1)) * width;
  const auto pixel = [&](IntOf<F> at) { return gather(pixels.data(), at); };
  return lerp(lerp(pixel(row + here), pixel(row + next), x - left),
              lerp(pixel(below + here), pixel(below + next), x - left), y - to_float(j));
}
template Float3 SkyMap::radiance(const Float3&) const;

SkySampler::SkySampler(const SkyMap& map)
    : width_(std::min(map.width, most_columns)), height_(std::max(width_ / 2, 1)) {
  rows_.count = height_;
  columns_.count = width_;
  // Each cell has the mean of the bilinearly filtered map over the cell, and at least a small
  // minimum, so that every light has a chance to be found.
  const int fine = std::max(map.width / width_, 1) + 1;
  std::vector<double> row_sums(height_);
  double total = 0;
  std::vector<float> cells(std::size_t(width_) * height_);
  for (int j = 0; j < height_; ++j)
    for (int i = 0; i < width_; ++i) {
      double sum = 0;
      for (int b = 0; b < fine; ++b)
        for (int a = 0; a < fine; ++a) {
          const float phi = (0.5f - (i + (a + 0.5f) / fine) / width_) * 2 * pi_f;
          const float theta = (j + (b + 0.5f) / fine) / height_ * pi_f;
          sum += luminance(map.radiance(Float3(std::sin(theta) * std::cos(phi),
                                               std::sin(theta) * std::sin(phi), std::cos(theta))));
        }
      cells[std::size_t(j) * width_ + i] = float(sum / (fine * fine));
      total += sum / (fine * fine);
    }
  const double least = 1e-3 * total / (double(width_) * height_) + 1e-12;
  for (int j = 0; j < height_; ++j) {
    const auto first = cells.begin() + std::ptrdiff_t(j) * width_;
    std::vector<double> row(first, first + width_);
    for (double& cell : row) cell = std::max(cell, least);
    columns_.add_row(row);
    row_sums[j] =
        std::accumulate(row.begin(), row.end(), 0.0) * std::sin((j + 0.5) / height_ * double(pi_f));
  }
  rows_.add_row(row_sums);
  for (int j = 0; j <= height_; ++j)
    cos_borders_.push_back(float(std::cos(double(j) / height_ * double(pi_f))));
}

void SkySampler::Steps::add_row(const std::vector<double>& heights) {
  const double all = std::accumulate(heights.begin(), heights.end(), 0.0);
  const std::size_t first = borders.size();
  double so_far = 0;
  borders.push_back(0);
  for (double h : heights) borders.push_back(float((so_far += h) / all));
  for (int part = 0, step = 0; part < parts(); ++part) {
    while (step + 1 < count && borders[first + step + 1] <= float(part) / float(parts())) ++step;
    guides.push_back(std::uint16_t(step));
  }
}

int SkySampler::Steps::invert(int number, float u, float& rest) const {
  const float* border = &borders[std::size_t(number) * (count + 1)];
  const int part = std::min(int(u * float(parts())), parts() - 1);
  int step = guides[std::size_t(number) * parts() + part];
  while (step > 0 && border[step] > u) --step;  // rounding may put u into the next part
  while (step + 1 < count && border[step + 1] <= u) ++step;
  const float height = border[step + 1] - border[step];
  rest = height > 0 ? std::clamp((u - border[step]) / height, 0.0f, 0.99999994f) : 0.5f;
  return step;
}

// Density over solid angle in a cell.
template <class F>
F SkySampler::density(IntOf<F> row, IntOf<F> column) const {
  const auto step = [](const std::vector<float>& borders, IntOf<F> at) {
    return gather(borders.data() + 1, at) - gather(borders.data(), at);
  };
  return step(rows_.borders, row) * step(columns_.borders, row * (width_ + 1) + column) *
         float(width_) / (-2 * pi_f * step(cos_borders_, row));
}

Float3 SkySampler::sample(Sample2 u, float& pdf) const {
  float down, right;
  const int row = rows_.invert(0, u.y, down);
  const int column = columns_.invert(row, u.x, right);
  pdf = density<float>(row, column);
  const Circle phi = circle(0.5f - (float(column) + right) / float(width_));
  // Uniform over the solid angle of the cell.
  const float cosine = lerp(cos_borders_[row], cos_borders_[row + 1], down);
  const float sine = std::sqrt(std::max(1 - cosine * cosine, 0.0f));
  return {sine * phi.cosine, sine * phi.sine, cosine};
}

Floats SkySampler::pdf(const Floats3& d) const {
  const MapPlace<Floats> at = place_of(d);
  const auto cell = [](Floats part, int count) {
    return smaller(larger(to_int(part * float(count)), Ints{}), Ints{} + (count - 1));
  };
  return density<Floats>(cell(at.v, height_), cell(at.u, width_));
}

Sky::Sky(const SkySpec& spec)
    : brightness_(spec.intensity),
      seen_(spec.seen),
      zenith_(spec.zenith),
      horizon_(spec.horizon),
      nadir_(spec.nadir) {
  intensity_ = float(brightness_.at(0));
  if (spec.model == SkyModel::gradient) return;
  if (spec.model == SkyModel::image) {
    map_ = std::make_shared<const SkyMap>(read_map(spec.image));
    cos_turn_ = float(std::cos(spec.turn));
    sin_turn_ = float(std::sin(spec.turn));
  } else {
    const PhysicalSky air(spec);
    map_ = std::make_shared<const SkyMap>(air.map(nadir_));
    sun_towards_ = air.sun_towards();
    sun_irradiance_ = air.sun_irradiance() * spec.sun_strength;
    sun_angle_ = spec.sun_angle;
  }
  sampler_ = std::make_shared<const SkySampler>(*map_);
}

Sky Sky::at(double film_time) const {
  Sky sky = *this;
  sky.intensity_ = float(brightness_.at(film_time));
  return sky;
}

LightSamples Sky::sample(const Mask& of, Sample2Of<Floats> u) const {
  LightSamples s;
  Floats3 d;
  for_each_lane(of, [&](int k) {
    float pdf;
    set_lane(d, k, sampler_->sample({u.x[k], u.y[k]}, pdf));
    set_lane(s.pdf, k, pdf);
  });
  s.direction = turned_back(d);
  s.distance = std::numeric_limits<float>::infinity();
  s.radiance = map_->radiance(d) * intensity_;
  return s;
}

std::vector<Light> Sky::suns() const {
  if (sun_irradiance_.isZero(0)) return {};
  return {make_sun(sun_towards_, sun_angle_, sun_irradiance_ * double(intensity_))};
}

}  // namespace gambol
