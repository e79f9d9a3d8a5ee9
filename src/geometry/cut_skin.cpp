#include "geometry/cut_skin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace gambol {
namespace {

using VertexIndex = std::uint32_t;
using VertexTriple = std::array<VertexIndex, 3>;

// Rings of a cap, its rim included.
constexpr int cap_rings = 8;
// By how much a cap rises over the film that its rim would hold, of the distance from the rim.
constexpr double cap_height = 0.6;
constexpr int film_rounds = 400, smoothing_rounds = 6;

// Appends a copy of a vertex.
VertexIndex add_copy(GltfMesh& skin, VertexIndex of, const Vec3& p, const Vec3& n) {
  TriangleMesh& mesh = skin.mesh;
  mesh.positions.push_back(p);
  mesh.normals.push_back(n);
  if (!mesh.uvs.empty()) mesh.uvs.push_back(Vec2(mesh.uvs[of]));
  skin.shares.push_back(BoneShares(skin.shares[of]));
  return static_cast<VertexIndex>(mesh.positions.size() - 1);
}

// By how much a vertex hangs on bones that are there, less a half.
double hold_of(const BoneShares& s, const std::vector<char>& lost) {
  double kept = 0, all = 0;
  for (std::size_t k = 0; k < BoneShares::most; ++k) {
    all += s.weight[k];
    if (s.weight[k] > 0 && !lost[s.bone[k]]) kept += s.weight[k];
  }
  return all > 0 ? kept / all - 0.5 : 0.5;
}

// Gives the weight of lost bones to the others.
void let_go(BoneShares& s, const std::vector<char>& lost) {
  double kept = 0, all = 0;
  for (std::size_t k = 0; k < BoneShares::most; ++k) {
    all += s.weight[k];
    if (s.weight[k] > 0 && lost[s.bone[k]]) s.weight[k] = 0;
    kept += s.weight[k];
  }
  if (kept > 0 && kept < all)
    for (double& weight : s.weight) weight *= all / kept;
}

// Cuts triangles along the line where the hold is 0, and keeps the side where it is positive.
class Cut {
 public:
  Cut(GltfMesh& skin, const std::vector<double>& hold) : skin_(skin), hold_(hold) {
    std::vector<VertexTriple> before;
    before.swap(skin.mesh.triangles);
    for (const VertexTriple& t : before) keep(t);
  }

  // Edges of kept triangles along the line, by the numbers of their places.
  const std::map<int, int>& edges() const { return next_; }
  VertexIndex corner(int place) const { return corners_[static_cast<std::size_t>(place)]; }

 private:
  bool is_kept(VertexIndex v) const { return hold_[v] >= 0; }

  void keep(const VertexTriple& t) {
    std::array<VertexIndex, 4> kept{};
    std::size_t count = 0, first_cut = 4;  // index in `kept` where the line begins
    for (int k = 0; k < 3; ++k) {
      const VertexIndex a = t[k], b = t[(k + 1) % 3];
      if (is_kept(a)) kept[count++] = a;
      if (is_kept(a) == is_kept(b)) continue;
      if (is_kept(a)) first_cut = count;
      kept[count++] = is_kept(a) ? between(a, b) : between(b, a);
    }
    for (std::size_t k = 2; k < count; ++k) add({kept[0], kept[k - 1], kept[k]});
    if (first_cut < 4) add_edge(kept[first_cut], kept[(first_cut + 1) % count]);
  }

  void add(const VertexTriple& t) {
    const auto& p = skin_.mesh.positions;
    if (p[t[0]] != p[t[1]] && p[t[1]] != p[t[2]] && p[t[2]] != p[t[0]])
      skin_.mesh.triangles.push_back(t);
  }

  void add_edge(VertexIndex a, VertexIndex b) {
    const int from = place(a), to = place(b);
    if (from != to) next_.emplace(from, to);
  }

  // The vertex where the edge from a kept vertex to a lost one is cut.
  VertexIndex between(VertexIndex kept, VertexIndex gone) {
    const auto [it, is_new] = cut_.try_emplace({kept, gone}, VertexIndex{0});
    if (!is_new) return it->second;
    const double s = hold_[kept] / (hold_[kept] - hold_[gone]);
    const TriangleMesh& mesh = skin_.mesh;
    const Vec3 p = mesh.positions[kept] + s * (mesh.positions[gone] - mesh.positions[kept]);
    const Vec3 n = mesh.normals[kept] + s * (mesh.normals[gone] - mesh.normals[kept]);
    it->second = add_copy(skin_, kept, p, n.normalized());
    return it->second;
  }

  // Vertices at one position have one place: a file may write a vertex several times.
  int place(VertexIndex v) {
    const Vec3& p = skin_.mesh.positions[v];
    const auto [it, is_new] = places_.try_emplace({p.x(), p.y(), p.z()}, int(corners_.size()));
    if (is_new) corners_.push_back(v);
    return it->second;
  }

