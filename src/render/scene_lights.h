#pragma once

// All that shines in one frame, and the choice of what to look at from a place: every sun, the sky
// if it is uneven, and of the lights that have a place each if they are few, else some by a light
// tree. Triangles of glowing materials are lights too.

#include <vector>

#include "render/environment.h"
#include "render/figures.h"
#include "render/light_tree.h"
#include "render/lights.h"
#include "render/material.h"

namespace gambol {

class SceneLights {
 public:
  SceneLights() = default;
  // `figures` and `materials` must outlive it.
  SceneLights(std::vector<Light> lights, Sky sky, const MovingFigures& figures,
              const std::vector<Material>& materials, Float3 origin);

  // Kinds of light between which a path chooses after its first hit; there it looks at all.
  int groups() const { return int(far_.size()) + sky_sampled_ + near_groups(); }
  // How many looks at group `group` are worth it from the first hit.
  int looks(int group) const { return is_tree(group) ? looks_at_tree : 1; }

  // Samples of one group, from p, in the lanes `of`. Their pdf counts the choice within the group.
  LightSamples sample(int group, const Mask& of, const Floats3& p, const Floats3& normal,
                      Floats which, Sample2Of<Floats> u, Floats time) const;

  const std::vector<Light>& far() const { return far_; }
  const std::vector<Light>& near() const { return near_; }
  const Sky& sky() const { return sky_; }
  // With what density sample() finds what a ray from p has met: a light of near(), a triangle.
  Floats near_pdf(int light, const Mask& of, Floats pdf, const Floats3& p,
                  const Floats3& normal) const;
  Floats glow_pdf(const SurfaceHits& hits, const Mask& of, const Floats3& direction,
                  const Floats3& p, const Floats3& normal) const;
  // Expected number of looks at such a light, times the chance of each.
  float looks_at_far(bool first) const { return first ? 1.0f : 1.0f / float(groups()); }
  float looks_at_near(bool first) const {
    return (first ? (uses_tree_ ? float(looks_at_tree) : 1.0f) : 1.0f / float(groups()));
  }

 private:
  static constexpr int few = 4;
  static constexpr int looks_at_tree = 2;
  struct Glow {
    std::uint32_t instance, part, triangle;
    float area;
  };
  int near_groups() const { return uses_tree_ ? 1 : int(near_.size()); }
  bool is_tree(int group) const { return uses_tree_ && group == groups() - 1; }
  void find_glow();
  LightSample sample_glow(const Glow& glow, Float3 p, Sample2 u, float time) const;

  std::vector<Light> far_, near_;
  Sky sky_;
  int sky_sampled_ = 0;
  std::vector<Glow> glow_;
  std::vector<std::vector<int>> first_glow_;  // [instance][part] of its triangles, or -1
  bool uses_tree_ = false;
  LightTree tree_;
  const MovingFigures* figures_ = nullptr;
  const std::vector<Material>* materials_ = nullptr;
  Float3 origin_;
};

}  // namespace gambol
