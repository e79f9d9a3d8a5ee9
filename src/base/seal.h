#pragma once

// In the end of a file that gambol made: what it was made from, and a checksum of every byte
// before. So that whether a frame or a film is whole, stale or damaged needs no library that
// understands it. It is a text of 80 bytes,
//
//     "gambol sealed " made_from " " checksum "\n"
//
// in what readers of the file pass over: a chunk "gbSl" of a PNG file, before its end; a comment
// that ends a JPEG; else a box "free" (00 00 00 58 "free"), as MP4 and MOV know it, behind the end,
// where EXR's readers do not look. made_from is a hash of 32 hexadecimal digits (base/hash.h), and
// so is the checksum, of all bytes before and of made_from.

#include <string>
#include <string_view>

namespace gambol {

// Appends a seal to a file that has none. Throws RunError (failed) that names `named`.
void seal(const std::string& path, std::string_view made_from, const std::string& named);

struct Seal {
  std::string made_from, checksum;
};
// By the last bytes of a file alone; an empty one if there is no such file, or no seal.
Seal read_seal(const std::string& path);
inline std::string sealed_from(const std::string& path) { return read_seal(path).made_from; }

// Reads every byte: whether it is there and as it was when it was sealed.
bool is_whole(const std::string& path);

}  // namespace gambol
