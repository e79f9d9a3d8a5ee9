#pragma once

// A figure's joints over the film as a table (CSV, RFC 4180), which spreadsheets and any language
// read.

#include <string>

#include "poses/poses.h"

namespace gambol {

// Frames `from` to `to` (exclusive): the time of the film and the simulated time, s, and the
// columns of the channel `<figure>/q`: the root's position, m, and orientation quaternion in the
// world, then joints, rad or m. Between two records they are interpolated. Throws InputError
// if the poses have no such channel.
std::string joint_table(const Poses& poses, const std::string& figure, std::size_t from,
                        std::size_t to);

}  // namespace gambol
