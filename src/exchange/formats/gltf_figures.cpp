// Figures: a node for each body below that of its parent, shapes below bodies, and skins on them.

#include <algorithm>
#include <map>

#include "exchange/formats/gltf_parts.h"

namespace gambol {
namespace {

void append(const Vec3& v, std::vector<float>& to) {
  for (const double x : v) to.push_back(static_cast<float>(x));
}

class GltfFigures {
 public:
  GltfFigures(const Scene& scene, SceneSpan span, GltfMaterials& materials, GltfFile& file,
              GltfMotion& motion)
      : scene_(scene), span_(span), materials_(materials), file_(file), motion_(motion) {}

  void add(int root) {
    for (const SceneFigure& figure : scene_.figures) {
      figure_nodes_.push_back(-1);
      if (!figure_is_written(scene_, figure)) continue;
      const int node = file_.add_node(Json::object().add("name", figure.name));
      file_.add_child(root, node);
      figure_nodes_.back() = node;
    }
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) add_body(b);
    for (const SceneSkin& skin : scene_.skins)
      if (layer_is_seen(scene_, skin.layer)) add_skin(skin);
  }

 private:
  void add_body(std::size_t b) {
    const SceneBody& body = scene_.bodies[b];
    nodes_.push_back(-1);
    if (body.figure < 0) return;
    const SceneTrack track = body_track(scene_, span_, b);
    const SceneFigure& figure = scene_.figures[body.figure];
    const int node = file_.add_node(gltf_node(figure.name + "/" + body.name, track));
    nodes_.back() = node;
    file_.add_child(body.parent >= 0 ? nodes_[body.parent] : figure_nodes_[body.figure], node);
    motion_.follow(node, track);
    if (static_cast<std::size_t>(figure.root) == b)
      if (const std::size_t first = first_seen(scene_, figure, span_); first > 0)
        motion_.appear(figure_nodes_[body.figure], first);
    for (const SceneShape& shape : body.shapes)
      if (layer_is_seen(scene_, shape.layer)) add_shape(shape, node);
  }

  void add_shape(const SceneShape& shape, int body) {
    const auto [known, is_new] = meshes_.try_emplace({shape.mesh, shape.material}, 0);
    if (is_new)
      known->second = add_gltf_mesh(scene_.meshes[shape.mesh], shape.material, materials_, file_);
    file_.add_child(body, file_.add_node(Json::object()
                                             .add("mesh", known->second)
                                             .add("translation", gltf_vector(shape.X_BS.p))
                                             .add("rotation", gltf_quaternion(shape.X_BS.R))));
  }

  void add_skin(const SceneSkin& skin) {
    Json joints = Json::array();
    std::vector<float> binds;  // from the root's frame at rest to each body's, by columns
    for (std::size_t i = 0; i < skin.bodies.size(); ++i) {
      joints.push(nodes_[skin.bodies[i]]);
      const Transform& X = skin.mesh.X_BR[i];
      const Eigen::Matrix3d R = X.R.toRotationMatrix();
      for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
          binds.push_back(static_cast<float>(r == 3 ? (c == 3) : c == 3 ? X.p[r] : R(r, c)));
    }
    const int of = file_.add(
        "skins", Json::object()
                     .add("joints", joints)
                     .add("skeleton", figure_nodes_[skin.figure])
                     .add("inverseBindMatrices", file_.floats(binds, 16, GltfFile::Use::data)));
    // Its joints alone place it.
    const int node = file_.add_node(Json::object()
                                        .add("name", scene_.figures[skin.figure].name + " skin")
                                        .add("mesh", skin_mesh(skin))
                                        .add("skin", of));
    file_.add_root(node);
  }

