#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "exchange/mujoco/triangles.h"

namespace gambol {
namespace {

using Corners = std::array<std::uint32_t, 3>;

constexpr double flatness = 1e-9;   // of the cube of its size, below which nothing is enclosed
constexpr double thickness = 1e-4;  // of its size, of a flat one

// Corners in the same place become one; triangles without area go.
Triangles welded(const Triangles& mesh) {
  Triangles out;
  std::map<std::array<float, 3>, std::uint32_t> known;
  std::vector<std::uint32_t> index;
  for (const Vec3& p : mesh.positions) {
    // Floats, as MuJoCo keeps them; + 0 makes -0 of them 0.
    const std::array<float, 3> key{static_cast<float>(p.x()) + 0.0f,
                                   static_cast<float>(p.y()) + 0.0f,
                                   static_cast<float>(p.z()) + 0.0f};
    const auto [at, is_new] =
        known.try_emplace(key, static_cast<std::uint32_t>(out.positions.size()));
    if (is_new) out.positions.emplace_back(key[0], key[1], key[2]);
    index.push_back(at->second);
  }
  std::vector<bool> used(out.positions.size(), false);
  for (const Corners& t : mesh.corners) {
    const Corners c{index[t[0]], index[t[1]], index[t[2]]};
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    out.corners.push_back(c);
    for (const std::uint32_t v : c) used[v] = true;
  }
  // What no triangle has would count for the convex hull.
  std::vector<std::uint32_t> place(out.positions.size());
  std::vector<Vec3> kept;
  for (std::size_t v = 0; v < used.size(); ++v) {
    place[v] = static_cast<std::uint32_t>(kept.size());
    if (used[v]) kept.push_back(out.positions[v]);
  }
  for (Corners& t : out.corners)
    for (std::uint32_t& v : t) v = place[v];
  out.positions = std::move(kept);
  return out;
}

double six_volumes(const Triangles& mesh, const Corners& t, const Vec3& from) {
  const Vec3 a = mesh.positions[t[0]] - from, b = mesh.positions[t[1]] - from,
             c = mesh.positions[t[2]] - from;
  return a.dot(b.cross(c));
}

Vec3 area_of(const Triangles& mesh, const Corners& t) {
  const Vec3& a = mesh.positions[t[0]];
  return (mesh.positions[t[1]] - a).cross(mesh.positions[t[2]] - a) / 2;
}

// MuJoCo's middle of a mesh: that of its area.
Vec3 middle_of(const Triangles& mesh) {
  Vec3 sum = Vec3::Zero();
  double all = 0;
  for (const Corners& t : mesh.corners) {
    const double area = area_of(mesh, t).norm();
    sum += area / 3 * (mesh.positions[t[0]] + mesh.positions[t[1]] + mesh.positions[t[2]]);
    all += area;
  }
  return all > 0 ? Vec3(sum / all) : Vec3(Vec3::Zero());
}

double size_of_mesh(const Triangles& mesh) {
  Vec3 low = mesh.positions[0], high = low;
  for (const Vec3& p : mesh.positions) low = low.cwiseMin(p), high = high.cwiseMax(p);
  return (high - low).norm();
}

using Edges = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>>;

Edges edges_of(const Triangles& mesh) {
  Edges edges;
  for (std::size_t i = 0; i < mesh.corners.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.corners[i][k], b = mesh.corners[i][(k + 1) % 3];
      edges[std::minmax(a, b)].push_back(i);
    }
  return edges;
}

bool runs(const Corners& t, std::uint32_t a, std::uint32_t b) {
  for (int k = 0; k < 3; ++k)
    if (t[k] == a && t[(k + 1) % 3] == b) return true;
  return false;
}

// Each edge is run in both directions equally often: the surface has no border, and integrals over
// it are those over what it encloses.
bool is_balanced(const Triangles& mesh, const Edges& edges) {
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto& [ends, triangles] = edge;
    long sum = 0;
    for (const std::size_t t : triangles)
      sum += runs(mesh.corners[t], ends.first, ends.second) ? 1 : -1;
    return sum == 0;
  });
}

