#pragma once

// Whether a figure's root is, at some time of a shot, moved or held by a force from nowhere.

namespace gambol {

struct CastSpec;
struct MotionSpec;

// By `fixed_root`, by a curve, or by a cue that drives it.
bool may_hold_root(const MotionSpec& motion, const CastSpec& cast);

}  // namespace gambol
