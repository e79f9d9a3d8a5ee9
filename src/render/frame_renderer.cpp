#include "render/frame_renderer.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <bit>
#include <map>
#include <numbers>

#include "base/error.h"
#include "render/camera.h"
#include "render/path_tracer.h"
#include "shot/layers.h"

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
  // A camera and its part of the frame, in pixels.
  struct View {
    CameraSpec camera;
    FollowPath follow;
    int left, top, width, height;
  };

  Impl(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset);

  void add_figure(const CastSpec& cast, MaterialBook& book);
  void add_skins(const CastSpec& cast, MaterialBook& book);
  void add_extents(const SkinMesh& skin, const std::vector<std::size_t>& bodies);
  void add_looks(const std::vector<EmitterSpec>& emitters, MaterialBook& book);
  void add_view(const ViewSpec& spec, MaterialBook& book);
  // Film times, in frames, while the shutter is open.
  std::vector<double> instants(const View& view, int frame) const;
  // Sparks from each instant to the next, `open` frames later, around the camera.
  std::unique_ptr<const Sparks> sparks(const std::vector<double>& instants, double open,
                                       const Vec3& origin, const Camera& camera) const;
  FrameScene scene(MovingFigures moving, double frame, const Vec3& origin, const Vec3& ride) const;
  void fill(Image& image, const View& view, const FrameScene& scene, const Camera& camera,
            int frame) const;
  Float3 pixel(const FrameScene& scene, const Camera& camera, int frame, int x, int y,
               const View& view) const;
  Image blank() const;
  CameraPose strobe_camera(const View& view, const std::vector<int>& frames) const;
  std::vector<Vec3> extremes(const std::vector<int>& frames) const;

  const Poses& poses;
  LookSpec look;
  PresetSpec preset;
  Float3 background;
  std::vector<Surface> surfaces;
  AlbedoTable albedo;
  PixelFilter filter;
  Figures figures;
  Ground ground;
  std::vector<View> views;
  std::vector<SparkLook> looks;  // [emitter of the poses]
  struct Extent {
    std::size_t pose;
    Eigen::AlignedBox3d box;  // of what is seen, in the body's frame
  };
  std::vector<Extent> extents;
};

FrameRenderer::Impl::Impl(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset)
    : poses(poses), look(shot.look), preset(preset), background(shot.background) {
  MaterialBook book(look);
  for (const CastSpec& cast : shot.motion.figures) {
    add_figure(cast, book);
    add_skins(cast, book);
  }
  if (look.ground && shot.motion.world.ground) {
    book.number(look.ground->material, look.ground->place);
    const GroundSpec& world = *shot.motion.world.ground;
    ground = make_ground(*look.ground, find_material(look, look.ground->material), world.height);
    if (world.terrain) {
      ground.present = false;
      figures.add_body(
          Figures::fixed,
          {{terrain_mesh(*world.terrain->field, look.ground->extent, world.terrain->smooth),
            ground_material}});
    }
  }
  for (const ViewSpec& view : shot.all_views()) add_view(view, book);
  add_looks(shot.motion.world.particles, book);
  if (!book.problems.empty()) throw InputError(book.problems);
  surfaces = book.surfaces;
}

void FrameRenderer::Impl::add_figure(const CastSpec& cast, MaterialBook& book) {
  for (const BodySpec& body : cast.figure.bodies) {
    std::vector<Figures::PartMesh> parts;
    for (const ShapeSpec& shape : body.visible) {
      if (!is_seen(cast, layer_of(cast.figure, shape))) continue;
      std::string material = shape.material;
      if (material.empty()) material = body.material;
      if (material.empty()) material = cast.figure.material;
      parts.push_back({surface_mesh(shape.shape), book.number(material, shape.place)});
    }
    if (parts.empty()) continue;
    const std::string name = cast.name + "/" + body.name;
    const int index = poses.body_index(name);
    if (index < 0) {
      book.problems.push_back({body.place, "bodies", fmt::format("no poses of '{}'", name),
                               "poses that were simulated from this shot"});
    } else {
      Extent& extent = extents.emplace_back();
      extent.pose = static_cast<std::size_t>(index);
      for (const Figures::PartMesh& part : parts)
        for (const Vec3& p : part.mesh.positions) extent.box.extend(p);
      figures.add_body(extent.pose, parts);
    }
  }
}

