#pragma once

// Paths in step: their rays are traced together, as packets of rays that lie close together are
// much quicker than single ones.

#include <cstdint>

#include "render/path.h"

namespace gambol {

class Paths {
 public:
  static constexpr int together = MovingFigures::together;

  // Scene and settings must outlive it.
  Paths(const FrameScene& scene, const PathSettings& settings);

  // Up to `together` paths, best through one pixel.
  void start(const Ray& ray, RayCone cone, const Sampler& sampler) {
    paths_.emplace_back(scene_, settings_, ray, cone, sampler);
  }
  // All that were started, to their ends.
  void trace();
  const std::vector<Path>& paths() const { return paths_; }
  std::uint64_t rays() const { return rays_; }  // that were traced, of all paths since it was made
  void clear() { paths_.clear(); }

 private:
  int trace_rays(int count);
  void trace_looks();

  const FrameScene& scene_;
  const PathSettings& settings_;
  std::vector<Path> paths_;
  std::vector<Path*> going_;  // those that have not ended
  Looks looks_;
  std::uint64_t rays_ = 0;
};

}  // namespace gambol
