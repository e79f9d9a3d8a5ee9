#include "exchange/formats/surface_pictures.h"

#include <algorithm>
#include <iterator>

#include "image/srgb.h"

namespace gambol {
namespace {

bool is_colored(const ImageTexture& image) {
  return image.channel == ImageChannel::rgba || image.channel == ImageChannel::rgb;
}

// Which of the pictures the texture is; nullptr: none that files carry.
const TextureSpec** place_of(const TextureSpec& texture, SurfacePictures& pictures) {
  const auto& image = std::get<ImageTexture>(texture.kind);
  switch (texture.on) {
    case TextureTarget::color:
      return is_colored(image) ? &pictures.color : nullptr;
    case TextureTarget::emission:
      return is_colored(image) ? &pictures.emission : nullptr;
    case TextureTarget::normal:
      return &pictures.normal;
    case TextureTarget::opacity:
      return image.channel == ImageChannel::alpha ? &pictures.opacity : nullptr;
    case TextureTarget::roughness:
      return image.channel == ImageChannel::green ? &pictures.roughness : nullptr;
    case TextureTarget::metallic:
      return image.channel == ImageChannel::blue ? &pictures.metallic : nullptr;
    default:
      return nullptr;
  }
}

// In linear light, and alpha.
Eigen::Vector4d mean_of(const ScenePicture& picture) {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const std::size_t count = picture.pixels.size() / 4;
  for (std::size_t i = 0; i < count; ++i) {
    const double alpha = picture.pixels[4 * i + 3] / 255.0;
    for (int c = 0; c < 3; ++c)
      sum[c] += alpha * linear_from_srgb(float(picture.pixels[4 * i + c]) / 255);
    sum[3] += alpha;
  }
  if (sum[3] > 0) sum.head<3>() /= sum[3];
  sum[3] /= static_cast<double>(std::max<std::size_t>(count, 1));
  return sum;
}

}  // namespace

SurfacePictures pictures_of(const Scene& scene, const MaterialSpec& material) {
  SurfacePictures pictures;
  for (const TextureSpec& texture : material.textures) {
    const auto* image = std::get_if<ImageTexture>(&texture.kind);
    if (!image || texture.space != TextureSpace::uv || !scene.picture_files.contains(image->file))
      continue;
    if (const TextureSpec** place = place_of(texture, pictures); place && !*place)
      *place = &texture;
  }
  // Formats have one picture for both; the opacity is that of the colours' picture.
  if (!pictures.roughness || !pictures.metallic ||
      file_of(*pictures.roughness) != file_of(*pictures.metallic))
    pictures.roughness = pictures.metallic = nullptr;
  if (pictures.opacity &&
      (!pictures.color || file_of(*pictures.color) != file_of(*pictures.opacity)))
    pictures.opacity = nullptr;
  return pictures;
}

bool are_all(const SurfacePictures& pictures, const MaterialSpec& material) {
  const TextureSpec* carried[] = {pictures.color,   pictures.emission,  pictures.normal,
                                  pictures.opacity, pictures.roughness, pictures.metallic};
  return std::all_of(
      material.textures.begin(), material.textures.end(), [&](const TextureSpec& texture) {
        return std::find(std::begin(carried), std::end(carried), &texture) != std::end(carried);
      });
}

Vec3 mean_color(const Scene& scene, const MaterialSpec& material) {
  Vec3 color = material.color;
  for (const TextureSpec& texture : material.textures) {
    const auto* image = std::get_if<ImageTexture>(&texture.kind);
    if (texture.on != TextureTarget::color || !image) continue;
    const auto picture = scene.pictures.find(image->file);
    if (picture == scene.pictures.end()) continue;
    const Eigen::Vector4d mean = mean_of(picture->second);
    const double amount = texture.amount * (image->channel == ImageChannel::rgb ? 1 : mean[3]);
    color += amount * (texture.color.cwiseProduct(mean.head<3>()) - color);
  }
  return color;
}

bool wants_uvs(const Scene& scene, const MaterialSpec& material, const TriangleMesh& mesh) {
  return !mesh.uvs.empty() && pictures_of(scene, material).any();
}

}  // namespace gambol
