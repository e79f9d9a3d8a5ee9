#include "geometry/make_skin.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol {
namespace {

// The middle of a shape, and for elongated kinds the middles of its two ends.
std::vector<Vec3> key_points(const Shape& s) {
  std::vector<Vec3> points{s.X_BS.p};
  const Vec3 end = long_end(s);
  if (!end.isZero()) points.insert(points.end(), {s.X_BS * end, s.X_BS * Vec3(-end)});
  return points;
}

SkinMesh unbound_skin(const std::vector<Transform>& X_RB, TriangleMesh mesh) {
  SkinMesh skin;
  skin.mesh = std::move(mesh);
  for (const Transform& X : X_RB) skin.X_BR.push_back(X.inverse());
  return skin;
}

class SkinBinder {
 public:
  explicit SkinBinder(const SkinForm& form) : form_(form) {
    for (const SkinShape& s : form.shapes) {
      shapes_.push_back({ShapeDistance(s.shape), static_cast<int>(s.body)});
      key_points_.push_back(key_points(s.shape));
    }
    join_bodies();
  }

  TriangleMesh grow(const Growth& growth) const {
    const std::size_t n = joints_.size();
    std::vector<char> table(n * n);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) table[a * n + b] = related(int(a), int(b));
    return grown_surface(
        shapes_, [&](int a, int b) { return table[std::size_t(a) * n + std::size_t(b)] != 0; },
        growth);
  }

  SkinMesh bind(TriangleMesh mesh) const {
    SkinMesh out = unbound_skin(form_.X_RB, std::move(mesh));
    const std::vector<Vec3>& positions = out.mesh.positions;
    const std::size_t n = positions.size();
    std::vector<std::vector<Influence>> bound(n);
    std::vector<std::vector<float>> near(n);
    tbb::parallel_for(std::size_t(0), n, [&](std::size_t i) {
      std::vector<double> distances(form_.X_RB.size(), INFINITY);
      near[i].assign(form_.materials, float(INFINITY));
      for (std::size_t s = 0; s < shapes_.size(); ++s) {
        const double d = shapes_[s].distance.at(positions[i]);
        double& nearest = distances[form_.shapes[s].body];
        nearest = std::min(nearest, d);
        float& of_material = near[i][form_.shapes[s].material];
        of_material = std::min(of_material, float(d));
      }
      std::vector<double> widths;
      for (const Hinge& h : hinges_) widths.push_back(width(h, positions[i]));
      add_influences(distances, widths, joints_, bound[i]);
    });
    for (const auto& list : bound) {
      out.first.push_back(static_cast<std::uint32_t>(out.influences.size()));
      out.influences.insert(out.influences.end(), list.begin(), list.end());
    }
    out.first.push_back(static_cast<std::uint32_t>(out.influences.size()));
    cut_materials(out, std::move(near));
    find_places(out);
    return out;
  }

 private:
  // Finds the pairs of neighbours among bodies with shapes. Bodies without shapes, such as the
  // links between the axes of one joint, only connect others.
  void join_bodies() {
    const std::size_t n = form_.X_RB.size();
    std::vector<std::vector<std::size_t>> tree(n);
    std::vector<char> holds(n, 0);
    for (std::size_t b = 0; b < n; ++b) {
      if (form_.parent[b] < 0) continue;
      const auto parent = static_cast<std::size_t>(form_.parent[b]);
      tree[b].push_back(parent);
      tree[parent].push_back(b);
    }
    for (const SkinShape& s : form_.shapes) holds[s.body] = 1;
    joints_.assign(n, {});
    for (std::size_t b = 0; b < n; ++b) {
      if (!holds[b]) continue;
      std::vector<std::size_t> open{b};
      std::vector<char> seen(n, 0);
      seen[b] = 1;
      for (std::size_t k = 0; k < open.size(); ++k)
        for (std::size_t next : tree[open[k]]) {
          if (seen[next]) continue;
          seen[next] = 1;
          if (!holds[next])
            open.push_back(next);
          else if (next > b)  // parents come first
            add_joint(b, next);
        }
    }
  }

  void add_joint(std::size_t parent, std::size_t child) {
    const int joint = static_cast<int>(hinges_.size());
    joints_[parent].push_back({static_cast<int>(child), joint});
    joints_[child].push_back({static_cast<int>(parent), joint});
    hinges_.push_back(hinge(parent, child));
  }

