// Every field of a look and a preset. See schema/fields.h.

#include "base/units.h"
#include "schema/fields.h"
#include "shot/look_spec.h"

namespace gambol {

struct LoadContext;
struct Written;

// Reads the look file that `look.file`, written at `reference`, names into `look`.
void load_base(LoadContext& context, const Written& reference, LookSpec& look);

void fields(Fields& v, ImageTexture& t) {
  v.field("file", t.file,
          {.help = "picture file, such as PNG, JPEG or OpenEXR; the picture repeats",
           .required = true,
           .touches = Touches::nothing});
  v.content("file", t.file);
  v.field("channel", t.channel,
          {.help = "what of the picture counts: rgba: its colours, by its alpha; rgb: its "
                   "colours; red, green, blue, alpha: the numbers of one channel, as stored"});
}

void fields(Fields& v, GridTexture& t) {
  v.field("bold_every", t.bold_every,
          {.help = "period of bold lines: every n-th line is bold", .min = 1});
  v.field("width", t.width, {.help = "width of a line", .dim = dim::length, .min = 0});
  v.field("bold_width", t.bold_width,
          {.help = "width of a bold line", .dim = dim::length, .min = 0});
}

void fields(Fields&, CheckerTexture&) {}

void fields(Fields& v, NoiseTexture& t) {
  v.field(
      "octaves", t.octaves,
      {.help = "number of octaves, each of half the size of the one before", .min = 1, .max = 12});
  v.field("gain", t.gain,
          {.help = "amplitude of each octave over that of the one before", .min = 0, .max = 1});
  v.field("contrast", t.contrast, {.help = "contrast around the middle", .min = 0, .max = 100});
}

void fields(Fields& v, StoneTexture& t) {
  v.field("joint", t.joint,
          {.help = "width of joints, as a fraction of the size", .min = 0, .max = 1});
  v.field("variety", t.variety,
          {.help = "variety of the brightness of stones", .min = 0, .max = 1});
  v.field("roundness", t.roundness,
          {.help = "distance from the joint over which edges are rounded, as a fraction of a stone",
           .min = 0,
           .max = 1});
}

void fields(Fields& v, TextureSpec& t) {
  v.variant("type", t.kind, {.help = "kind of pattern", .required = true});
  v.field("on", t.on,
          {.help = "property of the material that the pattern changes; normal: a picture of "
                   "normals; opacity: holes"});
  v.field("space", t.space,
          {.help = "space in which the pattern is fixed: the body, the world, or the uv "
                   "coordinates of a mesh"});
  v.field("size", t.size,
          {.help = "size of a square, distance between lines, size of the largest features, or "
                   "width of an image",
           .dim = dim::length,
           .or_dim = {dim::ratio},
           .positive = true});
  v.field("amount", t.amount, {.help = "strength of the pattern", .min = 0, .max = 1});
  v.field("color", t.color,
          {.help = "colour where the pattern is 1; an image is multiplied by it",
           .min = 0,
           .color = true});
  v.field("value", t.value,
          {.help = "value of a number where the pattern is 1", .min = 0, .max = 1});
  v.field("depth", t.depth,
          {.help = "bump: height of the surface where the pattern is 1", .dim = dim::length});
  v.field("cutoff", t.cutoff,
          {.help = "opacity: the surface has holes where the pattern is less", .min = 0, .max = 1});
}

void fields(Fields& v, ThinFilmSpec& f) {
  v.field("thickness", f.thickness,
          {.help = "thickness of the film; 250 to 700 nm show colours",
           .dim = dim::length,
           .max = 5e-6,
           .positive = true});
  v.field("index", f.index,
          {.help = "index of refraction; the coat below has 1.5", .min = 1, .max = 4});
}

void fields(Fields& v, FibreSpec& f) {
  v.field("roughness", f.roughness,
          {.help = "roughness along the fibre; if small, highlights are narrow bands",
           .min = 0.05,
           .max = 1});
  v.field("azimuthal_roughness", f.azimuthal_roughness,
          {.help = "roughness around the fibre; if large, light goes through in all directions",
           .min = 0.05,
           .max = 1});
  v.field("tilt", f.tilt,
          {.help = "angle by which the scales shift the highlight towards the root",
           .dim = dim::angle,
           .min = -0.3,
           .max = 0.3});
  v.field("index", f.index, {.help = "index of refraction; hair has 1.55", .min = 1.1, .max = 3});
  v.field("melanin", f.melanin,
          {.help = "amount of melanin instead of the colour: 0.3 is blond, 1.3 brown, 8 black",
           .min = 0,
           .max = 100});
  v.field("redness", f.redness, {.help = "share of red melanin in it", .min = 0, .max = 1});
  v.field("variation", f.variation,
          {.help = "variation of the absorption from strand to strand", .min = 0, .max = 1});
  v.field("tip", f.tip,
          {.help = "factor of the colour at the tip; the root has the colour itself",
           .min = 0,
           .max = 1,
           .color = true});
}

void fields(Fields& v, MaterialSpec& m) {
  v.field("name", m.name, {.help = "name by which figures and the ground refer to the material"});
  v.field("color", m.color, {.help = "colour of the surface", .min = 0, .max = 1, .color = true});
  v.field("metallic", m.metallic, {.help = "0 is a dielectric, 1 a metal", .min = 0, .max = 1});
  v.field("roughness", m.roughness,
          {.help = "roughness of the surface; 0 is a mirror", .min = 0, .max = 1});
  v.field("specular", m.specular,
          {.help = "reflection of a dielectric; 0.5 is an index of 1.5", .min = 0, .max = 1});
  v.field("coat", m.coat, {.help = "weight of a clear coat", .min = 0, .max = 1});
  v.field("coat_roughness", m.coat_roughness,
          {.help = "roughness of the coat", .min = 0, .max = 1});
  v.field("film", m.film, {.help = "thin film on the coat, for iridescence"});
  v.field("sheen", m.sheen, {.help = "weight of a layer of fine hairs", .min = 0, .max = 1});
  v.field("sheen_color", m.sheen_color,
          {.help = "colour of the hairs", .min = 0, .max = 1, .color = true});
  v.field("sheen_roughness", m.sheen_roughness,
          {.help = "roughness of the hairs; if small, sheen shows at grazing angles only",
           .min = 0,
           .max = 1});
  v.field("transmission", m.transmission,
          {.help = "weight of transmission; 1 is glass, tinted by the colour", .min = 0, .max = 1});
  v.field("index", m.index,
          {.help = "index of refraction, for transmission", .min = 1.0001, .max = 4});
  v.field("emission", m.emission,
          {.help = "light that the surface emits", .min = 0, .color = true});
  v.field("fibre", m.fibre,
          {.help = "makes it the material of hair: cylinders that let light of the colour "
                   "through; other keys than `color` and `textures` on it do not count"});
  v.field("textures", m.textures, {.help = "patterns, applied in order"});
}

void fields(Fields& v, GroundLookSpec& g) {
  v.field("material", g.material, {.help = "material of the ground"});
  v.field("extent", g.extent,
          {.help = "half the side of the visible square", .dim = dim::length, .positive = true});
}

void fields(Fields& v, LightSpec& l) {
  v.field("kind", l.kind,
          {.help = "sun: far away; area, disc: a rectangle or a disc that shines to one side; "
                   "sphere: a ball; spot: a lamp with a cone of light",
           .required = true});
  v.field("color", l.color, {.help = "colour of the light", .min = 0, .color = true});
  v.field("intensity", l.intensity,
          {.help = "intensity over film time; sun: irradiance at normal incidence (W/m2, lx); "
                   "area, disc, sphere: radiance (W/m2/sr, cd/m2); spot: radiant intensity along "
                   "its axis (W/sr, cd); all but the sun: or, in W or lm, all that leaves it",
           .or_dim = {dim::irradiance, dim::power},
           .min = 0,
           .film_time = true});
  v.made("flux", l.flux);
  v.field("direction", l.direction, {.help = "sun: direction in which light travels"});
  v.field("angle", l.angle,
          {.help = "sun: angular diameter", .dim = dim::angle, .min = 0, .max = 3.15});
  v.field(
      "position", l.position,
      {.help = "all but the sun: centre, over film time", .dim = dim::length, .film_time = true});
  v.field("target", l.target,
          {.help = "area, disc, spot: point that the light faces, over film time",
           .dim = dim::length,
           .film_time = true});
  v.field("width", l.width, {.help = "area: width", .dim = dim::length, .positive = true});
  v.field("height", l.height, {.help = "area: height", .dim = dim::length, .positive = true});
  v.field("radius", l.radius,
          {.help = "disc, sphere, spot: radius of the luminous surface",
           .dim = dim::length,
           .positive = true});
  v.field("cone", l.cone,
          {.help = "spot: full angle of the cone of light",
           .dim = dim::angle,
           .max = 3.1,
           .positive = true});
  v.field(
      "soft", l.soft,
      {.help = "spot: part of the cone, from its edge, in which light fades", .min = 0, .max = 1});
  v.field(
      "follow", l.follow,
      {.help = "whether the light moves with the body that the camera follows; not for the sun"});
  v.field("seen", l.seen, {.help = "whether the camera sees the light itself; not for a spot"});
}

void fields(Fields& v, SkySpec& s) {
  v.field("model", s.model,
          {.help = "gradient: three colours; physical: sunlit air; image: a picture"});
  v.field("zenith", s.zenith, {.help = "gradient: colour overhead", .min = 0, .color = true});
  v.field("horizon", s.horizon,
          {.help = "gradient: colour at the horizon", .min = 0, .color = true});
  v.field("nadir", s.nadir,
          {.help = "gradient and physical: colour below the horizon, seen mostly in reflections",
           .min = 0,
           .color = true});
  v.field("intensity", s.intensity,
          {.help = "intensity of the whole sky, over film time", .min = 0, .film_time = true});
  v.field("sun_elevation", s.sun_elevation,
          {.help = "physical: angle of the sun above the horizon",
           .dim = dim::angle,
           .min = -0.2,
           .max = 1.5707963267948966});
  v.field("sun_azimuth", s.sun_azimuth,
          {.help = "physical: direction of the sun, from x towards y", .dim = dim::angle});
  v.field("sun_angle", s.sun_angle,
          {.help = "physical: angular diameter of the sun; a larger one gives softer shadows",
           .dim = dim::angle,
           .min = 0,
           .max = 0.5});
  v.field("sun_strength", s.sun_strength,
          {.help = "physical: strength of the sun alone; 0 leaves the sky", .min = 0});
  v.field("haze", s.haze,
          {.help = "physical: amount of haze; 0 is clean air, 1 a clear day, 5 a dull one",
           .min = 0,
           .max = 20});
  v.field(
      "image", s.image,
      {.help = "image: equirectangular picture, preferably EXR or HDR; its middle is seen along x",
       .touches = Touches::nothing});
  v.content("image", s.image);
  v.field("turn", s.turn, {.help = "image: rotation about z", .dim = dim::angle});
  v.field("seen", s.seen,
          {.help = "whether the camera sees the sky; if not, the picture is transparent there"});
}

void fields(Fields& v, ToneSpec& t) {
  v.field("curve", t.curve,
          {.help = "soft leaves light unchanged up to 0.7 of white and rolls off above; filmic has "
                   "a toe and a long shoulder and bleaches highlights; srgb clips"});
  v.field("contrast", t.contrast,
          {.help = "filmic: slope around middle grey", .max = 4, .positive = true});
  v.field("saturation", t.saturation, {.help = "saturation of colours", .min = 0, .max = 4});
}

void fields(Fields& v, LookSpec& l) {
  v.field("file", l.file,
          {.help = "another look to start from; the other fields written here override it",
           .touches = Touches::nothing});
  v.base(l);
  v.field("materials", l.materials, {.help = "surfaces, by name", .by_name = true});
  v.field("ground", l.ground, {.help = "look of the ground; if not given, the ground is not seen"});
  v.field("lights", l.lights, {.help = "lights in addition to the sky"});
  v.field("sky", l.sky, {.help = "light from all directions"});
  v.field("exposure", l.exposure, {.help = "exposure in stops", .min = -40, .max = 40});
  v.field("tone", l.tone, {.help = "mapping from light to what a screen shows", .or_as = "curve"});
  v.field("hair", l.hair,
          {.help = "hair, fur and grass, by name, which grow on surfaces of some materials",
           .by_name = true,
           .touches = l.grow.empty() ? Touches::nothing : Touches::motion});  // none is seen
  v.field("grow", l.grow,
          {.help = "names or patterns of the hair that grows; default: none, as it takes time"});
}

void fields(Fields& v, PresetSpec& p) {
  v.field("scale", p.scale,
          {.help = "share of the film's resolution, which pictures have in width and height",
           .max = 8,
           .positive = true,
           .touches = Touches::nothing});  // width and height, which follow from it, count
  v.field("width", p.width,
          {.help = "without `scale`: width in pixels of a box; the picture is the largest one of "
                   "the film's shape inside it",
           .min = 2,
           .max = 16384});
  v.field("height", p.height,
          {.help = "without `scale`: height of that box, in pixels", .min = 2, .max = 16384});
  v.field("samples", p.samples,
          {.help = "paths per pixel; with `noise`, the maximum", .min = 1, .max = 1 << 20});
  v.field(
      "noise", p.noise,
      {.help =
           "standard error of a pixel as shown, with white = 1, at which sampling stops; 0: never",
       .min = 0,
       .max = 1});
  v.field("bounces", p.bounces,
          {.help = "indirect bounces after the first hit", .min = 0, .max = 64});
  v.field("shutter_poses", p.shutter_poses,
          {.help = "poses inside the shutter, for motion blur", .min = 2, .max = 129});
  v.field("clamp", p.clamp, {.help = "largest indirect sample; 0 is no limit", .min = 0});
  v.field("blur_glossy", p.blur_glossy,
          {.help = "least roughness after a diffuse bounce; 0 is exact", .min = 0, .max = 1});
  v.field("denoise", p.denoise,
          {.help = "whether to denoise, guided by surfaces' colours and normals"});
  v.field("fibre_clamp", p.fibre_clamp,
          {.help = "bound, as a share of `clamp`, on what each vertex of a path adds that first "
                   "meets a fibre: fibres sparkle",
           .min = 0});
  v.field("fibre_samples", p.fibre_samples,
          {.help = "paths per pixel where fibres are seen, at least, where `noise` sets the "
                   "number elsewhere; 0: as `noise` asks",
           .min = 0,
           .max = 1 << 20});
  v.field("hair_width", p.hair_width,
          {.help = "least width of hairs, in pixels: where they would be finer, fewer grow, and "
                   "wider ones; 0: none grow",
           .min = 0,
           .max = 100});
  v.field(
      "layers", p.layers,
      {.help =
           "whether EXR files hold depth, normals, motion and mattes in addition to the light"});
}

}  // namespace gambol
