#pragma once

namespace gambol {

// Instants of simulated time closer than this, in s, are one instant: clocks are sums of decimal
// fractions, which binary numbers do not hold exactly.
inline constexpr double clock_slack = 1e-9;

}  // namespace gambol
