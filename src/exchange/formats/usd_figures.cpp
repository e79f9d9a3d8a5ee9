// Figures: bodies as Xforms below those of their parents, and shapes as Meshes below bodies.

#include "exchange/formats/usd_parts.h"

namespace gambol {
namespace {

class UsdFigure {
 public:
  UsdFigure(UsdStage& stage, std::size_t figure)
      : stage_(stage), text_(stage.text), scene_(stage.scene), figure_(figure) {}

  void add() {
    const SceneFigure& figure = scene_.figures[figure_];
    text_.begin("def", "Xform", figure.name, {"kind = \"component\""});
    text_.step("token visibility", "\"invisible\"", "\"inherited\"",
               first_seen(scene_, figure, stage_.span));
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b)
      if (scene_.bodies[b].figure == int(figure_) && scene_.bodies[b].parent < 0) add_body(b);
    add_usd_skins(stage_, figure_);
    text_.end();
  }

 private:
  // As deep as the figure has bodies in a row.
  void add_body(std::size_t b) {
    const SceneBody& body = scene_.bodies[b];
    const std::string name = scene_.figures[figure_].name + "/" + body.name;
    text_.begin("def", "Xform", body.name,
                {fmt::format("customData = {{ string body = {} }}", usd_quote(name))});
    usd_place(text_, body_track(scene_, stage_.span, b));
    for (const SceneShape& shape : body.shapes)
      if (layer_is_seen(scene_, shape.layer)) add_shape(shape);
    for (std::size_t c = b + 1; c < scene_.bodies.size(); ++c)
      if (scene_.bodies[c].parent == int(b) && scene_.bodies[c].figure == int(figure_)) add_body(c);
    text_.end();
  }

  void add_shape(const SceneShape& shape) {
    text_.begin("def", "Mesh", "shape",
                {"prepend apiSchemas = [\"MaterialBindingAPI\"]",
                 fmt::format("prepend references = <{}>", stage_.surfaces.at(shape.mesh))});
    text_.relation("material:binding", stage_.materials.at(shape.material));
    SceneTrack place;
    place.add(shape.X_BS.p, shape.X_BS.R);
    usd_place(text_, place);
    text_.end();
  }

  UsdStage& stage_;
  UsdText& text_;
  const Scene& scene_;
  std::size_t figure_;
};

}  // namespace

void usd_mesh(UsdText& text, const TriangleMesh& mesh, bool uvs) {
  text.property("uniform bool doubleSided", "1");
  text.property("float3[] extent", usd_extent(box_of(mesh.positions)));
  text.property("int[] faceVertexCounts",
                usd_array(mesh.triangles, [](const auto&) { return std::string("3"); }));
  text.property("int[] faceVertexIndices", usd_array(mesh.triangles, [](const auto& t) {
                  return fmt::format("{}, {}, {}", t[0], t[1], t[2]);
                }));
  text.property(
      "normal3f[] normals",
      usd_array(mesh.normals, [](const Vec3& n) { return usd_float_vector(unit_normal(n)); }),
      "interpolation = \"vertex\"");
  text.property("point3f[] points", usd_array(mesh.positions, usd_float_vector));
  if (uvs && !mesh.uvs.empty())
    text.property("texCoord2f[] primvars:st",
                  usd_array(mesh.uvs,
                            [](const Vec2& uv) {
                              return fmt::format("({}, {})", usd_float(uv.x()), usd_float(uv.y()));
                            }),
                  "interpolation = \"vertex\"");
  text.property("uniform token subdivisionScheme", "\"none\"");
}

void add_usd_surfaces(UsdStage& stage) {
  // A class is not seen itself, only by what refers to it.
  stage.text.begin("class", "Scope", "surfaces");
  for (const std::size_t mesh : used_meshes(stage.scene)) {
    stage.surfaces[mesh] = stage.text.begin("def", "Mesh", fmt::format("surface_{}", mesh + 1));
    usd_mesh(stage.text, stage.scene.meshes[mesh], !stage.scene.picture_files.empty());
    stage.text.end();
  }
  stage.text.end();
}

void add_usd_ground(UsdStage& stage) {
  if (!stage.scene.ground) return;
  stage.text.begin("def", "Mesh", "ground", {"prepend apiSchemas = [\"MaterialBindingAPI\"]"});
  usd_mesh(stage.text, ground_surface(*stage.scene.ground), false);
  stage.text.relation("material:binding", stage.materials.at(stage.scene.ground->material));
  stage.text.end();
}

void add_usd_figures(UsdStage& stage) {
  for (std::size_t f = 0; f < stage.scene.figures.size(); ++f)
    if (figure_is_written(stage.scene, stage.scene.figures[f])) UsdFigure(stage, f).add();
}

}  // namespace gambol
