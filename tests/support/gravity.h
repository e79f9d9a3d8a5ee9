#pragma once

namespace gambol::testing {

inline constexpr double g = 9.81;  // m/s2

}  // namespace gambol::testing
