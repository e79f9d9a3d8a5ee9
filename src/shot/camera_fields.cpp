// Every field of cameras and views. See schema/fields.h.

#include "schema/fields.h"
#include "shot/camera_spec.h"

namespace gambol {

void fields(Fields& v, FollowSpec& f) {
  v.field("figure", f.figure, {.help = "figure that the camera follows; default: the only one"});
  v.field("body", f.body, {.help = "body whose origin the camera follows", .required = true});
  v.field("smoothing", f.smoothing,
          {.help = "standard deviation of a Gaussian filter of the body's path, in film time",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
}

void fields(Fields& v, StereoSpec& s) {
  v.field("separation", s.separation,
          {.help = "distance between the eyes, over film time",
           .dim = dim::length,
           .min = 0,
           .required = true,
           .film_time = true});
  v.field("convergence", s.convergence,
          {.help = "distance from the camera of what both eyes see at the same place of their "
                   "pictures, over film time; default: the target's",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("layout", s.layout,
          {.help = "how the two pictures share a frame: left and right, left above right, or "
                   "separately as two movies and as EXR files with two views"});
}

void fields(Fields& v, CameraSpec& c) {
  v.field("position", c.position,
          {.help = "position of the camera, over film time; with `follow`, an offset from the body",
           .dim = dim::length,
           .film_time = true});
  v.field(
      "target", c.target,
      {.help =
           "point that the camera looks at, over film time; with `follow`, an offset from the body",
       .dim = dim::length,
       .film_time = true});
  v.field("orbit", c.orbit,
          {.help = "rotation of the position around the target, about z, over film time",
           .dim = dim::angle,
           .film_time = true});
  v.field("follow", c.follow, {.help = "body whose origin position and target move with"});
  v.field(
      "up", c.up,
      {.help = "direction towards the picture's top; default: z, or x if the view is vertical"});
  v.field("projection", c.projection,
          {.help = "perspective through a lens, parallel rays, or all directions around the "
                   "camera (360 degrees wide, 180 degrees high)"});
  v.field("view_width", c.view_width,
          {.help = "orthographic: width of the view, over film time",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("focal_length", c.focal_length,
          {.help = "focal length of the lens, over film time",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("sensor_width", c.sensor_width,
          {.help = "width of the film gate", .dim = dim::length, .positive = true});
  v.field("f_number", c.f_number,
          {.help = "f-number of the aperture, over film time; 0 is a pinhole",
           .min = 0,
           .film_time = true});
  v.field("focus", c.focus,
          {.help = "distance of focus from the camera, over film time; default: the target's",
           .dim = dim::length,
           .positive = true,
           .film_time = true});
  v.field("stereo", c.stereo, {.help = "two eyes instead of one"});
  v.field(
      "shutter", c.shutter,
      {.help =
           "shutter angle, the part of a frame for which it is open; 360 deg is the whole frame",
       .dim = dim::angle,
       .min = 0,
       .max = 6.283185307179587});
  v.field("shutter_curve", c.shutter_curve,
          {.help = "rows of [part of the open time, openness], linear in between; default: it "
                   "opens and closes instantly",
           .min = 0});
}

void fields(Fields& v, ViewSpec& w) {
  v.field("name", w.name,
          {.help = "name by which shots and takes change the view", .touches = Touches::nothing});
  v.field("camera", w.camera, {.help = "camera of the view", .required = true});
  v.field("place", w.corner,
          {.help = "upper left corner, in fractions of the frame", .min = 0, .max = 1});
  v.field("size", w.size,
          {.help = "width and height, in fractions of the frame", .max = 1, .positive = true});
  v.field("from", w.from,
          {.help = "film time at which the view begins",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
  v.field("to", w.to,
          {.help = "film time at which the view ends; default: the end of the film",
           .dim = dim::time,
           .min = 0,
           .film_time = true});
}

}  // namespace gambol
