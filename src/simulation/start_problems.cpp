#include "simulation/start_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/gravity.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "simulation/contact_laws.h"

namespace gambol {
namespace {

// Contact forces above this multiple of a figure's weight are refused: they would throw it.
constexpr double refused_weights = 20;
// Overlaps deeper than this fraction of the thinner body are refused, however soft both bodies are.
constexpr double refused_depth = 0.25;

bool begins_elsewhere(const CastSpec& cast, const MotionSpec& spec) {
  if (!spec.start_from || !spec.start_from->from || cast.is_obstacle) return false;
  const auto& others = spec.start_from->from->motion.figures;
  return std::any_of(others.begin(), others.end(),
                     [&](const CastSpec& other) { return other.name == cast.name; });
}

bool cannot_move(const FigureSim& figure) {
  return figure.is_led() || (figure.cast().fixed_root && figure.model().nv() == root_dofs);
}

// Thickness (m) of the thickest collision shape of a body; infinite for a mesh, because a mesh may
// be hollow.
double thickness(const FigureSim& figure, int body) {
  double most = 0;
  for (const BodySpec& b : figure.cast().figure.bodies) {
    if (b.name != figure.model().bodies[body].name) continue;
    for (const ShapeSpec& s : b.collision) most = std::max(most, thickness(s.shape));
  }
  return most;
}

Problem problem(const CastSpec& cast, std::size_t index, const std::string& found,
                const char* expected) {
  return {cast.place, fmt::format("figures[{}].at", index), found, expected};
}

// Whether all contact points of the figure lie below the ground.
bool is_buried(const FigureSim& figure, const GroundLaw& ground) {
  bool any = false;
  for (std::size_t i = 0; i < figure.model().bodies.size(); ++i) {
    const Frame& X = figure.work().bodies[i].X_WB;
    for (const ContactPoint& point : figure.model().bodies[i].contacts) {
      any = true;
      const Vec3 p = X.R * point.p_B + X.p;
      if (p.z() + point.radius > ground_height(ground.surface, p.x(), p.y())) return false;
    }
  }
  return any;
}

void judge_ground(const MotionSpec& spec, FigureSim& figure, std::size_t index, double gravity,
                  std::vector<Problem>& problems) {
  double force = 0, depth = 0;
  int deepest = -1;  // body
  const auto consider = [&](int body, double d) {
    if (deepest < 0 || d > depth) deepest = body, depth = d;
  };
  for (const GroundContact& c : figure.contacts()) {
    force += c.force.norm();
    consider(c.body, c.depth);
  }
  if (spec.world.has_impulses())
    for (const BodyTouch& t : figure.touches()) consider(t.body, t.at.depth);
  if (deepest < 0) return;
  const bool thrown = force > refused_weights * figure.model().mass * gravity;
  const GroundLaw ground =
      ground_law(*spec.world.ground, figure.cast(), figure.parts().size, spec.start);
  if (!thrown && !is_buried(figure, ground)) return;
  problems.push_back(
      problem(figure.cast(), index,
              fmt::format("{} {:.3g} mm below the ground", figure.model().bodies[deepest].name,
                          depth * 1e3),
              thrown ? "a start above it: the ground would throw the figure into the air"
                     : "a start above it"));
}

// Whether an attachment joins the two bodies: they overlap where it holds them together, as
// neighbours in a figure do.
bool are_joined(const Link& touch, const std::vector<Link>& links) {
  const auto is = [](const BodyId& a, const BodyId& b) {
    return a.figure == b.figure && a.body == b.body;
  };
  return std::any_of(links.begin(), links.end(), [&](const Link& link) {
    return link.attachment >= 0 && ((is(link.a, touch.a) && is(link.b, touch.b)) ||
                                    (is(link.a, touch.b) && is(link.b, touch.a)));
  });
}

// Totals over all touches of two figures.
struct Overlap {
  double force = 0, share = 0;  // N; greatest depth as a fraction of the thinner body
  const Link* deepest = nullptr;
};

void judge_pairs(const MotionSpec& spec, const FigureSims& figures, const std::vector<Link>& links,
                 double gravity, std::vector<Problem>& problems) {
  std::map<std::pair<int, int>, Overlap> overlaps;
  for (const Link& link : links) {
    if (link.attachment >= 0 || link.a.figure == link.b.figure) continue;
    Overlap& o = overlaps[std::minmax(link.a.figure, link.b.figure)];
    o.force += link.reaction.force.norm();
    const double one = thickness(*figures[link.a.figure], link.a.body),
                 other = thickness(*figures[link.b.figure], link.b.body);
    if (std::isfinite(one + other) && !are_joined(link, links))
      o.share = std::max(o.share, link.depth / std::min(one, other));
    if (!o.deepest || link.depth > o.deepest->depth) o.deepest = &link;
  }
  for (const auto& [pair, o] : overlaps) {
    double mass = std::numeric_limits<double>::infinity();
    bool elsewhere = false;
    for (int f : {pair.first, pair.second}) {
      elsewhere = elsewhere || begins_elsewhere(figures[f]->cast(), spec);
      if (!cannot_move(*figures[f])) mass = std::min(mass, figures[f]->model().mass);
    }
    const bool thrown = o.force > refused_weights * mass * gravity;
    if (elsewhere || (!thrown && o.share <= refused_depth)) continue;
    // An obstacle is where it is; the figure begins in it.
    const bool obstacle = figures[pair.second]->cast().is_obstacle;
    const int late = obstacle ? pair.first : pair.second;
    const bool a_is_first = (o.deepest->a.figure == pair.first) != obstacle;
    const BodyId &one = a_is_first ? o.deepest->a : o.deepest->b,
                 &other = a_is_first ? o.deepest->b : o.deepest->a;
    const auto name = [&](const BodyId& id) {
      return figures[id.figure]->cast().name + "." +
             figures[id.figure]->model().bodies[id.body].name;
    };
    problems.push_back(problem(
        figures[late]->cast(), static_cast<std::size_t>(late),
        fmt::format("{} {:.3g} mm within {}", name(other), o.deepest->depth * 1e3, name(one)),
        thrown ? "a start apart from it: they would throw each other away"
               : "a start apart from it"));
  }
}

}  // namespace

MotionSpec motion_to_check(MotionSpec motion) {
  if (motion.figures.size() > 1) return motion;
  for (CastSpec& cast : motion.figures)
    for (ControllerSpec& controller : cast.controllers)
      if (controller.kind.as<KinematicGaitSpec>()) controller.active = false;
  return motion;
}

std::vector<Problem> start_problems(const MotionSpec& spec, Ensemble& ensemble) {
  std::vector<Problem> problems;
  // Where there is less gravity, forces still throw a figure.
  const double gravity = std::max(spec.world.gravity.norm(), standard_gravity);
  for (std::size_t f = 0; f < ensemble.figures().size(); ++f) {
    FigureSim& figure = *ensemble.figures()[f];
    if (spec.world.ground && !cannot_move(figure) && !begins_elsewhere(figure.cast(), spec))
      judge_ground(spec, figure, f, gravity, problems);
  }
  std::vector<Link> touches = ensemble.interactions().links();
  if (spec.world.has_impulses()) ensemble.find_touches(touches);
  judge_pairs(spec, ensemble.figures(), touches, gravity, problems);
  return problems;
}

}  // namespace gambol