void FrameRenderer::Impl::add_skins(const CastSpec& cast, MaterialBook& book) {
  std::vector<std::size_t> bodies;
  for (const BodySpec& body : cast.figure.bodies) {
    const int index = poses.body_index(cast.name + "/" + body.name);
    if (index >= 0) bodies.push_back(static_cast<std::size_t>(index));
  }
  if (bodies.size() != cast.figure.bodies.size() && !cast.figure.skins.empty()) {
    book.problems.push_back({cast.figure.place, "skins", "no poses of some of its bodies",
                             "poses that were simulated from this shot"});
    return;
  }
  for (const SkinSpec& spec : cast.figure.skins) {
    if (!is_seen(cast, spec.layer)) continue;
    FigureSkin skin = make_skin(cast.figure, spec);
    std::vector<int> materials;
    for (const std::string& name : skin.materials)
      materials.push_back(book.number(name, spec.place));
    add_extents(skin.mesh, bodies);
    figures.add_skin(PosedSkin(std::move(skin), bodies, materials));
  }
}

// What of a skin a body holds most moves about as it does.
void FrameRenderer::Impl::add_extents(const SkinMesh& skin,
                                      const std::vector<std::size_t>& bodies) {
  std::vector<Extent> all(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) all[b].pose = bodies[b];
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i) {
    const std::uint32_t body = skin.influences[skin.first[i]].body;
    all[body].box.extend(skin.X_BR[body] * skin.mesh.positions[i]);
  }
  for (const Extent& extent : all)
    if (!extent.box.isEmpty()) extents.push_back(extent);
}

void FrameRenderer::Impl::add_looks(const std::vector<EmitterSpec>& emitters, MaterialBook& book) {
  for (const std::string& name : poses.emitters) {
    const auto found = std::find_if(emitters.begin(), emitters.end(),
                                    [&](const EmitterSpec& e) { return e.name == name; });
    if (found != emitters.end())
      looks.emplace_back(found->look);
    else
      book.problems.push_back({Place(), "world.particles", fmt::format("poses of '{}'", name),
                               "poses that were simulated from this shot"});
  }
}

