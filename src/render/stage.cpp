#include "render/stage.h"

#include <limits>

#include "base/error.h"
#include "figure/layers.h"
#include "figure/rest_posture.h"
#include "render/stage_names.h"
#include "shot/shot_spec.h"

namespace gambol {

Stage::Stage(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset, int texture_cache)
    : poses_(poses),
      numbers_(poses.bodies),
      look_(shot.look),
      shutter_poses_(preset.shutter_poses),
      hair_width_(float(preset.hair_width)),
      sky_(shot.look.sky) {
  Names names{look_, {}, {}};
  for (const MaterialSpec& m : look_.materials)
    for (const TextureSpec& t : m.textures)
      if (std::holds_alternative<ImageTexture>(t.kind) && !images_)
        images_ = std::make_unique<Textures>(texture_cache);
  for (const HairSpec& hair : look_.hair)
    for (const HairMapSpec& map : hair.maps)
      if (std::holds_alternative<ImageTexture>(map.kind) && !images_)
        images_ = std::make_unique<Textures>(texture_cache);
  materials_.emplace_back(MaterialSpec{}, nullptr);
  material_names_.emplace_back("none");
  for (const MaterialSpec& m : look_.materials) {
    names.numbers[m.name] = int(materials_.size());
    materials_.emplace_back(m, images_.get());
    material_names_.push_back(m.name);
  }
  figures_.set_materials(&materials_);
  for (const CastSpec& cast : shot.motion.figures) {
    add_figure(cast, names);
    add_skins(cast, names);
  }
  if (look_.ground && shot.motion.world.ground) add_ground(shot, names);
  add_views(shot, preset, names);
  add_particles(shot.motion.world.particles, names);
  if (!names.problems.empty()) throw InputError(names.problems);
}

void Stage::add_figure(const CastSpec& cast, Names& names) {
  const std::vector<Transform> X_RB =
      look_.grow.empty() ? std::vector<Transform>() : rest_posture(cast.figure);
  for (std::size_t b = 0; b < cast.figure.bodies.size(); ++b) {
    const BodySpec& body = cast.figure.bodies[b];
    std::vector<const ShapeSpec*> shapes;
    std::vector<std::string> materials;
    for (const ShapeSpec& shape : body.visible) {
      if (!is_seen(cast.figure, cast.layers, layer_of(cast.figure, shape))) continue;
      std::string material = shape.material;
      if (material.empty()) material = body.material;
      if (material.empty()) material = cast.figure.material;
      materials.push_back(material);
      shapes.push_back(&shape);
    }
    if (materials.empty()) continue;
    const std::string name = cast.name + "/" + body.name;
    const int index = numbers_.of(name);
    if (index < 0) {
      names.problems.push_back({body.place, "bodies", fmt::format("no poses of '{}'", name),
                                "poses that were simulated from this shot"});
      continue;
    }
    add_body(cast, body.name, static_cast<std::size_t>(index), shapes, materials, names);
    for (std::size_t p = 0; p < materials.size() && !X_RB.empty(); ++p)
      add_hair(cast, name, false, p, X_RB[b], materials[p], names);
  }
}

// Members of a crowd share the surfaces of bodies that look alike.
void Stage::add_body(const CastSpec& cast, const std::string& body, std::size_t pose,
                     const std::vector<const ShapeSpec*>& shapes,
                     const std::vector<std::string>& materials, Names& names) {
  Extent extent;
  extent.pose = pose;
  const auto looks = std::make_tuple(cast.kind, body, materials);
  const auto alike = cast.kind.empty() ? surfaces_.end() : surfaces_.find(looks);
  if (alike != surfaces_.end()) {
    figures_.add_body_like(pose, alike->second.body);
    extent.box = alike->second.box;
  } else {
    std::vector<Figures::PartMesh> parts;
    for (std::size_t i = 0; i < shapes.size(); ++i)
      parts.push_back(
          {surface_mesh(shapes[i]->shape), names.material(materials[i], shapes[i]->place)});
    for (const Figures::PartMesh& part : parts)
      for (const Vec3& p : part.mesh.positions) extent.box.extend(p);
    figures_.add_body(pose, parts);
    if (!cast.kind.empty()) surfaces_[looks] = {poses_of_bodies_.size(), extent.box};
  }
  extents_.push_back(extent);
  poses_of_bodies_.push_back(pose);
}

void Stage::add_skins(const CastSpec& cast, Names& names) {
  std::vector<std::size_t> bodies;
  for (const BodySpec& body : cast.figure.bodies) {
    const int index = numbers_.of(cast.name + "/" + body.name);
    if (index >= 0) bodies.push_back(static_cast<std::size_t>(index));
  }
  if (bodies.size() != cast.figure.bodies.size() && !cast.figure.skins.empty()) {
    names.problems.push_back({cast.figure.place, "skins", "no poses of some of its bodies",
                              "poses that were simulated from this shot"});
    return;
  }
  for (const SkinSpec& spec : cast.figure.skins) {
    if (!is_seen(cast.figure, cast.layers, spec.layer)) continue;
    FigureSkin skin = make_skin(cast.figure, spec);
    std::vector<int> materials;
    for (const std::string& name : skin.materials)
      materials.push_back(names.material(name, spec.place));
    add_extents(skin.mesh, bodies);
    skin_names_.push_back(cast.name + "/" + spec.name);
    const std::vector<std::string> by_name = skin.materials;
    figures_.add_skin(PosedSkin(std::move(skin), bodies, materials));
    const std::vector<SkinPart>& parts = figures_.skins().back().parts();
    for (std::size_t p = 0; p < parts.size(); ++p)
      add_hair(cast, skin_names_.back(), true, p, Transform{}, by_name[parts[p].of_skin], names);
  }
}

// The vertices of a skin that a body influences most move about as the body does.
void Stage::add_extents(const SkinMesh& skin, const std::vector<std::size_t>& bodies) {
  std::vector<Extent> all(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) all[b].pose = bodies[b];
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i) {
    const std::uint32_t body = skin.influences[skin.first[i]].body;
    all[body].box.extend(skin.X_BR[body] * skin.mesh.positions[i]);
  }
  for (const Extent& extent : all)
    if (!extent.box.isEmpty()) extents_.push_back(extent);
}

