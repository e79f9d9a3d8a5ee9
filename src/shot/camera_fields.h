#pragma once

// Every field of cameras and views. See shot/field.h.

#include "shot/camera_spec.h"
#include "shot/field.h"
#include "shot/names.h"

namespace gambol {

template <class V>
void fields(V& v, FollowSpec& f) {
  v.field("figure", f.figure, {.help = "to ride with; the only one if not given"});
  v.field("body", f.body, {.help = "whose origin it rides with", .required = true});
  v.field("smoothing", f.smoothing,
          {.help = "standard deviation of a Gaussian over the body's path, in film time",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
}

template <class V>
void fields(V& v, CameraSpec& c) {
  v.field("position", c.position,
          {.help = "where the camera stands, over film time; an offset if it follows",
           .dim = dim::length,
           .film_time = true});
  v.field("target", c.target,
          {.help = "what it looks at, over film time; an offset if it follows",
           .dim = dim::length,
           .film_time = true});
  v.field("orbit", c.orbit,
          {.help = "angle by which the position has gone round the target, over film time",
           .dim = dim::angle,
           .film_time = true});
  v.field("follow", c.follow, {.help = "a body that position and target ride with"});
  v.field("up", c.up,
          {.help = "what points to the picture's top; z if not given, or x straight up and down"});
  v.field("projection", c.projection, {.help = "a lens, or parallel rays"});
  v.field("view_width", c.view_width,
          {.help = "orthographic: what is seen from side to side, over film time",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("focal_length", c.focal_length,
          {.help = "of the lens, over film time",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("sensor_width", c.sensor_width,
          {.help = "of the film gate", .dim = dim::length, .positive = true});
  v.field("f_number", c.f_number,
          {.help = "of the aperture, over film time; 0 is a pinhole", .min = 0, .film_time = true});
  v.field("focus", c.focus,
          {.help = "distance from the camera, over film time; else the target",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("shutter", c.shutter,
          {.help = "how long it is open; 360 deg is the whole frame",
           .dim = dim::angle,
           .min = 0,
           .max = 6.283185307179587});
  v.field("shutter_curve", c.shutter_curve,
          {.help = "rows of [part of the open time, openness], linear between; else it opens and "
                   "closes at once",
           .min = 0});
}

template <class V>
void fields(V& v, ViewSpec& w) {
  v.field("name", w.name,
          {.help = "for shots and takes that change it", .touches = Touches::nothing});
  v.field("camera", w.camera, {.help = "that takes it", .required = true});
  v.field("place", w.corner,
          {.help = "left upper corner, in fractions of the frame", .min = 0, .max = 1});
  v.field("size", w.size, {.help = "in fractions of the frame", .max = 1, .positive = true});
  v.field("from", w.from,
          {.help = "film time at which it begins", .dim = dim::time, .min = 0, .film_time = true});
  v.field("to", w.to,
          {.help = "film time at which it ends; the end if not given",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
}

}  // namespace gambol
