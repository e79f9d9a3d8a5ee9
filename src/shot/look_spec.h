#pragma once

// The look of a shot: materials, lights, sky, ground. Also the quality presets.

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"
#include "shot/hair_spec.h"
#include "shot/texture_spec.h"

namespace gambol {

// A film about as thin as the wavelength of light, on top of all layers. Its colours depend on the
// angle.
struct ThinFilmSpec {
  Place place;
  double thickness = 350e-9;  // m
  double index = 1.8;         // on a substrate of index 1.5
};
void fields(Fields& v, ThinFilmSpec& of);

// A fibre, such as a hair: a dielectric cylinder whose inside absorbs light (Chiang, Bitterli,
// Tappan and Burley, "A practical and controllable hair and fur model for production path tracing",
// 2016).
struct FibreSpec {
  Place place;
  double roughness = 0.3;            // along the fibre
  double azimuthal_roughness = 0.3;  // around it
  double tilt = 0.0349;              // rad, of the scales towards the root
  double index = 1.55;
  std::optional<double>
      melanin;               // instead of the material's colour; 0.3: blond, 1.3: brown, 8: black
  double redness = 0;        // share of pheomelanin, which is red, in it
  double variation = 0;      // of the absorption from strand to strand
  Vec3 tip = Vec3(1, 1, 1);  // factor of the colour at the tip
};
void fields(Fields& v, FibreSpec& of);

// A principled surface. Colours are linear bt.709.
struct MaterialSpec {
  Place place;
  std::string name;
  Vec3 color = Vec3(0.5, 0.5, 0.5);
  double metallic = 0;
  double roughness = 0.5;
  double specular = 0.5;  // 0.5 is a dielectric of index 1.5
  double coat = 0;        // weight of a clear coat of index 1.5
  double coat_roughness = 0.1;
  std::optional<ThinFilmSpec> film;  // on the coat
  double sheen = 0;                  // weight of a layer of fine hairs
  Vec3 sheen_color = Vec3(1, 1, 1);
  double sheen_roughness = 0.3;
  double transmission = 0;            // 1 is glass, tinted by `color`
  double index = 1.5;                 // of refraction, for transmission
  Vec3 emission = Vec3::Zero();       // W/sr/m2, arbitrary scale
  std::optional<FibreSpec> fibre;     // then of the others only `color` counts; for hair
  std::vector<TextureSpec> textures;  // applied in order
};
void fields(Fields& v, MaterialSpec& of);

struct GroundLookSpec {
  Place place;
  std::string material;
  double extent = 2;  // m: half the side of the visible square
};
void fields(Fields& v, GroundLookSpec& of);

enum class LightKind { sun, area, disc, sphere, spot };
template <>
inline constexpr auto names_of<LightKind> = named<LightKind>({
    {"sun", LightKind::sun},
    {"area", LightKind::area},
    {"disc", LightKind::disc},
    {"sphere", LightKind::sphere},
    {"spot", LightKind::spot},
});

struct LightSpec {
  Place place;
  LightKind kind = LightKind::sun;
  Vec3 color = Vec3(1, 1, 1);
  // Over film time. Sun: irradiance at normal incidence; area, disc, sphere: radiance; spot: the
  // radiant intensity along its axis.
  Curve intensity = Curve(1.0);
  bool flux = false;  // `intensity` was written in W or lm: all that leaves it; set by loading
  Vec3 direction = Vec3(0, 0, -1);              // sun: direction in which light travels
  double angle = 0.00925;                       // sun: angular diameter, rad
  VecCurve position = VecCurve(Vec3(0, 0, 1));  // m: centre, over film time
  VecCurve target = VecCurve(Vec3::Zero());     // m: the point that it faces
  double width = 0.1, height = 0.1;             // area: m
  double radius = 0.05;                         // disc, sphere, spot: m
  double cone = 0.7853981633974483;             // spot: full angle of its light, rad
  double soft = 0.2;                            // spot: part of the cone in which light fades
  bool follow = false;                          // moves with the body that the camera follows
  bool seen = false;                            // whether the camera sees the light itself

