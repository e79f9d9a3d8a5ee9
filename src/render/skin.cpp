#include "render/skin.h"

#include <map>
#include <optional>

namespace gambol {

bool same_pose(const Transform& a, const Transform& b) {
  constexpr double tolerance = 1e-12;
  return (a.p - b.p).norm() <= tolerance * (1 + a.p.norm()) &&
         (a.R.coeffs() - b.R.coeffs()).norm() <= tolerance;
}

namespace {

// Whether every vertex of `between` lies where the straight line from `a` to `b` is at `part`,
// within `tolerance` or a twentieth of the line's length, over which the vertex is blurred.
bool lies_between(const PosedSkin::Bent& a, const PosedSkin::Bent& b, float part,
                  const PosedSkin::Bent& between, float tolerance) {
  for (std::size_t p = 0; p < a.positions.size(); ++p)
    for (std::size_t i = 0; i < a.positions[p].size(); ++i) {
      const Float3 chord = lerp(a.positions[p][i], b.positions[p][i], part);
      const float blur = length(b.positions[p][i] - a.positions[p][i]) / 20;
      const float most = std::max(tolerance, blur);
      if (length2(between.positions[p][i] - chord) > most * most) return false;
    }
  return true;
}

}  // namespace

PosedSkin::PosedSkin(FigureSkin skin, std::vector<std::size_t> poses,
                     const std::vector<int>& materials)
    : mesh_(std::move(skin.mesh)), poses_(std::move(poses)) {
  Eigen::AlignedBox3d box;
  for (const Vec3& p : mesh_.mesh.positions) box.extend(p);
  size_ = float(box.diagonal().norm());
  for (std::size_t m = 0; m < materials.size(); ++m) {
    SkinPart part;
    part.material = materials[m];
    part.of_skin = m;
    std::map<std::uint32_t, std::uint32_t> number;
    for (std::size_t t = 0; t < mesh_.mesh.triangles.size(); ++t) {
      if (mesh_.material_of[t] != m) continue;
      auto& corners = part.triangles.emplace_back(mesh_.mesh.triangles[t]);
      for (std::uint32_t& corner : corners) {
        const auto [it, is_new] =
            number.try_emplace(corner, static_cast<std::uint32_t>(part.vertices.size()));
        if (is_new) part.vertices.push_back(corner);
        corner = it->second;
      }
    }
    if (!mesh_.mesh.uvs.empty())
      for (std::uint32_t v : part.vertices) part.uvs.push_back(mesh_.mesh.uvs[v]);
    if (!part.triangles.empty()) parts_.push_back(std::move(part));
  }
}

std::vector<Vec3> PosedSkin::rest(const SkinPart& part) const {
  std::vector<Vec3> positions;
  for (std::uint32_t v : part.vertices) positions.push_back(mesh_.mesh.positions[v]);
  return positions;
}

std::vector<Vec3> PosedSkin::rest_normals(const SkinPart& part) const {
  std::vector<Vec3> normals;
  for (std::uint32_t v : part.vertices) normals.push_back(mesh_.mesh.normals[v]);
  return normals;
}

std::vector<float> PosedSkin::shares(const SkinPart& part, const std::vector<char>& marked) const {
  std::vector<float> shares;
  for (std::uint32_t v : part.vertices) {
    double sum = 0;
    for (std::uint32_t i = mesh_.first[v]; i < mesh_.first[v + 1]; ++i)
      if (marked[mesh_.influences[i].body]) sum += mesh_.influences[i].weight;
    shares.push_back(float(sum));
  }
  return shares;
}

bool PosedSkin::is_there(const Poses& poses, double frame) const {
  return poses.is_there(frame, poses_[0]);
}

bool PosedSkin::is_still(const Poses& poses, const std::vector<double>& instants) const {
  for (std::size_t body : poses_) {
    const Transform first = poses.pose_at(instants[0], body);
    for (std::size_t k = 1; k < instants.size(); ++k)
      if (!same_pose(first, poses.pose_at(instants[k], body))) return false;
  }
  return true;
}

PosedSkin::Bent PosedSkin::at(const Poses& poses, double frame, const Vec3& origin) const {
  std::vector<Transform> X_OB;  // relative to `origin`
  for (std::size_t body : poses_) {
    X_OB.push_back(poses.pose_at(frame, body));
    X_OB.back().p -= origin;
  }
  std::vector<Vec3> positions, normals;
  bend(mesh_, X_OB, positions, normals);
  Bent bent;
  for (const SkinPart& part : parts_) {
    auto& p = bent.positions.emplace_back();
    auto& n = bent.normals.emplace_back();
    p.reserve(part.vertices.size());
    n.reserve(part.vertices.size());
    for (std::uint32_t v : part.vertices) {
      p.emplace_back(positions[v]);
      n.emplace_back(normals[v]);
    }
  }
  return bent;
}

std::vector<PosedSkin::Bent> PosedSkin::over(const Poses& poses,
                                             const std::vector<double>& instants,
                                             const Vec3& origin) const {
  if (is_still(poses, instants)) return {at(poses, instants[0], origin)};
  const std::size_t last = instants.size() - 1;
  std::vector<std::optional<Bent>> known(instants.size());
  const auto bent = [&](std::size_t k) -> const Bent& {
    if (!known[k]) known[k] = at(poses, instants[k], origin);
    return *known[k];
  };
  // Half a pixel where the figure fills a picture 1000 pixels high.
  const float straight_enough = 5e-4f * size_;
  const auto is_straight = [&](std::size_t stride) {
    const std::size_t half = stride / 2;
    for (std::size_t k = 0; half > 0 && k < last; k += stride)
      if (!lies_between(bent(k), bent(k + stride), float(half) / float(stride), bent(k + half),
                        straight_enough))
        return false;
    return true;
  };
  std::size_t stride = last;
  while (!is_straight(stride)) stride = stride % 2 == 0 ? stride / 2 : 1;
  std::vector<Bent> all;
  for (std::size_t k = 0; k <= last; k += stride) {
    bent(k);
    all.push_back(std::move(*known[k]));
  }
  return all;
}

}  // namespace gambol
