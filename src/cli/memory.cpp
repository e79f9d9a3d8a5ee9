#include "cli/memory.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <string>

#include "image/image.h"

namespace gambol {
namespace {

// Bytes per pixel, measured as peaks of resident memory at 1280x720 and 1920x1080. Most of it is
// the file with all its layers, which is assembled while the pixels are still in memory. The
// denoiser has finished by then and does not add to the peak.
constexpr double plain = 133, denoising = 101, written_plain = 28;
constexpr double layered = 538, written_layers = 318;
// Scratch memory of threads, and libraries that are loaded when the first file is written; bytes.
constexpr double libraries = 100e6;
// Times the width of hairs in pixels: strands and Embree's trees over them, where hair fills the
// picture.
constexpr double of_hair = 150;
// Bytes per pixel of the sky: per channel while it is read, and as light.
constexpr double read_channel = 4, sky_pixel = 12;
// Relative to the stored bytes: a texture in tiles with its smaller copies, and the minimum size of
// the cache, whatever its limit, while it makes the smaller copies of a texture without them.
constexpr double tiles = 1.5, least_cached = 2;
constexpr int kept_channels = 6;  // textures with more channels keep fewer than they have

}  // namespace

std::size_t memory_now() {
  std::ifstream about("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  about >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t most_memory() {
  double most = std::numeric_limits<double>::max();
  struct sysinfo about {};
  if (::sysinfo(&about) == 0)
    most = (double(about.totalram) + double(about.totalswap)) * about.mem_unit;
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    most = std::min(most, double(limit.rlim_cur));
  std::string group;
  std::ifstream groups("/proc/self/cgroup");
  while (std::getline(groups, group))
    if (group.starts_with("0::")) {
      double own = 0;
      if (std::ifstream("/sys/fs/cgroup" + group.substr(3) + "/memory.max") >> own)
        most = std::min(most, own);  // "max" is no number
    }
  return static_cast<std::size_t>(most);
}

PictureNeed picture_need(const LookSpec& look, int cache) {
  PictureNeed need;
  const auto pixels = [](const PictureHead& head) { return double(head.width) * head.height; };
  if (look.sky.model == SkyModel::image) {
    const PictureHead head = read_head(look.sky.image);
    need.sky = sky_pixel * pixels(head);
    need.reading =
        read_channel * std::min(head.channels, 4) * pixels(head) + std::max(need.sky, head.held);
  }
  std::set<std::string> seen;
  double cached = 0, most_cached = double(cache) * (1 << 20);
  for (const MaterialSpec& material : look.materials)
    for (const TextureSpec& texture : material.textures) {
      const auto* image = std::get_if<ImageTexture>(&texture.kind);
      if (!image || !seen.insert(image->file).second) continue;
      const PictureHead head = read_head(image->file);
      const double stored =
          pixels(head) * std::min(head.channels, kept_channels) * head.sample_bytes;
      need.textures += head.held;
      cached += tiles * stored;
      if (!head.has_smaller) most_cached = std::max(most_cached, least_cached * stored);
    }
  need.textures += std::min(cached, most_cached);
  return need;
}

MemoryNeed memory_need(const PresetSpec& preset, bool layers, std::size_t now,
                       const PictureNeed& pictures) {
  const double pixels = double(preset.width) * preset.height;
  const double hair = preset.hair_width > 0 ? of_hair / preset.hair_width : 0;
  const double frame = hair + (layers ? layered : plain + (preset.denoise ? denoising : 0));
  const double written = layers ? written_layers : written_plain;
  const double fixed = double(now) + libraries;
  const auto peak = [&](double frames) {
    const double rendering = pictures.sky + pictures.textures + pixels * frames;
    return static_cast<std::size_t>(fixed + std::max(pictures.reading, rendering));
  };
  return {peak(frame), peak(frame + written)};
}

}  // namespace gambol
