#pragma once

// Embree, and its errors. Its calls do not return errors: a geometry that has no memory is left out
// of its scene, and the picture lacks it. So the device remembers the first error, and whoever
// builds a scene asks for it.

#include <embree3/rtcore.h>

#include <cstddef>
#include <memory>

namespace gambol {

struct EmbreeRelease {
  void operator()(RTCScene s) const { rtcReleaseScene(s); }
  void operator()(RTCGeometry g) const { rtcReleaseGeometry(g); }
};
using EmbreeScene = std::unique_ptr<RTCSceneTy, EmbreeRelease>;
using EmbreeGeometry = std::unique_ptr<RTCGeometryTy, EmbreeRelease>;

// Every function throws RunError (failed), with Embree's words, if a call on the device has failed
// since the device was made. Safe to use from several threads.
class EmbreeDevice {
 public:
  EmbreeDevice();
  EmbreeDevice(EmbreeDevice&&) noexcept;
  ~EmbreeDevice();

  EmbreeScene scene(RTCBuildQuality quality) const;
  EmbreeGeometry geometry(RTCGeometryType type) const;
  // A new buffer of the geometry, for `count` items of `size` bytes.
  void* buffer(const EmbreeGeometry& geometry, RTCBufferType type, unsigned slot, RTCFormat format,
               std::size_t size, std::size_t count) const;
  // Commits the geometry and attaches it; its number is that of geometries attached before.
  void attach(const EmbreeScene& scene, EmbreeGeometry geometry) const;
  // Commits the scene on one thread, so that the trees do not depend on the number of threads.
  void commit(const EmbreeScene& scene) const;
  void require_no_error() const;

 private:
  struct FirstError;
  struct Release {
    void operator()(RTCDevice d) const { rtcReleaseDevice(d); }
  };
  std::unique_ptr<FirstError> error_;  // outlives the device, which reports to it
  std::unique_ptr<RTCDeviceTy, Release> device_;
};

}  // namespace gambol
