#pragma once

// A principled surface. Its layers, from the top: fine hairs (sheen), a clear coat, perhaps under a
// thin film, and a base that is a metal, a dielectric over a diffuse body, or glass. Layers are
// combined by directional albedo: light that a layer reflects does not reach the layer below, so
// that no surface reflects more light than it receives.

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

// The properties of one surface point, or of eight, as the path tracer uses them.
template <class F>
struct SurfaceOf {
  Float3Of<F> diffuse, f0, emission;
  F f90 = 1;
  F alpha = 0.25f;
  F coat = 0, coat_alpha = 0.01f;
  Float3Of<F> sheen;  // colour times weight
  F sheen_alpha = 0.3f;
  F transmission = 0, index = 1.5f;
  Float3Of<F> tint;  // factor on transmitted light at each crossing of the surface
  FilmsOf<F> film;

  // Copies the lanes `to` from `s`, or a single surface into all of them.
  template <class G>
  void set(const MaskOf<F>& to, const SurfaceOf<G>& s);
};
using Surface = SurfaceOf<float>;
using Surfaces = SurfaceOf<Floats>;

// The properties that textures can change.
template <class F>
struct SurfacePropertiesOf {
  Float3Of<F> color, emission;
  F metallic = 0, roughness = 0.5f, specular = 0.5f, coat = 0, sheen = 0;
};

class Material {
 public:
  // `images` opens and holds the images of its textures.
  Material(const MaterialSpec& spec, Textures* images);

  // The surface without textures.
  const Surface& plain() const { return plain_; }
  bool is_textured() const { return !textures_.empty(); }
  bool is_bumped() const { return bumped_; }
  // Whether any of its textures is in the space of a body or a mesh.
  bool follows_bodies() const { return follows_bodies_; }
  bool glows() const;
  template <class F>
  SurfaceOf<F> at(const SurfacePlaceOf<F>& place) const;
  const std::vector<Texture>& textures() const { return textures_; }

 private:
  template <class F>
  void set(const SurfacePropertiesOf<F>& p, SurfaceOf<F>& s) const;

  SurfacePropertiesOf<float> properties_;
  float transmission_;
  Float3 sheen_color_;
  std::shared_ptr<const ThinFilm> film_;
  std::vector<Texture> textures_;
  bool bumped_ = false, follows_bodies_ = false;
  Surface plain_;
};

// The BSDF of a surface for one viewing direction; wo and wi are in the local frame with wo.z > 0.
// `entering`: wo is outside the body.
template <class F>
class BsdfOf {
 public:
  // `surface` must outlive this object.
  BsdfOf(const SurfaceOf<F>& surface, const AlbedoTables& tables, Float3Of<F> wo,
         MaskOf<F> entering);

  struct Value {
    Float3Of<F> f;  // reflectance (or, where wi.z < 0, transmittance) times the cosine of wi
    F pdf = 0;      // density over solid angle with which sample() finds wi
  };
  Value at(Float3Of<F> wi) const;
  // Samples a direction wi; false if none was found. `lobe` in [0, 1) selects the lobe.
  MaskOf<F> sample(F lobe, Sample2Of<F> u, Float3Of<F>& wi) const;
  // Probability that sample() takes the diffuse lobe.
  F diffuse_probability() const { return p_diffuse_; }
  MaskOf<F> transmits() const { return p_glass_ > 0.0f; }
  // The fraction of uniform light from all directions that the surface scatters towards wo; for
  // glass, including transmitted light.
  Float3Of<F> albedo() const;

 private:
  Value reflected(Float3Of<F> wi) const;
  Value glass(Float3Of<F> wi) const;
  Float3Of<F> sample_glass(F which, Sample2Of<F> u, MaskOf<F>& found) const;

  const SurfaceOf<F>& surface_;
  Float3Of<F> wo_;
  bool hairy_ = false, coated_ = false, glassy_ = false, glossy_ = false;  // in any lane
  F eta_ = 1;  // index beyond the surface over that on wo's side
  F under_sheen_ = 1;
  Float3Of<F> sheen_albedo_, coat_albedo_, under_coat_{1, 1, 1};
  Float3Of<F> compensation_;  // factor for light scattered more than once between facets
  Float3Of<F> specular_;      // albedo of the GGX layer
  Float3Of<F> diffuse_;       // albedo of the diffuse base, seen through the GGX layer
  F p_coat_ = 0, p_specular_ = 0, p_glass_ = 0, p_diffuse_ = 1;
};
using Bsdf = BsdfOf<float>;

}  // namespace gambol
