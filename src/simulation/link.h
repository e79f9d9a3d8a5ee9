#pragma once

// A force between two bodies of a shot.

#include <memory>
#include <vector>

#include "simulation/figure_sim.h"

namespace gambol {

using FigurePartsList = std::vector<std::unique_ptr<const FigureParts>>;
using FigureSims = std::vector<std::unique_ptr<FigureSim>>;

// A body of a figure of the shot; figure < 0 is the world.
struct BodyId {
  int figure = -1, body = 0;
  bool is_world() const { return figure < 0; }
};

// A force between a point of a and a point of b at one instant.
struct Link {
  BodyId a, b;
  Vec3 p_A = Vec3::Zero(), p_B = Vec3::Zero();  // in the bodies' frames; in W for the world
  PointReaction reaction;  // on a, for points that do not accelerate; the opposite on b
  Vec3 carried_a = Vec3::Zero(), carried_b = Vec3::Zero();  // N: D times the other's acceleration
  Vec3 force = Vec3::Zero();   // N, W, on a, after Interactions::finish
  int attachment = -1;         // index of the attachment; -1: a touch
  double depth = 0;            // m, of a touch
  Vec3 normal = Vec3::Zero();  // W, of a touch: out of b into a
};

// The body's workspace; the world has none.
BodyWork& work_of(const FigureSims& figures, const BodyId& id);
// Position, velocity or acceleration (W) of point p of a body; points of the world do not move.
Vec3 place_of(const FigureSims& figures, const BodyId& id, const Vec3& p);
Vec3 velocity_of(const FigureSims& figures, const BodyId& id, const Vec3& p);
Vec3 acceleration_of(const FigureSims& figures, const BodyId& id, const Vec3& p);

// Finds the body that `name` means: "figure.body", "body" if there is only one figure, or "world".
// Throws InputError at `place` and `key` if there is no such body.
BodyId find_body_id(const FigureSims& figures, const std::string& name, const Place& place,
                    const std::string& key);

}  // namespace gambol
