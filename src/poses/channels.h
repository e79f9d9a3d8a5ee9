#pragma once

// Finds recorded channels and columns by the names of base/channel_names.h.

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/channel_names.h"
#include "poses/poses.h"

namespace gambol {

// A read-only view of one column of a channel; or of nothing, which has no rows and is false. It is
// valid as long as its channel. Of a stored motion, values() reads only what it returns, and
// operator[] reads the whole column once. Throws InputError if that is not possible.
class Column {
 public:
  Column() = default;
  Column(const Channel& channel, std::size_t column) : channel_(&channel), column_(column) {}

  explicit operator bool() const { return channel_ != nullptr; }
  std::size_t size() const;
  // The value at track_times[row].
  double operator[](std::size_t row) const {
    if (!channel_->stored) return channel_->values[row * channel_->width() + column_];
    if (whole_.empty()) whole_ = values();
    return whole_[row];
  }
  // The values of the rows from `first` to `last` - 1, or of all rows.
  std::vector<double> values(std::size_t first, std::size_t last) const;
  std::vector<double> values() const { return values(0, size()); }

 private:
  const Channel* channel_ = nullptr;
  std::size_t column_ = 0;
  mutable std::vector<double> whole_;  // of a stored motion, once it was read
};

// "<figure>/<name>": the full name of a figure's channel or, for the name of a controller, of the
// channel of its outputs.
std::string channel_name(std::string_view figure, std::string_view name);

// The channel of a figure, nullptr if it was not recorded.
const Channel* find_channel(const Poses& poses, std::string_view figure, std::string_view name);

// A column of a channel; nothing if there is none of that name.
Column find_column(const Channel& channel, std::string_view column);
// A column of a figure's channel; nothing if either was not recorded.
Column find_column(const Poses& poses, std::string_view figure, std::string_view channel,
                   std::string_view column);

// The output of the first of the figure's controllers that has it for the leg; else nothing. No
// other channel has columns with such names.
Column find_output(const Poses& poses, std::string_view figure, const outputs::OfLeg& output,
                   std::string_view leg);

}  // namespace gambol
