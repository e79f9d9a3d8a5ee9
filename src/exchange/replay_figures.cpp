#include <algorithm>
#include <cmath>
#include <limits>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

std::int16_t normalized(double x) {
  return static_cast<std::int16_t>(std::lround(std::clamp(x, -1.0, 1.0) * 32767));
}

template <class Index>
Json packed_triangles(const TriangleMesh& mesh) {
  std::vector<Index> corners;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) corners.push_back(static_cast<Index>(corner));
  return packed(corners);
}

Json mesh_json(const TriangleMesh& mesh) {
  std::vector<float> positions;
  std::vector<std::int16_t> normals;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    add_floats(mesh.positions[i], positions);
    for (const double x : mesh.normals[i]) normals.push_back(normalized(x));
  }
  Json json = Json::object().add("positions", packed(positions)).add("normals", packed(normals));
  if (!mesh.uvs.empty()) json = json.add("uvs", packed_uvs(mesh));
  if (mesh.positions.size() <= std::numeric_limits<std::uint16_t>::max())
    return json.add("corners16", packed_triangles<std::uint16_t>(mesh));
  return json.add("corners32", packed_triangles<std::uint32_t>(mesh));
}

Json shape_json(const SceneShape& shape) {
  const Quat& q = shape.X_BS.R;
  return Json::object()
      .add("mesh", shape.mesh)
      .add("material", shape.material)
      .add("layer", shape.layer)
      .add("at", replay_vector(shape.X_BS.p))
      .add("turn", replay_numbers({q.x(), q.y(), q.z(), q.w()}));
}

// null for a body of no figure.
Json body_json(const SceneBody& body) {
  if (body.figure < 0) return Json::null();
  Json shapes = Json::array();
  for (const SceneShape& shape : body.shapes) shapes.push(shape_json(shape));
  Json joints = Json::array();
  for (const SceneJoint& joint : body.joints)
    joints.push(Json::object()
                    .add("name", joint.name)
                    .add("slides", joint.slides)
                    .add("values", packed(floats(joint.values))));
  return Json::object()
      .add("joints", joints)
      .add("name", body.name)
      .add("figure", body.figure)
      .add("appears", body.appears)
      .add("shapes", shapes);
}

// Positions and rotations of the bodies at the beginning of every frame.
void add_places(const Scene& scene, Json& data) {
  std::vector<float> places;
  std::vector<std::int16_t> turns;
  for (const Transform& X_WB : scene.placements) {
    add_floats(X_WB.p, places);
    for (const double x : X_WB.R.coeffs()) turns.push_back(normalized(x));  // x y z w
  }
  data.add("places", packed(places)).add("turns", packed(turns));
}

Json leg_json(const SceneLeg& leg) {
  Json json = Json::object()
                  .add("name", leg.name)
                  .add("short", leg.short_name)
                  .add("foot", leg.foot)
                  .add("tip", replay_vector(leg.tip));
  if (!leg.steps) return json;
  std::vector<float> steps;
  for (const SceneLeg::Step& step : *leg.steps)
    for (const double frame : {step.from, step.to}) steps.push_back(static_cast<float>(frame));
  return json.add("steps", packed(steps));
}

// Rows of different lengths, one after the other; row k is from first[k] to first[k + 1].
struct RaggedRows {
  std::vector<std::uint32_t> first = {0};
  std::vector<float> values;
  void end_row(std::size_t width) {
    first.push_back(static_cast<std::uint32_t>(values.size() / width));
  }
};

// `marks` are, for each frame, the centre of mass and that of the pressure (NaN if there is none);
// `bearings` are places and forces.
Json balance_json(const SceneFigure& figure) {
  std::vector<float> marks;
  RaggedRows border, bearings;
  for (const SceneBalance& b : *figure.balance) {
    add_floats(b.com, marks);
    add_floats(b.pressure.value_or(Vec3::Constant(std::numeric_limits<double>::quiet_NaN())),
               marks);
    for (const Vec3& p : b.support.border) add_floats(p, border.values);
    border.end_row(3);
    for (const Bearing& bearing : b.support.bearings) {
      add_floats(bearing.at, bearings.values);
      bearings.values.push_back(static_cast<float>(bearing.force));
    }
    bearings.end_row(4);
  }
  return Json::object()
      .add("weight", replay_number(figure.weight))
      .add("marks", packed(marks))
      .add("borderFirst", packed(border.first))
      .add("border", packed(border.values))
      .add("bearingFirst", packed(bearings.first))
      .add("bearings", packed(bearings.values));
}

Json figure_json(const SceneFigure& figure) {
  Json legs = Json::array();
  for (const SceneLeg& leg : figure.legs) legs.push(leg_json(leg));
  Json json = Json::object().add("name", figure.name).add("root", figure.root).add("legs", legs);
  if (figure.balance) json.add("balance", balance_json(figure));
  if (!figure.forces) return json;
  std::vector<float> forces;
  for (const Vec3& force : *figure.forces) add_floats(force, forces);
  return json.add("forces", packed(forces));
}

}  // namespace

void add_replay_figures(const Scene& scene, Json& data) {
  Json meshes = Json::array(), bodies = Json::array(), figures = Json::array(),
       layers = Json::array();
  for (const TriangleMesh& mesh : scene.meshes) meshes.push(mesh_json(mesh));
  for (const SceneBody& body : scene.bodies) bodies.push(body_json(body));
  for (const SceneFigure& figure : scene.figures) figures.push(figure_json(figure));
  for (const SceneLayer& layer : scene.layers)
    layers.push(Json::object().add("name", layer.name).add("seen", layer.seen));
  data.add("meshes", meshes).add("bodies", bodies);
  add_places(scene, data);
  data.add("figures", figures).add("layers", layers).add("skins", replay_skins(scene));
}

}  // namespace gambol
