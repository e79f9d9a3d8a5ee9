#include "base/packed.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace gambol {
namespace {

// How deflate packs bytes. Higher levels than 1 take up to a fifth more time and save two
// hundredths.
struct Packing {
  int level = 1, strategy = Z_DEFAULT_STRATEGY;
};

// The last bytes of numbers look random, and to search them for what repeats takes as long as all
// else. They are copied or, where only some values occur, because numbers are rounded, coded one by
// one. Bytes look random if two drawn from them are equal hardly more often than two drawn from the
// values that occur. Some thousands tell it.
Packing packing_of(const Bytef* bytes, std::size_t rows) {
  constexpr double hardly_more = 1.3;
  constexpr std::size_t enough = 2048;
  const std::size_t apart = std::max<std::size_t>(rows / enough, 1), n = (rows + apart - 1) / apart;
  std::array<std::size_t, 256> count{};
  for (std::size_t i = 0; i < rows; i += apart) ++count[bytes[i]];
  double equal = 0, values = 0;
  for (const std::size_t c : count) equal += double(c) * double(c), values += c > 0;
  // Of few bytes, each is equal to itself.
  if (values < 2 || equal > (hardly_more / values * double(n) + 1) * double(n)) return {};
  return values > 200 ? Packing{0, Z_DEFAULT_STRATEGY} : Packing{1, Z_HUFFMAN_ONLY};
}

constexpr std::size_t most_switches = 256;  // bytes that switching between levels may add

// The bits of a number.
template <class T>
using NumberBits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// The first bytes of all numbers, then their second bytes, and so on. Byte by byte, the processor
// takes many numbers at a time.
template <class T>
void shuffle(const std::vector<double>& column, std::string& bytes) {
  const std::size_t n = column.size();
  bytes.resize(n * sizeof(T));
  std::vector<NumberBits<T>> bits(n);
  for (std::size_t i = 0; i < n; ++i)
    bits[i] = std::bit_cast<NumberBits<T>>(static_cast<T>(column[i]));
  for (std::size_t b = 0; b < sizeof(T); ++b) {
    char* plane = bytes.data() + b * n;
    for (std::size_t i = 0; i < n; ++i) plane[i] = static_cast<char>(bits[i] >> 8 * b);
  }
}

template <class T>
std::vector<double> in_order(const std::string& bytes) {
  const std::size_t n = bytes.size() / sizeof(T);
  std::vector<NumberBits<T>> bits(n);
  for (std::size_t b = 0; b < sizeof(T); ++b) {
    const char* plane = bytes.data() + b * n;
    for (std::size_t i = 0; i < n; ++i)
      bits[i] |= NumberBits<T>{static_cast<unsigned char>(plane[i])} << 8 * b;
  }
  std::vector<double> column(n);
  for (std::size_t i = 0; i < n; ++i) column[i] = static_cast<double>(std::bit_cast<T>(bits[i]));
  return column;
}

Bytef* zlib_bytes(const char* text) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text));
}

}  // namespace

Packer::Packer() : stream_(std::make_unique<z_stream_s>()) {
  if (deflateInit(stream_.get(), Packing().level) != Z_OK) throw std::bad_alloc();
}

Packer::~Packer() { deflateEnd(stream_.get()); }

std::string_view Packer::pack(const std::vector<double>& column, bool single) {
  if (single)
    shuffle<float>(column, bytes_);
  else
    shuffle<double>(column, bytes_);
  const std::size_t rows = column.size();
  z_stream_s& stream = *stream_;
  bool sound = deflateReset(&stream) == Z_OK;
  packed_.resize(std::max(packed_.size(), deflateBound(&stream, bytes_.size()) + most_switches));
  stream.next_out = zlib_bytes(packed_.data());
  stream.avail_out = static_cast<uInt>(packed_.size());
  for (std::size_t from = 0; from < bytes_.size(); from += rows) {
    Bytef* plane = zlib_bytes(bytes_.data() + from);
    const Packing how = packing_of(plane, rows);
    sound = sound && deflateParams(&stream, how.level, how.strategy) == Z_OK;
    stream.next_in = plane;
    stream.avail_in = static_cast<uInt>(rows);
    sound = sound && deflate(&stream, Z_NO_FLUSH) == Z_OK && stream.avail_in == 0;
  }
  sound = deflate(&stream, Z_FINISH) == Z_STREAM_END && sound;
  if (!sound) throw std::runtime_error("cannot deflate a column");
  return std::string_view(packed_).substr(0, stream.total_out);
}

std::vector<double> unpacked(std::string_view bytes, std::size_t rows, bool single) {
  std::string whole(rows * (single ? sizeof(float) : sizeof(double)), '\0');
  uLongf size = whole.size();
  if (uncompress(zlib_bytes(whole.data()), &size, zlib_bytes(bytes.data()), bytes.size()) != Z_OK ||
      size != whole.size())
    throw std::runtime_error("cannot inflate a column");
  return single ? in_order<float>(whole) : in_order<double>(whole);
}

}  // namespace gambol
