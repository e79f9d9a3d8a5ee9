#pragma once

// Poses files whose content was changed by somebody who knows how to make their checksum right.

#include <string>

#include "base/hash.h"
#include "poses/poses.h"

namespace gambol {

inline constexpr std::size_t poses_header_size = 512;

// `whole`, the bytes of a file of these poses, with another content.
inline std::string forged_poses(const std::string& whole, const Poses& poses,
                                const std::string& content) {
  const std::string checksum = Hasher()
                                   .add(content.data(), content.size())
                                   .add(poses.motion_hash)
                                   .add(film_hash(poses))
                                   .add(poses.frames)
                                   .hex();
  std::string header = whole.substr(0, poses_header_size);
  return header.replace(header.find("checksum ") + 9, checksum.size(), checksum) + content;
}

}  // namespace gambol