void Stage::add_ground(const ShotSpec& shot, Names& names) {
  const GroundLookSpec& seen = *look_.ground;
  const GroundSpec& world = *shot.motion.world.ground;
  const int material = names.material(seen.material, seen.place);
  if (!world.terrain) {
    ground_.present = true;
    ground_.height = float(world.height);
    ground_.extent = float(seen.extent);
    ground_.material = material;
    add_lawns(seen.material, names);
    return;
  }
  figures_.add_body(
      Figures::fixed,
      {{terrain_mesh(*world.terrain->field, seen.extent, world.terrain->smooth), material}});
  poses_of_bodies_.push_back(Figures::fixed);
  add_hair({}, "ground", false, 0, Transform{}, seen.material, names);
}

void Stage::add_particles(const std::vector<EmitterSpec>& emitters, Names& names) {
  for (const std::string& name : poses_.emitters) {
    const auto found = std::find_if(emitters.begin(), emitters.end(),
                                    [&](const EmitterSpec& e) { return e.name == name; });
    if (found != emitters.end())
      spark_looks_.emplace_back(found->look);
    else
      names.problems.push_back({Place(), "world.particles", fmt::format("poses of '{}'", name),
                                "poses that were simulated from this shot"});
  }
}

void Stage::look_through(const ShotSpec& shot, const PresetSpec& preset) {
  Names names{look_, {}, {}};
  views_.clear();
  add_views(shot, preset, names);
  if (!names.problems.empty()) throw InputError(names.problems);
}

void Stage::add_views(const ShotSpec& shot, const PresetSpec& preset, Names& names) {
  for (const ViewSpec& view : shot.all_views())
    for (const ViewSpec& eye : eyes_of(view))
      add_view(eye, preset, shot.film.frame.pixel_aspect, names);
}

