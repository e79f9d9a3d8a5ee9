// Every field of a reflex file. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/oscillators/reflex_spec.h"

namespace gambol {

struct LoadContext;
struct Written;

// Reads the reflex file that `reflexes.file`, written at `reference`, names into `reflexes`.
void load_base(LoadContext& context, const Written& reference, ReflexSpec& reflexes);

void fields(Fields& v, TriggerSpec& t) {
  v.field("at", t.at,
          {.help = "position or force of the joint at the threshold",
           .dim = dim::angle,
           .or_dim = {dim::length, dim::torque, dim::force},
           .required = true});
  v.field("side", t.side, {.help = "side of the threshold on which the reflex acts"});
}

void fields(Fields& v, LegReflexSpec& l) {
  v.field("name", l.name, {.help = "name of the leg"});
  v.field("step", l.step,
          {.help = "position of the upper joint beyond which the leg wants to step"});
  v.field("load", l.load,
          {.help = "load on the leg's feet, in weights of the figure, beyond which no step of the "
                   "leg begins",
           .positive = true});
  v.field(
      "obstacle", l.obstacle,
      {.help = "torque at the upper joint beyond which an obstacle stops the leg while it rises"});
  v.field(
      "landed", l.landed,
      {.help = "load on the leg's feet, in weights of the figure, beyond which a leg that comes "
               "down stands, and its step is over; one for each of as many equal parts of a "
               "step",
       .min = 0});
  v.field("ground_time", l.ground_time,
          {.help = "time from the end of a step, as a share of a step, by which the leg must bear "
                   "on the ground; after it the leg searches",
           .min = 0});
  v.field("overlap", l.overlap,
          {.help = "share of a neighbour's step that may remain when this leg's step begins",
           .min = 0});
  v.field(
      "tipping", l.tipping,
      {.help = "load on the leg's feet, in weights of the figure, times shares of a step, beyond "
               "which it gives way in stance; counted while its side bears nearly alone",
       .min = 0});
}

void fields(Fields& v, LiftSpec& e) {
  v.field("lift", e.lift,
          {.help = "shift of the rest position of the leg's support joint; its sign is the "
                   "direction upwards",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
  v.field("over", e.over, {.help = "duration of the shift", .dim = dim::time, .positive = true});
  v.field("again", e.again,
          {.help = "time after which a leg that is still stopped, or tipped over, lifts further",
           .dim = dim::time,
           .positive = true});
}

void fields(Fields& v, SearchSpec& s) {
  v.field("reach", s.reach,
          {.help = "shift of the rest position of the leg's support joint; its sign is the "
                   "direction downwards",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
  v.field("sweep", s.sweep,
          {.help = "largest sweep of the leg's upper joint to either side",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .min = 0,
           .required = true});
  v.field("period", s.period,
          {.help = "duration of a sweep forth and back", .dim = dim::time, .positive = true});
  v.field("sweeps", s.sweeps,
          {.help = "number of growing sweeps until one reaches `sweep`", .min = 1, .max = 1000});
}

void fields(Fields& v, CalibrationSpec& c) {
  v.field("shots", c.shots,
          {.help = "shots whose walks were observed", .touches = Touches::nothing});
  v.field("motion_hashes", c.motion_hashes,
          {.help = "hashes of everything that the motions of those shots depend on",
           .touches = Touches::nothing});
  v.field(
      "margin", c.margin,
      {.help = "distance of the triggers beyond the observed range, as a fraction of that range",
       .touches = Touches::nothing});
}

void fields(Fields& v, ReflexSpec& r) {
  v.field("file", r.file,
          {.help = "another reflex file to start from; the other fields written here override it",
           .touches = Touches::nothing});
  v.base(r);
  v.field("about", r.about, {.help = "description of the reflexes", .touches = Touches::nothing});
  v.field("step", r.step, {.help = "whether a leg bent beyond its trigger wants to step"});
  v.field("load", r.load, {.help = "whether a loaded leg holds back its step"});
  v.field(
      "neighbours", r.neighbours,
      {.help = "whether a leg holds back its step while the leg in front, behind or across steps"});
  v.field("middle_pair", r.middle_pair,
          {.help = "whether two opposite legs that are neither first nor last may lift at once "
                   "over a hole, while all others stand"});
  v.field("landing", r.landing, {.help = "whether a leg that comes down and bears ends its step"});
  v.field(
      "raised", r.raised,
      {.help = "share of a step after which an obstacle is felt; before, the leg leaves the ground",
       .min = 0,
       .max = 1});
  v.field("lowering", r.lowering,
          {.help = "share of a step after which the leg comes down: it may land, and feels no "
                   "obstacle",
           .min = 0,
           .max = 1});
  v.field(
      "alone", r.alone,
      {.help = "share of the load beyond which the legs of one side bear it alone, and the body "
               "may tip over them",
       .min = 0.5,
       .max = 1});
  v.field("fill_gap", r.fill_gap,
          {.help = "backward shift of the steps and pushes of the upper joint of the leg in front "
                   "of a lost one",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .min = 0});
  v.field("elevator", r.elevator,
          {.help = "reaction of a leg that meets an obstacle while it rises; default: none"});
  v.field("yield", r.yield,
          {.help = "reaction of a leg over which the body tips, because its side bears nearly "
                   "alone; default: none"});
  v.field("search", r.search,
          {.help = "reaction of a leg that finds no ground after its step; default: none"});
  v.field("legs", r.legs, {.help = "trigger values, by leg", .by_name = true});
  v.field("calibration", r.calibration,
          {.help = "source of the trigger values", .touches = Touches::nothing});
}

}  // namespace gambol
