#pragma once

// Patterns over a surface, and the properties of a material that they change.

#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"

namespace gambol {

// The property of its material that a texture changes.
enum class TextureTarget {
  color,
  roughness,
  metallic,
  specular,
  coat,
  sheen,
  emission,
  bump,
  normal,
  opacity,
};
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
    {"normal", TextureTarget::normal},
    {"opacity", TextureTarget::opacity},
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

// What of a picture counts: its colours where its alpha is 1, or all of them, or the stored numbers
// of one channel.
enum class ImageChannel { rgba, rgb, red, green, blue, alpha };
template <>
inline constexpr auto names_of<ImageChannel> = named<ImageChannel>({
    {"rgba", ImageChannel::rgba},
    {"rgb", ImageChannel::rgb},
    {"red", ImageChannel::red},
    {"green", ImageChannel::green},
    {"blue", ImageChannel::blue},
    {"alpha", ImageChannel::alpha},
});

// A picture file, which repeats. In spaces measured in metres it is `size` wide and projected from
// the side that the surface faces.
struct ImageTexture {
  std::string file;  // path resolved
  ImageChannel channel = ImageChannel::rgba;
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

using PatternSpec =
    std::variant<ImageTexture, GridTexture, CheckerTexture, NoiseTexture, StoneTexture>;

// A pattern t, from 0 to 1, over a property of the material. A color becomes color + amount t
// (`color` - color), a number likewise with `value`; bump raises the surface by depth * t; a
// picture of normals tilts it; and where t of opacity is below `cutoff`, the surface has a hole.
struct TextureSpec {
  Place place;
  TextureTarget on = TextureTarget::color;
  TextureSpace space = TextureSpace::body;
  double size = 0.01;  // m, or in units of uv
  double amount = 1;
  Vec3 color = Vec3(1, 1, 1);  // for an image: its factor
  double value = 1;
  double depth = 0;  // m
  double cutoff = 0.5;
  PatternSpec kind;
};
void fields(Fields& v, TextureSpec& of);

}  // namespace gambol