  Curve emitted() const;  // `intensity`, of a flux as the one that gives it
};
void fields(Fields& v, LightSpec& of);

enum class SkyModel { gradient, physical, image };
template <>
inline constexpr auto names_of<SkyModel> = named<SkyModel>({
    {"gradient", SkyModel::gradient},
    {"physical", SkyModel::physical},
    {"image", SkyModel::image},
});

// Light from all directions. A gradient has colours for zenith, horizon and nadir (below).
struct SkySpec {
  Place place;
  SkyModel model = SkyModel::gradient;
  Vec3 zenith = Vec3(0.3, 0.45, 0.8);
  Vec3 horizon = Vec3(0.8, 0.85, 0.9);
  Vec3 nadir = Vec3(0.2, 0.2, 0.2);
  Curve intensity = Curve(1.0);  // film time
  // Physical: sunlight that air and haze scatter once, and the sun itself.
  double sun_elevation = 0.6;  // rad
  double sun_azimuth = 0;      // rad, from x towards y
  double sun_angle = 0.00925;  // rad, its diameter
  double sun_strength = 1;     // of the sun alone
  double haze = 1;             // 0 is air alone
  std::string image;           // equirectangular, middle column along x; path resolved
  double turn = 0;             // rad: rotation of the image about z
  bool seen = true;            // by the camera; else the picture is transparent there
};
void fields(Fields& v, SkySpec& of);

enum class ToneCurve { soft, filmic, srgb };
template <>
inline constexpr auto names_of<ToneCurve> = named<ToneCurve>({
    {"soft", ToneCurve::soft},
    {"filmic", ToneCurve::filmic},
    {"srgb", ToneCurve::srgb},
});

// The mapping from light to what a screen shows.
struct ToneSpec {
  Place place;
  ToneCurve curve = ToneCurve::soft;
  double contrast = 1;    // filmic: slope around middle grey
  double saturation = 1;  // applied before the curve
};
void fields(Fields& v, ToneSpec& of);

struct LookSpec {
  Place place;
  std::string file;
  std::vector<MaterialSpec> materials;
  std::vector<std::string> materials_of_file;  // names of the materials from `file`
  std::optional<GroundLookSpec> ground;
  std::vector<LightSpec> lights;
  SkySpec sky;
  double exposure = 0;  // stops
  ToneSpec tone;
  std::vector<HairSpec> hair;
  std::vector<std::string> grow;  // names or patterns: the hair that grows
};
void fields(Fields& v, LookSpec& of);

struct PresetSpec {
  Place place;
  std::string name;
  std::optional<double> scale;    // share of the film's resolution; see sized()
  int width = 640, height = 360;  // px; without `scale`, a box for the film's picture
  int samples = 16;               // per pixel; the maximum if `noise` is set
  double noise = 0;               // target standard error of a pixel as shown, white = 1; 0: none
  int bounces = 3;                // indirect bounces after the first hit
  int shutter_poses = 5;          // poses inside the shutter, for motion blur
  double clamp = 0;               // largest indirect sample; 0 is off
  double blur_glossy = 0.3;       // least roughness after a diffuse bounce, against fireflies
  bool denoise = false;
  double fibre_clamp = 0.4;  // of `clamp`: bound of a path's vertices that first meets a fibre
  int fibre_samples = 0;     // per pixel where fibres are seen; 0: as `noise` asks
  double hair_width = 0.2;   // px: finer hairs become fewer and wider; 0: none grow
  bool layers = true;  // EXR files: depth, normals, motion and mattes in addition to the light
};
void fields(Fields& v, PresetSpec& of);

// Reads and checks a look file. Throws InputError with every problem found.
LookSpec load_look(const std::string& path);
// Reads and checks a preset; with `scale` its size is that of a film that states none. `name` is a
// preset of render/presets/, or a path to a YAML file. Throws InputError with every problem found.
PresetSpec load_preset(const std::string& name);

}  // namespace gambol
