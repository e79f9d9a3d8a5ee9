#include "analysis/stride_means.h"

#include <algorithm>

namespace gambol {

StrideMeans::StrideMeans(const Track& track, const std::vector<double>& footfalls)
    : part_(track.size(), none) {
  if (footfalls.size() < 2) return;
  std::array<bool, parts> has_row = {};
  for (std::size_t k = 0, stride = 0; k < track.size(); ++k) {
    const double t = track.time(k);
    if (t < footfalls.front() || t >= footfalls.back()) continue;
    while (t >= footfalls[stride + 1]) ++stride;
    const double share = (t - footfalls[stride]) / (footfalls[stride + 1] - footfalls[stride]);
    part_[k] = std::min(parts - 1, static_cast<std::size_t>(share * double(parts)));
    has_row[part_[k]] = true;
  }
  are_known_ = std::all_of(has_row.begin(), has_row.end(), [](bool has) { return has; });
}

StrideMeans::Curve StrideMeans::of(const std::vector<double>& x) const {
  Curve mean = {}, count = {};
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (part_[k] == none) continue;
    mean[part_[k]] += x[k];
    ++count[part_[k]];
  }
  for (std::size_t i = 0; i < parts; ++i) mean[i] /= count[i];
  return mean;
}

double StrideMeans::over_stride(const std::vector<double>& x) const {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (part_[k] == none) continue;
    sum += x[k];
    ++count;
  }
  return sum / count;
}

}  // namespace gambol
