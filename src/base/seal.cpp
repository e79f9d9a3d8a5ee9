#include "base/seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace gambol {
namespace {

constexpr std::size_t digits = 32, seal_size = 88;
constexpr std::string_view before(
    "\0\0\0\x58"
    "free"
    "gambol sealed ",
    22);

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  int fd_;
};

off_t size_of(const Descriptor& file) {
  struct stat about {};
  return ::fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode) ? about.st_size : -1;
}

// False if they are not there.
bool read_at(const Descriptor& file, off_t offset, char* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t n = ::pread(file.get(), to, bytes, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n, offset += n, bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

struct Seal {
  std::string made_from, checksum;
};

std::string text_of(const Seal& s) {
  return fmt::format("{}{} {}\n", before, s.made_from, s.checksum);
}

// An empty one if there is none.
Seal seal_of(const Descriptor& file, off_t size) {
  std::string text(seal_size, '\0');
  const off_t at = size - static_cast<off_t>(seal_size);
  if (at < 0 || !read_at(file, at, text.data(), seal_size)) return {};
  const Seal s{text.substr(before.size(), digits), text.substr(before.size() + digits + 1, digits)};
  return text == text_of(s) ? s : Seal{};
}

// Of the first `bytes`; "" if they cannot be read.
std::string checksum(const Descriptor& file, off_t bytes, std::string_view made_from) {
  constexpr off_t chunk = 1 << 20;
  std::vector<char> buffer(static_cast<std::size_t>(std::min(chunk, bytes)));
  Hasher hash;
  for (off_t at = 0; at < bytes; at += chunk) {
    const auto n = static_cast<std::size_t>(std::min(chunk, bytes - at));
    if (!read_at(file, at, buffer.data(), n)) return "";
    hash.add(buffer.data(), n);
  }
  return hash.add(made_from).hex();
}

}  // namespace

void seal(const std::string& path, std::string_view made_from, const std::string& named) {
  assert(made_from.size() == digits);
  const auto fail = [&] {
    throw RunError(ExitCode::failed,
                   fmt::format("cannot write {}: {}", named, std::strerror(errno)));
  };
  const Descriptor file(path, O_RDWR | O_APPEND);
  const off_t size = file ? size_of(file) : -1;
  if (size < 0) fail();
  const Seal s{std::string(made_from), checksum(file, size, made_from)};
  if (s.checksum.empty()) fail();
  std::string text = text_of(s);
  assert(text.size() == seal_size);
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t n = ::write(file.get(), rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string sealed_from(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  return file ? seal_of(file, size_of(file)).made_from : "";
}

bool is_whole(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file) return false;
  const off_t size = size_of(file);
  const Seal s = seal_of(file, size);
  return !s.made_from.empty() &&
         checksum(file, size - static_cast<off_t>(seal_size), s.made_from) == s.checksum;
}

}  // namespace gambol
