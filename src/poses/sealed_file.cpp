#include "poses/sealed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace gambol {
namespace {

constexpr int format = 7;

std::string magic_of(std::string_view kind) { return fmt::format("gambol {} ", kind); }

void add_lines(Hasher& hash, const PosesHeader& about) {
  hash.add(about.motion_hash).add(about.film_hash).add(about.frames);
}

std::string header_text(std::string_view kind, const std::string& checksum,
                        const PosesHeader& about) {
  std::string text =
      fmt::format("{}{}\nchecksum {}\nmotion {}\nfilm {}\nframes {}\n", magic_of(kind), format,
                  checksum, about.motion_hash, about.film_hash, about.frames);
  assert(text.size() < sealed_header_size);
  text.resize(sealed_header_size - 1, ' ');
  return text + '\n';
}

// Returns the rest of the line that begins with `name`, or "" if there is no such line.
std::string header_line(std::string_view text, std::string_view name) {
  const std::size_t begin = text.find(fmt::format("\n{} ", name));
  if (begin == text.npos) return "";
  const std::size_t value = begin + name.size() + 2;
  return std::string(text.substr(value, text.find('\n', value) - value));
}

int version_in(const std::string& path, std::string_view kind, std::string_view text) {
  const std::string magic = magic_of(kind);
  if (text.substr(0, magic.size()) != magic)
    refuse_file(path, fmt::format("is not a {} file of gambol", kind));
  if (text.size() < sealed_header_size) refuse_file(path, "is cut off");
  int version = 0;
  std::from_chars(text.data() + magic.size(), text.data() + text.size(), version);
  if (version > format || (version >= 1 && version < format))
    refuse_file(path, fmt::format("was written by {} gambol (format {}, this one reads {})",
                                  version > format ? "a newer" : "an older", version, format));
  return version;
}

// Opening a pipe would block until another process writes to it.
int opened(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode))
    refuse_file(path, "cannot be read");
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse_file(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  return file;
}

// The bytes from `begin`, as many as there are up to the size of `room`.
std::string_view bytes_at(int file, std::size_t begin, std::string& room, const std::string& path) {
  std::size_t got = 0;
  while (got < room.size()) {
    const ssize_t n = ::pread(file, room.data() + got, room.size() - got, off_t(begin + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_file(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  return std::string_view(room).substr(0, got);
}

}  // namespace

void refuse_file(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.expected = why;
  throw InputError(problem);
}

std::string checksum_of(std::string_view image, const PosesHeader& about) {
  Hasher hash;
  hash.add(image.data(), image.size());
  add_lines(hash, about);
  return hash.hex();
}

std::string sealed(std::string_view kind, const PosesHeader& about, std::string_view image) {
  return header_text(kind, checksum_of(image, about), about).append(image);
}

SealedFile::SealedFile(std::string path, std::string_view kind)
    : path_(std::move(path)), file_(opened(path_)) {
  try {
    size_ = static_cast<std::size_t>(stamp().size);
    std::string room(sealed_header_size, '\0');
    const std::string_view text = bytes_at(file_, 0, room, path_);
    const int version = version_in(path_, kind, text);
    checksum_ = header_line(text, "checksum");
    about_ = {header_line(text, "motion"), header_line(text, "film"), 0};
    const std::string frames = header_line(text, "frames");
    std::from_chars(frames.data(), frames.data() + frames.size(), about_.frames);
    const std::size_t texts =
        checksum_.size() + about_.motion_hash.size() + about_.film_hash.size();
    if (version < 1 || texts > sealed_header_size / 2 ||
        header_text(kind, checksum_, about_) != text)
      refuse_file(path_, "is damaged: its header is not right");
  } catch (...) {
    ::close(file_);
    throw;
  }
}

SealedFile::~SealedFile() {
  if (file_ >= 0) ::close(file_);
}

SealedFile::SealedFile(SealedFile&& other) noexcept
    : path_(std::move(other.path_)),
      checksum_(std::move(other.checksum_)),
      about_(std::move(other.about_)),
      size_(other.size_),
      file_(std::exchange(other.file_, -1)) {}

SealedFile::Stamp SealedFile::stamp() const {
  struct stat about {};
  if (::fstat(file_, &about) != 0)
    refuse_file(path_, fmt::format("cannot be read: {}", std::strerror(errno)));
  return {about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
}

void SealedFile::require_sound() const {
  Hasher hash;
  std::string room(std::size_t{1} << 20, '\0');
  for (std::size_t at = sealed_header_size;;) {
    const std::string_view bytes = bytes_at(file_, at, room, path_);
    if (bytes.empty()) break;
    hash.add(bytes.data(), bytes.size());
    at += bytes.size();
  }
  add_lines(hash, about_);
  if (hash.hex() != checksum_)
    refuse_file(path_, "is damaged or cut off: its content does not match its checksum");
}

bool SealedFile::is_replaced() const {
  struct stat about {};
  return ::fstat(file_, &about) != 0 || about.st_nlink == 0;
}

std::string SealedFile::bytes() const {
  std::string room(size_, '\0');
  if (bytes_at(file_, 0, room, path_).size() != size_) refuse_file(path_, "is cut off");
  return room;
}

std::string SealedFile::place() const { return fmt::format("/proc/self/fd/{}", file_); }

}  // namespace gambol
