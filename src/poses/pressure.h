#pragma once

// Where the ground presses on a figure in a frame, from the recorded channels.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poses/channels.h"

namespace gambol {

// [name] The means over the frame of the columns of a figure's channel; 0 for a column, or a
// channel, that was not recorded.
std::vector<double> means_of(const Poses& poses, std::string_view figure, const ChannelKind& kind,
                             const std::vector<std::string>& names, int frame);

// The centre of the ground's pressure on the feet of `legs` in the world, m, weighted by upward
// force; nothing if no foot presses.
std::optional<Vec3> pressure_in(const Poses& poses, std::string_view figure,
                                const std::vector<std::string>& legs, int frame);

}  // namespace gambol
