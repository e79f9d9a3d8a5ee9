#include "image/oiio/heads.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace gambol {
namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes;
  const char* format;
};
constexpr Beginning beginnings[] = {
    {"\x76\x2f\x31\x01"sv, "openexr"},
    {"\x89PNG\r\n\x1a\n"sv, "png"},
    {"\xff\xd8\xff"sv, "jpeg"},
    {"II*\0"sv, "tiff"},
    {"MM\0*"sv, "tiff"},
    {"II+\0"sv, "tiff"},  // BigTIFF, for more than 4 GB
    {"MM\0+"sv, "tiff"},
    {"#?"sv, "hdr"},
};

const char* format_of(const std::string& start, const std::string& path) {
  for (const Beginning& b : beginnings)
    if (start.starts_with(b.bytes)) return b.format;
  if (start.starts_with("RIFF") && start.substr(8, 4) == "WEBP") return "webp";
  constexpr std::string_view kinds = "123456fF";
  if (start[0] == 'P' && kinds.find(start[1]) != kinds.npos &&
      std::isspace(static_cast<unsigned char>(start[2])))
    return "pnm";
  // Targa files have no magic number.
  std::string ending = std::filesystem::path(path).extension();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".tga" ? "targa" : nullptr;
}

// An integer of `count` bytes, little-endian.
int number(const std::string& bytes, std::size_t at, int count) {
  unsigned value = 0;
  for (int k = count; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
  return static_cast<int>(value);
}

double pixels(const PictureHead& head) { return double(head.width) * head.height; }

// A 16-bit integer, big-endian.
int pair(std::istream& file) {
  const int high = file.get(), low = file.get();
  return file ? high << 8 | low : 0;
}

// libjpeg holds a picture with several scans as coefficients, and reads all of them when it opens
// the file.
void jpeg_head(std::istream& file, PictureHead& head) {
  bool progressive = false;
  file.seekg(2);
  while (file) {
    while (file && file.get() != 0xFF) continue;
    int marker = 0xFF;
    while (marker == 0xFF) marker = file.get();
    if (marker == 0 || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) continue;
    const std::streamoff length_at = file.tellg(), next = length_at + pair(file);
    if (marker == 0xC0 || (marker > 0xC0 && marker <= 0xCF && marker % 4 != 0)) {
      progressive = marker % 4 == 2;
      file.get();  // bits
      head.height = pair(file), head.width = pair(file), head.channels = std::max(0, file.get());
    }
    if (marker == 0xDA) {
      const bool several = progressive || file.get() < head.channels;
      if (several) head.held = 2 * head.channels * pixels(head);
      return;
    }
    file.seekg(next);
  }
}

void webp_head(const std::string& start, double bytes, PictureHead& head) {
  const std::string kind = start.substr(12, 4);
  bool alpha = false;
  if (kind == "VP8X") {
    alpha = start[20] & 0x10;
    head.width = 1 + number(start, 24, 3), head.height = 1 + number(start, 27, 3);
  } else if (kind == "VP8L") {
    const int bits = number(start, 21, 4);
    alpha = bits & 1 << 28;
    head.width = 1 + (bits & 0x3FFF), head.height = 1 + (bits >> 14 & 0x3FFF);
  } else {
    head.width = number(start, 26, 2) & 0x3FFF, head.height = number(start, 28, 2) & 0x3FFF;
  }
  head.channels = alpha ? 4 : 3;
  head.held = bytes + head.channels * pixels(head);
}

// A number in a PNM file's header; comments extend to the end of their line.
int pnm_number(std::istream& file) {
  while (file >> std::ws && file.peek() == '#')
    for (int c = 0; c != '\n' && c != EOF;) c = file.get();
  int value = 0;
  file >> value;
  return file ? value : 0;
}

// The reader reads the whole file when it opens it.
void pnm_head(std::istream& file, char kind, double bytes, PictureHead& head) {
  file.seekg(2);
  head.width = pnm_number(file), head.height = pnm_number(file);
  const bool floats = kind == 'f' || kind == 'F';
  head.channels = kind == '3' || kind == '6' || kind == 'F' ? 3 : 1;
  if (floats)
    head.sample_bytes = 4;
  else if (kind != '1' && kind != '4')
    head.sample_bytes = pnm_number(file) > 255 ? 2 : 1;
  head.held = bytes;
}

}  // namespace

FileHead look_at(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(64, '\0');
  file.read(start.data(), std::ssize(start));
  file.clear();
  std::error_code error;
  const double bytes = double(std::filesystem::file_size(path, error));
  FileHead head;
  head.format = format_of(start, path);
  if (!head.format) return head;
  const std::string_view format = head.format;
  if (format == "jpeg") jpeg_head(file, head.picture);
  if (format == "webp") webp_head(start, bytes, head.picture);
  if (format == "pnm") pnm_head(file, start[1], bytes, head.picture);
  head.tells_size = format == "jpeg" || format == "webp" || format == "pnm";
  head.is_held = format == "targa" || (format == "png" && start[28] != 0);
  return head;
}

}  // namespace gambol
