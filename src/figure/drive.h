#pragma once

// How a degree of freedom is moved.

#include "schema/names.h"

namespace gambol {

// dynamic: by forces. hold: not at all. follow: by a curve over simulated time. led: by a
// controller. The last three are kinematic: they need whatever force their motion needs.
enum class Drive { dynamic, hold, follow, led };
template <>
inline constexpr auto names_of<Drive> = named<Drive>({
    {"dynamic", Drive::dynamic},
    {"hold", Drive::hold},
    {"follow", Drive::follow},
    {"led", Drive::led},
});

}  // namespace gambol
