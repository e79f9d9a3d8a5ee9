#include "cli/files/export_pictures.h"

#include <algorithm>
#include <filesystem>

#include "base/text_file.h"
#include "exchange/formats/seen.h"
#include "exchange/formats/unique_names.h"
#include "image/image.h"
#include "image/png.h"
#include "image/srgb.h"

namespace gambol {
namespace {

constexpr std::size_t most_picture = std::size_t(1) << 30;

// With at most 8 bits a channel, as sRGB.
std::string as_png(const std::string& path) {
  const Image image = read_image(path);
  Image8 small{image.width, image.height, image.channels, {}};
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const bool alpha =
        image.channels % 2 == 0 && i % image.channels + 1 == std::size_t(image.channels);
    const float v = std::clamp(image.pixels[i], 0.0f, 1.0f);
    small.pixels.push_back(std::uint8_t(255 * (alpha ? v : srgb_from_linear(v)) + 0.5f));
  }
  return png_bytes(small);
}

}  // namespace

void read_picture_files(Scene& scene) {
  UniqueNames names;
  for (const std::size_t index : used_materials(scene))
    for (const TextureSpec& texture : scene.materials[index].textures) {
      const auto* image = std::get_if<ImageTexture>(&texture.kind);
      if (!image || texture.space != TextureSpace::uv || scene.picture_files.contains(image->file))
        continue;
      std::string bytes = read_text_file(image->file, most_picture);
      const bool jpeg = bytes.starts_with("\xFF\xD8\xFF");
      if (!jpeg && !bytes.starts_with("\x89PNG")) bytes = as_png(image->file);
      const std::string stem = std::filesystem::path(image->file).stem();
      scene.picture_files[image->file] = {names.identifier(stem) + (jpeg ? ".jpg" : ".png"),
                                          std::move(bytes)};
    }
}

}  // namespace gambol
