#include "figure/figure_skin.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/pattern.h"
#include "figure/body_stretch.h"
#include "figure/figure_spec.h"
#include "figure/layers.h"
#include "figure/rest_posture.h"
#include "geometry/cut_skin.h"
#include "geometry/make_skin.h"

namespace gambol {
namespace {

constexpr double most_grid_points = 50e6;

const std::string& material_of(const FigureSpec& figure, const BodySpec& body,
                               const ShapeSpec& shape) {
  if (!shape.material.empty()) return shape.material;
  return body.material.empty() ? figure.material : body.material;
}

bool takes(const SkinSpec& skin, const BodySpec& body) {
  return skin.bodies.empty() ||
         std::any_of(skin.bodies.begin(), skin.bodies.end(),
                     [&](const std::string& p) { return p == body.name || matches(p, body.name); });
}

bool counts(const FigureSpec& figure, const SkinSpec& skin, const ShapeSpec& shape) {
  return skin.around.empty() || std::find(skin.around.begin(), skin.around.end(),
                                          layer_of(figure, shape)) != skin.around.end();
}

Growth growth_of(const SkinSpec& skin) { return {skin.cell, skin.melt, skin.soften, skin.offset}; }

Shape at_rest(const ShapeSpec& s, const Transform& X_RB) {
  Shape shape = s.shape;
  shape.X_BS = X_RB * shape.X_BS;
  return shape;
}

// The index of a material's name; adds the name if it is new.
std::size_t number_of(const std::string& name, std::vector<std::string>& materials) {
  const auto it = std::find(materials.begin(), materials.end(), name);
  if (it != materials.end()) return static_cast<std::size_t>(it - materials.begin());
  materials.push_back(name);
  return materials.size() - 1;
}

std::vector<int> parents_of(const FigureSpec& figure) {
  std::map<std::string, int> index;
  for (const BodySpec& body : figure.bodies)
    index.emplace(body.name, static_cast<int>(index.size()));
  std::vector<int> parents;
  for (const BodySpec& body : figure.bodies)
    parents.push_back(body.parent.empty() ? -1 : index[body.parent]);
  return parents;
}

// What the skin covers; `materials` receives the names of the materials. A mesh lies on the figure
// as it is written, a grown skin on that which a person makes of it.
SkinForm form_of(const FigureSpec& figure, const SkinSpec& skin,
                 std::vector<std::string>& materials) {
  const bool written = skin.from == SkinSource::mesh;
  SkinForm form;
  form.X_RB = written ? rest_as_written(figure) : rest_posture(figure);
  form.parent = parents_of(figure);
  form.blend = skin.blend;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const BodySpec& body = figure.bodies[b];
    if (!takes(skin, body)) continue;
    for (const ShapeSpec& s : written&& body.stretch ? body.stretch->visible : body.visible) {
      if (!counts(figure, skin, s)) continue;
      const std::string& name =
          skin.material.empty() ? material_of(figure, body, s) : skin.material;
      form.shapes.push_back({at_rest(s, form.X_RB[b]), b, number_of(name, materials)});
    }
  }
  if (!skin.material.empty()) materials = {skin.material};
  form.materials = materials.size();
  return form;
}

constexpr std::uint32_t lost = ~std::uint32_t{0};

// The body of each bone; `lost` where the figure has none.
std::vector<std::uint32_t> bodies_of(const std::vector<std::string>& bones,
                                     const FigureSpec& figure) {
  std::vector<std::uint32_t> bodies(bones.size(), lost);
  for (std::size_t i = 0; i < bones.size(); ++i)
    for (std::size_t b = 0; b < figure.bodies.size(); ++b)
      if (figure.bodies[b].name == bones[i]) bodies[i] = static_cast<std::uint32_t>(b);
  return bodies;
}

// Cuts off what hangs on lost bodies.
void cut_off_lost(GltfMesh& file, const std::vector<std::uint32_t>& body_of) {
  std::vector<char> gone;
  for (const std::uint32_t body : body_of) gone.push_back(body == lost);
  cut_off(file, gone);
}

// The mesh of the skin's file, in the root's frame.
GltfMesh placed_mesh(const SkinSpec& skin) {
  GltfMesh file = load_skin_mesh(skin.mesh);
  const Transform X{rotation_of(skin.rotate), skin.at};
  for (Vec3& p : file.mesh.positions) p = X * (skin.scale * p);
  for (Vec3& n : file.mesh.normals) n = X.R * n;
  return file;
}

}  // namespace

FigureSkin make_skin(const FigureSpec& figure, const SkinSpec& skin) {
  FigureSkin made;
  if (skin.from == SkinSource::shapes) {  // check_cells() bounds its grid
    made.mesh = grow_skin(form_of(figure, skin, made.materials), growth_of(skin));
    return made;
  }
  GltfMesh file = placed_mesh(skin);
  if (file.bones.empty()) {
    made.mesh = bind_skin(form_of(figure, skin, made.materials), std::move(file.mesh));
    stretch_skin(figure, made.mesh);
    return made;
  }
  made.materials = {skin.material.empty() ? figure.material : skin.material};
  const std::vector<std::uint32_t> body_of = bodies_of(file.bones, figure);
  if (std::find(body_of.begin(), body_of.end(), lost) != body_of.end()) cut_off_lost(file, body_of);
  made.mesh = bind_skin(rest_as_written(figure), std::move(file.mesh), file.shares, body_of);
  stretch_skin(figure, made.mesh);
  return made;
}

void check_cells(const FigureSpec& figure, Findings& findings) {
  const std::vector<Transform> X_RB = rest_posture(figure);
  std::vector<std::vector<Eigen::AlignedBox3d>> boxes(figure.bodies.size());
  const auto boxes_of = [&](std::size_t b) -> const std::vector<Eigen::AlignedBox3d>& {
    if (boxes[b].empty())
      for (const ShapeSpec& s : figure.bodies[b].visible)
        boxes[b].push_back(ShapeDistance(at_rest(s, X_RB[b])).bounds());
    return boxes[b];
  };
  for (const SkinSpec& skin : figure.skins) {
    if (skin.from != SkinSource::shapes) continue;
    Eigen::AlignedBox3d all;
    for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
      const BodySpec& body = figure.bodies[b];
      if (!takes(skin, body)) continue;
      for (std::size_t s = 0; s < body.visible.size(); ++s)
        if (counts(figure, skin, body.visible[s])) all.extend(boxes_of(b)[s]);
    }
    const double points = grid_points(all, growth_of(skin));
    if (!(points <= most_grid_points))
      findings.report(skin.place, "cell",
                      fmt::format("{} m: {:.0f} million grid points", skin.cell, points / 1e6),
                      "a coarser cell: at most 50 million grid points");
  }
}

}  // namespace gambol
