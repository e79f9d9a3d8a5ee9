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
void fields(V& v, ImageTexture& t) {
  v.field("file", t.file,
          {.help = "a picture, such as PNG, JPEG or OpenEXR; it repeats",
           .required = true,
           .touches = Touches::nothing});
  if constexpr (requires { v.content("file", t.file); }) v.content("file", t.file);
}

template <class V>
void fields(V& v, GridTexture& t) {
  v.field("bold_every", t.bold_every, {.help = "every n-th line is bold", .min = 1});
  v.field("width", t.width, {.help = "of a line", .dim = dim::length, .min = 0});
  v.field("bold_width", t.bold_width, {.help = "of a bold line", .dim = dim::length, .min = 0});
}

template <class V>
void fields(V&, CheckerTexture&) {}

template <class V>
void fields(V& v, NoiseTexture& t) {
  v.field("octaves", t.octaves, {.help = "each of half the size", .min = 1, .max = 12});
  v.field("gain", t.gain, {.help = "of each octave over the one before", .min = 0, .max = 1});
  v.field("contrast", t.contrast, {.help = "around the middle", .min = 0, .max = 100});
}

template <class V>
void fields(V& v, StoneTexture& t) {
  v.field("joint", t.joint, {.help = "width of joints, of the size", .min = 0, .max = 1});
  v.field("variety", t.variety, {.help = "of the brightness of stones", .min = 0, .max = 1});
  v.field("roundness", t.roundness,
          {.help = "how far from the joint edges are rounded, of a stone", .min = 0, .max = 1});
}

template <class V>
void fields(V& v, TextureSpec& t) {
  v.variant("type", t.kind, {.help = "the pattern", .required = true});
  v.field("on", t.on, {.help = "what of the material it changes"});
  v.field("space", t.space,
          {.help = "where it stays: on the body, in the world, or on a mesh's own coordinates"});
  v.field("size", t.size,
          {.help = "of a square, between lines, of the largest features, or the width of an image",
           .dim = dim::length,
           .or_dim = {dim::ratio},
           .positive = true});
  v.field("amount", t.amount, {.help = "how much of it is seen", .min = 0, .max = 1});
  v.field(
      "color", t.color,
      {.help = "where the pattern is 1; an image is multiplied by it", .min = 0, .color = true});
  v.field("value", t.value, {.help = "where the pattern is 1, of a number", .min = 0, .max = 1});
  v.field("depth", t.depth,
          {.help = "bump: how far it stands out where the pattern is 1", .dim = dim::length});
}

template <class V>
void fields(V& v, ThinFilmSpec& f) {
  v.field(
      "thickness", f.thickness,
      {.help = "250 to 700 nm show colours", .dim = dim::length, .max = 5e-6, .positive = true});
  v.field("index", f.index, {.help = "of refraction; the coat below has 1.5", .min = 1, .max = 4});
}

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
  v.field("film", m.film, {.help = "iridescence, on the coat"});
  v.field("sheen", m.sheen, {.help = "weight of a layer of fine hairs", .min = 0, .max = 1});
  v.field("sheen_color", m.sheen_color, {.help = "of hairs", .min = 0, .max = 1, .color = true});
  v.field("sheen_roughness", m.sheen_roughness,
          {.help = "small: only at grazing angles", .min = 0, .max = 1});
  v.field("transmission", m.transmission,
          {.help = "1 is glass, tinted by its colour", .min = 0, .max = 1});
  v.field("index", m.index, {.help = "of refraction, of what transmits", .min = 1.0001, .max = 4});
  v.field("emission", m.emission, {.help = "light of its own", .min = 0, .color = true});
  v.field("textures", m.textures, {.help = "patterns; each lies on those before it"});
}

template <class V>
void fields(V& v, GroundLookSpec& g) {
  v.field("material", g.material, {.help = "of the ground"});
  v.field(
      "extent", g.extent,
      {.help = "half the side of the square that is seen", .dim = dim::length, .positive = true});
}

