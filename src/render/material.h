#pragma once

// One principled surface, from the top: fine hairs (sheen), a clear coat, perhaps under a thin
// film, and a base that is a metal, a dielectric over a diffuse body, or glass. Layers are joined
// by directional albedo: what a layer reflects does not reach the one below, so that no surface
// gives back more light than it gets.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "render/float3.h"
#include "render/layer_albedo.h"
#include "render/sampler.h"
#include "render/texture.h"
#include "render/thin_film.h"
#include "shot/look_spec.h"

namespace gambol {

// A surface at a place, ready for the tracer.
struct Surface {
  Float3 diffuse, f0, emission;
  float f90 = 1;
  float alpha = 0.25f;
  float coat = 0, coat_alpha = 0.01f;
  Float3 sheen;  // colour times weight
  float sheen_alpha = 0.3f;
  float transmission = 0, index = 1.5f;
  Float3 tint;  // of what is transmitted, at each passage
  const ThinFilm* film = nullptr;
};

// What textures change.
struct SurfaceProperties {
  Float3 color, emission;
  float metallic = 0, roughness = 0.5f, specular = 0.5f, coat = 0, sheen = 0;
};

class Material {
 public:
  // `images` holds those of its textures.
  Material(const MaterialSpec& spec, Textures* images);

  // As it is where nothing is laid over it.
  const Surface& plain() const { return plain_; }
  bool is_textured() const { return !textures_.empty(); }
  bool is_bumped() const { return bumped_; }
  bool glows() const;
  void at(const SurfacePlace& place, Surface& surface) const;
  const std::vector<Texture>& textures() const { return textures_; }

 private:
  void set(const SurfaceProperties& p, Surface& s) const;

  SurfaceProperties properties_;
  float transmission_;
  Float3 sheen_color_;
  std::shared_ptr<const ThinFilm> film_;
  std::vector<Texture> textures_;
  bool bumped_ = false;
  Surface plain_;
};

// The surface seen from one direction; wo and wi are in the local frame with wo.z > 0. `entering`:
// wo is outside of the body.
class Bsdf {
 public:
  Bsdf(const Surface& surface, const AlbedoTables& tables, Float3 wo, bool entering);

  struct Value {
    Float3 f;       // reflectance (or, where wi.z < 0, transmittance) times the cosine of wi
    float pdf = 0;  // density over solid angle with which sample() finds wi
  };
  Value at(Float3 wi) const;
  // A direction; false if it came to nothing.
  bool sample(float lobe, Sample2 u, Float3& wi) const;
  // Probability that sample() takes the diffuse lobe.
  float diffuse_probability() const { return p_diffuse_; }
  bool transmits() const { return p_glass_ > 0; }
  // Everything the surface gives back of light that comes evenly from everywhere; of glass, what
  // goes through it counts too.
  Float3 albedo() const;

 private:
  Float3 glass(Float3 wi) const;
  float glass_pdf(Float3 wi) const;
  bool sample_glass(float which, Sample2 u, Float3& wi) const;
  bool only_diffuse() const { return p_coat_ == 0 && p_specular_ == 0 && p_glass_ == 0; }

  const Surface& surface_;
  Float3 wo_;
  float eta_ = 1;  // index beyond the surface over that on wo's side
  float under_sheen_ = 1;
  Float3 sheen_albedo_, coat_albedo_, under_coat_ = Float3(1);
  Float3 compensation_;  // for light scattered more than once between facets
  Float3 specular_;      // albedo of the GGX layer
  Float3 diffuse_;       // albedo of the base, seen through it
  float p_coat_ = 0, p_specular_ = 0, p_glass_ = 0, p_diffuse_ = 1;
};

}  // namespace gambol
