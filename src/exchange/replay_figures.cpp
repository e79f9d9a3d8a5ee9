#include "exchange/replay_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "exchange/replay_skins.h"
#include "figure/layers.h"
#include "figure/legs.h"
#include "poses/spans.h"

namespace gambol {
namespace {

std::int16_t normalized(double x) {
  return static_cast<std::int16_t>(std::lround(std::clamp(x, -1.0, 1.0) * 32767));
}

template <class Index>
std::string packed_triangles(const TriangleMesh& mesh) {
  std::vector<Index> corners;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) corners.push_back(static_cast<Index>(corner));
  return packed(corners);
}

std::string mesh_json(const TriangleMesh& mesh) {
  std::vector<float> positions;
  std::vector<std::int16_t> normals;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    for (const double x : mesh.positions[i]) positions.push_back(static_cast<float>(x));
    for (const double x : mesh.normals[i]) normals.push_back(normalized(x));
  }
  JsonObject json;
  json.json("positions", packed(positions)).json("normals", packed(normals));
  const bool small = mesh.positions.size() <= std::numeric_limits<std::uint16_t>::max();
  json.json(small ? "corners16" : "corners32",
            small ? packed_triangles<std::uint16_t>(mesh) : packed_triangles<std::uint32_t>(mesh));
  return json.str();
}

std::string quaternion_json(const Quat& q) {
  return fmt::format("[{},{},{},{}]", json_number(q.x()), json_number(q.y()), json_number(q.z()),
                     json_number(q.w()));
}

// Positions and rotations of the bodies at the beginning of every frame.
void add_places(const Poses& poses, JsonObject& data) {
  std::vector<float> places;
  std::vector<std::int16_t> turns;
  for (int frame = 0; frame < poses.frames; ++frame)
    for (std::size_t body = 0; body < poses.bodies.size(); ++body) {
      const Transform& X_WB =
          poses.pose(static_cast<std::size_t>(frame) * poses.samples_per_frame, body);
      for (const double x : X_WB.p) places.push_back(static_cast<float>(x));
      for (const double x : X_WB.R.coeffs()) turns.push_back(normalized(x));  // x y z w
    }
  data.json("places", packed(places)).json("turns", packed(turns));
}

// The first frame in which the body is present.
int first_frame(const Poses& poses, std::size_t body) {
  int frame = 0;
  while (frame < poses.frames && !poses.is_there(frame, body)) ++frame;
  return frame;
}

// A substitute for the tip of a foot that has none in its figure: the mean of the visible vertices
// whose distance from the body's origin is at least nine tenths of the largest.
Vec3 far_end(const BodySpec& body) {
  std::vector<Vec3> points;
  for (const ShapeSpec& shape : body.visible) {
    const TriangleMesh mesh = surface_mesh(shape.shape);
    points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
  }
  double farthest = 0;
  for (const Vec3& p : points) farthest = std::max(farthest, p.norm());
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const Vec3& p : points)
    if (p.norm() >= 0.9 * farthest) sum += p, ++count;
  return count ? Vec3(sum / count) : Vec3(Vec3::Zero());
}

class FigureReplay {
 public:
  FigureReplay(const Poses& poses, const CastSpec& cast) : poses_(poses), cast_(cast) {}

  std::string json() const {
    const std::vector<LegSpec> legs = legs_in_rows(cast_.figure);
    std::vector<std::string> items;
    for (const LegSpec& leg : legs) items.push_back(leg_json(leg));
    JsonObject json;
    json.text("name", cast_.name);
    json.number("root", poses_.body_index(cast_.name + "/" + cast_.figure.bodies.front().name));
    json.json("legs", json_list(items));
    if (const Channel* forces = find_channel(poses_, cast_.name, channels::foot_force.name))
      json.json("forces", packed(frame_forces(*forces, legs)));
    return json.str();
  }

 private:
  std::string leg_json(const LegSpec& leg) const {
    const bool has_tip = leg.tip != Vec3::Zero();
    const std::string& foot = has_tip ? leg.feet.front() : leg.feet.back();
    Vec3 tip = leg.tip;
    for (const BodySpec& body : cast_.figure.bodies)
      if (body.name == foot && !has_tip) tip = far_end(body);
    JsonObject json;
    json.text("name", leg.name).text("short", short_name(leg));
    json.number("foot", poses_.body_index(cast_.name + "/" + foot)).vector("tip", tip);
    if (const Column steps = find_output(poses_, cast_.name, outputs::step, leg.name))
      json.json("steps", packed(frames_of(steps)));
    return json.str();
  }

  // Beginning and end of every step that the film shows, in frames of the film.
  std::vector<float> frames_of(const Column& steps) const {
    const double begin = poses_.sample_times.front(), end = poses_.sample_times.back();
    std::vector<float> frames;
    for (const TimeSpan& s : spans_of(poses_, steps)) {
      if (s.to <= begin || s.from >= end) continue;
      for (const double t : {s.from, s.to})
        frames.push_back(static_cast<float>(film_time_of(poses_, t) * poses_.fps));
    }
    return frames;
  }