template <class V>
void fields(V& v, LightSpec& l) {
  v.field("kind", l.kind,
          {.help = "far away; a rectangle or a disc that shines to one side; a ball; a lamp with a "
                   "cone of light",
           .required = true});
  v.field("color", l.color, {.help = "of the light", .min = 0, .color = true});
  v.field("intensity", l.intensity,
          {.help = "over film time; sun: irradiance at normal incidence; area, disc, sphere: "
                   "radiance; spot: radiant intensity along its axis",
           .min = 0,
           .film_time = true});
  v.field("direction", l.direction, {.help = "sun: where its light travels"});
  v.field("angle", l.angle,
          {.help = "sun: angular diameter", .dim = dim::angle, .min = 0, .max = 3.15});
  v.field(
      "position", l.position,
      {.help = "all but the sun: centre, over film time", .dim = dim::length, .film_time = true});
  v.field("target", l.target,
          {.help = "area, disc, spot: the point it faces, over film time",
           .dim = dim::length,
           .film_time = true});
  v.field("width", l.width, {.help = "area", .dim = dim::length, .positive = true});
  v.field("height", l.height, {.help = "area", .dim = dim::length, .positive = true});
  v.field("radius", l.radius,
          {.help = "disc, sphere, spot: of what shines", .dim = dim::length, .positive = true});
  v.field(
      "cone", l.cone,
      {.help = "spot: full angle of its light", .dim = dim::angle, .max = 3.1, .positive = true});
  v.field(
      "soft", l.soft,
      {.help = "spot: the part of the cone, from its edge, in which it fades", .min = 0, .max = 1});
  v.field("follow", l.follow, {.help = "rides with the body that the camera follows; not the sun"});
  v.field("seen", l.seen, {.help = "whether the camera sees the light itself; not a spot"});
}

template <class V>
void fields(V& v, SkySpec& s) {
  v.field("model", s.model, {.help = "three colours, sunlit air, or a picture"});
  v.field("zenith", s.zenith, {.help = "gradient: overhead", .min = 0, .color = true});
  v.field("horizon", s.horizon, {.help = "gradient: at the horizon", .min = 0, .color = true});
  v.field("nadir", s.nadir,
          {.help = "gradient and physical: below, which only reflections see",
           .min = 0,
           .color = true});
  v.field("intensity", s.intensity,
          {.help = "of the whole sky, over film time", .min = 0, .film_time = true});
  v.field("sun_elevation", s.sun_elevation,
          {.help = "physical: of the sun above the horizon",
           .dim = dim::angle,
           .min = -0.2,
           .max = 1.5707963267948966});
  v.field("sun_azimuth", s.sun_azimuth,
          {.help = "physical: where the sun stands, from x towards y", .dim = dim::angle});
  v.field("sun_angle", s.sun_angle,
          {.help = "physical: its diameter; larger is softer",
           .dim = dim::angle,
           .min = 0,
           .max = 0.5});
  v.field("sun_strength", s.sun_strength,
          {.help = "physical: of the sun alone; 0 leaves the sky", .min = 0});
  v.field("haze", s.haze,
          {.help = "physical: 0 is clean air, 1 a clear day, 5 a dull one", .min = 0, .max = 20});
  v.field("image", s.image,
          {.help = "image: an equirectangular picture, best EXR or HDR; its middle is seen along x",
           .touches = Touches::nothing});
  if constexpr (requires { v.content("image", s.image); }) v.content("image", s.image);
  v.field("turn", s.turn, {.help = "image: about z", .dim = dim::angle});
  v.field("seen", s.seen, {.help = "whether the camera sees it; else the picture is transparent"});
}

template <class V>
void fields(V& v, ToneSpec& t) {
  v.field("curve", t.curve,
          {.help = "soft keeps light as it is up to 0.7 of white and rolls off above; filmic has a "
                   "toe and a long shoulder and bleaches highlights; srgb clips"});
  v.field("contrast", t.contrast,
          {.help = "filmic: slope around middle grey", .max = 4, .positive = true});
  v.field("saturation", t.saturation, {.help = "of colours", .min = 0, .max = 4});
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
  v.field("tone", l.tone, {.help = "from light to screen", .or_as = "curve"});
}

template <class V>
void fields(V& v, PresetSpec& p) {
  v.field("width", p.width, {.help = "of the picture, in pixels", .min = 2, .max = 16384});
  v.field("height", p.height, {.help = "of the picture, in pixels", .min = 2, .max = 16384});
  v.field("samples", p.samples,
          {.help = "paths per pixel; with `noise` the most", .min = 1, .max = 1 << 20});
  v.field("noise", p.noise,
          {.help = "standard error of a pixel, of white as shown, at which sampling stops; 0 never",
           .min = 0,
           .max = 1});
  v.field("bounces", p.bounces, {.help = "after the first hit", .min = 0, .max = 64});
  v.field("shutter_poses", p.shutter_poses,
          {.help = "poses inside the shutter, for motion blur", .min = 2, .max = 129});
  v.field("clamp", p.clamp, {.help = "largest indirect sample; 0 is none", .min = 0});
  v.field("blur_glossy", p.blur_glossy,
          {.help = "least roughness seen after a diffuse bounce; 0 is exact", .min = 0, .max = 1});
  v.field("denoise", p.denoise, {.help = "guided by surfaces' colours and normals"});
  v.field("layers", p.layers,
          {.help = "whether EXR files hold depth, normals, motion and mattes besides the light"});
}

}  // namespace gambol
