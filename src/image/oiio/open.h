#pragma once

// The one place where pictures are opened.

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

// Each returns an empty string, or what is wrong.
std::string open_picture(const std::string& path, double most_pixels, OpenPicture& opened);
std::string read_head(const std::string& path, PictureHead& head);
// What a reader said of the reading that it has just done, well or not.
std::string why_damaged(OIIO::ImageInput& reader, bool well);
// Reads all of it, mip levels too, and keeps nothing.
std::string why_unreadable(OpenPicture& opened);

}  // namespace gambol
