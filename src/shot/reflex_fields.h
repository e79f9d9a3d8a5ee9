#pragma once

// Every field of a reflex file. See shot/field.h.

#include "shot/field.h"
#include "shot/names.h"
#include "shot/reflex_spec.h"

namespace gambol {

struct LoadContext;
struct Written;

// Reads the reflex file that `reference` names into `reflexes`.
void load_base(LoadContext& context, const Written& reference, ReflexSpec& reflexes);

template <class V>
void fields(V& v, TriggerSpec& t) {
  v.field("at", t.at,
          {.help = "position or force of the joint",
           .dim = dim::angle,
           .or_dim = {dim::length, dim::torque, dim::force},
           .required = true});
  v.field("side", t.side, {.help = "on which side of it the reflex acts"});
}

template <class V>
void fields(V& v, LegReflexSpec& l) {
  v.field("name", l.name, {.help = "of the leg"});
  v.field("step", l.step, {.help = "position of its upper joint: beyond it the leg wants to step"});
  v.field("load", l.load,
          {.help = "torque at its support joint: beyond it no step of the leg begins"});
  v.field("obstacle", l.obstacle,
          {.help = "torque at its upper joint: beyond it an obstacle stops the leg as it rises"});
  v.field("landed", l.landed,
          {.help = "torque at its support joint: beyond it a leg that comes down stands, and its "
                   "step is over"});
  v.field("ground_time", l.ground_time,
          {.help = "from the end of its step, by which it bears on the ground; else it searches",
           .dim = dim::time,
           .min = 0});
  v.field("overlap", l.overlap,
          {.help = "what a neighbour's step may have left when this leg's begins",
           .dim = dim::time,
           .min = 0});
}

template <class V>
void fields(V& v, ElevatorSpec& e) {
  v.field(
      "lift", e.lift,
      {.help = "how far the rest position of its support joint moves; the sign says which way is "
               "up",
       .dim = dim::angle,
       .or_dim = {dim::length},
       .required = true});
  v.field("over", e.over, {.help = "how long that takes", .dim = dim::time, .positive = true});
  v.field("again", e.again,
          {.help = "when a leg that is still stopped lifts further",
           .dim = dim::time,
           .positive = true});
}

template <class V>
void fields(V& v, SearchSpec& s) {
  v.field(
      "reach", s.reach,
      {.help = "how far the rest position of its support joint moves; the sign says which way is "
               "down",
       .dim = dim::angle,
       .or_dim = {dim::length},
       .required = true});
  v.field("sweep", s.sweep,
          {.help = "how far its upper joint sweeps to either side",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .min = 0,
           .required = true});
  v.field("period", s.period,
          {.help = "of a sweep forth and back", .dim = dim::time, .positive = true});
  v.field("sweeps", s.sweeps,
          {.help = "how many it takes to sweep the whole of `sweep`", .min = 1, .max = 1000});
}

template <class V>
void fields(V& v, CalibrationSpec& c) {
  v.field("shot", c.shot, {.help = "whose walk was observed", .touches = Touches::nothing});
  v.field("motion_hash", c.motion_hash,
          {.help = "of all that its motion depends on", .touches = Touches::nothing});
  v.field("margin", c.margin,
          {.help = "by which the triggers lie beyond what was observed, as a fraction of its range",
           .touches = Touches::nothing});
}

template <class V>
void fields(V& v, ReflexSpec& r) {
  v.field("file", r.file,
          {.help = "another reflex file to begin with; what else is written here overrides it",
           .touches = Touches::nothing});
  if constexpr (requires { v.base(r); }) v.base(r);
  v.field("about", r.about, {.help = "what the reflexes are", .touches = Touches::nothing});
  v.field("step", r.step, {.help = "whether a leg bent beyond its trigger wants to step"});
  v.field("load", r.load, {.help = "whether a loaded leg holds back its step"});
  v.field(
      "neighbours", r.neighbours,
      {.help = "whether a leg holds back its step while the leg in front, behind or across steps"});
  v.field(
      "middle_pair", r.middle_pair,
      {.help = "whether two legs across that are neither first nor last may lift at once over a "
               "hole, while all others stand"});
  v.field("landing", r.landing,
          {.help = "whether the step of a leg is over that comes down and bears"});
  v.field("raised", r.raised,
          {.help = "share of a step after which an obstacle is felt; before, the leg comes off the "
                   "ground",
           .min = 0,
           .max = 1});
  v.field("lowering", r.lowering,
          {.help = "share of a step after which the leg comes down: it may land, and feels no "
                   "obstacle",
           .min = 0,
           .max = 1});
  v.field(
      "fill_gap", r.fill_gap,
      {.help = "how much farther back the upper joint of the leg in front of a lost one steps and "
               "pushes",
       .dim = dim::angle,
       .or_dim = {dim::length},
       .min = 0});
  v.field("elevator", r.elevator,
          {.help = "what a leg does that meets an obstacle as it rises; else nothing"});
  v.field("search", r.search,
          {.help = "what a leg does that finds no ground after its step; else nothing"});
  v.field("legs", r.legs, {.help = "trigger values, by leg", .by_name = true});
  v.field("calibration", r.calibration,
          {.help = "what the trigger values were derived from", .touches = Touches::nothing});
}

}  // namespace gambol
