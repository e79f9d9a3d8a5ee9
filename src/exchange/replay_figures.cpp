#include <limits>

#include "exchange/replay_json.h"

namespace gambol {
namespace {

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
    for (const double x : mesh.normals[i]) normals.push_back(replay_part_of_one(x));
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
    joints.push(Json::object().add("name", joint.name).add("slides", joint.slides));
  return Json::object()
      .add("joints", joints)
      .add("name", body.name)
      .add("figure", body.figure)
      .add("appears", body.appears)
      .add("reach", replay_number(body.reach))
      .add("shapes", shapes);
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

Json figure_json(const SceneFigure& figure) {
  Json legs = Json::array();
  for (const SceneLeg& leg : figure.legs) legs.push(leg_json(leg));
  return Json::object()
      .add("name", figure.name)
      .add("root", figure.root)
      .add("appears", figure.appears)
      .add("size", replay_number(figure.size))
      .add("weight", replay_number(figure.weight))
      .add("typicalForce", replay_number(figure.typical_force))
      .add("legs", legs);
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
  data.add("meshes", meshes)
      .add("bodies", bodies)
      .add("figures", figures)
      .add("layers", layers)
      .add("skins", replay_skins(scene));
}

}  // namespace gambol
