// Skins: one SkelRoot for a figure, with a Skeleton of all its bodies, a SkelAnimation of their
// motion, and a Mesh for each skin. Skins that bind the bodies elsewhere have a Skeleton of their
// own.

#include <algorithm>
#include <limits>

#include "exchange/formats/usd_parts.h"

namespace gambol {
namespace {

class UsdSkins {
 public:
  UsdSkins(UsdStage& stage, std::vector<const SceneSkin*> skins)
      : stage_(stage), text_(stage.text), scene_(stage.scene), skins_(std::move(skins)) {
    for (const int body : skins_.front()->bodies) bodies_.push_back(std::size_t(body));
    name_joints();
  }

  void add() {
    text_.begin("def", "SkelRoot", "skin");
    text_.track("float3[] extent", extents());
    add_animation();
    for (const SceneSkin* skin : skins_) {
      const std::string skeleton = skeleton_of(*skin);
      add_mesh(*skin, skeleton);
    }
    text_.end();
  }

 private:
  // A joint's name is the path from the root; parents come first, as UsdSkel wants.
  void name_joints() {
    std::vector<std::string> paths;
    UniqueNames names;
    for (const std::size_t b : bodies_) {
      const std::string own = names.identifier(scene_.bodies[b].name);
      const int parent = parent_of(b);
      paths.push_back(parent < 0 ? own : paths[std::size_t(parent)] + "/" + own);
    }
    joints_ = usd_array(paths, usd_quote);
  }

  // Index into bodies_; -1 for a root.
  int parent_of(std::size_t body) const {
    const int parent = scene_.bodies[body].parent;
    if (parent < 0) return -1;
    const auto at = std::find(bodies_.begin(), bodies_.end(), std::size_t(parent));
    return at == bodies_.end() ? -1 : int(at - bodies_.begin());
  }

  // The bounds of the bent skins, in W.
  std::vector<std::string> extents() const {
    std::vector<std::string> values;
    std::vector<Vec3> positions, normals;
    for (std::size_t frame = stage_.span.from; frame < stage_.span.to; ++frame) {
      Eigen::AlignedBox3d box;
      for (const SceneSkin* skin : skins_) {
        bend_skin(scene_, *skin, frame, positions, normals);
        box.extend(box_of(positions));
      }
      values.push_back(usd_extent(box));
    }
    return values;
  }

  void add_animation() {
    std::vector<SceneTrack> tracks;
    for (const std::size_t b : bodies_) tracks.push_back(body_track(scene_, stage_.span, b));
    std::vector<std::string> translations, rotations;
    for (std::size_t k = 0; k < stage_.span.size(); ++k) {
      translations.push_back(
          usd_array(tracks, [&](const SceneTrack& t) { return usd_float_vector(t.places[k]); }));
      rotations.push_back(
          usd_array(tracks, [&](const SceneTrack& t) { return usd_quaternion(t.turns[k]); }));
    }
    animation_ = text_.begin("def", "SkelAnimation", "motion");
    text_.property("uniform token[] joints", joints_);
    text_.track("quatf[] rotations", rotations);
    text_.property("half3[] scales",
                   usd_array(bodies_, [](std::size_t) { return std::string("(1, 1, 1)"); }));
    text_.track("float3[] translations", translations);
    text_.end();
  }

  std::string skeleton_of(const SceneSkin& skin) {
    const std::string binds =
        usd_array(skin.mesh.X_BR, [](const Transform& X_BR) { return usd_matrix(X_BR.inverse()); });
    std::string& path = skeletons_[binds];
    if (!path.empty()) return path;
    std::vector<Transform> rests;  // each in its parent's frame
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const int parent = parent_of(bodies_[i]);
      const Transform X_RB = skin.mesh.X_BR[i].inverse();
      rests.push_back(parent < 0 ? X_RB : skin.mesh.X_BR[std::size_t(parent)] * X_RB);
    }
    path =
        text_.begin("def", "Skeleton", "skeleton", {"prepend apiSchemas = [\"SkelBindingAPI\"]"});
    text_.property("uniform matrix4d[] bindTransforms", binds);
    text_.property("uniform token[] joints", joints_);
    text_.property("uniform matrix4d[] restTransforms", usd_array(rests, usd_matrix));
    text_.relation("skel:animationSource", animation_);
    text_.end();
    return path;
  }

