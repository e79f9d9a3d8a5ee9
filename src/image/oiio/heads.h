#pragma once

// Reads the first bytes of a picture's file: its format, independent of its name, and its size for
// formats whose OpenImageIO readers allocate the whole picture before they tell its size.

#include <string>

#include "image/image.h"

namespace gambol {

struct FileHead {
  const char* format = nullptr;  // OpenImageIO's name; nullptr for one that gambol does not read
  bool tells_size = false;       // `picture` has the size; if false, ask the reader for it
  bool is_held = false;          // the reader keeps the whole picture while the file is open
  PictureHead picture;
};

FileHead look_at(const std::string& path);

}  // namespace gambol