void Stage::add_view(const ViewSpec& spec, const PresetSpec& preset, double pixel_aspect,
                     Names& names) {
  StageView view{spec, Shutter(spec.camera), {}};
  const auto pixels = [](double fraction, int size) { return int(std::lround(fraction * size)); };
  view.pixel_aspect = pixel_aspect;
  view.left = pixels(spec.corner.x(), preset.width);
  view.top = pixels(spec.corner.y(), preset.height);
  view.width = std::max(pixels(spec.corner.x() + spec.size.x(), preset.width) - view.left, 1);
  view.height = std::max(pixels(spec.corner.y() + spec.size.y(), preset.height) - view.top, 1);
  if (const auto& follow = spec.camera.follow) {
    const std::string name = follow->figure + "/" + follow->body;
    const int index = numbers_.of(name);
    if (index < 0)
      names.problems.push_back({follow->place, "camera.follow", fmt::format("'{}'", name),
                                "a body of a figure in the shot"});
    else
      view.follow = FollowPath(poses_, static_cast<std::size_t>(index), follow->smoothing);
  }
  views_.push_back(std::move(view));
}

std::vector<double> Stage::instants(const StageView& view, int frame) const {
  const double open = view.shutter.open();
  const int count = open > 0 ? std::max(shutter_poses_, 2) : 1;
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(frame + (count > 1 ? open * k / (count - 1) : 0));
  return times;
}

std::unique_ptr<FrameScene> Stage::scene(MovingFigures moving, const Ride& ride,
                                         const Vec3& origin) const {
  auto made = std::make_unique<FrameScene>();
  FrameScene& scene = *made;
  scene.origin = Float3(origin);
  scene.figures = std::move(moving);
  scene.ground = around(ground_, origin);
  scene.materials = &materials_;
  scene.albedo = &albedo_;
  const double opens = ride.opens / poses_.fps, closes = ride.closes / poses_.fps;
  std::vector<Light> lights;
  for (const LightSpec& light : look_.lights) {
    const auto from = [&](const Vec3& at) {
      return Vec3((light.follow ? at : Vec3(Vec3::Zero())) - origin);
    };
    lights.push_back(make_light(light, opens, closes, from(ride.open_at), from(ride.closing_at)));
  }
  scene.lights =
      SceneLights(std::move(lights), sky_.at(opens), scene.figures, materials_, scene.origin);
  return made;
}

std::unique_ptr<const Sparks> Stage::sparks(const StageView& view,
                                            const std::vector<double>& instants, double open,
                                            const Vec3& origin, const Camera& camera) const {
  std::vector<Streak> all;
  // Streaks are at least a pixel wide, so that the pixel filter sees all of them.
  const RayCone cone = camera.pixel_cone();
  for (double frame : instants) {
    const auto more =
        streaks(poses_, spark_looks_, view.shutter, frame, frame + open, origin, cone);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all.empty() ? nullptr : std::make_unique<const Sparks>(figures_.device(), std::move(all));
}

void Stage::add_extremes(double frame, std::vector<Vec3>& points) const {
  for (const Extent& extent : extents_)
    for (int c = 0; c < 8 && poses_.is_there(frame, extent.pose); ++c)
      points.push_back(poses_.pose_at(frame, extent.pose) *
                       extent.box.corner(Eigen::AlignedBox3d::CornerType(c)));
}

std::string Stage::name_of(const MovingFigures& moving, std::uint32_t instance) const {
  if (instance == FirstHit::no_instance) return "ground";
  const MovingFigures::Shown shown = moving.shown(instance);
  if (shown.is_skin) return skin_names_[shown.number];
  const std::size_t pose = poses_of_bodies_[shown.number];
  return pose == Figures::fixed ? "ground" : poses_.bodies[pose];
}

Transform Stage::pose(std::size_t body, double frame) const {
  const std::size_t pose = poses_of_bodies_[body];
  return pose == Figures::fixed ? Transform{} : poses_.pose_at(frame, pose);
}

}  // namespace gambol
