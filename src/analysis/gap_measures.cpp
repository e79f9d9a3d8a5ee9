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

// The last distance that was computed of a point from a shape.
struct Known {
  Vec3 p_B = Vec3::Zero();
  double distance = -std::numeric_limits<double>::infinity();

  // A point cannot come nearer than by the way that it moved. Rounding is far below a nanometre.
  double least_at(const Vec3& now_B) const { return distance - (now_B - p_B).norm() - 1e-9; }
};

// The lesser of `least` and the distance of a ball round `p_B` from the obstacle's shapes; `known`
// has an entry for each of them.
double nearer(const Obstacle& obstacle, const Vec3& p_B, double radius, double least,
              Known* known) {
  for (const ShapeDistance& shape : obstacle.shapes) {
    Known& last = *known++;
    const double outside = shape.bounds().exteriorDistance(p_B);
    if (outside > 0 && outside - radius >= least) continue;  // inside the bounds it may be deeper
    if (shape.even() && last.least_at(p_B) - radius >= least) continue;
    last = {p_B, shape.at(p_B)};
    least = std::min(least, last.distance - radius);
  }
  return least;
}

// Contact points of a figure, in the same order at each sample, and what is known of each.
class Surroundings {
 public:
  explicit Surroundings(const Track& track) : others_(obstacles(track)) {
    for (const Obstacle& o : others_) shapes_ += o.shapes.size();
  }

  void restart() { next_ = 0; }

  // The lesser of `least` and the distance of the next point, a ball, from everything at sample k.
  double nearer_of_next(std::size_t k, const Vec3& p_W, double radius, double least) {
    if (next_ == known_.size()) known_.resize(next_ + shapes_);
    for (const Obstacle& other : others_) {
      least = nearer(other, seen_from(other.X_WB[k], p_W), radius, least, &known_[next_]);
      next_ += other.shapes.size();
    }
    return least;
  }

 private:
  std::vector<Obstacle> others_;
  std::size_t shapes_ = 0, next_ = 0;
  std::vector<Known> known_;  // contact point × shape
};

Value gap(const Track& track, const ExpectSpec& e) {
  Surroundings others(track);
  double least = std::numeric_limits<double>::infinity();
  std::string where;
  for_each_pose(track, [&](std::size_t k, const Model& model, const Workspace& work) {
    others.restart();
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
      if (!e.body.empty() && model.bodies[b].name != e.body) continue;
      for (const ContactPoint& point : model.bodies[b].contacts) {
        const Vec3 p_W = work.bodies[b].X_WB.R * point.p_B + work.bodies[b].X_WB.p;
        const double d = others.nearer_of_next(k, p_W, point.radius, least);
        if (d < least) where = model.bodies[b].name + " at " + track.when(k);
        least = d;
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
       gap, Needs::tracks_of_others, Of::body_or_figure},
  };
}

}  // namespace gambol
