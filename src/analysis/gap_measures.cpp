// Distances from other figures: what the ground's measures cannot know of a thing to stand in.

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/measure_table.h"
#include "analysis/posed_track.h"
#include "figure/layers.h"
#include "geometry/distance.h"

namespace gambol {
namespace {

// What is seen of a body of another figure, and where the body is at each sample.
struct Obstacle {
  std::vector<ShapeDistance> shapes;
  std::vector<Frame> X_WB;
};

std::vector<Obstacle> obstacles(const Track& track) {
  std::vector<Obstacle> all;
  for (const Track& other : track.others()) {
    const FigureSpec& figure = other.cast().figure;
    const std::size_t first = all.size();
    for (const BodySpec& body : figure.bodies) {
      all.emplace_back();
      for (const ShapeSpec& s : body.visible)
        if (is_seen(figure, other.cast().layers, layer_of(figure, s)))
          all.back().shapes.emplace_back(s.shape);
    }
    for_each_pose(other, [&](std::size_t, const Model&, const Workspace& work) {
      for (std::size_t b = 0; b < figure.bodies.size(); ++b)
        all[first + b].X_WB.push_back(work.bodies[b].X_WB);
    });
  }
  std::erase_if(all, [](const Obstacle& o) { return o.shapes.empty(); });
  return all;
}

// The lesser of `least` and the distance of a ball round `p_B` from the obstacle's shapes.
double nearer(const Obstacle& obstacle, const Vec3& p_B, double radius, double least) {
  for (const ShapeDistance& shape : obstacle.shapes) {
    const double outside = shape.bounds().exteriorDistance(p_B);
    if (outside > 0 && outside - radius >= least) continue;  // inside the bounds it may be deeper
    least = std::min(least, shape.at(p_B) - radius);
  }
  return least;
}

Value gap(const Track& track, const ExpectSpec& e) {
  const std::vector<Obstacle> others = obstacles(track);
  double least = std::numeric_limits<double>::infinity();
  std::string where;
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
      if (!e.body.empty() && model.bodies[b].name != e.body) continue;
      for (const ContactPoint& point : model.bodies[b].contacts) {
        const Vec3 p_W = work.bodies[b].X_WB.R * point.p_B + work.bodies[b].X_WB.p;
        for (const Obstacle& other : others) {
          const double d = nearer(other, seen_from(other.X_WB[k], p_W), point.radius, least);
          if (d < least) where = model.bodies[b].name + " at " + track.when(k);
          least = std::min(least, d);
        }
      }
    }
  });
  return std::isfinite(least) ? Value{least, where} : unknown("no other figure has a surface");
}

}  // namespace

std::vector<Measure> gap_measures() {
  return {
      {"gap", "mm", 1000,
       "least distance of the corners and round ends of `body`, or of any body, from the surfaces "
       "that are seen of the other figures; negative inside them",
       gap, Needs::nothing, Of::body_or_figure},
  };
}

}  // namespace gambol
