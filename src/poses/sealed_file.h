#pragma once

// The files of a motion: a block of text of 512 bytes, which HDF5 skips as its "user block",
// followed by an HDF5 file. The text names the kind and version of the file, a checksum of the HDF5
// part and of the lines after the checksum, and the numbers of PosesHeader. So damage is found
// before HDF5, which does not validate its input, reads any of the file. Layout: docs/poses.md.

#include <sys/types.h>

#include <string>
#include <string_view>

namespace gambol {

struct PosesHeader {
  std::string motion_hash;  // of every input that affects the motion
  std::string film_hash;    // of all that pictures of this file show
  int frames = 0;
};

// Kinds of files: what the first line names.
inline constexpr std::string_view segment_file = "poses", motion_file = "motion";

inline constexpr std::size_t sealed_header_size = 512;  // the smallest user block of HDF5

std::string checksum_of(std::string_view image, const PosesHeader& about);
// The text and the image.
std::string sealed(std::string_view kind, const PosesHeader& about, std::string_view image);

// Throws InputError with the reason why the file `path` cannot be used.
[[noreturn]] void refuse_file(const std::string& path, const std::string& why);

// A file that is open for reading. It stays readable if another takes its place.
class SealedFile {
 public:
  // Reads only the text. Throws InputError if the file is missing, or not of this kind and version.
  SealedFile(std::string path, std::string_view kind);
  ~SealedFile();
  SealedFile(SealedFile&& other) noexcept;
  SealedFile& operator=(SealedFile&&) = delete;

  const std::string& path() const { return path_; }
  const std::string& checksum() const { return checksum_; }
  const PosesHeader& about() const { return about_; }
  // Reads every byte. Throws InputError if any differs from what was written.
  void require_sound() const;
  // For HDF5: a path that leads to this very file, and its size in bytes. HDF5 cannot follow the
  // path of a file that has been replaced, but can take all of its bytes.
  std::string place() const;
  std::size_t size() const { return size_; }
  bool is_replaced() const;
  std::string bytes() const;
  // Equal for a file that has not changed since it was looked at.
  struct Stamp {
    ino_t inode = 0;
    off_t size = 0;
    long seconds = 0, nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;

 private:
  std::string path_, checksum_;
  PosesHeader about_;
  std::size_t size_ = 0;
  int file_ = -1;
};

}  // namespace gambol
