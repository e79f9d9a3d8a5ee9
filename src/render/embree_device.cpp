#include "render/embree_device.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <mutex>
#include <string>

#include "base/error.h"

namespace gambol {
namespace {

// The instruction set is fixed, and one thread builds the trees, so that every machine and every
// number of threads gets the same trees, and the same hit where two triangles meet. Embree takes
// its number of threads from the arena that it is called from; its own `threads=1` would restrict
// the program's other threads too.
constexpr const char* device_config = "isa=avx2,hugepages=0";

template <class Function>
void on_one_thread(const Function& function) {
  tbb::task_arena(1).execute(function);
}

}  // namespace

struct EmbreeDevice::FirstError {
  std::mutex telling;
  std::string what;  // "" without one

  // Embree calls it from the thread whose call failed, and ignores what it throws.
  static void note(void* to, RTCError code, const char* words) {
    auto& error = *static_cast<FirstError*>(to);
    const std::lock_guard lock(error.telling);
    if (!error.what.empty()) return;
    error.what = code == RTC_ERROR_OUT_OF_MEMORY ? "out of memory" : words && *words ? words : "";
    if (error.what.empty()) error.what = fmt::format("error {}", static_cast<int>(code));
  }
};

EmbreeDevice::EmbreeDevice() : error_(std::make_unique<FirstError>()) {
  on_one_thread([&] { device_.reset(rtcNewDevice(device_config)); });
  if (!device_)
    throw RunError(ExitCode::failed, fmt::format("Embree does not start (error {})",
                                                 static_cast<int>(rtcGetDeviceError(nullptr))));
  rtcSetDeviceErrorFunction(device_.get(), FirstError::note, error_.get());
}

EmbreeDevice::EmbreeDevice(EmbreeDevice&&) noexcept = default;
EmbreeDevice::~EmbreeDevice() = default;

EmbreeScene EmbreeDevice::scene(RTCBuildQuality quality) const {
  EmbreeScene made(rtcNewScene(device_.get()));
  require_no_error();
  rtcSetSceneBuildQuality(made.get(), quality);
  return made;
}

EmbreeGeometry EmbreeDevice::geometry(RTCGeometryType type) const {
  EmbreeGeometry made(rtcNewGeometry(device_.get(), type));
  require_no_error();
  return made;
}

void* EmbreeDevice::buffer(const EmbreeGeometry& geometry, RTCBufferType type, unsigned slot,
                           RTCFormat format, std::size_t size, std::size_t count) const {
  void* made = rtcSetNewGeometryBuffer(geometry.get(), type, slot, format, size, count);
  require_no_error();
  return made;
}

void EmbreeDevice::attach(const EmbreeScene& scene, EmbreeGeometry geometry) const {
  rtcCommitGeometry(geometry.get());
  rtcAttachGeometry(scene.get(), geometry.get());
  require_no_error();
}

void EmbreeDevice::commit(const EmbreeScene& scene) const {
  on_one_thread([&] { rtcCommitScene(scene.get()); });
  require_no_error();
}

void EmbreeDevice::require_no_error() const {
  const std::lock_guard lock(error_->telling);
  if (!error_->what.empty())
    throw RunError(ExitCode::failed,
                   fmt::format("rendering failed: Embree reports {}", error_->what));
}

}  // namespace gambol
