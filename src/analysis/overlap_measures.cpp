// How deep bodies of a figure pass through each other.

#include <algorithm>
#include <limits>

#include "analysis/measure_table.h"
#include "analysis/posed_track.h"
#include "base/pattern.h"
#include "figure/find.h"
#include "figure/rest_posture.h"
#include "geometry/overlap.h"

namespace gambol {
namespace {

Transform as_transform(const Frame& X) { return {Quat(X.R), X.p}; }

// Two bodies that are joined neither directly nor through one between them.
struct Pair {
  std::size_t a = 0, b = 0;
  double at_rest = 0;    // m by which they overlap as the figure is written
  double no_before = 0;  // travel of both, m, before which they cannot be the deepest
};

struct Solids {
  std::vector<std::vector<Probe>> of;  // [body]
  Vec3 centre(std::size_t body, const Transform& X) const { return X * of[body][0].centre(); }
};

double overlap(const Solids& solids, const Pair& pair, const Transform& X_BA) {
  double deepest = -std::numeric_limits<double>::infinity();
  for (const Probe& a : solids.of[pair.a])
    for (const Probe& b : solids.of[pair.b]) {
      const double apart = (X_BA * a.centre() - b.centre()).norm() - a.radius() - b.radius();
      deepest = std::max(deepest, -apart > deepest ? overlap(a, b, X_BA) : deepest);
    }
  return deepest;
}

// Whether b carries a, directly or through one other body: flesh about joints may overlap.
bool carries(const FigureSpec& figure, const BodySpec& b, const BodySpec& a) {
  const BodySpec* parent = find_body(figure, a.parent);
  return parent && (parent->name == b.name || parent->parent == b.name);
}

// `body`: a name or pattern. One body is looked for in all others, several among themselves.
std::vector<Pair> pairs_of(const FigureSpec& figure, const std::string& body,
                           const Solids& solids) {
  const std::vector<Transform> X_RB = rest_posture(figure);
  const auto means = [&](const BodySpec& b) { return body.empty() || matches(body, b.name); };
  const bool both = std::count_if(figure.bodies.begin(), figure.bodies.end(), means) > 1;
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < figure.bodies.size(); ++a)
    for (std::size_t b = a + 1; b < figure.bodies.size(); ++b) {
      const BodySpec &A = figure.bodies[a], &B = figure.bodies[b];
      if (solids.of[a].empty() || solids.of[b].empty()) continue;
      if (carries(figure, A, B) || carries(figure, B, A)) continue;
      if (!(both ? means(A) && means(B) : means(A) || means(B))) continue;
      Pair pair{a, b};
      pair.at_rest = std::max(0.0, overlap(solids, pair, X_RB[b].inverse() * X_RB[a]));
      pairs.push_back(pair);
    }
  return pairs;
}

// How far any point of each body has moved since the first sample, at most.
class Travel {
 public:
  explicit Travel(const Solids& solids) : way(solids.of.size(), 0), before_(solids.of.size()) {
    for (const std::vector<Probe>& body : solids.of) {
      double reach = 0;
      for (const Probe& p : body) reach = std::max(reach, p.centre().norm() + p.radius());
      reach_.push_back(reach);
    }
  }
  void go_on(const Workspace& work) {
    for (std::size_t b = 0; b < way.size(); ++b) {
      const Frame& X = work.bodies[b].X_WB;
      if (begun_) way[b] += (X.p - before_[b].p).norm() + reach_[b] * (X.R - before_[b].R).norm();
      before_[b] = X;
    }
    begun_ = true;
  }
  std::vector<double> way;  // [body] m

 private:
  std::vector<double> reach_;
  std::vector<Frame> before_;
  bool begun_ = false;
};

Value self_overlap(const Track& track, const ExpectSpec& e) {
  const FigureSpec& figure = track.cast().figure;
  Solids solids;
  for (const BodySpec& body : figure.bodies) {
    solids.of.emplace_back();
    for (const ShapeSpec& s : body.inertia) solids.of.back().emplace_back(s.shape);
  }
  std::vector<Pair> pairs = pairs_of(figure, e.body, solids);
  Travel travel(solids);
  double deepest = 0;
  std::string where;
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    travel.go_on(work);
    for (Pair& pair : pairs) {
      const double gone = travel.way[pair.a] + travel.way[pair.b];
      if (k > 0 && gone < pair.no_before) continue;
      const Frame &X_WA = work.bodies[pair.a].X_WB, &X_WB = work.bodies[pair.b].X_WB;
      const double depth =
          overlap(solids, pair, as_transform(X_WB).inverse() * as_transform(X_WA)) - pair.at_rest;
      if (depth > deepest) {
        deepest = depth;
        where =
            model.bodies[pair.a].name + " in " + model.bodies[pair.b].name + " at " + track.when(k);
      }
      pair.no_before = gone + deepest - depth;
    }
  });
  return {deepest, where};
}

}  // namespace

std::vector<Measure> overlap_measures() {
  return {
      {"self_overlap", "mm", 1000,
       "greatest depth by which solids of two bodies lie in each other, beyond that in the figure "
       "as it is written; not of bodies that are joined directly or through one between them; "
       "`body`: of one body in others, or among those that a pattern means",
       self_overlap, Needs::joints, Of::bodies},
  };
}

}  // namespace gambol
