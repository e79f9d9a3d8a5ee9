#pragma once

// What the first bytes of a picture's file say: which format it has, whatever its name, and how
// large it is where OpenImageIO's reader makes room for all of it before it can be asked.

#include <string>

#include "image/image.h"

namespace gambol {

struct FileHead {
  const char* format = nullptr;  // as OpenImageIO calls it; nullptr of what gambol does not read
  bool tells_size = false;       // in `picture`; else the reader tells, from the header alone
  bool is_held = false;          // by the reader, in whole, while the file is open
  PictureHead picture;
};

FileHead look_at(const std::string& path);

}  // namespace gambol
