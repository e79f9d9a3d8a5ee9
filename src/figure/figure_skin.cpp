#include "figure/figure_skin.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/pattern.h"
#include "figure/figure_spec.h"
#include "figure/layers.h"
#include "figure/rest_posture.h"
#include "geometry/gltf.h"
#include "geometry/grown_surface.h"

namespace gambol {
namespace {

constexpr double most_grid_points = 50e6;

const std::string& material_of(const FigureSpec& figure, const BodySpec& body,
                               const ShapeSpec& shape) {
  if (!shape.material.empty()) return shape.material;
  return body.material.empty() ? figure.material : body.material;
}

// The middle of a shape, and for elongated kinds the middles of its two ends.
std::vector<Vec3> key_points(const Shape& s) {
  std::vector<Vec3> points{s.X_BS.p};
  const Vec3 end = long_end(s);
  if (!end.isZero()) points.insert(points.end(), {s.X_BS * end, s.X_BS * Vec3(-end)});
  return points;
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

class SkinMaker {
 public:
  SkinMaker(const FigureSpec& figure, const SkinSpec& spec)
      : figure_(figure), spec_(spec), X_RB_(rest_posture(figure)) {
    for (const Transform& X : X_RB_) out_.mesh.X_BR.push_back(X.inverse());
  }

  FigureSkin make() {
    const bool grown = spec_.from == SkinSource::shapes;
    std::vector<BoneShares> shares;
    std::vector<std::string> bones;
    if (!grown) {
      GltfMesh file = load_skin_mesh(spec_.mesh);
      const Transform X{rotation_of(spec_.rotate), spec_.at};
      for (Vec3& p : file.mesh.positions) p = X * p;
      for (Vec3& n : file.mesh.normals) n = X.R * n;
      out_.mesh.mesh = std::move(file.mesh);
      shares = std::move(file.shares);
      bones = std::move(file.bones);
    }
    if (bones.empty()) collect_shapes();
    join_bodies();
    if (grown) out_.mesh.mesh = grow();
    if (bones.empty())
      bind_by_distance();
    else
      bind_by_file(shares, bones);
    choose_materials();
    find_places(out_.mesh);
    return std::move(out_);
  }

 private:
  struct Source {
    std::size_t body = 0, material = 0;
    std::vector<Vec3> key_points;  // middle and ends, in the root's frame
  };

  std::size_t material(const std::string& name) {
    const auto it = std::find(out_.materials.begin(), out_.materials.end(), name);
    if (it != out_.materials.end()) return static_cast<std::size_t>(it - out_.materials.begin());
    out_.materials.push_back(name);
    return out_.materials.size() - 1;
  }

  void collect_shapes() {
    for (std::size_t b = 0; b < figure_.bodies.size(); ++b) {
      const BodySpec& body = figure_.bodies[b];
      if (!takes(spec_, body)) continue;
      for (const ShapeSpec& s : body.visible) {
        if (!counts(figure_, spec_, s)) continue;
        const Shape shape = at_rest(s, X_RB_[b]);
        shapes_.push_back({ShapeDistance(shape), static_cast<int>(b)});
        const std::string& name =
            spec_.material.empty() ? material_of(figure_, body, s) : spec_.material;
        sources_.push_back({b, material(name), key_points(shape)});
      }
    }
  }

  // Finds the pairs of neighbours among bodies with shapes. Bodies without shapes, such as the
  // links between the axes of one joint, only connect others.
  void join_bodies() {
    const std::size_t n = figure_.bodies.size();
    std::map<std::string, std::size_t> index;
    std::vector<std::vector<std::size_t>> tree(n);
    std::vector<char> holds(n, 0);
    for (std::size_t b = 0; b < n; ++b) index[figure_.bodies[b].name] = b;
    for (std::size_t b = 0; b < n; ++b) {
      if (figure_.bodies[b].parent.empty()) continue;
      const std::size_t parent = index[figure_.bodies[b].parent];
      tree[b].push_back(parent);
      tree[parent].push_back(b);
    }
    for (const Source& s : sources_) holds[s.body] = 1;
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
        if (sources_[s].body == body) d = std::min(d, shapes_[s].distance.at(p));
      return d;
    };
    for (std::size_t s = 0; s < shapes_.size(); ++s) {
      if (sources_[s].body != parent && sources_[s].body != child) continue;
      for (const Vec3& p : sources_[s].key_points) {
        const double d = std::max(distance(parent, p), distance(child, p));
        if (d >= deepest) continue;
        deepest = d;
        best.p = p;
        best.radius = std::max({-distance(parent, p), -distance(child, p), 0.0});
      }
    }
    for (std::size_t s = 0; s < shapes_.size(); ++s)
      if (sources_[s].body == child)
        for (const Vec3& p : sources_[s].key_points) {
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
    return spec_.blend * std::max(1 - beyond / (spec_.blend + h.radius), least);
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

  TriangleMesh grow() {  // check_cells() bounds its grid
    const std::size_t n = joints_.size();
    std::vector<char> table(n * n);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) table[a * n + b] = related(int(a), int(b));
    return grown_surface(
        shapes_, [&](int a, int b) { return table[std::size_t(a) * n + std::size_t(b)] != 0; },
        growth_of(spec_));
  }

  void bind_by_distance() {
    const SkinMesh& mesh = out_.mesh;
    const std::size_t n = mesh.mesh.positions.size();
    std::vector<std::vector<Influence>> bound(n);
    near_.assign(n, {});
    tbb::parallel_for(std::size_t(0), n, [&](std::size_t i) {
      std::vector<double> distances(figure_.bodies.size(), INFINITY);
      near_[i].assign(out_.materials.size(), float(INFINITY));
      for (std::size_t s = 0; s < shapes_.size(); ++s) {
        const double d = shapes_[s].distance.at(mesh.mesh.positions[i]);
        double& nearest = distances[sources_[s].body];
        nearest = std::min(nearest, d);
        float& of_material = near_[i][sources_[s].material];
        of_material = std::min(of_material, float(d));
      }
      std::vector<double> widths;
      for (const Hinge& h : hinges_) widths.push_back(width(h, mesh.mesh.positions[i]));
      add_influences(distances, widths, joints_, bound[i]);
    });
    for (const auto& list : bound) {
      out_.mesh.first.push_back(static_cast<std::uint32_t>(out_.mesh.influences.size()));
      out_.mesh.influences.insert(out_.mesh.influences.end(), list.begin(), list.end());
    }
    out_.mesh.first.push_back(static_cast<std::uint32_t>(out_.mesh.influences.size()));
  }

  void bind_by_file(const std::vector<BoneShares>& shares, const std::vector<std::string>& bones) {
    std::vector<std::uint32_t> body_of;
    for (const std::string& bone : bones)
      for (std::size_t b = 0; b < figure_.bodies.size(); ++b)
        if (figure_.bodies[b].name == bone) body_of.push_back(static_cast<std::uint32_t>(b));
    for (const BoneShares& s : shares) {
      out_.mesh.first.push_back(static_cast<std::uint32_t>(out_.mesh.influences.size()));
      std::vector<Influence> list;
      for (int k = 0; k < 4; ++k)
        if (s.weight[k] > 0 && s.bone[k] < body_of.size())
          list.push_back({body_of[s.bone[k]], s.weight[k]});
      if (list.empty()) list.push_back({0, 1});  // bound to no body: moves with the root
      std::stable_sort(list.begin(), list.end(),
                       [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
      out_.mesh.influences.insert(out_.mesh.influences.end(), list.begin(), list.end());
    }
    out_.mesh.first.push_back(static_cast<std::uint32_t>(out_.mesh.influences.size()));
  }

  void choose_materials() {
    SkinMesh& mesh = out_.mesh;
    if (!spec_.material.empty() || near_.empty()) {
      out_.materials = {spec_.material.empty() ? figure_.material : spec_.material};
      mesh.material_of.assign(mesh.mesh.triangles.size(), 0);
      return;
    }
    cut_materials(mesh, near_);
  }

  const FigureSpec& figure_;
  const SkinSpec& spec_;
  std::vector<Transform> X_RB_;
  std::vector<GrownShape> shapes_;
  std::vector<Source> sources_;                 // [shape]
  std::vector<std::vector<SkinJoint>> joints_;  // [body]
  std::vector<Hinge> hinges_;                   // [joint]
  std::vector<std::vector<float>> near_;        // [vertex][material] distance, m
  FigureSkin out_;
};

}  // namespace

FigureSkin make_skin(const FigureSpec& figure, const SkinSpec& skin) {
  return SkinMaker(figure, skin).make();
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
