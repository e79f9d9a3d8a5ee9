#include "geometry/skin.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace gambol {
namespace {

// A rigid motion p -> R p + t, where `real` is the quaternion of R, and t = 2 dual real*.
struct DualQuat {
  Eigen::Vector4d real, dual;  // coefficients x, y, z, w
};

DualQuat dual_quat(const Transform& X) {
  const Quat t(0, X.p.x() / 2, X.p.y() / 2, X.p.z() / 2);
  return {X.R.coeffs(), (t * X.R).coeffs()};
}

Vec3 turned(const Eigen::Vector4d& q, const Vec3& v) {
  const Vec3 u = q.head<3>(), t = 2 * u.cross(v);
  return v + q.w() * t + u.cross(t);
}

}  // namespace

void add_influences(const std::vector<double>& distances, const std::vector<double>& widths,
                    const std::vector<std::vector<SkinJoint>>& joints,
                    std::vector<Influence>& influences) {
  const auto nearest = std::min_element(distances.begin(), distances.end());
  std::vector<Influence> found{{static_cast<std::uint32_t>(nearest - distances.begin()), 1}};
  std::vector<char> seen(distances.size(), 0);
  seen[found[0].body] = 1;
  for (std::size_t k = 0; k < found.size(); ++k)
    for (const SkinJoint& next : joints[found[k].body]) {
      const double t = (distances[next.body] - *nearest) / widths[next.joint];
      if (seen[next.body] || !(t < 1)) continue;
      seen[next.body] = 1;
      const double falls = (1 - t * t) * (1 - t * t);
      found.push_back({static_cast<std::uint32_t>(next.body), found[k].weight * falls});
    }
  std::sort(found.begin(), found.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.body < b.body;
  });
  if (found.size() > most_influences) found.resize(most_influences);
  double sum = 0;
  for (const Influence& i : found) sum += i.weight;
  for (Influence& i : found) i.weight /= sum;
  influences.insert(influences.end(), found.begin(), found.end());
}

namespace {

std::size_t nearest_of(const std::vector<float>& near) {
  return static_cast<std::size_t>(std::min_element(near.begin(), near.end()) - near.begin());
}

class MaterialCutter {
 public:
  MaterialCutter(SkinMesh& skin, std::vector<std::vector<float>>& near)
      : skin_(skin), near_(near) {}

  void cut() {
    for (const auto& t : std::exchange(skin_.mesh.triangles, {})) {
      std::size_t m[3];
      for (int k = 0; k < 3; ++k) m[k] = nearest_of(near_[t[k]]);
      if (m[0] == m[1] && m[1] == m[2]) {
        add(t, m[0]);
      } else if (m[0] != m[1] && m[1] != m[2] && m[2] != m[0]) {
        add(t, m[0]);  // three materials meet: too small an area to matter
      } else {
        const int lone = m[1] == m[2] ? 0 : m[2] == m[0] ? 1 : 2;
        cut_corner({t[lone], t[(lone + 1) % 3], t[(lone + 2) % 3]}, m[lone], m[(lone + 1) % 3]);
      }
    }
  }

 private:
  void add(const std::array<std::uint32_t, 3>& t, std::size_t material) {
    skin_.mesh.triangles.push_back(t);
    skin_.material_of.push_back(material);
  }

  // The first corner is nearest to material a, the others to b.
  void cut_corner(const std::array<std::uint32_t, 3>& t, std::size_t a, std::size_t b) {
    const std::uint32_t p = between(t[0], t[1], a, b), q = between(t[0], t[2], a, b);
    add({t[0], p, q}, a);
    add({p, t[1], t[2]}, b);
    add({p, t[2], q}, b);
  }

  std::uint32_t between(std::uint32_t i, std::uint32_t j, std::size_t a, std::size_t b) {
    if (i > j) std::swap(i, j);
    const auto [it, is_new] = cuts_.try_emplace({i, j}, 0);
    if (!is_new) return it->second;
    const double at_i = near_[i][a] - near_[i][b], at_j = near_[j][a] - near_[j][b];
    const double s = at_i == at_j ? 0.5 : std::clamp(at_i / (at_i - at_j), 0.0, 1.0);
    TriangleMesh& mesh = skin_.mesh;
    mesh.positions.push_back(mesh.positions[i] + s * (mesh.positions[j] - mesh.positions[i]));
    mesh.normals.push_back(
        (mesh.normals[i] + s * (mesh.normals[j] - mesh.normals[i])).normalized());
    if (!mesh.uvs.empty()) mesh.uvs.push_back(mesh.uvs[i] + s * (mesh.uvs[j] - mesh.uvs[i]));
    mix_influences(i, j, s);
    return it->second = static_cast<std::uint32_t>(mesh.positions.size() - 1);
  }

  void mix_influences(std::uint32_t i, std::uint32_t j, double s) {
    std::map<std::uint32_t, double> sum;
    for (std::uint32_t k = skin_.first[i]; k < skin_.first[i + 1]; ++k)
      sum[skin_.influences[k].body] += (1 - s) * skin_.influences[k].weight;
    for (std::uint32_t k = skin_.first[j]; k < skin_.first[j + 1]; ++k)
      sum[skin_.influences[k].body] += s * skin_.influences[k].weight;
    const std::size_t start = skin_.influences.size();
    for (const auto& [body, weight] : sum) skin_.influences.push_back({body, weight});
    std::stable_sort(skin_.influences.begin() + static_cast<std::ptrdiff_t>(start),
                     skin_.influences.end(),
                     [](const Influence& x, const Influence& y) { return x.weight > y.weight; });
    skin_.first.push_back(static_cast<std::uint32_t>(skin_.influences.size()));
  }

