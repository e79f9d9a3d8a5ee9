#pragma once

// Pictures laid onto surfaces: OpenImageIO's texture system, which reads tiles when they are
// needed, filters them over mip levels and keeps a bounded cache. See image.h for where it lives.

#include <memory>
#include <string>

namespace gambol {

struct Rgba {
  float r = 0, g = 0, b = 0, a = 1;
};

class Textures {
 public:
  static constexpr int usual_megabytes = 256;
  // `megabytes` bounds the cache.
  explicit Textures(int megabytes);
  ~Textures();
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;

  // A number for look_up(). Throws InputError if the file is missing or damaged.
  int open(const std::string& path);
  // Linear light, associated alpha, over a footprint ds by dt around (s, t); the picture repeats in
  // the unit square, t running down. A pure function, whatever the cache holds and from any thread.
  // What could not be read is told by require_read().
  Rgba look_up(int texture, float s, float t, float ds, float dt) const;
  // Throws RunError (failed) if a picture that could be opened could not be read any more.
  void require_read() const;

 private:
  void* system_;
};

}  // namespace gambol
