#pragma once

// Every field of a cue. See shot/field.h.

#include "shot/cue_spec.h"
#include "shot/field.h"
#include "shot/names.h"

namespace gambol {

template <class V>
void fields(V& v, PushSpec& p) {
  v.field("figure", p.figure, {.help = "the only one if not given"});
  v.field("body", p.body, {.help = "that is pushed, at its centre of mass", .required = true});
  v.field("force", p.force, {.help = "in world axes", .dim = dim::force, .required = true});
  v.field("over", p.over,
          {.help = "how long it lasts", .dim = dim::time, .required = true, .positive = true});
}

template <class V>
void fields(V& v, CueSpec& c) {
  v.field("name", c.name, {.help = "of the mark it leaves in the poses", .required = true});
  v.field("at", c.at, {.help = "simulated time", .dim = dim::time, .min = 0, .required = true});
  v.field("start", c.start, {.help = "a controller: NAME or FIGURE.NAME"});
  v.field("stop", c.stop, {.help = "a controller: NAME or FIGURE.NAME"});
  v.field("run", c.run, {.help = "a motor program: NAME or FIGURE.NAME"});
  v.field("over", c.over,
          {.help = "duration of the phase that `run` plays", .dim = dim::time, .positive = true});
  v.field("push", c.push, {.help = "a force for a while"});
}

}  // namespace gambol
