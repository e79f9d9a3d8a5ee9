// Collada by libassimp, through its interface in C. It reads numbers as floats, which is enough for
// what is seen of a robot.

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <memory>

#include "exchange/mujoco/triangles.h"

namespace gambol {
namespace {

using Matrix = Eigen::Matrix<double, 4, 4>;

struct FreeScene {
  void operator()(const aiScene* scene) const { aiReleaseImport(scene); }
};

Matrix matrix_of(const aiMatrix4x4& m) {
  Matrix M;
  M << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3,
      m.d4;
  return M;
}

void add_mesh(const aiMesh& from, const Matrix& M, Triangles& to) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    const aiVector3D& v = from.mVertices[i];
    to.positions.push_back((M * Eigen::Vector4d(v.x, v.y, v.z, 1)).head<3>());
  }
  const bool mirrored = M.topLeftCorner<3, 3>().determinant() < 0;
  for (unsigned f = 0; f < from.mNumFaces; ++f) {
    const aiFace& face = from.mFaces[f];
    if (face.mNumIndices != 3) continue;
    const unsigned* v = face.mIndices;
    to.corners.push_back({first + v[0], first + v[mirrored ? 2 : 1], first + v[mirrored ? 1 : 2]});
  }
}

void add_node(const aiScene& scene, const aiNode& node, const Matrix& above,
              std::vector<MeshPart>& parts) {
  const Matrix M = above * matrix_of(node.mTransformation);
  for (unsigned k = 0; k < node.mNumMeshes; ++k) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[k]];
    if (mesh.mMaterialIndex < parts.size()) add_mesh(mesh, M, parts[mesh.mMaterialIndex].triangles);
  }
  for (unsigned k = 0; k < node.mNumChildren; ++k) add_node(scene, *node.mChildren[k], M, parts);
}

MeshPart part_of(const aiMaterial& material, bool& pictures) {
  MeshPart part;
  aiString name;
  if (aiGetMaterialString(&material, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS)
    part.name = name.C_Str();
  pictures |= aiGetMaterialTextureCount(&material, aiTextureType_DIFFUSE) > 0;
  aiColor4D c;
  float opacity = 1;
  aiGetMaterialFloatArray(&material, AI_MATKEY_OPACITY, &opacity, nullptr);
  if (aiGetMaterialColor(&material, AI_MATKEY_COLOR_DIFFUSE, &c) == aiReturn_SUCCESS)
    part.rgba = fmt::format("{} {} {} {}", c.r, c.g, c.b, opacity > 0 ? opacity : 1);
  return part;
}

}  // namespace

std::vector<MeshPart> read_collada(const std::string& bytes, std::string& why, bool& pictures) {
  const std::unique_ptr<aiPropertyStore, decltype(&aiReleasePropertyStore)> settings(
      aiCreatePropertyStore(), aiReleasePropertyStore);
  aiSetImportPropertyInteger(settings.get(), AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  const std::unique_ptr<const aiScene, FreeScene> scene(aiImportFileFromMemoryWithProperties(
      bytes.data(), static_cast<unsigned>(bytes.size()),
      aiProcess_Triangulate | aiProcess_SortByPType, "dae", settings.get()));
  if (!scene || !scene->mRootNode) {
    why = fmt::format("it is a damaged Collada file ({})", aiGetErrorString());
    return {};
  }
  std::vector<MeshPart> parts;
  for (unsigned k = 0; k < scene->mNumMaterials; ++k)
    parts.push_back(part_of(*scene->mMaterials[k], pictures));
  add_node(*scene, *scene->mRootNode, Matrix::Identity(), parts);
  std::erase_if(parts, [](const MeshPart& part) { return part.triangles.corners.empty(); });
  if (parts.empty()) why = "there are no triangles in it";
  return parts;
}

}  // namespace gambol
