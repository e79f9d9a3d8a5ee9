#pragma once

// The look of a shot: materials, lights, sky, ground. Also the quality presets.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

// The property of its material that a texture changes.
enum class TextureTarget { color, roughness, metallic, specular, coat, sheen, emission, bump };
template <>
inline constexpr auto names_of<TextureTarget> = named<TextureTarget>({
    {"color", TextureTarget::color},
    {"roughness", TextureTarget::roughness},
    {"metallic", TextureTarget::metallic},
    {"specular", TextureTarget::specular},
    {"coat", TextureTarget::coat},
    {"sheen", TextureTarget::sheen},
    {"emission", TextureTarget::emission},
    {"bump", TextureTarget::bump},
});
inline constexpr int texture_targets = static_cast<int>(names_of<TextureTarget>.size());
// The space in which a pattern is fixed: the body, the world, or the uv coordinates of a mesh.
enum class TextureSpace { body, world, uv };
template <>
inline constexpr auto names_of<TextureSpace> = named<TextureSpace>({
    {"body", TextureSpace::body},
    {"world", TextureSpace::world},
    {"uv", TextureSpace::uv},
});

// A picture file, which repeats. In spaces measured in metres it is `size` wide and projected from
// the side that the surface faces.
struct ImageTexture {
  std::string file;  // path resolved
};
void fields(Fields& v, ImageTexture& of);
template <>
inline constexpr std::string_view variant_name<ImageTexture> = "image";

// Ruled lines, as on Muybridge's plates, `size` apart in the plane of x and y.
struct GridTexture {
  double bold_every = 10;      // every n-th line is bold
  double width = 0.0002;       // m
  double bold_width = 0.0006;  // m
};
void fields(Fields& v, GridTexture& of);
template <>
inline constexpr std::string_view variant_name<GridTexture> = "grid";

// Squares of `size`, or cubes of `size` on solids.
struct CheckerTexture {};
void fields(Fields& v, CheckerTexture& of);
template <>
inline constexpr std::string_view variant_name<CheckerTexture> = "checker";

// Fractal gradient noise whose largest features are `size` across.
struct NoiseTexture {
  int octaves = 4;
  double gain = 0.5;      // amplitude of each octave over that of the one before
  double contrast = 1.5;  // around the middle
};
void fields(Fields& v, NoiseTexture& of);
template <>
inline constexpr std::string_view variant_name<NoiseTexture> = "noise";

// Irregular cells of `size` on average, each of its own brightness, between joints.
struct StoneTexture {
  double joint = 0.08;     // width of a joint, as a fraction of the size
  double variety = 0.5;    // of the brightness of stones
  double roundness = 0.5;  // extent of the rounding of edges towards joints, for bump
};
void fields(Fields& v, StoneTexture& of);
template <>
inline constexpr std::string_view variant_name<StoneTexture> = "stone";

// A pattern t, from 0 to 1, over a property of the material. A color becomes color + amount t
// (`color` - color), a number likewise with `value`; bump raises the surface by depth * t.
struct TextureSpec {
  Place place;
  TextureTarget on = TextureTarget::color;
  TextureSpace space = TextureSpace::body;
  double size = 0.01;  // m, or in units of uv
  double amount = 1;
  Vec3 color = Vec3(1, 1, 1);  // for an image: its factor
  double value = 1;
  double depth = 0;  // m
  std::variant<ImageTexture, GridTexture, CheckerTexture, NoiseTexture, StoneTexture> kind;
};
void fields(Fields& v, TextureSpec& of);

// A film about as thin as the wavelength of light, on top of all layers. Its colours depend on the
// angle.
struct ThinFilmSpec {
  Place place;
  double thickness = 350e-9;  // m
  double index = 1.8;         // on a substrate of index 1.5
};
void fields(Fields& v, ThinFilmSpec& of);

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
};
void fields(Fields& v, LookSpec& of);

struct PresetSpec {
  Place place;
  std::string name;
  int width = 640, height = 360;
  int samples = 16;          // per pixel; the maximum if `noise` is set
  double noise = 0;          // target standard error of a pixel as shown, white = 1; 0: none
  int bounces = 3;           // indirect bounces after the first hit
  int shutter_poses = 5;     // poses inside the shutter, for motion blur
  double clamp = 0;          // largest indirect sample; 0 is off
  double blur_glossy = 0.3;  // least roughness after a diffuse bounce, against fireflies
  bool denoise = false;
  bool layers = true;  // EXR files: depth, normals, motion and mattes in addition to the light
};
void fields(Fields& v, PresetSpec& of);

// Reads and checks a look file. Throws InputError with every problem found.
LookSpec load_look(const std::string& path);
// Reads and checks a preset. `name` is a preset of render/presets/, or a path to a YAML file.
// Throws InputError with every problem found.
PresetSpec load_preset(const std::string& name);

}  // namespace gambol
