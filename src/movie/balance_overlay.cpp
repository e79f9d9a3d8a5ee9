// The balance of a figure, from above: the polygon of the contact points that bear, the ground's
// force on each body as a disc, the centre of its pressure, and the centre of mass.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "figure/support.h"
#include "movie/overlay_box.h"
#include "poses/footfalls.h"
#include "poses/pressure.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Room around the feet, of what they need; and how low contact points count as bearing, of what the
// feet need. Both only frame the diagram.
constexpr double room = 1.5, nearly = 0.02;

struct Seen {
  const CastSpec& cast;
  const Poses& poses;
  std::vector<int> bodies;  // of the figure, in the poses

  std::vector<Transform> X_WB(int frame) const {
    std::vector<Transform> all;
    for (const int body : bodies)
      all.push_back(poses.pose(std::size_t(frame) * poses.samples_per_frame, std::size_t(body)));
    return all;
  }
};

Seen seen(const ShotSpec& shot, const Poses& poses, const std::string& name) {
  for (const CastSpec& cast : shot.motion.figures) {
    if (cast.name != name) continue;
    Seen s{cast, poses, {}};
    for (const BodySpec& body : cast.figure.bodies)
      s.bodies.push_back(poses.body_index(name + "/" + body.name));
    return s;
  }
  throw std::logic_error("an overlay of an unknown figure");  // check_overlays() prevents this
}

template <class T>
std::vector<std::string> listed_names(const std::vector<T>& list) {
  std::vector<std::string> names;
  for (const T& t : list) names.push_back(t.name);
  return names;
}

// From the ground, seen from above with the figure's front on top, to the picture.
struct Map {
  Vec2 middle;     // m
  double heading;  // rad
  double scale;    // px per m
  Vec2 center;     // px

  Vec2 operator()(const Vec2& p) const {
    const Vec2 d = p - middle;
    const double c = std::cos(heading), s = std::sin(heading);
    const double ahead = d.x() * c + d.y() * s, left = d.y() * c - d.x() * s;
    return center - scale * Vec2(left, ahead);
  }
  Vec2 operator()(const Vec3& p) const { return (*this)(Vec2(p.head<2>())); }
};

double extent_of(const std::pair<Vec2, Vec2>& feet) {
  return (feet.second - feet.first).maxCoeff();
}

// The feet stay in the middle, so that those of a figure that stands still do too.
Map map_of(const BalanceSpec& spec, const Seen& s, int frame, const OverlayBox& box) {
  const std::vector<Transform> now = s.X_WB(frame);
  const auto feet = footprint(s.cast.figure, now);
  const double span = spec.span.value_or(room * extent_of(footprint(s.cast.figure, s.X_WB(0))));
  const Vec3 ahead = now[0].R * Vec3::UnitX();
  return {(feet.first + feet.second) / 2, std::atan2(ahead.y(), ahead.x()),
          std::min(box.width, box.height) / span,
          Vec2(box.x + box.width / 2, box.y + box.height / 2)};
}

void add_border(const std::vector<Vec3>& border, const Map& map, const OverlayBox& box,
                Drawing& drawing) {
  if (border.size() < 2) return;
  Drawing::Line line{{}, 2 * box.hairline, box.color};
  for (const Vec3& p : border) line.points.push_back(map(p));
  line.points.push_back(line.points.front());
  drawing.add(std::move(line));
}

void add_cross(const Vec2& at, double size, const OverlayBox& box, Drawing& drawing) {
  for (const Vec2& arm : {Vec2(size, 0), Vec2(0, size)})
    drawing.add(Drawing::Line{{at - arm, at + arm}, 2 * box.hairline, box.color});
}

}  // namespace

void add_balance(const BalanceSpec& spec, const OverlayInstant& now, const OverlayBox& box,
                 Drawing& drawing) {
  const Seen s = seen(now.shot, now.poses, spec.figure);
  const auto means = [&](const ChannelKind& kind, const std::vector<std::string>& names) {
    return means_of(now.poses, spec.figure, kind, names, now.frame);
  };
  const Map map = map_of(spec, s, now.frame, box);
  const auto X_WB = s.X_WB(now.frame);
  const SupportPolygon support = support_of(
      s.cast.figure, X_WB, means(channels::ground_force, listed_names(s.cast.figure.bodies)),
      nearly * extent_of(footprint(s.cast.figure, X_WB)));
  const double shorter = std::min(box.width, box.height);
  const double weight = weight_of(now.poses, spec.figure);
  for (const Bearing& b : support.bearings)
    drawing.add(Drawing::Disc{map(b.at),
                              0.5 * spec.disc * shorter * std::sqrt(b.force / weight),
                              shown_color(spec.load, 0.8),
                              {},
                              0});
  add_border(support.border, map, box, drawing);
  const double mark = 0.03 * shorter;
  if (const auto at =
          pressure_in(now.poses, spec.figure, listed_names(s.cast.figure.legs), now.frame))
    drawing.add(Drawing::Disc{map(*at), mark, shown_color(spec.pressure, 0),
                              shown_color(spec.pressure), 2 * box.hairline});
  const auto com = means(channels::com, {"x", "y"});
  add_cross(map(Vec2(com[0], com[1])), mark, box, drawing);
}

}  // namespace gambol
