#include "render/path_tracer.h"

#include <cassert>

namespace gambol {

Paths::Paths(const FrameScene& scene, const PathSettings& settings)
    : scene_(scene), settings_(settings) {
  paths_.reserve(together);  // looks point at them
}

void Paths::trace() {
  assert(paths_.size() <= std::size_t(together));
  going_.clear();
  for (Path& path : paths_) going_.push_back(&path);
  for (int count = int(going_.size()); count > 0;) {
    count = trace_rays(count);
    trace_looks();
  }
}

// Returns how many of the first `count` paths go on; they come to the front.
int Paths::trace_rays(int count) {
  Reach rays[together];
  SurfaceHit hits[together];
  for (int i = 0; i < count; ++i) {
    rays[i] = going_[i]->reach();
    if (scene_.traced) scene_.traced->push_back({rays[i], false});
  }
  rays_ += std::uint64_t(count);
  const std::uint32_t met = scene_.figures.intersect(rays, count, hits);
  int left = 0;
  for (int i = 0; i < count; ++i)
    if (going_[i]->go_on(met >> i & 1 ? &hits[i] : nullptr, looks_)) going_[left++] = going_[i];
  return left;
}

void Paths::trace_looks() {
  Reach rays[together];
  for (std::vector<Look>& looks : looks_) {
    const int count = int(looks.size());
    for (int i = 0; i < count; ++i) {
      rays[i] = looks[i].reach;
      if (scene_.traced) scene_.traced->push_back({rays[i], true});
    }
    rays_ += std::uint64_t(count);
    const std::uint32_t hidden = count > 0 ? scene_.figures.occluded(rays, count) : 0;
    for (int i = 0; i < count; ++i)
      if (!(hidden >> i & 1)) looks[i].path->get(looks[i]);
    looks.clear();
  }
}

}  // namespace gambol
