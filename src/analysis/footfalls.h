#pragma once

// Footfalls of a leg for measures that have two forms: by contact (what the feet did) and by the
// gait's command (what they were told).

#include <string>
#include <vector>

#include "analysis/measure_table.h"

namespace gambol {

enum class By { contact, command };

// [sample] by contact 1 while the leg bears, by command 1 during its commanded steps; else 0.
inline std::vector<double> leg_signal(By by, const Track& track, const ExpectSpec& e,
                                      const std::string& leg) {
  return by == By::contact ? track.bearing(leg, e.bears_from) : track.stepping(leg);
}

// Times (s) of a leg's footfalls: by contact those at which it comes down, by command those at
// which it begins to step.
inline std::vector<double> footfalls(By by, const Track& track, const ExpectSpec& e,
                                     const std::string& leg) {
  return track.onsets(leg_signal(by, track, e, leg));
}

// Rows at which a foot comes down of another leg than before: a foot that bounces, or scuffs, makes
// no step.
std::vector<std::size_t> steps_in_turn(const Track& track, const ExpectSpec& e);

}  // namespace gambol
