#pragma once

// Every field of a look and a preset. See shot/field.h.

#include "shot/field.h"
#include "shot/look_spec.h"
#include "shot/names.h"

namespace gambol {

struct LoadContext;
struct Written;

// Reads the look that `reference` names into `look`.
void load_base(LoadContext& context, const Written& reference, LookSpec& look);

template <class V>
void fields(V& v, MaterialSpec& m) {
  v.field("name", m.name, {.help = "by which figures and the ground call it"});
  v.field("color", m.color, {.help = "of the surface", .min = 0, .max = 1, .color = true});
  v.field("metallic", m.metallic, {.help = "0 is a dielectric, 1 a metal", .min = 0, .max = 1});
  v.field("roughness", m.roughness, {.help = "0 is a mirror", .min = 0, .max = 1});
  v.field("specular", m.specular,
          {.help = "reflection of a dielectric; 0.5 is an index of 1.5", .min = 0, .max = 1});
  v.field("coat", m.coat, {.help = "weight of a clear coat", .min = 0, .max = 1});
  v.field("coat_roughness", m.coat_roughness, {.help = "of the coat", .min = 0, .max = 1});
  v.field("emission", m.emission, {.help = "light of its own", .min = 0, .color = true});
}

template <class V>
void fields(V& v, GridSpec& g) {
  v.field("spacing", g.spacing, {.help = "between lines", .dim = dim::length, .positive = true});
  v.field("bold_every", g.bold_every, {.help = "every n-th line is bold", .min = 1});
  v.field("width", g.width, {.help = "of a line", .dim = dim::length, .min = 0});
  v.field("bold_width", g.bold_width, {.help = "of a bold line", .dim = dim::length, .min = 0});
  v.field("color", g.color, {.help = "of lines", .min = 0, .max = 1, .color = true});
}

template <class V>
void fields(V& v, GroundLookSpec& g) {
  v.field("material", g.material, {.help = "of the ground"});
  v.field(
      "extent", g.extent,
      {.help = "half the side of the square that is seen", .dim = dim::length, .positive = true});
  v.field("grid", g.grid, {.help = "ruled lines"});
}

template <class V>
void fields(V& v, LightSpec& l) {
  v.field("kind", l.kind, {.help = "far away, or a rectangle", .required = true});
  v.field("color", l.color, {.help = "of the light", .min = 0, .color = true});
  v.field("intensity", l.intensity,
          {.help = "sun: irradiance at normal incidence; area: radiance; over film time",
           .min = 0,
           .film_time = true});
  v.field("direction", l.direction, {.help = "sun: where its light travels"});
  v.field("angle", l.angle,
          {.help = "sun: angular diameter", .dim = dim::angle, .min = 0, .max = 3.15});
  v.field("position", l.position, {.help = "area: centre", .dim = dim::length});
  v.field("target", l.target, {.help = "area: the point it faces", .dim = dim::length});
  v.field("width", l.width, {.help = "area", .dim = dim::length, .positive = true});
  v.field("height", l.height, {.help = "area", .dim = dim::length, .positive = true});
  v.field("follow", l.follow, {.help = "area: rides with the body that the camera follows"});
}

template <class V>
void fields(V& v, SkySpec& s) {
  v.field("zenith", s.zenith, {.help = "colour overhead", .min = 0, .color = true});
  v.field("horizon", s.horizon, {.help = "colour at the horizon", .min = 0, .color = true});
  v.field("nadir", s.nadir,
          {.help = "colour below, which only reflections see", .min = 0, .color = true});
  v.field("intensity", s.intensity,
          {.help = "of the whole sky, over film time", .min = 0, .film_time = true});
}

template <class V>
void fields(V& v, LookSpec& l) {
  v.field("file", l.file,
          {.help = "another look to begin with; what else is written here overrides it",
           .touches = Touches::nothing});
  if constexpr (requires { v.base(l); }) v.base(l);
  v.field("materials", l.materials, {.help = "surfaces, by name", .by_name = true});
  v.field("ground", l.ground, {.help = "how the ground is seen; else it is not"});
  v.field("lights", l.lights, {.help = "besides the sky"});
  v.field("sky", l.sky, {.help = "light from everywhere"});
  v.field("exposure", l.exposure, {.help = "in stops", .min = -40, .max = 40});
}

template <class V>
void fields(V& v, PresetSpec& p) {
  v.field("width", p.width, {.help = "of the picture, in pixels", .min = 2, .max = 16384});
  v.field("height", p.height, {.help = "of the picture, in pixels", .min = 2, .max = 16384});
  v.field("samples", p.samples, {.help = "paths per pixel", .min = 1, .max = 1 << 20});
  v.field("bounces", p.bounces, {.help = "after the first hit", .min = 0, .max = 64});
  v.field("shutter_poses", p.shutter_poses,
          {.help = "poses inside the shutter, for motion blur", .min = 2, .max = 129});
  v.field("clamp", p.clamp, {.help = "largest indirect sample; 0 is none", .min = 0});
  v.field("blur_glossy", p.blur_glossy,
          {.help = "least roughness seen after a diffuse bounce; 0 is exact", .min = 0, .max = 1});
}

}  // namespace gambol
