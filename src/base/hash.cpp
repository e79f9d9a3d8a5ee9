#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace gambol {

struct Hasher::Impl {
  XXH3_state_t* state = XXH3_createState();
  Impl() { XXH3_128bits_reset(state); }
  ~Impl() { XXH3_freeState(state); }
};

Hasher::Hasher() : impl_(std::make_unique<Impl>()) {}
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::add(const void* data, std::size_t bytes) {
  XXH3_128bits_update(impl_->state, data, bytes);
  return *this;
}

Hasher& Hasher::add(std::string_view text) {
  add(text.size());
  return add(text.data(), text.size());
}

std::string Hasher::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(impl_->state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string hash_of(std::string_view bytes) { return Hasher().add(bytes).hex(); }

}  // namespace gambol
