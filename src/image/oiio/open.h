#pragma once

// Opens picture files; no other code does.

#include <OpenImageIO/imageio.h>

#include <memory>
#include <string>

#include "image/image.h"

namespace gambol {

struct OpenPicture {
  std::unique_ptr<OIIO::ImageInput> reader;
  OIIO::ImageInput::Creator another = nullptr;  // makes readers of this format
  OIIO::ImageSpec spec;
};

// Each function returns an empty string, or what is wrong.
std::string open_picture(const std::string& path, double most_pixels, OpenPicture& opened);
std::string read_head(const std::string& path, PictureHead& head);
// Call this after each read; `well` is the reader's result. It also fails for files that the reader
// accepts although they are truncated.
std::string why_damaged(OIIO::ImageInput& reader, bool well);
// Reads the whole picture with its mip levels, to check it, and keeps nothing.
std::string why_unreadable(OpenPicture& opened);

}  // namespace gambol
