#pragma once

// Every field of a kinematic gait. See shot/field.h.

#include "shot/field.h"
#include "shot/gait_fields.h"
#include "shot/kinematic_gait_spec.h"

namespace gambol {

template <class V>
void fields(V& v, GaitShiftSpec& s) {
  v.field("at", s.at,
          {.help = "when legs begin to shift, each at its next mid-stance",
           .dim = dim::time,
           .required = true});
  v.field("gait", s.gait,
          {.help = "a gait of figures/gaits.yaml by its name, or one written out",
           .required = true,
           .or_as = "name"});
}

template <class V>
void fields(V& v, GainSpec& g) {
  v.field("joints", g.joints, {.help = "names of joints, or patterns", .required = true});
  v.field("gain", g.gain,
          {.help = "how much it matters that they are near their centre angles", .positive = true});
}

template <class V>
void fields(V& v, StepKeySpec& k) {
  v.field("at", k.at,
          {.help = "share of the swing's time; by default as the foot comes by at even speed",
           .min = 0,
           .max = 1});
  v.field(
      "progress", k.progress,
      {.help = "share of the way from foothold to foothold, seen from the body", .required = true});
  v.field("height", k.height,
          {.help = "above the line between the footholds", .dim = dim::length, .required = true});
  v.field("side", k.side, {.help = "outwards", .dim = dim::length});
  v.field(
      "pitch", k.pitch,
      {.help = "how far the toes are up there, where the gait has level_feet", .dim = dim::angle});
  v.field(
      "posture", k.posture,
      {.help = "a pose of the figure: the leg's centre angles there; else those of the stance"});
  v.field("gains", k.gains,
          {.help = "how much joints matter there; others as the gait has it. Between keys centre "
                   "angles and gains change smoothly"});
}

template <class V>
void fields(V& v, StepSpec& s) {
  v.field("height", s.height,
          {.help = "how high a foot is in the middle of its step, where no keys say",
           .dim = dim::length,
           .min = 0});
  v.field("keys", s.keys,
          {.help = "positions of the foot on its way, in order; a smooth curve goes through them"});
  v.field(
      "clearance", s.clearance,
      {.help = "on terrain: least height of the foot over what is below it in the middle of its "
               "way, and less towards its ends; the step is raised as far as that takes",
       .dim = dim::length,
       .min = 0});
  v.field("search", s.search,
          {.help = "on terrain: how far from its place a foot may be put, to find ground that is "
                   "flat over a quarter of that length",
           .dim = dim::length,
           .min = 0});
  v.field("steepest", s.steepest,
          {.help = "rise over run that is flat enough to stand on", .positive = true});
}

template <class V>
void fields(V& v, PathPoint& p) {
  v.field("at", p.at, {.help = "in world axes", .dim = dim::length, .required = true});
}

template <class V>
void fields(V& v, WaySpec& w) {
  v.field(
      "points", w.points,
      {.help = "on the ground; a smooth line goes through them", .required = true, .or_as = "at"});
  v.field("closed", w.closed,
          {.help = "whether it returns to the first point and goes on; else the figure stops at "
                   "the last"});
  v.field("look_ahead", w.look_ahead,
          {.help = "the body heads for the point of the line where it would be after so long",
           .dim = dim::time,
           .positive = true});
}

template <class V>
void fields(V& v, SwingSpec& s) {
  v.field("joints", s.joints,
          {.help = "names of joints that are part of no leg, or patterns", .required = true});
  v.field("leg", s.leg, {.help = "the leg that they go with", .required = true});
  v.field("gain", s.gain,
          {.help = "how far they turn (rad; m if they slide) for every radian that the foot is "
                   "ahead of its place, seen from the body's height; added to their posture"});
}

template <class V>
void fields(V& v, KinematicGaitSpec& g) {
  v.field("gait", g.gait,
          {.help = "a gait of figures/gaits.yaml by its name, or one written out",
           .required = true,
           .or_as = "name"});
  v.field("shifts", g.shifts, {.help = "changes to other gaits, by rising time"});
  v.field("shift_rate", g.shift_rate,
          {.help = "share of a cycle by which a leg may run ahead or fall behind in one cycle",
           .min = 0,
           .max = 0.5});
  v.field("period", g.design.period,
          {.help = "of one cycle, over simulated time", .dim = dim::time, .positive = true});
  v.field("duty_factor", g.design.duty_factor,
          {.help = "share of the period that a foot is on the ground, over simulated time; the "
                   "gait's own if it is not given and needed",
           .positive = true});
  v.field("support_duration", g.design.support_duration,
          {.help = "how long a foot is on the ground, over simulated time",
           .dim = dim::time,
           .positive = true});
  v.field("transfer_duration", g.design.transfer_duration,
          {.help = "how long a foot is in the air, over simulated time",
           .dim = dim::time,
           .positive = true});
  v.field("stroke", g.design.stroke,
          {.help = "how far the body travels while a foot supports it, over simulated time",
           .dim = dim::length,
           .min = 0});
  v.field("body_speed", g.design.body_speed,
          {.help = "over the ground, over simulated time", .dim = dim::speed, .min = 0});
  v.field("leg_speed", g.design.leg_speed,
          {.help = "of a foot along its way through the air, seen from the body, over simulated "
                   "time",
           .dim = dim::speed,
           .positive = true});
  v.field("step", g.step, {.help = "how feet are carried", .required = true});
  v.field(
      "level_feet", g.level_feet,
      {.help = "whether feet keep the angle to the ground that they have in the posture, in every "
               "direction: legs of six joints and more can, others come as near as they may"});
  v.field("path", g.path, {.help = "a line on the ground to keep to; else straight on"});
  v.field(
      "foot_force", g.foot_force,
      {.help = "largest horizontal force of one foot, in weights of the figure", .positive = true});
  v.field("reaction", g.reaction,
          {.help = "how fast the body would take up a new velocity if its feet could give any "
                   "force, and how fast they bring it back from its recoil",
           .dim = dim::time,
           .positive = true});
  v.field("surge", g.surge,
          {.help = "how much feet brake before the body has passed them and push after: 1 if "
                   "their forces point to it",
           .min = 0});
  v.field("surge_limit", g.surge_limit,
          {.help = "share of a foot's largest force that this may take; the rest is for turning "
                   "and for changes of speed",
           .min = 0,
           .max = 1});
  v.field("pitch", g.pitch,
          {.help = "how much of the uneven lifting by front and rear legs tilts the body"});
  v.field("roll", g.roll, {.help = "how much of the uneven lifting by left and right legs does"});
  v.field(
      "bounce", g.bounce,
      {.help =
           "how much of the rise and fall by the legs' constant forces the body shows: less "
           "than 1 where legs, rather, share the weight evenly. Only at 1 it flies as things fall",
       .min = 0,
       .max = 1});
  v.field("balance", g.balance,
          {.help = "how far the body goes to over the middle of the feet that stand, each counting "
                   "most in the middle of its stance: for slow gaits, which must not fall over",
           .min = 0,
           .max = 1});
  v.field(
      "sway", g.sway,
      {.help = "how far legs push the body to the other side while they bear: 1 if their forces "
               "point to it",
       .min = 0});
  v.field(
      "recoil", g.recoil,
      {.help = "how far the body gives way to its swinging legs: at 1 the centre of mass of the "
               "whole figure goes as planned, and the body turns against them; at 0 the body "
               "goes as if they had no mass",
       .min = 0,
       .max = 1});
  v.field("bank", g.bank,
          {.help = "how far the body leans into a turn: 1 as far as a pendulum would"});
  v.field("bend", g.bend,
          {.help = "how much of a turn's curve the chain between front and rear takes"});
  v.field("ground_smoothing", g.ground_smoothing,
          {.help = "in how many cycles the body takes up a change of the ground's height and slope",
           .positive = true});
  v.field("height", g.height,
          {.help = "of the body on the mean, added to its posture's, over simulated time",
           .dim = dim::length});
  v.field("posture", g.posture,
          {.help = "a pose of the figure: its legs in the middle of their stance, and the centre "
                   "angles; else as it begins"});
  v.field("gains", g.gains,
          {.help = "how much joints matter; others have 1. Those named last rule"});
  v.field(
      "haste", g.haste,
      {.help = "how fast joints may turn to a posture nearer to their centre angles, besides what "
               "brings feet where they must be: where a leg goes over from one fold to another",
       .dim = dim::angular_speed,
       .positive = true});
  v.field("swings", g.swings, {.help = "joints that go with legs, as arms do"});
}

}  // namespace gambol
