#pragma once

// A force between two bodies of a shot.

#include <memory>
#include <vector>

#include "simulation/figure_sim.h"

namespace gambol {

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
  PointReaction reaction;  // on a, for points that do not accelerate; on b its opposite
  Vec3 carried_a = Vec3::Zero(), carried_b = Vec3::Zero();  // N: D times the other's acceleration
  double change = 0;                                        // N, of those in the last round
  Vec3 force = Vec3::Zero();                                // W, on a, once finished
  int attachment = -1;                                      // which, if it is one
  double depth = 0;                                         // m, of a touch
  Vec3 normal = Vec3::Zero();                               // W, of a touch: out of b into a
};

// A place, velocity or acceleration (W) of a point of a body; the world's stay where they are.
BodyWork& work_of(const FigureSims& figures, const BodyId& id);  // not of the world
Vec3 place_of(const FigureSims& figures, const BodyId& id, const Vec3& p);
Vec3 velocity_of(const FigureSims& figures, const BodyId& id, const Vec3& p);
Vec3 acceleration_of(const FigureSims& figures, const BodyId& id, const Vec3& p);

// "figure.body", "body" of the only figure, or "world". Throws InputError at `place`.
BodyId find_body_id(const FigureSims& figures, const std::string& name, const Place& place,
                    const std::string& key);

}  // namespace gambol
