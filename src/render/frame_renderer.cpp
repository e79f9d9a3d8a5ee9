#include "render/frame_renderer.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <bit>
#include <map>
#include <numbers>

#include "base/error.h"
#include "render/camera.h"
#include "render/path_tracer.h"

namespace gambol {
namespace {

constexpr int tile_size = 16;

// Finds materials by name; what nobody names is a neutral grey.
class MaterialBook {
 public:
  explicit MaterialBook(const LookSpec& look) : look_(look) {
    surfaces.push_back(make_surface(MaterialSpec{}));
    for (const MaterialSpec& m : look.materials) {
      numbers_[m.name] = static_cast<int>(surfaces.size());
      surfaces.push_back(make_surface(m));
    }
  }

  int number(const std::string& name, const Place& place) {
    if (name.empty()) return 0;
    const auto it = numbers_.find(name);
    if (it != numbers_.end()) return it->second;
    problems.push_back({place, "material", fmt::format("'{}'", name),
                        fmt::format("a material of {}: {}", look_.file, known())});
    return 0;
  }

  std::vector<Surface> surfaces;
  std::vector<Problem> problems;

 private:
  std::string known() const {
    std::string names;
    for (const auto& [name, number] : numbers_) names += (names.empty() ? "" : ", ") + name;
    return names.empty() ? "(it has none)" : names;
  }

  const LookSpec& look_;
  std::map<std::string, int> numbers_;
};

MaterialSpec find_material(const LookSpec& look, const std::string& name) {
  for (const MaterialSpec& m : look.materials)
    if (m.name == name) return m;
  return {};
}

PathSettings path_settings(const PresetSpec& preset) {
  PathSettings s;
  s.bounces = preset.bounces;
  s.clamp = static_cast<float>(preset.clamp);
  s.blur_glossy = static_cast<float>(preset.blur_glossy);
  return s;
}

}  // namespace

struct FrameRenderer::Impl {
  Impl(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset);

  void add_figure(const CastSpec& cast, MaterialBook& book);
  void add_follow(MaterialBook& book);
  // Film times, in frames, while the shutter is open.
  std::vector<double> instants(int frame) const;
  FrameScene scene(double frame, const std::vector<double>& instants, const Vec3& origin) const;
  Float3 pixel(const FrameScene& scene, const Camera& camera, int frame, int x, int y) const;

