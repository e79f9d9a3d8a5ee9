#pragma once

// The quantities of a kinematic gait that cues have set. They replace those of its spec.
//
// A plan that runs ahead of the figure does not know a cue before it happens. The rest of the plan
// is then made anew, and a new value begins to count half a cycle later: what has been derived from
// the next half cycle of the body's way stays as it is.

#include <string>
#include <string_view>
#include <vector>

#include "base/curve.h"
#include "base/hermite.h"
#include "control/command.h"

namespace gambol {

struct GaitSetting {
  std::string field;
  double asked = 0;  // s: when the cue happened
  Ramp way;          // to the new value, with zero slope at both ends
};

struct GaitSettings {
  std::vector<GaitSetting> all;

  const GaitSetting* find(std::string_view field) const {
    for (const GaitSetting& s : all)
      if (s.field == field) return &s;
    return nullptr;
  }
  // The field's value at t, s; `otherwise` if no cue has set it.
  double at(std::string_view field, double t, double otherwise) const {
    const GaitSetting* s = find(field);
    if (!s) return otherwise;
    const Ramp& w = s->way;
    if (t >= w.t1) return w.to;
    if (t <= w.t0) return w.from;
    return w.from + (w.to - w.from) * smooth_step((t - w.t0) / (w.t1 - w.t0));
  }
  double at(std::string_view field, double t, const Curve& otherwise) const {
    return find(field) ? at(field, t, 0.0) : otherwise.at(t);
  }
};

inline const GaitSettings no_settings;

}  // namespace gambol