  int skin_mesh(const SceneSkin& skin) {
    std::vector<float> positions, normals;
    for (const Vec3& p : skin.mesh.mesh.positions) append(p, positions);
    for (const Vec3& n : skin.mesh.mesh.normals) append(unit_normal(n), normals);
    Json attributes =
        Json::object()
            .add("POSITION", file_.floats(positions, 3, GltfFile::Use::vertices, true))
            .add("NORMAL", file_.floats(normals, 3, GltfFile::Use::vertices));
    add_influences(skin.mesh, attributes);
    Json pictured = attributes;
    const auto has_pictures = [&](std::size_t material) {
      return materials_.is_pictured(material, skin.mesh.mesh);
    };
    if (std::any_of(skin.materials.begin(), skin.materials.end(), has_pictures))
      add_gltf_uvs(skin.mesh.mesh, file_, pictured);
    Json primitives = Json::array();
    for (std::size_t m = 0; m < skin.materials.size(); ++m) {
      std::vector<std::uint32_t> corners;
      for (std::size_t t = 0; t < skin.mesh.mesh.triangles.size(); ++t)
        if (skin.mesh.material_of[t] == m)
          corners.insert(corners.end(), skin.mesh.mesh.triangles[t].begin(),
                         skin.mesh.mesh.triangles[t].end());
      const bool with = has_pictures(skin.materials[m]);
      if (!corners.empty())
        primitives.push(Json::object()
                            .add("attributes", with ? pictured : attributes)
                            .add("indices", file_.indices(corners))
                            .add("material", materials_.index(skin.materials[m], with)));
    }
    return file_.add("meshes", Json::object().add("primitives", primitives));
  }

  // Two sets of four bodies a vertex, which is as many as a skin has.
  void add_influences(const SkinMesh& skin, Json& attributes) {
    static_assert(most_influences == 8);
    for (std::size_t set = 0; set < 2; ++set) {
      std::vector<std::uint16_t> bodies;
      std::vector<float> weights;
      bool any = false;
      for (std::size_t i = 0; i + 1 < skin.first.size(); ++i)
        for (std::size_t k = 4 * set; k < 4 * set + 4; ++k) {
          const bool there = k < skin.first[i + 1] - skin.first[i];
          const Influence of = there ? skin.influences[skin.first[i] + k] : Influence{};
          any = any || (there && of.weight > 0);
          bodies.push_back(static_cast<std::uint16_t>(there && of.weight > 0 ? of.body : 0));
          weights.push_back(there ? static_cast<float>(of.weight) : 0.0f);
        }
      if (!any) continue;
      const std::string number = std::to_string(set);
      attributes.add("JOINTS_" + number, file_.joints(bodies));
      attributes.add("WEIGHTS_" + number, file_.floats(weights, 4, GltfFile::Use::vertices));
    }
  }

  const Scene& scene_;
  SceneSpan span_;
  GltfMaterials& materials_;
  GltfFile& file_;
  GltfMotion& motion_;
  std::vector<int> figure_nodes_, nodes_;
  std::map<std::pair<std::size_t, std::size_t>, int> meshes_;
};

}  // namespace

void add_gltf_uvs(const TriangleMesh& mesh, GltfFile& file, Json& attributes) {
  std::vector<float> uvs;
  for (const Vec2& uv : mesh.uvs) {
    uvs.push_back(static_cast<float>(uv.x()));
    uvs.push_back(static_cast<float>(1 - uv.y()));
  }
  attributes.add("TEXCOORD_0", file.floats(uvs, 2, GltfFile::Use::vertices));
}

int add_gltf_mesh(const TriangleMesh& mesh, std::size_t material, GltfMaterials& materials,
                  GltfFile& file) {
  std::vector<float> positions, normals;
  std::vector<std::uint32_t> corners;
  for (const Vec3& p : mesh.positions) append(p, positions);
  for (const Vec3& n : mesh.normals) append(unit_normal(n), normals);
  for (const auto& t : mesh.triangles) corners.insert(corners.end(), t.begin(), t.end());
  Json attributes = Json::object()
                        .add("POSITION", file.floats(positions, 3, GltfFile::Use::vertices, true))
                        .add("NORMAL", file.floats(normals, 3, GltfFile::Use::vertices));
  const bool pictured = materials.is_pictured(material, mesh);
  if (pictured) add_gltf_uvs(mesh, file, attributes);
  const Json primitive = Json::object()
                             .add("attributes", attributes)
                             .add("indices", file.indices(corners))
                             .add("material", materials.index(material, pictured));
  return file.add("meshes", Json::object().add("primitives", Json::array().push(primitive)));
}

void add_gltf_figures(const Scene& scene, SceneSpan span, GltfMaterials& materials, GltfFile& file,
                      GltfMotion& motion, int root) {
  GltfFigures(scene, span, materials, file, motion).add(root);
}

}  // namespace gambol