  // [frame][leg][x, y, z], N, in the world: the mean force over the frame's interval, so that short
  // impacts between frames are counted with their duration.
  std::vector<float> frame_forces(const Channel& channel, const std::vector<LegSpec>& legs) const {
    constexpr double slack = 1e-9;  // s: times are sums of decimal fractions
    const std::vector<double>& times = poses_.track_times;
    std::vector<float> forces;
    for (int frame = 0; frame < poses_.frames; ++frame) {
      const auto at = [&](double t) {
        return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t - slack) -
                                        times.begin());
      };
      const std::size_t from = std::min(at(poses_.time_at(frame)), times.size() - 1);
      const std::size_t to =
          std::max(from + 1, std::min(at(poses_.time_at(frame + 1)), times.size()));
      for (const LegSpec& leg : legs)
        for (const std::string_view axis : columns::axes) {
          const Column column = find_column(channel, columns::of_leg(leg.name, axis));
          double sum = 0;
          for (std::size_t k = from; k < to && column; ++k) sum += column[k];
          forces.push_back(static_cast<float>(sum / static_cast<double>(to - from)));
        }
    }
    return forces;
  }

  const Poses& poses_;
  const CastSpec& cast_;
};

// The names of all layers of all figures, each once, and whether the film shows the layer. The
// layer without a name is not listed; it is always visible.
std::string layers_json(const ShotSpec& shot) {
  std::vector<std::string> names, layers;
  for (const CastSpec& cast : shot.motion.figures)
    for (const std::string& name : layers_of(cast.figure)) {
      if (std::count(names.begin(), names.end(), name)) continue;
      names.push_back(name);
      layers.push_back(JsonObject().text("name", name).flag("seen", is_seen(cast, name)).str());
    }
  return json_list(layers);
}

std::string shape_json(const ShapeSpec& shape, const std::string& layer,
                       const std::string& material,
                       const std::map<std::string, std::size_t>& materials, ReplayMeshes& meshes) {
  JsonObject json;
  const auto found = materials.find(material);
  json.number("mesh", static_cast<double>(meshes.add(shape.shape)));
  json.number("material", found == materials.end() ? 0 : static_cast<double>(found->second));
  json.text("layer", layer)
      .vector("at", shape.shape.X_BS.p)
      .json("turn", quaternion_json(shape.shape.X_BS.R));
  return json.str();
}

}  // namespace

std::size_t ReplayMeshes::add(const Shape& shape) {
  Shape alone = shape;
  alone.X_BS = Transform();
  const std::string json = mesh_json(surface_mesh(alone, segments_));
  const auto [it, is_new] = numbers_.try_emplace(json, meshes_.size());
  if (is_new) meshes_.push_back(json);
  return it->second;
}

std::map<std::string, std::size_t> material_numbers(const LookSpec& look) {
  std::map<std::string, std::size_t> numbers{{"", 0}};
  for (std::size_t i = 0; i < look.materials.size(); ++i) numbers[look.materials[i].name] = i + 1;
  return numbers;
}

void add_replay_figures(const ShotSpec& shot, const Poses& poses, int segments, JsonObject& data) {
  const std::map<std::string, std::size_t> materials = material_numbers(shot.look);
  ReplayMeshes meshes(segments);
  std::vector<std::string> bodies(poses.bodies.size()), figures;
  std::vector<Problem> problems;
  for (std::size_t f = 0; f < shot.motion.figures.size(); ++f) {
    const CastSpec& cast = shot.motion.figures[f];
    for (const BodySpec& body : cast.figure.bodies) {
      const std::string name = cast.name + "/" + body.name;
      const int index = poses.body_index(name);
      if (index < 0) {
        problems.push_back({body.place, "bodies", fmt::format("no poses of '{}'", name),
                            "poses that were simulated from this shot"});
        continue;
      }
      std::vector<std::string> shapes;
      for (const ShapeSpec& shape : body.visible) {
        std::string material = shape.material;
        if (material.empty()) material = body.material;
        if (material.empty()) material = cast.figure.material;
        shapes.push_back(
            shape_json(shape, layer_of(cast.figure, shape), material, materials, meshes));
      }
      JsonObject json;
      json.text("name", body.name).number("figure", static_cast<double>(f));
      json.number("appears", first_frame(poses, static_cast<std::size_t>(index)));
      json.json("shapes", json_list(shapes));
      bodies[static_cast<std::size_t>(index)] = json.str();
    }
    figures.push_back(FigureReplay(poses, cast).json());
  }
  if (!problems.empty()) throw InputError(problems);
  for (std::string& body : bodies)
    if (body.empty()) body = "null";
  data.json("meshes", meshes.json()).json("bodies", json_list(bodies));
  add_places(poses, data);
  data.json("figures", json_list(figures)).json("layers", layers_json(shot));
  data.json("skins", replay_skins(shot, poses));
}

}  // namespace gambol
