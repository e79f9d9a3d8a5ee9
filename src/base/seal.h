#pragma once

// A seal at the end of a file that gambol wrote: a hash of the inputs and a checksum of every byte
// before the seal. It shows whether a frame or film is complete, stale or damaged without a library
// that reads the format. The seal is a text of 80 bytes,
//
//     "gambol sealed " made_from " " checksum "\n"
//
// in a part of the file that its readers skip: in a PNG file a chunk "gbSl" before the end chunk;
// in a JPEG or GIF file a comment before the end; in other files a box "free" (00 00 00 58 "free")
// after the end, which MP4 and MOV define and EXR readers do not read. made_from is a hash of 32
// hexadecimal digits (base/hash.h). So is the checksum, a hash of all bytes before the seal and of
// made_from.

#include <string>
#include <string_view>

namespace gambol {

// Appends a seal to a file that has none. Throws RunError (failed) with `named` as the file's name.
void seal(const std::string& path, std::string_view made_from, const std::string& named);

struct Seal {
  std::string made_from, checksum;
};
// Reads only the last bytes of the file; returns an empty seal if there is no such file or no seal.
Seal read_seal(const std::string& path);
inline std::string sealed_from(const std::string& path) { return read_seal(path).made_from; }

// Whether the file exists, has a seal and matches its checksum. Reads every byte.
bool is_whole(const std::string& path);

}  // namespace gambol
