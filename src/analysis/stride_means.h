#pragma once

// Means of what is recorded over the strides of a leg, as gait laboratories show them.

#include <array>
#include <cstddef>
#include <vector>

#include "analysis/track.h"

namespace gambol {

// The strides from each footfall of a leg to its next, in hundredths. A mean is over the rows of a
// hundredth and over all strides, so what takes less than a hundredth counts by its impulse alone.
class StrideMeans {
 public:
  static constexpr std::size_t parts = 100;
  using Curve = std::array<double, parts>;

  // `footfalls`: their times, s.
  StrideMeans(const Track& track, const std::vector<double>& footfalls);

  // Whether there is a whole stride, and a row in each hundredth. What follows needs it.
  bool are_known() const { return are_known_; }
  // `x` has a value for each row of the track.
  Curve of(const std::vector<double>& x) const;
  double over_stride(const std::vector<double>& x) const;  // the mean over all rows of strides

 private:
  static constexpr std::size_t none = parts;
  std::vector<std::size_t> part_;  // [row] its hundredth, or `none`
  bool are_known_ = false;
};

// The share of the stride at which the middle of a hundredth lies.
inline double share_at(std::ptrdiff_t part) {
  return (static_cast<double>(part) + 0.5) / static_cast<double>(StrideMeans::parts);
}

}  // namespace gambol
