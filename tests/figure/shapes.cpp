// Shapes, layers and skins as authors write them.

#include <gmock/gmock.h>

#include "figure/figure_skin.h"
#include "figure/figure_spec.h"
#include "figure/layers.h"
#include "figure/rest_posture.h"
#include "figure/shapes/keys.h"
#include "geometry/height_field.h"
#include "shot/shot_spec.h"
#include "support/files.h"
#include "support/gltf_file.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class Shapes : public Files {
 protected:
  Shape of(const std::string& shape) const {
    return load_figure(
               write("f.yaml", "figure: f\nbodies: [{name: a, shapes: [{" + shape + "}]}]\n"))
        .bodies[0]
        .visible[0]
        .shape;
  }
  std::string problem(const std::string& shape) const {
    return problems(write("f.yaml", "figure: f\nbodies: [{name: a, shapes: [{" + shape + "}]}]\n"));
  }
};

TEST_F(Shapes, FrustumsAreBoxesWithAnotherTop) {
  const Shape s =
      of("frustum: {base: [4 cm, 2 cm], top: [1 cm, 3 cm], height: 5 cm, shift: [1 cm, 0]}");
  EXPECT_EQ(s.kind, ShapeKind::box);
  EXPECT_EQ(s.size, Vec3(0.04, 0.02, 0.05));
  EXPECT_LT((s.taper - Vec2(0.25, 1.5)).norm(), 1e-12);
  EXPECT_EQ(s.shift, Vec2(0.01, 0));
}

TEST_F(Shapes, CylindersTaperLeanAndFlatten) {
  EXPECT_TRUE(is_round(of("cylinder: {radius: 2 cm, length: 5 cm}")));
  EXPECT_FALSE(is_tapered(of("cylinder: {radius: 2 cm, length: 5 cm, depth: 2 cm}")));
  const Shape flat = of("cylinder: {radius: 2 cm, depth: 1 cm, length: 5 cm, end_radius: 1 cm}");
  EXPECT_EQ(flat.depth, 0.01);
  EXPECT_LT((flat.taper - Vec2(0.5, 0.5)).norm(), 1e-12);
  const Shape twisted =
      of("cylinder: {radius: 2 cm, depth: 1 cm, length: 5 cm, end_radius: 1 cm, end_depth: 1 cm, "
         "shift: [0, 3 mm]}");
  EXPECT_LT((twisted.taper - Vec2(0.5, 1)).norm(), 1e-12);
  EXPECT_EQ(of("cone: {radius: 2 cm, length: 5 cm}").taper, Vec2::Zero());
}

TEST_F(Shapes, HeightFieldsAreBlocks) {
  const Shape s = of(
      "height_field: {formula: 0.1*x, spacing: 10 cm, length: 1, width: 40 cm, thickness: 5 cm}");
  EXPECT_EQ(s.field->nx(), 11);
  EXPECT_NEAR(volume(s), 1 * 0.4 * (0.05 + 0.05), 1e-12);
}

TEST_F(Shapes, AllOfThemMayCollide) {
  for (const char* shape :
       {"capsule: {radius: 2 cm, length: 5 cm, end_radius: 1 cm}", "ellipsoid: [1 cm, 2 cm, 3 cm]",
        "cone: {radius: 1 cm, length: 2 cm, edge: 1 mm}",
        "frustum: {base: [1, 1], top: [0, 0], height: 1}"})
    EXPECT_EQ(problem(shape).find("collide"), std::string::npos);
}

