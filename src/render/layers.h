#pragma once

// The layers of a frame's EXR file besides its light.

#include <functional>
#include <string>
#include <vector>

#include "image/image.h"
#include "render/sampling.h"

namespace gambol {

// The channels of a frame, filled view by view.
class Layers {
 public:
  Layers(int width, int height);

  // Adds the means over the samples: direct and indirect light, albedo, normals (world frame) and
  // mattes, and the number of samples. `object_name` and `material_names` name the mattes.
  void add_means(const ViewPixels& pixels, int left, int top,
                 const std::function<std::string(std::uint32_t)>& object_name,
                 const std::vector<std::string>& material_names);

  // Adds what a single ray through the middle of each pixel, without lens, finds as the shutter
  // opens: Z, the depth in m along the view axis, infinite where there is no surface; motion.X and
  // .Y, the displacement of the surface in pixels until the next frame, and .Z and .W, that since
  // the previous frame. `moved(hit, k)`: the position of the hit point of the surface at the next
  // (k = 1) or previous (k = -1) frame.
  using Moved = std::function<Float3(const FirstHit&, int)>;
  void add_centers(int left, int top, int width, int height, const FrameScene& scene,
                   const Camera& camera, const Camera& before, const Camera& after,
                   const Moved& moved);

  const std::vector<Channel32>& channels() const { return channels_; }
  // Cryptomatte's manifests, for the header of the file.
  Metadata metadata() const;

 private:
  float& at(int channel, int x, int y) {
    return channels_[channel].values[std::size_t(y) * width_ + x];
  }

  int width_;
  std::vector<Channel32> channels_;
  std::map<std::string, std::uint32_t> objects_, materials_;
};

}  // namespace gambol