  const Poses& poses;
  CameraSpec camera;
  LookSpec look;
  PresetSpec preset;
  std::vector<Surface> surfaces;
  AlbedoTable albedo;
  PixelFilter filter;
  Figures figures;
  Ground ground;
  FollowPath follow;
};

FrameRenderer::Impl::Impl(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset)
    : poses(poses), camera(shot.camera), look(shot.look), preset(preset) {
  MaterialBook book(look);
  for (const CastSpec& cast : shot.motion.figures) add_figure(cast, book);
  if (look.ground && shot.motion.world.ground) {
    book.number(look.ground->material, look.ground->place);
    ground = make_ground(*look.ground, find_material(look, look.ground->material),
                         shot.motion.world.ground->height);
  }
  add_follow(book);
  if (!book.problems.empty()) throw InputError(book.problems);
  surfaces = book.surfaces;
}

void FrameRenderer::Impl::add_figure(const CastSpec& cast, MaterialBook& book) {
  for (const BodySpec& body : cast.figure.bodies) {
    std::vector<Figures::PartMesh> parts;
    for (const ShapeSpec& shape : body.visible) {
      std::string material = shape.material;
      if (material.empty()) material = body.material;
      if (material.empty()) material = cast.figure.material;
      parts.push_back({surface_mesh(shape.shape), book.number(material, shape.place)});
    }
    if (parts.empty()) continue;
    const std::string name = cast.name + "/" + body.name;
    const int index = poses.body_index(name);
    if (index < 0)
      book.problems.push_back({body.place, "bodies", fmt::format("no poses of '{}'", name),
                               "poses that were simulated from this shot"});
    else
      figures.add_body(static_cast<std::size_t>(index), parts);
  }
}

void FrameRenderer::Impl::add_follow(MaterialBook& book) {
  if (!camera.follow) return;
  const std::string name = camera.follow->figure + "/" + camera.follow->body;
  const int index = poses.body_index(name);
  if (index < 0)
    book.problems.push_back({camera.follow->place, "camera.follow", fmt::format("'{}'", name),
                             "a body of a figure in the shot"});
  else
    follow = FollowPath(poses, static_cast<std::size_t>(index), camera.follow->smoothing);
}

std::vector<double> FrameRenderer::Impl::instants(int frame) const {
  const double open = std::clamp(camera.shutter / (2 * std::numbers::pi), 0.0, 1.0);
  const int count = open > 0 ? std::max(preset.shutter_poses, 2) : 1;
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(frame + (count > 1 ? open * k / (count - 1) : 0));
  return times;
}

FrameScene FrameRenderer::Impl::scene(double frame, const std::vector<double>& instants,
                                      const Vec3& origin) const {
  FrameScene scene;
  scene.figures = figures.at(poses, instants, origin);
  scene.ground = around(ground, origin);
  const double time = frame / poses.fps;
  for (const LightSpec& light : look.lights)
    scene.lights.push_back(make_light(light, time, origin, follow.at(frame)));
  scene.sky = make_sky(look.sky, time);
  scene.surfaces = &surfaces;
  scene.albedo = &albedo;
  return scene;
}

Float3 FrameRenderer::Impl::pixel(const FrameScene& scene, const Camera& camera, int frame, int x,
                                  int y) const {
  const PathSettings settings = path_settings(preset);
  const auto samples = static_cast<std::uint32_t>(preset.samples);
  const auto log2_samples = static_cast<std::uint32_t>(std::bit_width(samples - 1));
  Float3 sum;
  for (std::uint32_t s = 0; s < samples; ++s) {
    Sampler sampler(std::uint32_t(frame), std::uint32_t(x), std::uint32_t(y), log2_samples, s);
    sampler.start_dimension(0);
    const Sample2 offset = filter.offset(sampler.next_2d());
    const Sample2 lens = sampler.next_2d();
    const float time = sampler.next_1d();
    const CameraRay ray =
        camera.ray(float(x) + 0.5f + offset.x, float(y) + 0.5f + offset.y, time, lens);
    sum += trace_path(scene, settings, {ray.origin, ray.direction, time},
                      0.7f * camera.pixel_spread(), sampler);
  }
  return sum * (1.0f / float(samples));
}

FrameRenderer::FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset)
    : impl_(std::make_unique<Impl>(shot, poses, preset)) {}

FrameRenderer::~FrameRenderer() = default;

Image FrameRenderer::render(int frame) const {
  const Impl& r = *impl_;
  const std::vector<double> instants = r.instants(frame);
  std::vector<CameraPose> path;
  for (double t : instants) path.push_back(camera_at(r.camera, r.follow, r.poses.fps, t));
  const Vec3 origin = path[0].position;
  const FrameScene scene = r.scene(frame, instants, origin);
  const int width = r.preset.width, height = r.preset.height;
  const Camera camera(path, r.camera.sensor_width, width, height, origin);

  Image image{width, height, 4, std::vector<float>(std::size_t(4) * width * height, 1.0f)};
  const int across = (width + tile_size - 1) / tile_size;
  const int down = (height + tile_size - 1) / tile_size;
  tbb::parallel_for(0, across * down, [&](int tile) {
    const int left = tile % across * tile_size, top = tile / across * tile_size;
    for (int y = top; y < std::min(top + tile_size, height); ++y)
      for (int x = left; x < std::min(left + tile_size, width); ++x) {
        const Float3 c = r.pixel(scene, camera, frame, x, y);
        float* out = &image.pixels[4 * (std::size_t(y) * width + x)];
        out[0] = c.x, out[1] = c.y, out[2] = c.z;
      }
  });
  return image;
}

}  // namespace gambol
