// Every field of an expectation. See schema/fields.h.

#include "schema/fields.h"
#include "shot/expect_spec.h"

namespace gambol {

void fields(Fields& v, SlipSpec& s) {
  v.field("max", s.max,
          {.help = "largest distance that a leg's feet may slide each time they bear",
           .dim = dim::length,
           .min = 0,
           .required = true});
  v.field("legs", s.legs, {.help = "names or patterns of legs; default: all"});
}

void fields(Fields& v, UprightSpec& u) {
  v.field("tilt", u.tilt,
          {.help = "largest angle of the root's up axis from the vertical",
           .dim = dim::angle,
           .positive = true});
  v.field("height", u.height, {.help = "least height of the root's origin", .dim = dim::length});
}

void fields(Fields& v, EventSpec& e) {
  v.field("mark", e.mark, {.help = "name of a cue or event, or a pattern"});
  v.field("touch", e.touch, {.help = "body that touches the ground, or a pattern"});
  v.field("never", e.never, {.help = "whether the event must not happen"});
}

void fields(Fields& v, FinalPoseSpec& p) {
  v.field("name", p.name, {.help = "one of the figure's poses"});
  v.field("joints", p.joints,
          {.help = "positions by joint or pattern, which override the pose",
           .or_as = "to",
           .by_name = true});
  v.field("tolerance", p.tolerance,
          {.help = "tolerance of every joint",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .positive = true});
  v.field("height", p.height, {.help = "height of the root's origin", .dim = dim::length});
  v.field("height_tolerance", p.height_tolerance,
          {.help = "tolerance of the height, in either direction",
           .dim = dim::length,
           .positive = true});
  v.field("rotate", p.rotate,
          {.help = "orientation of the root: rotations about the world's axes, in order",
           .dim = dim::angle});
  v.field("rotate_tolerance", p.rotate_tolerance,
          {.help = "largest angle between the expected and the actual orientation",
           .dim = dim::angle,
           .positive = true});
}

void fields(Fields& v, ToleratedSpec& t) {
  v.field("fault", t.fault,
          {.help = "fault that `gambol mutate` puts into the shot", .required = true});
  v.field("because", t.because,
          {.help = "why the shot's expectations need not notice it", .required = true});
}

void fields(Fields& v, StartsSpec& s) {
  v.field(
      "path", s.path,
      {.help = "keys and names from the top of the shot, joined by dots, such as `cues.walk.at`",
       .required = true});
  v.field("values", s.values,
          {.help = "values of that field, one for each start", .required = true});
}

void fields(Fields& v, ExpectSpec& e) {
  v.field("name", e.name,
          {.help = "name by which takes change the expectation and reports refer to it"});
  v.field("measure", e.measure, {.help = "a number that is measured"});
  v.field("slip", e.slip, {.help = "largest sliding of feet while they bear", .or_as = "max"});
  v.field("upright", e.upright,
          {.help = "largest tilt and least height of the root", .or_as = "tilt"});
  v.field("may_touch", e.may_touch,
          {.help = "only these bodies (names or patterns) touch the ground"});
  v.field("event", e.event, {.help = "an event that happens, or never does", .or_as = "mark"});
  v.field("pose", e.pose, {.help = "pose of the figure at the time `to`", .or_as = "name"});
  v.field("figure", e.figure,
          {.help = "figure that is measured, or a pattern that means several; default: the only "
                   "one"});
  v.field("body", e.body, {.help = "body, leg or joint, for measures of one"});
  v.field("over", e.over,
          {.help = "whether the shot is measured, or all its `starts`: then `min` and `max` bound "
                   "the worst of them, their mean or their median"});
  v.field("of", e.of,
          {.help = "which of the values of several figures, or at all starts, is bounded and "
                   "reported"});
  v.gone("of_starts", "`of`");
  v.field("bears_from", e.bears_from,
          {.help = "force, in weights of the figure, from which on a foot counts as down, for "
                   "measures of contact; it is up again below a third of it",
           .max = 1,
           .positive = true});
  v.field("from", e.from,
          {.help = "simulated time at which the expectation begins",
           .dim = dim::time,
           .min = 0,
           .frames = true});
  v.field("to", e.to,
          {.help = "simulated time at which the expectation ends; default: the end",
           .dim = dim::time,
           .min = 0,
           .frames = true});
  v.field("min", e.min, {.help = "least value that passes", .any_dim = true});
  v.field("max", e.max, {.help = "largest value that passes", .any_dim = true});
  v.field("reference", e.reference,
          {.help = "value of the source, to compare with", .any_dim = true});
  v.field("source", e.source, {.help = "document and section of the reference"});
  v.field("share", e.share,
          {.help = "share of a stride since the footfall of the joint's leg, for `stride_angle`",
           .min = 0,
           .max = 1});
  v.field("curve", e.curve,
          {.help = "angle of the joint, over the share of a stride since its leg's footfall, for "
                   "`joint_curve_error` and `joint_curve_within`",
           .dim = dim::angle,
           .over = dim::ratio});
  v.field("band", e.band,
          {.help = "how far to both sides of `curve` the angle is within, for "
                   "`joint_curve_within`: such as two standard deviations",
           .dim = dim::angle,
           .over = dim::ratio});
}

}  // namespace gambol
