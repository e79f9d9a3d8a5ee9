#pragma once

namespace gambol {

inline constexpr double standard_gravity = 9.81;  // m/s2, for weights, whatever a shot's gravity

}  // namespace gambol