std::unique_ptr<const Sparks> FrameRenderer::Impl::sparks(const std::vector<double>& instants,
                                                          double open, const Vec3& origin,
                                                          const Camera& camera) const {
  std::vector<Streak> all;
  // At least a pixel across, so that the pixel filter sees all of it.
  const RayCone cone = camera.pixel_cone();
  for (double frame : instants) {
    const auto more = streaks(poses, looks, frame, frame + open, origin, cone);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all.empty() ? nullptr : std::make_unique<const Sparks>(figures.device(), std::move(all));
}

void FrameRenderer::Impl::add_view(const ViewSpec& spec, MaterialBook& book) {
  View view;
  view.camera = spec.camera;
  const auto pixels = [](double fraction, int size) { return int(std::lround(fraction * size)); };
  view.left = pixels(spec.corner.x(), preset.width);
  view.top = pixels(spec.corner.y(), preset.height);
  view.width = std::max(pixels(spec.corner.x() + spec.size.x(), preset.width) - view.left, 1);
  view.height = std::max(pixels(spec.corner.y() + spec.size.y(), preset.height) - view.top, 1);
  if (const auto& follow = spec.camera.follow) {
    const std::string name = follow->figure + "/" + follow->body;
    const int index = poses.body_index(name);
    if (index < 0)
      book.problems.push_back({follow->place, "camera.follow", fmt::format("'{}'", name),
                               "a body of a figure in the shot"});
    else
      view.follow = FollowPath(poses, static_cast<std::size_t>(index), follow->smoothing);
  }
  views.push_back(std::move(view));
}

std::vector<double> FrameRenderer::Impl::instants(const View& view, int frame) const {
  const double open = std::clamp(view.camera.shutter / (2 * std::numbers::pi), 0.0, 1.0);
  const int count = open > 0 ? std::max(preset.shutter_poses, 2) : 1;
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(frame + (count > 1 ? open * k / (count - 1) : 0));
  return times;
}

FrameScene FrameRenderer::Impl::scene(MovingFigures moving, double frame, const Vec3& origin,
                                      const Vec3& ride) const {
  FrameScene scene;
  scene.figures = std::move(moving);
  scene.ground = around(ground, origin);
  const double time = frame / poses.fps;
  for (const LightSpec& light : look.lights)
    scene.lights.push_back(make_light(light, time, origin, ride));
  scene.sky = make_sky(look.sky, time);
  scene.surfaces = &surfaces;
  scene.albedo = &albedo;
  return scene;
}

Float3 FrameRenderer::Impl::pixel(const FrameScene& scene, const Camera& camera, int frame, int x,
                                  int y, const View& view) const {
  const PathSettings settings = path_settings(preset);
  const auto samples = static_cast<std::uint32_t>(preset.samples);
  const auto log2_samples = static_cast<std::uint32_t>(std::bit_width(samples - 1));
  RayCone cone = camera.pixel_cone();
  cone.width *= 0.7f, cone.spread *= 0.7f;
  const float left = float(x - view.left) + 0.5f, top = float(y - view.top) + 0.5f;
  Float3 sum;
  for (std::uint32_t s = 0; s < samples; ++s) {
    Sampler sampler(std::uint32_t(frame), std::uint32_t(x), std::uint32_t(y), log2_samples, s);
    sampler.start_dimension(0);
    const Sample2 offset = filter.offset(sampler.next_2d());
    const Sample2 lens = sampler.next_2d();
    const float time = sampler.next_1d();
    const CameraRay ray = camera.ray(left + offset.x, top + offset.y, time, lens);
    sum += trace_path(scene, settings, {ray.origin, ray.direction, time}, cone, sampler);
  }
  return sum * (1.0f / float(samples));
}

Image FrameRenderer::Impl::blank() const {
  Image image{preset.width, preset.height, 4, {}};
  image.pixels.reserve(std::size_t(4) * preset.width * preset.height);
  for (int i = 0; i < preset.width * preset.height; ++i)
    image.pixels.insert(image.pixels.end(), {background.x, background.y, background.z, 1.0f});
  return image;
}

void FrameRenderer::Impl::fill(Image& image, const View& view, const FrameScene& scene,
                               const Camera& camera, int frame) const {
  const int right = std::min(view.left + view.width, preset.width);
  const int bottom = std::min(view.top + view.height, preset.height);
  const int across = (view.width + tile_size - 1) / tile_size;
  const int down = (view.height + tile_size - 1) / tile_size;
  tbb::parallel_for(0, across * down, [&](int tile) {
    const int left = view.left + tile % across * tile_size;
    const int top = view.top + tile / across * tile_size;
    for (int y = top; y < std::min(top + tile_size, bottom); ++y)
      for (int x = left; x < std::min(left + tile_size, right); ++x) {
        const Float3 c = pixel(scene, camera, frame, x, y, view);
        float* out = &image.pixels[4 * (std::size_t(y) * preset.width + x)];
        out[0] = c.x, out[1] = c.y, out[2] = c.z;
      }
  });
}

std::vector<Vec3> FrameRenderer::Impl::extremes(const std::vector<int>& frames) const {
  std::vector<Vec3> points;
  for (int frame : frames)
    for (const Extent& extent : extents)
      for (int c = 0; c < 8 && poses.is_there(frame, extent.pose); ++c)
        points.push_back(poses.pose_at(frame, extent.pose) *
                         extent.box.corner(Eigen::AlignedBox3d::CornerType(c)));
  return points;
}

CameraPose FrameRenderer::Impl::strobe_camera(const View& view,
                                              const std::vector<int>& frames) const {
  CameraPose camera = camera_at(view.camera, view.follow, poses.fps, frames.front());
  camera.position = camera.target = Vec3::Zero();
  for (int frame : frames) {
    const CameraPose at = camera_at(view.camera, view.follow, poses.fps, frame);
    camera.position += at.position / double(frames.size());
    camera.target += at.target / double(frames.size());
  }
  return stepped_back(camera, view.camera.sensor_width, double(view.height) / view.width,
                      extremes(frames));
}

FrameRenderer::FrameRenderer(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset)
    : impl_(std::make_unique<Impl>(shot, poses, preset)) {}

FrameRenderer::~FrameRenderer() = default;

Image FrameRenderer::render(int frame) const {
  const Impl& r = *impl_;
  Image image = r.blank();
  for (const Impl::View& view : r.views) {
    const std::vector<double> instants = r.instants(view, frame);
    std::vector<CameraPose> path;
    for (double t : instants) path.push_back(camera_at(view.camera, view.follow, r.poses.fps, t));
    const Vec3 origin = path[0].position;
    FrameScene scene =
        r.scene(r.figures.at(r.poses, instants, origin), frame, origin, view.follow.at(frame));
    const Camera camera(path, view.camera.sensor_width, view.width, view.height, origin);
    scene.sparks = r.sparks({double(frame)}, instants.back() - frame, origin, camera);
    r.fill(image, view, scene, camera, frame);
  }
  return image;
}

Image FrameRenderer::strobe(const std::vector<int>& frames) const {
  const Impl& r = *impl_;
  Image image = r.blank();
  for (const Impl::View& view : r.views) {
    const CameraPose camera = r.strobe_camera(view, frames);
    Vec3 ride = Vec3::Zero();
    for (int frame : frames) ride += view.follow.at(frame) / double(frames.size());
    const Vec3 origin = camera.position;
    const std::vector<double> instants(frames.begin(), frames.end());
    FrameScene scene =
        r.scene(r.figures.at_each(r.poses, instants, origin), frames.front(), origin, ride);
    const Camera lens({camera}, view.camera.sensor_width, view.width, view.height, origin);
    scene.sparks = r.sparks(instants, 0, origin, lens);
    r.fill(image, view, scene, lens, frames.front());
  }
  return image;
}

}  // namespace gambol