  SkinMesh& skin_;
  std::vector<std::vector<float>>& near_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cuts_;  // [edge] its new vertex
};

}  // namespace

void cut_materials(SkinMesh& skin, std::vector<std::vector<float>> near) {
  MaterialCutter(skin, near).cut();
}

void find_places(SkinMesh& skin) {
  std::map<std::array<double, 3>, std::uint32_t> places;
  skin.place_of.clear();
  for (const Vec3& p : skin.mesh.positions)
    skin.place_of.push_back(
        places.try_emplace({p.x(), p.y(), p.z()}, static_cast<std::uint32_t>(places.size()))
            .first->second);
  std::vector<std::vector<std::uint32_t>> around(places.size());
  for (std::size_t t = 0; t < skin.mesh.triangles.size(); ++t)
    for (std::uint32_t corner : skin.mesh.triangles[t])
      around[skin.place_of[corner]].push_back(static_cast<std::uint32_t>(t));
  skin.around.clear();
  skin.around_first.assign(1, 0);
  for (const auto& list : around) {
    skin.around.insert(skin.around.end(), list.begin(), list.end());
    skin.around_first.push_back(static_cast<std::uint32_t>(skin.around.size()));
  }
}

namespace {

template <class Function>
void for_each(std::size_t count, const Function& function) {
  constexpr std::size_t grain = 512;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) function(i);
                    });
}

// [place] sum of the normals of the triangles around it, weighted by their areas; not unit.
std::vector<Vec3> mean_normals(const SkinMesh& skin, const std::vector<Vec3>& positions) {
  std::vector<Vec3> areas(skin.mesh.triangles.size()), normals(skin.around_first.size() - 1);
  for_each(areas.size(), [&](std::size_t t) {
    const auto& c = skin.mesh.triangles[t];
    areas[t] = (positions[c[1]] - positions[c[0]]).cross(positions[c[2]] - positions[c[0]]);
  });
  for_each(normals.size(), [&](std::size_t i) {
    normals[i].setZero();
    for (std::uint32_t k = skin.around_first[i]; k < skin.around_first[i + 1]; ++k)
      normals[i] += areas[skin.around[k]];
  });
  return normals;
}

}  // namespace

void move_vertices(SkinMesh& skin, std::vector<Vec3> positions) {
  const std::vector<Vec3> before = mean_normals(skin, skin.mesh.positions),
                          after = mean_normals(skin, positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 &from = before[skin.place_of[i]], &to = after[skin.place_of[i]];
    if (!from.isZero() && !to.isZero())
      skin.mesh.normals[i] = Quat::FromTwoVectors(from, to) * skin.mesh.normals[i];
  }
  skin.mesh.positions = std::move(positions);
}

void bend(const SkinMesh& skin, const std::vector<Transform>& X_WB, std::vector<Vec3>& positions,
          std::vector<Vec3>& normals) {
  std::vector<DualQuat> moves;
  for (std::size_t b = 0; b < X_WB.size(); ++b) moves.push_back(dual_quat(X_WB[b] * skin.X_BR[b]));
  positions.resize(skin.mesh.positions.size());
  normals.resize(positions.size());
  const bool tilts = !skin.place_of.empty();
  std::vector<Vec3> at_rest, turned_rest(tilts ? positions.size() : 0);
  if (tilts) at_rest = mean_normals(skin, skin.mesh.positions);
  for_each(positions.size(), [&](std::size_t i) {
    const Eigen::Vector4d pivot = moves[skin.influences[skin.first[i]].body].real;
    Eigen::Vector4d real = Eigen::Vector4d::Zero(), dual = real;
    for (std::uint32_t k = skin.first[i]; k < skin.first[i + 1]; ++k) {
      const DualQuat& q = moves[skin.influences[k].body];
      // q and -q are the same motion; the sign keeps the sum away from 0.
      const double w =
          q.real.dot(pivot) < 0 ? -skin.influences[k].weight : skin.influences[k].weight;
      real += w * q.real;
      dual += w * q.dual;
    }
    const double length = real.norm();
    real /= length;
    dual /= length;
    const Vec3 t = 2 * (real.w() * dual.head<3>() - dual.w() * real.head<3>() +
                        real.head<3>().cross(dual.head<3>()));
    positions[i] = turned(real, skin.mesh.positions[i]) + t;
    normals[i] = turned(real, skin.mesh.normals[i]);
    if (tilts) turned_rest[i] = turned(real, at_rest[skin.place_of[i]]);
  });
  if (!tilts) return;
  const std::vector<Vec3> now = mean_normals(skin, positions);
  for_each(positions.size(), [&](std::size_t i) {
    const Vec3 &from = turned_rest[i], &to = now[skin.place_of[i]];
    if (from.isZero() || to.isZero()) return;
    normals[i] = Quat::FromTwoVectors(from, to) * normals[i];
  });
}

}  // namespace gambol
