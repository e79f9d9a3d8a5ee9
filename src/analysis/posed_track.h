#pragma once

// The places of a figure's bodies, computed from its recorded root and joints.

#include <functional>

#include "analysis/track.h"
#include "dynamics/articulated_body.h"

namespace gambol {

// Calls look(sample, model, its kinematics without velocities) at each sample of the track, or at
// each that is `wanted`.
void for_each_pose(const Track& track,
                   const std::function<void(std::size_t, const Model&, const Workspace&)>& look,
                   const std::function<bool(std::size_t)>& wanted = {});
// The same with their recorded velocities.
void for_each_motion(const Track& track,
                     const std::function<void(std::size_t, const Model&, const Workspace&)>& look);

}  // namespace gambol