  void add_mesh(const SceneSkin& skin, const std::string& skeleton) {
    text_.begin("def", "Mesh", "skin",
                {"prepend apiSchemas = [\"MaterialBindingAPI\", \"SkelBindingAPI\"]"});
    usd_mesh(text_, skin.mesh.mesh, !scene_.picture_files.empty());
    text_.relation("material:binding", stage_.materials.at(skin.materials.front()));
    add_weights(skin.mesh);
    text_.property("uniform token primvars:skel:skinningMethod", "\"dualQuaternion\"");
    text_.property("matrix4d primvars:skel:geomBindTransform", usd_matrix(Transform()));
    text_.relation("skel:skeleton", skeleton);
    if (skin.materials.size() > 1) add_subsets(skin);
    text_.end();
  }

  // As many bodies for each vertex as the one with most of them has.
  void add_weights(const SkinMesh& mesh) {
    std::size_t most = 1;
    for (std::size_t v = 0; v + 1 < mesh.first.size(); ++v)
      most = std::max<std::size_t>(most, mesh.first[v + 1] - mesh.first[v]);
    std::vector<Influence> padded;
    for (std::size_t v = 0; v + 1 < mesh.first.size(); ++v)
      for (std::size_t k = 0; k < most; ++k)
        padded.push_back(mesh.first[v] + k < mesh.first[v + 1] ? mesh.influences[mesh.first[v] + k]
                                                               : Influence{});
    const std::string each =
        fmt::format("\n    elementSize = {}\n    interpolation = \"vertex\"\n", most);
    text_.property("int[] primvars:skel:jointIndices",
                   usd_array(padded, [](const Influence& i) { return std::to_string(i.body); }),
                   each);
    text_.property("float[] primvars:skel:jointWeights",
                   usd_array(padded, [](const Influence& i) { return usd_float(i.weight); }), each);
  }

  void add_subsets(const SceneSkin& skin) {
    for (std::size_t m = 0; m < skin.materials.size(); ++m) {
      std::vector<std::size_t> faces;
      for (std::size_t t = 0; t < skin.mesh.material_of.size(); ++t)
        if (skin.mesh.material_of[t] == m) faces.push_back(t);
      if (faces.empty()) continue;
      text_.begin("def", "GeomSubset", "part", {"prepend apiSchemas = [\"MaterialBindingAPI\"]"});
      text_.property("uniform token elementType", "\"face\"");
      text_.property("uniform token familyName", "\"materialBind\"");
      text_.property("int[] indices",
                     usd_array(faces, [](std::size_t face) { return std::to_string(face); }));
      text_.relation("material:binding", stage_.materials.at(skin.materials[m]));
      text_.end();
    }
  }

  UsdStage& stage_;
  UsdText& text_;
  const Scene& scene_;
  std::vector<const SceneSkin*> skins_;
  std::vector<std::size_t> bodies_;
  std::string joints_, animation_;
  std::map<std::string, std::string> skeletons_;  // path by its binding
};

}  // namespace

void add_usd_skins(UsdStage& stage, std::size_t figure) {
  std::vector<const SceneSkin*> skins;
  for (const SceneSkin& skin : stage.scene.skins)
    if (skin.figure == int(figure) && layer_is_seen(stage.scene, skin.layer))
      skins.push_back(&skin);
  if (!skins.empty()) UsdSkins(stage, std::move(skins)).add();
}

}  // namespace gambol
