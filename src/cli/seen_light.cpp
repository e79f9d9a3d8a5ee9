#include "cli/seen_light.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <numbers>

#include "image/image.h"
#include "image/srgb.h"
#include "render/environment.h"
#include "render/sky_model.h"

namespace gambol {
namespace {

constexpr int map_width = 128, map_height = 64;
constexpr int fine = 4;               // directions per pixel of the map, in each direction
constexpr int picture_side = 256;     // px
constexpr double sun_over_mean = 30;  // luminance of a sun over the mean of a picture
constexpr double pi = std::numbers::pi;

double brightness(const Vec3& c) { return c.dot(Vec3(0.2126, 0.7152, 0.0722)); }

Vec3 direction(double column, double row) {
  const double phi = (0.5 - column / map_width) * 2 * pi, theta = row / map_height * pi;
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

// The mean light of each pixel.
std::vector<Vec3> means(const Sky& sky) {
  std::vector<Vec3> pixels;
  for (int j = 0; j < map_height; ++j)
    for (int i = 0; i < map_width; ++i) {
      Vec3 sum = Vec3::Zero();
      for (int b = 0; b < fine; ++b)
        for (int a = 0; a < fine; ++a) {
          const Vec3 d = direction(i + (a + 0.5) / fine, j + (b + 0.5) / fine);
          const Floats3 c = sky.radiance(Floats3(Float3(d)));
          sum += Vec3(lane(c.x, 0), lane(c.y, 0), lane(c.z, 0));
        }
      pixels.push_back(sum / (fine * fine));
    }
  return pixels;
}

SceneLight sun_of(const Vec3& towards, const Vec3& irradiance, double angle) {
  SceneLight sun;
  sun.kind = LightKind::sun;
  sun.color = irradiance;
  sun.direction = -towards;
  sun.angle = angle;
  return sun;
}

// Takes what is far brighter than the rest out of the map, as one sun.
std::vector<SceneLight> take_sun(std::vector<Vec3>& pixels) {
  double all = 0, angle = 0;
  const auto solid = [](int j) {
    return 2 * pi / map_width *
           (std::cos(pi * j / map_height) - std::cos(pi * (j + 1) / map_height));
  };
  for (int j = 0; j < map_height; ++j)
    for (int i = 0; i < map_width; ++i) all += brightness(pixels[j * map_width + i]) * solid(j);
  const double most = sun_over_mean * all / (4 * pi);
  Vec3 towards = Vec3::Zero(), irradiance = Vec3::Zero();
  for (int j = 0; j < map_height; ++j)
    for (int i = 0; i < map_width; ++i) {
      Vec3& pixel = pixels[j * map_width + i];
      if (!(brightness(pixel) > most)) continue;
      const Vec3 above = pixel * (1 - most / sun_over_mean / brightness(pixel));
      towards += brightness(above) * solid(j) * direction(i + 0.5, j + 0.5);
      irradiance += above * solid(j);
      angle += solid(j);
      pixel -= above;
    }
  if (angle == 0 || towards.norm() == 0) return {};
  return {sun_of(towards.normalized(), irradiance, std::sqrt(4 * angle / pi))};
}

ScenePicture small(const std::string& file) {
  const Image from = read_image(file);
  ScenePicture to{std::min(from.width, picture_side), std::min(from.height, picture_side), {}};
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      const int left = x * from.width / to.width, right = (x + 1) * from.width / to.width;
      const int top = y * from.height / to.height, bottom = (y + 1) * from.height / to.height;
      double sum[4] = {}, count = 0;
      for (int j = top; j < bottom; ++j)
        for (int i = left; i < right; ++i, ++count)
          for (int c = 0; c < 4; ++c) {
            const float* p = &from.pixels[(std::size_t(j) * from.width + i) * from.channels];
            const bool grey = from.channels < 3;
            sum[c] += c < 3                    ? p[grey ? 0 : c]
                      : from.channels % 2 == 0 ? p[from.channels - 1]
                                               : 1.0f;
          }
      for (int c = 0; c < 4; ++c) {
        const float mean = std::clamp(float(sum[c] / count), 0.0f, 1.0f);
        to.pixels.push_back(std::uint8_t(255 * (c < 3 ? srgb_from_linear(mean) : mean) + 0.5f));
      }
    }
  return to;
}

}  // namespace

SeenSky seen_sky(const SkySpec& given) {
  if (given.model == SkyModel::gradient) return {};
  SkySpec spec = given;
  spec.intensity = Curve(1.0);
  std::vector<Vec3> pixels = means(Sky(spec));
  SeenSky seen;
  if (spec.model == SkyModel::physical) {
    const PhysicalSky air(spec);
    seen.suns = {
        sun_of(air.sun_towards(), air.sun_irradiance() * spec.sun_strength, spec.sun_angle)};
  } else {
    seen.suns = take_sun(pixels);
  }
  seen.map = {map_width, map_height, {}};
  for (const Vec3& pixel : pixels)
    for (const double v : pixel) seen.map->pixels.push_back(float(v));
  return seen;
}

// Pictures are read once, and again when their file has changed: `watch` asks after every save.
std::map<std::string, ScenePicture> seen_pictures(const LookSpec& look) {
  struct Kept {
    std::filesystem::file_time_type time;
    ScenePicture picture;
  };
  static std::mutex mutex;
  static std::map<std::string, Kept> kept;
  const std::lock_guard lock(mutex);
  std::map<std::string, ScenePicture> pictures;
  for (const MaterialSpec& material : look.materials)
    for (const TextureSpec& texture : material.textures) {
      const auto* image = std::get_if<ImageTexture>(&texture.kind);
      if (!image || pictures.contains(image->file)) continue;
      std::error_code error;
      const auto time = std::filesystem::last_write_time(image->file, error);
      const auto found = kept.find(image->file);
      if (found == kept.end() || error || found->second.time != time)
        kept[image->file] = {time, small(image->file)};
      pictures[image->file] = kept[image->file].picture;
    }
  return pictures;
}

}  // namespace gambol