  GltfMesh& skin_;
  const std::vector<double>& hold_;
  std::map<std::pair<VertexIndex, VertexIndex>, VertexIndex> cut_;  // by the kept and the lost end
  std::map<std::array<double, 3>, int> places_;
  std::vector<VertexIndex> corners_;  // [place]
  std::map<int, int> next_;
};

// The closed lines of a cut, each in the direction of the kept triangles' edges.
std::vector<std::vector<VertexIndex>> loops_of(const Cut& cut) {
  std::map<int, int> left = cut.edges();
  std::vector<std::vector<VertexIndex>> loops;
  while (!left.empty()) {
    const int start = left.begin()->first;
    std::vector<VertexIndex> loop;
    int at = start;
    for (auto it = left.find(at); it != left.end(); it = left.find(at)) {
      loop.push_back(cut.corner(at));
      at = it->second;
      left.erase(it);
    }
    if (at == start && loop.size() > 2) loops.push_back(std::move(loop));
  }
  return loops;
}

// A cap over a loop: rings from the loop, which is the first, inwards to a pole.
struct Cap {
  std::size_t sides = 0;
  std::vector<Vec3> points, normals;  // [ring * sides + side], the pole last

  std::size_t at(int ring, std::size_t side) const { return ring * sides + side % sides; }
  std::size_t pole() const { return points.size() - 1; }
  // Calls visit(a, b, c) for each triangle, counter-clockwise as seen from outside.
  template <class Visit>
  void each_triangle(const Visit& visit) const {
    for (std::size_t i = 0; i < sides; ++i) {
      for (int ring = 1; ring < cap_rings; ++ring) {
        visit(at(ring - 1, i + 1), at(ring - 1, i), at(ring, i));
        visit(at(ring - 1, i + 1), at(ring, i), at(ring, i + 1));
      }
      visit(at(cap_rings - 1, i + 1), at(cap_rings - 1, i), pole());
    }
  }
};

Cap cone_over(const TriangleMesh& mesh, const std::vector<VertexIndex>& loop) {
  Cap cap;
  cap.sides = loop.size();
  Vec3 centre = Vec3::Zero();
  for (const VertexIndex v : loop) centre += mesh.positions[v] / double(loop.size());
  for (int ring = 0; ring < cap_rings; ++ring)
    for (const VertexIndex v : loop)
      cap.points.push_back(mesh.positions[v] +
                           (centre - mesh.positions[v]) * (double(ring) / cap_rings));
  cap.points.push_back(centre);
  return cap;
}

// Moves every point but those of the loop to the middle of its neighbours, again and again: the cap
// tends to a film that the loop holds.
void relax(Cap& cap, int rounds) {
  auto& p = cap.points;
  for (int round = 0; round < rounds; ++round) {
    for (int ring = 1; ring < cap_rings; ++ring)
      for (std::size_t i = 0; i < cap.sides; ++i) {
        const std::size_t inward = ring + 1 < cap_rings ? cap.at(ring + 1, i) : cap.pole();
        p[cap.at(ring, i)] = (p[cap.at(ring, i + 1)] + p[cap.at(ring, i + cap.sides - 1)] +
                              p[cap.at(ring - 1, i)] + p[inward]) /
                             4;
      }
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < cap.sides; ++i) sum += p[cap.at(cap_rings - 1, i)];
    p[cap.pole()] = sum / double(cap.sides);
  }
}

void find_normals(Cap& cap) {
  cap.normals.assign(cap.points.size(), Vec3::Zero());
  cap.each_triangle([&](std::size_t a, std::size_t b, std::size_t c) {
    const Vec3 n =
        (cap.points[b] - cap.points[a]).cross(cap.points[c] - cap.points[a]);  // twice the area
    for (const std::size_t v : {a, b, c}) cap.normals[v] += n;
  });
  for (Vec3& n : cap.normals) n.normalize();
}

// Raises the film outwards, the more the farther a point is from the loop.
void swell(Cap& cap) {
  find_normals(cap);
  for (std::size_t v = cap.sides; v < cap.points.size(); ++v) {
    double away = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < cap.sides; ++i)
      away = std::min(away, (cap.points[v] - cap.points[i]).norm());
    cap.points[v] += cap_height * away * cap.normals[v];
  }
}

void close_loop(GltfMesh& skin, const std::vector<VertexIndex>& loop) {
  Cap cap = cone_over(skin.mesh, loop);
  relax(cap, film_rounds);
  swell(cap);
  relax(cap, smoothing_rounds);
  find_normals(cap);
  std::vector<VertexIndex> vertex = loop;
  for (std::size_t v = cap.sides; v < cap.points.size(); ++v)
    vertex.push_back(add_copy(skin, loop[v % cap.sides], cap.points[v], cap.normals[v]));
  cap.each_triangle([&](std::size_t a, std::size_t b, std::size_t c) {
    skin.mesh.triangles.push_back({vertex[a], vertex[b], vertex[c]});
  });
}

}  // namespace

void cut_off(GltfMesh& skin, const std::vector<char>& lost) {
  std::vector<double> hold;
  for (BoneShares& s : skin.shares) {
    hold.push_back(hold_of(s, lost));
    let_go(s, lost);
  }
  const Cut cut(skin, hold);
  for (const std::vector<VertexIndex>& loop : loops_of(cut)) close_loop(skin, loop);
}

}  // namespace gambol
