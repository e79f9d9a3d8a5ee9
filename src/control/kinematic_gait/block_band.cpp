#include "control/kinematic_gait/block_band.h"

#include <algorithm>

namespace gambol {

void BlockBand::solve(std::vector<Vec6>& x) {
  const std::size_t n = rows_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i - std::min<std::size_t>(i, reach);
    for (std::size_t j = first; j <= i; ++j) {
      Block6& block = rows_[i][i - j];
      for (std::size_t k = first; k < j; ++k)
        if (j - k <= reach) block -= rows_[i][i - k] * rows_[j][j - k].transpose();
      if (j < i) {  // the factor of row j is on its diagonal already
        rows_[j][0].triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(
            block);
        continue;
      }
      const Eigen::LLT<Block6> factor(block);
      block = factor.matrixL();
    }
    for (std::size_t k = first; k < i; ++k) x[i] -= rows_[i][i - k] * x[k];
    rows_[i][0].triangularView<Eigen::Lower>().solveInPlace(x[i]);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < std::min(n, i + 1 + reach); ++k)
      x[i] -= rows_[k][k - i].transpose() * x[k];
    rows_[i][0].triangularView<Eigen::Lower>().transpose().solveInPlace(x[i]);
  }
}

}  // namespace gambol
