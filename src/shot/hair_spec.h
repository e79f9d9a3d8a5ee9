#pragma once

// Hair of a look: what grows on the surfaces of some materials, such as a coat on a dog's skin or
// grass on the ground. render/hair/ grows it. A look has it, and not a figure, because a look says
// what a surface of a named material is; so the same keys serve skins, shapes and grounds, and
// no motion can depend on them.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "shot/texture_spec.h"

namespace gambol {

// The number of a hair that a map scales.
enum class HairTarget { density, length, thickness, lean, curl, clump };
template <>
inline constexpr auto names_of<HairTarget> = named<HairTarget>({
    {"density", HairTarget::density},
    {"length", HairTarget::length},
    {"thickness", HairTarget::thickness},
    {"lean", HairTarget::lean},
    {"curl", HairTarget::curl},
    {"clump", HairTarget::clump},
});
inline constexpr int hair_targets = static_cast<int>(names_of<HairTarget>.size());

// A pattern t, from 0 to 1, at the roots: it multiplies a number by 1 + amount t (value - 1).
struct HairMapSpec {
  Place place;
  HairTarget on = HairTarget::density;
  TextureSpace space = TextureSpace::body;
  double size = 0.01;  // m, or in units of uv
  double amount = 1;
  double value = 0;
  PatternSpec kind;
};
void fields(Fields& v, HairMapSpec& of);

// A part of a figure where the hair differs. Its strength falls from 1 to 0 over `fade` beyond its
// borders; where several overlap, the later one lies over the earlier ones.
struct HairRegionSpec {
  Place place;
  std::string name;
  std::vector<std::string> bodies;  // names or patterns: as far as these move the skin; empty: all
  std::string frame;                // the body in whose frame `at` and `to` are; empty: the root
  std::optional<Vec3> at, to;       // m: middle, or both ends, of a ball or capsule; none: all
  double radius = 0.01, fade = 0.01;  // m
  bool mirrored = false;              // and its reflection in the plane of x and z
  // Factors of the hair's own numbers, and what replaces them.
  std::optional<double> density, length, thickness, clump;
  std::optional<Vec2> lean;
  std::optional<Vec3> lie;
  std::optional<Vec3> whorl;  // m: instead of `lie`, the point away from which the hair leans
};
void fields(Fields& v, HairRegionSpec& of);

struct HairSpec {
  Place place;
  std::string name;
  std::vector<std::string> on;        // materials of the surfaces on which it grows
  std::string material;               // of the strands
  double density = 1e5;               // 1/m2
  double length = 0.02;               // m
  Vec2 thickness = Vec2(8e-5, 2e-5);  // m, diameters at root and tip
  Vec2 lean = Vec2(0.5, 1.2);         // rad off the surface's normal, at root and tip
  Vec3 lie = Vec3(-1, 0, 0);          // direction in which it leans, in the root's frame at rest
  double gravity = 0;                 // how far the tip turns down
  double curl = 0;                    // m, radius of the helix
  double curl_length = 0.01;          // m, of a turn
  double clump = 0;                   // share of the way to the middle of the clump, at the tip
  double clump_size = 0.01;           // m
  double variation = 0.3;             // of lengths: the shortest is 1 - variation as long
  double disorder = 0.1;              // rad, of directions
  int segments = 4;
  double reach = 20;  // m from the camera, on grounds
  std::vector<HairMapSpec> maps;
  std::vector<HairRegionSpec> regions;
};
void fields(Fields& v, HairSpec& of);

struct LookSpec;
class Findings;
// Checks the hair of a look against its materials.
void check_hair(const LookSpec& look, Findings& findings);

}  // namespace gambol
