#include "base/seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace gambol {
namespace {

constexpr std::size_t digits = 32, text_size = 80;
constexpr std::string_view title = "gambol sealed ";

// The bytes at the ends of a kind of file, and the bytes around the seal's text that make readers
// skip it.
struct Kind {
  std::string_view begin;   // of every such file
  std::string_view end;     // of every such file, sealed or not
  std::string_view before;  // precedes the seal's text
  bool summed = false;      // a CRC-32 from the last 4 bytes of `before` on follows the text
  std::size_t size() const { return before.size() + text_size + (summed ? 4 : 0) + end.size(); }
};
constexpr Kind kinds[] = {
    // PNG: a private, safe-to-copy chunk before the end chunk.
    {"\x89PNG", {"\0\0\0\0IEND\xAE\x42\x60\x82", 12}, {"\0\0\0\x50gbSl", 8}, true},
    // JPEG: a comment.
    {"\xFF\xD8", {"\xFF\xD9", 2}, {"\xFF\xFE\0\x52", 4}},
    // GIF: a comment, between the zeros that end a block.
    {"GIF8", {"\0;", 2}, {"\0\x21\xFE\x50", 4}},
    // MP4 and MOV: a box that readers skip; EXR: after the last line.
    {{},
     {},
     {"\0\0\0\x58"
      "free",
      8}}};

std::string crc_of(std::string_view bytes) {
  const unsigned long sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(sum >> shift & 0xff);
  return text;
}

class Descriptor {
 public:
  // O_NONBLOCK: a pipe, which has no seal, would block until another process opens it.
  Descriptor(const std::string& path, int flags)
      : fd_(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }
  // Returns false if closing fails: a file system may report a failed write only here.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

off_t size_of(const Descriptor& file) {
  struct stat about {};
  return ::fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode) ? about.st_size : -1;
}

// Reads `bytes` bytes; returns false if the file does not have them.
bool read_at(const Descriptor& file, off_t offset, char* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t n = ::pread(file.get(), to, bytes, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n, offset += n, bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

struct PlacedSeal : Seal {
  off_t at = 0;  // where it begins
};

// The last bytes of a file, as many as the longest seal has; the whole file if it is shorter.
std::string tail_of(const Descriptor& file, off_t size) {
  std::size_t most = 0;
  for (const Kind& kind : kinds) most = std::max(most, kind.size());
  std::string tail(std::min(most, static_cast<std::size_t>(std::max<off_t>(size, 0))), '\0');
  const off_t at = size - static_cast<off_t>(tail.size());
  return read_at(file, at, tail.data(), tail.size()) ? tail : "";
}

const Kind& kind_of(const Descriptor& file, std::string_view tail) {
  char head[4] = {};
  read_at(file, 0, head, sizeof head);  // of a shorter file no kind has a beginning
  return *std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& kind) {
    return std::string_view(head, sizeof head).starts_with(kind.begin) && tail.ends_with(kind.end);
  });
}

std::string bytes_of(const Kind& kind, const Seal& s) {
  std::string bytes = fmt::format("{}{}{} {}\n", kind.before, title, s.made_from, s.checksum);
  if (kind.summed) bytes += crc_of(std::string_view(bytes).substr(kind.before.size() - 4));
  return bytes += kind.end;
}

// The seal of a file; empty if there is none.
PlacedSeal seal_of(const Descriptor& file, off_t size) {
  const std::string tail = tail_of(file, size);
  const Kind& kind = kind_of(file, tail);
  if (tail.size() < kind.size()) return {};
  const std::string_view bytes = std::string_view(tail).substr(tail.size() - kind.size());
  const auto digits_at = [&](std::size_t at) { return std::string(bytes.substr(at, digits)); };
  const std::size_t first = kind.before.size() + title.size();
  const PlacedSeal s{{digits_at(first), digits_at(first + digits + 1)},
                     size - static_cast<off_t>(kind.size())};
  return bytes == bytes_of(kind, s) ? s : PlacedSeal{};
}

// Checksum of the first `bytes` bytes and of made_from; "" if they cannot be read.
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
  Descriptor file(path, O_RDWR);
  const off_t size = file ? size_of(file) : -1;
  if (size < 0) fail();
  const Kind& kind = kind_of(file, tail_of(file, size));
  off_t at = size - static_cast<off_t>(kind.end.size());
  const Seal s{std::string(made_from), checksum(file, at, made_from)};
  if (s.checksum.empty()) fail();
  const std::string bytes = bytes_of(kind, s);
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t n = ::pwrite(file.get(), rest.data(), rest.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    at += n;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  if (!file.close()) fail();
}

Seal read_seal(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  return file ? seal_of(file, size_of(file)) : Seal{};
}

bool is_whole(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file) return false;
  const PlacedSeal s = seal_of(file, size_of(file));
  return !s.made_from.empty() && checksum(file, s.at, s.made_from) == s.checksum;
}

}  // namespace gambol