TEST_F(Shapes, NonsenseIsRefused) {
  EXPECT_THAT(problem("ellipsoid: [1, 0, 1]"), HasSubstr("ellipsoid[1]: found \"0\""));
  EXPECT_THAT(problem("cone: {radius: -1, length: 1}"), HasSubstr("cone.radius: found \"-1\""));
  EXPECT_THAT(problem("cylinder: {radius: 1, length: 1, end_radius: -1 cm}"),
              HasSubstr("cylinder.end_radius: found"));
  EXPECT_THAT(problem("frustum: {base: [1, 0], top: [1, 1], height: 1}"),
              HasSubstr("frustum.base[1]: found \"0\""));
  EXPECT_THAT(problem("frustum: {base: [1, 1], top: [1, -1], height: 1}"),
              HasSubstr("frustum.top[1]: found \"-1\""));
  EXPECT_THAT(problem("frustum: {base: [1, 1], top: [0, 1], height: 1}, edge: 1 cm"),
              HasSubstr("expected none, as the solid ends in an edge"));
  EXPECT_THAT(problem("frustum: {base: [1, 1], top: [0.2, 1], height: 1}, edge: 40 cm"),
              HasSubstr("expected at most what leaves part of every side (0.148 m)"));
  EXPECT_THAT(problem("frustum: {base: [1, 1], top: [1, 2], height: 1}, bevel: 0.1"),
              HasSubstr("expected a bevel on a box only"));
  EXPECT_THAT(problem("sphere: 1, edge: 1 cm"), HasSubstr("box, frustum, cylinder or cone only"));
  EXPECT_THAT(problem("sphere: 1, subdivision: 2"),
              HasSubstr("expected a subdivision of a mesh only"));
  EXPECT_THAT(problem("capsule: {radius: 9 cm, length: 5 cm, end_radius: 1 cm}"),
              HasSubstr("capsule: found one end within the other"));
  EXPECT_THAT(problem("height_field: {heights: [[0, 1], [0]], spacing: 1, thickness: 1}"),
              HasSubstr("height_field.heights: found 1 heights in row 2"));
  EXPECT_THAT(problem("height_field: {heights: [[0, 1], [0, 1]], spacing: 1}"),
              HasSubstr("height_field.thickness: found nothing"));
  write("m.glb", "no glTF");
  EXPECT_THAT(problem("mesh: m.glb"), HasSubstr("m.glb: mesh: found a damaged file"));
}

TEST(ShapeKinds, AreNamedByTheirFirstKeys) {
  EXPECT_EQ(names_of<ShapeKind>.size(), shape_kinds);
  const auto name = [](ShapeKind kind) {
    return names_of<ShapeKind>[static_cast<std::size_t>(kind)].first;
  };
  EXPECT_EQ(name(ShapeKind::box), "box");  // not "frustum"
  EXPECT_EQ(name(ShapeKind::cylinder), "cylinder");
  EXPECT_EQ(name(ShapeKind::mesh), "mesh");
}

// A key of which one part is left out; the list of keys refuses it.
struct WithoutField : SphereKey {
  static Field field() = delete;
};
struct WithoutMake : SphereKey {
  static bool make(double, ShapeSpec&, Findings&) = delete;
};
struct WithoutAll {
  using Value = double;
};
static_assert(ShapeKey<SphereKey> && !ShapeKey<WithoutField> && !ShapeKey<WithoutMake> &&
              !ShapeKey<WithoutAll>);

class Layers : public Files {
 protected:
  // A body in two layers, and a ball that is always seen.
  std::string figure(const std::string& rest) const {
    return write("f.yaml",
                 "figure: f\nlayer: flesh\nbodies:\n  - name: a\n    shapes: [{sphere: 1}]\n"
                 "    visible: [{sphere: 1}, {sphere: 1 cm, layer: bone}]\n" +
                     rest);
  }
  std::string shot(const std::string& layers) const {
    return write("s.yaml", "shot: s\nfilm: {duration: 1 s}\nfigures: [{name: f, file: f.yaml" +
                               layers + "}]\n");
  }
};

TEST_F(Layers, AreTheShapesOwnElseTheFigures) {
  const FigureSpec f = load_figure(figure(""));
  EXPECT_EQ(layers_of(f), (std::vector<std::string>{"flesh", "bone"}));
}

TEST_F(Layers, AShotChoosesElseTheFigureElseAllAreSeen) {
  figure("");
  const auto seen = [&](const std::string& layers) {
    const CastSpec cast = load_shot(shot(layers)).motion.figures[0];
    return std::string(is_seen(cast.figure, cast.layers, "flesh") ? "f" : "") +
           (is_seen(cast.figure, cast.layers, "bone") ? "b" : "") +
           (is_seen(cast.figure, cast.layers, "") ? "." : "");
  };
  EXPECT_EQ(seen(""), "fb.");
  EXPECT_EQ(seen(", layers: [bone]"), "b.");
  EXPECT_EQ(seen(", layers: []"), ".");
  figure("layers: [flesh]\n");
  EXPECT_EQ(seen(""), "f.");
  EXPECT_EQ(seen(", layers: [bone]"), "b.");
}