  // Where a limb begins, and its direction from there.
  struct Hinge {
    Vec3 p = Vec3::Zero();      // in the root's frame
    Vec3 along = Vec3::Zero();  // unit; zero for a limb no longer than thick
    double radius = 0;          // m
  };

  // The joint of two bodies, placed at that middle or end of their shapes which lies deepest in
  // both.
  Hinge hinge(std::size_t parent, std::size_t child) const {
    Hinge best;
    double deepest = INFINITY, longest = 0;
    const auto distance = [&](std::size_t body, const Vec3& p) {
      double d = INFINITY;
      for (std::size_t s = 0; s < shapes_.size(); ++s)
        if (form_.shapes[s].body == body) d = std::min(d, shapes_[s].distance.at(p));
      return d;
    };
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
      if (form_.shapes[s].body != parent && form_.shapes[s].body != child) continue;
      for (const Vec3& p : key_points_[s]) {
        const double d = std::max(distance(parent, p), distance(child, p));
        if (d >= deepest) continue;
        deepest = d;
        best.p = p;
        best.radius = std::max({-distance(parent, p), -distance(child, p), 0.0});
      }
    }
    for (std::size_t s = 0; s < shapes_.size(); ++s)
      if (form_.shapes[s].body == child)
        for (const Vec3& p : key_points_[s]) {
          const Vec3 way = p - best.p;
          if (way.norm() <= longest) continue;
          longest = way.norm();
          best.along = way / longest;
        }
    if (longest < 2 * best.radius) best.along.setZero();
    return best;
  }

  // Width of the blend between the two bodies of a hinge at point p, m: `blend` at the hinge,
  // decreasing along the limb to a small share. An upper arm that hangs beside the ribs would
  // otherwise take them along.
  double width(const Hinge& h, const Vec3& p) const {
    constexpr double least = 0.15;
    const double beyond = std::max((p - h.p).dot(h.along), 0.0);
    return form_.blend * std::max(1 - beyond / (form_.blend + h.radius), least);
  }

  // Whether a and b are one body, neighbours, or neighbours of the same third body.
  bool related(int a, int b) const {
    const auto joined = [&](int i, int j) {
      return std::any_of(joints_[i].begin(), joints_[i].end(),
                         [&](const SkinJoint& to) { return to.body == j; });
    };
    if (a == b || joined(a, b)) return true;
    return std::any_of(joints_[a].begin(), joints_[a].end(),
                       [&](const SkinJoint& between) { return joined(between.body, b); });
  }

  const SkinForm& form_;
  std::vector<GrownShape> shapes_;
  std::vector<std::vector<Vec3>> key_points_;   // [shape] in the root's frame
  std::vector<std::vector<SkinJoint>> joints_;  // [body]
  std::vector<Hinge> hinges_;                   // [joint]
};

}  // namespace

SkinMesh grow_skin(const SkinForm& form, const Growth& growth) {
  const SkinBinder binder(form);
  return binder.bind(binder.grow(growth));
}

SkinMesh bind_skin(const SkinForm& form, TriangleMesh mesh) {
  return SkinBinder(form).bind(std::move(mesh));
}

SkinMesh bind_skin(const std::vector<Transform>& X_RB, TriangleMesh mesh,
                   const std::vector<BoneShares>& shares,
                   const std::vector<std::uint32_t>& body_of) {
  SkinMesh out = unbound_skin(X_RB, std::move(mesh));
  for (const BoneShares& s : shares) {
    out.first.push_back(static_cast<std::uint32_t>(out.influences.size()));
    std::vector<Influence> list;
    for (std::size_t k = 0; k < BoneShares::most; ++k)
      if (s.weight[k] > 0 && s.bone[k] < body_of.size())
        list.push_back({body_of[s.bone[k]], s.weight[k]});
    if (list.empty()) list.push_back({0, 1});  // bound to no body: moves with the root
    std::stable_sort(list.begin(), list.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    out.influences.insert(out.influences.end(), list.begin(), list.end());
  }
  out.first.push_back(static_cast<std::uint32_t>(out.influences.size()));
  out.material_of.assign(out.mesh.triangles.size(), 0);
  find_places(out);
  return out;
}

}  // namespace gambol
