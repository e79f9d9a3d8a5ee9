#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>

#include "base/error.h"
#include "base/file_cache.h"

namespace gambol {

struct Hasher::Impl {
  XXH3_state_t* state = XXH3_createState();
  Impl() {
    if (!state) throw std::bad_alloc();
    XXH3_128bits_reset(state);
  }
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

namespace {

std::string hash_now(const std::string& path) {
  if (FileState(path).bytes() <= most_content)
    if (const auto bytes = file_content(path)) return hash_of(*bytes);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  Hasher hash;
  hash.add(static_cast<std::size_t>(error ? 0 : size));
  std::ifstream file(path, std::ios::binary);
  const auto fail = [&] {
    throw RunError(ExitCode::failed, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  };
  if (!file && !error) fail();
  std::string chunk(1 << 16, '\0');
  while (file.read(chunk.data(), std::ssize(chunk)).gcount() > 0)
    hash.add(chunk.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad()) fail();
  return hash.hex();
}

}  // namespace

std::string hash_of_file(const std::string& path) {
  static FileCache<std::string> hashes(std::numeric_limits<std::size_t>::max());
  return *hashes.get(path, [&] { return hash_now(path); });
}

}  // namespace gambol