// Turns triangles as their neighbours lie, if each edge has two; returns false if that cannot be.
// Of every piece, the normals point out.
bool orient(Triangles& mesh, const Edges& edges) {
  for (const auto& [ends, triangles] : edges)
    if (triangles.size() != 2) return false;
  const Vec3 middle = middle_of(mesh);
  std::vector<bool> done(mesh.corners.size(), false);
  for (std::size_t first = 0; first < mesh.corners.size(); ++first) {
    if (done[first]) continue;
    std::vector<std::size_t> piece{first};
    done[first] = true;
    double volume = 0;
    for (std::size_t next = 0; next < piece.size(); ++next) {
      const Corners& t = mesh.corners[piece[next]];
      volume += six_volumes(mesh, t, middle);
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t a = t[k], b = t[(k + 1) % 3];
        const std::vector<std::size_t>& both = edges.at(std::minmax(a, b));
        const std::size_t other = both[0] == piece[next] ? both[1] : both[0];
        if (done[other]) continue;
        if (runs(mesh.corners[other], a, b))
          std::swap(mesh.corners[other][1], mesh.corners[other][2]);
        done[other] = true;
        piece.push_back(other);
      }
    }
    if (volume < 0)
      for (const std::size_t t : piece) std::swap(mesh.corners[t][1], mesh.corners[t][2]);
  }
  return is_balanced(mesh, edges);
}

bool close(Triangles& mesh) {
  const Edges edges = edges_of(mesh);
  if (!is_balanced(mesh, edges)) {
    Triangles turned = mesh;
    if (!orient(turned, edges)) return false;
    mesh = std::move(turned);
    return true;
  }
  double volume = 0;
  const Vec3 middle = middle_of(mesh);
  for (const Corners& t : mesh.corners) volume += six_volumes(mesh, t, middle);
  if (volume < 0)
    for (Corners& t : mesh.corners) std::swap(t[1], t[2]);
  return true;
}

void thicken(Triangles& mesh, double by) {
  Vec3 normal = Vec3::Zero();
  for (const Corners& t : mesh.corners) {
    const Vec3 area = area_of(mesh, t);
    normal += area.dot(normal) < 0 ? Vec3(-area) : area;
  }
  normal.normalize();
  const auto corners = static_cast<std::uint32_t>(mesh.positions.size());
  for (std::uint32_t v = 0; v < corners; ++v)
    mesh.positions.push_back(mesh.positions[v] - by * normal);
  const std::size_t count = mesh.corners.size();
  for (std::size_t t = 0; t < count; ++t) {
    const Corners c = mesh.corners[t];
    mesh.corners.push_back({c[0] + corners, c[2] + corners, c[1] + corners});
  }
}

}  // namespace

bool mend(Triangles mesh, MendedMesh& mended) {
  mended.triangles = welded(mesh);
  Triangles& out = mended.triangles;
  double area = 0;
  for (const Corners& t : out.corners) area += area_of(out, t).norm();
  if (!(area > 0)) return false;
  const double size = size_of_mesh(out);
  double pyramids = 0;
  Vec3 middle = middle_of(out);
  for (const Corners& t : out.corners) pyramids += std::abs(six_volumes(out, t, middle)) / 6;
  if (pyramids < flatness * size * size * size) {
    mended.surface = MeshSurface::flat;
    thicken(out, thickness * size);
    middle = middle_of(out);
  } else if (close(out)) {
    mended.surface = MeshSurface::closed;
    return true;
  }
  for (std::size_t t = 0; t < out.corners.size(); ++t) {
    if (six_volumes(out, out.corners[t], middle) >= 0) continue;
    std::swap(out.corners[t][1], out.corners[t][2]);
    mended.flipped.insert(t);
  }
  return true;
}

std::string msh_bytes(const Triangles& mesh) {
  std::string bytes;
  const auto add = [&](auto x) { bytes.append(reinterpret_cast<const char*>(&x), sizeof x); };
  for (const std::size_t n :
       {mesh.positions.size(), std::size_t(0), std::size_t(0), mesh.corners.size()})
    add(static_cast<std::int32_t>(n));
  for (const Vec3& p : mesh.positions)
    for (int k = 0; k < 3; ++k) add(static_cast<float>(p[k]));
  for (const Corners& t : mesh.corners)
    for (const std::uint32_t v : t) add(static_cast<std::int32_t>(v));
  return bytes;
}

}  // namespace gambol
