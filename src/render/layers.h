#pragma once

// What a frame's EXR file tells besides its light.

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

  // Means over the samples: direct and indirect light, albedo, normals (world), mattes, and how
  // many samples there were. `names` tell instances and materials.
  void add_means(const ViewPixels& pixels, int left, int top,
                 const std::function<std::string(std::uint32_t)>& object_name,
                 const std::vector<std::string>& material_names);

  // What a single ray through the middle of each pixel, without lens, finds as the shutter opens:
  // Z, m along the view, infinite where nothing is; and motion.X, .Y, pixels that the surface there
  // moves until the next frame, and .Z, .W, from where it was a frame before.
  // `moved(instance, p, k)`: where a point of an instance is at the next (k = 1) or last (-1)
  // frame.
  using Moved = std::function<Float3(const FirstHit&, int)>;
  void add_centers(int left, int top, int width, int height, const FrameScene& scene,
                   const Camera& camera, const Camera& before, const Camera& after,
                   const Moved& moved);

  const std::vector<Channel32>& channels() const { return channels_; }
  // Cryptomatte's manifests, for the header.
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
