#include "geometry/subdivide.h"

#include <fmt/format.h>
#include <opensubdiv/far/primvarRefiner.h>
#include <opensubdiv/far/topologyDescriptor.h>
#include <opensubdiv/far/topologyRefinerFactory.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "base/error.h"

namespace gambol {
namespace {

namespace Far = OpenSubdiv::Far;
namespace Sdc = OpenSubdiv::Sdc;

template <int n>
struct Weighted {
  Eigen::Matrix<double, n, 1> v = Eigen::Matrix<double, n, 1>::Zero();
  void Clear(void* = nullptr) { v.setZero(); }
  void AddWithWeight(const Weighted& other, double weight) { v += weight * other.v; }
};
using Point = Weighted<3>;
using Uv = Weighted<2>;

// No scheme accepts a face with fewer than three vertices, or with a vertex twice.
bool is_proper(const std::vector<std::uint32_t>& face) {
  if (face.size() < 3) return false;
  if (face.size() == 3) return face[0] != face[1] && face[1] != face[2] && face[2] != face[0];
  std::vector<std::uint32_t> sorted = face;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

// True if some face is proper and no two proper faces pass a side in the same direction.
// Subdivider accepts such a mesh: a vertex of n faces has n sides that begin there, so that it has
// no fewer sides than faces.
bool has_single_sides(const PolygonMesh& mesh) {
  std::vector<std::uint64_t> sides;
  for (const std::vector<std::uint32_t>& face : mesh.faces) {
    if (!is_proper(face)) continue;
    for (std::size_t k = 0; k < face.size(); ++k)
      sides.push_back(std::uint64_t{face[k]} << 32 | face[(k + 1) % face.size()]);
  }
  std::sort(sides.begin(), sides.end());
  return !sides.empty() && std::adjacent_find(sides.begin(), sides.end()) == sides.end();
}

class Subdivider {
 public:
  Subdivider(const PolygonMesh& mesh, int levels, const std::string& path)
      : mesh_(mesh), levels_(levels) {
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      if (!is_proper(mesh.faces[f])) continue;
      sizes_.push_back(static_cast<int>(mesh.faces[f].size()));
      corners_.insert(corners_.end(), mesh.faces[f].begin(), mesh.faces[f].end());
      if (!mesh.uvs.empty())
        uv_corners_.insert(uv_corners_.end(), mesh.face_uvs[f].begin(), mesh.face_uvs[f].end());
    }
    make_refiner();
    if (!refiner_ || !is_surface()) {
      const Place place{path, 0, 0};
      throw InputError(Problem{place, "mesh", "faces that cannot be subdivided",
                               "a surface: faces that meet side by side; or no `subdivision`"});
    }
  }

  TriangleMesh mesh() {
    refine();
    collect();
    return std::move(out_);
  }

 private:
  void make_refiner() {
    if (sizes_.empty()) return;
    Far::TopologyDescriptor::FVarChannel uvs;
    Far::TopologyDescriptor d;
    d.numVertices = static_cast<int>(mesh_.positions.size());
    d.numFaces = static_cast<int>(sizes_.size());
    d.numVertsPerFace = sizes_.data();
    d.vertIndicesPerFace = corners_.data();
    if (!mesh_.uvs.empty()) {
      uvs.numValues = static_cast<int>(mesh_.uvs.size());
      uvs.valueIndices = uv_corners_.data();
      d.numFVarChannels = 1;
      d.fvarChannels = &uvs;
    }
    const bool triangles = std::all_of(sizes_.begin(), sizes_.end(), [](int n) { return n == 3; });
    Sdc::Options how;
    how.SetVtxBoundaryInterpolation(Sdc::Options::VTX_BOUNDARY_EDGE_ONLY);
    how.SetFVarLinearInterpolation(Sdc::Options::FVAR_LINEAR_ALL);
    using Factory = Far::TopologyRefinerFactory<Far::TopologyDescriptor>;
    refiner_.reset(Factory::Create(
        d, Factory::Options(triangles ? Sdc::SCHEME_LOOP : Sdc::SCHEME_CATMARK, how)));
  }

  // OpenSubdiv writes beyond its memory (3.5.0, PrimvarRefiner::Limit) if a vertex has more faces
  // than sides, because some of the faces coincide.
  bool is_surface() const {
    const Far::TopologyLevel& level = refiner_->GetLevel(0);
    for (int v = 0; v < level.GetNumVertices(); ++v)
      if (level.GetVertexFaces(v).size() > level.GetVertexEdges(v).size()) return false;
    return true;
  }

  void refine() {
    Far::TopologyRefiner::UniformOptions options(levels_);
    options.fullTopologyInLastLevel = true;
    refiner_->RefineUniform(options);
    const Far::PrimvarRefinerReal<double> values(*refiner_);
    std::vector<Point> points(mesh_.positions.size());
    for (std::size_t i = 0; i < points.size(); ++i) points[i].v = mesh_.positions[i];
    std::vector<Uv> uvs(mesh_.uvs.size());
    for (std::size_t i = 0; i < uvs.size(); ++i) uvs[i].v = mesh_.uvs[i];
    for (int level = 1; level <= levels_; ++level) {
      const Far::TopologyLevel& at = refiner_->GetLevel(level);
      std::vector<Point> next(static_cast<std::size_t>(at.GetNumVertices()));
      values.Interpolate(level, points, next);
      points = std::move(next);
      if (uvs.empty()) continue;
      std::vector<Uv> next_uvs(static_cast<std::size_t>(at.GetNumFVarValues()));
      values.InterpolateFaceVarying(level, uvs, next_uvs);
      uvs = std::move(next_uvs);
    }
    limit_.resize(points.size());
    along_.resize(points.size());
    across_.resize(points.size());
    values.Limit(points, limit_, along_, across_);
    uvs_ = std::move(uvs);
  }

  std::uint32_t add(int vertex, int uv) {
    const auto [it, is_new] =
        known_.try_emplace({vertex, uv}, static_cast<std::uint32_t>(out_.positions.size()));
    if (!is_new) return it->second;
    const Vec3 n = along_[vertex].v.cross(across_[vertex].v);
    out_.positions.push_back(limit_[vertex].v);
    out_.normals.push_back(n.norm() > 0 ? n.normalized() : Vec3::UnitZ());
    if (uv >= 0) out_.uvs.push_back(uvs_[uv].v);
    return it->second;
  }

  void collect() {
    const Far::TopologyLevel& last = refiner_->GetLevel(levels_);
    for (int f = 0; f < last.GetNumFaces(); ++f) {
      const Far::ConstIndexArray face = last.GetFaceVertices(f);
      std::vector<std::uint32_t> corners;
      for (int k = 0; k < face.size(); ++k)
        corners.push_back(add(face[k], uvs_.empty() ? -1 : last.GetFaceFVarValues(f)[k]));
      for (std::size_t k = 2; k < corners.size(); ++k)
        out_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }

  const PolygonMesh& mesh_;
  int levels_;
  std::vector<int> sizes_;
  std::vector<Far::Index> corners_, uv_corners_;
  std::unique_ptr<Far::TopologyRefiner> refiner_;
  std::vector<Point> limit_, along_, across_;  // of the last level's vertices
  std::vector<Uv> uvs_;
  std::map<std::pair<int, int>, std::uint32_t> known_;
  TriangleMesh out_;
};

// Merges vertices whose positions are equal to the bit.
PolygonMesh welded(const TriangleMesh& mesh) {
  PolygonMesh out;
  std::map<std::array<double, 3>, std::uint32_t> places;
  std::vector<std::uint32_t> place_of;
  for (const Vec3& p : mesh.positions) {
    const auto [it, is_new] =
        places.try_emplace({p.x(), p.y(), p.z()}, static_cast<std::uint32_t>(out.positions.size()));
    if (is_new) out.positions.push_back(p);
    place_of.push_back(it->second);
  }
  for (const auto& t : mesh.triangles) {
    out.faces.push_back({place_of[t[0]], place_of[t[1]], place_of[t[2]]});
    if (!mesh.uvs.empty()) out.face_uvs.push_back({t[0], t[1], t[2]});
  }
  out.uvs = mesh.uvs;
  return out;
}

}  // namespace

PolygonMesh load_polygons(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  return ending == ".obj" || ending == ".OBJ" ? load_obj_polygons(path) : welded(load_mesh(path));
}

TriangleMesh subdivided(const PolygonMesh& mesh, int levels, const std::string& path) {
  return Subdivider(mesh, levels, path).mesh();
}

void check_subdivides(const PolygonMesh& mesh, const std::string& path) {
  if (!has_single_sides(mesh)) Subdivider(mesh, 0, path);
}

}  // namespace gambol
