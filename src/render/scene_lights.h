#pragma once

// All lights of one frame, and the choice of the lights that a surface point samples: every sun;
// the sky, unless it is a gradient; and every light that has a position if these are few,
// otherwise some of them, chosen by a light tree. Triangles of glowing materials are lights too.

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
  // `figures` and `materials` must outlive this object.
  SceneLights(std::vector<Light> lights, Sky sky, const MovingFigures& figures,
              const std::vector<Material>& materials, Float3 origin);

  // The number of groups of lights. At its first hit a path samples all groups, at later hits one
  // that it chooses at random.
  int groups() const { return int(far_.size()) + sky_sampled_ + near_groups(); }
  // The number of samples (looks) that the first hit takes of group `group`.
  int looks(int group) const { return is_tree(group) ? looks_at_tree : 1; }

  // Samples one group from p, in the lanes `of`. The pdf includes the choice within the group.
  LightSamples sample(int group, const Mask& of, const Floats3& p, const Floats3& normal,
                      Floats which, Sample2Of<Floats> u, Floats time) const;

  const std::vector<Light>& far() const { return far_; }
  const std::vector<Light>& near() const { return near_; }
  const Sky& sky() const { return sky_; }
  // The density with which sample() finds what a ray from p has met: a light of near(), or a
  // glowing triangle.
  Floats near_pdf(int light, const Mask& of, Floats pdf, const Floats3& p,
                  const Floats3& normal) const;
  Floats glow_pdf(const SurfaceHits& hits, const Mask& of, const Floats3& direction,
                  const Floats3& p, const Floats3& normal) const;
  // The expected number of samples that a hit takes of such a light's group.
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
  std::vector<std::vector<int>> first_glow_;  // [instance][part] index in glow_, or -1
  bool uses_tree_ = false;
  LightTree tree_;
  const MovingFigures* figures_ = nullptr;
  const std::vector<Material>* materials_ = nullptr;
  Float3 origin_;
};

}  // namespace gambol
