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

struct Solids {
  std::vector<std::vector<Probe>> of;  // [body]
  std::vector<double> reach;           // [body] m from the origin of its frame
};

// Two bodies that are joined neither directly nor through one between them.
struct Pair {
  std::size_t a = 0, b = 0;
  // Each two solids of theirs, and the depth, m, by which they overlap as the figure is written: a
  // thigh may begin in the trunk, and its knee may not lie in it.
  struct Meeting {
    const Probe *a, *b;
    double at_rest = 0;
  };
  std::vector<Meeting> meetings;
  // Where they were last looked at, and how far, m, they must have moved from there before they can
  // be the deepest.
  Frame X_BA;
  double no_nearer = -1;
};

// The greatest overlap of two of their solids, beyond that at rest.
double overlap(const Pair& pair, const Transform& X_BA) {
  double deepest = -std::numeric_limits<double>::infinity();
  for (const Pair::Meeting& m : pair.meetings) {
    const double away = apart(*m.a, *m.b, X_BA), most = -away - m.at_rest;
    const bool is_known = away >= 0 || most <= deepest;  // well enough
    deepest = std::max(deepest, is_known ? most : overlap(*m.a, *m.b, X_BA) - m.at_rest);
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
      Pair pair{.a = a, .b = b};
      const Transform X_BA = X_RB[b].inverse() * X_RB[a];
      for (const Probe& x : solids.of[a])
        for (const Probe& y : solids.of[b])
          pair.meetings.push_back({&x, &y, std::max(0.0, overlap(x, y, X_BA))});
      pairs.push_back(std::move(pair));
    }
  return pairs;
}

Frame seen_from(const Frame& X, const Frame& Y) {
  return {X.R.transpose() * Y.R, gambol::seen_from(X, Y.p)};
}

// How far, at most, a point of a solid within `reach` of its frame's origin is from where it was.
double moved(const Frame& from, const Frame& to, double reach) {
  return (to.p - from.p).norm() + reach * (to.R - from.R).norm();
}

Value self_overlap(const Track& track, const ExpectSpec& e) {
  const FigureSpec& figure = track.cast().figure;
  Solids solids;
  for (const BodySpec& body : figure.bodies) {
    solids.of.emplace_back();
    solids.reach.push_back(0);
    for (const ShapeSpec& s : body.inertia) {
      const Probe& solid = solids.of.back().emplace_back(s.shape);
      solids.reach.back() = std::max(solids.reach.back(), solid.centre().norm() + solid.radius());
    }
  }
  std::vector<Pair> pairs = pairs_of(figure, e.body, solids);
  double deepest = 0;
  std::string where;
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    for (Pair& pair : pairs) {
      const Frame X_BA = seen_from(work.bodies[pair.b].X_WB, work.bodies[pair.a].X_WB);
      if (pair.no_nearer >= 0 && moved(pair.X_BA, X_BA, solids.reach[pair.a]) < pair.no_nearer)
        continue;
      const double depth = overlap(pair, as_transform(X_BA));
      if (depth > deepest) {
        deepest = depth;
        where =
            model.bodies[pair.a].name + " in " + model.bodies[pair.b].name + " at " + track.when(k);
      }
      pair.X_BA = X_BA;
      pair.no_nearer = deepest - depth;
    }
  });
  return {deepest, where};
}

}  // namespace

std::vector<Measure> overlap_measures() {
  return {
      {"self_overlap", "mm", 1000,
       "greatest depth by which two solids of different bodies lie in each other, beyond that in "
       "the figure as it is written; not of bodies that are joined directly or through one between "
       "them; "
       "`body`: of one body in others, or among those that a pattern means",
       self_overlap, Needs::joints, Of::bodies},
  };
}

}  // namespace gambol
