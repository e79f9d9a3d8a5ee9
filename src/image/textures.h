#pragma once

// Textures on surfaces: OpenImageIO's texture system, which reads tiles when they are needed,
// filters them over mip levels and keeps a bounded cache. It is in the same module as image.h's
// functions.

#include <memory>
#include <string>

namespace gambol {

struct Rgba {
  float r = 0, g = 0, b = 0, a = 1;
};

class Textures {
 public:
  static constexpr int usual_megabytes = 256;
  // The cache takes at most `megabytes`.
  explicit Textures(int megabytes);
  ~Textures();
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;

  // Returns a number for look_up(). Throws InputError if the file is missing or damaged.
  int open(const std::string& path);
  // Returns linear light with associated alpha, filtered over a footprint ds by dt around (s, t).
  // The picture fills the unit square and repeats; t points down. The result does not depend on the
  // state of the cache or on the thread. require_read() reports read errors.
  Rgba look_up(int texture, float s, float t, float ds, float dt) const;
  // The same of the numbers as they are stored, which are no colours.
  Rgba look_up_stored(int texture, float s, float t, float ds, float dt) const;
  // Throws RunError (failed) if reading a picture failed after open() had succeeded.
  void require_read() const;

 private:
  void* system_;
};

}  // namespace gambol