TEST_F(Layers, ThatNothingHasAreRefused) {
  EXPECT_THAT(problems(figure("layers: [bones]\n")),
              HasSubstr("layers: found \"bones\", expected a layer of the figure (did you mean "
                        "bone?)"));
  figure("");
  EXPECT_THAT(problems(shot(", layers: [skin]")),
              HasSubstr("figures[0].layers: found \"skin\", expected a layer of f"));
}

class Skins : public Files {
 protected:
  std::string of(const std::string& skin) const {
    return problems(write("f.yaml",
                          "figure: f\nbodies:\n"
                          "  - {name: hip, shapes: [{sphere: 1, layer: form}]}\n"
                          "  - {name: knee, parent: hip, shapes: [{sphere: 1}]}\n"
                          "skins:\n  - {name: hide, " +
                              skin + "}\n"));
  }
};

TEST_F(Skins, ThatAreWholeAreNotRefused) {
  write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(of("from: shapes, cell: 10 cm, blend: 5 cm"), "");
  EXPECT_EQ(of("from: shapes, cell: 10 cm, blend: 5 cm, bodies: [\"h*\"], around: [form]"), "");
  EXPECT_EQ(of("mesh: m.obj, blend: 5 cm, rotate: [x 90 deg]"), "");
}

TEST_F(Skins, AreRefusedWithReasons) {
  write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(of("blend: 1"), HasSubstr("mesh: found nothing, expected a mesh file, or `from"));
  EXPECT_THAT(of("from: shapes, blend: 1"), HasSubstr("cell: found nothing"));
  EXPECT_THAT(of("from: shapes, cell: 0, blend: 1"), HasSubstr("cell: found \"0\""));
  EXPECT_THAT(of("from: shapes, cell: 1"), HasSubstr("blend: found nothing"));
  EXPECT_THAT(of("mesh: m.obj"), HasSubstr("blend: found nothing"));
  EXPECT_THAT(of("mesh: m.obj, blend: 1, melt: 1"), HasSubstr("this key with `from: shapes` only"));
  EXPECT_THAT(of("from: shapes, cell: 1, blend: 1, mesh: m.obj"),
              HasSubstr("this key without `from: shapes` only"));
  EXPECT_THAT(of("mesh: n.obj, blend: 1"), HasSubstr("mesh: found \"n.obj\", expected a file"));
  EXPECT_THAT(of("from: shapes, cell: 1, blend: 1, bodies: [knees]"),
              HasSubstr("bodies: found \"knees\", expected a body (did you mean knee?)"));
  EXPECT_THAT(of("from: shapes, cell: 1, blend: 1, around: [from]"),
              HasSubstr("around: found \"from\", expected a layer of the figure (did you mean "
                        "form?)"));
  EXPECT_THAT(of("from: shapes, cell: 1, blend: 1, bodies: [knee], around: [form]"),
              HasSubstr("found no visible shapes on its bodies"));
}

// A file's bones are bodies; where they do not say, distance does.
TEST_F(Skins, AreBoundAsTheirFileSaysElseByDistance) {
  GltfFile file;
  const int p = file.floats({0, 0, 0, 1, 0, 0, 1, 1, 0}, 3);
  const int j = file.joints({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  const int w = file.floats({1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0}, 4);
  const auto rest = [&](const std::string& knee) {
    return fmt::format(
        R"("meshes": [{{"primitives": [{{"attributes": {{"POSITION": {}, )"
        R"("JOINTS_0": {}, "WEIGHTS_0": {}}}}}]}}], "skins": [{{"joints": [1, 2]}}], )"
        R"("nodes": [{{"mesh": 0, "skin": 0}}, {{"name": "hip"}}, {{"name": "{}"}}])",
        p, j, w, knee);
  };
  file.write_glb(path("bones.glb"), rest("knee"));
  EXPECT_EQ(of("mesh: bones.glb"), "");
  const FigureSpec figure = load_figure(path("f.yaml"));
  const FigureSkin skin = make_skin(figure, figure.skins[0]);
  ASSERT_EQ(skin.mesh.first.size(), 4u);
  const Influence& most = skin.mesh.influences[skin.mesh.first[2]];
  EXPECT_EQ(most.body, 1u);
  EXPECT_NEAR(most.weight, 0.75, 1e-6);
  file.write_glb(path("bones.glb"), rest("elbow"));
  EXPECT_THAT(of("mesh: bones.glb"),
              HasSubstr("mesh: found \"elbow\", expected bones in the file"));
}

}  // namespace
}  // namespace gambol
