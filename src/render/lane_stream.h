#pragma once

// An array of records, read and written eight at a time. Only the lanes of a mask are written, one
// after another without gaps (stream compaction), so that all lanes of a read hold wanted records.

#include <array>
#include <cstring>
#include <vector>

#include "render/lanes.h"

namespace gambol {

// Record: a struct whose members are all Floats, Ints, Bits or Masks.
template <class Record>
class LaneStream {
 public:
  explicit LaneStream(int most)
      : stride_(most + float_lanes), numbers_(std::size_t(fields * stride_)) {}

  int size() const { return size_; }
  void clear() { size_ = 0; }

  // The eight records from number `first` on; lanes beyond the end hold arbitrary values.
  Record at(int first) const {
    Record record;
    for (int f = 0; f < fields; ++f)
      std::memcpy(reinterpret_cast<char*>(&record) + f * sizeof(Ints),
                  &numbers_[f * stride_ + first], sizeof(Ints));
    return record;
  }

  void add(const Record& record, const Mask& which) {
    const std::uint32_t lanes = bits_of(which);
    const Ints order = __builtin_convertvector(front_[lanes], Ints);
    for (int f = 0; f < fields; ++f) {
      Ints field;
      std::memcpy(&field, reinterpret_cast<const char*>(&record) + f * sizeof(Ints), sizeof(Ints));
      field = reinterpret_cast<Ints>(_mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(field),
                                                                 reinterpret_cast<__m256i>(order)));
      std::memcpy(&numbers_[f * stride_ + size_], &field, sizeof(Ints));
    }
    size_ += std::popcount(lanes);
  }

 private:
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % sizeof(Ints) == 0);
  static constexpr int fields = sizeof(Record) / sizeof(Ints);

  // [mask] the numbers of its lanes, followed by zeros.
  using Order = std::uint8_t __attribute__((vector_size(8)));
  static constexpr std::array<Order, 256> orders() {
    std::array<Order, 256> all{};
    for (int mask = 0; mask < 256; ++mask) {
      std::uint8_t order[float_lanes] = {};
      int count = 0;
      for (int k = 0; k < float_lanes; ++k)
        if (mask >> k & 1) order[count++] = std::uint8_t(k);
      all[mask] =
          Order{order[0], order[1], order[2], order[3], order[4], order[5], order[6], order[7]};
    }
    return all;
  }
  static constexpr std::array<Order, 256> front_ = orders();

  int stride_, size_ = 0;
  std::vector<std::int32_t> numbers_;  // [field][record]
};

}  // namespace gambol
